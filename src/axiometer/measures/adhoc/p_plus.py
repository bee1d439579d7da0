"""P-plus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.blended import Blended
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class P_plus(Blended, Additive):
    """P-plus, for those who want one good item: P+ = (1/C(p)) Σ_{i≤p} BR(i) over the relevant items down to rank p.

    p is the rank of the first item with the largest gain in the list, and BR(i) = (C(i) + β cg(i)) / (i + β cg*(i)) as
    in Q. Range [0, 1]; 0 when nothing relevant is found. Undefined when nothing has a gain. Unjudged items have no
    gain. Equals NTCIREVAL's P-plus of a list cut at k.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import P_plus
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, P_plus() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.75
    """

    cites: ClassVar[tuple[str, ...]] = ("sakai2006",)

    def terms(self, lists: RankedLists) -> Terms:
        """Take the blended ratio at each item down to the preferred one."""
        found, ratio = self.blended(lists)
        divisor = np.where(self.q_divisor(found) > 0, np.maximum(self.p_plus_divisor(found), 1.0), 0.0)
        return Terms(found, np.ones(ratio.size), novelty=self.is_preferred(found), discount=ratio, divisor=divisor)
