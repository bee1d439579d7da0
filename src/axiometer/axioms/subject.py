"""What is tested: a measure or a preference that sees gains, in batches and without rounding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Any, Final, Literal

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.axioms.axiom import Axiom
from axiometer.axioms.case_batch import Drafts
from axiometer.axioms.cases import CORPUS_SIZE, Cases
from axiometer.axioms.exact_values import has_reference, reference_value, with_parameters
from axiometer.axioms.examples import Example
from axiometer.errors import UsageError
from axiometer.measures.base import Measure, one_for_each, values_of
from axiometer.measures.parameters import LEVEL
from axiometer.measures.parts.graded import Graded
from axiometer.measures.preferences.base import Preference
from axiometer.reference import Known
from axiometer.reference.cases import Case, top_grade

Arithmetic = Literal["fractions", "50 digits", "doubles"]
ROUNDING: Final = 1e-12
"""Values that differ by less than this share of themselves may be equal but for rounding."""
LAST_BITS: Final = 2.0**-46
"""Of measures that have doubles only, values that differ by less than this share of themselves are equal."""
DIGITS: Final = 60
TIE: Final = Decimal(10) ** -50
"""Of numbers of 60 digits, those that differ by less than this share of themselves are equal."""
UNTOLD: Final = frozenset({"popularity", "providers"})
"""What no axiom says of items."""


@dataclass(frozen=True, eq=False)
class Subject:
    """A measure or preference under test; its grades are gains between 0 and 1, and every positive gain counts."""

    tested: Measure | Preference
    given: Measure | Preference

    @classmethod
    def of(cls, given: Measure | Preference) -> Subject:
        """Let a measure see gains."""
        return cls(of_gains(given), given)

    def __str__(self) -> str:
        return str(self.given)

    @property
    def cutoff(self) -> int | None:
        """The cut-off, if there is one."""
        return getattr(self.tested, "cutoff", None)

    @property
    def is_smaller_better(self) -> bool:
        """Whether smaller values are better ones."""
        return isinstance(self.tested, Measure) and self.tested.is_smaller_better

    def obstacle(self, axiom: Any) -> str:
        """Say why an axiom does not apply; mostly it does."""
        if isinstance(self.tested, Preference) and axiom.needs_values:
            return "the axiom speaks of values, which a preference does not have"
        untold = sorted(self.tested.needs & UNTOLD) if isinstance(self.tested, Measure) else []
        if untold:
            return f"the axiom says nothing of the {' and '.join(untold)} of items, which {self.given.name} needs"
        return ""

    def margins(self, axiom: Axiom, drafts: Drafts) -> tuple[FloatArray, FloatArray]:
        """Give by how much an axiom holds in each case, nan where it says nothing; and what is rounding."""
        is_hidden = None if axiom.hidden is None else axiom.hidden(drafts)
        return self.margins_of(axiom, Cases.of(drafts, axiom.lists(drafts), is_hidden), len(drafts))

    def margins_of(self, axiom: Axiom, cases: Cases, n_cases: int) -> tuple[FloatArray, FloatArray]:
        """Do the same for cases."""
        if isinstance(self.tested, Preference):
            lists = cases.lists("judged", frozenset())
            number = np.arange(len(lists)).reshape(n_cases, -1)
            sign = np.asarray(self.tested.compare(lists, number[:, 0], number[:, 1]))
            if sign.shape != (n_cases,):
                found = f"{sign.size} numbers of shape {sign.shape} for {n_cases} pairs of lists"
                raise UsageError(f"{self.tested} gives {found}: one number each is needed")
            rounding = np.full(n_cases, ROUNDING if self.tested.is_rounded else 0.0)
            return np.where(self.tested.is_defined(lists)[number[:, 0]], sign, np.nan), rounding
        lists = cases.lists(self.tested.rows, self.tested.needs)
        if axiom.margin is not None:
            values = values_of(self.tested, lists).reshape(n_cases, -1)
            return np.asarray(axiom.margin(values, self.tested), np.float64), _rounding(values)
        places = one_for_each(self.tested, self.tested.standing(lists), lists).reshape(n_cases, -1)
        if places.dtype.kind in "iu":
            return np.sign(places[:, 0] - places[:, 1]).astype(np.float64), np.zeros(n_cases)
        standing = places.astype(np.float64, copy=False)
        with np.errstate(invalid="ignore"):  # what is infinite on both sides cannot be compared
            return standing[:, 0] - standing[:, 1], _rounding(standing)

    def values(self, example: Example) -> tuple[list[Any], Arithmetic]:
        """Compute the value of each list as exactly as possible; None where it is undefined.

        A preference has one number for the first of two lists, and the opposite one for the second.
        """
        if not has_reference(self.tested):
            return self._in_doubles(example), "doubles"
        compute = self._preferred if isinstance(self.tested, Preference) else self._measured
        try:
            return compute(example.cases(), fraction), "fractions"
        except TypeError:  # an irrational number
            with localcontext(Context(prec=DIGITS)):
                return compute(example.cases(), decimal), "50 digits"

    def margin(self, axiom: Axiom, values: list[Any]) -> Any:
        """Give by how much an axiom holds; None where it says nothing, 0 for a tie."""
        if isinstance(self.tested, Preference):
            return values[0]
        if axiom.margin is not None:
            return axiom.margin(np.array([values], dtype=object), self.tested)[0]
        first, second = values
        if first is None or second is None:
            return None
        difference = second - first if self.tested.is_smaller_better else first - second
        size = max(abs(first), abs(second))
        if isinstance(difference, Decimal):
            with localcontext(Context(prec=DIGITS)):
                return Decimal(0) if abs(difference) <= size * TIE else difference
        return difference

    def margin_in_doubles(self, axiom: Axiom, example: Example) -> float:
        """Give by how much an axiom holds where there are doubles only; 0 where just last bits differ."""
        margin, rounding = self.margins_of(axiom, Cases.of_example(example), 1)
        return 0.0 if abs(margin[0]) <= rounding[0] / ROUNDING * LAST_BITS else float(margin[0])

    def _measured(self, cases: Sequence[Case], number: Callable[[Any], Any]) -> list[Any]:
        assert isinstance(self.tested, Measure)
        how: dict[str, Any] = {"max_grade": 1, "number": number, "counted": "all", "corpus_size": CORPUS_SIZE}
        return [reference_value(self.tested, case, **how) for case in cases]

    def _preferred(self, cases: Sequence[Case], number: Callable[[Any], Any]) -> list[Any]:
        left, right = ([None if g is None else top_grade(g) for g in case.ranking] for case in cases)
        pool = [top_grade(grade) for grade in cases[0].pool]
        sign = with_parameters(self.tested)(left, right, pool, Known(number=number))
        return [sign, None if sign is None else -sign]

    def _in_doubles(self, example: Example) -> list[Any]:
        cases = Cases.of_example(example)
        if isinstance(self.tested, Preference):
            lists = cases.lists("judged", frozenset())
            sign = float(self.tested.compare(lists, np.array([0]), np.array([1]))[0])
            return [sign, -sign] if self.tested.is_defined(lists).all() else [None, None]
        values = values_of(self.tested, cases.lists(self.tested.rows, self.tested.needs))
        return [None if np.isnan(value) else float(value) for value in values]


def of_gains(given: Any) -> Any:
    """Let a measure, and one inside it, take grades for gains: all positive ones count, and H is 1."""
    changes: dict[str, Any] = {}
    if isinstance(given, Graded) and given.gain != "binary":
        changes["gain"] = "identity"
    elif any(each.name == "rel" and each.metadata.get("meaning") == LEVEL for each in fields(given)):
        changes["rel"] = 0
    if isinstance(getattr(given, "measure", None), Measure):
        changes["measure"] = of_gains(given.measure)
    return replace(given, **changes) if changes else given


def fraction(number: Any) -> Fraction:
    """Make a fraction; a double is taken for the number that it prints as."""
    if type(number) is Fraction:
        return number
    return Fraction(str(number)) if isinstance(number, float) else Fraction(number)


def decimal(number: Any) -> Decimal:
    """Make a number of 60 digits; a double is taken for the number that it prints as."""
    if type(number) is Fraction:
        return Decimal(number.numerator) / Decimal(number.denominator)
    return Decimal(str(number)) if isinstance(number, float) else Decimal(number)


def _rounding(values: FloatArray) -> FloatArray:
    size: FloatArray = np.abs(values).max(axis=1)
    return size * ROUNDING
