"""Corrections of p-values."""

from __future__ import annotations

import numpy as np
import pytest

from axiometer.stats.corrections import holm


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


def test_holm_keeps_the_order_and_never_helps():
    p_values = np.random.default_rng(2).random(200) ** 4
    corrected = holm(p_values)
    assert (corrected >= p_values).all()
    assert (corrected <= 1).all()
    assert (np.diff(corrected[np.argsort(p_values)]) >= 0).all()
    mixed = np.random.default_rng(3).permutation(200)
    np.testing.assert_array_equal(holm(p_values[mixed]), corrected[mixed])
