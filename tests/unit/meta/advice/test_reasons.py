"""Sentences say what the numbers say, and nothing of what decides nothing."""

from __future__ import annotations

import numpy as np
import pytest

from axiometer.axioms.verdicts import Verdict
from axiometer.meta.advice.pareto import CRITERIA, Standings
from axiometer.meta.advice.reasons import LONGEST_EXAMPLE, reasons, recommendation, shown

NAMES = [criterion.name for criterion in CRITERIA]


def standings(**values):
    """Three measures, the same in all that is not said."""
    table = np.array([values.get(name, [0.5] * 3) for name in NAMES]).T
    return Standings(("A", "B", "C"), table, np.array([1, 1, 1]), np.array([2, 2, 2]))


def sentences(its, number):
    return " ".join(reasons(its, number, []))


def test_nobody_is_best_where_all_are_the_same():
    its = standings(ties=[0.1, 0.2, 0.3])
    assert sentences(its, 0).startswith("Best in ties (0.100). Worst in nothing.")
    assert sentences(its, 1).startswith("Best in nothing; it stands highest in ties (0.200, rank 2 of 3).")
    told = dict(recommendation(its, {}))
    assert told["A"] == "you get the fewest ties (0.100); you pay nothing by these criteria."
    everything_else = [name for name in NAMES if name != "ties"]
    assert told[""] == (
        f"Nothing is decided by {', '.join(everything_else[:-1])} and {everything_else[-1]}: all are the same there."
    )


def test_measures_that_are_the_same_in_everything():
    its = standings()
    assert sentences(its, 2).startswith("Best in nothing. Worst in nothing.")
    told = dict(recommendation(its, {}))
    assert told["B"] == "you get what all others have; you pay nothing by these criteria."


@pytest.mark.parametrize("number", [0, 1])
def test_what_is_unknown_decides_nothing(number):
    its = standings(power=[np.nan, 0.2, np.nan], ties=[0.1, 0.2, 0.3])
    assert "power (" not in sentences(its, number)


def test_what_is_unknown_is_written_so():
    its = standings(power=[np.nan, 0.2, np.nan])
    assert shown(its, 0, NAMES.index("power")) == "unknown"
    assert shown(its, 1, NAMES.index("power")) == "0.200"


def test_long_examples_are_cut():
    verdict = Verdict("A", "Pri", "violated", cases=1, tried="x" * 200, family="search")
    told = " ".join(reasons(standings(), 0, [verdict]))
    assert f"breaks Pri: {'x' * (LONGEST_EXAMPLE - 1)}…." in told
