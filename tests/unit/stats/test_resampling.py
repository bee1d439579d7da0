"""Randomisation and bootstrap tests of paired differences."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.stats import binom, ttest_1samp

from axiometer.stats.resampling import bootstrap, critical_value, randomisation

NAN = np.nan


def slow_randomisation(values: np.ndarray) -> float:
    observed = abs(values.sum())
    far = [abs(np.dot(signs, values)) >= observed - 1e-9 for signs in product([-1, 1], repeat=values.size)]
    return float(np.mean(far))


def slow_bootstrap(values: np.ndarray) -> float:
    """Try all resamples, each as likely as another."""

    def size_of_t(sample: np.ndarray) -> float:
        if np.ptp(sample) == 0:
            return np.inf if abs(sample[0]) > 1e-12 else 0.0
        return abs(sample.mean()) / (sample.std(ddof=1) / np.sqrt(sample.size))

    observed, moved = size_of_t(values), values - values.mean()
    resamples = product(range(values.size), repeat=values.size)
    return float(np.mean([size_of_t(moved[list(drawn)]) >= observed - 1e-9 for drawn in resamples]))


@pytest.mark.parametrize(
    "values", [[0.5], [0.1, 0.2, 0.3], [0.1, -0.3, 0.0, 0.2], [1, 1, 1, 1, 1, 1, -1], [0.3, 0.1, 0.25, 0.5, -0.05, 0.7]]
)
def test_all_signs_are_tried_if_they_are_few(values):
    values = np.array(values, dtype=float)
    with_gaps = np.insert(values, [0, 1], NAN)
    expected = pytest.approx([slow_randomisation(values)], abs=1e-15)
    assert randomisation(values[None]).tolist() == expected
    assert randomisation(with_gaps[None], seed=7).tolist() == expected
    assert randomisation(values[None], permutations=2**values.size).tolist() == expected


def test_random_signs_come_near_to_all_signs():
    difference = np.random.default_rng(1).normal(0.2, 1, (5, 12))
    exact = randomisation(difference)
    drawn = randomisation(difference, permutations=4000, seed=3)
    assert (drawn != exact).all()
    assert (np.abs(drawn - exact) < 4 * np.sqrt(exact * (1 - exact) / 4000)).all()
    assert (randomisation(difference, permutations=4000, seed=4) != drawn).any()


def test_observed_signs_count_among_the_drawn():
    assert randomisation(np.full((1, 40), 0.25), permutations=99).tolist() == [0.01]


def test_rounding_makes_no_difference_of_equal_sums():
    tenths = np.array([[1, 2, 3, -4, 5, -6, 7, 1, 1, 2]])
    np.testing.assert_array_equal(randomisation(tenths / 10), randomisation(tenths * 1.0))
    np.testing.assert_array_equal(randomisation(tenths / 10, permutations=500), randomisation(tenths, permutations=500))


@pytest.mark.parametrize("values", [[0.9, 0.4, 0.3, 0.5], [0.1, -0.3, 0.2, 0.6, 0.3], [1, 2, 3], [0, 0, 0, 1, 1]])
def test_resamples_come_near_to_all_resamples(values):
    values = np.array(values, dtype=float)
    exact = slow_bootstrap(values)
    p_value, _, _ = bootstrap(np.array([np.append(values, NAN)]), seed=2)
    assert p_value.item() == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 10_000) + 1e-4)


def test_other_pairs_do_not_matter():
    rng = np.random.default_rng(6)
    difference = rng.normal(0.2, 1, (1200, 40))
    difference[::3, 30:] = NAN
    difference[::5, :3] = NAN
    some = [0, 5, 7, 9, 600, 1199]
    p_values = randomisation(difference, permutations=300)
    np.testing.assert_array_equal(randomisation(difference[some], permutations=300), p_values[some])
    for all_pairs, alone in zip(
        bootstrap(difference, resamples=300), bootstrap(difference[some], resamples=300), strict=True
    ):
        np.testing.assert_allclose(alone, all_pairs[some], rtol=1e-12)


def test_interval_has_zero_in_it_just_if_the_difference_is_not_significant():
    difference = np.random.default_rng(8).gamma(1, 1, (300, 15)) - 0.5
    for confidence in (0.8, 0.95):
        p_value, low, high = bootstrap(difference, resamples=999, confidence=confidence)
        is_significant = p_value <= 1 - confidence + 1e-12
        assert 0.05 < is_significant.mean() < 0.95
        np.testing.assert_array_equal((low > 0) | (high < 0), is_significant)
        np.testing.assert_allclose((low + high) / 2, difference.mean(axis=1))


def test_bootstrap_of_normal_differences_is_near_to_the_t_test():
    difference = np.random.default_rng(9).normal(0.2, 1, (40, 60))
    p_value, low, high = bootstrap(difference)
    student = ttest_1samp(difference, 0, axis=1)
    np.testing.assert_allclose(p_value, student.pvalue, atol=0.03)
    expected = student.confidence_interval(0.95)
    np.testing.assert_allclose(high - low, expected.high - expected.low, rtol=0.1)


@pytest.mark.parametrize("nothing", [[0, 0, 0], [NAN, NAN, NAN], [0, NAN, 0]])
def test_no_p_value_from_nothing(nothing):
    difference = np.array([nothing, [1, 2, 4]], dtype=float)
    assert np.isnan(randomisation(difference)).tolist() == [True, False]
    for result in bootstrap(difference):
        assert np.isnan(result).tolist() == [True, False]


def test_without_variance_there_is_no_bootstrap():
    for values in ([0.1, 0.1, 0.1], [0.1, NAN, NAN], [0.3, 0.1 + 0.2, 0.3]):
        assert np.isnan(bootstrap(np.array([values]))).all()


@pytest.mark.parametrize("shape", [(0, 5), (3, 0), (0, 0)])
def test_empty(shape):
    for result in (randomisation(np.empty(shape)), *bootstrap(np.empty(shape))):
        assert result.shape == shape[:1]
        assert np.isnan(result).all()


def test_critical_value_by_hand():
    """Of 19 draws and the observed one, at most one of twenty, the observed one, may reach it."""
    drawn = np.random.default_rng(0).permutation(np.arange(1.0, 20))
    assert critical_value(drawn, 0.95) == 19
    assert critical_value(drawn, 0.9) == 18
    assert critical_value(drawn, 0.96) == np.inf
    assert critical_value(np.stack([drawn, -drawn]), 0.5).tolist() == [10, -10]


def rejections_expected(pairs: int) -> tuple[float, float]:
    low, high = binom.interval(0.999, pairs, 0.05)
    return low, high


def test_randomisation_keeps_its_level():
    rng = np.random.default_rng(10)
    difference = rng.choice([-1, 1], (400, 30)) * rng.gamma(0.5, 1, (400, 30))
    low, high = rejections_expected(400)
    assert low <= np.count_nonzero(randomisation(difference, permutations=1999) <= 0.05) <= high


def test_bootstrap_keeps_its_level():
    difference = np.random.default_rng(11).normal(0, 1, (400, 50))
    low, high = rejections_expected(400)
    assert low <= np.count_nonzero(bootstrap(difference, resamples=1999)[0] <= 0.05) <= high
