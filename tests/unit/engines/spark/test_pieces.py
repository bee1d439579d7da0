"""Queries are measured some at a time, and none is cut."""

from __future__ import annotations

import polars as pl
import pytest

pytest.importorskip("pyspark")

from axiometer.engines.spark.worker import pieces


def portions(*sizes: list[int | None]) -> list[pl.DataFrame]:
    return [
        pl.DataFrame(
            {"listed": some, "judged": [None] * len(some)}, schema_overrides={"listed": pl.Int64, "judged": pl.Int64}
        )
        for some in sizes
    ]


def sizes_of(*given: list[int | None], most_queries: int = 100, most_rows: int = 10) -> list[list[int | None]]:
    arrow = [frame.to_arrow() for frame in portions(*given)]
    return [each["listed"].to_list() for each in pieces(arrow, ["listed", "judged"], most_queries, most_rows)]


def test_small_portions_are_put_together():
    assert sizes_of([1, 2], [3], [4], [1]) == [[1, 2, 3, 4], [1]]
    assert sizes_of([1, 2], [3], [4, 5], [1]) == [[1, 2, 3, 4], [5], [1]]


def test_large_portions_are_cut_between_queries():
    assert sizes_of([5] * 6) == [[5, 5]] * 3
    assert sizes_of([7] * 3) == [[7]] * 3


def test_a_large_query_is_a_piece_of_its_own():
    assert sizes_of([1, 500, 1]) == [[1], [500], [1]]


def test_there_are_never_more_queries_than_said():
    assert sizes_of([None] * 5, most_queries=2) == [[None, None], [None, None], [None]]


def test_no_portions_make_no_pieces():
    assert sizes_of() == []
    assert sizes_of([]) == []
