"""What frames of Spark may look like, and what is refused."""

from __future__ import annotations

import math

import polars as pl
import pytest
from polars.testing import assert_frame_equal

pytest.importorskip("pyspark")

import axiometer as ax
from axiometer.engines.spark.aggregates import collected
from axiometer.engines.spark.errors import readable
from axiometer.spark import Spark, evaluate, means
from tests.spark.comparing import assert_same_values

LISTS = pl.DataFrame({"user_id": [1, 1, 2, 3], "itemId": [10, 11, 12, 10], "prediction": [2.0, 1.0, 1.0, 1.0]})
JUDGED = pl.DataFrame({"user": [1, 2, 3, 4], "item": [11, 12, 99, 10], "rating": [1.0, 2.0, 0.0, 1.0]})
NAMES = ["AP", "nDCG@2"]


def test_whole_numbers_and_text_are_the_same_ids(sent):
    as_text = JUDGED.with_columns(pl.col("user", "item").cast(pl.String))
    whole = ax.evaluate(JUDGED, LISTS, NAMES)
    assert_same_values(evaluate(sent(JUDGED), sent(LISTS), NAMES), whole)
    assert_same_values(evaluate(sent(as_text), sent(LISTS), NAMES), whole)


def test_ranks_order_lists_that_have_no_scores(sent):
    ranked = LISTS.with_columns(rank=pl.Series([1, 2, 1, 1]), system=pl.lit("one")).drop("prediction")
    assert_same_values(evaluate(sent(JUDGED), sent(ranked), NAMES), ax.evaluate(JUDGED, ranked, NAMES))
    both = ranked.with_columns(score=pl.Series([1.0, 2.0, 1.0, 1.0]))
    profile = ax.get_profile(order="rank")
    whole = ax.evaluate(JUDGED, both, NAMES, profile=profile)
    assert_same_values(evaluate(sent(JUDGED), sent(both), NAMES, profile=profile), whole)


def test_aspects_and_weights_stand_in_the_judgments(sent):
    judged = pl.DataFrame({
        "query": ["1", "1", "2"],
        "item": ["10", "11", "12"],
        "aspect": ["a", "b", "a"],
        "grade": [1, 1, 1],
        "weight": [0.25, 0.75, 1.0],
    })
    names = ["D_nDCG@5", "ERR_IA@5"]
    assert_same_values(evaluate(sent(judged), sent(LISTS), names), ax.evaluate(judged, LISTS, names))
    weights = {"1": {"a": 0.5, "b": 0.5}, "2": {"a": 1.0}}
    plain = judged.drop("weight")
    whole = ax.evaluate(ax.read_judgments(plain, weights=weights), LISTS, names)
    assert_same_values(evaluate(sent(plain), sent(LISTS), names, weights=weights), whole)


def test_means_and_their_standard_errors(sent):
    values = evaluate(sent(JUDGED), sent(LISTS), NAMES).persist()
    for undefined in ("zero", "drop", "nan"):
        whole = ax.evaluate(JUDGED, LISTS, NAMES).mean(undefined=undefined)
        found = collected(means(values, undefined=undefined))
        assert_frame_equal(found.sort("measure"), whole.sort("measure"), rel_tol=1e-12)
    values.unpersist()


def test_the_engine_takes_frames_of_spark_and_dictionaries(spark, sent):
    whole = ax.evaluate(JUDGED, LISTS, NAMES)
    found = Spark(spark).evaluate(sent(JUDGED), sent(LISTS), NAMES)
    assert_same_values(found.values, whole)
    assert_frame_equal(found.mean(), whole.mean(), rel_tol=1e-12)
    ordered = {"q": {"c": 1}}, {"q": ["a", "b", "c"]}
    assert Spark(spark).evaluate(*ordered, "RR").mean()["value"].item() == pytest.approx(1 / 3)
    with pytest.raises(ax.UsageError, match="give both"):
        Spark(spark).evaluate(JUDGED, sent(LISTS), NAMES)
    with pytest.raises(ax.UsageError, match="keep cannot be 'all'"):
        Spark(spark, keep="all")


def test_nothing_stays_in_the_memory_of_spark_unless_it_is_to_be_kept(spark, sent):
    kept = spark.sparkContext._jsc.getPersistentRDDs
    n_before = kept().size()
    engine, frames = Spark(spark), (sent(JUDGED), sent(LISTS))
    found = engine.evaluate(
        *frames, ["nDCG@2", "coverage@2"], train=sent(JUDGED.with_columns(item=pl.lit(50, pl.Int64)))
    )
    assert found.mean().filter(measure="CatalogueCoverage@2")["value"].item() > 0
    assert kept().size() == n_before


WRONG_LISTS = [
    ([(1, 10, 1.0), (1, 10, 2.0)], "item '10' again for query '1' of system 'run'"),
    ([(1, 10, None)], "a missing or unreadable score for query 1"),
    ([(None, 10, 1.0)], "None in the column 'query'"),
    ([(1, 10, math.inf)], "inf in the column 'score'"),
]


def test_what_is_wrong_with_lists_is_told_when_they_are_measured(sent):
    judged = sent(JUDGED)
    for rows, found in WRONG_LISTS:
        lists = pl.DataFrame(rows, schema={"user": pl.Int64, "item": pl.Int64, "score": pl.Float64}, orient="row")
        values = evaluate(judged, sent(lists, 1), "AP", profile=ax.get_profile(max_grade=2))
        with pytest.raises(ax.InputError, match=found), readable():
            values.collect()


