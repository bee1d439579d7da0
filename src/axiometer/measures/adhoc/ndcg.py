"""Normalised discounted cumulative gain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from axiometer.measures.adhoc.dcg import DCG
from axiometer.measures.parts.graded import Graded
from axiometer.measures.parts.terms import Additive, Terms
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class nDCG(Graded, Additive):
    """Normalised discounted cumulative gain: DCG of the list over DCG of the best list there could be.

    DCG = Σ_i gain_i / log2(i + 1) over the ranks i; the best list has all judged items, largest gain first, and both
    sums stop at the cut-off. Range [0, 1]. Undefined when nothing has a gain. Unjudged items and grades below 0 have no
    gain. Equals trec_eval's ndcg and ndcg_cut_k; with gain='exp' it is the other common form.
    """

    cites: ClassVar[tuple[str, ...]] = ("jarvelin2002", "burges2005")

    def terms(self, lists: RankedLists) -> Terms:
        """Divide the list's sum by that of the ideal list of its request."""
        dcg = DCG(gain=self.gain, rel=self.rel, cutoff=self.cutoff)
        ideal = lists.pool.remembered(dcg, lambda: dcg.values(lists.ideal(self.gains(lists.pool))))
        return replace(dcg.terms(lists), divisor=ideal[lists.request])
