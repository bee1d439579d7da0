"""Tests of all pairs of systems at once."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from scipy.stats import binom

from axiometer.errors import UsageError
from axiometer.stats.paired import t_test
from axiometer.stats.resampling import randomisation
from axiometer.stats.tukey import Simultaneous, randomised_tukey_hsd, tukey_hsd

NAN = np.nan
BOTH = [tukey_hsd, randomised_tukey_hsd]


def drawn(systems: int, queries: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(systems, queries)) + rng.normal(size=(1, queries))


def all_of(found: Simultaneous) -> np.ndarray:
    return np.array([found.p_value, found.low, found.high, found.effect])


def slow_p_values(values: np.ndarray) -> list[float]:
    """Try all permutations of the values of each query."""
    ranges = [np.ptp(np.mean(columns, axis=0)) for columns in product(*(list(permutations(row)) for row in values.T))]
    mean = values.mean(axis=1)
    pairs = zip(*np.triu_indices(len(values), 1), strict=True)
    return [float(np.mean(np.array(ranges) >= abs(mean[i] - mean[j]) - 1e-12)) for i, j in pairs]


def test_two_systems_are_student_s_test():
    for seed in range(5):
        values = drawn(2, 12, seed)
        assert tukey_hsd(values).p_value == pytest.approx(t_test(values[:1] - values[1:]), rel=1e-10)


def test_by_hand():
    """Means 2, 3, 7; errors −1, 0, 1, 1, 0, −1, 0, 0, 0 have squares of sum 4 and 4 degrees of freedom."""
    values = np.array([[1.0, 2, 3], [4, 3, 2], [7, 7, 7]]) + np.array([[10, 20, 30]])
    found = tukey_hsd(values)
    assert found.effect.tolist() == pytest.approx([-1, -5, -4])
    half = 5.0402 / np.sqrt(3)  # the upper 5 % point for 3 groups and 4 degrees of freedom
    assert found.high.tolist() == pytest.approx([-1 + half, -5 + half, -4 + half], abs=1e-4)
    assert found.low.tolist() == pytest.approx([-1 - half, -5 - half, -4 - half], abs=1e-4)
    assert (found.p_value < 0.05).tolist() == [False, True, True]


@pytest.mark.parametrize("seed", range(3))
def test_randomised_test_tries_all_permutations_if_they_are_few(seed):
    values = np.round(drawn(3, 3, seed), 1)
    assert randomised_tukey_hsd(values).p_value.tolist() == pytest.approx(slow_p_values(values), abs=1e-15)


def test_random_permutations_come_near_to_all():
    values = drawn(3, 3, 1)
    exact = np.array(slow_p_values(values))
    found = randomised_tukey_hsd(values, permutations=200).p_value
    assert (np.abs(found - exact) < 4 * np.sqrt(exact * (1 - exact) / 200) + 1 / 200).all()


def test_two_systems_are_the_randomisation_test():
    values = drawn(2, 9, 2)
    assert randomised_tukey_hsd(values).p_value == pytest.approx(randomisation(values[:1] - values[1:]), abs=1e-15)


def test_normal_values_get_nearly_the_p_values_of_the_parametric_test():
    values = drawn(6, 60) + np.linspace(0, 0.6, 6)[:, None]
    parametric, randomised = tukey_hsd(values), randomised_tukey_hsd(values, permutations=4000)
    np.testing.assert_allclose(randomised.p_value, parametric.p_value, atol=0.03)
    np.testing.assert_allclose(randomised.high, parametric.high, atol=0.05)
    np.testing.assert_array_equal(randomised.effect, parametric.effect)


def test_jobs_and_progress_change_nothing():
    values, seen = drawn(20, 50), []
    one = randomised_tukey_hsd(values, permutations=1000, jobs=1)
    two = randomised_tukey_hsd(values, permutations=1000, jobs=2, progress=lambda done, of: seen.append((done, of)))
    np.testing.assert_array_equal(all_of(one), all_of(two))
    assert seen == sorted(seen)
    assert len(seen) > 1
    assert seen[-1] == (1000, 1000)
    other = randomised_tukey_hsd(values, permutations=1000, seed=1)
    assert (other.p_value != one.p_value).any()


@pytest.mark.parametrize("test", BOTH)
@pytest.mark.parametrize("shape", [(4, 40), (2, 5), (3, 3)])
def test_interval_has_zero_in_it_just_if_the_difference_is_not_significant(test, shape):
    values = drawn(*shape, seed=3) + np.linspace(0, 1.2, shape[0])[:, None]
    for confidence in (0.5, 0.95):
        found = test(values, confidence=confidence)
        is_significant = found.p_value <= 1 - confidence + 1e-12
        np.testing.assert_array_equal((found.low > 0) | (found.high < 0), is_significant)


@pytest.mark.parametrize("test", BOTH)
def test_pairs_come_in_order(test):
    values = drawn(4, 30) + 3 * np.arange(4)[:, None]
    found = test(values)
    mean = values.mean(axis=1)
    first, second = np.triu_indices(4, 1)
    np.testing.assert_allclose((found.low + found.high) / 2, mean[first] - mean[second])
    assert (found.effect < 0).all()


def test_equal_systems_still_get_their_p_value():
    values = drawn(3, 30)
    values[1] = values[0]
    for test in BOTH:
        assert test(values).p_value[0] == pytest.approx(1)


@pytest.mark.parametrize("test", BOTH)
@pytest.mark.parametrize("shape", [(1, 10), (0, 10), (4, 1), (4, 0), (4, 10)])
def test_no_p_value_from_nothing(test, shape):
    found = all_of(test(np.full(shape, 0.3)))
    assert found.shape == (4, shape[0] * max(shape[0] - 1, 0) // 2)
    assert np.isnan(found).all()


def test_systems_that_differ_always_by_the_same():
    """There is no error to compare with, but permutations tell that this is no chance."""
    values = np.random.default_rng(0).random((1, 20)) + np.array([[0.0], [0.1], [0.3]])
    assert np.isnan(all_of(tukey_hsd(values))).all()
    found = randomised_tukey_hsd(values, permutations=999)
    assert found.p_value[1] == 0.001
    assert np.isnan(found.effect).all()


@pytest.mark.parametrize("test", BOTH)
def test_gaps_are_refused(test):
    with pytest.raises(UsageError, match="every system needs a value for every query"):
        test(np.array([[1, 2, NAN], [3, 1, 2]]))


def test_randomised_test_keeps_the_level_of_the_family():
    rng = np.random.default_rng(4)
    low, high = binom.interval(0.999, 200, 0.05)
    families = [rng.gamma(0.5, 1, (5, 20)) + rng.random((1, 20)) for _ in range(200)]
    smallest = [randomised_tukey_hsd(values, permutations=199, jobs=1).p_value.min() for values in families]
    assert low <= np.count_nonzero(np.array(smallest) <= 0.05) <= high


@pytest.mark.thorough
def test_tukey_keeps_the_level_of_the_family():
    rng = np.random.default_rng(5)
    low, high = binom.interval(0.999, 100, 0.05)
    families = [rng.normal(size=(5, 20)) + rng.random((1, 20)) for _ in range(100)]
    assert low <= sum(tukey_hsd(values).p_value.min() <= 0.05 for values in families) <= high
