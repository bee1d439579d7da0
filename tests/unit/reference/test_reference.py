"""What the scalar references say of cases that the measures refuse, or that only Python can ask for."""

from __future__ import annotations

from fractions import Fraction
from inspect import Parameter, signature

import pytest

import axiometer as ax
from axiometer.axioms.exact_values import scalar
from axiometer.measures.catalogue import catalogue, preference_catalogue
from axiometer.reference import Known, aspects, recall, recommendation, text
from axiometer.reference.query import Query
from axiometer.reference.recommendation import Item, User


@pytest.mark.parametrize("kind", [*catalogue().values(), *preference_catalogue().values()], ids=lambda kind: kind.name)
def test_a_reference_names_every_parameter_of_its_measure_and_no_other(kind):
    taken = signature(scalar(kind.name)).parameters.values()
    assert {each.name for each in taken if each.kind is Parameter.KEYWORD_ONLY} == set(kind.parameters())
    assert not [each for each in taken if each.kind in {Parameter.VAR_KEYWORD, Parameter.VAR_POSITIONAL}]
    with pytest.raises(TypeError, match="unexpected keyword argument 'unknown'"):
        scalar(kind.name)((), (), Known(), unknown=1)


def test_items_that_were_not_retrieved_have_no_place_in_a_corpus_of_unknown_size():
    assert recall.positions_of([1, None], [1, 1], Known(corpus_size=9), 1, "pessimistic") == [1, 9]
    assert recall.positions_of([1, None], [1, 1], Known(), 1, "optimistic") == [1, 3]
    with pytest.raises(ValueError, match="1 relevant items are not retrieved, and corpus_size is not known"):
        recall.positions_of([1, None], [1, 1], Known(), 1, "pessimistic")


def test_the_chance_of_a_rated_item_may_be_given():
    item = Item(frozenset({"a"}), rating=4, chance=Fraction(1, 3))
    given = User({"a": 1}, alpha=0, beta="given", max_grade=5, number=Fraction)
    computed = User({"a": 1}, alpha=0, beta=Fraction(1, 2), max_grade=5, number=Fraction)
    assert (given.chance("a", item), given.chance("b", item)) == (Fraction(1, 3), 0)
    assert computed.chance("a", item) == Fraction(4, 5) / 2


def test_a_root_is_no_fraction():
    assert recommendation._root(4, float) == 2
    with pytest.raises(TypeError, match="the root of 2 cannot be a Fraction"):
        recommendation._root(2, Fraction)


def test_aspects_without_weight_have_no_mean():
    query = Query({"a": Fraction(0), "b": Fraction(1)}, Known(number=Fraction), None)
    assert aspects._expectation({"a": Fraction(1), "b": None}, query) is None
    assert aspects._expectation({"a": Fraction(1), "b": Fraction(1, 2)}, query) == Fraction(1, 2)


def test_a_decay_of_ones_own_is_that_of_the_measure():
    def half(position):
        return 1 / (1 + position)

    how = {"gain": "linear", "rel": 1, "cutoff": None, "snippet": 10, "read": 1, "text": 1000}
    found = text.U([1, 2], [1, 2], Known(lengths=[100, 400], max_grade=2), decay=half, **how)
    assert found == pytest.approx(0.5 * half(10 + 100) + 1.0 * half(20 + 500))
    U = type(ax.parse_measure("U"))
    mine = U(gain="linear", snippet=10, read=1, decay=half, text=1000)
    judged = ax.read_judgments({"q": {"a": 1, "b": 2}}, lengths={"a": 100, "b": 400})
    assert ax.evaluate(judged, {"q": ["a", "b"]}, mine).values.item() == pytest.approx(found)
