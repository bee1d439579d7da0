"""The blended ratio, of which Q and P-plus are made."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.measures.parameters import parameter
from axiometer.measures.parts.gains import Gain, gain_parameter
from axiometer.measures.parts.graded import Graded
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class Blended(Graded):
    """A measure made of BR(i) = (C(i) + β cg(i)) / (i + β cg*(i)).

    C counts the relevant items down to rank i, cg adds up their gains, and cg* those of the best list there could be.
    """

    beta: float = parameter(1, "how much gains matter beside precision", least=0, examples=(1, 0, 2.5))
    gain: Gain = gain_parameter("identity")

    def blended(self, lists: RankedLists) -> tuple[RankedLists, FloatArray]:
        """Give the items found with a gain, and the blended ratio at each."""
        found = lists.within(self.cutoff)
        found = found.keep(self.gains(found) > 0)
        gain, pooled = self.gains(found), self.gains(lists.pool)
        ideal = lists.pool.remembered(("cumulated", self.gain, self.rel), lambda: self._cumulated(lists, pooled))
        # At rank i the best list has given the gains of its first i items, or of all it has.
        of_list = found.query[found.segments.of_row]
        last = np.minimum(found.rank, np.maximum(lists.pool.segments.count, 1)[of_list])
        best = ideal[lists.pool.segments.offsets[of_list] + last - 1]
        cumulated = found.segments.sum_before(gain) + gain
        return found, (found.position + self.beta * cumulated) / (found.rank + self.beta * best)

    def is_preferred(self, found: RankedLists) -> FloatArray:
        """1 down to the first item with the largest gain of its list, 0 below."""
        gain = self.gains(found)
        largest = found.segments.max(gain)
        n_before = found.segments.count_before(gain == largest[found.segments.of_row])
        return np.where(n_before == 0, 1.0, 0.0)

    def p_plus_divisor(self, found: RankedLists) -> FloatArray:
        """How many relevant items there are down to the preferred one."""
        return found.sum(self.is_preferred(found))

    def q_divisor(self, found: RankedLists) -> FloatArray:
        """How many relevant items there could be down to the cut-off."""
        n_relevant = found.pool.segments.sum(self.gains(found.pool) > 0)[found.query]
        return n_relevant if self.cutoff is None else np.minimum(n_relevant, float(self.cutoff))

    def _cumulated(self, lists: RankedLists, pooled: FloatArray) -> FloatArray:
        ideal = lists.ideal(pooled)
        gain = self.gains(ideal)
        return ideal.segments.sum_before(gain) + gain
