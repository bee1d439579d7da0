"""Tests of all pairs of systems at once, whose p-values need no further correction.

Values come as a matrix of systems × queries without gaps. Results have one entry for each pair (i, j) of systems with
i < j, in the order of ``np.triu_indices(systems, 1)``; a difference is that of the mean of i less the mean of j.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import permutations as orders_of

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.errors import UsageError
from axiometer.stats import studentized_range
from axiometer.stats.resampling import critical_value
from axiometer.stats.rounding import ROUNDING

MOST_CELLS = 2**18
"""How many values are permuted at once: 2 MB, which stay in the processor's cache."""


@dataclass(frozen=True, eq=False)
class Simultaneous:
    """What a test of all pairs of systems says of each pair.

    Attributes
    ----------
    p_value
        The chance, if all systems were the same, that any two of them differ by as much as these two.
    low, high
        The ends of the interval of the difference; all intervals hold together.
    effect
        The difference in standard deviations of what is left of the values without system and query.
    """

    p_value: FloatArray
    low: FloatArray
    high: FloatArray
    effect: FloatArray


def tukey_hsd(values: FloatArray, confidence: float = 0.95) -> Simultaneous:
    """Test all pairs of systems by Tukey's honestly significant difference.

    A value is taken for the sum of a part of its system, a part of its query and an error. All results are nan if
    there are fewer than two systems or queries, or if there is no error up to rounding.
    """
    difference, error = _differences(values), _standard_error(values)
    systems, queries = values.shape
    if np.isnan(error):
        nothing = np.full(difference.size, np.nan)
        return Simultaneous(nothing, nothing, nothing, nothing)
    freedom = (systems - 1) * (queries - 1)
    unit = error / math.sqrt(queries)
    half = studentized_range.quantile(confidence, systems, freedom) * unit
    p_value = studentized_range.survival(np.abs(difference) / unit, systems, freedom)
    return Simultaneous(p_value, difference - half, difference + half, difference / error)


def randomised_tukey_hsd(
    values: FloatArray,
    *,
    permutations: int = 10_000,
    seed: int = 0,
    confidence: float = 0.95,
    jobs: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Simultaneous:
    """Test all pairs of systems by the randomised form of Tukey's test, which supposes no distribution.

    If all systems were the same, the values of a query could as well be those of the systems in another order. The
    p-value is the share of such permutations for which the best mean of a system is above the worst by at least the
    difference of the pair, up to rounding. All permutations are tried if there are at most ``permutations`` of them;
    otherwise as many are drawn, and the observed one counted among them. All results are nan if there are fewer than
    two systems or queries, or if the systems have the same values; effects also if there is no error up to rounding.

    Parameters
    ----------
    values
        Systems × queries.
    permutations
        How many are drawn.
    seed
        Where the draws start; with the same seed they are the same, whatever ``jobs`` is.
    confidence
        Of the intervals: the difference ∓ the range of means that permutations exceed with a chance of 1 − confidence.
    jobs
        How many permutations are made at the same time.
    progress
        Called with the number of permutations made and of all.
    """
    difference, error = _differences(values), _standard_error(values)
    systems, queries = values.shape
    if min(systems, queries) < 2 or not np.ptp(values, axis=0).any():
        nothing = np.full(difference.size, np.nan)
        return Simultaneous(nothing, nothing, nothing, nothing)
    if queries * math.lgamma(systems + 1) <= math.log(permutations) + ROUNDING:
        # Counted without the observed permutation, which is the first, as if the others had been drawn.
        ranges = _all_ranges(values)[1:]
    else:
        ranges = _random_ranges(values, permutations, seed, jobs, progress)
    half = critical_value(ranges, confidence)
    least = np.abs(difference) - ROUNDING * np.abs(values).max()
    p_value = (ranges.size - np.searchsorted(np.sort(ranges), least) + 1) / (ranges.size + 1)
    return Simultaneous(p_value, difference - half, difference + half, difference / error)


def _differences(values: FloatArray) -> FloatArray:
    """Give the difference of the means of each pair of systems."""
    if np.isnan(values).any():
        raise UsageError("every system needs a value for every query: leave out queries with a value of nan")
    first, second = np.triu_indices(len(values), 1)
    mean = values.sum(axis=1) / max(1, values.shape[1])
    difference: FloatArray = mean[first] - mean[second]
    return difference


def _standard_error(values: FloatArray) -> float:
    """Give the standard deviation of what system and query do not explain, nan if there is none."""
    systems, queries = values.shape
    if min(systems, queries) < 2:
        return math.nan
    by_system, by_query = values.mean(axis=1, keepdims=True), values.mean(axis=0, keepdims=True)
    left = values - by_system - by_query + values.mean()
    error = math.sqrt(np.sum(left**2) / ((systems - 1) * (queries - 1)))
    return error if error > ROUNDING * np.abs(values).max() else math.nan


def _all_ranges(values: FloatArray) -> FloatArray:
    """Give the ranges of the means under all permutations; those of the first query stay as they are.

    To permute all queries in the same way only gives the systems other names, which leaves the range as it is.
    """
    order = np.array(list(orders_of(range(len(values)))))
    totals = values[:, 0][None, :]
    for query in values.T[1:]:
        totals = (totals[:, None, :] + query[order]).reshape(-1, len(values))
    ranges: FloatArray = np.ptp(totals, axis=1) / values.shape[1]
    return ranges


def _random_ranges(
    values: FloatArray, permutations: int, seed: int, jobs: int, progress: Callable[[int, int], None] | None
) -> FloatArray:
    """Give the ranges of the means under random permutations, block by block, each with its own stream of draws."""
    # Sorted, so that draws do not depend on the order of the systems.
    by_query = np.sort(values.T, axis=1)
    at_once = max(1, MOST_CELLS // values.size)

    def ranges_from(start: int) -> FloatArray:
        rng = np.random.default_rng([seed, start])
        drawn = np.repeat(by_query[None], min(at_once, permutations - start), axis=0)
        rows = drawn.reshape(-1, len(values))
        rng.permuted(rows, axis=1, out=rows)
        block: FloatArray = np.ptp(drawn.sum(axis=1), axis=1) / len(by_query)
        return block

    ranges = np.empty(permutations)
    starts = range(0, permutations, at_once)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        for start, block in zip(starts, pool.map(ranges_from, starts), strict=True):
            ranges[start : start + block.size] = block
            if progress is not None:
                progress(start + block.size, permutations)
    return ranges
