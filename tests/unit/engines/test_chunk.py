"""Some queries, with all that is known of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.engines.chunk import COUNTS, IS_ANSWERED, IS_INCLUDED, IS_JUDGED, VALUES, Chunk, ChunkEvaluator
from axiometer.measures.names import parse_wanted

JUDGED = {"q1": {"a": 1, "b": 2}, "q2": {"c": 1}, "q3": {"a": 0}}
LISTED = [("one", "q1", "b", 3.0), ("one", "new", "a", 1.0), ("two", "new", "a", 1.0), ("two", "newer", "a", 1.0)]
SHARED = replace(ax.Judgments.of(JUDGED), max_grade=2.0)


def chunk_of(lists: list[tuple], judged: list[tuple]) -> Chunk:
    return Chunk(
        pl.DataFrame(lists, schema=["system", "query", "item", "score"], orient="row"),
        pl.DataFrame(judged, schema=["query", "aspect", "item", "grade"], orient="row", infer_schema_length=None),
    )


@pytest.mark.parametrize(
    ("lists", "judged", "found"),
    [
        (
            [("one", "q1", "a", 1.0), ("one", "q1", "a", 2.0)],
            [("q1", "0", "a", 1.0)],
            "item 'a' again for query 'q1'",
        ),
        ([("one", "q1", "a", 1.0)], [("q1", "0", "a", 1.0), ("q1", "0", "a", 2.0)], "grade 2 after grade 1"),
        ([("other", "q1", "a", 1.0)], [("q1", "0", "a", 1.0)], "the system 'other'"),
    ],
)
def test_what_is_wrong_with_a_chunk_is_refused(lists, judged, found):
    chunks = ChunkEvaluator.of(["one"], parse_wanted("AP"), ax.get_profile(), SHARED)
    chunk = chunk_of(lists, judged)
    for measure in (chunks.measure, chunks.values, chunks.meet):
        with pytest.raises(ax.InputError, match=found) as error:
            measure(chunk)
        assert "row" not in str(error.value)


@pytest.mark.parametrize("queries", ["judged", "answered", "relevant", "run", "either"])
@pytest.mark.parametrize("is_judged", [True, False])
def test_a_record_for_each_system_and_query(queries, is_judged):
    """Of queries that are not judged nothing is known, whether others of the chunk are judged or none."""
    profile = ax.get_profile(queries=queries)
    chunks = ChunkEvaluator.of(["one", "two"], parse_wanted("RR P@1"), profile, SHARED)
    chunk = chunk_of(LISTED, [("q1", "0", "a", 1.0), ("q1", "0", "b", 2.0)])
    if not is_judged:
        chunk = Chunk(chunk.lists.filter(pl.col("query") != "q1"), chunk.judged[:0])
    records, exposures = chunks.measure(chunk)
    assert exposures.shape == (2, 0, 0)
    counts_unjudged, counts_unanswered = queries in {"run", "either"}, queries in {"judged", "relevant", "either"}
    unjudged = [
        (system, query, False, True, counts_unjudged, [None, None])
        for system, query in (("one", "new"), ("two", "new"), ("two", "newer"))
    ]
    judged = [("one", "q1", True, True, True, [1.0, 1.0]), ("two", "q1", True, False, counts_unanswered, [0.0, 0.0])]
    expected = sorted([*(judged if is_judged else []), *unjudged])
    found = records.sort("system", "query").with_columns(
        pl.col(VALUES).list.eval(pl.when(pl.element().is_not_nan()).then(pl.element()))
    )
    assert found.select("system", "query", IS_JUDGED, IS_ANSWERED, IS_INCLUDED, VALUES).rows() == expected
    assert not np.array(records.filter(~pl.col(IS_JUDGED))[COUNTS].to_list()).any()
    rows = records.filter(IS_INCLUDED).select("system", "query", VALUES)
    assert chunks.values(chunk).sort("system", "query").equals(rows.sort("system", "query"))
