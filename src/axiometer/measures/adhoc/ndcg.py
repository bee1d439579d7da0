"""Normalised discounted cumulative gain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.base import Measure, cutoff_parameter, level_parameter, ratio
from axiometer.measures.parts.gains import Gain, gain_parameter, gains, refuse_unused_level
from axiometer.projection.lists import RankedLists
from axiometer.projection.segments import FloatArray


@dataclass(frozen=True, kw_only=True)
class nDCG(Measure):
    """Normalised discounted cumulative gain: DCG of the list over DCG of the best list there could be.

    DCG = Σ_i gain_i / log2(i + 1) over the ranks i; the best list has all judged items, largest gain first, and both
    sums stop at the cut-off. Range [0, 1]. Undefined when nothing has a gain. Unjudged items and grades below 0 have no
    gain. Equals trec_eval's ndcg and ndcg_cut_k; with gain='exp' it is the other common form.
    """

    name: ClassVar[str] = "nDCG"
    cites: ClassVar[tuple[str, ...]] = ("jarvelin2002", "burges2005")
    gain: Gain = gain_parameter("linear")
    rel: float = level_parameter()
    cutoff: int | None = cutoff_parameter()

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_unused_level(self.name, self.gain, self.rel)

    def values(self, lists: RankedLists) -> FloatArray:
        """Divide the list's sum by that of the ideal list of its request."""
        relevant = lists.relevant()
        ideal, ideal_gain = relevant.ideal(self._gain(relevant.pool.grade, relevant))
        best = self._dcg(ideal, ideal_gain)
        return ratio(self._dcg(relevant, self._gain(relevant.grade, relevant)), best[relevant.request])

    def _gain(self, grade: FloatArray, lists: RankedLists) -> FloatArray:
        return gains(grade, self.gain, rel=self.rel, max_grade=lists.max_grade)

    def _dcg(self, lists: RankedLists, gain: FloatArray) -> FloatArray:
        is_seen = lists.rank <= (self.cutoff or np.inf)
        return lists.sum(is_seen * gain / np.log2(lists.rank + 1))
