"""Expected utility."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.measures.parameters import parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.gains import Gain, gain_parameter
from axiometer.measures.parts.novelty import AlphaNovel
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class EU(AlphaNovel, Additive):
    """Expected utility: Σ_i 1/(1 + log2 i) (Σ_t w(t) r(d_i, t) (1 − α)^c − e), over the items that the list has.

    c counts the earlier items relevant to aspect t, e is the effort of looking at an item, relevant or not. Can be
    below 0. r = (2^g − 1) / 2^H unless said otherwise. Always defined: an empty list has 0, and in a query
    without aspects there is only effort. Unjudged items have no gain and cost the effort.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import EU
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, EU() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.1999
    """

    cites: ClassVar[tuple[str, ...]] = ("yang2009",)
    counts_weights: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (-np.inf, np.inf)
    e: float = parameter(0.05, "the effort of looking at one item", least=0, most=1, examples=(0.05, 0, 0.5))
    gain: Gain = gain_parameter("exp", {"ratings": "linear"})

    def terms(self, lists: RankedLists) -> Terms:
        """Discount what is new for each aspect, and the effort of each rank."""
        seen = self.seen(lists)
        n_seen = np.minimum(lists.depth, self.cutoff or np.inf).astype(np.int64)
        ranks = np.arange(1, n_seen.max(initial=0) + 1)
        paid = np.append(0.0, np.cumsum(self._effort_at(ranks)))
        return Terms(
            seen,
            seen.row_weight * self.gains(seen),
            novelty=self.novelty(seen),
            discount=1 / (1 + np.log2(seen.rank)),
            effort=paid[n_seen],
            effort_at=self._effort_at,
        )

    def _effort_at(self, rank: IntArray) -> FloatArray:
        return self.e / (1 + np.log2(rank))
