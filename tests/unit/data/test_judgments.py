"""What judgments know of their aspects."""

import polars as pl
import pytest

import axiometer as ax

SHARED = {"q2": {"b": {"x": 1}, "a": {"y": 0, "x": 2}}, "q1": {"a": {"x": 1}}}
ROUNDS = {"q2": {"b": {"1": 1}, "a": {"2": 2}}, "q1": {"a": {"1": 0}}}
PLAIN = {"q2": {"b": 1, "a": 2}, "q1": {"a": 0}}


@pytest.mark.parametrize(("judged", "expected"), [(SHARED, True), (ROUNDS, False), (PLAIN, False)])
def test_aspects_are_shared_where_an_item_is_judged_for_two_of_a_query(judged, expected):
    judgments = ax.read_judgments(judged)
    assert judgments.are_aspects_shared == expected
    assert judgments.in_order().are_aspects_shared == expected


def test_without_aspects_the_grades_are_the_same():
    judgments = ax.read_judgments(ROUNDS).without_aspects()
    assert not judgments.has_aspects
    assert judgments.to_polars().rows() == ax.read_judgments(PLAIN).to_polars().rows()


def test_order_is_that_of_queries_items_and_aspects():
    judgments = ax.read_judgments(SHARED).in_order()
    assert judgments.to_polars().select("query", "item", "aspect", "grade").rows() == [
        ("q1", "a", "x", 1.0),
        ("q2", "a", "x", 2.0),
        ("q2", "a", "y", 0.0),
        ("q2", "b", "x", 1.0),
    ]


def test_what_belongs_to_judgments_stays():
    frame = ax.read_judgments(ROUNDS).to_polars()
    lengths = {"item": ["a", "b"], "length": [1, 2]}
    judgments = ax.read_judgments(frame, lengths=pl.DataFrame(lengths))
    for changed in (judgments.in_order(), judgments.without_aspects()):
        assert changed.lengths is judgments.lengths
        assert changed.lengths is not None
