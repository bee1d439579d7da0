"""Numbers for ids."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from axiometer.arrays import IntArray

_WIDEST: Final = 64
"""A table of all whole numbers in a range is worth its memory if at most so many stand for one that is there."""


def numbers_of_neighbours(ids: pl.Series, known: pl.Series) -> IntArray:
    """Find the places of ids of which most stand beside others of the same: one look for all of them."""
    start = (ids != ids.shift()).fill_null(value=True).arg_true().to_numpy().astype(np.int64)
    return np.repeat(numbers_of(ids.gather(start), known), np.diff(np.append(start, len(ids))))


def numbers_of(ids: pl.Series, known: pl.Series) -> IntArray:
    """Find the place of each id among the known ones, −1 if it is not there."""
    if len(ids) == len(known) and (ids == known).all():  # tables in the same order
        return np.arange(len(known))
    if ids.is_empty():
        return np.zeros(0, np.int64)
    found = ids.cast(pl.Enum(known), strict=False).to_physical().cast(pl.Int64).fill_null(-1)
    return found.to_numpy()


def in_order_of_names(ids: pl.Series) -> pl.Series:
    """Give each id once: whole numbers by size, then all others by name, whatever the order in which they come."""
    number = pl.col(ids.name).cast(pl.Int64, strict=False)
    return ids.unique().to_frame().sort(number, ids.name, nulls_last=True).to_series()


def places(number: IntArray, n: int) -> IntArray:
    """Give, for each of n numbers, where it stands, −1 if nowhere; a negative number is none."""
    place = np.full(n, -1, dtype=np.int64)
    there = np.flatnonzero(number >= 0)
    place[number[there]] = there
    return place


@dataclass(frozen=True, eq=False)
class KnownIds:
    """Ids, and their numbers: the places where they stand.

    Attributes
    ----------
    ids
        Each once.
    """

    ids: pl.Series

    def of_texts(self, ids: pl.Series) -> IntArray:
        """Find the number of each text, −1 if it is not known."""
        found = ids.cast(self._enum, strict=False).to_physical().cast(pl.Int64)
        return found.fill_null(-1).to_numpy()

    def of_integers(self, ids: npt.NDArray[np.integer[Any]]) -> IntArray:
        """Find the number of each id that is a whole number, −1 if it is not known."""
        least, table, known, number = self._by_integer
        if table is not None:
            at = np.clip(ids - least, -1, table.size - 1)
            return np.where((at >= 0) & (ids - least < table.size), table[at], -1)
        at = np.searchsorted(known, ids)
        is_found = np.append(known, 0)[at] == ids
        return np.where(is_found & (at < known.size), np.append(number, -1)[at], -1)

    def prepare(self) -> None:
        """Make ready what ids are looked up in."""
        self.of_texts(self.ids[:0])
        self.of_integers(np.zeros(0, np.int64))

    @cached_property
    def _enum(self) -> pl.Enum:
        return pl.Enum(self.ids)

    @cached_property
    def _by_integer(self) -> tuple[int, IntArray | None, IntArray, IntArray]:
        """Give the ids that are whole numbers as such, sorted, with their numbers; close ones also as a table."""
        whole = self.ids.cast(pl.Int64, strict=False)
        is_whole = (whole.cast(pl.String) == self.ids).fill_null(value=False).to_numpy()  # "007" is not 7
        known, number = whole.filter(pl.Series(is_whole)).to_numpy(), np.flatnonzero(is_whole)
        order = np.argsort(known)
        known, number = known[order], number[order]
        if not known.size or int(known[-1]) - int(known[0]) >= _WIDEST * known.size:
            return 0, None, known, number
        table = np.full(int(known[-1] - known[0]) + 1, -1, dtype=np.int64)
        table[known - known[0]] = number
        return int(known[0]), table, known, number
