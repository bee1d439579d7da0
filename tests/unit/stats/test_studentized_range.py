"""The studentised range, against SciPy, Student's t and simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from axiometer.errors import UsageError
from axiometer.stats.studentized_range import quantile, survival


@pytest.mark.thorough
@pytest.mark.parametrize("groups", [2, 3, 10, 50, 140])
@pytest.mark.parametrize("freedom", [2, 9, 60, 24_651, 50_000])
def test_chances_are_those_of_scipy(groups, freedom):
    """SciPy's own chances are off by some 10⁻⁹ for 2 degrees of freedom."""
    q = np.array([0.5, 3.0, 4.5, 7.0])
    np.testing.assert_allclose(survival(q, groups, freedom), stats.studentized_range.sf(q, groups, freedom), atol=2e-9)


@pytest.mark.parametrize("freedom", [1, 2, 7, 100, 3000, 50_000, 1e7])
def test_two_groups_are_student_s_t(freedom):
    """The range of two is √2 |t|; also where the chance is very small."""
    q = np.array([1e-3, 0.01, 1, 3, 5, 8, 15, 30, 1e4])
    expected = 2 * stats.t.sf(q / math.sqrt(2), freedom)
    np.testing.assert_allclose(survival(q, 2, freedom), expected, rtol=1e-11, atol=1e-250)


def test_two_groups_with_infinite_freedom_are_normal():
    q = np.linspace(0.01, 30, 50)
    np.testing.assert_allclose(survival(q, 2, np.inf), 2 * stats.norm.sf(q / math.sqrt(2)), rtol=1e-11)


@pytest.mark.thorough
@pytest.mark.parametrize("groups", [3, 30, 140])
def test_freedom_goes_to_infinity(groups):
    q = np.array([1, 3, 5, 8, 10.0])
    near, limit = survival(q, groups, 1e9), survival(q, groups, np.inf)
    np.testing.assert_allclose(near, limit, rtol=1e-5)
    assert (near[3:] > limit[3:]).all()


def test_small_chances_of_many_groups_are_those_of_the_most_different_two():
    """Far out, two of k differ by more than q in one of k (k − 1) / 2 pairs, and never in two of them."""
    q = np.array([12.0, 14.0])
    np.testing.assert_allclose(survival(q, 5, np.inf), 10 * survival(q, 2, np.inf), rtol=1e-3)


def test_simulation_agrees():
    rng = np.random.default_rng(1)
    drawn = np.ptp(rng.normal(size=(40_000, 6)), axis=1) / np.sqrt(rng.chisquare(5, 40_000) / 5)
    for q in (1.5, 3.0, 6.0):
        expected = survival(q, 6, 5).item()
        error = math.sqrt(expected * (1 - expected) / drawn.size)
        assert np.mean(drawn > q) == pytest.approx(expected, abs=4 * error)


@pytest.mark.parametrize(("groups", "freedom", "printed"), [(3, 10, 3.877), (10, 20, 5.008), (20, 120, 5.126)])
def test_printed_tables(groups, freedom, printed):
    """Upper 5 % points, as in any table of Tukey's test."""
    assert quantile(0.95, groups, freedom) == pytest.approx(printed, abs=0.0006)


@pytest.mark.thorough
@pytest.mark.parametrize("groups", [2, 7, 100])
@pytest.mark.parametrize("freedom", [1, 30, 24_651, np.inf])
@pytest.mark.parametrize("probability", [0.001, 0.5, 0.95, 0.9999])
def test_quantile_turns_survival_round(groups, freedom, probability):
    assert survival(quantile(probability, groups, freedom), groups, freedom) == pytest.approx(1 - probability, rel=1e-9)


def test_edges():
    q = np.array([[0.0, np.nan], [np.inf, 1e300]])
    np.testing.assert_array_equal(survival(q, 4, 1000), [[1, np.nan], [0, 0]])
    assert survival([], 4, 10).size == 0
    chance = survival(np.linspace(0, 60, 2000), 9, 40)
    assert (np.diff(chance) <= 1e-15).all()
    assert 0 < chance[-1] < 1e-20


@pytest.mark.parametrize(("groups", "freedom"), [(1, 10), (3, 0), (3, np.nan)])
def test_what_has_no_range(groups, freedom):
    with pytest.raises(UsageError, match="needs 2 groups and 1 degree of freedom"):
        survival(1.0, groups, freedom)


@pytest.mark.parametrize("probability", [0, 1, -0.5, np.nan])
def test_what_is_no_probability(probability):
    with pytest.raises(UsageError, match="between 0 and 1"):
        quantile(probability, 3, 10)
