"""What was found of measures and axioms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import polars as pl

from axiometer.axioms.axiom import AnyAxiom
from axiometer.axioms.examples import Example
from axiometer.axioms.published import Published, published
from axiometer.errors import UnknownNameError, counted
from axiometer.sheets.html_tables import notebook

Answer = Literal["holds", "violated", "witness", "no-witness", "not-applicable"]
SATISFIED: Final = frozenset({"holds", "witness"})


@dataclass(frozen=True)
class Verdict:
    """What was found of one measure and one axiom.

    Attributes
    ----------
    measure, axiom, family
        Their names, and that of the set of axioms.
    answer
        ``holds``: no counterexample was found. ``violated``: the example is one. ``witness``: bounds beyond which it
        holds were found. ``no-witness``: none were. ``not-applicable``: the axiom has no case for the measure.
    cases
        How many cases were tried in which the measure is defined.
    tried
        How: the numbers of cases, or the bounds.
    undefined
        In how many further cases the measure was undefined.
    example
        The smallest counterexample found.
    closest
        The small case in which it holds by the least, where it holds; of a threshold, the two lists of an n.
    values
        Of the lists of the example or the closest case; None where undefined.
    confirmed
        In which arithmetic the example was computed again: fractions, 50 digits, or doubles where the measure has no
        scalar reference.
    witness
        The bounds found, or those tried in vain, in words.
    reason
        Why the axiom does not apply.
    beyond
        The verdict on lists longer than the cut-off.
    is_smaller_better
        Whether smaller values of the measure are better ones.
    """

    measure: str
    axiom: str
    answer: Answer
    cases: int = 0
    tried: str = ""
    undefined: int = 0
    example: Example | None = None
    values: tuple[float | None, ...] = ()
    confirmed: str = ""
    witness: str = ""
    reason: str = ""
    beyond: Verdict | None = None
    family: str = ""
    closest: Example | None = None
    is_smaller_better: bool = False

    @property
    def is_satisfied(self) -> bool:
        """Whether the measure does what the axiom says, as far as was seen."""
        return self.answer in SATISFIED

    def __str__(self) -> str:
        told = f"{self.measure}: {self.axiom} {self.answer}"
        more = self.reason or self.brief() or f"{self.cases} cases: {self.tried}"
        return f"{told} ({more})"

    def brief(self) -> str:
        """Write the counterexample in one line, or the bounds that were found."""
        if self.example is None:
            return self.witness
        sides = [f"{write(self.example, number)} = {value}" for number, value in enumerate(shown(self.values))]
        weights = ",".join(str(weight) for weight in self.example.weights)
        rest = " ".join(written_item(self.example, item) for item in self.example.unretrieved)
        more = [f"not retrieved {rest}"] if rest else []
        return "; ".join([*sides, *([f"w = {weights}"] if len(self.example.weights) > 1 else []), *more])


@dataclass(frozen=True, eq=False)
class Verdicts:
    """What was found of many measures and axioms: a table of ``Verdict`` objects.

    Iterate, ask for one by ``verdicts[measure, axiom]``, or take all as a frame with ``to_polars``.

    Examples
    --------
    >>> import axiometer as ax
    >>> verdicts = ax.check_axioms(["P@5", "RBP(p=0.8)"], "Pri", cases=200)
    >>> verdicts.to_polars().select("measure", "axiom", "verdict").rows()
    [('P@5', 'Pri', 'violated'), ('RBP(p=0.8)', 'Pri', 'holds')]
    """

    verdicts: tuple[Verdict, ...]
    axioms: tuple[AnyAxiom, ...]
    seed: int
    cases: int

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.verdicts)

    def __len__(self) -> int:
        return len(self.verdicts)

    def __getitem__(self, names: tuple[str, str]) -> Verdict:
        measure, axiom = (str(name) for name in names)
        for verdict in self.verdicts:
            if verdict.measure == measure and axiom in {verdict.axiom, f"{verdict.family}:{verdict.axiom}"}:
                return verdict
        if measure not in self.measures:
            raise UnknownNameError(f"no verdict on a measure {measure}; there are {', '.join(self.measures)}")
        raise UnknownNameError(f"no verdict on an axiom {axiom}; there are {', '.join(a.name for a in self.axioms)}")

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures, in the order they were given."""
        return tuple(dict.fromkeys(verdict.measure for verdict in self.verdicts))

    def axiom_of(self, verdict: Verdict) -> AnyAxiom:
        """Find the axiom of a verdict."""
        return next(each for each in self.axioms if (each.family, each.name) == (verdict.family, verdict.axiom))

    def label(self, verdict: Verdict) -> str:
        """Give the name of a verdict's axiom, with that of its set where two sets have one of this name."""
        namesakes = [axiom for axiom in self.axioms if axiom.name == verdict.axiom]
        return f"{verdict.family}:{verdict.axiom}" if len(namesakes) > 1 else verdict.axiom

    def published(self, verdict: Verdict) -> Published | None:
        """Give what the paper that states the axiom says of the measure; None if it says nothing."""
        axiom = next(each for each in self.axioms if (each.family, each.name) == (verdict.family, verdict.axiom))
        return published(verdict, axiom)

    def to_polars(self) -> pl.DataFrame:
        """Give one row per measure and axiom."""
        columns: dict[str, Sequence[Any]] = {
            "measure": [verdict.measure for verdict in self],
            "axiom": [self.label(verdict) for verdict in self],
            "verdict": [verdict.answer for verdict in self],
            "cases": [verdict.cases for verdict in self],
            "example": [verdict.brief() or verdict.reason for verdict in self],
        }
        types = {
            "measure": pl.String,
            "axiom": pl.String,
            "verdict": pl.String,
            "cases": pl.Int64,
            "example": pl.String,
        }
        return pl.DataFrame(columns, schema=types)

    def to_pandas(self) -> Any:
        """Give the same as a pandas frame."""
        return self.to_polars().to_pandas()

    def __repr__(self) -> str:
        return f"Verdicts on {len(self.measures)} measures and {len(self.axioms)} axioms\n{self.to_polars()}"

    def _repr_html_(self) -> str:
        size = f"{counted(len(self.measures), 'measure')} and {counted(len(self.axioms), 'axiom')}"
        title = f"Verdicts on {size}, about {self.cases} cases each"
        return notebook(title, self.to_polars())


def write(example: Example, number: int) -> str:
    """Write one list of an example: the gains of each item, – for one that is not relevant, ? for an unrated one."""
    return f"[{' '.join(written_item(example, item) for item in example.lists[number])}]"


def written_item(example: Example, item: int) -> str:
    """Write an item: its gain, for each aspect it has where there are several."""
    found = [(aspect, gain) for aspect, gain in zip(example.aspects, example.items[item], strict=True) if gain]
    if item in example.unrated:
        return "?" + "".join(aspect for aspect, _ in found)
    if not found:
        return "–"
    if len(example.weights) == 1:
        return f"{float(found[0][1]):g}"
    return "+".join(f"{aspect}{float(gain):g}" for aspect, gain in found)


def shown(values: Sequence[float | None]) -> list[str]:
    """Write values with enough digits to tell different ones apart."""
    for digits in (6, 9, 12, 15, 17):
        told = ["undefined" if value is None else f"{value + 0.0:.{digits}g}" for value in values]
        if len(set(told)) == len(set(values)):
            break
    return told
