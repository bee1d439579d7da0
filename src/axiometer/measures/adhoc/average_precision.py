"""Average precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from axiometer.measures.base import Measure, cutoff_parameter, level_parameter, ratio
from axiometer.projection.lists import RankedLists
from axiometer.projection.segments import FloatArray


@dataclass(frozen=True, kw_only=True)
class AP(Measure):
    """Average precision: AP = (1/R) Σ_i i / p_i, p_i the rank of the i-th relevant item found.

    Range [0, 1]. R counts all judged relevant items, found or not, also under a cut-off, so a short list is not
    rewarded. Undefined when R = 0. Unjudged items are not relevant. Equals trec_eval's map and map_cut_k;
    recommender libraries often divide by min(R, k) instead.
    """

    cites: ClassVar[tuple[str, ...]] = ("buckley2005",)
    rel: float = level_parameter()
    cutoff: int | None = cutoff_parameter()

    def values(self, lists: RankedLists) -> FloatArray:
        """Add up the precision at each relevant item."""
        found = lists.relevant(self.rel).within(self.cutoff)
        return ratio(found.sum(found.position / found.rank), found.n_pooled)
