"""Ranked lists in sparse columns: the only thing a measure sees."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from axiometer.projection.pool import Pool, is_relevant
from axiometer.projection.segments import BoolArray, FloatArray, IntArray, Segments


@dataclass(frozen=True, eq=False)
class Text:
    """How long the items of lists are, judged or not, in words.

    Attributes
    ----------
    length
        Of every item, list after list, best rank first.
    segments
        The items of each text.
    of_list
        For each list, its text.
    """

    length: FloatArray
    segments: Segments
    of_list: IntArray

    @cached_property
    def before(self) -> FloatArray:
        """For each item, how long the items above it are together."""
        return self.segments.sum_before(self.length)

    def repeated(self, times: IntArray) -> Text:
        """Give the texts of lists each of which was made several."""
        return replace(self, of_list=np.repeat(self.of_list, times))

    def place(self, lists: IntArray, rank: IntArray) -> IntArray:
        """Find items by list and rank."""
        return self.segments.offsets[self.of_list[lists]] + rank - 1


@dataclass(frozen=True, eq=False)
class RankedLists:
    """Many ranked lists, of which only the judged items have rows.

    Attributes
    ----------
    rank, item
        Of each retrieved judged item, list after list, best rank first. Ranks count from 1 and are those in the
        whole list, unjudged items included; the item is a row of the pool.
    grade
        Of each row: that of its item, unless somebody sees the item in another way.
    segments
        The rows of each list.
    depth
        How many items each list has, judged or not.
    request
        For each list, its request in the pool.
    pool
        All judged items of each request, retrieved or not.
    corpus_size
        How many items could have been retrieved, if known.
    text
        How long all items of the lists are, where a measure asked for it.
    """

    rank: IntArray
    item: IntArray
    grade: FloatArray
    segments: Segments
    depth: IntArray
    request: IntArray
    pool: Pool
    corpus_size: int | None = None
    text: Text | None = None
    _views: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.segments)

    @property
    def position(self) -> IntArray:
        """The place of each row among the rows of its list, from 1."""
        return self.segments.position

    @property
    def is_first(self) -> FloatArray:
        """1 for the first row of each list, 0 for the others."""
        return np.where(self.segments.position == 1, 1.0, 0.0)

    @property
    def count(self) -> IntArray:
        """How many rows each list has."""
        return self.segments.count

    @property
    def max_grade(self) -> float | FloatArray:
        """The top of the grading scale, H: one for all rows, or one for each."""
        top = self.pool.max_grade
        return top[self.item] if isinstance(top, np.ndarray) else top

    def length(self, unit: str) -> FloatArray:
        """How long the item of each row is, in characters or in words."""
        return self.pool.lengths[unit][self.item]

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
            new_item = np.cumsum(is_relevant(self.pool.grade, level)) - 1
            kept = self.keep(is_relevant(self.grade, level))
            self._views[level] = replace(kept, item=new_item[kept.item], pool=self.pool.relevant(level), _views={})
        view: RankedLists = self._views[level]
        return view

    def within(self, cutoff: int | None) -> RankedLists:
        """Give the lists with only the rows down to this rank; the pool stays whole."""
        return self if cutoff is None else self.keep(self.rank <= cutoff)

    def by_aspect(self, level: float = 0.0) -> AspectLists:
        """Give the lists aspect by aspect, of the aspects that have an item relevant at this level."""
        key = ("aspects", level)
        if key not in self._views:
            self._views[key] = self._by_aspect(level)
        view: AspectLists = self._views[key]
        return view

    def ideal(self, gain: FloatArray) -> RankedLists:
        """Give, for each request, its pool as the best list there could be: by the gains of the pool's rows."""
        return self.pooled(np.lexsort((-gain, self.pool.segments.of_row)), self.pool.segments)

    def pooled(self, item: IntArray, segments: Segments, request: IntArray | None = None) -> RankedLists:
        """Make lists of items of the pool, one after the other; one list for each request, unless they are named."""
        return replace(
            self,
            rank=segments.position,
            item=item,
            grade=self.pool.grade[item],
            segments=segments,
            depth=segments.count,
            request=np.arange(len(segments), dtype=np.int64) if request is None else request,
            text=self.text and Text(self.pool.lengths["words"][item], segments, np.arange(len(segments))),
            _views={},
        )

    def keep(self, is_kept: BoolArray) -> RankedLists:
        """Give the lists with only these rows; the pool stays whole."""
        return replace(
            self,
            rank=self.rank[is_kept],
            item=self.item[is_kept],
            grade=self.grade[is_kept],
            segments=self.segments.keep(is_kept),
            _views={},
        )

    def _by_aspect(self, level: float) -> AspectLists:
        if self.pool.aspects is None:
            raise ValueError("nobody asked for aspects")
        aspects = self.pool.remembered(("counting", level), lambda: self.pool.aspects.counting(level))  # type: ignore[union-attr]
        row, aspect_row = aspects.rows_of(self.item)
        of_list = Segments.of_lengths(aspects.of_request.count[self.request])
        first_there = aspects.of_request.offsets[self.request]
        shift = of_list.offsets[:-1] - first_there
        target = aspects.pool.segments.of_row[aspect_row] + shift[self.segments.of_row[row]]
        order = np.argsort(target, kind="stable")
        row, aspect_row = row[order], aspect_row[order]
        aspect = np.arange(of_list.offsets[-1]) - np.repeat(shift, of_list.count)
        lists = RankedLists(
            rank=self.rank[row],
            item=aspect_row,
            grade=aspects.pool.grade[aspect_row],
            segments=Segments.of_lengths(np.bincount(target, minlength=int(of_list.offsets[-1]))),
            depth=np.repeat(self.depth, of_list.count),
            request=aspect,
            pool=aspects.pool,
            corpus_size=self.corpus_size,
            text=self.text and self.text.repeated(of_list.count),
        )
        return AspectLists(
            lists,
            of_list,
            aspects.weight[aspect],
            aspects.is_navigational[aspect],
            aspects.label[aspect],
            row,
            are_weights_scaled=aspects.counted == "relevant",
        )


