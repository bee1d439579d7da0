"""The judged items of each query: what lists are measured against."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.conventions.profiles import CountedAspects
from axiometer.projection.cache import Memory
from axiometer.projection.segments import Segments

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Pool:
    """The judged items of each query.

    Attributes
    ----------
    grade
        One row per query and judged item.
    segments
        The rows of each query.
    max_grade
        The top of the grading scale, H: one for all rows, or one for each.
    lengths
        For each unit, how long the item of each row is; nan if nobody said.
    aspects
        The same, aspect by aspect, where judgments have aspects. Items are then in the order that settles ties of
        ideal lists.
    providers
        The same, provider by provider, where they are known and a measure asked for them.
    origin
        For each row, that of its item among all judged items, where somebody wants to know.
    """

    grade: FloatArray
    segments: Segments
    max_grade: float | FloatArray
    lengths: Mapping[str, FloatArray] = field(default_factory=dict)
    aspects: AspectPool | None = None
    providers: AspectPool | None = None
    origin: IntArray | None = None
    memory: Memory = field(default_factory=Memory, repr=False)

    def remembered(self, key: Hashable, make: Callable[[], T]) -> T:
        """Make something of the pool once, however many runs and threads ask for it."""
        return self.memory.once(key, make)

    def is_relevant(self, level: float) -> bool:
        """Tell whether it has only positive grades of at least this level, also by aspect and by provider."""
        parts = [self, *(each.pool for each in (self.aspects, self.providers) if each is not None)]
        return self.remembered(
            ("is_relevant", level), lambda: all(bool(is_relevant(each.grade, level).all()) for each in parts)
        )

    def relevant(self, level: float) -> Pool:
        """Give the pool with only the positive grades of at least this level."""
        return self.remembered(("relevant", level), lambda: self._relevant(level))

    def keep(self, is_kept: BoolArray) -> Pool:
        """Give the pool with only these rows, without aspects and providers."""
        return Pool(
            self.grade[is_kept],
            self.segments.keep(is_kept),
            self.max_grade[is_kept] if isinstance(self.max_grade, np.ndarray) else self.max_grade,
            {unit: length[is_kept] for unit, length in self.lengths.items()},
            origin=None if self.origin is None else self.origin[is_kept],
        )

    def _relevant(self, level: float) -> Pool:
        is_kept = is_relevant(self.grade, level)
        kept = self.keep(is_kept)
        new_row = np.cumsum(is_kept) - 1
        return replace(
            kept,
            aspects=self.aspects and self.aspects.relevant(level, new_row),
            providers=self.providers and self.providers.relevant(level, new_row),
        )


@dataclass(frozen=True, eq=False)
class AspectPool:
    """The judged items of each query and aspect; providers, or users who want some of the items, are like aspects.

    Attributes
    ----------
    pool
        One row per query, aspect and judged item; its segments are the aspects of the first query, then those of
        the second, and so on.
    row
        For each row, that of its item in the pool without aspects.
    of_query
        The aspects of each query.
    weight
        Of each aspect, as given.
    is_navigational
        For each aspect, whether one item is all that its users want.
    label
        For each aspect, its number among all aspects of the judgments.
    counted
        Which aspects count: those with a ``relevant`` item, the weights scaled to sum to 1; the same with the weights
        as they are, ``relevant-unscaled``; or ``all``.
    is_weighted
        Whether the weights were given; otherwise they are uniform among the aspects that count.
    numbers
        For providers, the label of each name.
    """

    pool: Pool
    row: IntArray
    of_query: Segments
    weight: FloatArray
    is_navigational: BoolArray
    label: IntArray
    counted: CountedAspects = "relevant"
    is_weighted: bool = False
    numbers: Mapping[str, int] = field(default_factory=dict)

    def relevant(self, level: float, new_row: IntArray) -> AspectPool:
        """Give the same aspects with only the positive grades of at least this level."""
        is_kept = is_relevant(self.pool.grade, level)
        return replace(self, pool=self.pool.keep(is_kept), row=new_row[self.row[is_kept]])

    def counting(self, level: float) -> AspectPool:
        """Give only the aspects that count, with the weights that they then have."""
        if self.counted == "all":
            return self if self.is_weighted else replace(self, weight=_shares(self.weight, self.of_query))
        is_kept = self.pool.segments.sum(is_relevant(self.pool.grade, level)) > 0
        in_kept = is_kept[self.pool.segments.of_row]
        kept = self.pool.keep(in_kept)
        of_query, weight = self.of_query.keep(is_kept), self.weight[is_kept]
        if not self.is_weighted or self.counted == "relevant":
            weight = _shares(weight, of_query)
        return replace(
            self,
            pool=replace(kept, segments=Segments.of_lengths(self.pool.segments.count[is_kept])),
            row=self.row[in_kept],
            of_query=of_query,
            weight=weight,
            is_navigational=self.is_navigational[is_kept],
            label=self.label[is_kept],
        )

    @cached_property
    def by_item(self) -> tuple[IntArray, Segments]:
        """The rows sorted by item, and those of each item."""
        order = np.argsort(self.row, kind="stable")
        return order, Segments.of_lengths(np.bincount(self.row))

    def rows_of(self, item: IntArray) -> tuple[IntArray, IntArray]:
        """Find the rows of some items: for each row found, the place of its item in the question, and the row."""
        order, of_item = self.by_item
        count = np.append(of_item.count, 0)[np.minimum(item, len(of_item))]
        asked = Segments.of_lengths(count)
        first = np.append(of_item.offsets[:-1], 0)[np.minimum(item, len(of_item))]
        return asked.of_row, order[np.repeat(first, count) + asked.position - 1]


def _shares(weight: FloatArray, of_query: Segments) -> FloatArray:
    """Divide weights by their sum for each query, unless it is 0."""
    total = of_query.sum(weight)[of_query.of_row]
    return np.divide(weight, total, out=np.zeros_like(weight), where=total > 0)


def is_relevant(grade: FloatArray, level: float) -> BoolArray:
    """Tell which grades are positive and of at least this level."""
    return (grade > 0) & (grade >= level)
