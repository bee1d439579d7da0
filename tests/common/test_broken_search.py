"""What the check of the ten constraints must catch: measures that break one of them, each another."""

from __future__ import annotations

import pytest

import axiometer as ax
from axiometer.axioms.checking import check_axioms
from axiometer.axioms.search_axioms import CONSTRAINTS
from tests.common.broken_search import BROKEN, SOUND

pytestmark = pytest.mark.thorough

TEN = [axiom.name for axiom in CONSTRAINTS if not axiom.variant_of]


def caught(measure: ax.Measure, cases: int = 4000) -> list[str]:
    verdicts = check_axioms(measure, TEN, cases=cases)
    assert {verdict.answer for verdict in verdicts} <= {"holds", "witness", "violated", "no-witness"}
    return [verdict.axiom for verdict in verdicts if not verdict.is_satisfied]


def test_each_constraint_has_a_measure_that_breaks_it():
    assert list(BROKEN) == TEN


@pytest.mark.parametrize("measure", SOUND, ids=str)
def test_nothing_is_found_where_nothing_is_wrong(measure):
    assert caught(measure) == []


@pytest.mark.parametrize("axiom", BROKEN)
def test_a_broken_measure_is_caught_by_the_constraint_that_it_breaks_and_by_no_other(axiom):
    assert caught(BROKEN[axiom]) == [axiom]
