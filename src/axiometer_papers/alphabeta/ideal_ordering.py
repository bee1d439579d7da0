"""The ideal order of the items that a user rated: each aspect in turn as far as the user wants it, best items first."""

from __future__ import annotations

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.alphabeta.orderings import NONE, Orderings
from axiometer_papers.arrays import BoolArray, FloatArray, IntArray


def ideal_orderings(judgments: ax.Judgments, depth: int | None = None) -> Orderings:
    """Put the items that each query (user) rated in the ideal order of the αβ-nDCG paper, section 5.1.

    The items of each aspect form a sub-rank: by grade, then by how many aspects an item shows, then by the greatest
    item id (byte by byte; the paper leaves this last tie open). At each position the aspect is

        next = argmax_φ ( w(u, a_φ) − w(list so far, a_φ) )

    and the best item of its sub-rank that is not in the list yet comes next.

    Readings, where the paper is silent:

    - w(u, a) is the maximum likelihood estimate of eq. 9 over all given ratings of the query: the grades of its items
      with a, divided by the sum of this over all aspects. w(list, a) is the same estimate over the items that are in
      the list already, whichever aspect they were taken from; it is 0 while the list is empty or its grades are all 0.
    - An item is taken once, though it stands in several sub-ranks. An aspect of which nothing is left is not chosen.
    - Of aspects with the same difference, the one with the smallest name is chosen (byte by byte). Differences are
      compared without division, so that ties are exact for grades in halves, quarters and the like.
    - Items without aspects come last, in the same order as in a sub-rank.

    Parameters
    ----------
    judgments
        What ``read_ratings`` gave: the ground truth, and the aspects of items.
    depth
        How long the lists are, the k of the paper: a shorter order is a shorter list. ``None``: all rated items.
    """
    if depth is not None and depth < 1:
        raise ax.UsageError(f"the depth must be a whole number from 1, not {depth}")
    rated, known = judgments.frame, judgments.catalogue
    assert known is not None
    shown = known.aspects.join(rated.select("item").unique(), on="item", how="semi").unique()
    items, names = rated["item"].unique().sort(descending=True), shown["aspect"].unique().sort()
    shows = np.zeros((len(items), len(names)), bool)
    shows[_codes(shown["item"], items), _codes(shown["aspect"], names)] = True
    queries = rated["query"].unique().sort()
    rows = _best_first(rated, queries, items, shows)
    n_rated = np.bincount(rows["query"].to_numpy(), minlength=len(queries))
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(n_rated)])
    item, gain = rows["item"].to_numpy(), rows["grade"].to_numpy()
    row_at, taken_from, interest = _Selection(offsets, item, gain, shows).run()
    return Orderings(queries, items, names, offsets, item, taken_from, shows, interest, row_at, depth)


def _codes(column: pl.Series, ids: pl.Series) -> IntArray:
    """Give for each id its number among all ids."""
    return column.cast(pl.Enum(ids)).to_physical().to_numpy().astype(np.int64)


def _best_first(rated: pl.DataFrame, queries: pl.Series, items: pl.Series, shows: BoolArray) -> pl.DataFrame:
    """Give ids their numbers, and sort the items of each query as sub-ranks are sorted."""
    item = _codes(rated["item"], items)
    columns = {
        "query": _codes(rated["query"], queries),
        "item": item,
        "grade": rated["grade"],
        "n_aspects": shows.sum(axis=1)[item],
    }
    key = ["query", "grade", "n_aspects", "item"]
    return pl.DataFrame(columns).sort(key, descending=[False, True, True, False])


class _Selection:
    """Takes the items of all queries at once, one position after the other.

    Queries are numbered here by how many items with aspects they have, the most first: those that still have some
    left at a position are then the first so many.
    """

    def __init__(self, offsets: IntArray, item: IntArray, gain: FloatArray, shows: BoolArray) -> None:
        self.item, self.gain, self.shows = item, gain, shows
        n_queries, n_aspects = offsets.size - 1, shows.shape[1]
        owner = np.repeat(np.arange(n_queries), np.diff(offsets))
        has_aspect: BoolArray = np.any(shows[item], axis=1)
        n_to_take = np.bincount(owner[has_aspect], minlength=n_queries)
        self.by_length = np.argsort(-n_to_take, kind="stable")
        self.n_to_take, self.first_place = n_to_take[self.by_length], offsets[:-1][self.by_length]
        number = np.empty_like(self.by_length)
        number[self.by_length] = np.arange(n_queries)
        row, aspect = np.nonzero(shows[item])
        cell = number[owner[row]] * n_aspects + aspect
        # What follows has a cell for each query and aspect.
        left = np.bincount(cell, minlength=n_queries * n_aspects)
        self.sub_ranks, self.head = row[np.argsort(cell, kind="stable")], np.cumsum(left) - left
        self.left = left.reshape(n_queries, n_aspects)
        wanted: FloatArray = np.bincount(cell, weights=gain[row], minlength=left.size).astype(np.float64, copy=False)
        self.wanted = wanted.reshape(self.left.shape)
        self.wanted_in_all = self.wanted.sum(axis=1)
        self.listed, self.listed_in_all = np.zeros(self.left.shape), np.zeros(n_queries)
        self.is_taken = ~has_aspect  # no sub-rank holds the others
        self.taken_from = np.full(item.size, NONE, np.int64)
        # Items without aspects stay where they are put here: at the last places, the best first.
        self.row_at: IntArray = np.argsort(2 * owner + ~has_aspect, kind="stable")

    def run(self) -> tuple[IntArray, IntArray, FloatArray]:
        """Give the row at each place, the aspect it was taken from, and the grades by query and aspect."""
        interest = np.empty(self.wanted.shape)
        interest[self.by_length] = np.where(self.left > 0, self.wanted, np.nan)
        for rank in range(int(self.n_to_take.max(initial=0))):
            n_open = int(np.searchsorted(-self.n_to_take, -rank))
            aspect = self._next_aspect(n_open)
            row = self._popped(aspect)
            self.taken_from[row] = aspect
            self.row_at[self.first_place[:n_open] + rank] = row
            self._account_for(row)
        return self.row_at, self.taken_from, interest

    def _next_aspect(self, n_open: int) -> IntArray:
        """Find the aspect that each list is shortest of: of equal ones the first."""
        wanted, listed_in_all = self.wanted[:n_open], self.listed_in_all[:n_open, None]
        # w(u, a) − w(list, a), times both denominators; an empty list has no denominator.
        shortage = wanted * np.where(listed_in_all == 0, 1.0, listed_in_all)
        shortage -= self.listed[:n_open] * self.wanted_in_all[:n_open, None]
        shortage[self.left[:n_open] == 0] = -np.inf
        greatest: IntArray = shortage.argmax(axis=1)
        return greatest

    def _popped(self, aspect: IntArray) -> IntArray:
        """Take the best row of the sub-rank that was not taken as one of another aspect."""
        cell = np.arange(aspect.size) * self.left.shape[1] + aspect
        head = self.head[cell]
        while (is_gone := self.is_taken[self.sub_ranks[head]]).any():
            head += is_gone
        self.head[cell] = head + 1
        row: IntArray = self.sub_ranks[head]
        self.is_taken[row] = True
        return row

    def _account_for(self, row: IntArray) -> None:
        """Add the rows, one for each of the first queries, to the lists."""
        shown, gain = self.shows[self.item[row]], self.gain[row]
        self.left[: row.size] -= shown
        self.listed[: row.size] += shown * gain[:, None]
        self.listed_in_all[: row.size] += shown.sum(axis=1) * gain
