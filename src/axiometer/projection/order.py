"""In which order the items of a list stand, and which of them tie."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import polars as pl

from axiometer.arrays import AnyArray, BoolArray, IntArray
from axiometer.conventions.profiles import Profile
from axiometer.data import schema
from axiometer.data.schema import Order
from axiometer.errors import InputError
from axiometer.projection.blocks import Blocks
from axiometer.projection.segments import ranges

_MOST_CELLS: Final = 1 << 20
"""So many scores are sorted at a time."""


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
    ordered_by: Order
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


def refuse_without_ranks(
    columns: Collection[str], profiles: Iterable[Profile], source: str, given: Callable[[], Sequence[str] | None]
) -> None:
    """Refuse lists without ranks where one of the profiles orders by rank.

    Parameters
    ----------
    columns
        What is known of the lists.
    profiles
        The conventions.
    source
        Where the lists come from.
    given
        Names the columns that were given, if they are known; there are none of text, of which only what orders it is
        read.
    """
    by_rank = next((profile for profile in profiles if profile.order == "rank"), None)
    if by_rank is not None and schema.RANK not in columns:
        names = given()
        if names is None:
            names = [name for name in columns if name != schema.SYSTEM]
        found = f"the columns {', '.join(names)}" if names else "they were read by score"
        unread = "" if names else 'text read with read_runs(…, order="rank"), or '
        other, which = (schema.SCORE, "") if schema.SCORE in columns else ("file", ", if lists stand best first")
        raise InputError(
            f"lists without ranks ({found})",
            f"{unread}a rank column, since the profile {by_rank.name} orders by rank; or lists ordered otherwise: "
            f'--order {other}, get_profile(…, order="{other}"){which}',
            source=source,
        )


def order_rows(frame: pl.DataFrame, blocks: Blocks, n_lists: int, profile: Profile) -> Ordered:
    """Put the rows of each list in order.

    Without scores, lists stand in the order of their ranks or, without ranks too, as they were given.
    """
    by = what_orders(frame.columns, profile)
    if by == schema.SCORE:
        return order_scores(frame[schema.SCORE].to_numpy(), frame[schema.ITEM].gather, blocks, n_lists, profile)
    if by == schema.RANK:
        rank = frame[schema.RANK].to_numpy()
        return _as_written(-rank, blocks, n_lists, schema.RANK) or _sorted(
            np.lexsort((rank, blocks.list_of_row)), rank, blocks, n_lists, schema.RANK
        )
    rows = np.argsort(blocks.list_of_row, kind="stable")
    return _sorted(rows, np.arange(rows.size), blocks, n_lists, "file")


def order_scores(
    score: AnyArray, items: Callable[[IntArray], pl.Series], blocks: Blocks, n_lists: int, profile: Profile
) -> Ordered:
    """Put the rows of each list in the order of their scores, and settle ties by ids if the profile does.

    Parameters
    ----------
    score
        Of each row.
    items
        Gives the ids of the items of some rows, by which ties may be settled.
    blocks, n_lists
        Where the lists are, and how many there are.
    profile
        The conventions.
    """
    if profile.precision == "float32":
        with np.errstate(over="ignore"):
            score = score.astype(np.float32)
    ordered = _as_written(score, blocks, n_lists, schema.SCORE) or _by_score(
        score, blocks, n_lists, is_stable=profile.ties == "file-order"
    )
    if profile.ties.startswith("item") and ordered.tied.size:
        tied_items = items(ordered.tied)
        _settle(ordered, score, tied_items, blocks, is_descending=profile.ties == "item-descending")
    return ordered


def as_given(blocks: Blocks, n_lists: int) -> Ordered:
    """Take the order in which rows stand; every list is whole."""
    first_place = np.zeros(n_lists, np.int64)
    first_place[blocks.list] = blocks.start
    place = np.arange(int(blocks.length.sum()))
    return Ordered(place, first_place, place[:0], schema.RANK, is_as_written=True)


def _as_written(score: AnyArray, blocks: Blocks, n_lists: int, ordered_by: Order) -> Ordered | None:
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


def _by_score(score: AnyArray, blocks: Blocks, n_lists: int, *, is_stable: bool) -> Ordered:
    by_list = _rows_by_list(blocks)
    length = blocks.lengths(n_lists)
    kind: Literal["stable", "quicksort"] = "stable" if is_stable else "quicksort"
    rows = _best_first(score if by_list is None else score[by_list], length[length > 0], kind)
    return _sorted(rows if by_list is None else by_list[rows], score, blocks, n_lists, schema.SCORE)


def _rows_by_list(blocks: Blocks) -> IntArray | None:
    """Give the rows list after list, as they stand there; nothing if they stand so."""
    if blocks.is_whole:
        if blocks.is_ascending:
            return None
        order = np.argsort(blocks.list)
        return ranges(blocks.start[order], blocks.length[order])
    return np.argsort(blocks.list_of_row, kind="stable")


def _best_first(score: AnyArray, length: IntArray, kind: Literal["stable", "quicksort"]) -> IntArray:
    """Sort the rows of each list, the largest score first; equal ones in any order unless the kind is stable.

    Lists of about the same length are rows of a table, which NumPy sorts much faster than a long column.
    """
    order, first = np.empty(score.size, np.int64), np.cumsum(length) - length
    digits = np.frexp(length - 1)[1]  # of the lengths of lists, in binary
    for each in np.unique(digits):
        alike = np.flatnonzero(digits == each)
        width = int(length[alike].max())
        for some in np.array_split(alike, 1 + alike.size * width // _MOST_CELLS):
            start, its = first[some][:, None], length[some][:, None]
            row = start + np.arange(width)
            if (its == width).all():
                order[row] = start + np.argsort(-score[row], axis=1, kind=kind)
                continue
            is_there = row < start + its
            key = np.where(is_there, -score[np.minimum(row, score.size - 1)], np.inf)
            column = np.argsort(key, axis=1, kind=kind)
            order[row[is_there]] = (start + column)[column < its]
    return order


def _sorted(rows: IntArray, key: AnyArray, blocks: Blocks, n_lists: int, ordered_by: Order) -> Ordered:
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
    """Put the tied rows in the order of the ids of their items; they keep the places that they have together."""
    tied = ordered.tied
    keys = pl.DataFrame({"list": blocks.list_of(tied), "score": score[tied], "item": items})
    in_order = tied[_sorted_rows(keys, [False, True, is_descending])]
    ordered.place[in_order] = ordered.place[tied[np.lexsort((ordered.place[tied], keys["list"].to_numpy()))]]


def _sorted_rows(keys: pl.DataFrame, descending: list[bool]) -> IntArray:
    order = keys.select(pl.arg_sort_by(keys.columns, descending=descending, maintain_order=True))
    return order.to_series().to_numpy().astype(np.int64)
