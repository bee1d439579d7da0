"""Two systems, query by query."""

from __future__ import annotations

import math

import polars as pl
import pytest

import axiometer as ax
from axiometer.errors import UsageError
from axiometer.meta.compare import compare
from axiometer.meta.differences import MOST_LABELLED, differences
from axiometer.notes import lines_of
from axiometer.report.finding_sheets import write_finding
from tests.unit.meta import slow

VALUES = {
    "AP": [[0.5, 0.2, 0.1], [0.1, 0.7, 0.2], [0.4, 0.4, 0.3], [0.9, 0.6, 0.4], [None, 0.3, 0.2]],
    "SL3": [[5, 2, 1], [1, 7, 2], [4, 4, 3], [9, 6, 4], [None, 3, 2]],
}


def test_queries_from_the_largest_win_to_the_largest_loss():
    found = differences(slow.frame(VALUES), "s0", "s1", measure="AP")
    assert found.table.columns == ["query", "left", "right", "difference", "winner"]
    assert found.table["query"].to_list() == ["q0", "q3", "q2", "q1"]
    assert found.table["difference"].to_list() == pytest.approx([0.3, 0.3, 0.0, -0.6])
    assert found.table["left"].to_list() == [0.5, 0.9, 0.4, 0.1]
    assert found.table["winner"].to_list() == ["s0", "s0", None, "s1"]
    assert found.parameters["mean_difference"] == pytest.approx(0.0)
    assert lines_of(found.notes) == ["AP: 1 query without a value of both systems left out"]


def test_the_smaller_value_may_win():
    found = differences(slow.frame(VALUES), "s0", "s1", measure="SL3")
    assert found.table.select("query", "difference", "winner").rows() == [
        ("q1", -6.0, "s0"),
        ("q2", 0.0, None),
        ("q0", 3.0, "s1"),
        ("q3", 3.0, "s1"),
    ]
    assert "SL3: smaller values are better" in lines_of(found.notes)


@pytest.mark.parametrize("tolerance", [None, 0.3])
@pytest.mark.parametrize("measure", ["AP", "SL3"])
def test_the_score_is_that_of_compare(measure, tolerance):
    found = differences(slow.frame(VALUES), "s0", "s2", measure=measure, tie_tolerance=tolerance)
    expected = compare(slow.frame(VALUES), tie_tolerance=tolerance).table.filter(measure=measure, left="s0", right="s2")
    assert [found.parameters[name] for name in ("wins", "ties", "losses")] == [
        *expected.select("wins", "ties", "losses").row(0)
    ]
    assert found.parameters["mean_difference"] == pytest.approx(expected["difference"][0])
    counts = dict(found.table["winner"].value_counts().rows())
    assert [counts.get(name, 0) for name in ("s0", None, "s2")] == [*expected.select("wins", "ties", "losses").row(0)]


def test_the_other_way_round():
    there, back = (differences(slow.frame(VALUES), *both, measure="AP").table for both in (("s1", "s2"), ("s2", "s1")))
    both = there.join(back, on="query")
    assert both["winner"].equals(both["winner_right"])
    assert both["difference"].to_list() == pytest.approx((-both["difference_right"]).to_list())


def test_undefined_values_are_0_where_means_take_them_so():
    runs = {"a": {"q": ["x"], "r": ["x"]}, "b": {"q": ["y"], "r": ["x"]}}
    measured = ax.evaluate({"q": {"x": 1}, "r": {"x": 0}}, runs, "AP nDCG")
    found = differences(measured, "a", "b", measure="AP")
    assert found.table.select("query", "winner").rows() == [("q", "a"), ("r", None)]
    assert lines_of(found.notes) == ["AP: undefined for 1 query, counted as 0"]


def test_preferences_have_no_values():
    runs = {"a": {"q": ["x", "y"], "r": ["y", "x"]}, "b": {"q": ["y", "x"], "r": ["y", "x"]}}
    found = differences(ax.prefer({"q": {"x": 1}, "r": {"x": 1}}, runs, "lexiprecision"), "b", "a")
    assert found.table.rows() == [("r", None, None, 0.0, None), ("q", None, None, -1.0, "a")]
    assert found.table.schema["left"] == pl.Float64


def test_nothing_in_common():
    found = differences(slow.frame({"AP": [[0.1, None], [None, 0.2]]}), "s0", "s1")
    assert found.table.is_empty()
    assert math.isnan(found.parameters["mean_difference"])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("s0", "s1", None), "one measure; choose one of AP, SL3"),
        (("s0", "s9", "AP"), "no system 's9' to compare; there are s0, s1, s2"),
        (("s0", "s0", "AP"), "two systems are needed, and 's0' is given for both"),
        (("s0", "s1", "RR"), "no values of RR; there are those of AP, SL3"),
    ],
)
def test_what_cannot_be_compared_is_refused(given, told):
    left, right, measure = given
    with pytest.raises(UsageError, match=told):
        differences(slow.frame(VALUES), left, right, measure=measure)


def test_bars_have_names_unless_they_are_many():
    few = differences(slow.frame(VALUES), "s0", "s1", measure="AP")
    assert (few.drawing.x, few.drawing.colour, [*few.drawing.colours]) == ("query", "winner", ["s0", "s1"])
    many = {"AP": [[n / 100, 0.2] for n in range(MOST_LABELLED + 1)]}
    found = differences(slow.frame(many), "s0", "s1")
    assert found.drawing.x == "place"
    assert found.more["bars"]["place"].to_list() == [*range(1, MOST_LABELLED + 2)]
    assert found.more["bars"]["difference"].equals(found.table["difference"])
    assert found.to_vega_lite()["data"]["values"][0]["place"] == 1


def test_it_is_written_for_people():
    text = write_finding(differences(slow.frame(VALUES), "s0", "s1", measure="AP"), "table")
    assert "s0 and s1 by AP, query by query" in text
    assert "2 wins, 1 ties, 1 losses of s0 against s1; mean difference 0.0000" in text
    many = differences(slow.frame({"AP": [[n / 100, 0.2] for n in range(80)]}), "s0", "s1")
    assert "14 queries in between are not shown" in write_finding(many, "table")
    assert "in between" not in write_finding(many, "table", is_detailed=True)
