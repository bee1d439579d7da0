"""Discounted cumulative gain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parts.gains import Gain, gain_parameter
from axiometer.measures.parts.graded import Graded
from axiometer.measures.parts.terms import Additive, Terms
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class DCG(Graded, Additive):
    """Discounted cumulative gain: DCG = Σ_i gain_i / log2(i + 1) over the ranks i.

    Range from 0, without an upper bound. Always defined. Unjudged items and grades below 0 have no gain. The gain is
    the grade itself unless said otherwise.
    """

    cites: ClassVar[tuple[str, ...]] = ("jarvelin2002", "burges2005")
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    gain: Gain = gain_parameter("identity")

    def terms(self, lists: RankedLists) -> Terms:
        """Discount the gains."""
        seen = lists.within(self.cutoff)
        return Terms(seen, self.gains(seen), discount=1 / np.log2(seen.rank + 1))
