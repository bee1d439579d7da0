"""Lists put in lexicographic order by the ranks of their relevant items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import numpy as np

from axiometer.arrays import IntArray
from axiometer.projection.lists import RankedLists

Start = Literal["first", "last"]
MOST_BYTES: Final = 1 << 27
"""Of keys that are sorted at the same time."""


def lexicographic_order(lists: RankedLists, *, starts: Start) -> IntArray:
    """Give each list a number: the better of two lists of one query has the larger one, and equal lists equal ones.

    Lists are compared by the rank of their last relevant item, then of the one before, and so on; or by that of their
    first, then of the second. A relevant item that was not retrieved is below everything.

    Each list becomes one string of bytes, so that sorting the strings sorts the lists: S log S comparisons for the S
    lists of a query instead of S².
    """
    kind = np.dtype(">u4" if lists.rank.max(initial=0) < np.iinfo(np.uint32).max else ">u8")
    by_query = np.argsort(lists.query, kind="stable")
    place = np.empty(len(lists), dtype=np.int64)
    for block in _blocks(lists, by_query, kind.itemsize):
        place[block] = _places(lists, block, starts, kind)
    return -place


def _places(lists: RankedLists, chosen: IntArray, starts: Start, kind: np.dtype[np.unsignedinteger]) -> IntArray:
    """Give some lists numbers, from the best of the first query to the worst of the last."""
    count = lists.count[chosen]
    width = int(count.max(initial=0))
    nothing = np.iinfo(kind).max
    key = np.full((chosen.size, 2 + width), nothing, dtype=kind)
    key[:, 0] = lists.query[chosen]
    key[:, 1] = lists.n_pooled[chosen] - count if starts == "last" else 0
    owner = np.repeat(np.arange(chosen.size), count)
    nth = np.arange(owner.size) - np.repeat(np.cumsum(count) - count, count)
    column = nth if starts == "first" else count[owner] - 1 - nth
    key[owner, 2 + column] = lists.rank[lists.segments.offsets[chosen][owner] + nth]
    text = key.view(f"S{kind.itemsize * (2 + width)}").ravel()
    order = np.argsort(text)
    is_new = np.concatenate([[False], text[order][1:] != text[order][:-1]])
    place = np.empty(chosen.size, dtype=np.int64)
    place[order] = np.cumsum(is_new)
    return place


def _blocks(lists: RankedLists, by_query: IntArray, itemsize: int) -> Iterator[IntArray]:
    """Split the lists into as many whole queries as can be sorted together."""
    query = lists.query[by_query]
    ends = np.append(np.flatnonzero(query[1:] != query[:-1]) + 1, query.size)
    width = np.maximum.accumulate(lists.count[by_query]) + 2
    start = 0
    while start < query.size:
        size = (ends - start) * width[ends - 1] * itemsize
        fitting = ends[(ends > start) & (size <= MOST_BYTES)]
        stop = int(fitting[-1]) if fitting.size else int(ends[ends > start][0])
        yield by_query[start:stop]
        start = stop
