"""Groups of things that do not differ, as letters beside a table show them."""

from __future__ import annotations

from string import ascii_lowercase
from typing import Final

import numpy as np

from axiometer.arrays import BoolArray, IntArray

MOST_GROUPS: Final = 500
"""Where there are more groups than this, nobody can read them."""
_SUPERFLUOUS: Final = 4
"""So many times more groups are tried, of which some will be left out."""
_SHORTEST_RANGE: Final = 3


def letter_groups(
    is_different: BoolArray, order: IntArray | None = None, *, most: int = MOST_GROUPS
) -> BoolArray | None:
    """Find groups in which no two differ, so that two are together in one if and only if they do not differ.

    Such groups make a compact letter display (Piepho 2004). Each group is as large as it can be. All such groups may be
    more than anybody could list; here are few that do: one after the other, each grown to hold many pairs that no
    group had yet, and then those left out that the others make superfluous. Where what does not differ is always side
    by side, as by Tukey's test, these are all groups there are.

    Parameters
    ----------
    is_different
        Things × things, symmetric: which two differ.
    order
        The things, best first: the first group has the first of them. Those left out are in no group. Without it,
        all, as they are numbered.
    most
        With more groups than this there is no answer.

    Returns
    -------
    BoolArray | None
        Groups × things: whether the thing is in the group. No group is within another.
    """
    order = np.arange(len(is_different)) if order is None else np.asarray(order, dtype=np.int64)
    if not order.size:
        return np.zeros((0, len(is_different)), bool)
    is_alike = ~is_different[np.ix_(order, order)]
    np.fill_diagonal(is_alike, val=True)
    is_open = is_alike.copy()
    grown: list[BoolArray] = []
    for first in range(order.size):
        while is_open[first].any():
            if len(grown) == most * _SUPERFLUOUS:
                return None
            grown.append(_grown(first, is_alike, is_open))
            is_open[np.ix_(grown[-1], grown[-1])] = False
    groups = _needed(np.stack(grown))
    if len(groups) > most:
        return None
    found = np.zeros((len(groups), len(is_different)), bool)
    # By the first of a group, and then by the next.
    found[:, order] = groups[np.lexsort(~groups.T[::-1])]
    return found


def _grown(first: int, is_alike: BoolArray, is_open: BoolArray) -> BoolArray:
    """Make a group of a thing and the last one that it is in no group with yet, and add to it as long as that goes."""
    last = int(np.flatnonzero(is_open[first])[-1])
    group = np.zeros(len(is_alike), bool)
    group[[first, last]] = True
    is_candidate = is_alike[first] & is_alike[last] & ~group
    n_new = is_open[first].astype(np.int64) + is_open[last]
    while is_candidate.any():
        n_left = np.count_nonzero(is_alike & is_candidate, axis=1)
        # The most new pairs, then the most that can still be added, then the best.
        best = int(np.where(is_candidate, n_new * (len(is_alike) + 1) + n_left, -1).argmax())
        group[best] = True
        is_candidate &= is_alike[best] & ~group
        n_new += is_open[best]
    return group


def _needed(groups: BoolArray) -> BoolArray:
    """Leave out groups all of whose pairs others have, the smallest first."""
    member = groups.astype(np.int64)
    n_together = member.T @ member
    is_needed = np.ones(len(groups), bool)
    for number in np.argsort(member.sum(axis=1), kind="stable"):
        its = np.ix_(groups[number], groups[number])
        if (n_together[its] > 1).all():
            n_together[its] -= 1
            is_needed[number] = False
    return groups[is_needed]


def written_groups(groups: BoolArray) -> list[str]:
    """Write for each thing the groups that it is in, shortly.

    Up to 26 groups are letters: ``ab``, or with blanks, where three or more in a row are written as a range: ``a c–f``.
    More groups are numbers from 1, always with blanks: ``1 3–7 12``.
    """
    names = [*ascii_lowercase] if len(groups) <= len(ascii_lowercase) else [str(n + 1) for n in range(len(groups))]
    return [_written(np.flatnonzero(column), names) for column in groups.T]


def _written(numbers: IntArray, names: list[str]) -> str:
    rows = np.split(numbers, np.flatnonzero(np.diff(numbers) > 1) + 1) if numbers.size else []
    is_plain = len(names) == len(ascii_lowercase) and all(row.size < _SHORTEST_RANGE for row in rows)
    pieces: list[str] = []
    for row in rows:
        is_range = row.size >= _SHORTEST_RANGE
        pieces += [f"{names[row[0]]}–{names[row[-1]]}"] if is_range else [names[number] for number in row]
    return ("" if is_plain else " ").join(pieces)
