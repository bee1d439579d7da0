"""Pairs of random rankings of a corpus."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from axiometer.errors import UsageError
from axiometer.projection.lists import RankedLists
from axiometer.projection.positions import lists_at
from axiometer.projection.segments import IntArray, Segments
from axiometer.simulate.positions import random_positions


@dataclass(frozen=True, eq=False)
class RandomPairs:
    """Two random rankings of n items for each of many queries.

    Attributes
    ----------
    n
        How many items there are.
    n_relevant
        How many of them are relevant to each query.
    rank, segments
        The ranks of the relevant items of each list, in ascending order: first one list for each query, then the
        other.
    """

    n: int
    n_relevant: IntArray
    rank: IntArray
    segments: Segments

    @classmethod
    def drawn(cls, rng: np.random.Generator, n: int, pairs: int, relevant: tuple[int, int]) -> RandomPairs:
        """Draw the number of relevant items of each query, the bounds included, and then its two rankings."""
        fewest, most = relevant
        if not 1 <= fewest <= most <= n:
            raise UsageError(f"from {fewest} to {most} relevant items are not possible in a corpus of {n}")
        if pairs < 1:
            raise UsageError(f"pairs must be a whole number from 1, not {pairs}")
        n_relevant = rng.integers(fewest, most, endpoint=True, size=pairs)
        rank, offsets = random_positions(rng, n, np.tile(n_relevant, 2))
        return cls(n, n_relevant, rank, Segments(offsets))

    @property
    def left(self) -> IntArray:
        """The first list of each pair."""
        return np.arange(self.n_relevant.size, dtype=np.int64)

    @property
    def right(self) -> IntArray:
        """The second list of each pair."""
        return self.left + self.n_relevant.size

    def lists(self, depth: int) -> RankedLists:
        """Give the rankings cut off at a depth: first the left ones, then the right ones."""
        query = np.tile(self.left, 2)
        return lists_at(self.rank, self.segments, query, self.n_relevant, depth=depth, corpus_size=self.n)

    def order_of_last(self) -> IntArray:
        """Compare the last relevant items: 1 where the left list has it earlier, −1 where later, 0 for a tie."""
        last = self.rank[self.segments.offsets[1:] - 1]
        order: IntArray = np.sign(last[self.right] - last[self.left])
        return order
