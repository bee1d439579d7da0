"""What the check of the eight axioms must catch: measures that break one of them, each another."""

from __future__ import annotations

import pytest

import axiometer as ax
from axiometer.axioms.checking import check_axioms
from axiometer.axioms.recommender_axioms import RECOMMENDATIONS
from tests.common.broken_recommendation import BROKEN, OTHER_PARENT, PARENT, UnsatisfiedInterest

pytestmark = pytest.mark.thorough

EIGHT = [axiom.name for axiom in RECOMMENDATIONS if not axiom.variant_of]


@pytest.fixture(scope="module")
def verdicts() -> ax.Verdicts:
    measures = [PARENT, OTHER_PARENT, *(broken for broken, _ in BROKEN.values())]
    return check_axioms(measures, [f"recommendation:{name}" for name in EIGHT], cases=4000)


def kept(verdicts: ax.Verdicts, measure: ax.Measure) -> set[str]:
    return {verdict.axiom for verdict in verdicts if verdict.measure == str(measure) and verdict.is_satisfied}


def test_each_axiom_has_a_measure_that_breaks_it():
    assert list(BROKEN) == EIGHT


def test_the_sound_measures_keep_what_they_can(verdicts):
    assert kept(verdicts, PARENT) == {*EIGHT} - {"MoreAsp"}
    # Three ranks are too few for Deep and NonPriSatAsp; unrated items count nothing.
    assert kept(verdicts, OTHER_PARENT) == {"Pri", "TopHeav", "AspRel", "MoreAsp"}


def test_the_other_reading_of_remaining_interest_can_be_satisfied_too():
    names = ["MoreAsp", "MoreAsp/unsatisfied"]
    answers = [verdict.answer for verdict in check_axioms(UnsatisfiedInterest() @ 3, names, cases=4000)]
    assert answers == ["violated", "holds"]


@pytest.mark.parametrize("axiom", BROKEN)
def test_a_broken_measure_is_caught_by_the_axiom_that_it_breaks_and_by_no_other(axiom, verdicts):
    broken, parent = BROKEN[axiom]
    assert kept(verdicts, parent) - kept(verdicts, broken) == {axiom}
    assert verdicts[str(broken), axiom].answer in {"violated", "no-witness"}
