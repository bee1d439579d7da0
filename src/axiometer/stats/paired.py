"""Tests of the differences between two systems, query by query, for many pairs of systems at once.

Differences come as a matrix of pairs × queries, in which nan says that the pair has no such query. Where there is
nothing to tell chance from, no p-value is made up: it is nan.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.errors import UsageError
from axiometer.stats.rounding import ROUNDING, steps

Alternative = Literal["two-sided", "less", "greater"]

MOST_EXACT = 50
"""How many queries still get the exact chances of Wilcoxon's ranks, if no two differences have the same size."""
MOST_EXACT_WITH_TIES = 13
"""How many still get them if some have; both limits are those of ``scipy.stats.wilcoxon``."""


@dataclass(frozen=True, eq=False)
class Estimate:
    """How large the difference of each pair is.

    Attributes
    ----------
    mean
        The mean difference, nan without a query.
    low, high
        The ends of Student's interval about the mean.
    effect
        The mean in standard deviations of the differences (Cohen's d for paired samples). Like the interval, nan if
        there are fewer than two queries, or if all differences are the same up to rounding.
    n
        How many queries the pair has.
    """

    mean: FloatArray
    low: FloatArray
    high: FloatArray
    effect: FloatArray
    n: IntArray


def estimate(difference: FloatArray, confidence: float = 0.95) -> Estimate:
    """Estimate the mean difference of each pair."""
    from scipy.special import stdtrit

    n, mean, deviation = mean_and_deviation(difference)
    half = stdtrit(np.maximum(n - 1, 1), (1 + confidence) / 2) * deviation / np.sqrt(np.maximum(n, 1))
    return Estimate(mean, mean - half, mean + half, mean / deviation, n)


def mean_and_deviation(difference: FloatArray) -> tuple[IntArray, FloatArray, FloatArray]:
    """Give the number of queries of each pair, its mean difference, and their standard deviation.

    The deviation (by n − 1) is nan if there are fewer than two queries, or if it is 0 up to rounding.
    """
    has = ~np.isnan(difference)
    n = np.count_nonzero(has, axis=1).astype(np.int64)
    known = np.where(has, difference, 0.0)
    mean = np.where(n > 0, known.sum(axis=1) / np.maximum(n, 1), np.nan)
    from_mean = np.where(has, difference - mean[:, None], 0.0)
    deviation = np.sqrt(np.einsum("pr,pr->p", from_mean, from_mean) / np.maximum(n - 1, 1))
    largest = np.abs(known).max(axis=1, initial=0.0)
    return n, mean, np.where((n > 1) & (deviation > ROUNDING * largest), deviation, np.nan)


def t_test(difference: FloatArray) -> FloatArray:
    """Give the two-sided p-value of Student's paired t-test for each pair.

    It is nan if a pair has fewer than two queries, or if all its differences are the same up to rounding.
    """
    from scipy.special import stdtr

    n, mean, deviation = mean_and_deviation(difference)
    p_value: FloatArray = 2 * stdtr(np.maximum(n - 1, 1), -np.abs(mean) / (deviation / np.sqrt(n)))
    return p_value


def wilcoxon(
    difference: FloatArray, alternative: Alternative = "two-sided", is_tie: BoolArray | None = None
) -> FloatArray:
    """Give the p-value of Wilcoxon's signed-rank test for each pair.

    Like ``scipy.stats.wilcoxon``, but that sizes are the same that differ by rounding only, such as those of 0.3 − 0.1
    and 0.9 − 0.7: differences of 0 are left out. The chances are exact for up to 50 queries if no
    difference is 0 and no two have the same size, and for up to 13 in any case; else they are those of the normal
    distribution, with its variance corrected for differences of the same size, and without a correction of
    continuity. The p-value is nan if no difference is left.

    Parameters
    ----------
    difference
        Pairs × queries.
    alternative
        Whether differences tend to be below 0 (``"less"``), above 0 (``"greater"``), or either.
    is_tie
        Which differences are to be taken for 0, besides those that are.

    Examples
    --------
    >>> wilcoxon(np.array([[0.1, 0.2, 0.3, 0.4, 0.5]])).tolist()
    [0.0625]
    """
    from scipy.special import ndtr

    if alternative not in {"two-sided", "less", "greater"}:
        raise UsageError(f"there is no alternative {alternative!r}; choose one of two-sided, less and greater")
    ranks = _SignedRanks.of(difference, is_tie)
    n, queries = ranks.n, np.count_nonzero(~np.isnan(difference), axis=1)
    variance = (n * (n + 1.0) * (2 * n + 1) - ranks.tied / 2) / 24
    z = (ranks.positive - n * (n + 1) / 4) / np.sqrt(np.where(n > 0, variance, np.nan))
    less, greater = ndtr(z), ndtr(-z)
    is_plain = (n == queries) & (ranks.tied == 0)
    plain = np.flatnonzero(is_plain & (n > 0) & (n <= MOST_EXACT))
    less[plain], greater[plain] = _exact(ranks.part(plain))
    with_ties = np.flatnonzero(~is_plain & (n > 0) & (queries <= MOST_EXACT_WITH_TIES))
    less[with_ties], greater[with_ties] = _exact_with_ties(ranks.part(with_ties))
    either = np.minimum(1.0, 2 * np.minimum(less, greater))
    p_value: FloatArray = {"less": less, "greater": greater, "two-sided": either}[alternative]
    return p_value


