"""Ratings removed at random, and what is left of the order of systems that are shuffles of the ideal order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray
from axiometer.conventions.profiles import profile_for
from axiometer.data import Runs, schema
from axiometer.engines.collection import Collection
from axiometer.engines.prefer import parse_compared
from axiometer.meta.degradation import SLACK
from axiometer.meta.missing_labels import Labels
from axiometer.meta.sampling import Steps
from axiometer.projection.lists import RankedLists
from axiometer.projection.relabel import with_labels
from axiometer.stats.correlation import tau_b
from axiometer_papers.alphabeta.ratings import Rated
from axiometer_papers.orderings import Orderings
from axiometer_papers.study import Progress

Shuffles = Literal["alike", "apart"]
_USERS, _SHUFFLES, _REMOVALS = range(3)
"""What random numbers are drawn for."""


@dataclass(frozen=True, kw_only=True)
class Grid:
    """What is done.

    Attributes
    ----------
    alpha, betas, cutoffs
        Of αβ-nDCG.
    systems
        How many shuffles of the ideal order there are.
    shuffles
        Whether a system shuffles the positions of all lists ``alike``, or the lists ``apart`` from each other.
    shares
        How much of the ratings is left, the largest share first.
    removals
        How often ratings are removed.
    most_users
        If there are more users, so many are drawn.
    users_at_once
        So many are in memory.
    """

    alpha: float = 0.005
    betas: tuple[float, ...] = (0.1, 0.5, 0.9)
    cutoffs: tuple[int, ...] = (100, 10)
    systems: int = 50
    shuffles: Shuffles = "alike"
    shares: tuple[float, ...] = (0.9, 0.7, 0.5, 0.3, 0.1, 0.05)
    removals: int = 50
    most_users: int = 5000
    users_at_once: int = 1000

    @property
    def measures(self) -> list[str]:
        """The names of the measures, by cut-off and β."""
        return [f"alphabeta_nDCG(alpha={self.alpha:g},beta={beta:g})@{k}" for k in self.cutoffs for beta in self.betas]


FULL: Final = Grid()
QUICK: Final = Grid(betas=(0.1, 0.9), systems=10, shares=(0.5, 0.1), removals=2, most_users=100)


def correlations(rated: Rated, grid: Grid, *, seed: int, jobs: int, progress: Progress) -> pl.DataFrame:
    """Give τ, with the order of all ratings, for each measure, share and removal."""
    blocks = rated.blocks(grid.most_users, grid.users_at_once, np.random.default_rng([seed, _USERS]))
    longest = max(int(block.ideal.size.max()) for block in blocks)
    shape = (grid.removals, 1 + len(grid.shares), grid.systems, len(grid.measures))
    total, n_users = np.zeros(shape), np.zeros(shape)
    for number, block in enumerate(blocks):
        steps = Steps(progress, number * grid.removals, (len(blocks) - number) * grid.removals)
        collection = _collection(block, grid, _keys(block.ideal, grid, longest, (seed, _SHUFFLES), number))
        work = _removing(collection, grid, (seed, _REMOVALS, number))
        sums = np.stack(steps.of_each(work, range(grid.removals), jobs))
        total += sums[:, 0]
        n_users += sums[:, 1]
    mean = np.moveaxis(total / n_users, 2, -1)
    tau = tau_b(np.stack([np.broadcast_to(mean[:, :1], mean.shape), mean], axis=-2))[:, 1:, :, 0, 1]
    samples, n_shares, n_measures = tau.shape
    return pl.DataFrame({
        "cut-off": np.repeat(grid.cutoffs, len(grid.betas) * n_shares * samples),
        "β": np.tile(np.repeat(grid.betas, n_shares * samples), len(grid.cutoffs)),
        "share": np.tile(np.repeat(grid.shares, samples), n_measures),
        "removal": np.tile(np.arange(1, samples + 1), n_measures * n_shares),
        "tau": tau.transpose(2, 1, 0).ravel(),
    })


def shuffled(orderings: Orderings, key: FloatArray) -> Orderings:
    """Put the items of each list in the order of a number for each place."""
    return orderings.rearranged(orderings.row_at[np.lexsort((key, orderings.query))])


def _keys(ideal: Orderings, grid: Grid, longest: int, seed: tuple[int, ...], block: int) -> Iterator[FloatArray]:
    """Give a random number for each place, system by system: one for all places at the same position, or its own."""
    for system in range(grid.systems):
        if grid.shuffles == "alike":
            yield np.random.default_rng([*seed, system]).random(longest)[ideal.position - 1]
        else:
            yield np.random.default_rng([*seed, system, block]).random(ideal.item.size)


def _collection(block: Rated, grid: Grid, keys: Iterator[FloatArray]) -> Collection:
    """Project the shuffles of some users, all systems together."""
    columns = [schema.QUERY, schema.ITEM, schema.RANK]
    frames = [
        shuffled(block.ideal, key).frame().select(*columns, pl.lit(f"{system:03}").alias(schema.SYSTEM))
        for system, key in enumerate(keys)
    ]
    profile = profile_for(block.judgments, None)
    measures = parse_compared(grid.measures, profile=profile)
    return Collection.read(
        block.judgments.in_order(), Runs.of(pl.concat(frames)), measures, profile=profile, with_aspects=True
    )


def _removing(collection: Collection, grid: Grid, seed: tuple[int, ...]) -> Callable[[int], FloatArray]:
    """Give what removes ratings at random, and measures: sums and numbers of values by share, system and measure."""
    labels = Labels.of(collection.views.main.lists)
    whole = _sums(collection)

    def work(removal: int) -> FloatArray:
        before = labels.drawn("aspect", np.random.default_rng([*seed, removal]))
        return np.stack([whole, *map(_sums, _smaller(collection, before, grid.shares))], axis=1)

    return work


def _smaller(collection: Collection, before: FloatArray, shares: Sequence[float]) -> Iterator[Collection]:
    """Give the collection with fewer and fewer ratings; each is made of the one before."""
    for share in shares:
        is_kept = (before < share - SLACK) | (before == 0)
        before = before[is_kept]
        collection = collection.changed(_removal(is_kept))
        yield collection


def _removal(is_kept: BoolArray) -> Callable[[RankedLists], RankedLists]:
    return lambda lists: with_labels(lists, is_kept)


def _sums(collection: Collection) -> FloatArray:
    """Give the sum and the number of defined values, each systems × measures."""
    values = collection.measured().values
    return np.stack([np.nansum(values, axis=1), np.count_nonzero(~np.isnan(values), axis=1).astype(np.float64)])
