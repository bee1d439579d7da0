"""Recall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parts.terms import Additive, Terms
from axiometer.parameters.declaration import cutoff_parameter, level_parameter
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class R(Additive):
    """Recall, the share of the relevant items that is found: R@k = (relevant items in the first k) / R.

    Range [0, 1]. R counts all judged relevant items. Undefined when there are none. Unjudged items are not relevant.
    Equals trec_eval's recall_k and set_recall.
    """

    cites: ClassVar[tuple[str, ...]] = ("vanrijsbergen1979",)
    rel: float = level_parameter()
    cutoff: int | None = cutoff_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Divide the relevant items found by all there are."""
        relevant = lists.relevant(self.rel)
        found = relevant.within(self.cutoff)
        return Terms(found, np.ones(found.rank.size), divisor=relevant.n_pooled)
