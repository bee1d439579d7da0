"""In which order the items of a list stand, and which of them tie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from axiometer.data import schema
from axiometer.errors import InputError
from axiometer.projection.profiles import Profile, Ties
from axiometer.projection.segments import BoolArray, IntArray

AnyArray = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Ordered:
    """The rows of a frame in order: list after list, best first.

    Attributes
    ----------
    rows
        The numbers of the rows.
    is_tied
        Of each row, in this order, whether it shares its score with a neighbour in its list.
    ordered_by
        The column that gave the order.
    """

    rows: IntArray
    is_tied: BoolArray
    ordered_by: str


def order_rows(frame: pl.DataFrame, list_of_row: IntArray, profile: Profile) -> Ordered:
    """Put the rows of each list in order.

    Without scores, lists stand in the order of their ranks or, without ranks too, as they were given.
    """
    by_score = profile.order == "score" and schema.SCORE in frame.columns
    by_rank = not by_score and profile.order != "file" and schema.RANK in frame.columns
    if by_score:
        score = frame[schema.SCORE].to_numpy()
        if profile.precision == "float32":
            with np.errstate(over="ignore"):
                score = score.astype(np.float32)
        rows, is_tied = _by_score(frame, score, list_of_row, profile.ties)
        if profile.ties == "error" and is_tied.any():
            _refuse(frame, rows, is_tied, schema.SCORE)
        return Ordered(rows, is_tied, schema.SCORE)
    if by_rank:
        rank = frame[schema.RANK].to_numpy()
        rows = np.lexsort((rank, list_of_row))
        is_repeated = _equals_neighbour(list_of_row[rows], rank[rows])
        if is_repeated.any():
            _refuse(frame, rows, is_repeated, schema.RANK)
        return Ordered(rows, np.zeros(rows.size, bool), schema.RANK)
    rows = np.argsort(list_of_row, kind="stable")
    return Ordered(rows, np.zeros(rows.size, bool), "file")


def _by_score(frame: pl.DataFrame, score: AnyArray, list_of_row: IntArray, ties: Ties) -> tuple[IntArray, BoolArray]:
    """Order by list and score; ids are compared only where scores tie."""
    step = np.diff(list_of_row)
    if (step >= 0).all() and (score[1:] <= score[:-1])[step == 0].all():
        rows = np.arange(score.size)  # most runs are written in order
    else:
        rows = _sorted_rows(pl.DataFrame({"list": list_of_row, "score": score}), [False, True])
    is_tied = _equals_neighbour(list_of_row[rows], score[rows])
    if ties.startswith("item") and is_tied.any():
        tied = rows[is_tied]
        keys = pl.DataFrame({
            "list": list_of_row[tied],
            "score": score[tied],
            "item": frame[schema.ITEM][tied],
        })
        rows[is_tied] = tied[_sorted_rows(keys, [False, True, ties == "item-descending"])]
    return rows, is_tied


def _sorted_rows(keys: pl.DataFrame, descending: list[bool]) -> IntArray:
    order = keys.select(pl.arg_sort_by(keys.columns, descending=descending, maintain_order=True))
    return order.to_series().to_numpy().astype(np.int64)


def _equals_neighbour(list_of_row: IntArray, key: AnyArray) -> BoolArray:
    equals_next = np.zeros(key.size + 1, bool)
    equals_next[1:-1] = (key[1:] == key[:-1]) & (list_of_row[1:] == list_of_row[:-1])
    return equals_next[1:] | equals_next[:-1]


def _refuse(frame: pl.DataFrame, rows: IntArray, is_equal: BoolArray, column: str) -> None:
    first = frame.row(int(rows[int(is_equal.argmax())]), named=True)
    raise InputError(
        f"the {column} {first[column]} more than once for request {first[schema.REQUEST]!r}",
        f"different {column}s within a list",
        source=first[schema.SYSTEM],
    )
