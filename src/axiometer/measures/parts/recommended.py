"""What measures of all items shown have in common, whether anybody rated them or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.measures.base import Need
from axiometer.measures.parameters import cutoff_parameter, parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.projection.catalogue import UNKNOWN, ShownItems
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class Shown(Additive):
    """A measure of the items shown and their aspects."""

    needs: ClassVar[frozenset[Need]] = frozenset({"catalogue"})
    cutoff: int | None = cutoff_parameter()


@dataclass(frozen=True, kw_only=True)
class Familiar(Additive):
    """A measure of how many users had the items shown before."""

    needs: ClassVar[frozenset[Need]] = frozenset({"popularity"})
    cutoff: int | None = cutoff_parameter()

    def n_users(self, shown: ShownItems) -> FloatArray:
        """Count the users who had the item of each row in their profile."""
        return np.where(shown.item == UNKNOWN, 0.0, shown.catalogue.popularity[shown.item])


@dataclass(frozen=True, kw_only=True)
class Novelty(Familiar):
    """The mean novelty of the items shown, which may depend on their ranks and ratings."""

    discount: str = parameter(
        "log", "how much rank i weighs: log 1/log2(i+1), or none: all the same", choices=("log", "none")
    )
    relevance: str = parameter(
        "none",
        "none: all items count; ratings: each by its rating r/r_max, 0 if not rated",
        choices=("none", "ratings"),
    )

    def mean_of(self, novelty: FloatArray, shown: ShownItems) -> Terms:
        """Average the novelty of rows, by rank and rating."""
        discount = 1 / np.log2(shown.rank + 1) if self.discount == "log" else np.ones(shown.item.size)
        if self.relevance == "ratings":
            novelty = novelty * np.nan_to_num(np.maximum(shown.grade, 0.0)) / shown.catalogue.max_grade
        return Terms(shown, novelty, discount=discount, divisor=shown.sum(discount))

    def shown(self, lists: RankedLists) -> ShownItems:
        """Give all items down to the cut-off."""
        return lists.shown_within(self.cutoff)
