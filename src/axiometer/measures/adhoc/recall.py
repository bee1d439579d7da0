"""Recall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from axiometer.measures.base import Measure, cutoff_parameter, level_parameter, ratio
from axiometer.projection.lists import RankedLists
from axiometer.projection.segments import FloatArray


@dataclass(frozen=True, kw_only=True)
class R(Measure):
    """Recall, the share of the relevant items that is found: R@k = (relevant items in the first k) / R.

    Range [0, 1]. R counts all judged relevant items. Undefined when there are none. Unjudged items are not relevant.
    Equals trec_eval's recall_k and set_recall.
    """

    cites: ClassVar[tuple[str, ...]] = ("vanrijsbergen1979",)
    rel: float = level_parameter()
    cutoff: int | None = cutoff_parameter()

    def values(self, lists: RankedLists) -> FloatArray:
        """Divide the relevant items found by all there are."""
        relevant = lists.relevant(self.rel)
        return ratio(relevant.within(self.cutoff).count, relevant.n_pooled)
