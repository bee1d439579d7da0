"""R-precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from axiometer.measures.base import Measure, level_parameter, ratio
from axiometer.projection.lists import RankedLists
from axiometer.projection.segments import FloatArray


@dataclass(frozen=True, kw_only=True)
class Rprec(Measure):
    """R-precision, precision where it equals recall: (relevant items in the first R) / R.

    R counts all judged relevant items. Range [0, 1]. Undefined when R = 0. Unjudged items are not
    relevant. Equals trec_eval's Rprec.
    """

    cites: ClassVar[tuple[str, ...]] = ("buckley2005",)
    rel: float = level_parameter()

    def values(self, lists: RankedLists) -> FloatArray:
        """Count the relevant items down to rank R."""
        relevant = lists.relevant(self.rel)
        R = relevant.n_pooled  # noqa: N806
        return ratio(relevant.sum(relevant.rank <= R[relevant.segments.of_row]), R)
