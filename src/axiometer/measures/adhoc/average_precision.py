"""Average precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parts.terms import Additive, Terms
from axiometer.parameters.declaration import cutoff_parameter, level_parameter
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class AP(Additive):
    """Average precision: AP = (1/R) Σ_i i / p_i, p_i the rank of the i-th relevant item found.

    Range [0, 1]. R counts all judged relevant items, found or not, also under a cut-off, so a short list is not
    rewarded. Undefined when R = 0. Unjudged items are not relevant. Equals trec_eval's map and map_cut_k;
    recommender libraries often divide by min(R, k) instead.
    """

    cites: ClassVar[tuple[str, ...]] = ("buckley2005",)
    rel: float = level_parameter()
    cutoff: int | None = cutoff_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Take the precision at each relevant item."""
        found = lists.relevant(self.rel).within(self.cutoff)
        return Terms(found, np.ones(found.rank.size), discount=found.position / found.rank, divisor=found.n_pooled)
