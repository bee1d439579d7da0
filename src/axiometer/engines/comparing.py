"""Lists of the same query compared: by a preference, or by the values of a measure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.engines.preferences import Compared, Signs
from axiometer.errors import UsageError
from axiometer.measures.base import Measure, rows_for, values_of
from axiometer.measures.preferences.base import Ordering, Preference
from axiometer.projection.lists import RankedLists
from axiometer.stats.rounding import ROUNDING, steps

CLOSE: Final = 1e-9
"""Values that differ by less of their size are worth telling of."""


def compare(
    compared: Compared, lists: RankedLists, left: IntArray, right: IntArray, tie_tolerance: float | None = None
) -> FloatArray:
    """Compare pairs of lists that answer the same query: above 0 where the left one is better, 0 for ties.

    Undefined (nan) where there is nothing to compare.
    """
    return Contest(compared, lists, tie_tolerance).compare(left, right)


@dataclass(frozen=True, eq=False)
class Contest:
    """Lists that are compared in one way.

    Attributes
    ----------
    compared
        The preference, or the measure whose values are compared.
    lists
        Several of each query.
    tie_tolerance
        Values, or a preference and 0, are tied that differ by at most this; without it, those that differ by rounding.
    known
        The values of a measure, if somebody has computed them.
    """

    compared: Compared
    lists: RankedLists
    tie_tolerance: float | None = None
    known: FloatArray | None = None

    @cached_property
    def is_defined(self) -> BoolArray:
        """For each list, whether it can be compared."""
        if isinstance(self.compared, Preference):
            return self.compared.is_defined(self.lists)
        return ~np.isnan(self._values)

    @cached_property
    def number(self) -> IntArray | None:
        """For each list a number, the larger the better of two lists of a query; nothing if that cannot be."""
        if isinstance(self.compared, Ordering):
            return self.compared.order(self.lists)
        if isinstance(self.compared, Preference):
            return None
        standing = self._standing(self.compared)
        if np.issubdtype(standing.dtype, np.integer):
            return standing.astype(np.int64, copy=False)
        return classes(standing.astype(np.float64, copy=False), self.lists.query, self.tie_tolerance)

    @cached_property
    def n_close(self) -> int:
        """How many values differ from the next of their query, but by less than is worth trusting."""
        if isinstance(self.compared, Preference):
            return 0
        return n_close(self._values, self.lists.query)

    def compare(self, left: IntArray, right: IntArray) -> FloatArray:
        """Compare pairs of lists, given by their numbers; undefined (nan) where one of them is."""
        is_defined = self.is_defined[left] & self.is_defined[right]
        if self.number is not None:
            sign = np.sign(self.number[left] - self.number[right])
            return np.where(is_defined, sign, np.nan)
        assert isinstance(self.compared, Preference)
        value = np.where(is_defined, _checked(self.compared, self.compared.compare(self.lists, left, right)), np.nan)
        _refuse_beyond(self.compared, value[is_defined])
        tolerance = self.tie_tolerance
        if tolerance is None:
            tolerance = ROUNDING if self.compared.is_rounded else 0.0
        return np.where(np.abs(value) <= tolerance, 0.0, value)

    @cached_property
    def _values(self) -> FloatArray:
        assert isinstance(self.compared, Measure)
        return values_of(self.compared, self.lists) if self.known is None else self.known.ravel()

    def _standing(self, measure: Measure) -> FloatArray | IntArray:
        """Give what the lists are compared by: the values, if a tolerance speaks of them or there is nothing else."""
        if self.tie_tolerance or type(measure).standing is Measure.standing:
            return -self._values if measure.is_smaller_better else self._values
        return measure.standing(rows_for(measure, self.lists))


def _checked(preference: Preference, value: object) -> FloatArray:
    numbers = np.asarray(value)
    if numbers.dtype.kind not in "fiub":
        raise UsageError(f"{preference} gives values of type {numbers.dtype}: numbers are needed")
    return numbers.astype(np.float64, copy=False)


def _refuse_beyond(preference: Preference, value: FloatArray) -> None:
    is_beyond = ~(np.abs(value) <= 1 + ROUNDING)
    if is_beyond.any():
        raise UsageError(f"{preference} gives {value[is_beyond][0]:g} for a pair: numbers from −1 to 1 are needed")


def pair_signs(number: npt.NDArray[np.integer[Any]], is_compared: BoolArray) -> Signs:
    """Compare the numbers that systems × queries have: pairs × queries, 1 where the left one is greater.

    0 also where one of the two is not compared. Pairs are in the order of ``np.triu_indices``.
    """
    n_systems, n_queries = number.shape
    signs = np.empty((n_systems * (n_systems - 1) // 2, n_queries), dtype=np.int8)
    start = 0
    for system in range(n_systems - 1):
        ours, others = number[system], number[system + 1 :]
        rows = signs[start : start + len(others)]
        np.subtract((ours > others).view(np.int8), (ours < others).view(np.int8), out=rows)
        rows[~(is_compared[system] & is_compared[system + 1 :])] = 0
        start += len(others)
    return signs


def n_close(values: FloatArray, query: IntArray) -> int:
    """Count the values that differ from the next of their query by more than rounding, but hardly."""
    order = np.lexsort((values, query))
    gap, size = steps(values[order])
    is_same_query = np.diff(query[order]) == 0
    return int(((gap > ROUNDING * size) & (gap <= CLOSE * size) & is_same_query).sum())


def classes(standing: FloatArray, query: IntArray, tie_tolerance: float | None) -> IntArray:
    """Give the values of each query numbers, equal ones to those within the tolerance of the next."""
    order = np.lexsort((standing, query))
    gap, size = steps(standing[order])
    is_next = np.concatenate([[False], gap > (ROUNDING * size if tie_tolerance is None else tie_tolerance)])
    number = np.empty(standing.size, dtype=np.int64)
    number[order] = np.cumsum(is_next)
    return number
