"""Preferences that compare two lists recall level by recall level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

import numpy as np
import numpy.typing as npt

from axiometer.parameters.declaration import parameter
from axiometer.preferences.base import Preference
from axiometer.projection.lists import RankedLists
from axiometer.projection.segments import FloatArray, IntArray

Weights = Literal["uniform", "inverse", "dcg"]

MOST_AT_ONCE: Final = 1 << 16
"""Pairs of lists."""


@dataclass(frozen=True, kw_only=True)
class RPP(Preference):
    """Recall-paired preference: Σ_i w_i sgn(p'_i − p_i) / Σ_i w_i over the recall levels i = 1 … m.

    Positive if the left list has its relevant items earlier. Range [−1, 1]. w_i = 1, or 1/i (inverse), or 1/log2(i + 1)
    (dcg). A level that neither list reaches is a tie. Undefined when there is no relevant item. Unjudged items are not
    relevant. Equals pref_eval's rpp, invrpp and dcgrpp on binary judgments.
    """

    cites: ClassVar[tuple[str, ...]] = ("diaz2022",)
    weights: Weights = parameter("uniform", "of the recall levels", choices=("uniform", "inverse", "dcg"))

    def compare(self, lists: RankedLists, left: IntArray, right: IntArray) -> FloatArray:
        """Weigh the levels that each list wins."""
        seen = self.seen(lists)
        by_level = np.ascontiguousarray(_positions(seen).T)
        weight = self._weight(int(seen.n_pooled.max(initial=0)))
        total = np.concatenate([[np.nan], np.cumsum(weight)])[seen.n_pooled[left]]
        won: FloatArray = np.zeros(left.size)
        for part in _parts(left.size):
            # Level after level, so that a sum is the same to the last bit whatever else is compared.
            for position, its_weight in zip(by_level, weight, strict=False):
                ours, theirs = position[left[part]], position[right[part]]
                won[part] += its_weight * ((theirs > ours).view(np.int8) - (theirs < ours).view(np.int8))
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
    """

    cites: ClassVar[tuple[str, ...]] = ("diaz2023",)
    is_rounded: ClassVar[bool] = False

    def compare(self, lists: RankedLists, left: IntArray, right: IntArray) -> FloatArray:
        """Take the difference at the first level where there is one."""
        position = _positions(self.seen(lists))
        nowhere = np.iinfo(position.dtype).max
        # Beyond the last column both lists are nowhere, so that there is a level to look at also for equal lists.
        beyond = np.full((len(position), 1), nowhere, dtype=position.dtype)
        position = np.concatenate([position, beyond], axis=1)
        inverse = np.where(position == nowhere, 0.0, 1 / position)
        gap = np.empty(left.size)
        for part in _parts(left.size):
            ours, theirs = left[part], right[part]
            level = np.argmax(position[ours] != position[theirs], axis=1)
            gap[part] = inverse[ours, level] - inverse[theirs, level]
        return gap


def _parts(n_pairs: int) -> Iterator[slice]:
    """Split pairs so that what is computed for a part of them fits into the processor's cache."""
    return (slice(start, start + MOST_AT_ONCE) for start in range(0, n_pairs, MOST_AT_ONCE))


def _positions(lists: RankedLists) -> npt.NDArray[np.int32] | IntArray:
    """Write the positions of each list in a row, recall level by recall level."""
    kind = np.int32 if lists.rank.max(initial=0) < np.iinfo(np.int32).max else np.int64
    table = np.full((len(lists), int(lists.count.max(initial=0))), np.iinfo(kind).max, dtype=kind)
    table[lists.segments.of_row, lists.position - 1] = lists.rank
    return table
