"""Measures that are sums: what each item gives, and what it loses to its place and to the items before it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from axiometer.arrays import FloatArray, IntArray
from axiometer.measures.base import Measure, ratio
from axiometer.projection.catalogue import ShownItems
from axiometer.projection.lists import AspectLists, RankedLists

Numbers = npt.NDArray[np.floating[Any]] | IntArray | float


@dataclass(frozen=True, eq=False)
class Terms:
    """A measure taken apart: (Σ over rows of gain · novelty · discount − effort) / divisor.

    Attributes
    ----------
    rows
        The lists whose rows the terms belong to.
    gain
        What each row would give at the best place, were it the first of its kind.
    novelty
        The share of it that the items before leave.
    discount
        The share of it that its place leaves.
    effort
        For each list, what looking at its items costs.
    effort_at
        What looking at the item of a rank costs.
    divisor
        For each list, what the sum is divided by; undefined where it is 0.

    Examples
    --------
    >>> import numpy as np
    >>> from axiometer.measures import Terms
    >>> from axiometer.testing import Case, ranked_lists
    >>> lists = ranked_lists([Case(ranking=(1, None, 2), unretrieved=())])
    >>> Terms(lists, lists.grade, discount=1 / lists.rank).value().round(4).tolist()
    [1.6667]
    """

    rows: RankedLists | AspectLists | ShownItems
    gain: FloatArray
    novelty: Numbers = 1.0
    discount: Numbers = 1.0
    effort: Numbers = 0.0
    effort_at: Callable[[IntArray], FloatArray] | None = None
    divisor: Numbers = 1.0

    def value(self) -> FloatArray:
        """Add up: one value for each list."""
        total = self.rows.sum(self.gain * self.novelty * self.discount) - self.effort
        return ratio(total, np.broadcast_to(self.divisor, total.shape))

    def times(self, factor: float) -> Terms:
        """Give the terms of a multiple of the measure."""
        return replace(self, divisor=self.divisor / factor) if factor else replace(self, gain=self.gain * factor)


@dataclass(frozen=True, kw_only=True)
class Explained(Measure):
    """A measure that can say where its values come from."""

    @abstractmethod
    def parts(self, lists: RankedLists) -> Sequence[Terms]:
        """Take the measure apart into sums that add up to it."""


@dataclass(frozen=True, kw_only=True)
class Additive(Explained):
    """A measure that is one sum over the rows of each list.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import axiometer as ax
    >>> from axiometer.measures import Additive, Terms
    >>> @dataclass(frozen=True, kw_only=True)
    ... class HalfLife(Additive):
    ...     def terms(self, lists):
    ...         return Terms(lists, lists.grade, discount=0.5 ** lists.rank)
    >>> ax.evaluate({"q": {"a": 2, "b": 1}}, {"q": ["b", "a"]}, HalfLife()).to_dict()
    {'run': {'HalfLife': 1.0}}
    """

    @abstractmethod
    def terms(self, lists: RankedLists) -> Terms:
        """Give the terms of the sum."""

    def parts(self, lists: RankedLists) -> Sequence[Terms]:
        """Take the measure apart: there is one part."""
        return [self.terms(lists)]

    def values(self, lists: RankedLists) -> FloatArray:
        """Add up the terms of each list."""
        return self.terms(lists).value()
