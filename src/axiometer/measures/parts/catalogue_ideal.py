"""The best list there could be, for users with wishes for aspects: greedy, over all items there are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.measures.parts.aspect_sets import AspectSets, LeftOver, Shelves, starts
from axiometer.measures.parts.satisfaction import MOST_CELLS, any_of, in_blocks
from axiometer.projection.catalogue import ItemCatalogue, QueryItems
from axiometer.projection.segments import Segments, ranges

TIE: Final = 1e-12
"""Gains that differ by less than this share of themselves tie: they are equal but for rounding."""
_NEARLY_ONE: Final = 1 - 2.0**-53
_CELLS_AT_ONCE: Final = 1 << 18
"""Sets times users that are compared at a time: so many fit into the cache of a core."""
_NOBODY: Final = np.iinfo(np.int64).max


@dataclass(frozen=True, eq=False)
class Candidates:
    """What could be recommended to each user.

    Attributes
    ----------
    catalogue
        All items.
    named
        Items of each query with a chance of their own: those that were rated.
    others
        The chance of all other items: one number, one for each query (a column), or one for each item; none, if only
        those with a chance of their own can be recommended.
    """

    catalogue: ItemCatalogue
    named: QueryItems
    others: float | FloatArray | None

    def best_sums(self, n_ranks: int) -> FloatArray:
        """Give Σ_i gain_i / log2(i + 1) of the list that takes, at every rank, the item that adds most.

        Ties go to the greatest id, which is the smallest number.
        """
        total = np.zeros(self.catalogue.n_queries)

        def work(queries: IntArray) -> None:
            total[queries] = _Greedy(self, queries).best_sums(n_ranks)

        n_sets, n_aspects = self.catalogue.has_aspect.shape
        if n_sets and n_aspects:
            in_blocks(np.arange(total.size), max(1, MOST_CELLS // max(n_sets, 8 * n_aspects)), work)
        return total

    @cached_property
    def chance_of_item(self) -> FloatArray | None:
        """The chance of each item that was not rated, where it has one of its own."""
        return self.others if isinstance(self.others, np.ndarray) and self.others.ndim == 1 else None

    @cached_property
    def shelves(self) -> Shelves:
        """Where the items of each set of aspects are."""
        return Shelves(self.catalogue, self.chance_of_item)

    @cached_property
    def sets(self) -> AspectSets:
        """What each set of aspects has."""
        return AspectSets(self.catalogue.has_aspect)


class _Greedy:
    """The greedy lists of a few users."""

    def __init__(self, candidates: Candidates, queries: IntArray) -> None:
        self.aspects = np.ascontiguousarray(candidates.catalogue.has_aspect.T)
        self.left = np.ascontiguousarray(candidates.catalogue.interest[queries].T)
        self.named = _Named(candidates, queries)
        self.others = None if candidates.others is None else _Others(candidates, candidates.others, queries)

    def best_sums(self, n_ranks: int) -> FloatArray:
        total = np.zeros(self.left.shape[1])
        for rank in range(1, n_ranks + 1):
            wanted = self._next()
            wanted *= self.left
            gain = any_of(wanted)
            if not gain.any():
                break
            total += gain / np.log2(rank + 1)
            self.left -= wanted
        return total

    def _next(self) -> FloatArray:
        """Take the best item of each user, and give aspects × users: how far it satisfies each."""
        gain, pick = self.named.best(self.left)
        is_named = gain > 0
        chance = np.where(is_named, self.named.chance[pick], 0.0)
        kind, item = self.named.kind[pick], self.named.item[pick]
        if self.others is not None:
            is_other = self.others.take_better(self.left, gain, item)
            is_named &= ~is_other
            chance, kind = np.where(is_other, self.others.chance, chance), np.where(is_other, self.others.kind, kind)
        self.named.take(pick[is_named])
        satisfied = self.aspects[:, kind]
        satisfied *= chance
        return satisfied


class _Named:
    """The items that have a chance of their own, user after user, the smallest number first."""

    def __init__(self, candidates: Candidates, queries: IntArray) -> None:
        named, signature = candidates.named, candidates.catalogue.signature
        n_items = named.segments.count[queries]
        row = ranges(named.segments.offsets[queries], n_items)
        # The last one stands for users who have none left.
        self.item, self.chance = np.append(named.item[row], _NOBODY), np.append(named.value[row], 0.0)
        self.kind = np.append(signature[named.item[row]], 0)
        self.user, self.n_users = np.repeat(np.arange(queries.size), n_items), queries.size
        self.is_taken = np.zeros(self.user.size, bool)
        set_of_pair, aspect_of_pair = np.nonzero(candidates.catalogue.has_aspect)
        of_set = Segments.of_lengths(np.bincount(set_of_pair, minlength=len(candidates.catalogue.has_aspect)))
        count = of_set.count[self.kind[:-1]]
        self.pairs = Segments.of_lengths(count)
        aspect = aspect_of_pair[ranges(of_set.offsets[self.kind[:-1]], count)]
        self.cell = aspect * self.n_users + np.repeat(self.user, count)
        self._keep((self.chance[:-1] > 0) & (count > 0))

    def best(self, left: FloatArray) -> tuple[FloatArray, IntArray]:
        """Find what the best item of each user adds, 0 where none is left, and the row of this item."""
        gain, pick = np.zeros(self.n_users), np.full(self.n_users, self.user.size)
        if not self.user.size:
            return gain, pick
        wish = left.ravel()[self.cell]
        wish *= self.chance_of_pair
        with np.errstate(divide="ignore"):
            # −log(1 − gain), which is a sum over aspects, grows with the gain.
            adds = -np.add.reduceat(np.log1p(-wish), self.pairs.offsets[:-1])
        np.copyto(adds, 0.0, where=self.is_taken)
        best = np.zeros(self.n_users)
        best[self.user[self.starts]] = np.maximum.reduceat(adds, self.starts)
        row = np.flatnonzero(adds >= best[self.user] * (1 - TIE))
        row = row[starts(self.user[row])]
        gain[self.user[row]], pick[self.user[row]] = -np.expm1(-best[self.user[row]]), row
        return gain, pick

    def take(self, rows: IntArray) -> None:
        """Take these items away; from time to time, forget those that are gone."""
        self.is_taken[rows] = True
        if 2 * np.count_nonzero(self.is_taken) > self.is_taken.size:
            self._keep(~self.is_taken)

    def _keep(self, is_kept: BoolArray) -> None:
        self.cell = self.cell[is_kept[self.pairs.of_row]]
        self.pairs = Segments.of_lengths(self.pairs.count[is_kept])
        self.user, self.is_taken = self.user[is_kept], self.is_taken[is_kept]
        with_last = np.append(is_kept, True)
        self.item, self.chance, self.kind = self.item[with_last], self.chance[with_last], self.kind[with_last]
        self.starts, self.chance_of_pair = starts(self.user), np.repeat(self.chance[:-1], self.pairs.count)


class _Others:
    """All other items: those of the same set of aspects are taken one after the other.

    ``kind``, ``item`` and ``chance`` are those of each user's best item when it was last looked for.
    """

    def __init__(self, candidates: Candidates, chance: float | FloatArray, queries: IntArray) -> None:
        self.candidates, self.queries = candidates, queries
        self.by_item = candidates.chance_of_item
        largest = chance if self.by_item is None else self.by_item.max(initial=0.0)
        self.by_user = np.broadcast_to(largest, (candidates.catalogue.n_queries, 1))[queries, 0]
        self.bound = np.full(queries.size, np.inf)
        self.kind, self.item = np.zeros(queries.size, np.int64), np.full(queries.size, _NOBODY)
        self.chance = self.by_user.copy()

    @cached_property
    def left_over(self) -> LeftOver:
        """Which items of each set every user may still get."""
        candidates = self.candidates
        return LeftOver(candidates.shelves, [candidates.catalogue.profile, candidates.named], self.queries)

    def take_better(self, left: FloatArray, gain: FloatArray, item: IntArray) -> BoolArray:
        """Take the best of the others for users to whom it adds more than this; ties go to the smaller number."""
        # Gains never grow, nor do they exceed the chance times all that is wished for.
        self.bound = np.minimum(self.bound, self.by_user * left.sum(axis=0) * (1 + TIE))
        users = np.flatnonzero((self.bound >= gain * (1 - TIE)) & (self.bound > 0))
        better: BoolArray = np.zeros(gain.size, bool)
        if not users.size:
            return better
        best = self.bound[users] = self._look(left, users)
        given = gain[users]
        is_tied = (best >= given * (1 - TIE)) & (given >= best * (1 - TIE))
        better[users] = np.where(is_tied, self.item[users] < item[users], best > given) & (best > 0)
        taken = np.flatnonzero(better)
        self.left_over.take(taken, self.kind[taken])
        return better

    def _look(self, left: FloatArray, users: IntArray) -> FloatArray:
        """Find the best of the others for some users, and what it adds."""
        best, size = np.zeros(users.size), max(1, _CELLS_AT_ONCE // len(self.left_over.place))
        for at in range(0, users.size, size):
            some = users[at : at + size]
            best[at : at + size] = self._choose(self._adds(left[:, some], some), some)
        if self.by_item is None:
            gain: FloatArray = -np.expm1(-best)
            return gain
        found = users[best > 0]
        self.chance[found] = self.by_item[self.item[found]]
        return best

    def _adds(self, left: FloatArray, users: IntArray) -> FloatArray:
        """Give sets × users: what the next item of each set adds.

        If all items have the same chance, this is −log(1 − gain), which is a sum over aspects and grows with the gain.
        """
        wish, sets = np.append(left, np.zeros((1, users.size)), axis=0), self.candidates.sets
        if self.by_item is None:
            return sets.sums(-np.log1p(-np.minimum(wish * self.by_user[users], _NEARLY_ONE)))
        its_chance = self.by_item[self.left_over.next_items(users)]
        total = np.zeros(its_chance.shape)
        for place in sets.places:
            total += wish[place] * its_chance * (1 - total)
        return total

    def _choose(self, adds: FloatArray, users: IntArray) -> FloatArray:
        """Choose the set that adds most for each user, and say how much; of equal ones that of the smallest number."""
        adds[self.left_over.empty(users)] = 0.0
        best: FloatArray = adds.max(axis=0)
        is_best = adds >= np.where(best > 0, best * (1 - TIE), np.inf)
        kind, column = np.divmod(np.flatnonzero(is_best), users.size)
        user = users[column]
        item = self.left_over.next_item(user, kind)
        order = np.lexsort((item, column))
        chosen = order[starts(column[order])]
        self.kind[user[chosen]], self.item[user[chosen]] = kind[chosen], item[chosen]
        return best
