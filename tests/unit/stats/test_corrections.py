"""Corrections of p-values."""

from __future__ import annotations

import numpy as np
import pytest

from axiometer.errors import UsageError
from axiometer.stats.corrections import bonferroni, correct, fdr, holm

ALL = [holm, bonferroni, fdr]


@pytest.mark.parametrize(
    ("p_values", "corrected"),
    [
        ([0.01, 0.02, 0.03, 0.04], [0.04, 0.06, 0.06, 0.06]),
        ([0.04, 0.01, 0.03, 0.02], [0.06, 0.04, 0.06, 0.06]),
        ([0.001, 0.5, 0.01], [0.003, 0.5, 0.02]),
        ([0.02, 0.02, 0.02], [0.06, 0.06, 0.06]),
        ([0.5, 0.6, 1.0], [1.0, 1.0, 1.0]),
        ([0.3], [0.3]),
        ([0.0, 0.0], [0.0, 0.0]),
        ([], []),
    ],
)
def test_holm_by_hand(p_values, corrected):
    assert holm(p_values).tolist() == pytest.approx(corrected, rel=1e-15)


@pytest.mark.parametrize(
    ("p_values", "corrected"),
    [
        ([0.01, 0.02, 0.03, 0.04], [0.04, 0.04, 0.04, 0.04]),
        ([0.04, 0.001, 0.03, 0.02], [0.04, 0.004, 0.04, 0.04]),
        ([0.001, 0.5, 0.01], [0.003, 0.5, 0.015]),
        ([0.9, 1.0], [1.0, 1.0]),
        ([], []),
    ],
)
def test_fdr_by_hand(p_values, corrected):
    assert fdr(p_values).tolist() == pytest.approx(corrected, rel=1e-15)


def test_bonferroni_by_hand():
    assert bonferroni([0.01, 0.5, 0.25]).tolist() == pytest.approx([0.03, 1, 0.75], rel=1e-15)


@pytest.mark.parametrize("correction", ALL)
def test_order_stays_and_nothing_helps(correction):
    p_values = np.random.default_rng(2).random(200) ** 4
    corrected = correction(p_values)
    assert (corrected >= p_values).all()
    assert (corrected <= 1).all()
    assert (np.diff(corrected[np.argsort(p_values)]) >= 0).all()
    mixed = np.random.default_rng(3).permutation(200)
    np.testing.assert_array_equal(correction(p_values[mixed]), corrected[mixed])


def test_bonferroni_is_the_strictest_and_fdr_the_mildest():
    p_values = np.random.default_rng(4).random(100) ** 5
    assert (bonferroni(p_values) >= holm(p_values)).all()
    assert (holm(p_values) >= fdr(p_values)).all()
    assert (holm(p_values) > fdr(p_values)).any()


@pytest.mark.parametrize("correction", ALL)
def test_tests_that_were_not_made_do_not_count(correction):
    p_values = np.array([np.nan, 0.01, 0.04, np.nan, 0.03])
    made = ~np.isnan(p_values)
    corrected = correction(p_values)
    assert np.isnan(corrected[~made]).all()
    np.testing.assert_array_equal(corrected[made], correction(p_values[made]))
    assert np.isnan(correction([np.nan, np.nan])).all()


def test_corrections_by_name():
    p_values = [0.01, float("nan"), 0.03]
    for correction in ALL:
        np.testing.assert_array_equal(correct(p_values, correction.__name__), correction(p_values))
    np.testing.assert_array_equal(correct(p_values, "none"), p_values)
    with pytest.raises(UsageError, match="'bonferoni'; choose one of holm, bonferroni, fdr and none"):
        correct(p_values, "bonferoni")
