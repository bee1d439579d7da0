"""Orders in which relevant items lose their labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.data import Judgments
from axiometer.errors import UsageError
from axiometer.projection.lists import RankedLists
from axiometer.projection.segments import Segments

By = Literal["uniform", "aspect", "popularity"]


def check_order(by: str, judgments: Judgments) -> None:
    """Refuse an order that does not exist, or that judgments do not have enough for."""
    if by not in get_args(By):
        raise UsageError(f"labels cannot be taken away by {by!r}; choose one of {', '.join(get_args(By))}")
    if by == "aspect" and not (judgments.are_aspects_judged or judgments.are_items_described):
        raise UsageError("labels cannot be taken away by aspect: the judgments have no aspects")


@dataclass(frozen=True, eq=False)
class Labels:
    """The labels of relevant items.

    Attributes
    ----------
    lists
        The lists of all systems.
    relevant
        The rows of their pool with a positive grade, query after query.
    of_query
        Those of each query.
    """

    lists: RankedLists
    relevant: IntArray
    of_query: Segments

    @classmethod
    def of(cls, lists: RankedLists) -> Labels:
        """Find the labels."""
        is_relevant = lists.pool.grade > 0
        return cls(lists, np.flatnonzero(is_relevant), lists.pool.segments.keep(is_relevant))

    def drawn(self, by: By, rng: np.random.Generator) -> FloatArray:
        """Draw an order, and give for each row of the pool the share of its query's labels that stay before its own.

        Of m relevant items the k-th has (k − 1) / m, so that the first ⌈share · m⌉ have less than the share. Items that
        are not relevant have 0, as the first relevant one.
        """
        ways = {"uniform": self._uniform, "aspect": self._proportional, "popularity": self._unpopular}
        order = np.lexsort((ways[by](rng), self.of_query.of_row))
        before = np.zeros(self.lists.pool.grade.size)
        count = self.of_query.count[self.of_query.of_row]
        before[self.relevant[order]] = (self.of_query.position - 1) / count
        return before

    def _uniform(self, rng: np.random.Generator) -> FloatArray:
        return rng.random(self.relevant.size)

    def _unpopular(self, rng: np.random.Generator) -> FloatArray:
        """Put first what goes last: of exponential times whose rates are the weights, the shortest goes first."""
        n_systems = np.bincount(self.lists.item, minlength=self.lists.pool.grade.size)[self.relevant]
        return -rng.exponential(size=self.relevant.size) / (1 + n_systems)

    def _proportional(self, rng: np.random.Generator) -> FloatArray:
        """Spread the items of each aspect evenly from 0 to 1, in random order and with a random start."""
        aspect = self._drawn_aspects(rng)
        order = np.lexsort((rng.random(aspect.size), aspect))
        items = Segments.of_lengths(np.bincount(aspect))
        start = rng.random(len(items))
        key = np.empty(aspect.size)
        key[order] = (items.position - start[items.of_row]) / items.count[items.of_row]
        return key

    def _drawn_aspects(self, rng: np.random.Generator) -> IntArray:
        """Draw one of the aspects of each relevant item; items of a query that have none are one more aspect."""
        aspects = self.lists.pool.aspects
        assert aspects is not None  # who asks for this asks for aspects
        chosen = np.full(self.lists.pool.grade.size, -1)
        drawn = rng.permutation(np.flatnonzero(aspects.pool.grade > 0))
        chosen[aspects.row[drawn]] = aspects.pool.segments.of_row[drawn]  # of several, the last one written stays
        chosen = chosen[self.relevant]
        return np.where(chosen < 0, len(aspects.pool.segments) + self.of_query.of_row, chosen)
