"""Pairs of random rankings of a corpus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, IntArray
from axiometer.checks import whole
from axiometer.engines.comparing import compare
from axiometer.engines.preferences import Compared
from axiometer.errors import UsageError
from axiometer.meta.recall.position_only import position_compared
from axiometer.projection.lists import RankedLists
from axiometer.projection.positions import lists_at
from axiometer.projection.segments import Segments


@dataclass(frozen=True, eq=False)
class RandomPairs:
    """Two random rankings of n items for each of many queries.

    Attributes
    ----------
    n
        How many items there are.
    n_relevant
        How many of them are relevant to each query.
    rank, segments
        The ranks of the relevant items of each list, in ascending order: first one list for each query, then the
        other.
    """

    n: int
    n_relevant: IntArray
    rank: IntArray
    segments: Segments

    @classmethod
    def drawn(cls, rng: np.random.Generator, n: int, pairs: int, relevant: tuple[int, int]) -> RandomPairs:
        """Draw the number of relevant items of each query, the bounds included, and then its two rankings."""
        fewest, most = relevant
        if not 1 <= fewest <= most <= n:
            raise UsageError(f"from {fewest} to {most} relevant items are not possible in a corpus of {n}")
        if pairs < 1:
            raise UsageError(f"pairs must be a whole number from 1, not {pairs}")
        n_relevant = rng.integers(fewest, most, endpoint=True, size=pairs)
        rank, offsets = random_positions(rng, n, np.tile(n_relevant, 2))
        return cls(n, n_relevant, rank, Segments(offsets))

    @property
    def left(self) -> IntArray:
        """The first list of each pair."""
        return np.arange(self.n_relevant.size, dtype=np.int64)

    @property
    def right(self) -> IntArray:
        """The second list of each pair."""
        return self.left + self.n_relevant.size

    def lists(self, depth: int) -> RankedLists:
        """Give the rankings cut off at a depth: first the left ones, then the right ones."""
        query = np.tile(self.left, 2)
        return lists_at(self.rank, self.segments, query, self.n_relevant, depth=depth, corpus_size=self.n)

    def order_of_last(self) -> IntArray:
        """Compare the last relevant items: 1 where the left list has it earlier, −1 where later, 0 for a tie."""
        last = self.rank[self.segments.offsets[1:] - 1]
        order: IntArray = np.sign(last[self.right] - last[self.left])
        return order


COIN: Final = "random"


def worst_case_agreement(
    measures: str | Compared | Iterable[str | Compared],
    sizes: Sequence[int] = (10**3, 10**4, 10**5, 10**6),
    pairs: int = 10_000,
    relevant: tuple[int, int] = (5, 50),
    seed: int = 0,
) -> pl.DataFrame:
    """Compare measures with the worst case on pairs of random rankings.

    Of two rankings the worst-off user prefers the one whose last relevant item comes earlier. Pairs in which it comes
    at the same rank are left out; a measure that ties on any other pair disagrees.

    Parameters
    ----------
    measures
        Measures or preferences.
    sizes
        How many items are ranked.
    pairs
        How many pairs of rankings are drawn for each size.
    relevant
        The least and the greatest number of relevant items of a pair: all between are as likely.

    Returns
    -------
    DataFrame
        ``n``, ``measure``, ``pairs``, ``tied``: the share of pairs left out, ``agreement`` over the others and its
        ``standard_error``. The last row for each size is a coin, ``random``.

    Examples
    --------
    >>> import axiometer as ax
    >>> ax.meta.worst_case_agreement("AP lexirecall", sizes=[1000], pairs=200)
    shape: (3, 6)
    ┌──────┬────────────┬───────┬──────┬───────────┬────────────────┐
    │ n    ┆ measure    ┆ pairs ┆ tied ┆ agreement ┆ standard_error │
    │ ---  ┆ ---        ┆ ---   ┆ ---  ┆ ---       ┆ ---            │
    │ i64  ┆ str        ┆ i64   ┆ f64  ┆ f64       ┆ f64            │
    ╞══════╪════════════╪═══════╪══════╪═══════════╪════════════════╡
    │ 1000 ┆ AP         ┆ 200   ┆ 0.02 ┆ 0.591837  ┆ 0.035107       │
    │ 1000 ┆ lexirecall ┆ 200   ┆ 0.02 ┆ 1.0       ┆ 0.0            │
    │ 1000 ┆ random     ┆ 200   ┆ 0.02 ┆ 0.469388  ┆ 0.035647       │
    └──────┴────────────┴───────┴──────┴───────────┴────────────────┘
    """
    wanted = position_compared(measures)
    return pl.concat([_at_size(wanted, whole(n, "a size"), pairs, relevant, seed) for n in sizes])


def _at_size(wanted: Sequence[Compared], n: int, pairs: int, relevant: tuple[int, int], seed: int) -> pl.DataFrame:
    rng = np.random.default_rng([seed, n])
    drawn = RandomPairs.drawn(rng, n, pairs, relevant)
    truth, lists = drawn.order_of_last(), drawn.lists(depth=n)
    said = {str(thing): compare(thing, lists, drawn.left, drawn.right) for thing in wanted}
    said[COIN] = rng.choice([-1.0, 1.0], size=pairs)
    is_tied = truth == 0
    agreement = np.array([_share(np.sign(each) == truth, ~is_tied) for each in said.values()])
    return pl.DataFrame({
        "n": np.full(len(said), n),
        "measure": list(said),
        "pairs": np.full(len(said), pairs),
        "tied": np.full(len(said), is_tied.mean()),
        "agreement": agreement,
        "standard_error": np.sqrt(agreement * (1 - agreement) / max(pairs - is_tied.sum(), 1)),
    })


def _share(is_met: BoolArray, is_counted: BoolArray) -> float:
    return float(is_met[is_counted].mean()) if is_counted.any() else float("nan")


DEPTHS: Final = (
    *(10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000),
    *(150_000, 200_000, 225_000, 240_000, 250_000),
)
"""Equal steps of the logarithm, and finer ones at the end, where the whole ranking comes into sight."""


def ties_by_depth(
    compared: str | Compared | Iterable[str | Compared],
    n: int = 250_000,
    depths: Sequence[int] | None = None,
    *,
    pairs: int = 2000,
    relevant: tuple[int, int] = (5, 50),
    seed: int = 0,
) -> pl.DataFrame:
    """Count the pairs of random rankings that tie when only their first items are retrieved.

    All depths cut the same pairs, so that a curve over depths is smooth; with 2,000 pairs a share has a standard error
    of 0.011 at most.

    Parameters
    ----------
    compared
        Measures or preferences.
    n
        How many items are ranked.
    depths
        How many of them are retrieved; by default from 10 to all of them.
    pairs
        How many pairs of rankings are drawn.
    relevant
        The least and the greatest number of relevant items of a pair: all between are as likely.

    Returns
    -------
    DataFrame
        ``depth``, ``compared``, ``pairs`` and ``ties``, the share of pairs that tie.

    Examples
    --------
    >>> import axiometer as ax
    >>> ax.meta.ties_by_depth("RR lexirecall", n=1000, depths=[10, 1000], pairs=200)
    shape: (4, 4)
    ┌───────┬────────────┬───────┬──────┐
    │ depth ┆ compared   ┆ pairs ┆ ties │
    │ ---   ┆ ---        ┆ ---   ┆ ---  │
    │ i64   ┆ str        ┆ i64   ┆ f64  │
    ╞═══════╪════════════╪═══════╪══════╡
    │ 10    ┆ RR         ┆ 200   ┆ 0.63 │
    │ 10    ┆ lexirecall ┆ 200   ┆ 0.63 │
    │ 1000  ┆ RR         ┆ 200   ┆ 0.01 │
    │ 1000  ┆ lexirecall ┆ 200   ┆ 0.0  │
    └───────┴────────────┴───────┴──────┘
    """
    n = whole(n, "the number of items")
    if depths is None:
        depths = [*(each for each in DEPTHS if each < n), n]
    if not all(1 <= depth <= n for depth in depths):
        raise UsageError(f"depths must lie between 1 and the {n} items that are ranked; given {list(depths)}")
    wanted = position_compared(compared)
    drawn = RandomPairs.drawn(np.random.default_rng([seed, n]), n, pairs, relevant)
    rows = []
    for depth in depths:
        lists = drawn.lists(depth)
        signs = ((thing, compare(thing, lists, drawn.left, drawn.right)) for thing in wanted)
        rows += [(depth, str(thing), pairs, float((sign == 0).mean())) for thing, sign in signs]
    columns = {"depth": pl.Int64, "compared": pl.String, "pairs": pl.Int64, "ties": pl.Float64}
    return pl.DataFrame(rows, schema=columns, orient="row")


def random_positions(rng: np.random.Generator, n: int, m: IntArray) -> tuple[IntArray, IntArray]:
    """Draw, for each list, m of the positions 1, …, n: every choice of m is as likely as any other.

    Parameters
    ----------
    n
        How many positions a list has.
    m
        How many positions to draw, for each list.

    Returns
    -------
    rank, offsets
        The positions, list after list, each list in ascending order; those of list l are ``offsets[l]`` up to
        ``offsets[l + 1]``.
    """
    m = np.asarray(m, dtype=np.int64)
    if m.size and not 0 <= m.min() <= m.max() <= n:
        raise UsageError(f"of {n} positions between 0 and {n} can be drawn, not {m.min()} to {m.max()}")
    if n * m.size > np.iinfo(np.int64).max:
        raise UsageError(f"{m.size} lists of {n} positions are too many at once")
    is_dense = 2 * m > n
    # Where more than half is wanted, the others are drawn.
    cell = _distinct_cells(rng, n, np.where(is_dense, n - m, m))
    if is_dense.any():
        cell = _turned(cell, n, np.flatnonzero(is_dense))
    return cell % max(n, 1) + 1, np.concatenate([np.zeros(1, np.int64), np.cumsum(m)])


def _distinct_cells(rng: np.random.Generator, n: int, wanted: IntArray) -> IntArray:
    """Draw cells of a table with one row per list and n columns, so many for each row, and sort them.

    What is drawn twice is drawn again: the first so many different values of an endless sequence are a uniform choice.
    """
    cell = np.zeros(0, np.int64)
    missing = wanted
    while missing.any():
        row = np.repeat(np.arange(wanted.size, dtype=np.int64), missing)
        cell = np.concatenate([cell, row * n + rng.integers(n, size=row.size)])
        cell.sort(kind="stable")  # linear where most of it is sorted already
        cell = cell[np.diff(cell, prepend=-1) > 0]
        missing = wanted - np.bincount(cell // n, minlength=wanted.size)
    return cell


def _turned(cell: IntArray, n: int, rows: IntArray) -> IntArray:
    """Take in some rows of the table all other cells."""
    row = cell // n
    place = np.searchsorted(rows, row)
    is_turned = np.isin(row, rows)
    is_taken = np.ones((rows.size, n), bool)
    is_taken[place[is_turned], cell[is_turned] % n] = False
    at, column = np.nonzero(is_taken)
    return np.sort(np.concatenate([cell[~is_turned], rows[at] * n + column]))
