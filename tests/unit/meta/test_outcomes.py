import numpy as np
import pandas as pd
import polars as pl
import pytest

import axiometer as ax
from axiometer.meta.outcomes import Outcomes
from axiometer.notes import lines_of
from tests.unit.meta import slow

RUNS = {
    "one": {"p": ["a", "x", "b"], "q": ["x", "a"]},
    "two": {"p": ["x", "a", "b"], "q": ["a", "x"]},
    "three": {"p": ["b", "a"]},
}
JUDGED = {"p": {"a": 1, "b": 2}, "q": {"a": 1}}
PROFILE = ax.get_profile("trec_eval-9", corpus_size=10)


@pytest.fixture(scope="module")
def measured():
    return ax.evaluate(JUDGED, RUNS, ["AP", "P@1"], profile=PROFILE)


@pytest.fixture(scope="module")
def preferred():
    return ax.prefer(JUDGED, RUNS, ["lexirecall", "RPP"], profile=PROFILE)


def assert_same(ours, theirs):
    assert (ours.systems, ours.queries, ours.names) == (theirs.systems, theirs.queries, theirs.names)
    for mine, yours in zip(ours.outcomes, theirs.outcomes, strict=True):
        np.testing.assert_array_equal(mine.values, yours.values)
        np.testing.assert_array_equal(ours.signs(mine), theirs.signs(yours))
        np.testing.assert_array_equal(ours.is_compared(mine), theirs.is_compared(yours))
        np.testing.assert_array_equal(ours.differences(mine), theirs.differences(yours))


def test_measurements_and_what_was_saved_of_them_are_the_same(measured):
    assert_same(Outcomes.of(measured), Outcomes.of(measured.to_polars()))


def test_preferences_and_what_was_saved_of_them_are_the_same(preferred):
    assert_same(Outcomes.of(preferred), Outcomes.of(preferred.to_polars()))


def test_frames_of_others(measured):
    frame = measured.to_polars().rename({"query": "qid", "measure": "metric"}).to_pandas()
    assert isinstance(frame, pd.DataFrame)
    assert_same(Outcomes.of(measured), Outcomes.of(frame))


def test_signs_of_values_are_those_of_preferring(measured):
    outcomes, preferred = Outcomes.of(measured), ax.prefer(JUDGED, RUNS, ["AP", "P@1"], profile=PROFILE)
    for outcome in outcomes.outcomes:
        np.testing.assert_array_equal(outcomes.signs(outcome), preferred.signs(outcome.name))
        np.testing.assert_array_equal(outcomes.is_compared(outcome), preferred.is_compared(outcome.name))


def test_a_preference_has_the_share_of_systems_beaten_for_a_value(preferred):
    outcome = Outcomes.of(preferred)["lexirecall"]
    # For p, one and two have both items at 1, 3 and 2, 3; three has them at 1, 2. For q, only one and two have a list.
    np.testing.assert_array_equal(outcome.values, [[0.5, 0.0], [0.0, 1.0], [1.0, np.nan]])


def test_pairs_may_be_asked_for_the_other_way_round(measured, preferred):
    outcomes = Outcomes.of([measured, preferred])
    turned = (np.array([2, 1]), np.array([0, 0]))
    plain = (np.array([0, 0]), np.array([2, 1]))
    for outcome in outcomes.outcomes:
        np.testing.assert_array_equal(outcomes.signs_of(outcome, turned), -outcomes.signs_of(outcome, plain))
        np.testing.assert_array_equal(outcomes.differences(outcome, turned), -outcomes.differences(outcome, plain))
        np.testing.assert_array_equal(outcomes.signs_of(outcome, plain), outcomes.signs(outcome)[[1, 0]])


def test_several_are_put_together_whatever_their_order(measured, preferred):
    frame = preferred.to_polars()
    shuffled = frame.sample(fraction=1, shuffle=True, seed=1)
    together = Outcomes.of([measured, shuffled])
    assert together.systems == measured.systems
    assert_same(together.only(preferred.names), Outcomes.of(preferred))


def test_queries_that_only_some_measures_have_are_told_of():
    frame = slow.frame({"AP": [[0.1, 0.2], [0.3, 0.4]], "RR": [[1.0, 0.5]]})
    outcomes = Outcomes.of([frame.filter(measure="AP"), frame.filter(measure="RR")])
    assert outcomes.queries == ("q0", "q1")
    assert "RR: no value of any system in 1 query, left out" in lines_of(outcomes.all_notes())


def test_undefined_values_count_as_zero_only_where_they_were_asked_for():
    runs = {"one": {"p": ["a"], "q": ["x"]}, "two": {"p": ["x"]}}
    judged = {"p": {"a": 1}, "q": {"x": 0}}
    profile = ax.get_profile("trec_eval-9")  # which leaves out queries that a run does not answer
    averaged = Outcomes.of(ax.evaluate(judged, runs, "nDCG", profile=profile)).averaged()
    np.testing.assert_array_equal(averaged["nDCG"].values, [[1.0, 0.0], [0.0, np.nan]])
    assert lines_of(averaged.notes)[-1] == "nDCG: undefined for 1 query, counted as 0"


