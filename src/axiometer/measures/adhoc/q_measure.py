"""Q-measure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.blended import Blended
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class Q(Blended, Additive):
    """Q-measure, average precision for grades: Q = (1/R) Σ_i BR(i) over the ranks i of the relevant items found.

    BR(i) = (C(i) + β cg(i)) / (i + β cg*(i)); C counts the relevant items down to rank i, cg adds up their gains, cg*
    those of the best list. Range [0, 1]. R counts the items with a gain, at most k of them under a cut-off, as in
    NTCIREVAL. Undefined when there are none. Unjudged items have no gain. β = 0 makes it average precision.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import Q
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, Q() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.75
    """

    cites: ClassVar[tuple[str, ...]] = ("sakai2004",)

    def terms(self, lists: RankedLists) -> Terms:
        """Take the blended ratio at each item found."""
        found, ratio = self.blended(lists)
        return Terms(found, np.ones(ratio.size), discount=ratio, divisor=self.q_divisor(found))
