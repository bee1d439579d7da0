"""Ratings removed at random, and what is left of the order of systems that are shuffles of the ideal order."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.alphabeta.orderings import Orderings
from axiometer_papers.alphabeta.ratings import Rated
from axiometer_papers.arrays import FloatArray
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
        missing = _missing(block, grid, _keys(block.ideal, grid, longest, (seed, _SHUFFLES), number))
        whole = _sums(missing.whole)
        for removal, each in enumerate(_removed(missing, grid, (seed, _REMOVALS, number), jobs)):
            found = np.stack([whole, *each], axis=1)
            total[removal] += found[0]
            n_users[removal] += found[1]
            progress(number * grid.removals + removal + 1, len(blocks) * grid.removals)
    mean = np.moveaxis(total / n_users, 2, -1)
    tau = ax.meta.tau_b(np.stack([np.broadcast_to(mean[:, :1], mean.shape), mean], axis=-2))[:, 1:, :, 0, 1]
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


def _missing(block: Rated, grid: Grid, keys: Iterator[FloatArray]) -> ax.meta.MissingLabels:
    """Read the shuffles of some users, all systems together."""
    frames = [
        shuffled(block.ideal, key).frame().select("query", "item", "rank", pl.lit(f"{system:03}").alias("system"))
        for system, key in enumerate(keys)
    ]
    return ax.meta.MissingLabels.of(block.judgments, ax.Runs.of(pl.concat(frames)), grid.measures, by="aspect")


def _removed(
    missing: ax.meta.MissingLabels, grid: Grid, seed: tuple[int, ...], jobs: int
) -> Iterator[list[FloatArray]]:
    """Remove ratings at random again and again, and give the sums of each share."""
    with ThreadPoolExecutor(max_workers=jobs) as threads:
        yield from threads.map(
            lambda removal: [_sums(each) for each in missing.with_shares(grid.shares, [*seed, removal])],
            range(grid.removals),
        )


def _sums(found: ax.meta.Outcomes) -> FloatArray:
    """Give the sum and the number of defined values, each systems × measures."""
    values = np.stack([each.values for each in found.outcomes], axis=2)
    return np.stack([np.nansum(values, axis=1), np.count_nonzero(~np.isnan(values), axis=1).astype(np.float64)])
