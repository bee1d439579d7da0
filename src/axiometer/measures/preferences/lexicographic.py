"""Lexicographic preferences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from axiometer.arrays import IntArray
from axiometer.measures.preferences.base import Ordering
from axiometer.projection.lexicographic import lexicographic_order
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class lexirecall(Ordering):
    """Lexicographic recall: at the largest recall level where the positions differ, the smaller position wins.

    Relevant items not retrieved are below everything, so the list with more of them retrieved wins first; the size of
    the corpus does not matter. Undefined when there is no relevant item. Unjudged items are not relevant.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import lexirecall
    >>> runs = {"x": {"q": ["a", "c", "b"]}, "y": {"q": ["c", "a", "b"]}}
    >>> ax.prefer({"q": {"a": 1, "b": 1}}, runs, lexirecall()).to_polars()["value"].to_list()
    [1.0]
    """

    cites: ClassVar[tuple[str, ...]] = ("diaz2026",)

    def order(self, lists: RankedLists) -> IntArray:
        """Sort by the last relevant item, then by the one before, and so on."""
        return lexicographic_order(self.seen(lists), starts="last")


@dataclass(frozen=True, kw_only=True)
class lexiprecision(Ordering):
    """Lexicographic precision: at the smallest recall level where the positions differ, the smaller position wins.

    Relevant items not retrieved are below everything. Undefined when there is no relevant item. Unjudged items are not
    relevant.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import lexiprecision
    >>> runs = {"x": {"q": ["a", "c", "b"]}, "y": {"q": ["c", "a", "b"]}}
    >>> ax.prefer({"q": {"a": 1, "b": 1}}, runs, lexiprecision()).to_polars()["value"].to_list()
    [1.0]
    """

    cites: ClassVar[tuple[str, ...]] = ("diaz2023",)

    def order(self, lists: RankedLists) -> IntArray:
        """Sort by the first relevant item, then by the second, and so on."""
        return lexicographic_order(self.seen(lists), starts="first")
