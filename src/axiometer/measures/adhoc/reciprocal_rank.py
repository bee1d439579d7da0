"""Reciprocal rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from axiometer.measures.base import Measure, cutoff_parameter, level_parameter
from axiometer.projection.lists import RankedLists
from axiometer.projection.segments import FloatArray


@dataclass(frozen=True, kw_only=True)
class RR(Measure):
    """Reciprocal rank of the first relevant item: RR = 1 / p_1, and 0 if none is found in the first k.

    Range [0, 1]. Always defined. Unjudged items are not relevant. Equals trec_eval's recip_rank.
    """

    cites: ClassVar[tuple[str, ...]] = ("kantor2000",)
    rel: float = level_parameter()
    cutoff: int | None = cutoff_parameter()

    def values(self, lists: RankedLists) -> FloatArray:
        """Take 1 / rank of the first relevant item."""
        found = lists.relevant(self.rel).within(self.cutoff)
        return found.sum((found.position == 1) / found.rank)
