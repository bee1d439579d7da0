"""The rows of ranked lists, in a frame with ids as text or in arrays with numbers for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import polars as pl

from axiometer.arrays import IntArray
from axiometer.conventions.profiles import Profile
from axiometer.data import schema
from axiometer.projection.blocks import Blocks
from axiometer.projection.judged import CODE, ROW, JudgedItems
from axiometer.projection.order import Ordered, as_given, order_rows, order_scores, what_orders


class Rows(Protocol):
    """The rows of ranked lists, wherever they are."""

    def ordered(self, blocks: Blocks, n_lists: int, profile: Profile) -> Ordered:
        """Put the rows of each list in order."""

    def judged(self, blocks: Blocks, judged: JudgedItems) -> tuple[IntArray, IntArray]:
        """Find the rows whose item is judged for the query of their list, and that judged item."""

    def numbers(self, rows: IntArray, judged: JudgedItems) -> IntArray:
        """Give the numbers that the items of some rows have in the catalogue, −1 where it does not have them."""

    def names(self, rows: IntArray) -> pl.Series:
        """Give the ids of the items of some rows."""


@dataclass(frozen=True, eq=False)
class FrameRows:
    """Rows with ids as text.

    Attributes
    ----------
    frame
        ``query``, ``item`` and what orders the lists.
    """

    frame: pl.DataFrame

    def ordered(self, blocks: Blocks, n_lists: int, profile: Profile) -> Ordered:
        """Put the rows of each list in order."""
        return order_rows(self.frame, blocks, n_lists, profile)

    def judged(self, blocks: Blocks, judged: JudgedItems) -> tuple[IntArray, IntArray]:
        """Join with the judged items, after most rows that cannot be among them are ruled out."""
        codes = np.repeat(blocks.list % len(judged.queries), blocks.length)
        is_candidate, may_be_listed = judged.hashes.meet(codes, self.frame[schema.ITEM])
        at = np.flatnonzero(is_candidate)
        rows = pl.DataFrame({
            CODE: codes[at],
            schema.ITEM: self.frame[schema.ITEM].filter(pl.Series(is_candidate)),
            "at": at,
        })
        key = [CODE, schema.ITEM]
        items = judged.items.select(*key, ROW).filter(pl.Series(may_be_listed))
        joined = rows.join(items, on=key, how="inner", maintain_order="left")
        return joined["at"].to_numpy(), joined[ROW].to_numpy().astype(np.int64)

    def numbers(self, rows: IntArray, judged: JudgedItems) -> IntArray:
        """Look the items of some rows up in the catalogue."""
        return judged.known_items.of_texts(self.names(rows))

    def names(self, rows: IntArray) -> pl.Series:
        """Give the ids of the items of some rows."""
        return self.frame[schema.ITEM].gather(rows)


@dataclass(frozen=True, eq=False)
class NumberedRows:
    """Rows whose items were looked up already.

    Attributes
    ----------
    number
        Of each row, the number of its item among those known, −1 if it is not.
    ids
        Gives the ids of the items of some rows.
    score
        Of each row, if scores order the lists; without it, they stand as they are given.
    """

    number: IntArray
    ids: Callable[[IntArray], pl.Series]
    score: npt.NDArray[Any] | None = None

    def ordered(self, blocks: Blocks, n_lists: int, profile: Profile) -> Ordered:
        """Put the rows of each list in order."""
        if self.score is None:
            return replace(as_given(blocks, n_lists), ordered_by=what_orders((schema.RANK,), profile))
        return order_scores(self.score, self.ids, blocks, n_lists, profile)

    def judged(self, blocks: Blocks, judged: JudgedItems) -> tuple[IntArray, IntArray]:
        """Find the pairs of query and number among those judged."""
        codes = np.repeat(blocks.list % len(judged.queries), blocks.length)
        row = judged.row_of(codes, self.number)
        at = np.flatnonzero(row >= 0)
        return at, row[at]

    def numbers(self, rows: IntArray, judged: JudgedItems) -> IntArray:  # noqa: ARG002
        """Give the numbers, which are those of the catalogue where there is one."""
        return self.number[rows]

    def names(self, rows: IntArray) -> pl.Series:
        """Give the ids of the items of some rows."""
        return self.ids(rows).alias(schema.ITEM)
