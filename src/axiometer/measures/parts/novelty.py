"""What several measures of diversity have in common: items lose worth when their aspects were seen before."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.measures.base import Need
from axiometer.measures.parameters import parameter
from axiometer.measures.parts.gains import Gain, gain_parameter
from axiometer.measures.parts.graded import Graded
from axiometer.projection.lists import AspectLists, RankedLists
from axiometer.projection.segments import Segments

TIE: Final = 1e-12
"""Gains that differ by less than this share of themselves tie: they are equal but for rounding."""
_MOST_CELLS: Final = 1 << 22
_LEAST_DEPTH: Final = 32


def alpha_parameter() -> float:
    """Declare the share that an item of an aspect loses for each earlier one."""
    meaning = "the share of its worth that an item loses for each earlier item of the same aspect"
    return parameter(0.5, meaning, least=0, most=1, examples=(0.5, 0, 1, 0.3))  # type: ignore[no-any-return]


@dataclass(frozen=True, kw_only=True)
class Novel(Graded):
    """A measure that looks at the gains of each aspect, in a list or in the ideal one."""

    gain: Gain = gain_parameter("exp", {"ratings": "linear"})

    @property
    def needs(self) -> frozenset[Need]:
        """Aspects."""
        return frozenset({"aspects"})

    def seen(self, lists: RankedLists) -> AspectLists:
        """Give the relevant items down to the cut-off, aspect by aspect."""
        return lists.relevant(self.level).by_aspect().within(self.cutoff)


@dataclass(frozen=True, kw_only=True)
class AlphaNovel(Novel):
    """A measure in which each earlier item of an aspect takes the same share."""

    counts_weights: ClassVar[bool] = False
    alpha: float = alpha_parameter()
    gain: Gain = gain_parameter("binary", {"ratings": "linear"})

    def novelty(self, seen: AspectLists) -> FloatArray:
        """Give what the earlier items of the aspect leave of each row's gain."""
        return np.asarray((1.0 - self.alpha) ** (seen.position - 1))

    def ideal(self, lists: RankedLists) -> RankedLists:
        """Give the greedy ideal list of each query."""
        relevant = lists.relevant(self.level)
        pool = relevant.by_aspect().lists.pool
        gain = self.gains(pool)
        stop = np.where(pool.grade > 0, self.alpha, 0.0)
        return greedy_ideal(relevant, gain, stop, (self.alpha, self.gain, self.rel), self.cutoff)


def greedy_ideal(
    lists: RankedLists, gain: FloatArray, stop: FloatArray, key: Hashable, depth: int | None
) -> RankedLists:
    """Give, for each query, the list that takes at every rank the item that adds most.

    Parameters
    ----------
    lists
        Lists of relevant items whose pool has aspects.
    gain, stop
        For each row of the pool by aspect: what its item adds to the aspect at first, and the share that the item
        then takes from all later ones.
    key
        What gain and stop depend on, beside the pool.
    depth
        How many ranks are needed; without it, all.
    """
    # Cut-offs share one list, which is long enough for the usual ones.
    enough = None if depth is None else max(_LEAST_DEPTH, 1 << (depth - 1).bit_length())

    def make() -> tuple[IntArray, Segments]:
        return _greedy_order(lists, gain, stop, enough)

    return lists.pooled(*lists.pool.remembered(("greedy", key, enough), make))


def _greedy_order(
    lists: RankedLists, gain: FloatArray, stop: FloatArray, depth: int | None
) -> tuple[IntArray, Segments]:
    """Choose items for all queries, many queries of similar size at a time."""
    aspects = lists.pool.aspects.counting(0.0)  # type: ignore[union-attr]
    n_items, n_aspects = lists.pool.segments.count, aspects.of_query.count
    cells = n_items * n_aspects
    n_ranks = np.where(cells > 0, n_items if depth is None else np.minimum(n_items, depth), 0)
    segments = Segments.of_lengths(n_ranks)
    chosen = np.zeros(segments.offsets[-1], np.int64)
    by_size = np.lexsort((n_aspects, n_items))[::-1]
    by_size = by_size[cells[by_size] > 0]
    while by_size.size:
        most_items = int(n_items[by_size[0]])
        some = by_size[: max(1, _MOST_CELLS // most_items)]
        n_cells = most_items * np.maximum.accumulate(n_aspects[some]) * np.arange(1, some.size + 1)
        # Queries of like size share a table: each goes on for as many ranks as the largest.
        is_alike = (n_cells <= _MOST_CELLS) & (2 * n_items[some] >= most_items)
        size = max(1, int(np.count_nonzero(is_alike)))
        some, by_size = by_size[:size], by_size[size:]
        order = _choose(*_dense(lists, gain, stop, some), int(n_ranks[some].max()))
        rank = np.arange(order.shape[1])
        is_rank = rank < n_ranks[some, None]
        place = segments.offsets[some, None] + rank
        chosen[place[is_rank]] = (lists.pool.segments.offsets[some, None] + order)[is_rank]
    return chosen, segments


def _dense(lists: RankedLists, gain: FloatArray, stop: FloatArray, some: IntArray) -> tuple[FloatArray, FloatArray]:
    """Write gain and stop of some queries as tables: queries × items × aspects."""
    aspects = lists.pool.aspects.counting(0.0)  # type: ignore[union-attr]
    aspect = aspects.pool.segments.of_row
    query = aspects.of_query.of_row[aspect]
    place = np.full(len(aspects.of_query), -1)
    place[some] = np.arange(some.size)
    is_here = place[query] >= 0
    query, aspect, item = query[is_here], aspect[is_here], aspects.row[is_here]
    cell = (place[query], item - lists.pool.segments.offsets[query], aspect - aspects.of_query.offsets[query])
    shape = (some.size, int(lists.pool.segments.count[some].max()), int(aspects.of_query.count[some].max()))
    worth, takes = np.zeros(shape), np.zeros(shape)
    worth[cell], takes[cell] = gain[is_here], stop[is_here]
    return worth, takes


def _choose(worth: FloatArray, takes: FloatArray, n_ranks: int) -> IntArray:
    """Take, rank by rank and for all queries at once, the item with the largest gain; ties go to the first."""
    n_queries, _, n_aspects = worth.shape
    left = np.ones((n_queries, n_aspects, 1))
    is_taken = np.zeros(worth.shape[:2])
    each = np.arange(n_queries)
    order = np.zeros((n_queries, n_ranks), np.int64)
    for rank in range(n_ranks):
        adds = (worth @ left)[..., 0] + is_taken
        best = adds.max(axis=1, keepdims=True)
        pick = (adds >= best - TIE * np.abs(best)).argmax(axis=1)
        order[:, rank] = pick
        is_taken[each, pick] = -np.inf
        left[..., 0] *= 1.0 - takes[each, pick]
    return order
