"""Lists that systems of known quality make of pools of items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.data import schema
from axiometer.simulate.random_numbers import uniform
from axiometer.simulate.systems import SystemsWorld

NONE: Final = -1
"""Before the first relevant item of a list, there is no aspect."""
HALF_LIFE: Final = 20
"""So many ranks below the first, a relevant item is half as likely as there."""

_SHARED: Final = 2
_OWN: Final = 3
_KIND: Final = 4
_STEP: Final = 4
"""A system that goes its own way takes one of the next so many items of a pool."""
_STEP_OF_OTHERS: Final = 20
"""The same for items that are not relevant, of which there are many."""


@dataclass(frozen=True, eq=False)
class Pools:
    """The items that could be retrieved for each query, in pools of the same aspect and kind, best item first.

    Attributes
    ----------
    aspects
        How many aspects each query has; the first is the heaviest.
    size
        How many items each pool of each query has: those of the first aspect, one for each kind, those of the second,
        and so on, and last the pool of the items that are not relevant.
    shares
        How often a relevant item is of each kind; they sum to 1.
    """

    aspects: IntArray
    size: IntArray
    shares: FloatArray


@dataclass(frozen=True, eq=False)
class Listed:
    """What stands at each rank, in arrays of (queries, systems, ranks): the pool, and the place in it from 0."""

    pool: IntArray
    place: IntArray


def listed(pools: Pools, world: SystemsWorld, ease: FloatArray) -> Listed:
    """Let each system, the best first, fill a list for each query, from the first rank to the last.

    - Rank k has a relevant item if u < relevance · decay(k) · ease, with decay(k) = 1 / (1 + (k − 1)/20) and the ease
      of the query.
    - A system reaches max(1, ⌊diversity · n + w⌋) of the n aspects of a query, the heaviest first.
    - If v < redundancy, the relevant item is of the same aspect as the relevant one before it. Otherwise it is of the
      reachable aspect that the list has shown least, of several the heaviest.
    - Its kind is drawn for the query and the rank. It is the next item of the pool of its aspect and kind.

    The uniform draws u, v and w belong to the query and the rank, too: all systems share them. But at a share of the
    ranks, the noise, a system has others of its own, and passes over up to 3 items of the pool, or 19 of those that are
    not relevant. So two systems of the same levels without noise make the same lists.

    Where a pool is empty, the item is of the same aspect and another kind; else of a reachable aspect, the one shown
    least; else it is not relevant; else of any pool.
    """
    return _Lists(pools, world, ease).filled()


class _Lists:
    """The state of all lists while they are filled: axes are queries, systems, and aspects or pools."""

    def __init__(self, pools: Pools, world: SystemsWorld, ease: FloatArray) -> None:
        self.world, self.ease = world, ease
        self.levels = world.levels()
        self.n_kinds, self.others = pools.shares.size, pools.size.shape[1] - 1
        self.kind_bounds = np.cumsum(pools.shares)[:-1]
        shape = (pools.aspects.size, world.systems)
        self.left = np.broadcast_to(pools.size[:, None, :], (*shape, self.others + 1)).copy()
        self.next_place = np.zeros_like(self.left)
        self.total = self.left.sum(axis=2)
        self.shown = np.zeros((*shape, self.others // self.n_kinds), np.int64)
        self.last = np.full(shape, NONE, np.int64)
        self.cell = np.ogrid[: shape[0], : shape[1]]
        self.is_reachable = self._reachable(pools.aspects)

    def filled(self) -> Listed:
        depth = self.world.depth
        pool, place = (np.empty((*self.last.shape, depth), np.int64) for _ in range(2))
        for rank in range(1, depth + 1):
            pool[:, :, rank - 1], place[:, :, rank - 1] = self._next(rank)
        return Listed(pool, place)

    def _draws(self, rank: int) -> tuple[FloatArray, BoolArray, FloatArray]:
        """Give two draws that are shared or the system's own, which they are, and one that is always its own."""
        shape = self.last.shape
        own = uniform(self.world.seed, _OWN, rank, size=(*shape, 4))
        shared = uniform(self.world.seed, _SHARED, rank, size=(shape[0], 2))
        is_own = own[..., 0] < self.world.noise
        return np.where(is_own[..., None], own[..., 1:3], shared[:, None, :]), is_own, own[..., 3]

    def _reachable(self, n_aspects: IntArray) -> BoolArray:
        wanted = self._draws(0)[0][..., 0]
        n = np.floor(np.round(self.levels["diversity"] * n_aspects[:, None], 9) + wanted)
        n = np.clip(n, 1, n_aspects[:, None])
        reachable: BoolArray = np.arange(self.shown.shape[2]) < n[..., None]
        return reachable

    def _next(self, rank: int) -> tuple[IntArray, IntArray]:
        """Choose the pool and the place in it of what comes to a rank of each list."""
        drawn, is_own, step = self._draws(rank)
        decay = 1 / (1 + (rank - 1) / HALF_LIFE)
        is_hit = drawn[..., 0] < self.levels["relevance"] * decay * self.ease[:, None]
        is_repeated = (drawn[..., 1] < self.levels["redundancy"]) & (self.last != NONE)
        least = np.where(self.is_reachable, self.shown, self.world.depth + 1).argmin(axis=2)
        aspect = np.where(is_repeated, self.last, least)
        kind_drawn = uniform(self.world.seed, _KIND, rank, size=(self.ease.size, 1))
        kind = np.searchsorted(self.kind_bounds, kind_drawn, side="right")
        pool = self._with_something_left(np.where(is_hit, aspect * self.n_kinds + kind, self.others))
        return pool, self._taken(pool, np.where(is_own, step, 0.0), rank)

    def _with_something_left(self, pool: IntArray) -> IntArray:
        """Choose other pools instead of those that are empty."""
        empty = np.nonzero(self.left[(*self.cell, pool)] == 0)
        if not empty[0].size:
            return pool
        wanted = pool[empty][:, None]
        numbers = np.arange(self.others + 1)
        of_pool = np.minimum(numbers // self.n_kinds, self.shown.shape[2] - 1)
        is_same = (wanted // self.n_kinds == of_pool) & (wanted != self.others)
        # 4 for the same aspect, 2 for a reachable one, 1 for items that are not relevant, 0 for the rest.
        worth = 4 * is_same + 2 * self.is_reachable[empty][:, of_pool]
        worth[:, -1] = 1
        worth = worth * (self.world.depth + 1) - self.shown[empty][:, of_pool]
        pool[empty] = np.where(self.left[empty] > 0, worth, -self.world.depth - 1).argmax(axis=1)
        return pool

    def _taken(self, pool: IntArray, step: FloatArray, rank: int) -> IntArray:
        """Take an item from each pool, some way down, but so that enough are left for all ranks to come."""
        at = (*self.cell, pool)
        is_relevant = pool != self.others
        passed = np.floor(step * np.where(is_relevant, _STEP, _STEP_OF_OTHERS)).astype(np.int64)
        spare = np.minimum(self.left[at], self.total - (self.world.depth - rank)) - 1
        passed = np.clip(passed, 0, np.maximum(spare, 0))
        place: IntArray = self.next_place[at] + passed
        self.next_place[at] = place + 1
        self.left[at] -= passed + 1
        self.total -= passed + 1
        aspect = np.where(is_relevant, pool // self.n_kinds, 0)
        self.shown[(*self.cell, aspect)] += is_relevant
        self.last = np.where(is_relevant, aspect, self.last)
        return place


def runs_frame(world: SystemsWorld, queries: pl.Series, items: pl.Series, number: IntArray) -> pl.DataFrame:
    """Make runs of the numbers of the items, an array of (queries, systems, ranks), systems in the order of names."""
    names = world.names()
    by_name = names.arg_sort().to_numpy()
    shape = (world.systems, len(queries), world.depth)
    system, query, rank = (axis.ravel() for axis in np.indices(shape, dtype=np.int64))
    return pl.DataFrame({
        schema.SYSTEM: names.gather(by_name[system]),
        schema.QUERY: queries.gather(query),
        schema.ITEM: items.gather(number.transpose(1, 0, 2)[by_name].ravel()),
        schema.RANK: rank + 1,
        schema.SCORE: (world.depth - rank).astype(np.float64),
    })
