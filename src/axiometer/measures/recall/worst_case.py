"""Worst-case utility over users."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.errors import UsageError
from axiometer.measures.parameters import parameter
from axiometer.measures.parts.additive import Explained, Terms
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.projection.lists import AspectLists, RankedLists
from axiometer.projection.pool import AspectPool, Pool
from axiometer.projection.segments import Segments

Users = Literal["single", "all"]
MOST_WANTED: Final = 12
"""So many relevant items have 4,095 users."""
MOST_AT_ONCE: Final = 1 << 17
"""Users whose lists are looked at together."""


@dataclass(frozen=True, kw_only=True)
class WC(Wrapper):
    """Worst-case utility: min over users u of M(list, u), where a user wants some of the relevant items.

    Written WC(AP), WC(RecallLevel(…)), … Range as that of M. users='single' are the m who want one item each, among
    whom the worst-off is for every top-heavy recall-level measure with z(1, 1) = 1, if items not retrieved are at the
    end of the corpus; users='all' are all 2^m − 1, for at most 12 relevant items. What a user does not want is
    unjudged. Undefined when M is undefined for all users.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import AP, WC
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, WC(AP()))
    >>> round(measured.mean()["value"][0], 4)
    0.3333
    """

    cites: ClassVar[tuple[str, ...]] = ("diaz2026",)
    pattern: ClassVar[str] = "WC_{}"
    users: Users = parameter("single", "users who want one item each, or any of them", choices=("single", "all"))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.measure.rows == "judged":
            raise UsageError(f"{self.name}: {self.measure} looks at items that are not relevant, which no user wants")

    def values(self, lists: RankedLists) -> FloatArray:
        """Find the smallest value of all users, or the largest where a large value is bad."""
        wanted = lists.relevant(self.level)
        users = self._users(wanted)
        n_users = np.cumsum(users.of_query.count[wanted.query])
        block = (n_users - 1) // MOST_AT_ONCE
        parts = np.split(np.arange(len(wanted)), np.flatnonzero(np.diff(block)) + 1)
        return np.concatenate([self._of_worst(wanted.chosen(part), users) for part in parts])

    def _of_worst(self, wanted: RankedLists, users: AspectPool) -> FloatArray:
        _, value, worst = self._worst(wanted, users)
        return np.append(value, np.nan)[worst]

    def _parts(self, measure: Explained, lists: RankedLists) -> Sequence[Terms]:
        """Take apart what the measure says to the worst-off user."""
        wanted = lists.relevant(self.level)
        seen, _, worst = self._worst(wanted, self._users(wanted))
        parts = measure.parts(seen.lists.chosen(worst))
        return [replace(part, divisor=np.where(worst >= 0, part.divisor, 0.0)) for part in parts]

    def _users(self, wanted: RankedLists) -> AspectPool:
        return wanted.pool.remembered(("users", self.users), lambda: _users(wanted.pool, self.users))

    def _worst(self, wanted: RankedLists, users: AspectPool) -> tuple[AspectLists, FloatArray, IntArray]:
        """Give the list of each user, its value, and for each list the worst-off user, −1 if there is none."""
        seen = wanted.grouped(users)
        value = self.measure.values(seen.lists)
        return seen, value, seen.of_list.first_of_least(-value if self.is_smaller_better else value)


def _users(pool: Pool, users: Users) -> AspectPool:
    """Give the users of each query, each with the items wanted."""
    n_items = pool.segments.count
    if users == "single":
        return _pool_of(pool, np.arange(pool.grade.size), np.ones(pool.grade.size, np.int64), pool.segments)
    if n_items.max(initial=0) > MOST_WANTED:
        raise UsageError(
            f"users='all' are 2^m − 1 users for m relevant items; m is at most {MOST_WANTED}, not {n_items.max()}"
        )
    of_query = Segments.of_lengths(2**n_items - 1)
    # The k-th user of a query wants the items whose bits are set in k.
    bit = np.arange(MOST_WANTED)
    is_wanted = (of_query.position[:, None] >> bit) & 1 == 1
    user, item = np.nonzero(is_wanted)
    row = pool.segments.offsets[:-1][of_query.of_row[user]] + item
    return _pool_of(pool, row, is_wanted.sum(axis=1), of_query)


def _pool_of(pool: Pool, row: IntArray, n_wanted: IntArray, of_query: Segments) -> AspectPool:
    n_users = n_wanted.size
    return AspectPool(
        pool=Pool(
            pool.grade[row],
            Segments.of_lengths(n_wanted),
            pool.max_grade[row] if isinstance(pool.max_grade, np.ndarray) else pool.max_grade,
            {unit: length[row] for unit, length in pool.lengths.items()},
            origin=None if pool.origin is None else pool.origin[row],
        ),
        row=row,
        of_query=of_query,
        weight=np.ones(n_users),
        is_navigational=np.zeros(n_users, bool),
        label=np.arange(n_users),
        counted="all",
    )
