"""Items with the same set of aspects stand on one shelf: they add the same, and are taken one after the other."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from axiometer.arrays import FloatArray, IntArray
from axiometer.projection.catalogue import ItemCatalogue, QueryItems
from axiometer.projection.segments import Segments, ranges


def starts(owner: IntArray) -> IntArray:
    """Find the first row of each owner, whose rows stand together."""
    return np.flatnonzero(np.append(True, owner[1:] != owner[:-1])[: owner.size])


class AspectSets:
    """The aspects of each set, and sums over them.

    Attributes
    ----------
    places
        Places × sets: the aspects of each set; the last places of smaller sets have the number after the last aspect.
    """

    def __init__(self, has_aspect: FloatArray) -> None:
        kind, aspect = np.nonzero(has_aspect)
        place = np.cumsum(has_aspect > 0, axis=1)[kind, aspect] - 1
        nothing = has_aspect.shape[1]
        self.places = np.full((int(place.max(initial=0)) + 1, len(has_aspect)), nothing)
        self.places[place, kind] = aspect
        self._steps = _steps(self.places, nothing)

    def sums(self, table: FloatArray) -> FloatArray:
        """Give a row for each set: the sum of the rows of its aspects; the row after that of the last aspect is 0.

        A product of matrices would be cut up for several threads, which wait for one another, and its last digits
        would depend on how many columns there are.
        """
        for one, other in self._steps:
            summed = np.take(table, one, axis=0, mode="clip")
            summed += np.take(table, other, axis=0, mode="clip")
            table = summed
        return table


def _steps(places: IntArray, nothing: int) -> list[tuple[IntArray, IntArray]]:
    """Say which two rows to add for each row of the next table, until there is one for each set.

    Two neighbouring places become one. Sets share many sums of two aspects, which are added up only once.
    """
    steps, n_rows = [], nothing + 1
    while len(places) > 2:
        if len(places) % 2:
            places = np.append(places, np.full((1, places.shape[1]), nothing), axis=0)
        pairs = places[::2] * n_rows + places[1::2]
        distinct, number = np.unique(np.append(pairs, nothing * n_rows + nothing), return_inverse=True)
        steps.append((distinct // n_rows, distinct % n_rows))
        places, nothing, n_rows = number[:-1].reshape(pairs.shape), int(number[-1]), distinct.size
    last = places[1] if len(places) == 2 else np.full_like(places[0], nothing)
    return [*steps, (places[0], last)]


class Shelves:
    """The items of each set of aspects, best chance and then greatest id first.

    Attributes
    ----------
    signature, place
        Of each item, the set that it has, and where on the shelf it stands.
    segments
        The shelves.
    """

    def __init__(self, catalogue: ItemCatalogue, chance: FloatArray | None) -> None:
        self.signature = catalogue.signature
        self.segments = Segments.of_lengths(np.bincount(self.signature, minlength=len(catalogue.has_aspect)))
        self.place = np.empty(catalogue.n_items, np.int64)
        self._in_order = np.lexsort((np.zeros(catalogue.n_items) if chance is None else -chance, self.signature))
        self.place[self._in_order] = self.segments.position - 1

    def item(self, kind: IntArray, place: npt.NDArray[np.int32]) -> IntArray:
        """Give the item at a place of the shelf of a set; any, if the shelf is shorter."""
        at = np.minimum(self.segments.offsets[kind] + place, self._in_order.size - 1)
        found: IntArray = self._in_order[at]
        return found


class LeftOver:
    """What of the shelves is left for each user.

    Attributes
    ----------
    place
        Sets × users: where the next item stands.
    """

    def __init__(self, shelves: Shelves, excluded: list[QueryItems], queries: IntArray) -> None:
        self._shelves, count = shelves, shelves.segments.count
        self._excluded = self._keys(excluded, queries)
        cell, place = np.divmod(self._excluded, shelves.place.size)
        first = starts(cell)
        nth = np.arange(cell.size) - np.repeat(first, np.diff(np.append(first, cell.size)))
        # Sorted places without gaps from 0 on are excluded up to there.
        is_gone = place == nth
        n_gone, (user, kind) = nth[is_gone] + 1, np.divmod(cell[is_gone], count.size)
        self.place = np.zeros((count.size, queries.size), np.int32)
        self.place[kind, user] = n_gone  # the last one of a shelf counts
        is_all = n_gone == count[kind]
        self._empty, self._its_user = kind[is_all], user[is_all]

    def empty(self, users: IntArray) -> tuple[IntArray, IntArray]:
        """Give the sets of which no item is left, and for which of these users."""
        nth = np.full(self.place.shape[1], -1)
        nth[users] = np.arange(users.size)
        of_these = nth[self._its_user]
        return self._empty[of_these >= 0], of_these[of_these >= 0]

    def next_item(self, users: IntArray, kind: IntArray) -> IntArray:
        """Give the next item of a set for each user."""
        return self._shelves.item(kind, self.place[kind, users])

    def next_items(self, users: IntArray) -> IntArray:
        """Give sets × users: the next item, or any if there is none."""
        return self._shelves.item(np.arange(len(self.place))[:, None], self.place[:, users])

    def take(self, users: IntArray, kind: IntArray) -> None:
        """Go on to the next place that is not excluded."""
        place = self.place[kind, users].astype(np.int64) + 1
        at = np.arange(users.size)
        while at.size:
            wanted = self._key(users[at], kind[at], place[at])
            found = np.searchsorted(self._excluded, wanted)
            at = at[np.append(self._excluded, -1)[found] == wanted]
            place[at] += 1
        self.place[kind, users] = place
        is_all = place >= self._shelves.segments.count[kind]
        self._empty = np.append(self._empty, kind[is_all])
        self._its_user = np.append(self._its_user, users[is_all])

    def _keys(self, excluded: list[QueryItems], queries: IntArray) -> IntArray:
        """Give one number, in order, for each user and item that is not to be had."""
        found = []
        for items in excluded:
            n_items = items.segments.count[queries]
            item = items.item[ranges(items.segments.offsets[queries], n_items)]
            user = np.repeat(np.arange(queries.size), n_items)
            found.append(self._key(user, self._shelves.signature[item], self._shelves.place[item]))
        keys = np.sort(np.concatenate(found))
        return keys[starts(keys)]

    def _key(self, user: IntArray, kind: IntArray, place: IntArray) -> IntArray:
        n_sets, n_items = self._shelves.segments.count.size, self._shelves.place.size
        return (user * n_sets + kind) * n_items + place