def rank_biserial(difference: FloatArray, is_tie: BoolArray | None = None) -> FloatArray:
    """Give the effect that belongs to Wilcoxon's test: the rank-biserial correlation of matched pairs.

    It is the sum of the ranks of positive differences less that of negative ones, by the sum of all: 1 if all are
    positive, −1 if all are negative, nan if no difference is left. The parameters are those of ``wilcoxon``.

    Examples
    --------
    >>> rank_biserial(np.array([[0.1, 0.2, -0.3, 0.4]])).round(4).tolist()
    [0.4]
    """
    ranks = _SignedRanks.of(difference, is_tie)
    total = ranks.n * (ranks.n + 1) / 2
    return 2 * ranks.positive / np.where(total > 0, total, np.nan) - 1


@dataclass(frozen=True, eq=False)
class _SignedRanks:
    """The ranks of the sizes of each pair's differences, the smallest first.

    Attributes
    ----------
    doubled
        Twice the rank of each difference, in ascending order, then 0 for those left out; same sizes share their ranks,
        so that these are whole numbers.
    positive
        The sum of the ranks of positive differences.
    tied
        The sum of t³ − t over the sizes that t differences share.
    n
        How many differences are ranked.
    """

    doubled: IntArray
    positive: FloatArray
    tied: FloatArray
    n: IntArray

    @classmethod
    def of(cls, difference: FloatArray, is_tie: BoolArray | None) -> _SignedRanks:
        """Rank the differences that are not 0, nan or a tie."""
        is_out = difference == 0
        if is_tie is not None:
            is_out |= is_tie
        size = np.where(is_out, np.nan, np.abs(difference))
        order = np.argsort(size, axis=1)
        size = np.take_along_axis(size, order, axis=1)
        is_positive = np.take_along_axis(difference, order, axis=1) > 0
        place = np.arange(size.shape[1])
        is_new = np.ones((size.shape[0], size.shape[1] + 1), dtype=np.bool_)
        # Sizes are the same up to rounding; nan, sorted last, is never the same as another.
        largest = np.nan_to_num(size).max(axis=1, initial=0.0, keepdims=True)
        is_new[:, 1:-1] = ~(steps(size)[0] <= ROUNDING * largest)
        first = np.maximum.accumulate(np.where(is_new[:, :-1], place, 0), axis=1)
        last = np.where(is_new[:, 1:], place, size.shape[1])
        last = np.minimum.accumulate(last[:, ::-1], axis=1)[:, ::-1]
        together = (last - first + 1).astype(np.float64)
        doubled = np.where(np.isnan(size), 0, first + last + 2)
        return cls(
            doubled=doubled,
            positive=(doubled * is_positive).sum(axis=1) / 2,
            tied=(together**2 - 1).sum(axis=1),
            n=np.count_nonzero(doubled, axis=1).astype(np.int64),
        )

    def part(self, pairs: IntArray) -> _SignedRanks:
        """Keep some pairs."""
        return _SignedRanks(self.doubled[pairs], self.positive[pairs], self.tied[pairs], self.n[pairs])


def _exact(ranks: _SignedRanks) -> tuple[FloatArray, FloatArray]:
    """Give the chances of at most, and of at least, the sums of positive ranks, none of which are shared."""
    at_most = _chances_without_ties()
    positive = ranks.positive.astype(np.int64)
    return at_most[ranks.n, positive], at_most[ranks.n, ranks.n * (ranks.n + 1) // 2 - positive]


@cache
def _chances_without_ties() -> FloatArray:
    """Give the chance of a sum of positive ranks of at most the column, for each number of differences.

    The difference of rank n is as likely negative as positive. All numbers are multiples of 2 to the −50: exact.
    """
    chance = np.zeros((MOST_EXACT + 1, MOST_EXACT * (MOST_EXACT + 1) // 2 + 1))
    chance[0, 0] = 1
    for n in range(1, MOST_EXACT + 1):
        chance[n] = chance[n - 1] / 2
        chance[n, n:] += chance[n - 1, :-n] / 2
    return chance.cumsum(axis=1)


def _exact_with_ties(ranks: _SignedRanks) -> tuple[FloatArray, FloatArray]:
    """Give the same chances as ``_exact`` for ranks of which some are shared."""
    doubled = ranks.doubled[:, :MOST_EXACT_WITH_TIES]
    possible = np.arange(MOST_EXACT_WITH_TIES * (MOST_EXACT_WITH_TIES + 1) + 1)
    chance = np.zeros((len(doubled), possible.size))
    chance[:, 0] = 1
    for rank in doubled.T:
        before = possible - rank[:, None]
        raised = np.where(before < 0, 0.0, np.take_along_axis(chance, np.maximum(before, 0), axis=1))
        chance = (chance + raised) / 2
    at_most = chance.cumsum(axis=1)
    pair, positive = np.arange(len(doubled)), (2 * ranks.positive).astype(np.int64)
    return at_most[pair, positive], at_most[pair, doubled.sum(axis=1) - positive]
