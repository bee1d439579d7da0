"""What is refused, and what is fetched, before Spark does anything; frames stand in for those of Spark."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

pytest.importorskip("pyspark")

from pyspark.sql import types as t

import axiometer as ax
from axiometer.engines.spark import Spark
from axiometer.engines.spark.aggregates import Known, all_systems, collected
from axiometer.engines.spark.tables import Table

RUNS = {"query": t.LongType(), "item": t.StringType(), "score": t.DoubleType(), "run": t.StringType()}
FRAME = pl.DataFrame({"item": ["a", "b"], "score": [1.0, float("nan")]})


def frame_of(**columns: t.DataType) -> Any:
    """A frame of Spark that has names and types only."""
    fields = [t.StructField(name, kind) for name, kind in columns.items()]
    return SimpleNamespace(mapInArrow=None, sparkSession=None, columns=[*columns], schema=t.StructType(fields))


def test_one_system_may_be_named_without_a_list():
    runs = Table.of_runs(frame_of(**RUNS))
    assert all_systems(runs, "bm25") == ("bm25",)
    assert all_systems(runs, ["bm25", "dense"]) == ("bm25", "dense")


@pytest.mark.parametrize("systems", [[], ["one", "one"], ["one", 2]])
def test_systems_are_named_once_and_as_text(systems):
    with pytest.raises(ax.UsageError, match="name each once, as text"):
        all_systems(Table.of_runs(frame_of(**RUNS)), systems)


@pytest.mark.parametrize(
    ("column", "kind", "said"),
    [
        ("item", t.ArrayType(t.StringType()), "values of type array<string> in the column 'item'; expected text"),
        ("score", t.BinaryType(), "values of type binary in the column 'score'; expected numbers"),
        ("query", t.FloatType(), "floats in the column 'query'; expected query ids as text or whole numbers"),
    ],
)
def test_columns_of_other_types_are_refused(column, kind, said):
    with pytest.raises(ax.InputError, match=f"the runs: found {said}"):
        Table.of_runs(frame_of(**RUNS | {column: kind}))


def test_tables_that_nobody_knows_are_refused():
    with pytest.raises(ax.UsageError, match="there is no table of weight; there are aspects, alpha, beta, weights, l"):
        Known.of(weight={"q": {"a": 1.0}})


def test_probabilities_come_in_a_frame():
    alpha = pl.DataFrame({"item": ["a"], "alpha": [0.5]})
    assert_frame_equal(Known.of(alpha=alpha).alpha, alpha)
    with pytest.raises(ax.InputError, match="alpha: found dict for alpha; expected a frame"):
        Known.of(alpha={"a": 0.5})


@pytest.mark.parametrize(
    "more",
    [{"train": {}}, {"aspects": {"a": ["x"]}}, {"systems": ["one"]}, {"max_grade": 3}],
    ids=lambda more: next(iter(more)),
)
def test_in_memory_all_that_is_known_belongs_to_the_judgments(more):
    with pytest.raises(ax.UsageError, match="belong to the judgments: see read_ratings, read_judgments"):
        Spark(None).evaluate({"q": {"a": 1}}, {"q": ["a"]}, "AP", **more)


def test_frames_come_and_go_through_pandas_where_spark_does_not_know_arrow():
    assert_frame_equal(collected(SimpleNamespace(toPandas=FRAME.to_pandas)), FRAME)

    sent = []
    session = SimpleNamespace(range=lambda _: object(), createDataFrame=lambda *given: sent.append(given))
    Spark(session)._sent(FRAME)
    table, columns = sent[0]
    assert columns == "`item` string, `score` double"
    assert_frame_equal(pl.from_pandas(table, nan_to_null=False), FRAME)
