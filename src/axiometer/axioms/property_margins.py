"""By how much a measure has a property, where that is not the difference of two values of one query."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.axioms.axiom import Values
from axiometer.axioms.case_batch import WHOLE, Drafts
from axiometer.axioms.cases import Cases
from axiometer.axioms.subject import ROUNDING, TIE
from axiometer.measures.base import Measure

LONG: Final = (1024, 4096)
LONG_OF_CATALOGUE: Final = (256, 1024)
"""Lists so long are compared where a bound is infinite; those of a whole catalogue take longer."""
GROWTH: Final = 1.01
"""What grows by more than this from one to the other is not bounded."""
MANY: Final = 64
"""So many relevant items there may be, or twice the cut-off."""


def _is_exact(values: Values) -> bool:
    return values.dtype == object


def _is_undefined(values: Values) -> bool:
    return _is_exact(values) and any(value is None for value in values.flat)


def _numbers(values: Values) -> Values:
    """Make numbers without rounding fractions, which mix with others."""
    if not _is_exact(values):
        return values
    return np.array([[Fraction(value) for value in case] for case in values], dtype=object)


def _settled(margin: Values, values: Values) -> Values:
    """Make what is only rounding 0; doubles are rounded elsewhere."""
    if not _is_exact(values):
        return margin
    kinds = {float: Fraction(ROUNDING), Decimal: Fraction(TIE)}
    exact = [Fraction(value) for value in values.flat]
    share = max(kinds.get(type(value), Fraction(0)) for value in values.flat)
    rounding = share * max(*map(abs, exact), Fraction(1))
    return np.array([0 if abs(each) <= rounding else each for each in margin], dtype=object)


UNDEFINED: Final[Values] = np.array([None], dtype=object)


@lru_cache
def _long_values(measure: Measure, n: int) -> FloatArray:
    """Measure lists of n items: all relevant, only the last, every other one, none while one is missing."""
    gain = np.zeros((4, n + 1, 1), np.int64)
    gain[0, :n] = gain[1, n - 1] = gain[2, :n:2] = gain[3, n] = WHOLE
    each = np.ones(4, np.int64)
    drafts = Drafts(gain, n, each * n, np.zeros((4, 2), np.int64), each[:, None], np.zeros((4, n + 1), bool))
    lists = Cases.of(drafts, drafts.listed[:, None, :]).lists(measure.rows, measure.needs)
    return np.asarray(measure.values(lists), np.float64)


@lru_cache
def outgrown(measure: Measure, side: float) -> float | None:
    """Give a little more than the best value of lists of one item if longer ones make it ever better; else None.

    The side is 1 for large values, −1 for small ones.
    """
    long = LONG_OF_CATALOGUE if "catalogue" in measure.needs else LONG
    values = np.array([side * _long_values(measure, n) for n in (1, 16, *long)])
    # A list that misses what is relevant, and those that miss nothing: what missing costs may hide the others.
    for one, some, shorter, longer in (values[:, 3].tolist(), values[:, :3].max(axis=1).tolist()):
        if longer > GROWTH * max(shorter, 0.0) + ROUNDING:
            limit = one + (GROWTH - 1) * abs(one)
            return float(limit) if some > limit else -np.inf
    return None


def slack(values: Values, measure: Measure) -> Values:
    """Give how far values stay within their bounds."""
    if _is_undefined(values):
        return UNDEFINED
    number: Any = Fraction if _is_exact(values) else float
    if not _is_exact(values) and np.isinf(values).any():
        return np.where(np.isinf(values[:, 0]), -1.0, 1.0)
    found = _numbers(values)[:, 0]
    margin = np.full(len(values), number(1), dtype=values.dtype)
    for side, bound in zip((-1, 1), measure.bounds, strict=True):
        limit = side * bound if np.isfinite(bound) else outgrown(measure, side)
        if limit == -np.inf:
            return np.full(len(values), number(-1), dtype=values.dtype)
        if limit is not None:
            margin = np.minimum(margin, number(limit) - side * found)
    return _settled(margin, values)


def difference(values: Values, measure: Measure) -> Values:
    """Compare values of lists of different queries, of which a measure may say nothing else."""
    del measure
    if _is_undefined(values):
        return UNDEFINED
    found = _numbers(values)
    return _settled(np.asarray(found[:, 0] - found[:, 1]), values)


def is_defined(values: Values, measure: Measure) -> Values:
    """Give 1 where a value is defined, −1 where not."""
    del measure
    if _is_exact(values):
        return np.array([-1 if case[0] is None else 1 for case in values], dtype=object)
    return np.where(np.isnan(values[:, 0]), -1.0, 1.0)


def best_apart(values: Values, measure: Measure) -> Values:
    """Compare the best values for two sets of relevant items, and for many of them."""
    if _is_undefined(values):
        return UNDEFINED
    found = _numbers(values)
    best = np.min if measure.is_smaller_better else np.max
    few, more = best(found[:, :3], axis=1), best(found[:, 3:], axis=1)
    cutoff: int = getattr(measure, "cutoff", None) or 0
    most = float(_long_values(measure, max(MANY, 2 * cutoff))[0])
    far = np.array([most - float(each) for each in few])
    apart = _settled(np.asarray(few - more), values)
    return np.where((apart == 0) & (np.abs(far) > 1e-9), far, apart)