def test_queries_that_are_not_answered_are_told_of(measured, preferred):
    told = "three: 1 query judged but missing from the run, left out"
    assert told in lines_of(Outcomes.of(measured).notes)
    assert told in lines_of(Outcomes.of(preferred).notes)


def test_measures_of_systems_are_left_out_and_told_of():
    ratings = ax.read_ratings(None, {"u": {"a": 5.0}, "v": {"b": 4.0}})
    measured = ax.evaluate(ratings, {"s": {"u": ["a"], "v": ["a"]}}, ["P@1", "Gini@1"])
    outcomes = Outcomes.of(measured)
    assert outcomes.names == ("P(rel=0)@1",)
    assert "ExposureGini@1: one value for each system, and none for users, left out" in lines_of(outcomes.notes)


BAD = {
    "no rows": (
        pl.DataFrame(schema={"system": pl.String, "query": pl.String, "measure": pl.String, "value": pl.Float64}),
        "no rows",
    ),
    "other columns": (
        pl.DataFrame({"a": [1]}),
        "the columns a; expected system, query, measure, value, or preference",
    ),
    "no system": (
        slow.frame({"AP": [[0.1]]}).with_columns(system=pl.lit(None, pl.String)),
        "nothing in the column 'system', row 1",
    ),
    "no number": (
        slow.frame({"AP": [[0.1]]}).with_columns(value=pl.lit("high")),
        "'high' in the column 'value', row 1",
    ),
    "infinite": (slow.frame({"AP": [[float("inf")]]}), "inf in the column 'value', row 1"),
    "twice": (pl.concat([slow.frame({"AP": [[0.1]]})] * 2), "AP, q0, s0 again, row 2"),
}


@pytest.mark.parametrize("name", BAD)
def test_frames_that_cannot_be_values_are_refused(name):
    frame, message = BAD[name]
    with pytest.raises(ax.InputError, match=message):
        Outcomes.of(frame)


@pytest.mark.parametrize("thing", [3, b"values.parquet", {"a": 1}, []])
def test_what_was_not_measured_is_refused(thing):
    with pytest.raises(ax.UsageError, match="measured"):
        Outcomes.of(thing)


def test_the_same_measure_twice_is_refused(measured):
    with pytest.raises(ax.UsageError, match="AP was measured twice"):
        Outcomes.of([measured, measured])


def test_other_systems_are_refused(measured):
    with pytest.raises(ax.UsageError, match="RR and others have no values of the systems one, two"):
        Outcomes.of([measured, slow.frame({"RR": [[0.1, 0.2]]}).with_columns(system=pl.lit("three")).unique("system")])


@pytest.mark.parametrize("tolerance", [-1, float("nan"), "much"])
def test_a_tolerance_is_a_number(measured, tolerance):
    with pytest.raises(ax.UsageError, match="tie_tolerance must be a number from 0"):
        Outcomes.of(measured, tolerance)


def test_preferences_do_not_change_what_means_make_of_undefined_values():
    runs = {"one": {"p": ["a"], "q": ["x"]}, "two": {"p": ["x", "a"], "q": ["x"]}}
    judged = {"p": {"a": 1}, "q": {"x": 0}}
    measured, preferred = ax.evaluate(judged, runs, "AP"), ax.prefer(judged, runs, "lexirecall")
    both = Outcomes.of([measured, preferred]).averaged()
    assert both.mean(both["AP"]).tolist() == [0.5, 0.25]
    dropped = ax.evaluate(judged, runs, "nDCG", profile=ax.get_profile("trec_eval", undefined="drop"))
    mixed = Outcomes.of([measured, dropped]).averaged()
    assert mixed.mean(mixed["AP"]).tolist() == [0.5, 0.25]
    assert mixed.mean(mixed["nDCG"]).tolist() == pytest.approx([1, 1 / np.log2(3)])


def test_systems_that_are_the_same_are_told_of():
    values = {"AP": [[0.1, 0.1, 0.3], [0.2, 0.2, 0.1]], "RR": [[0.5, 0.5, 0.5], [1.0, 1.0, 0.2]]}
    assert "the same by all measures in all queries: s0, s1" in lines_of(Outcomes.of(slow.frame(values)).all_notes())
    values["RR"][0][0] = 1.0
    assert not any("the same" in told for told in lines_of(Outcomes.of(slow.frame(values)).all_notes()))


def test_a_circle_of_preferences_is_no_tie():
    columns = ["preference", "query", "left", "right", "value"]
    circle = [("p", "q", "a", "b", 1.0), ("p", "q", "b", "c", 1.0), ("p", "q", "c", "a", 1.0)]
    found = Outcomes.of(pl.DataFrame(circle, schema=columns, orient="row"))
    assert not any("the same" in told for told in lines_of(found.all_notes()))
    tied = [("p", "q", "a", "b", 0.0), ("p", "q", "b", "c", 1.0), ("p", "q", "a", "c", 1.0)]
    found = Outcomes.of(pl.DataFrame(tied, schema=columns, orient="row"))
    assert "the same by all measures in all queries: a, b" in lines_of(found.all_notes())


def test_systems_are_the_same_that_differ_by_rounding():
    values = {"AP": [[0.3 - 0.1, 0.9 - 0.7], [0.5, 0.5]]}
    assert "the same by all measures in all queries: s0, s1" in lines_of(Outcomes.of(slow.frame(values)).all_notes())
