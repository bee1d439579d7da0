"""Relevant items that lose their labels, in a random order, and what measures say then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, Self, get_args

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.conventions.profiles import Profile, profile_for
from axiometer.data import Judgments
from axiometer.engines.collection import Collection
from axiometer.engines.prefer import parse_compared
from axiometer.engines.preferences import Compared
from axiometer.errors import UsageError
from axiometer.io import read_judgments
from axiometer.jobs import Progress
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.sampling import outcomes_of, without_idle_rows
from axiometer.projection.lists import RankedLists
from axiometer.projection.relabel import with_labels
from axiometer.projection.segments import Segments

By = Literal["uniform", "aspect", "popularity"]
SLACK: Final = 1e-9
"""A share of the labels is not above another one that it exceeds by less."""


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


@dataclass(frozen=True, eq=False)
class MissingLabels:
    """Runs that are read once, and measured again and again while relevant items lose their labels.

    ``degradation`` sums up what is found so; this is for other questions.

    Attributes
    ----------
    collection
        The lists of all systems.
    by
        Which labels go first, as for ``degradation``.

    Examples
    --------
    >>> run = {"one": {"q": ["a", "x", "b"]}, "two": {"q": ["b", "a", "x"]}}
    >>> missing = MissingLabels.of({"q": {"a": 1, "b": 1}}, run, "P@1")
    >>> missing.whole["P@1"].values.ravel().tolist()
    [1.0, 1.0]
    >>> [half] = missing.with_shares([0.5], seed=0)
    >>> sorted(half["P@1"].values.ravel().tolist())
    [0.0, 1.0]
    """

    collection: Collection
    by: By = "uniform"

    @classmethod
    def of(
        cls,
        judgments: Any,
        runs: Any,
        compared: str | Compared | Iterable[str | Compared],
        *,
        by: By = "uniform",
        profile: str | Profile | None = None,
        jobs: int = 2,
        progress: Progress | None = None,
    ) -> Self:
        """Read runs, and make them ready; all parameters are those of ``degradation``."""
        judgments = read_judgments(judgments).in_order()
        check_order(by, judgments)
        profile = profile_for(judgments, profile)
        wanted = parse_compared(compared, profile=profile)
        # Judgments of aspects are always read as such, so that the same labels go whatever measures there are.
        has_aspects = by == "aspect" or judgments.are_aspects_judged
        collection = Collection.read(
            judgments, runs, wanted, profile=profile, with_aspects=has_aspects, jobs=jobs, progress=progress
        )
        return cls(without_idle_rows(collection), by)

    @cached_property
    def labels(self) -> Labels:
        """The labels that can go."""
        return Labels.of(self.collection.views.main.lists)

    @cached_property
    def whole(self) -> Outcomes:
        """What measures say with all labels."""
        return outcomes_of(self.collection)

    def with_shares(self, shares: Sequence[float], seed: int | Sequence[int]) -> Iterator[Outcomes]:
        """Put labels in a random order, and give what measures say when only the first of each query are left.

        Parameters
        ----------
        shares
            Of the labels that are left, the largest share first.
        seed
            One number or several: same seed, same order.
        """
        before, collection = self.labels.drawn(self.by, np.random.default_rng(seed)), self.collection
        for share in shares:
            is_kept = (before < share - SLACK) | (before == 0)
            before = before[is_kept]
            collection = collection.changed(_removal(is_kept))
            yield outcomes_of(collection)


def _removal(is_kept: BoolArray) -> Callable[[RankedLists], RankedLists]:
    return lambda lists: with_labels(lists, is_kept)