@dataclass(frozen=True, eq=False)
class AspectLists:
    """Many ranked lists seen aspect by aspect.

    Attributes
    ----------
    lists
        One list for each aspect of each list: what somebody sees who wants this aspect only.
    of_list
        The aspects of each list.
    weight, is_navigational, label
        Of each aspect of each list.
    row
        For each row, that of its item in the lists without aspects.
    are_weights_scaled
        Whether the weights of the aspects that count are scaled to sum to 1.
    """

    lists: RankedLists
    of_list: Segments
    weight: FloatArray
    is_navigational: BoolArray
    label: IntArray
    row: IntArray
    are_weights_scaled: bool = True

    @property
    def rank(self) -> IntArray:
        """The rank of each row in its list."""
        return self.lists.rank

    @property
    def grade(self) -> FloatArray:
        """The grade of each row's item for the row's aspect."""
        return self.lists.grade

    @property
    def max_grade(self) -> float | FloatArray:
        """The top of the grading scale."""
        return self.lists.max_grade

    @property
    def position(self) -> IntArray:
        """The place of each row among the rows of its list and aspect, from 1."""
        return self.lists.position

    @property
    def is_first(self) -> FloatArray:
        """1 for the first row of each list and aspect, 0 for the others."""
        return self.lists.is_first

    @property
    def n_aspects(self) -> IntArray:
        """How many aspects each list has."""
        return self.of_list.count

    @property
    def row_weight(self) -> FloatArray:
        """The weight of each row's aspect."""
        return self.weight[self.lists.segments.of_row]

    def sum(self, column: FloatArray | BoolArray) -> FloatArray:
        """Add up a column within each list, aspect by aspect."""
        return self.of_list.sum(self.lists.sum(column))

    def product_before(self, column: FloatArray) -> FloatArray:
        """Multiply, for each row, the numbers of the rows before it in its list and aspect."""
        return self.lists.segments.product_before(column)

    def within(self, cutoff: int | None) -> AspectLists:
        """Give the lists with only the rows down to this rank."""
        if cutoff is None:
            return self
        return self.keep(self.rank <= cutoff)

    def keep(self, is_kept: BoolArray) -> AspectLists:
        """Give the lists with only these rows."""
        return replace(self, lists=self.lists.keep(is_kept), row=self.row[is_kept])

    def only(self, lists: RankedLists) -> AspectLists:
        """Give the same with only those rows that these lists, made of mine by leaving out rows, still have."""
        key, wanted = (seen.segments.of_row * (1 << 32) + seen.rank for seen in (self.lists, lists))
        return replace(self, lists=lists, row=self.row[np.searchsorted(key, wanted)])
