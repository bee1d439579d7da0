"""What Spark's workers do, without Spark: rows as Spark gathers them, and values as in memory."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pickle import loads
from typing import Any

import numpy as np
import polars as pl
import pytest

pytest.importorskip("pyspark")

import pyarrow as pa
from polars.testing import assert_frame_equal

import axiometer as ax
from axiometer.conventions.profiles import Profile
from axiometer.engines.batch_sums import Totals
from axiometer.engines.chunk import ChunkEvaluator
from axiometer.engines.prefer import parse_compared
from axiometer.engines.spark import SparkMeasurements
from axiometer.engines.spark import serialization as shipping
from axiometer.engines.spark import worker as work_module
from axiometer.engines.spark.aggregates import of_memory
from axiometer.engines.spark.serialization import Task, shipped
from axiometer.engines.spark.worker import PREFERENCES_SCHEMA, RECORDS_SCHEMA, SHOWN, TOTALS, Work
from axiometer.measures.names import parse_wanted
from tests.common.collection import everything_known, small_collection

PROFILE = ax.get_profile("trec_eval", corpus_size=100)
MEASURES = ["AP", "nDCG@5", "ERR_IA@5", "ILD@5", "EPC@5", "TBG"]
SYSTEM_MEASURES = ["CatalogueCoverage@5", "ExposureGini(weights=log)@5"]
JUDGED = {"q1": {"a": 1, "b": 0}, "q2": {"c": 2}}
ONE = {"q1": {"a": 2.0, "b": 1.0}, "q2": {"d": 1.0}}
OTHER = {"q1": {"b": 2.0, "a": 1.0}, "q2": {"c": 2.0, "d": 1.0}}


def rows(**tables: pl.DataFrame) -> pl.DataFrame:
    """Put the rows of each query together, as ``gathered`` does in Spark: its lists leave out what is missing."""
    together = None
    for kind, table in tables.items():
        lists = [pl.col(name).drop_nulls().alias(f"{kind} {name}") for name in table.columns if name != "query"]
        found = table.group_by("query").agg(pl.len().cast(pl.Int64).alias(kind), *lists)
        together = found if together is None else together.join(found, on="query", how="full", coalesce=True)
    assert together is not None
    return together.sort("query")


def portions(table: pl.DataFrame, size: int = 3) -> Iterator[pa.RecordBatch]:
    for part in table.iter_slices(size):
        yield from part.to_arrow(compat_level=pl.CompatLevel.oldest()).to_batches()


def done(work: Work, task: Task, table: pl.DataFrame) -> pl.DataFrame:
    """Do what a worker does, and give what goes back to Spark."""
    kind = {"records": RECORDS_SCHEMA, "preferences": PREFERENCES_SCHEMA}[task]
    batches = list(shipped(work, task)(portions(table)))
    assert all(batch.schema == kind for batch in batches)
    return pl.DataFrame(pl.from_arrow(pa.Table.from_batches(batches, schema=kind)))


def values_of(work: Work, table: pl.DataFrame) -> pl.DataFrame:
    return done(work, "records", table).filter(pl.col("query").is_not_null()).select("system", "query", "values")


def lists_of(runs: dict[str, Any]) -> pl.DataFrame:
    listed = [
        (system, query, item, float(score))
        for system, run in runs.items()
        for query, ranking in run.items()
        for item, score in ranking.items()
    ]
    return pl.DataFrame(listed, schema=["system", "query", "item", "score"], orient="row")


def work_of(
    judgments: ax.Judgments,
    names: Sequence[str] = ("AP",),
    *,
    profile: Profile = PROFILE,
    systems: Sequence[str] = ("one", "two"),
    **more: Any,
) -> Work:
    wanted = parse_wanted(list(names), profile=profile)
    return Work(ChunkEvaluator.of(systems, wanted, profile, of_memory(judgments)), ("score",), **more)


def assert_same(found: pl.DataFrame, expected: ax.Measurements) -> None:
    names = [str(each) for each in expected.measures]
    key = ["system", expected.asker, "measure"]
    long = (
        found
        .rename({"query": expected.asker})
        .select(
            "system", expected.asker, pl.Series("measure", [names] * found.height, dtype=pl.List(pl.String)), "values"
        )
        .explode("measure", "values")
    )
    ours, theirs = long.sort(key), expected.to_polars().sort(key)
    assert ours.select(key).equals(theirs.select(key))
    np.testing.assert_array_equal(ours["values"].to_numpy(), theirs["value"].to_numpy(), strict=True)


@pytest.fixture
def everything() -> tuple[dict[str, Any], ax.Judgments, pl.DataFrame]:
    """Two systems, judgments with all that measures need, and the rows of both and of earlier ratings."""
    run, judgments = small_collection()
    other = {query: dict(reversed(ranking.items())) for query, ranking in run.items() if query != "q4"}
    runs, judged = {"one": run, "two": other}, everything_known(judgments)
    assert judged.catalogue is not None
    return runs, judged, rows(listed=lists_of(runs), judged=judged.frame, before=judged.catalogue.train)


def test_values_are_those_in_memory(everything):
    runs, judged, table = everything
    work = work_of(judged, MEASURES, has_train=True, are_checked=True)
    assert_same(values_of(work, table), ax.evaluate(judged, runs, MEASURES, profile=PROFILE))


def test_records_have_values_sums_and_exposures(everything):
    runs, judged, table = everything
    work = work_of(judged, [*MEASURES, *SYSTEM_MEASURES], has_train=True, are_checked=True)
    expected = ax.evaluate(judged, runs, [*MEASURES, *SYSTEM_MEASURES], profile=PROFILE)
    found = done(work, "records", table)
    totals: Totals = loads(found[TOTALS].drop_nulls().item())
    shown = found[SHOWN].drop_nulls().explode(empty_as_null=False).struct.unnest()
    exposures = work.chunks.no_exposures
    exposures[shown["system"], shown["measure"], shown["item"]] = shown["amount"]
    together = SparkMeasurements.of(work.chunks, replace(totals, exposures=exposures), "score", values=None)
    assert_frame_equal(together.mean(), expected.mean(), check_exact=False, rel_tol=1e-12, abs_tol=1e-15)
    assert_frame_equal(together.counts, expected.counts, check_exact=False, rel_tol=1e-12)
    assert together.notes == expected.notes


def test_preferences_are_those_in_memory(everything):
    runs, judged, table = everything
    names = ["lexirecall", "RPP(weights=dcg)", "AP"]
    compared = parse_compared(names)
    chunks = ChunkEvaluator.of(("one", "two"), compared, PROFILE, of_memory(judged))
    work = Work(chunks, ("score",), has_train=True, are_checked=True)
    expected = ax.prefer(judged, runs, names, profile=PROFILE).to_polars().rename({"user": "query"})
    key = ["preference", "query", "left", "right"]
    found = done(work, "preferences", table).sort(key)
    assert found.equals(expected.sort(key).select(found.columns).cast({"value": pl.Float32}))
    assert done(work, "preferences", table.filter(pl.col("judged").is_null())).is_empty()


def test_one_system_has_no_column_and_weights_come_with_judgments():
    lists = lists_of({"one": ONE}).drop("system")
    judged = pl.DataFrame({
        "query": ["q1", "q1"],
        "item": ["a", "b"],
        "aspect": ["x", "y"],
        "grade": [1.0, 2.0],
        "weight": [0.25, 0.75],
    })
    judgments = ax.read_judgments(judged)
    work = work_of(judgments, ["ERR_IA@5"], systems=["one"])
    expected = ax.evaluate(judgments, {"one": ONE}, "ERR_IA@5", profile=PROFILE)
    assert_same(values_of(work, rows(listed=lists, judged=judged)), expected)


@pytest.mark.parametrize("task", ["records", "preferences"])
def test_where_nothing_is_judged_there_are_no_values(task):
    work = work_of(ax.Judgments.of(JUDGED), systems=["one"])
    unjudged = lists_of({"one": {"q9": {"a": 1.0}}}).drop("system")
    none = pl.DataFrame(schema={"query": pl.String, "item": pl.String, "grade": pl.Float64})
    found = done(work, task, rows(listed=unjudged, judged=none))
    assert found.select("query").drop_nulls().is_empty()
    assert done(work, task, rows(listed=unjudged, judged=none).clear()).is_empty()


def test_queries_without_lists_count_by_the_profile():
    profile = ax.get_profile("trec_eval", queries="judged")
    work = work_of(ax.Judgments.of(JUDGED), systems=["one"], profile=profile)
    none = pl.DataFrame(schema={"query": pl.String, "item": pl.String, "score": pl.String})
    found = values_of(work, rows(listed=none, judged=ax.Judgments.of(JUDGED).frame))
    assert dict(found.select("query", pl.col("values").list.first()).rows()) == {"q1": 0.0, "q2": 0.0}


@pytest.mark.parametrize("queries", ["judged", "answered", "relevant", "run", "either"])
@pytest.mark.parametrize("size", [1, 9])
def test_queries_that_are_not_judged_have_values_where_they_count(monkeypatch, queries, size):
    """Some stand beside judged queries, some alone."""
    monkeypatch.setattr(work_module, "MOST_VALUES", size)
    profile = ax.get_profile("trec_eval", queries=queries)
    runs = {"one": {**ONE, "q8": {"a": 1.0}, "q9": {"a": 1.0}}, "two": {"q1": OTHER["q1"], "q9": {"b": 1.0}}}
    judged = ax.Judgments.of({**JUDGED, "q5": {"a": 1}, "q6": {"a": 0}})
    table = rows(listed=lists_of(runs), judged=judged.frame)
    expected = ax.evaluate(judged, runs, "AP nDCG", profile=profile)
    assert "q9" in expected.to_polars()["query"].unique() or queries not in {"run", "either"}
    work = work_of(judged, ["AP", "nDCG"], profile=profile)
    assert_same(values_of(work, table), expected)
    totals: Totals = loads(done(work, "records", table)[TOTALS].drop_nulls().item())
    totals = replace(totals, exposures=work.chunks.no_exposures)
    together = SparkMeasurements.of(work.chunks, totals, "score", values=None)
    for undefined in ("zero", "drop", "nan"):
        means = together.mean(undefined=undefined)
        assert_frame_equal(means, expected.mean(undefined=undefined), check_exact=False, rel_tol=1e-12)
    assert_frame_equal(together.counts, expected.counts, check_exact=False, rel_tol=1e-12)
    assert together.notes == expected.notes


def test_a_judgment_that_is_there_twice_counts_once():
    judged = ax.Judgments.of(JUDGED)
    lists = lists_of({"one": ONE, "two": OTHER})
    found = values_of(work_of(judged), rows(listed=lists, judged=pl.concat([judged.frame, judged.frame])))
    assert_same(found, ax.evaluate(judged, {"one": ONE, "two": OTHER}, "AP", profile=PROFILE))


@pytest.mark.parametrize(
    ("name", "expected"),
    [("item", "text"), ("score", "a finite number"), ("rank", "a whole number")],
)
def test_what_is_missing_is_refused(name, expected):
    lists = lists_of({"one": ONE, "two": OTHER}).with_columns(rank=pl.lit(1, pl.Int64))
    lists = lists.with_columns(pl.when(pl.col("query") != "q1").then(name).alias(name))
    message = rf"^the runs: found a missing or unreadable {name} for query 'q1'; expected {expected}$"
    with pytest.raises(ax.InputError, match=message):
        values_of(work_of(ax.Judgments.of(JUDGED)), rows(listed=lists, judged=ax.Judgments.of(JUDGED).frame))


def test_what_is_wrong_with_lists_is_refused_without_a_trace():
    lists = lists_of({"one": ONE, "two": OTHER})
    table = rows(listed=pl.concat([lists, lists]), judged=ax.Judgments.of(JUDGED).frame)
    with pytest.raises(ax.InputError, match="found item 'a' again for query 'q1' of system 'one'") as caught:
        values_of(work_of(ax.Judgments.of(JUDGED)), table)
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("of_train", [False, True])
def test_ratings_that_nobody_checked_are_refused(of_train):
    test = pl.DataFrame({"query": ["q1", "q2"], "item": ["a", "c"], "grade": [5.0, 4.0]})
    train = pl.DataFrame({"query": ["q1", "q2"], "item": ["d", "a"], "grade": [3.0, 2.0]})
    judgments = ax.read_ratings(train, test)
    wrong = pl.col("grade") + 3
    tables = {"listed": lists_of({"one": ONE, "two": OTHER}), "judged": test, "before": train}
    work = work_of(judgments, ["nDCG@2"], profile=ax.get_profile("ratings"), has_train=True, max_rating=5.0)
    assert_same(values_of(work, rows(**tables)), ax.evaluate(judgments, {"one": ONE, "two": OTHER}, "nDCG@2"))
    kind = "before" if of_train else "judged"
    with pytest.raises(ax.InputError, match=r"found the rating [68]; expected a rating of at most 5, the stated top"):
        values_of(work, rows(**tables | {kind: tables[kind].with_columns(wrong)}))


def test_a_worker_unpacks_once_and_keeps_the_last_few(monkeypatch):
    monkeypatch.setattr(shipping, "_KEPT", {})
    monkeypatch.setenv("POLARS_MAX_THREADS", "7")
    table = rows(listed=lists_of({"one": ONE, "two": OTHER}), judged=ax.Judgments.of(JUDGED).frame)
    for cutoff in (*range(1, 7), 6):
        assert values_of(work_of(ax.Judgments.of(JUDGED), [f"P@{cutoff}"]), table).height == 4
    assert [str(work.chunks.executor.measures[0]) for work in shipping._KEPT.values()] == ["P@3", "P@4", "P@5", "P@6"]
    assert os.environ["POLARS_MAX_THREADS"] == "7"
