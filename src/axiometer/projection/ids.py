"""Numbers for ids."""

from __future__ import annotations

import numpy as np
import polars as pl

from axiometer.projection.segments import IntArray


def numbers_of_neighbours(ids: pl.Series, known: pl.Series) -> IntArray:
    """Find the places of ids of which most stand beside others of the same: one look for all of them."""
    start = (ids != ids.shift()).fill_null(value=True).arg_true().to_numpy().astype(np.int64)
    return np.repeat(numbers_of(ids.gather(start), known), np.diff(np.append(start, len(ids))))


def numbers_of(ids: pl.Series, known: pl.Series) -> IntArray:
    """Find the place of each id among the known ones, −1 if it is not there."""
    if len(ids) == len(known) and (ids == known).all():  # tables in the same order
        return np.arange(len(known))
    found = ids.cast(pl.Enum(known), strict=False).to_physical().cast(pl.Int64).fill_null(-1)
    return found.to_numpy()


def in_order_of_names(ids: pl.Series) -> pl.Series:
    """Give each id once: whole numbers by size, then all others by name, whatever the order in which they come."""
    number = pl.col(ids.name).cast(pl.Int64, strict=False)
    return ids.unique().to_frame().sort(number, ids.name, nulls_last=True).to_series()
