"""In which order the items of a list stand, and which of them tie."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from axiometer.data import schema
from axiometer.data.schema import Order
from axiometer.errors import InputError
from axiometer.projection.blocks import Blocks
from axiometer.projection.profiles import Profile
from axiometer.projection.segments import BoolArray, IntArray

AnyArray = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Ordered:
    """The rows of a frame in order: list after list, best first.

    Attributes
    ----------
    place
        Of each row, its place in this order, from 0.
    first_place
        Of each list, the place of its best row.
    tied
        The rows that share their score with another of their list.
    ordered_by
        The column that gave the order.
    is_as_written
        Whether the rows already stand in this order, but perhaps for those tied.
    """

    place: IntArray
    first_place: IntArray
    tied: IntArray
    ordered_by: str
    is_as_written: bool = False

    @property
    def is_in_place(self) -> bool:
        """Whether each row already stands at its place."""
        return self.is_as_written and not self.tied.size

    def rows_at(self, places: IntArray) -> IntArray:
        """Find the rows at some places."""
        if self.is_in_place:
            return places
        row = np.empty(self.place.size, np.int64)
        row[self.place] = np.arange(row.size)
        return row[places]


def what_orders(columns: Collection[str], profile: Profile) -> Order:
    """Say what orders lists that have these columns."""
    if profile.order == "score" and schema.SCORE in columns:
        return "score"
    return "rank" if profile.order != "file" and schema.RANK in columns else "file"


def order_rows(frame: pl.DataFrame, blocks: Blocks, n_lists: int, profile: Profile) -> Ordered:
    """Put the rows of each list in order.

    Without scores, lists stand in the order of their ranks or, without ranks too, as they were given.
    """
    by = what_orders(frame.columns, profile)
    if by == schema.SCORE:
        score = frame[schema.SCORE].to_numpy()
        if profile.precision == "float32":
            with np.errstate(over="ignore"):
                score = score.astype(np.float32)
        ordered = _as_written(score, blocks, n_lists, schema.SCORE) or _by_score(score, blocks, n_lists)
        if profile.ties == "error" and ordered.tied.size:
            _refuse(frame, ordered.tied, schema.SCORE)
        if profile.ties.startswith("item") and ordered.tied.size:
            _settle(ordered, score, frame[schema.ITEM], blocks, is_descending=profile.ties == "item-descending")
        return ordered
    if by == schema.RANK:
        rank = frame[schema.RANK].to_numpy()
        ordered = _as_written(-rank, blocks, n_lists, schema.RANK) or _sorted(
            np.lexsort((rank, blocks.list_of_row)), rank, blocks, n_lists, schema.RANK
        )
        if ordered.tied.size:
            _refuse(frame, ordered.tied, schema.RANK)
        return ordered
    rows = np.argsort(blocks.list_of_row, kind="stable")
    return _sorted(rows, np.arange(rows.size), blocks, n_lists, "file")


def _as_written(score: AnyArray, blocks: Blocks, n_lists: int, ordered_by: str) -> Ordered | None:
    """Take the order of the frame if its lists are whole and their scores never rise, as in most runs."""
    if not blocks.is_whole:
        return None
    inner_starts = blocks.start[1:]
    rises, equals = score[1:] > score[:-1], score[1:] == score[:-1]
    rises[inner_starts - 1] = equals[inner_starts - 1] = False
    if rises.any():
        return None
    first_place = np.zeros(n_lists, np.int64)
    first_place[blocks.list] = blocks.start
    return Ordered(
        np.arange(score.size), first_place, np.flatnonzero(_with_neighbour(equals)), ordered_by, is_as_written=True
    )


def _by_score(score: AnyArray, blocks: Blocks, n_lists: int) -> Ordered:
    rows = _sorted_rows(pl.DataFrame({"list": blocks.list_of_row, "score": score}), [False, True])
    return _sorted(rows, score, blocks, n_lists, schema.SCORE)


def _sorted(rows: IntArray, key: AnyArray, blocks: Blocks, n_lists: int, ordered_by: str) -> Ordered:
    """Describe an order that is given as the rows in it."""
    place = np.empty(rows.size, np.int64)
    place[rows] = np.arange(rows.size)
    length = blocks.lengths(n_lists)
    lists, key = blocks.list_of_row[rows], key[rows]
    equals = (key[1:] == key[:-1]) & (lists[1:] == lists[:-1])
    tied = rows[_with_neighbour(equals)] if rows.size else rows
    return Ordered(place, np.cumsum(length) - length, tied, ordered_by)


def _with_neighbour(equals_next: BoolArray) -> BoolArray:
    """Mark those that equal the next or the one before."""
    either: BoolArray = np.append(equals_next, False) | np.append(False, equals_next)
    return either


def _settle(ordered: Ordered, score: AnyArray, items: pl.Series, blocks: Blocks, *, is_descending: bool) -> None:
    """Put the tied rows in the order of their ids; they keep the places that they have together."""
    tied = ordered.tied
    keys = pl.DataFrame({"list": blocks.list_of(tied), "score": score[tied], "item": items[tied]})
    in_order = tied[_sorted_rows(keys, [False, True, is_descending])]
    ordered.place[in_order] = ordered.place[tied[np.lexsort((ordered.place[tied], keys["list"].to_numpy()))]]


def _sorted_rows(keys: pl.DataFrame, descending: list[bool]) -> IntArray:
    order = keys.select(pl.arg_sort_by(keys.columns, descending=descending, maintain_order=True))
    return order.to_series().to_numpy().astype(np.int64)


def _refuse(frame: pl.DataFrame, equal: IntArray, column: str) -> None:
    first = frame.row(int(equal[0]), named=True)
    raise InputError(
        f"the {column} {first[column]} more than once for request {first[schema.REQUEST]!r}",
        f"different {column}s within a list",
        source=first[schema.SYSTEM],
    )
