"""The binomial test of wins against losses."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.stats import binomtest

from axiometer.stats.sign_test import sign_test


def test_every_small_case_is_that_of_scipy():
    wins, losses = np.indices((31, 31))
    p_values = sign_test(wins, losses)
    assert p_values.shape == (31, 31)
    for won, lost in np.ndindex(31, 31):
        expected = binomtest(won, won + lost).pvalue if won + lost else 1.0
        assert p_values[won, lost] == pytest.approx(expected, rel=1e-13), (won, lost)


@pytest.mark.parametrize("wins", [0, 1, 12, 17, 25])
def test_fractions_agree(wins):
    n = 50
    exact = min(Fraction(1), Fraction(2 * sum(comb(n, k) for k in range(min(wins, n - wins) + 1)), 2**n))
    assert sign_test(wins, n - wins) == pytest.approx(float(exact), rel=1e-14)
    assert sign_test(n - wins, wins) == sign_test(wins, n - wins)


@pytest.mark.parametrize("wins", [0, 100, 4700, 4900, 4999, 5000, 5123, 9000, 10_000])
def test_ten_thousand_tosses(wins):
    assert sign_test(wins, 10_000 - wins) == pytest.approx(binomtest(wins, 10_000).pvalue, rel=1e-9, abs=1e-300)


def test_without_a_toss_nothing_is_known():
    assert sign_test([0, 3, 0], [0, 3, 1]).tolist() == [1, 1, 1]
    assert sign_test([], []).size == 0
