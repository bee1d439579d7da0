"""Tests of paired differences, against those of SciPy, one pair after the other."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from axiometer.errors import UsageError
from axiometer.stats.paired import estimate, rank_biserial, t_test, wilcoxon

NAN = np.nan
ALTERNATIVES = ["two-sided", "less", "greater"]
KINDS = {
    "all different": lambda rng, n: rng.normal(0.3, 1, n),
    "same sizes": lambda rng, n: rng.choice([-1, 1], n, p=[0.3, 0.7]) * rng.integers(1, 5 + n // 4, n) / 8,
    "zeros": lambda rng, n: rng.normal(-0.2, 1, n) * (rng.random(n) < 0.8),
    "zeros and same sizes": lambda rng, n: rng.integers(-3, 5, n) / 4,
}


SIZES = [n for n in range(1, 81) if n not in {10, 11, 12, 13}]
"""Numbers of queries, but for those for which SciPy is slow."""


def pairs_of_each_size(kind: str) -> tuple[np.ndarray, list[np.ndarray]]:
    """Draw a pair for each number of queries, with gaps, and the same pairs without them."""
    rng = np.random.default_rng(sum(map(ord, kind)))
    alone = [KINDS[kind](rng, n) for n in SIZES]
    together = np.full((len(SIZES), max(SIZES)), NAN)
    for row, values in zip(together, alone, strict=True):
        row[np.sort(rng.choice(row.size, values.size, replace=False))] = values
    return together, alone


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_wilcoxon_is_that_of_scipy(kind, alternative):
    together, alone = pairs_of_each_size(kind)
    ours = wilcoxon(together, alternative)
    some = [n for n, values in enumerate(alone) if values.any()]
    theirs = [stats.wilcoxon(alone[n], alternative=alternative).pvalue for n in some]
    assert len(some) > 70
    np.testing.assert_allclose(ours[some], theirs, rtol=1e-12, atol=1e-14)
    assert np.isnan(np.delete(ours, some)).all()


def test_thirteen_queries_are_the_most_for_which_scipy_tries_all_signs():
    values = KINDS["zeros and same sizes"](np.random.default_rng(13), 13)
    assert wilcoxon(values[None]).item() == pytest.approx(stats.wilcoxon(values).pvalue, rel=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_t_test_is_that_of_scipy(kind):
    together, alone = pairs_of_each_size(kind)
    some = [n for n, values in enumerate(alone) if np.ptp(values) > 0]
    assert len(some) > 70
    theirs = [stats.ttest_rel(alone[n], np.zeros(alone[n].size)).pvalue for n in some]
    np.testing.assert_allclose(t_test(together)[some], theirs, rtol=1e-11)
    assert np.isnan(np.delete(t_test(together), some)).all()


def test_estimate_is_that_of_scipy():
    together, alone = pairs_of_each_size("all different")
    ours = estimate(together, confidence=0.9)
    assert ours.n.tolist() == SIZES
    np.testing.assert_allclose(ours.mean, [values.mean() for values in alone], rtol=1e-12)
    intervals = [stats.ttest_1samp(values, 0).confidence_interval(0.9) for values in alone[1:]]
    np.testing.assert_allclose(np.stack([ours.low, ours.high], axis=1)[1:], intervals, rtol=1e-10)
    np.testing.assert_allclose(ours.effect[1:], [values.mean() / values.std(ddof=1) for values in alone[1:]])
    assert np.isnan([ours.low[0], ours.high[0], ours.effect[0]]).all()


@pytest.mark.parametrize(
    ("difference", "mean"),
    [
        ([NAN, NAN, NAN], NAN),
        ([0.5, NAN, NAN], 0.5),
        ([0.1, 0.1, 0.1], 0.1),
        ([0.3, 0.1 + 0.2, 0.3], 0.3),
        ([0.0, 0.0, NAN], 0.0),
    ],
)
def test_no_p_value_from_nothing(difference, mean):
    ours = estimate(np.array([difference]))
    np.testing.assert_allclose(ours.mean, [mean])
    assert np.isnan([ours.low, ours.high, ours.effect, t_test(np.array([difference]))]).all()


def test_wilcoxon_needs_a_difference():
    nothing = np.array([[0.0, 0.0, NAN], [NAN, NAN, NAN]])
    assert np.isnan(wilcoxon(nothing)).all()
    assert np.isnan(rank_biserial(nothing)).all()
    assert wilcoxon(np.array([[0.0, 2.0, NAN]])).tolist() == [1.0]


@pytest.mark.parametrize("shape", [(0, 5), (3, 0), (0, 0)])
def test_empty(shape):
    empty = np.empty(shape)
    for result in (wilcoxon(empty), rank_biserial(empty), t_test(empty), estimate(empty).mean):
        assert result.shape == shape[:1]
        assert np.isnan(result).all()


def test_exact_chances_with_same_sizes_by_trying_all_signs():
    values = np.array([1, -1, 2, 2, 3, -2, 0, 5])
    ranks = stats.rankdata(np.abs(values[values != 0]))
    signs = np.array(list(product([0, 1], repeat=ranks.size)))
    positive = ranks[values[values != 0] > 0].sum()
    p_values = [wilcoxon(values[None].astype(float), alternative).item() for alternative in ALTERNATIVES]
    less, greater = (signs @ ranks <= positive).mean(), (signs @ ranks >= positive).mean()
    assert p_values == pytest.approx([2 * min(less, greater), less, greater], rel=1e-14)


def test_ties_that_are_told_count_as_zeros():
    rng = np.random.default_rng(5)
    difference = rng.normal(size=(30, 40))
    difference[:, 30:] = NAN
    is_tie = rng.random(difference.shape) < 0.2
    told, zeroed = difference, np.where(is_tie & ~np.isnan(difference), 0.0, difference)
    np.testing.assert_array_equal(wilcoxon(told, is_tie=is_tie), wilcoxon(zeroed))
    np.testing.assert_array_equal(rank_biserial(told, is_tie), rank_biserial(zeroed))
    assert not np.allclose(wilcoxon(told), wilcoxon(zeroed))


def test_rank_biserial_by_hand():
    """Ranks 1, 2.5, 2.5, 4: (1 + 2.5 + 4 − 2.5) / 10; all up is 1, all down −1."""
    difference = np.array([[1, -2, 2, 0, 3, NAN], [1, 2, 3, 4, 5, 6], [-1, -1, -1, 0, 0, 0]])
    assert rank_biserial(difference).tolist() == pytest.approx([0.5, 1, -1])


def test_unknown_alternative():
    with pytest.raises(UsageError, match="'lower'; choose one of two-sided, less and greater"):
        wilcoxon(np.ones((1, 3)), "lower")
