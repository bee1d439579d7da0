"""Where cases come from: small ones, random larger ones, and the neighbours of close calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Final

import numpy as np

from axiometer.arrays import IntArray
from axiometer.axioms.axiom import Axiom, Sizes
from axiometer.axioms.case_batch import STAR, WHOLE, Drafts, ratings

BATCH: Final = 8192
"""So many cases are made and measured at a time, at most: their columns then stay in the cache."""
LEAST_BATCH: Final = 256
MOST_OF_A_SHAPE: Final = 60_000
"""Shapes with more cases than this are not enumerated."""
LENGTHS: Final = (3, 6, 4, 9, 5, 14, 3, 20)
"""How long the random lists are, at most; batch after batch."""
STEPS: Final = np.array([-100, -50, -10, -1, 1, 10, 50, 100])
HEAVIEST: Final = 9


@dataclass(frozen=True)
class Bounds:
    """How long the lists of cases may be."""

    shortest: int
    longest: int

    @classmethod
    def within(cls, sizes: Sizes, cutoff: int | None) -> Bounds:
        """Give the lists that a cut-off does not cut, also when the axiom makes them longer."""
        longest = max(LENGTHS) if cutoff is None else min(cutoff - sizes.added, max(LENGTHS))
        return cls(sizes.shortest, longest)

    @classmethod
    def beyond(cls, sizes: Sizes, cutoff: int) -> Bounds:
        """Give lists that a cut-off cuts."""
        return cls(max(sizes.shortest, cutoff + 1), max(sizes.shortest, cutoff) + 6)

    @property
    def is_empty(self) -> bool:
        """Whether there are no such lists."""
        return self.longest < self.shortest


def enumerated(axiom: Axiom, bounds: Bounds, most: int = MOST_OF_A_SHAPE) -> Iterator[Drafts]:
    """Make all cases of small shapes with a few simple gains, the smallest shapes first.

    Shapes that have more cases, before those that are none are left out, are made with fewer gains or not at all.
    """
    sizes = axiom.sizes
    longest = min(bounds.longest, bounds.shortest + 4)
    shapes = [
        (length, n_aspects)
        for length in range(bounds.shortest, longest + 1)
        for n_aspects in range(sizes.aspects[0], sizes.aspects[1] + 1)
    ]
    for length, n_aspects in sorted(shapes, key=lambda shape: (shape[0] * shape[1], shape)):
        # With all items and gains if they are few enough, else without the items that nobody retrieves, or gains.
        for grid, n_spare in product((sizes.grid, (0, sizes.grid[-1])), (sizes.spare, 0)):
            if _n_of_all(sizes, length, n_aspects, len(grid), n_spare) <= most:
                drafts = _all_of(sizes, length, n_aspects, grid, n_spare)
                yield from _in_batches(_unique(cases_of(axiom, drafts)))
                break


def _n_of_all(sizes: Sizes, length: int, n_aspects: int, n_gains: int, n_spare: int) -> int:
    """Count the drafts of a shape, about."""
    n_places = max(1, length) ** sizes.places if sizes.places < 2 else max(1, length * (length - 1) // 2)
    n_weights = 3**n_aspects if sizes.is_weighted else 1
    return int(n_gains ** ((length + sizes.extras + n_spare) * n_aspects) * n_places * n_weights)


def _all_of(sizes: Sizes, length: int, n_aspects: int, grid: tuple[int, ...], n_spare: int) -> Drafts:
    n_items = length + sizes.extras + n_spare
    n_cells = n_items * n_aspects
    places = np.array(list(combinations(range(length), 2)) if sizes.places == 2 and length > 1 else [(0, 0)])
    if sizes.places == 1 and length:
        places = np.repeat(np.arange(length)[:, None], 2, axis=1)
    steps = (1, 2, 3) if n_aspects <= 2 else (1, 2)
    weights = np.array(list(product(steps, repeat=n_aspects)) if sizes.is_weighted else [(1,) * n_aspects])
    n_gains = len(grid) ** n_cells
    n_cases = n_gains * len(places) * len(weights)
    digits = np.arange(n_gains)[:, None] // len(grid) ** np.arange(n_cells) % len(grid)
    # The gains change fastest, then the places.
    return Drafts(
        np.tile(np.array(grid)[digits], (len(places) * len(weights), 1)).reshape(n_cases, n_items, n_aspects),
        length,
        np.full(n_cases, length),
        np.tile(np.repeat(places, n_gains, axis=0), (len(weights), 1)),
        np.repeat(weights, n_gains * len(places), axis=0),
        np.zeros((n_cases, n_items), bool),
    )


def drawn(axiom: Axiom, bounds: Bounds, n_cases: int, random: np.random.Generator) -> Iterator[Drafts]:
    """Draw cases until there are so many, of lists up to the longest."""
    n_made, number, n_poor = 0, 0, 0
    # Lists of all lengths have their turn.
    size = min(max(n_cases // len(LENGTHS), LEAST_BATCH), BATCH)
    while n_made < n_cases and n_poor < len(LENGTHS):
        longest = min(max(bounds.shortest - 1, 0) + LENGTHS[number % len(LENGTHS)], bounds.longest)
        low, high = axiom.sizes.aspects
        n_aspects = low + (number + number // len(LENGTHS)) % (high - low + 1)
        drafts = cases_of(axiom, random_drafts(axiom.sizes, size, (bounds.shortest, longest, n_aspects), random))
        number, n_made = number + 1, n_made + len(drafts)
        n_poor = n_poor + 1 if not len(drafts) else 0
        yield drafts


def random_drafts(sizes: Sizes, n_cases: int, shape: tuple[int, int, int], random: np.random.Generator) -> Drafts:
    """Draw cases; the shape is the shortest and the longest list, and the number of aspects."""
    shortest, longest, n_aspects = shape
    cells = (n_cases, longest + sizes.extras + sizes.spare, n_aspects)
    gain = random.integers(1, sizes.most + 1, cells)
    simple = np.array(sizes.grid[1:])[random.integers(0, len(sizes.grid) - 1, cells)]
    gain = np.where(random.random((n_cases, 1, 1)) < 0.5, simple, gain)
    share = random.choice(np.array([0.3, 0.6, 1.0]), (n_cases, 1, 1))
    gain = np.where(random.random(cells) < share, gain, 0)
    length = random.integers(shortest, longest + 1, n_cases)
    heaviest = HEAVIEST if sizes.is_weighted else 1
    weight = random.integers(1, heaviest + 1, (n_cases, n_aspects))
    is_unrated = random.random(cells[:2]) < (0.3 if sizes.is_rated else 0.0)
    return Drafts(gain, longest, length, _places(sizes, length, random), weight, is_unrated)


def _places(sizes: Sizes, length: IntArray, random: np.random.Generator) -> IntArray:
    first, step = random.random(len(length)), random.random(len(length))
    one = np.floor(first * length).astype(np.int64)
    other = np.floor((one + 1 + np.floor(step * np.maximum(length - 1, 1))) % np.maximum(length, 1)).astype(np.int64)
    if sizes.places < 2:
        return np.stack([one, one], axis=1) * sizes.places
    return np.sort(np.stack([one, other], axis=1), axis=1)


def changed(axiom: Axiom, drafts: Drafts, times: int, random: np.random.Generator) -> Drafts:
    """Change each case a little, so many times; what is no case any more is left out."""
    some = drafts.take(np.repeat(np.arange(len(drafts)), times))
    n_cases = len(some)
    each, what = np.arange(n_cases), random.integers(0, 9, n_cases)
    item, other = random.integers(0, some.n_items, n_cases), random.integers(0, some.n_items, n_cases)
    aspect, most = random.integers(0, some.n_aspects, n_cases), axiom.sizes.most
    gain, weight = some.gain.copy(), some.weight.copy()
    old = gain[each, item, aspect]
    step = STEPS[random.integers(0, len(STEPS), n_cases)] * (STAR if axiom.sizes.is_rated else 1)
    new = np.select(
        [what <= 2, what == 3, what == 4], [np.clip(old + step, 0, most), random.integers(0, most + 1, n_cases), 0], old
    )
    gain[each, item, aspect] = new
    swapped = np.where((what == 5)[:, None], np.stack([other, item], axis=1), np.stack([item, other], axis=1))
    gain[each, item], gain[each, other] = gain[each, swapped[:, 0]], gain[each, swapped[:, 1]]
    place = np.where((what == 6)[:, None], _places(axiom.sizes, some.length, random), some.place)
    if axiom.sizes.is_weighted:
        is_weighed = (what == 7) & (weight[each, aspect] > 0)
        weight[each, aspect] = np.where(is_weighed, random.integers(1, HEAVIEST + 1, n_cases), weight[each, aspect])
    longer = some.length + random.choice(np.array([-1, 1]), n_cases)
    is_possible = (what == 8) & (longer >= int(drafts.length.min())) & (longer <= some.ranks) & (longer > place[:, 1])
    length = np.where(is_possible, longer, some.length)
    return cases_of(axiom, replace(some, gain=gain, weight=weight, place=place, length=length))


def cases_of(axiom: Axiom, drafts: Drafts) -> Drafts:
    """Arrange drafts as an axiom wants them, and leave out those that are still no case of it."""
    if axiom.sizes.is_rated:
        drafts = ratings(drafts)
    arranged = axiom.arrange(drafts.tidied()).tidied()
    is_inside = (arranged.second < np.maximum(arranged.length, 1)) & (arranged.gain <= arranged_most(axiom)).all(
        axis=(1, 2)
    )
    return arranged.take(np.flatnonzero(is_inside & axiom.premise(arranged)))


def arranged_most(axiom: Axiom) -> int:
    """Give the largest gain of a case; arranging may add a little."""
    return min(axiom.sizes.most + 10, WHOLE)


def _unique(drafts: Drafts) -> Drafts:
    if not len(drafts):
        return drafts
    n_cases = len(drafts)
    columns = [
        drafts.gain.reshape(n_cases, -1),
        drafts.length[:, None],
        drafts.place,
        drafts.weight,
        drafts.is_unrated,
    ]
    table = np.concatenate([np.asarray(column, np.int16) for column in columns], axis=1)
    _, chosen = np.unique(np.ascontiguousarray(table).view(f"V{table.shape[1] * 2}"), return_index=True)
    return drafts.take(np.sort(chosen))


def _in_batches(drafts: Drafts) -> Iterator[Drafts]:
    for start in range(0, len(drafts), BATCH):
        yield drafts.take(slice(start, start + BATCH))
