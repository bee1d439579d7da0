"""What the check of the fifteen properties must catch: measures that break one of them, each another."""

from __future__ import annotations

import pytest

from axiometer.axioms.checking import check_axioms
from axiometer.axioms.recall_properties import PROPERTIES
from axiometer.axioms.verdicts import Verdicts
from tests.common.broken_properties import BROKEN, SATISFIED

pytestmark = pytest.mark.thorough

FIFTEEN = [axiom.name for axiom in PROPERTIES]
PAIRS = [(axiom, *each) for axiom, several in BROKEN.items() for each in several]


@pytest.fixture(scope="module")
def verdicts() -> Verdicts:
    measures = dict.fromkeys([*SATISFIED, *(broken for _, broken, *_ in PAIRS)])
    return check_axioms(list(measures), "properties", cases=3000)


def satisfied(verdicts: Verdicts, measure) -> set[str]:
    found = {name: verdicts[str(measure), name].answer for name in FIFTEEN}
    assert set(found.values()) <= {"holds", "violated"}
    return {name for name, answer in found.items() if answer == "holds"}


def test_each_property_has_a_measure_that_breaks_it_and_one_that_has_it():
    assert list(BROKEN) == FIFTEEN
    assert set(FIFTEEN) == set().union(*SATISFIED.values())


@pytest.mark.parametrize("measure", SATISFIED, ids=str)
def test_a_sound_measure_has_what_it_should_and_nothing_else(measure, verdicts):
    assert satisfied(verdicts, measure) == SATISFIED[measure]


@pytest.mark.parametrize(
    ("axiom", "broken", "parent", "implied"),
    PAIRS,
    ids=lambda each: " ".join(sorted(each)) if isinstance(each, frozenset) else str(each),
)
def test_a_broken_measure_loses_one_property_of_its_parent_and_what_that_implies(
    axiom, broken, parent, implied, verdicts
):
    had, has = SATISFIED[parent], satisfied(verdicts, broken)
    assert axiom in had
    assert had - has == ({axiom} | implied) & had
