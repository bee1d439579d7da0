"""The catalogue as numbers: all items with their aspects, and what each user rated, before and now."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeVar

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.projection.cache import Memory
from axiometer.projection.segments import Segments, sums

T = TypeVar("T")
UNKNOWN = -1
"""The number of an item that the catalogue does not have, and the row of one that was not rated."""
_MOST_ROWS: Final = 1 << 21
"""So many rows are looked up at a time: what that takes then fits into little memory."""


@dataclass(frozen=True, eq=False)
class QueryItems:
    """Some items of each query, with a number each.

    Attributes
    ----------
    item
        Of each row; within a query, the rows are sorted by it.
    value
        Of each row: a rating, or what else is known of this query and item.
    segments
        The rows of each query.
    n_items
        How many items the catalogue has.
    """

    item: IntArray
    value: FloatArray
    segments: Segments
    n_items: int

    @cached_property
    def key(self) -> IntArray:
        """One number for query and item, which grows from row to row."""
        return self.segments.of_row * self.n_items + self.item

    def find(self, query: IntArray, item: IntArray) -> IntArray:
        """Find the row of each query and item; ``UNKNOWN`` where there is none."""
        wanted = query * self.n_items + item
        at = np.searchsorted(self.key, wanted)
        is_found = (np.append(self.key, UNKNOWN)[at] == wanted) & (item != UNKNOWN)
        return np.where(is_found, at, UNKNOWN)

    def without(self, others: QueryItems) -> QueryItems:
        """Leave out the items that others have for the same query."""
        return self.keep(others.find(self.segments.of_row, self.item) == UNKNOWN)

    def keep(self, is_kept: BoolArray) -> QueryItems:
        """Give only these rows."""
        return QueryItems(self.item[is_kept], self.value[is_kept], self.segments.keep(is_kept), self.n_items)

    def joined(self, others: QueryItems) -> QueryItems:
        """Add the items of others that are not among these."""
        more = others.without(self)
        order = np.argsort(np.concatenate([self.key, more.key]))
        return QueryItems(
            np.concatenate([self.item, more.item])[order],
            np.concatenate([self.value, more.value])[order],
            Segments.of_lengths(self.segments.count + more.segments.count),
            self.n_items,
        )


@dataclass(frozen=True, eq=False)
class ItemCatalogue:
    """All items that can be recommended, by number: item 0 has the greatest id.

    Attributes
    ----------
    signature
        Of each item, the number of its set of aspects.
    has_aspect
        Sets × aspects: 1 where the set has the aspect, else 0.
    rated
        The rated items of each query, against which lists are measured.
    profile
        What each user had rated before, and should not be recommended again.
    interest
        Queries × aspects: γ, the user's interest in each aspect; they sum to 1, or to 0 where nobody knows any.
    max_grade
        The top of the rating scale.
    popularity
        How many users had each item in their profile.
    n_users
        How many users had a profile.
    alpha
        Where it is given, how likely an item not rated satisfies a wish for one of its aspects: a number for each item,
        one for each query (a column), or one for some items of each query.
    beta
        Where it is given, how likely each rated row does.
    """

    signature: IntArray
    has_aspect: FloatArray
    rated: QueryItems
    profile: QueryItems
    interest: FloatArray
    max_grade: float
    popularity: IntArray
    n_users: int
    alpha: FloatArray | QueryItems | None = None
    beta: FloatArray | None = None
    memory: Memory = field(default_factory=Memory, repr=False)

    @property
    def n_items(self) -> int:
        """How many items there are."""
        return self.signature.size

    @property
    def n_queries(self) -> int:
        """How many users there are to recommend to."""
        return len(self.rated.segments)

    def remembered(self, key: Hashable, make: Callable[[], T]) -> T:
        """Make something of the catalogue once, however many runs and threads ask for it."""
        return self.memory.once(key, make)


@dataclass(frozen=True, eq=False)
class ShownItems:
    """All items of lists, rated or not, down to the rank that somebody asked for.

    Attributes
    ----------
    item
        Of each row, list after list, best rank first: its number in the catalogue, or ``UNKNOWN``.
    row
        Of each row, its rated row, or ``UNKNOWN`` if it was not rated.
    is_profile
        For each row, whether the user had rated the item before.
    segments
        The rows of each list.
    query
        Of each list.
    catalogue
        What is known of the items.
    """

    item: IntArray
    row: IntArray
    is_profile: BoolArray
    segments: Segments
    query: IntArray
    catalogue: ItemCatalogue

    @classmethod
    def of(cls, item: IntArray, segments: Segments, catalogue: ItemCatalogue) -> ShownItems:
        """Find which items were rated; list s · R + r is that of system s for the r-th of R queries."""
        query = np.arange(len(segments), dtype=np.int64) % catalogue.n_queries
        row, is_profile = np.empty(item.size, np.int64), np.empty(item.size, bool)
        for start in range(0, item.size, _MOST_ROWS):
            some = slice(start, start + _MOST_ROWS)
            asked = query[segments.of_row[some]], item[some]
            row[some], is_profile[some] = catalogue.rated.find(*asked), catalogue.profile.find(*asked) != UNKNOWN
        return cls(item, row, is_profile, segments, query, catalogue)

    @property
    def rank(self) -> IntArray:
        """The rank of each row in its list."""
        return self.segments.position

    @cached_property
    def grade(self) -> FloatArray:
        """The rating of each row; nan if it has none."""
        return np.append(self.catalogue.rated.value, np.nan)[self.row]

    @cached_property
    def kind(self) -> IntArray:
        """The number of the set of aspects of each row; ``UNKNOWN`` for an unknown item."""
        return np.append(self.catalogue.signature, UNKNOWN)[self.item]

    @property
    def query_of_row(self) -> IntArray:
        """The query of each row."""
        return self.query[self.segments.of_row]

    def sum(self, column: FloatArray | BoolArray) -> FloatArray:
        """Add up a column within each list."""
        return self.segments.sum(column)

    def exposure(self, weight: FloatArray | None = None) -> FloatArray:
        """Give, for each item of the catalogue, how often it is shown, or the weight of the rows that show it."""
        is_known = self.item != UNKNOWN
        weight = np.ones(self.item.size) if weight is None else weight
        return sums(self.item[is_known], weight[is_known], self.catalogue.n_items)

    def of_system(self, number: int) -> ShownItems:
        """Give the lists of one system: as many, one after the other, as there are queries."""
        first, last = number * self.catalogue.n_queries, (number + 1) * self.catalogue.n_queries
        rows = slice(self.segments.offsets[first], self.segments.offsets[last])
        return ShownItems(
            self.item[rows],
            self.row[rows],
            self.is_profile[rows],
            Segments.of_lengths(self.segments.count[first:last]),
            self.query[first:last],
            self.catalogue,
        )

    def within(self, cutoff: int | None) -> ShownItems:
        """Give only the rows down to this rank."""
        return self if cutoff is None else self.keep(self.rank <= cutoff)

    def keep(self, is_kept: BoolArray) -> ShownItems:
        """Give only these rows, which must be the first of each list."""
        return ShownItems(
            self.item[is_kept],
            self.row[is_kept],
            self.is_profile[is_kept],
            self.segments.keep(is_kept),
            self.query,
            self.catalogue,
        )
