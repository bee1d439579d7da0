"""Rows of queries, each with its lists, become pieces that are worth measuring at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np
import polars as pl

MOST_ROWS: Final = 400_000
"""Items of lists, grades and earlier ratings that are measured at a time; a query with more is a piece of its own."""


def pieces(
    portions: Iterable[Any], counts: list[str], most_queries: int, most_rows: int = MOST_ROWS
) -> Iterator[pl.DataFrame]:
    """Give some queries at a time: small portions are put together, and large ones are cut.

    Parameters
    ----------
    portions
        Arrow data with one row for each query.
    counts
        The columns that say how many items, grades and ratings a query has; null for none.
    most_queries, most_rows
        How many queries a piece has at most, and how many of these, unless one query has more.
    """
    held: list[pl.DataFrame] = []
    n_held = n_rows = 0
    for portion in portions:
        held.append(pl.DataFrame(pl.from_arrow(portion)))
        n_held += held[-1].height
        n_rows += int(_sizes(held[-1], counts).sum())
        if n_rows >= most_rows or n_held >= most_queries:
            yield from _cut(pl.concat(held), counts, most_queries, most_rows)
            held, n_held, n_rows = [], 0, 0
    if n_held:
        yield from _cut(pl.concat(held), counts, most_queries, most_rows)


def _sizes(frame: pl.DataFrame, counts: list[str]) -> np.ndarray[Any, np.dtype[np.int64]]:
    return frame.select(pl.sum_horizontal(pl.col(counts).fill_null(0))).to_series().to_numpy().astype(np.int64)


def _cut(frame: pl.DataFrame, counts: list[str], most_queries: int, most_rows: int) -> Iterator[pl.DataFrame]:
    """Cut a frame into pieces."""
    end = np.cumsum(_sizes(frame, counts))
    at = 0
    while at < frame.height:
        before = end[at - 1] if at else 0
        n_fitting = int(np.searchsorted(end, before + most_rows, side="right")) - at
        n = max(1, min(n_fitting, most_queries))
        yield frame[at : at + n]
        at += n