def test_what_is_wrong_with_judgments_is_told_when_they_are_used(sent):
    twice = pl.concat([JUDGED, JUDGED.with_columns(rating=pl.col("rating") + 1)])
    with pytest.raises(ax.InputError, match=r"grade \d after grade \d for item"), readable():
        evaluate(sent(twice), sent(LISTS), "AP").collect()
    with pytest.raises(ax.InputError, match="the rating 2; expected a rating of at most 1"), readable():
        evaluate(sent(JUDGED), sent(LISTS), "AP", aspects={10: ["a"]}, max_grade=1).collect()
    with pytest.raises(ax.InputError, match=r"no length for \d items?: '1"):
        Spark(sent(LISTS).sparkSession).evaluate(sent(JUDGED), sent(LISTS), "U", lengths={99: 10})


REFUSED = [
    ({}, LISTS.drop("prediction"), ax.UsageError, "neither a score nor a rank"),
    ({"order": "file"}, LISTS, ax.UsageError, "orders lists as they are written"),
    ({"order": "rank"}, LISTS, ax.InputError, r"lists without ranks \(the columns user_id, itemId, prediction\)"),
    ({"ties": "file-order"}, LISTS, ax.UsageError, "choose other ties"),
]


@pytest.mark.parametrize(("changes", "lists", "error", "said"), REFUSED, ids=["no order", "file", "rank", "ties"])
def test_the_order_of_rows_is_nothing_to_rely_on(sent, changes, lists, error, said):
    with pytest.raises(error, match=said):
        evaluate(sent(JUDGED), sent(lists), "AP", profile=ax.get_profile(**changes))


def test_runs_with_scores_and_runs_with_ranks_are_not_put_together(sent):
    runs = {"one": {"q": {"a": 1.0, "b": 2.0}}, "two": {"q": ["a", "b"]}}
    with pytest.raises(
        ax.InputError,
        match=r"two: found lists with the columns query, item, rank, .* beside others with query, item, score",
    ):
        Spark(sent(LISTS).sparkSession).evaluate({"q": {"a": 1}}, runs, "RR")


def test_lists_in_memory_without_scores_and_ranks_stand_as_they_are_given(sent):
    lists = pl.DataFrame({"query": ["q", "q", "p"], "item": ["b", "a", "c"]})
    judgments = {"q": {"a": 1}, "p": {"c": 1}}
    found = Spark(sent(LISTS).sparkSession, keep="values").evaluate(judgments, {"s": lists}, "RR")
    assert_same_values(found.values, ax.evaluate(judgments, {"s": lists}, "RR"))
    assert found.counts["ordered_by"].to_list() == ["file"]


def test_what_frames_cannot_be(sent):
    runs, judged = sent(LISTS), sent(JUDGED)
    with pytest.raises(ax.InputError, match=r"floats in the column 'user_id'.*text or whole numbers"):
        evaluate(judged, sent(LISTS.with_columns(pl.col("user_id").cast(pl.Float64))), "AP")
    with pytest.raises(ax.InputError, match="a column for the grade"):
        evaluate(sent(JUDGED.drop("rating")), runs, "AP")
    with pytest.raises(ax.UsageError, match="DataFrame for judgments: a DataFrame of Spark"):
        evaluate(JUDGED, runs, "AP")
    with pytest.raises(ax.UsageError, match="no column that tells them apart"):
        evaluate(judged, runs, "AP", systems=["one", "two"])
    with pytest.raises(ax.UsageError, match="undefined cannot be 'one'"):
        means(judged, undefined="one")
    with pytest.raises(ax.UsageError, match="one value for each system"):
        evaluate(judged, runs, "CatalogueCoverage@5", aspects={10: ["a"]})


def test_ratings_that_are_not_there_are_1(sent):
    test, train = JUDGED.drop("rating"), pl.DataFrame({"user": [1, 2], "item": [12, 10]})
    whole = ax.evaluate(ax.read_ratings(train, test), LISTS, NAMES)
    assert_same_values(evaluate(sent(test), sent(LISTS), NAMES, train=sent(train)), whole)


def test_frames_without_rows_are_refused(spark, sent):
    runs, judged, no_runs, none_judged = sent(LISTS), sent(JUDGED), sent(LISTS.clear(), 1), sent(JUDGED.clear(), 1)
    tagged = sent(LISTS.with_columns(system=pl.lit(None, pl.String)))
    with pytest.raises(ax.InputError, match="the runs: found None in the column 'system'; expected text"):
        evaluate(judged, tagged, "AP")
    with pytest.raises(ax.InputError, match="the runs: found no rows"):
        evaluate(judged, sent(LISTS.with_columns(system=pl.lit("one")).clear(), 1), "AP")
    with pytest.raises(ax.InputError, match="judgments: found no rows"):
        evaluate(none_judged, runs, "AP")
    with pytest.raises(ax.InputError, match="judgments: found no rows"):
        evaluate(none_judged, runs, "AP", aspects={10: ["a"]})
    with pytest.raises(ax.InputError, match="judgments: found inf in the column 'rating'; expected a finite number"):
        evaluate(sent(JUDGED.with_columns(rating=pl.lit(math.inf))), runs, "AP")
    with pytest.raises(ax.InputError, match="the runs: found no rows"):
        Spark(spark).evaluate(none_judged, no_runs, "AP", max_grade=1)
