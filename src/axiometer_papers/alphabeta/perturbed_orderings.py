"""Orders made worse step by step, as in section 5.2 of the αβ-nDCG paper: in relevance, diversity, aspect relevance.

Each perturbation takes orderings and gives orderings of the same items, so that they can follow each other, and each
with 0 steps changes nothing. What an item was taken from stays with the item.
"""

from __future__ import annotations

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.alphabeta.orderings import NONE, Orderings
from axiometer_papers.arrays import IntArray


def swapped_bottom_to_top(orderings: Orderings, n_swaps: int) -> Orderings:
    """Swap the first items of each list with its last: ι with 1↔k, 2↔k−1, …, s↔k−s+1 (section 5.2.1).

    The paper prints s↔k−s for the last swap, which contradicts its own 2↔k−1. k is the length of each list: all items
    that the query rated, or the depth of the orderings. ⌊k/2⌋ swaps turn a list round. More of them would undo what
    the first have done; here the list stays turned round.
    """
    _check(n_swaps, "swaps")
    position, size = orderings.position, orderings.size[orderings.query]
    mirrored = size + 1 - position
    is_swapped = (position <= size) & (np.minimum(position, mirrored) <= n_swaps)
    place = np.arange(position.size) + np.where(is_swapped, mirrored - position, 0)
    return orderings.rearranged(orderings.row_at[place])


def redundant_aspect(orderings: Orderings, n_items: int) -> Orderings:
    """Let items of one aspect go on where another should come: ι with p↔pop(ι_current) (section 5.2.2).

    p is the first position whose item was taken from another aspect than the item before it, and the aspect of that
    item before is the current one. The best s items of the current aspect that are not before p come to the places
    p, …, p+s−1, the best first (by the order of the sub-rank).

    Readings:

    - ↔ is a swap: the item at p goes to where the popped item was, so that the order keeps the same items. The next
      swap, at p+1, is made in what the swap at p has left.
    - An item that belongs to several aspects is popped although it was taken as one of another. If it is at p already,
      the step changes nothing.
    - Where the aspect has fewer than s items left, these are all that come: further steps change nothing more.
    - Without such a p, and where the item before p has no aspect, the list stays as it is.
    """
    _check(n_items, "items")
    start = _first_change(orderings)
    current = orderings.taken_from[orderings.row_at[start - 1]]
    current[start == orderings.offsets[1:]] = NONE
    row = _rows_showing(orderings, current)
    row = row[orderings.place_of[row] >= start[orderings.query[row]]]
    n_left = np.bincount(orderings.query[row], minlength=start.size)
    first = np.cumsum(n_left) - n_left
    row_at, place_of = orderings.row_at.copy(), orderings.place_of.copy()
    for step in range(min(n_items, int(n_left.max(initial=0)))):
        lists = np.flatnonzero(n_left > step)
        _swap(row_at, place_of, start[lists] + step, row[first[lists] + step])
    return orderings.rearranged(row_at)


def swapped_aspect(orderings: Orderings, n_steps: int) -> Orderings:
    """Begin with an item of a less preferred aspect: ι with 1↔pop(ι_a), a the (s+1)-th preferred (section 5.2.3).

    Readings:

    - The first preferred aspect is that of the first item; the second, third, … are those of the query's aspects that
      the first item does not show, by their weight (eq. 9) and then by the smallest name (byte by byte). So s = 1 takes
      the most preferred one of those that the first item does not show.
    - The item popped is the best of that aspect's whole sub-rank, also if it was taken as one of another aspect.
    - ↔ is a swap: the first item goes to where the popped item was.
    - Lists of queries with fewer aspects stay as they are; `unchanged_queries` tells which.
    """
    _check(n_steps, "steps")
    aspect = _less_preferred(orderings, n_steps)
    row = _rows_showing(orderings, aspect)
    lists, first = np.unique(orderings.query[row], return_index=True)
    row_at, place_of = orderings.row_at.copy(), orderings.place_of.copy()
    _swap(row_at, place_of, orderings.offsets[lists], row[first])
    return orderings.rearranged(row_at)


def unchanged_queries(before: Orderings, after: Orderings) -> pl.Series:
    """Give the queries whose lists are the same in both: what a perturbation could not make worse."""
    is_other = (before.row_at != after.row_at) & (before.position <= before.size[before.query])
    changed = np.bincount(before.query[is_other], minlength=len(before.queries)) > 0
    return before.queries.filter(pl.Series(~changed))


def _check(number: int, what: str) -> None:
    if number < 0:
        raise ax.UsageError(f"the number of {what} must be a whole number from 0, not {number}")


def _first_change(orderings: Orderings) -> IntArray:
    """Find for each list the first place whose item was taken from another aspect than the one before, or the end."""
    aspect = orderings.taken_from[orderings.row_at]
    is_change = orderings.position > 1
    is_change[1:] &= aspect[1:] != aspect[:-1]
    place = np.flatnonzero(is_change)[::-1]
    first = orderings.offsets[1:].copy()
    first[orderings.query[place]] = place  # of several, the last one written stays
    return first


def _rows_showing(orderings: Orderings, aspect: IntArray) -> IntArray:
    """Find the rows whose items show the aspect that is given for their query: sub-rank after sub-rank."""
    of_row = aspect[orderings.query]
    row = np.flatnonzero(of_row != NONE)
    return row[orderings.shows[orderings.item[row], of_row[row]]]


def _less_preferred(orderings: Orderings, n_steps: int) -> IntArray:
    """Find the so-many-th preferred aspect of those that the first item does not show, −1 where there is none."""
    first_item = orderings.item[orderings.row_at[orderings.offsets[:-1]]]
    is_other = ~np.isnan(orderings.interest) & ~orderings.shows[first_item]
    if not 0 < n_steps <= is_other.shape[1]:
        return np.full(first_item.size, NONE)
    preferred = np.argsort(np.where(is_other, -orderings.interest, np.inf), axis=1, kind="stable")
    return np.where(is_other.sum(axis=1) >= n_steps, preferred[:, n_steps - 1], NONE)


def _swap(row_at: IntArray, place_of: IntArray, place: IntArray, row: IntArray) -> None:
    """Bring rows to places, at most one in each list; what stood there goes to where they were."""
    other_row, other_place = row_at[place], place_of[row]
    row_at[other_place], place_of[other_row] = other_row, other_place
    row_at[place], place_of[row] = row, place
