"""Where the lists of a frame are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from axiometer.arrays import IntArray
from axiometer.data import schema
from axiometer.data.frames import has_repeated
from axiometer.errors import InputError
from axiometer.projection.ids import numbers_of

NOT_JUDGED = -1


@dataclass(frozen=True, eq=False)
class Blocks:
    """Stretches of consecutive rows that belong to one list each; most lists are one block.

    Attributes
    ----------
    list
        The number of the list of each block, or ``NOT_JUDGED``.
    length
        How many rows each block has.
    """

    list: IntArray
    length: IntArray

    @cached_property
    def start(self) -> IntArray:
        """The first row of each block."""
        return np.cumsum(self.length) - self.length

    @cached_property
    def is_whole(self) -> bool:
        """Whether every list is in one block."""
        return not self.list.size or int(np.bincount(self.list - self.list.min()).max()) == 1

    @cached_property
    def is_ascending(self) -> bool:
        """Whether the lists stand in the order of their numbers."""
        return not (self.list[1:] < self.list[:-1]).any()

    @cached_property
    def list_of_row(self) -> IntArray:
        """The list of each row."""
        return np.repeat(self.list, self.length)

    def list_of(self, rows: IntArray) -> IntArray:
        """Find the lists of some rows."""
        if 8 * rows.size > self.length.sum():
            return self.list_of_row[rows]
        return self.list[np.searchsorted(self.start, rows, side="right") - 1]

    def lengths(self, n_lists: int) -> IntArray:
        """Give the length of each list."""
        return np.bincount(self.list, weights=self.length, minlength=n_lists).astype(np.int64)


def find_blocks(
    frame: pl.DataFrame, queries: pl.DataFrame, systems: pl.Series | None = None
) -> tuple[pl.DataFrame, Blocks]:
    """Find the blocks of a frame, and the pairs of system and query that it holds.

    The list of system s and query r, of R judged queries, is number s · R + r.

    Parameters
    ----------
    frame
        Ranked lists.
    queries
        The judged queries with their numbers, ``code``.
    systems
        All systems there are; without it, those of the frame.
    """
    system, query = pl.col(schema.SYSTEM), pl.col(schema.QUERY)
    is_start = ((query != query.shift()) | (system != system.shift())).fill_null(value=True)
    start = frame.select(is_start.arg_true()).to_series().to_numpy().astype(np.int64)
    heads = frame.select(schema.SYSTEM, schema.QUERY)[start]
    system_code = _system_codes(heads[schema.SYSTEM], systems)
    code = numbers_of(heads[schema.QUERY], queries[schema.QUERY])
    lists = np.where(code < 0, NOT_JUDGED, system_code * queries.height + code)
    pairs = heads.with_columns(pl.Series("system_code", system_code), pl.Series("list", lists))
    if has_repeated(heads, (schema.SYSTEM, schema.QUERY)):
        pairs = pairs.unique([schema.SYSTEM, schema.QUERY], maintain_order=True)
    return pairs, Blocks(lists, np.diff(np.append(start, frame.height)))


def _system_codes(named: pl.Series, systems: pl.Series | None) -> IntArray:
    """Give the systems their numbers; one that is not among those there are is refused."""
    systems = named.unique(maintain_order=True) if systems is None else systems
    codes = numbers_of(named, systems)
    if (codes < 0).any():
        known = ", ".join(map(repr, systems))
        raise InputError(f"the system {named[int((codes < 0).argmax())]!r}", f"one of the systems {known}")
    return codes
