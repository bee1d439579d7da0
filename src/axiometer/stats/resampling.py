"""Tests of paired differences that draw their chances from the differences themselves.

Differences come as a matrix of pairs × queries, in which nan says that the pair has no such query. Pairs with the
same number of queries share their draws, which depend on the seed and on that number only: a pair's result is the same
whatever other pairs stand beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.stats.paired import mean_and_deviation
from axiometer.stats.rounding import ROUNDING

MOST_DRAWS, MOST_PAIRS = 1000, 500
"""How many draws, and pairs, are handled at once."""
MOST_CELLS = 2**21
"""How many numbers one block of draws may have: 16 MB."""


def randomisation(difference: FloatArray, *, permutations: int = 10_000, seed: int = 0) -> FloatArray:
    """Give the two-sided p-value of the paired randomisation test for each pair.

    If it did not matter which system is which, each difference could as well have the other sign. The p-value is the
    share of signs for which the sum of differences is at least as far from 0 as it is, up to rounding. All signs are
    tried if a pair has so few queries that there are at most ``permutations`` of them; otherwise as many are drawn,
    and the observed ones counted among them. It is nan if all differences are 0.
    """
    p_value = np.full(len(difference), np.nan)
    for pairs, values in _by_number_of_queries(difference):
        n = values.shape[1]
        if 2**n <= permutations:
            p_value[pairs] = _count_as_far(values, _all_signs(n)) / 2 ** (n - 1)
        else:
            counted = _count_as_far(values, _random_signs(n, permutations, seed))
            p_value[pairs] = (counted + 1) / (permutations + 1)
    return np.where(np.nansum(np.abs(difference), axis=1) > 0, p_value, np.nan)


def bootstrap(
    difference: FloatArray, *, resamples: int = 10_000, seed: int = 0, confidence: float = 0.95
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Give the two-sided p-value of the paired bootstrap test for each pair, and the interval that belongs to it.

    Queries are drawn with replacement, as many as the pair has, from its differences moved to a mean of 0. The p-value
    is the share of draws, with the observed one among them, whose t, the mean in standard errors, is at least as far
    from 0 as the observed t. Where all drawn differences are the same, t is infinite, or 0 if they are 0.

    The interval is the symmetric bootstrap-t one, mean ± c standard errors, with c from the sizes of the same draws'
    t. So it contains 0 just if p > 1 − confidence. It is infinite where too many draws are of one difference only,
    which happens with three queries or fewer, or if nearly all differences are the same.

    Returns
    -------
    tuple
        P-values, lower ends and upper ends; nan if a pair has fewer than two queries, or if all its differences are
        the same up to rounding.
    """
    _, mean, deviation = mean_and_deviation(difference)
    p_value, half = np.full(len(difference), np.nan), np.full(len(difference), np.nan)
    at_once = max(1, min(MOST_PAIRS, MOST_PAIRS * 10_000 // resamples))
    for group, values in _by_number_of_queries(difference):
        is_varied = ~np.isnan(deviation[group])
        group, values, n = group[is_varied], values[is_varied], values.shape[1]
        for start in range(0, group.size, at_once):
            pairs, standard = group[start : start + at_once], values[start : start + at_once]
            standard = (standard - mean[pairs, None]) / deviation[pairs, None]
            t_squared = _drawn_t_squared(standard, resamples, seed)
            observed = n * (mean[pairs] / deviation[pairs]) ** 2
            as_far = np.count_nonzero(t_squared >= (1 - ROUNDING) * observed[:, None], axis=1)
            p_value[pairs] = (as_far + 1) / (resamples + 1)
            half[pairs] = np.sqrt(critical_value(t_squared, confidence) / n) * deviation[pairs]
    return p_value, mean - half, mean + half


def critical_value(drawn: FloatArray, confidence: float) -> FloatArray:
    """Give the value above which an observed one is significant, for the draws along the last axis.

    The p-value of an observed value is the share of draws, with itself among them, that reach it; above the value given
    here it is at most 1 − confidence. Infinite if there are too few draws for that.
    """
    draws = drawn.shape[-1]
    place = math.ceil(confidence * (draws + 1) - 1e-9)
    if place > draws:
        return np.full(drawn.shape[:-1], np.inf)
    critical: FloatArray = np.partition(drawn, place - 1, axis=-1)[..., place - 1]
    return critical


def _by_number_of_queries(difference: FloatArray) -> Iterator[tuple[IntArray, FloatArray]]:
    """Give the pairs with each number of queries, and their differences without those that they lack."""
    lacks = np.isnan(difference)
    packed = np.take_along_axis(difference, np.argsort(lacks, axis=1, kind="stable"), axis=1)
    n = np.count_nonzero(~lacks, axis=1)
    for each in np.unique(n[n > 0]):
        pairs = np.flatnonzero(n == each)
        yield pairs, packed[pairs, :each]


def _blocks(n: int, draws: int) -> Iterator[tuple[int, int]]:
    """Cut a number of draws into blocks, in the same way whatever the pairs are."""
    at_once = max(1, min(MOST_DRAWS, MOST_CELLS // n))
    for start in range(0, draws, at_once):
        yield start, min(draws, start + at_once)


def _all_signs(n: int) -> Iterator[FloatArray]:
    """Give all signs of n differences; the last stays positive, since turning all of them changes nothing."""
    for start, end in _blocks(n, 2 ** (n - 1)):
        yield np.where(np.arange(start, end)[:, None] >> np.arange(n) & 1, -1.0, 1.0)


def _random_signs(n: int, draws: int, seed: int) -> Iterator[FloatArray]:
    for start, end in _blocks(n, draws):
        rng = np.random.default_rng([seed, n, start])
        yield np.where(rng.integers(0, 2, size=(end - start, n), dtype=np.int8), -1.0, 1.0)


def _count_as_far(values: FloatArray, signs: Iterator[FloatArray]) -> IntArray:
    """Count for each pair the signs for which its sum is at least as far from 0 as with its own."""
    size = np.abs(values).sum(axis=1)
    least = np.abs(values.sum(axis=1)) - ROUNDING * size
    counted = np.zeros(len(values), dtype=np.int64)
    for block in signs:
        for start in range(0, len(values), MOST_PAIRS):
            pairs = slice(start, start + MOST_PAIRS)
            counted[pairs] += np.count_nonzero(np.abs(values[pairs] @ block.T) >= least[pairs, None], axis=1)
    return counted


def _drawn_t_squared(standard: FloatArray, resamples: int, seed: int) -> FloatArray:
    """Give t² of resamples, pairs × resamples, for differences with mean 0 and standard deviation 1."""
    n = standard.shape[1]
    standard = np.where(np.abs(standard) <= ROUNDING * n, 0.0, standard)
    squared = standard**2
    t_squared = np.empty((len(standard), resamples))
    for start, end in _blocks(n, resamples):
        rng = np.random.default_rng([seed, n, start])
        cell = rng.integers(n, size=(end - start, n)) + n * np.arange(end - start)[:, None]
        times = np.bincount(cell.ravel(), minlength=(end - start) * n).reshape(-1, n).astype(np.float64)
        total, total_squared = standard @ times.T, squared @ times.T
        variation = total_squared - total**2 / n
        is_flat = variation <= ROUNDING * total_squared
        above = np.where(is_flat & (total != 0), np.inf, total**2 * ((n - 1) / n))
        t_squared[:, start:end] = above / np.where(is_flat, 1.0, variation)
    return t_squared
