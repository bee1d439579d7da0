"""Ranked lists in sparse columns: the only thing a measure sees."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.errors import UsageError
from axiometer.projection.cache import Memory
from axiometer.projection.catalogue import ShownItems
from axiometer.projection.pool import AspectPool, Pool, is_relevant
from axiometer.projection.segments import Segments

Imputation = Literal["pessimistic", "optimistic"]
"""Where relevant items that were not retrieved are taken to be: at the end of the corpus, or of the list."""


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
    query
        For each list, its query in the pool.
    pool
        All judged items of each query, retrieved or not.
    corpus_size
        How many items could have been retrieved, if known.
    text
        How long all items of the lists are, where a measure asked for it.
    shown
        All items of the lists, rated or not, where a measure asked for them.

    Examples
    --------
    >>> from axiometer.testing import Case, ranked_lists
    >>> lists = ranked_lists([Case(ranking=(1, None, 2), unretrieved=(3,))])
    >>> lists.rank.tolist(), lists.grade.tolist(), lists.n_pooled.tolist()
    ([1, 3], [1.0, 2.0], [3])
    """

    rank: IntArray
    item: IntArray
    grade: FloatArray
    segments: Segments
    depth: IntArray
    query: IntArray
    pool: Pool
    corpus_size: int | None = None
    text: Text | None = None
    shown: ShownItems | None = None
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
    def is_last(self) -> FloatArray:
        """1 for the last row of each list, 0 for the others."""
        return np.where(self.segments.position == self.count[self.segments.of_row], 1.0, 0.0)

    @property
    def count(self) -> IntArray:
        """How many rows each list has."""
        return self.segments.count

    @property
    def last_rank(self) -> IntArray:
        """The rank of the last row of each list, 0 if it has none."""
        return np.where(self.count > 0, np.append(self.rank, 0)[self.segments.offsets[1:] - 1], 0)

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
        """For each list, how many rows the pool has for its query."""
        return self.pool.segments.count[self.query]

    def sum(self, column: FloatArray | BoolArray) -> FloatArray:
        """Add up a column within each list."""
        return self.segments.sum(column)

    def relevant(self, level: float = 0.0) -> RankedLists:
        """Give the lists and the pool with only the rows that have a positive grade of at least this level."""
        if level not in self._views:
            if is_relevant(self.grade, level).all() and self.pool.is_relevant(level):
                return self
            new_item = np.cumsum(is_relevant(self.pool.grade, level)) - 1
            kept = self.keep(is_relevant(self.grade, level))
            self._views[level] = replace(kept, item=new_item[kept.item], pool=self.pool.relevant(level), _views={})
        view: RankedLists = self._views[level]
        return view

    def within(self, cutoff: int | None) -> RankedLists:
        """Give the lists with only the rows down to this rank; the pool stays whole."""
        return self if cutoff is None else self.keep(self.rank <= cutoff)

    def shown_within(self, cutoff: int | None) -> ShownItems:
        """Give all items of the lists down to this rank, judged or not."""
        if self.shown is None:
            raise ValueError("a measure that reads items that were not judged must declare that it needs them")
        return self.shown.within(cutoff)

    def by_aspect(self, level: float = 0.0) -> AspectLists:
        """Give the lists aspect by aspect, of the aspects that have an item relevant at this level."""
        return self._by_group("aspects", self.pool.aspects, level)

    def by_provider(self, level: float = 0.0) -> AspectLists:
        """Give the lists provider by provider, of the providers that have an item relevant at this level."""
        return self._by_group("providers", self.pool.providers, level)

    def completed(self, imputation: Imputation) -> RankedLists:
        """Give lists that hold all items of the pool: those not retrieved come after the others, in the pool's order.

        They are put at the end of the corpus, if the imputation is ``pessimistic``, or right after the last item
        retrieved, if it is ``optimistic``.
        """
        key = ("completed", imputation)
        if key not in self._views:
            self._views[key] = self._completed(imputation)
        view: RankedLists = self._views[key]
        return view

    def ideal(self, gain: FloatArray) -> RankedLists:
        """Give, for each query, its pool as the best list there could be: by the gains of the pool's rows."""
        return self.pooled(np.lexsort((-gain, self.pool.segments.of_row)), self.pool.segments)

    def pooled(self, item: IntArray, segments: Segments, query: IntArray | None = None) -> RankedLists:
        """Make lists of items of the pool, one after the other; one list for each query, unless they are named."""
        return replace(
            self,
            rank=segments.position,
            item=item,
            grade=self.pool.grade[item],
            segments=segments,
            depth=segments.count,
            query=np.arange(len(segments), dtype=np.int64) if query is None else query,
            text=self.text and Text(self.pool.lengths["words"][item], segments, np.arange(len(segments))),
            shown=None,
            _views={},
        )

    def chosen(self, numbers: IntArray) -> RankedLists:
        """Give these of the lists; −1 is an empty list whose query has an empty pool."""
        segments = Segments.of_lengths(np.append(self.count, 0)[numbers])
        row = self.segments.offsets[numbers][segments.of_row] + segments.position - 1
        nobody = np.append(self.pool.segments.offsets, self.pool.segments.offsets[-1])
        return replace(
            self,
            rank=self.rank[row],
            item=self.item[row],
            grade=self.grade[row],
            segments=segments,
            depth=np.append(self.depth, 0)[numbers],
            query=np.append(self.query, len(self.pool.segments))[numbers],
            pool=replace(self.pool, segments=Segments(nobody), memory=Memory()),
            text=self.text and replace(self.text, of_list=np.append(self.text.of_list, 0)[numbers]),
            shown=None,
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

    def _completed(self, imputation: Imputation) -> RankedLists:
        segments = Segments.of_lengths(self.n_pooled)
        first, first_in_pool = segments.offsets[:-1], self.pool.segments.offsets[self.query]
        of_row = self.segments.of_row
        is_found = np.zeros(segments.offsets[-1], bool)
        is_found[first[of_row] + self.item - first_in_pool[of_row]] = True
        missing = np.flatnonzero(~is_found)
        missing_of = segments.of_row[missing]
        n_missing = self.n_pooled - self.count
        last = self._last_rank_of_all(n_missing, imputation)
        nth = Segments.of_lengths(n_missing).position
        rank, item = (np.empty(is_found.size, np.int64) for _ in range(2))
        found_at, missing_at = first[of_row] + self.position - 1, (first + self.count)[missing_of] + nth - 1
        rank[found_at], rank[missing_at] = self.rank, (last - n_missing)[missing_of] + nth
        item[found_at], item[missing_at] = self.item, first_in_pool[missing_of] + missing - first[missing_of]
        return replace(self, rank=rank, item=item, grade=self.pool.grade[item], segments=segments, _views={})

    def _last_rank_of_all(self, n_missing: IntArray, imputation: Imputation) -> IntArray:
        if imputation == "optimistic":
            return self.depth + n_missing
        if self.corpus_size is None:
            raise UsageError("items that were not retrieved have no rank as long as the corpus size is not known")
        return np.full(len(self), self.corpus_size, dtype=np.int64)

    def _by_group(self, name: str, groups: AspectPool | None, level: float) -> AspectLists:
        if groups is None:
            raise ValueError(f"a measure that reads {name} must declare needs = {{{name!r}}}")
        key = (name, level)
        if key not in self._views:
            counting = self.pool.remembered((*key, "counting"), lambda: groups.counting(level))
            self._views[key] = self.grouped(counting)
        view: AspectLists = self._views[key]
        return view

    def grouped(self, aspects: AspectPool) -> AspectLists:
        """Give the lists aspect by aspect, of these aspects of the pool."""
        row, aspect_row = aspects.rows_of(self.item)
        of_list = Segments.of_lengths(aspects.of_query.count[self.query])
        first_there = aspects.of_query.offsets[self.query]
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
            query=aspect,
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
        """Give the same with the rows of these lists, which were made of mine; rows that mine lack are −1."""
        stride = 1 + max(seen.rank.max(initial=0) for seen in (self.lists, lists))
        mine, theirs = (seen.segments.of_row * stride + seen.rank for seen in (self.lists, lists))
        at = np.searchsorted(mine, theirs)
        is_mine = np.append(mine, -1)[at] == theirs
        return replace(self, lists=lists, row=np.where(is_mine, np.append(self.row, -1)[at], -1))
