"""The best list there could be, for users with wishes for aspects: greedy, over all items there are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from axiometer.measures.parts.satisfaction import MOST_CELLS, any_of, in_blocks
from axiometer.projection.catalogue import ItemCatalogue, RequestItems
from axiometer.projection.segments import BoolArray, FloatArray, IntArray, Segments, ranges

TIE: Final = 1e-12
"""Gains that differ by less than this share of themselves tie: they are equal but for rounding."""
_NEARLY_ONE: Final = 1 - 2.0**-53
_SHORTLIST: Final = 64
_NOBODY: Final = np.iinfo(np.int64).max


@dataclass(frozen=True, eq=False)
class Candidates:
    """What could be recommended to each user.

    Attributes
    ----------
    catalogue
        All items.
    named
        Items of each request with a chance of their own: those that were rated.
    others
        The chance of all other items: one number, one for each request (a column), or one for each item; none, if only
        those with a chance of their own can be recommended.
    """

    catalogue: ItemCatalogue
    named: RequestItems
    others: float | FloatArray | None

    def best_sums(self, n_ranks: int) -> FloatArray:
        """Give Σ_i gain_i / log2(i + 1) of the list that takes, at every rank, the item that adds most.

        Ties go to the greatest id, which is the smallest number.
        """
        total = np.zeros(self.catalogue.n_requests)

        def work(requests: IntArray) -> None:
            total[requests] = _Greedy(self, requests).best_sums(n_ranks)

        n_sets, n_aspects = self.catalogue.has_aspect.shape
        if n_sets and n_aspects:
            in_blocks(np.arange(total.size), max(1, MOST_CELLS // max(n_sets, _SHORTLIST * n_aspects)), work)
        return total


class _Greedy:
    """The greedy lists of a few users."""

    def __init__(self, candidates: Candidates, requests: IntArray) -> None:
        self.aspects = np.ascontiguousarray(candidates.catalogue.has_aspect.T)
        self.left = np.ascontiguousarray(candidates.catalogue.interest[requests].T)
        self.named = _Named(candidates, requests)
        self.others = None if candidates.others is None else _Others(candidates, candidates.others, requests)

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

    def __init__(self, candidates: Candidates, requests: IntArray) -> None:
        named, signature = candidates.named, candidates.catalogue.signature
        n_items = named.segments.count[requests]
        row = ranges(named.segments.offsets[requests], n_items)
        # The last one stands for users who have none left.
        self.item, self.chance = np.append(named.item[row], _NOBODY), np.append(named.value[row], 0.0)
        self.kind = np.append(signature[named.item[row]], 0)
        self.user, self.n_users = np.repeat(np.arange(requests.size), n_items), requests.size
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
        row = row[_starts(self.user[row])]
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
        self.starts, self.chance_of_pair = _starts(self.user), np.repeat(self.chance[:-1], self.pairs.count)


def _starts(owner: IntArray) -> IntArray:
    """Find the first row of each owner, whose rows stand together."""
    return np.flatnonzero(np.append(True, owner[1:] != owner[:-1])[: owner.size])


class _Others:
    """All other items: those of the same set of aspects are taken one after the other.

    ``kind``, ``item`` and ``chance`` are those of each user's best item when it was last looked for.
    """

    def __init__(self, candidates: Candidates, chance: float | FloatArray, requests: IntArray) -> None:
        self.candidates, self.requests = candidates, requests
        catalogue = candidates.catalogue
        self.sets = catalogue.has_aspect
        self.by_item = np.asarray(chance) if np.ndim(chance) == 1 else None
        by_user = np.broadcast_to(
            np.max(chance, initial=0.0) if np.ndim(chance) == 1 else chance, (catalogue.n_requests, 1)
        )
        self.by_user = by_user[requests, 0]
        self.bound = np.full(requests.size, np.inf)
        self.kind, self.item = np.zeros(requests.size, np.int64), np.full(requests.size, _NOBODY)
        self.chance = np.zeros(requests.size)

    @cached_property
    def shortlist(self) -> _Shortlist:
        """The sets that are looked at first."""
        return _Shortlist(self.sets, self.requests.size)

    @cached_property
    def shelves(self) -> _Shelves:
        """Where the items of each set are, and how far each user is through them."""
        return _Shelves(self.candidates, self.by_item, self.requests)

    def take_better(self, left: FloatArray, gain: FloatArray, item: IntArray) -> BoolArray:
        """Take the best of the others for users to whom it adds more than this; ties go to the smaller number."""
        # Gains never grow, nor do they exceed the chance times all that is wished for.
        self.bound = np.minimum(self.bound, self.by_user * left.sum(axis=0) * (1 + TIE))
        users = np.flatnonzero(self.bound >= gain * (1 - TIE))
        better: BoolArray = np.zeros(gain.size, bool)
        if not users.size:
            return better
        best = self.bound[users] = self._look(left[:, users], users)
        given = gain[users]
        is_tied = (best >= given * (1 - TIE)) & (given >= best * (1 - TIE))
        better[users] = np.where(is_tied, self.item[users] < item[users], best > given) & (best > 0)
        taken = np.flatnonzero(better)
        self.shelves.take(taken, self.kind[taken])
        return better

    def _look(self, left: FloatArray, users: IntArray) -> FloatArray:
        """Find the best of the others for some users, and what it adds."""
        if self.by_item is not None:
            best = self._choose(self._adds_by_item(left, users, self.by_item), self._all_kinds(users), users)
            self.chance[users] = self.by_item[self.item[users]]
            return best
        # −log(1 − gain), which is a sum over aspects, grows with the gain.
        wish = -np.log1p(-np.minimum(left.T * self.by_user[users, None], _NEARLY_ONE))
        kinds, is_empty = self.shortlist.kind[users], self.shelves.is_empty
        adds = self.shortlist.adds(wish, users)
        np.copyto(adds, -1.0, where=is_empty[users[:, None], kinds])
        is_beaten = adds.max(axis=1) <= self.shortlist.rest[users]
        beaten, best = users[is_beaten], np.zeros(users.size)
        if beaten.size:
            whole = self._sums(wish[is_beaten])
            np.copyto(whole, -1.0, where=is_empty[beaten])
            best[is_beaten] = self._choose(whole, self._all_kinds(beaten), beaten)
            self.shortlist.renew(whole, beaten)
        best[~is_beaten] = self._choose(adds[~is_beaten], kinds[~is_beaten], users[~is_beaten])
        self.chance[users] = self.by_user[users]
        gain: FloatArray = -np.expm1(-best)
        return gain

    def _sums(self, wish: FloatArray) -> FloatArray:
        """Give users × sets: the sum of the wishes for the aspects of each set.

        A product of matrices would be cut up for several threads, which wait for one another, and its last digits
        would depend on how many users there are.
        """
        padded = np.concatenate([wish, np.zeros((len(wish), 1))], axis=1)
        total = np.take(padded, self.members[:, 0], axis=1)
        for nth in self.members.T[1:]:
            total += np.take(padded, nth, axis=1)
        return total

    @cached_property
    def members(self) -> IntArray:
        """Sets × places: the aspects of each set; there are sets with fewer, whose last places have the next number."""
        has_aspect = self.sets > 0
        n_aspects, n_places = has_aspect.shape[1], max(1, int(has_aspect.sum(axis=1).max(initial=0)))
        members = np.full((len(self.sets), n_places), n_aspects)
        kind, aspect = np.nonzero(has_aspect)
        members[kind, np.cumsum(has_aspect, axis=1)[kind, aspect] - 1] = aspect
        return members

    def _adds_by_item(self, left: FloatArray, users: IntArray, chance: FloatArray) -> FloatArray:
        """Give users × sets: what the next item of each set adds, which has a chance of its own."""
        its_chance, adds = chance[self.shelves.next_items(users)], np.zeros((users.size, len(self.sets)))
        for wish, has_aspect in zip(left, self.sets.T, strict=True):
            kinds = np.flatnonzero(has_aspect)
            adds[:, kinds] += wish[:, None] * its_chance[:, kinds] * (1 - adds[:, kinds])
        np.copyto(adds, -1.0, where=self.shelves.is_empty[users])
        return adds

    def _all_kinds(self, users: IntArray) -> IntArray:
        return np.broadcast_to(np.arange(len(self.sets)), (users.size, len(self.sets)))

    def _choose(self, adds: FloatArray, kinds: IntArray, users: IntArray) -> FloatArray:
        """Choose the set that adds most for each user, and say how much; empty ones add −1."""
        each, at = np.arange(users.size), adds.argmax(axis=1)
        best: FloatArray = np.maximum(adds[each, at], 0.0)
        kind = kinds[each, at]
        several = np.flatnonzero(np.count_nonzero(adds >= (best * (1 - TIE))[:, None], axis=1) > 1)
        if several.size:
            row, column = np.nonzero(adds[several] >= (best[several] * (1 - TIE))[:, None])
            kind[several] = self.shelves.first_of_best(row, kinds[several[row], column], users[several[row]])
        self.kind[users], self.item[users] = kind, self.shelves.next_item(users, kind)
        return best


class _Shortlist:
    """The sets that add most for each user, so that not all sets need to be looked at for every rank.

    What sets add only shrinks: as long as the best of the list adds more than any other set did when the list was made,
    it is the best of all.
    """

    def __init__(self, sets: FloatArray, n_users: int) -> None:
        self.sets, size = sets, min(_SHORTLIST, len(sets))
        self.kind = np.zeros((n_users, size), np.int64)
        self.its_sets = np.zeros((n_users, size, sets.shape[1]))
        self.rest = np.full(n_users, np.inf)

    def adds(self, wish: FloatArray, users: IntArray) -> FloatArray:
        """Give users × listed sets: what they add."""
        its_sets = self.its_sets if users.size == len(self.its_sets) else self.its_sets[users]
        return np.asarray((its_sets @ wish[:, :, None])[:, :, 0])

    def renew(self, adds: FloatArray, users: IntArray) -> None:
        """List the sets that add most now."""
        size = self.kind.shape[1]
        kind = np.argpartition(adds, -size, axis=1)[:, -size:]
        self.kind[users], self.its_sets[users] = kind, self.sets[kind]
        np.put_along_axis(adds, kind, -1.0, axis=1)
        self.rest[users] = adds.max(axis=1) * (1 + TIE)


class _Shelves:
    """The items of each set of aspects, best chance and then greatest id first, and the next one for each user."""

    def __init__(self, candidates: Candidates, chance: FloatArray | None, requests: IntArray) -> None:
        catalogue = candidates.catalogue
        self.n_sets = len(catalogue.has_aspect)
        by_chance = np.zeros(catalogue.n_items) if chance is None else -chance
        self.in_order = np.lexsort((by_chance, catalogue.signature))
        self.members = Segments.of_lengths(np.bincount(catalogue.signature, minlength=self.n_sets))
        position = np.empty(catalogue.n_items, np.int64)
        position[self.in_order] = self.members.position - 1
        self.in_order = np.append(self.in_order, 0)
        self.excluded = self._excluded(candidates, requests, position)
        self.place = self._first_places(requests.size)
        self.is_empty = self.place >= self.members.count

    def next_item(self, users: IntArray, kind: IntArray) -> IntArray:
        """Give the next item of a set for each user."""
        found: IntArray = self.in_order[self.members.offsets[kind] + self.place[users, kind]]
        return found

    def next_items(self, users: IntArray) -> IntArray:
        """Give users × sets: the next item, or any if there is none."""
        place = np.minimum(self.place[users], np.maximum(self.members.count - 1, 0))
        found: IntArray = self.in_order[self.members.offsets[:-1] + place]
        return found

    def first_of_best(self, row: IntArray, kind: IntArray, users: IntArray) -> IntArray:
        """Choose, for each row, among its sets the one whose next item has the smallest number."""
        order = np.lexsort((self.next_item(users, kind), row))
        is_first = np.append(True, np.diff(row[order]) > 0)
        return np.asarray(kind[order[is_first]])

    def take(self, users: IntArray, kind: IntArray) -> None:
        """Go on to the next place that is not excluded."""
        place = self.place[users, kind] + 1
        at = np.arange(users.size)
        while at.size:
            wanted = self._key(users[at], kind[at], place[at])
            found = np.searchsorted(self.excluded, wanted)
            at = at[np.append(self.excluded, -1)[found] == wanted]
            place[at] += 1
        self.place[users, kind] = place
        self.is_empty[users, kind] = place >= self.members.count[kind]

    def _excluded(self, candidates: Candidates, requests: IntArray, position: IntArray) -> IntArray:
        """Give one number, in order, for each user and item that is not on the shelves."""
        found = []
        for items in (candidates.catalogue.profile, candidates.named):
            n_items = items.segments.count[requests]
            item = items.item[ranges(items.segments.offsets[requests], n_items)]
            user = np.repeat(np.arange(requests.size), n_items)
            found.append(self._key(user, candidates.catalogue.signature[item], position[item]))
        keys = np.sort(np.concatenate(found))
        is_new: BoolArray = np.append(True, np.diff(keys) > 0)[: keys.size]
        return keys[is_new]

    def _key(self, user: IntArray, kind: IntArray, place: IntArray) -> IntArray:
        return (user * self.n_sets + kind) * self.in_order.size + place

    def _first_places(self, n_users: int) -> IntArray:
        """Find, for each user and set, the first place that is not excluded."""
        cell, place = np.divmod(self.excluded, self.in_order.size)
        starts = np.flatnonzero(np.append(True, cell[1:] != cell[:-1])[: cell.size])
        index = np.arange(cell.size) - np.repeat(starts, np.diff(np.append(starts, cell.size)))
        # Sorted places without gaps from 0 on are excluded up to there.
        n_first = np.bincount(cell[place == index], minlength=n_users * self.n_sets)
        return n_first.reshape(n_users, self.n_sets)
