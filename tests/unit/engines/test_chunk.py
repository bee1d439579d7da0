"""Some queries, with all that is known of them."""

from __future__ import annotations

import polars as pl
import pytest

import axiometer as ax
from axiometer.engines.batch_sums import COUNTS, VALUES
from axiometer.engines.chunk import Chunk, ChunkEvaluator
from axiometer.measures.names import parse_wanted

JUDGED = {"q1": {"a": 1, "b": 2}, "q2": {"c": 1}, "q3": {"a": 0}}
LISTED = [("one", "q1", "b", 3.0), ("one", "new", "a", 1.0), ("two", "new", "a", 1.0), ("two", "newer", "a", 1.0)]
SHARED = ax.Judgments.of(JUDGED).without_rows()


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
    for measure in (chunks.measure, chunks.meet):
        with pytest.raises(ax.InputError, match=found) as error:
            measure(chunk)
        assert "row" not in str(error.value)


@pytest.mark.parametrize("queries", ["judged", "answered", "relevant", "run", "either"])
@pytest.mark.parametrize("is_judged", [True, False])
def test_values_and_sums_of_all_lists_that_count(queries, is_judged):
    """Of queries that are not judged nothing is known, whether others of the chunk are judged or none."""
    profile = ax.get_profile(queries=queries)
    chunks = ChunkEvaluator.of(["one", "two"], parse_wanted("RR P@1"), profile, SHARED)
    chunk = chunk_of(LISTED, [("q1", "0", "a", 1.0), ("q1", "0", "b", 2.0)])
    if not is_judged:
        chunk = Chunk(chunk.lists.filter(pl.col("query") != "q1"), chunk.judged[:0])
    values, totals = chunks.measure(chunk)
    counts_unjudged, counts_unanswered = queries in {"run", "either"}, queries in {"judged", "relevant", "either"}
    unjudged = [("one", "new", [None, None]), ("two", "new", [None, None]), ("two", "newer", [None, None])]
    judged = [("one", "q1", [1.0, 1.0]), ("two", "q1", [0.0, 0.0])][: 2 if counts_unanswered else 1]
    found = values.sort("system", "query").with_columns(
        pl.col(VALUES).list.eval(pl.when(pl.element().is_not_nan()).then(pl.element()))
    )
    assert found.rows() == sorted([*(judged if is_judged else []), *(unjudged if counts_unjudged else [])])

    n = [1, int(counts_unanswered)] if is_judged else [0, 0]
    answered, missing = ([1, 0], [0, 1]) if is_judged else ([0, 0], [0, 0])
    expected = {"answered": answered, "missing": missing, "run_only": [1, 2], "included": n, "items": answered}
    assert {name: totals.counts[:, COUNTS.index(name)].tolist() for name in expected} == expected
    assert totals.n.tolist() == [[each] * 2 for each in n]
    assert totals.undefined.tolist() == ([[1, 1], [2, 2]] if counts_unjudged else [[0, 0], [0, 0]])
    assert totals.exposures.shape == (2, 0, 0)
    assert not totals.of_queries.any()
