"""Many cases in whole numbers: what axioms are tested on before it becomes ranked lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from axiometer.arrays import BoolArray, IntArray

Number = TypeVar("Number", bound=np.generic)
WHOLE: Final = 1000
"""A gain of 1 in the unit of drafts: they count thousandths, which fractions and doubles hold alike."""
STAR: Final = 200
"""One star of five."""
NOBODY: Final = -1
"""Stands for no item, below the end of a list."""


@dataclass(frozen=True, eq=False)
class Drafts:
    """Many cases of one shape.

    Attributes
    ----------
    gain
        Cases × items × aspects, in thousandths. The first items are those of the list, in rank order; then come
        others that an axiom puts into the list, and such as nobody retrieves.
    ranks
        How many of the items are places of the list.
    length
        Of each list.
    place
        Cases × 2: ranks, from 0, that an axiom speaks of; the first one is smaller.
    weight
        Cases × aspects, in whole numbers; an aspect without weight does not exist.
    is_unrated
        Cases × items: whether nobody rated the item. Its gains then only say which aspects it has.
    """

    gain: IntArray
    ranks: int
    length: IntArray
    place: IntArray
    weight: IntArray
    is_unrated: BoolArray

    def __len__(self) -> int:
        return len(self.length)

    @property
    def n_items(self) -> int:
        """How many items there are at most."""
        return int(self.gain.shape[1])

    @property
    def n_aspects(self) -> int:
        """How many aspects there are at most."""
        return int(self.gain.shape[2])

    @property
    def first(self) -> IntArray:
        """The first place."""
        return self.place[:, 0]

    @property
    def second(self) -> IntArray:
        """The second place."""
        return self.place[:, 1]

    @property
    def top(self) -> IntArray:
        """Cases × items: the largest gain of each item."""
        return largest(self.gain)

    @property
    def is_listed(self) -> BoolArray:
        """Cases × items: whether the list has the item."""
        item = np.arange(self.n_items)
        return np.asarray((item < self.ranks) & (item < self.length[:, None]))

    @property
    def listed(self) -> IntArray:
        """Cases × ranks: the list."""
        rank = np.arange(self.ranks)
        return np.where(rank < self.length[:, None], rank, NOBODY)

    def gain_at(self, item: IntArray | int) -> IntArray:
        """Give cases × aspects: the gains of one item of each case."""
        return np.asarray(self.gain[np.arange(len(self)), item])

    def swapped(self, one: IntArray, other: IntArray) -> IntArray:
        """Give the lists with two of their places swapped."""
        order, each = self.listed, np.arange(len(self))
        order[each, one], order[each, other] = order[each, other], order[each, one]
        return order

    def replaced(self, place: IntArray, item: int) -> IntArray:
        """Give the lists with an item from outside at this place."""
        order = self.listed
        order[np.arange(len(self)), place] = item
        return order

    def appended(self, *items: int) -> IntArray:
        """Give the lists with items from outside at their end."""
        order = np.concatenate([self.listed, np.full((len(self), len(items)), NOBODY)], axis=1)
        for number, item in enumerate(items):
            order[np.arange(len(self)), self.length + number] = item
        return order

    def extra(self, number: int) -> int:
        """Give the number of an item that is not in the list."""
        return self.ranks + number

    def take(self, chosen: IntArray | BoolArray | slice) -> Drafts:
        """Give some of the cases."""
        return replace(
            self,
            gain=self.gain[chosen],
            length=self.length[chosen],
            place=self.place[chosen],
            weight=self.weight[chosen],
            is_unrated=self.is_unrated[chosen],
        )

    def tidied(self) -> Drafts:
        """Give the same without numbers that say nothing: below the end of a list, and of aspects that do not exist."""
        is_item = self.is_listed | (np.arange(self.n_items) >= self.ranks)
        is_aspect = self.weight > 0
        if is_item.all() and is_aspect.all():
            return self
        gain = np.where(is_item[:, :, None] & is_aspect[:, None, :], self.gain, 0)
        return replace(self, gain=gain, is_unrated=self.is_unrated & is_item)

    @classmethod
    def together(cls, parts: Sequence[Drafts]) -> Drafts:
        """Put cases of one shape behind each other."""
        return cls(
            np.concatenate([part.gain for part in parts]),
            parts[0].ranks,
            np.concatenate([part.length for part in parts]),
            np.concatenate([part.place for part in parts]),
            np.concatenate([part.weight for part in parts]),
            np.concatenate([part.is_unrated for part in parts]),
        )


def largest(gain: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Give the largest number of the last, short axis."""
    return reduce(np.maximum, (gain[..., aspect] for aspect in range(gain.shape[-1])))


def side_by_side(*lists: IntArray) -> IntArray:
    """Give cases × lists × ranks: several lists of each case."""
    widest = max(each.shape[1] for each in lists)
    padded = [np.pad(each, ((0, 0), (0, widest - each.shape[1])), constant_values=NOBODY) for each in lists]
    return np.stack(padded, axis=1)


def only_one_aspect(drafts: Drafts, items: slice | IntArray = slice(None)) -> Drafts:
    """Leave each of these items its best aspect only."""
    gain = drafts.gain.copy()
    some = gain[:, items]
    is_best = np.arange(drafts.n_aspects) == some.argmax(axis=2)[..., None]
    gain[:, items] = np.where(is_best, some, 0)
    return replace(drafts, gain=gain)


def with_item(drafts: Drafts, item: IntArray | int, gain: IntArray) -> Drafts:
    """Give one item of each case other gains, cases × aspects, and let it be rated."""
    changed, is_unrated = drafts.gain.copy(), drafts.is_unrated.copy()
    each = np.arange(len(drafts))
    changed[each, item] = gain
    is_unrated[each, item] = False
    return replace(drafts, gain=changed, is_unrated=is_unrated)


def ratings(drafts: Drafts) -> Drafts:
    """Make one rating of the gains of an item: whole stars, the same for all aspects it has."""
    stars = -(-drafts.top[..., None] // STAR) * STAR
    return replace(drafts, gain=np.where(drafts.gain > 0, stars, 0))
