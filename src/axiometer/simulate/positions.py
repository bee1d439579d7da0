"""Random positions of relevant items."""

from __future__ import annotations

import numpy as np

from axiometer.arrays import IntArray
from axiometer.errors import UsageError


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
