"""Orders of rated items, one for each query, and the lists that are their beginnings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import polars as pl

from axiometer_papers.arrays import BoolArray, FloatArray, IntArray

NONE = -1
"""The aspect of an item that has none."""


@dataclass(frozen=True, eq=False)
class Orderings:
    """For each query one order of all its rated items, and what it takes to change that order sensibly.

    Rows are rated items, query after query, those of query q from ``offsets[q]`` up to ``offsets[q + 1]``; within
    a query the best row is first: by grade, then by the number of aspects, then by the greatest item id. The items
    that show an aspect, in this order, are its sub-rank. Rows stay as they are; what changes is at which place each row
    stands. Places are numbered as rows are: the first place of query q is ``offsets[q]``.

    Attributes
    ----------
    queries, items, aspects
        The ids behind the numbers: queries and aspects in ascending order, items the greatest first (byte by byte).
    offsets
        Where the rows, and the places, of each query begin and end.
    item
        The item of each row.
    taken_from
        The aspect from whose sub-rank the ideal ordering took each row, −1 for items without aspects.
    shows
        Which item shows which aspect.
    interest
        The sum of the grades of each query's items with each aspect, nan where no item has it. Divided by their sum
        over the aspects, these are the weights of eq. 9.
    row_at
        The row at each place.
    depth
        How many items of each order are its list, ``None`` for all of them. The others are a reserve, from which an
        item can come into the list.
    """

    queries: pl.Series
    items: pl.Series
    aspects: pl.Series
    offsets: IntArray
    item: IntArray
    taken_from: IntArray
    shows: BoolArray
    interest: FloatArray
    row_at: IntArray
    depth: int | None = None

    @cached_property
    def query(self) -> IntArray:
        """The query of each row, which is also that of each place."""
        return np.repeat(np.arange(len(self.queries), dtype=np.int64), np.diff(self.offsets))

    @cached_property
    def position(self) -> IntArray:
        """The position of each place in its order, from 1."""
        return np.arange(1, self.item.size + 1, dtype=np.int64) - self.offsets[self.query]

    @cached_property
    def place_of(self) -> IntArray:
        """The place at which each row stands."""
        place = np.empty_like(self.row_at)
        place[self.row_at] = np.arange(place.size)
        return place

    @property
    def size(self) -> IntArray:
        """How many items each list has."""
        rated = np.diff(self.offsets)
        return rated if self.depth is None else np.minimum(rated, self.depth)

    def rearranged(self, row_at: IntArray) -> Orderings:
        """Put other rows at the places."""
        return replace(self, row_at=row_at)

    def frame(self) -> pl.DataFrame:
        """Give the lists: ``query``, ``item``, ``rank``, and the ``aspect`` from which each item was taken."""
        place = np.arange(self.item.size) if self.depth is None else np.flatnonzero(self.position <= self.depth)
        row = self.row_at[place]
        aspect = pl.Series(np.where(self.taken_from[row] == NONE, len(self.aspects), self.taken_from[row]))
        return pl.DataFrame({
            "query": self.queries.gather(self.query[place]),
            "item": self.items.gather(self.item[row]),
            "rank": self.position[place],
            "aspect": self.aspects.extend_constant(None, 1).gather(aspect),
        })
