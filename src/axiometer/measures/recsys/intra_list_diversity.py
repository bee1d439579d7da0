"""Intra-list diversity."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.measures.parameters import parameter
from axiometer.measures.parts.additive import Terms
from axiometer.measures.parts.recommended import Shown
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class ILD(Shown):
    """Intra-list diversity: the mean distance between the aspects of two items, over all pairs of the first k items.

    The distance of items with the aspects A and B is jaccard 1 − |A∩B|/|A∪B|, cosine 1 − |A∩B|/√(|A||B|) or hamming,
    the number of aspects that only one of them has. Range [0, 1], for hamming from 0. Undefined for lists with fewer
    than two items. Unjudged items count as others do; an item without aspects differs wholly from one with any, and
    not at all from another without. RecTools' ILD is that with hamming.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import ILD
    >>> genres = {"a": ["fun"], "b": ["fun", "war"], "c": ["war"]}
    >>> judgments = ax.read_ratings({"q": {"c": 4}, "r": {"b": 2}}, {"q": {"a": 5, "b": 2}}, genres)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "c", "a"]}, ILD() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.6667
    """

    cites: ClassVar[tuple[str, ...]] = ("smyth2001", "ziegler2005")
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    distance: str = parameter(
        "jaccard", "of two sets of aspects: jaccard, cosine or hamming", choices=("jaccard", "cosine", "hamming")
    )

    def terms(self, lists: RankedLists) -> Terms:
        """Add up the distances of each item to the items above it."""
        shown = lists.shown_within(self.cutoff)
        # The last set has nothing: that of unknown items.
        sets = np.vstack([shown.catalogue.has_aspect, np.zeros(shown.catalogue.has_aspect.shape[1])])
        kind, between = shown.kind, self._between(sets, shown.kind)
        to_above = np.zeros(kind.size)
        row = np.arange(kind.size)
        for lag in range(1, int(shown.segments.count.max(initial=0))):
            row = row[shown.rank[row] > lag]
            to_above[row] += between(kind[row], kind[row - lag])
        n_shown = shown.segments.count
        return Terms(shown, to_above, divisor=n_shown * (n_shown - 1) / 2)

    def _between(self, sets: FloatArray, kind: IntArray) -> Callable[[IntArray, IntArray], FloatArray]:
        """Give the distances of sets: from a table, if there are fewer pairs of sets than items."""
        size, both = sets.sum(axis=1), _Common(sets)

        def computed(left: IntArray, right: IntArray) -> FloatArray:
            return self._distances(both.count(left, right), size[left], size[right])

        if len(sets) ** 2 > kind.size:
            return computed
        left, right = np.divmod(np.arange(len(sets) ** 2), len(sets))
        table = computed(left, right).reshape(len(sets), -1)
        return lambda left, right: table[left, right]

    def _distances(self, common: FloatArray, left: FloatArray, right: FloatArray) -> FloatArray:
        if self.distance == "hamming":
            return left + right - 2 * common
        whole = left + right - common if self.distance == "jaccard" else np.sqrt(left * right)
        share = np.divide(common, whole, out=np.where(left + right > 0, 0.0, 1.0), where=whole > 0)
        return 1 - share


_N_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(axis=1, dtype=np.uint8)


class _Common:
    """How many aspects two sets have in common, by bits."""

    def __init__(self, sets: FloatArray) -> None:
        self.words = np.packbits(sets > 0, axis=1)

    def count(self, left: IntArray, right: IntArray) -> FloatArray:
        total = np.zeros(left.size)
        for word in self.words.T:
            total += _N_BITS[word[left] & word[right]]
        return total
