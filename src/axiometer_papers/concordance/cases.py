"""Small random cases, on which the properties of measures are seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.arrays import FloatArray
from axiometer_papers.concordance.measured import MEASURES

TOP: Final = 3
"""The largest grade."""
ITEMS: Final = 5
LENGTHS: Final = (500, 20_000)
Grades = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Case:
    """A query, and a list for it.

    Attributes
    ----------
    grades
        The grades of each item: one for each of two aspects.
    shown
        The items of the list, as numbers.
    weights
        Those of the aspects, in percent.
    lengths
        Those of the items, in characters.
    """

    grades: Grades
    shown: tuple[int, ...]
    weights: tuple[int, ...]
    lengths: tuple[int, ...]

    def __str__(self) -> str:
        items = " ".join(self._item(item) for item in self.shown)
        rest = " ".join(self._item(item) for item in range(len(self.grades)) if item not in self.shown)
        return f"[{items}]" + (f", not retrieved {rest}" if rest else "")

    def _item(self, item: int) -> str:
        """Write an item by its grades: ``a3+b1``, – for one that is not relevant."""
        found = [f"{aspect}{grade}" for aspect, grade in zip("abc", self.grades[item], strict=False) if grade]
        return "+".join(found) or "–"


def random_cases(n: int, seed: int) -> list[Case]:
    """Draw cases with two aspects, each with a relevant item in the list, and five items, of which four are shown."""
    rng = np.random.default_rng([seed, 4])
    cases: list[Case] = []
    while len(cases) < n:
        grades = rng.integers(0, TOP + 1, (ITEMS, 2)) * rng.integers(0, 2, (ITEMS, 2))
        shown = tuple(rng.permutation(ITEMS)[:-1].tolist())
        if (grades[list(shown)] > 0).any(axis=0).all():
            weight = int(rng.integers(20, 81))
            lengths = tuple(rng.integers(*LENGTHS, ITEMS).tolist())
            cases.append(Case(tuple(map(tuple, grades.tolist())), shown, (weight, 100 - weight), lengths))
    return cases


def values(cases: Sequence[Case]) -> dict[str, FloatArray]:
    """Measure all cases in one batch; each is a query of its own."""
    names = [str(number) for number in range(len(cases))]
    profile = ax.get_profile(order="file", max_grade=TOP)
    measured = ax.evaluate(_judgments(cases, names), _runs(cases, names), [*MEASURES.values()], profile=profile, jobs=1)
    place = {query: number for number, query in enumerate(measured.queries)}
    row = [place[name] for name in names]
    return {name: measured.values[0, row, number] for number, name in enumerate(MEASURES)}


def _runs(cases: Sequence[Case], names: Sequence[str]) -> pl.DataFrame:
    rows = [("run", name, f"{name}-{item}") for case, name in zip(cases, names, strict=True) for item in case.shown]
    return pl.DataFrame(rows, schema=["system", "query", "item"], orient="row")


def _judgments(cases: Sequence[Case], names: Sequence[str]) -> ax.Judgments:
    graded, weights, lengths = [], [], []
    for case, name in zip(cases, names, strict=True):
        for item, (grades, length) in enumerate(zip(case.grades, case.lengths, strict=True)):
            graded += [(name, str(aspect), f"{name}-{item}", float(grade)) for aspect, grade in enumerate(grades)]
            lengths.append((f"{name}-{item}", float(length)))
        weights += [(name, str(aspect), weight / 100) for aspect, weight in enumerate(case.weights)]
    return ax.read_judgments(
        pl.DataFrame(graded, schema=["query", "aspect", "item", "grade"], orient="row"),
        weights=pl.DataFrame(weights, schema=["query", "aspect", "weight"], orient="row"),
        lengths=pl.DataFrame(lengths, schema=["item", "length"], orient="row"),
    )


def regraded(case: Case) -> Case:
    """Give the first item of the list that is relevant to some aspect another positive grade for it."""
    for item in case.shown:
        for aspect, grade in enumerate(case.grades[item]):
            if grade:
                grades = [list(each) for each in case.grades]
                grades[item][aspect] = grade % TOP + 1
                return replace(case, grades=tuple(map(tuple, grades)))
    raise ValueError("a case without a relevant item")


def reweighted(case: Case) -> Case:
    """Swap the weights of the aspects, or make them uneven."""
    first, second = case.weights
    return replace(case, weights=(second, first) if first != second else (first + 10, second - 10))


def with_more_to_find(case: Case) -> Case:
    """Add an item that is as relevant as can be to the first aspect, and not retrieved."""
    return replace(case, grades=(*case.grades, (TOP, 0)), lengths=(*case.lengths, LENGTHS[0]))


def longer(case: Case) -> Case:
    """Make all items twice as long."""
    return replace(case, lengths=tuple(2 * length for length in case.lengths))


def of_one_intent(case: Case) -> Case:
    """Let the list have only items of the first aspect, and leave one of the other to find."""
    grades = [(first, 0) if item in case.shown else (first, TOP) for item, (first, _) in enumerate(case.grades)]
    return replace(case, grades=tuple(grades))


def in_all_orders(case: Case) -> Iterator[Case]:
    """Give all lists of all items."""
    for shown in permutations(range(len(case.grades))):
        yield replace(case, shown=shown)


@dataclass(frozen=True)
class Diminishing:
    """Four lists that show whether an item adds less where an earlier one was relevant to the same aspect.

    Attributes
    ----------
    after_same, after_other
        The item comes after one that is relevant to its aspect, or to the other aspect, in all else alike.
    without_same, without_other
        The same lists with an item that is not relevant in its place.
    """

    after_same: Case
    without_same: Case
    after_other: Case
    without_other: Case


def diminishing(n: int, seed: int) -> list[Diminishing]:
    """Draw cases: some items, then one that is relevant to the one or the other aspect, then one relevant to the one.

    Items 0 and 1 have the same grade, one for each aspect, and the same length; 2 is the item, 3 is not relevant; the
    others, up to two, come first. The weights are uniform.
    """
    rng = np.random.default_rng([seed, 5])
    found = []
    for _ in range(n):
        before, other = (int(rng.integers(1, TOP + 1)) for _ in range(2))
        first = rng.integers(0, TOP + 1, (int(rng.integers(0, 3)), 2))
        grades = ((before, 0), (0, before), (other, 0), (0, 0), *map(tuple, first.tolist()))
        same, *rest = rng.integers(*LENGTHS, len(grades) - 1).tolist()
        top = tuple(range(4, len(grades)))
        lists = [(*top, 0, 2), (*top, 0, 3), (*top, 1, 2), (*top, 1, 3)]
        found.append(Diminishing(*(Case(grades, shown, (50, 50), (same, same, *rest)) for shown in lists)))
    return found
