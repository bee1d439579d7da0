"""Spark gives the values that this machine gives, to the last bit, however rows are spread."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

pytest.importorskip("pyspark")

import axiometer as ax
from axiometer.engines.spark.aggregates import collected
from axiometer.spark import Spark, evaluate, means
from tests.common.engines import QUERIES, assert_gives_all_values, assert_means_are_those_of_rows, profile_of
from tests.common.test_batches import N_ITEMS, large
from tests.spark.comparing import assert_same_values

MEASURES = ["nDCG@10", "AP", "RBP", "ERR_IA@20", "alpha_nDCG@10", "RBU@10", "D_nDCG@5", "Bpref"]


def test_all_measures_have_the_same_values_means_counts_and_notes(spark):
    assert_gives_all_values(Spark(spark, keep="values"))


@pytest.mark.parametrize("queries", QUERIES)
def test_means_are_those_of_the_rows(spark, queries):
    assert_means_are_those_of_rows(Spark(spark, keep="values"), profile_of(queries))


@pytest.mark.parametrize("queries", QUERIES)
def test_queries_that_are_not_judged_have_rows_where_they_count(sent, queries):
    """The second chunk of rows may have nothing that is judged."""
    lists = pl.DataFrame({
        "system": ["one", "one", "one", "two", "two"],
        "query": ["a", "x", "y", "a", "x"],
        "item": ["i", "i", "j", "j", "j"],
        "rank": [1, 1, 1, 1, 1],
    })
    judged = pl.DataFrame({"query": ["a", "b"], "item": ["i", "i"], "grade": [1, 1]})
    profile = profile_of(queries)
    whole = ax.evaluate(judged, lists, ["AP", "nDCG"], profile=profile)
    for n_partitions in (1, 20):
        values = evaluate(sent(judged, n_partitions), sent(lists, n_partitions), ["AP", "nDCG"], profile=profile)
        assert_same_values(values, whole)
        for undefined in ("zero", "drop", "nan"):
            found = collected(means(values, undefined=undefined)).sort("system", "measure")
            expected = whole.mean(undefined=undefined).sort("system", "measure")
            assert_frame_equal(found.select(expected.columns), expected, check_dtypes=False)


@pytest.mark.parametrize("n_partitions", [1, 7, 50])
def test_neither_partitions_nor_the_order_of_rows_change_anything(sent, n_partitions):
    batch = large(are_aspects_judged=True)
    judgments = ax.Judgments.of(batch.judgments.frame)
    whole = ax.evaluate(judgments, batch.lists, MEASURES)
    runs, judged = (sent(frame, n_partitions, n_partitions) for frame in (batch.lists, judgments.frame))
    assert_same_values(evaluate(judged, runs, MEASURES), whole)


def test_items_judged_for_aspects_have_one_grade_for_measures_that_ask_for_none(sent):
    batch = large(are_aspects_judged=True)
    judgments = ax.Judgments.of(batch.judgments.frame)
    whole = ax.evaluate(judgments, batch.lists, ["nDCG@10", "AP"])
    assert_same_values(evaluate(sent(judgments.frame), sent(batch.lists), ["nDCG@10", "AP"]), whole)


def test_ratings_have_the_same_values(sent):
    batch = large(are_aspects_judged=False)
    catalogue = batch.judgments.catalogue
    assert catalogue is not None
    test = batch.judgments.frame.drop("aspect").filter(pl.col("grade") >= 0)
    train = catalogue.train.filter(pl.col("grade") >= 0).join(test, on=["query", "item"], how="anti")
    known = {"alpha": catalogue.alpha, "beta": catalogue.beta}
    judgments = ax.read_ratings(train, test, catalogue.aspects, **known)
    names = ["alphabeta_nDCG@10", "alphabeta_nDCG(alpha=given,beta=given)@5", "nDCG@10", "EPC@10", "ILD@10", "P@5"]
    whole = ax.evaluate(judgments, batch.lists, names)
    frames = sent(test.rename({"query": "user", "grade": "rating"})), sent(batch.lists)
    in_spark = {"train": sent(train), "aspects": sent(catalogue.aspects), **known}
    assert_same_values(evaluate(*frames, names, **in_spark), whole)
    assert len(catalogue.items) == N_ITEMS


def test_a_user_with_very_many_rows_is_measured_whole(sent):
    many = pl.DataFrame({"user": [1] * 30_000, "item": range(30_000)}).with_columns(
        score=-pl.col("item").cast(pl.Float64)
    )
    few = pl.DataFrame({"user": range(2, 50), "item": range(2, 50), "score": 1.0})
    lists = pl.concat([many, few])
    judged = lists.filter(pl.col("item") % 3 == 2).select("user", "item", rating=pl.col("item") % 4)
    names = ["nDCG", "AP", "R@100"]
    whole = ax.evaluate(judged, lists, names)
    assert_same_values(evaluate(sent(judged, 5, 1), sent(lists, 5, 1), names), whole)


def test_queries_on_one_side_and_empty_partitions(sent):
    lists = pl.DataFrame({"query": ["a", "a", "x"], "item": ["i", "j", "i"], "score": [1.0, 2.0, 1.0]})
    judged = pl.DataFrame({"query": ["a", "b"], "item": ["i", "i"], "grade": [1, 1]})
    found = collected(evaluate(sent(judged, 20), sent(lists, 20), ["AP"])).sort("query")
    assert found.rows() == [("run", "a", "AP", 0.5), ("run", "b", "AP", 0.0)]
    either = ax.get_profile(queries="either")
    whole = ax.evaluate(judged, lists, ["AP", "nDCG"], profile=either)
    assert_same_values(evaluate(sent(judged), sent(lists), ["AP", "nDCG"], profile=either, max_grade=1), whole)
