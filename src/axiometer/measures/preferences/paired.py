"""Preferences that compare two lists recall level by recall level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

import numpy as np
import numpy.typing as npt

from axiometer.arrays import FloatArray, IntArray
from axiometer.measures.parameters import parameter
from axiometer.measures.preferences.base import Preference
from axiometer.projection.lists import RankedLists

Ranks = npt.NDArray[np.signedinteger[Any]]
Weights = Literal["uniform", "inverse", "dcg"]

MOST_AT_ONCE: Final = 1 << 16
"""Pairs of lists, so many that what is computed of them at one level fits into the processor's cache."""


@dataclass(frozen=True, kw_only=True)
class RPP(Preference):
    """Recall-paired preference: Σ_i w_i sgn(p'_i − p_i) / Σ_i w_i over the recall levels i = 1 … m.

    Positive if the left list has its relevant items earlier. Range [−1, 1]. w_i = 1, or 1/i (inverse), or 1/log2(i + 1)
    (dcg). A level that neither list reaches is a tie. Undefined when there is no relevant item. Unjudged items are not
    relevant. Equals pref_eval's rpp, invrpp and dcgrpp on binary judgments.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import RPP
    >>> runs = {"x": {"q": ["a", "c", "b"]}, "y": {"q": ["c", "a", "b"]}}
    >>> ax.prefer({"q": {"a": 1, "b": 1}}, runs, RPP()).to_polars()["value"].to_list()
    [0.5]
    """

    cites: ClassVar[tuple[str, ...]] = ("diaz2022",)
    weights: Weights = parameter("uniform", "of the recall levels", choices=("uniform", "inverse", "dcg"))

    def compare(self, lists: RankedLists, left: IntArray, right: IntArray) -> FloatArray:
        """Weigh the levels that each list wins."""
        seen = self.seen(lists)
        levels = _Levels.of(seen)
        weight = self._weight(int(seen.n_pooled.max(initial=0)))
        total = np.concatenate([[np.nan], np.cumsum(weight)])[seen.n_pooled[left]]
        won: FloatArray = np.zeros(left.size)
        for part, n_levels in levels.parts(left, right):
            ours, theirs, sums = levels.place[left[part]], levels.place[right[part]], np.zeros(part.size)
            # Level after level, so that a sum is the same to the last bit whatever else is compared.
            for level, n_reached in enumerate(n_levels):
                sums[:n_reached] += weight[level] * levels.compared(level, ours[:n_reached], theirs[:n_reached])
            won[part] = sums
        won /= total
        return won

    def _weight(self, most: int) -> FloatArray:
        level = np.arange(1, most + 1)
        return {"uniform": np.ones(most), "inverse": 1 / level, "dcg": 1 / np.log2(level + 1)}[self.weights]


@dataclass(frozen=True, kw_only=True)
class rrlexiprecision(Preference):
    """Lexicographic precision with its size: 1/p_i − 1/p'_i at the smallest recall level i where the positions differ.

    Range [−1, 1]. Relevant items not retrieved have 1/p = 0. Undefined when there is no relevant item. Unjudged items
    are not relevant.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import rrlexiprecision
    >>> runs = {"x": {"q": ["a", "c", "b"]}, "y": {"q": ["c", "a", "b"]}}
    >>> ax.prefer({"q": {"a": 1, "b": 1}}, runs, rrlexiprecision()).to_polars()["value"].to_list()
    [0.5]
    """

    cites: ClassVar[tuple[str, ...]] = ("diaz2023",)
    is_rounded: ClassVar[bool] = False

    def compare(self, lists: RankedLists, left: IntArray, right: IntArray) -> FloatArray:
        """Take the difference at the first level where there is one."""
        levels = _Levels.of(self.seen(lists))
        gap: FloatArray = np.zeros(left.size)
        for part, n_levels in levels.parts(left, right):
            ours, theirs = levels.place[left[part]], levels.place[right[part]]
            is_open = np.ones(part.size, bool)
            for level, n_reached in enumerate(n_levels):
                here = np.flatnonzero(is_open[:n_reached])
                mine, other = (levels.positions(level, side[here]) for side in (ours, theirs))
                is_decided = mine != other
                inverse = [np.where(p == levels.nowhere, 0.0, 1 / p) for p in (mine, other)]
                gap[part[here[is_decided]]] = (inverse[0] - inverse[1])[is_decided]
                is_open[here[is_decided]] = False
        return gap


@dataclass(frozen=True, eq=False)
class _Levels:
    """The positions of lists, recall level by recall level.

    Attributes
    ----------
    place
        For each list its place when those with the most rows come first: at each level, the first so many have one.
    count
        How many rows each list has.
    rank, start
        The positions of the first level in the order of the places, then a mark for all lists that do not reach it,
        then those of the second level, and so on; and where each level starts.
    """

    place: IntArray
    count: IntArray
    rank: Ranks
    start: IntArray

    @classmethod
    def of(cls, lists: RankedLists) -> _Levels:
        place = np.empty(len(lists), dtype=np.int64)
        place[np.argsort(-lists.count, kind="stable")] = np.arange(len(lists))
        n_reaching = np.bincount(lists.position - 1, minlength=1)
        start = np.concatenate([np.zeros(1, np.int64), np.cumsum(n_reaching + 1)])
        is_small = lists.rank.max(initial=0) < np.iinfo(np.int32).max
        kind: np.dtype[np.signedinteger[Any]] = np.dtype(np.int32 if is_small else np.int64)
        rank: Ranks = np.full(int(start[-1]), np.iinfo(kind).max, dtype=kind)
        rank[start[lists.position - 1] + place[lists.segments.of_row]] = lists.rank
        return cls(place, lists.count, rank, start)

    @property
    def nowhere(self) -> int:
        """The position of a relevant item that was not retrieved."""
        return int(np.iinfo(self.rank.dtype).max)

    def parts(self, left: IntArray, right: IntArray) -> Iterator[tuple[IntArray, IntArray]]:
        """Split pairs into parts, and say for each how many of its pairs, the first ones, reach each level."""
        reach = np.maximum(self.count[left], self.count[right])
        order = np.argsort(-reach, kind="stable")
        for first in range(0, order.size, MOST_AT_ONCE):
            part = order[first : first + MOST_AT_ONCE]
            n_at = np.bincount(reach[part])
            yield part, part.size - np.cumsum(n_at)[:-1]

    def positions(self, level: int, places: IntArray) -> Ranks:
        """Give the positions of some lists at a level, counted from 0."""
        first, after = self.start[level], self.start[level + 1]
        found: Ranks = self.rank[first:after][np.minimum(places, after - first - 1)]
        return found

    def compared(self, level: int, ours: IntArray, theirs: IntArray) -> npt.NDArray[np.int8]:
        """Compare pairs of lists at a level: 1 where ours is earlier."""
        mine, other = self.positions(level, ours), self.positions(level, theirs)
        return (other > mine).view(np.int8) - (other < mine).view(np.int8)
