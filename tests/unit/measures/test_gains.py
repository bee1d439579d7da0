"""From grades to gains."""

from __future__ import annotations

import numpy as np
import pytest

import axiometer as ax
from axiometer.measures.parts.gains import GainTable, gains

GRADES = np.array([-1.0, 0.0, 0.5, 1.0, 3.0])


@pytest.mark.parametrize(
    ("gain", "expected"),
    [
        ("linear", [0, 0, 0.125, 0.25, 0.75]),
        ("exp", [0, 0, (2**0.5 - 1) / 16, 1 / 16, 7 / 16]),
        ("binary", [0, 0, 0, 1, 1]),
        ("identity", [0, 0, 0.5, 1, 3]),
        (GainTable({1: 10, 3: 0}), [0, 0, 0.5, 10, 0]),
    ],
)
def test_gains(gain, expected):
    assert gains(GRADES, gain, rel=1, max_grade=4).tolist() == expected


@pytest.mark.parametrize("measure", ["ERR(gain=identity)", "RBP(gain={2:1.5})"])
def test_gains_that_are_no_probabilities(measure):
    with pytest.raises(ax.InputError, match="gains between 0 and 1"):
        ax.evaluate({"q": {"a": 2}}, {"q": ["a"]}, measure)


def test_grades_too_large_for_exponential_gains():
    with pytest.raises(ax.InputError, match="maximum grade 1500; expected grades up to 1000 with gain='exp'"):
        ax.evaluate({"q": {"a": 1500}}, {"q": ["a"]}, "nDCG(gain=exp)")
    assert ax.evaluate({"q": {"a": 1500}}, {"q": ["a"]}, "nDCG").values.item() == 1


def test_ideal_is_ordered_by_gain_not_by_grade():
    measured = ax.evaluate({"q": {"a": 1, "b": 2}}, {"q": ["a", "b"]}, "nDCG(gain={1:9,2:1})")
    assert measured.values[0, 0, 0] == 1.0


def test_there_is_no_other_gain():
    with pytest.raises(ax.UsageError, match="there is no gain 'odd'"):
        gains(np.array([1.0]), "odd", rel=1, max_grade=1)
