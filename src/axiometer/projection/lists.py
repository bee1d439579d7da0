"""Ranked lists in sparse columns: the only thing a measure sees."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from axiometer.projection.segments import BoolArray, FloatArray, IntArray, Segments


@dataclass(frozen=True, eq=False)
class Pool:
    """The judged items of each request, best grade first.

    Attributes
    ----------
    grade
        One row per request and judged item.
    segments
        The rows of each request.
    """

    grade: FloatArray
    segments: Segments

    def keep(self, is_kept: BoolArray) -> Pool:
        """Give the pool with only these rows."""
        return Pool(self.grade[is_kept], self.segments.keep(is_kept))


@dataclass(frozen=True, eq=False)
class RankedLists:
    """Many ranked lists, of which only the judged items have rows.

    Attributes
    ----------
    rank, grade
        Of each retrieved judged item, list after list, best rank first. Ranks count from 1 and are those in the
        whole list, unjudged items included.
    segments
        The rows of each list.
    depth
        How many items each list has, judged or not.
    request
        For each list, its request in the pool.
    pool
        All judged items of each request, retrieved or not.
    max_grade
        The top of the grading scale, H.
    corpus_size
        How many items could have been retrieved, if known.
    """

    rank: IntArray
    grade: FloatArray
    segments: Segments
    depth: IntArray
    request: IntArray
    pool: Pool
    max_grade: float
    corpus_size: int | None = None
    _views: dict[float, RankedLists] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.segments)

    @property
    def position(self) -> IntArray:
        """The place of each row among the rows of its list, from 1."""
        return self.segments.position

    @property
    def count(self) -> IntArray:
        """How many rows each list has."""
        return self.segments.count

    @cached_property
    def n_pooled(self) -> IntArray:
        """For each list, how many rows the pool has for its request."""
        return self.pool.segments.count[self.request]

    def sum(self, column: FloatArray | BoolArray) -> FloatArray:
        """Add up a column within each list."""
        return self.segments.sum(column)

    def relevant(self, level: float = 0.0) -> RankedLists:
        """Give the lists and the pool with only the rows that have a positive grade of at least this level."""
        if level not in self._views:
            in_pool = (self.pool.grade > 0) & (self.pool.grade >= level)
            kept = self._keep((self.grade > 0) & (self.grade >= level))
            self._views[level] = replace(kept, pool=self.pool.keep(in_pool), _views={})
        return self._views[level]

    def within(self, cutoff: int | None) -> RankedLists:
        """Give the lists with only the rows down to this rank; the pool stays whole."""
        return self if cutoff is None else self._keep(self.rank <= cutoff)

    def ideal(self, gain: FloatArray) -> RankedLists:
        """Give, for each request, its pool as the best list there could be: by the gains of the pool's rows."""
        order = np.lexsort((-gain, self.pool.segments.of_row))
        return replace(
            self,
            rank=self.pool.segments.position,
            grade=self.pool.grade[order],
            segments=self.pool.segments,
            depth=self.pool.segments.count,
            request=np.arange(len(self.pool.segments), dtype=np.int64),
            _views={},
        )

    def _keep(self, is_kept: BoolArray) -> RankedLists:
        return replace(
            self,
            rank=self.rank[is_kept],
            grade=self.grade[is_kept],
            segments=self.segments.keep(is_kept),
            _views={},
        )
