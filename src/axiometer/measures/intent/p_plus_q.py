"""P+Q."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.base import Need
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.blended import Blended
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class P_plus_Q(Blended, Additive):
    """P+Q: Σ_t w(t) M_t, where M is P_plus for navigational aspects and Q for informational ones.

    Needs the types of the aspects (inf, nav) beside their weights. Range [0, 1]. Undefined when no aspect has a
    relevant item. Items that are unjudged for an aspect have no gain for it. Follows NTCIREVAL.

    Examples
    --------
    >>> import axiometer as ax
    >>> import polars as pl
    >>> from axiometer.measures import P_plus_Q
    >>> weights = {"query": ["q", "q"], "aspect": ["x", "y"], "weight": [0.7, 0.3], "type": ["inf", "nav"]}
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> judgments = ax.read_judgments(judgments, weights=pl.DataFrame(weights))
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, P_plus_Q() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.72
    """

    cites: ClassVar[tuple[str, ...]] = ("sakai2013intent",)
    needs: ClassVar[frozenset[Need]] = frozenset({"aspects", "types"})

    def terms(self, lists: RankedLists) -> Terms:
        """Weigh the blended ratios as the type of each aspect says."""
        aspects = lists.relevant(self.level).by_aspect()
        found, ratio = self.blended(aspects.lists)
        seen = aspects.only(found)
        n_relevant = self.q_divisor(found)
        share = np.where(seen.is_navigational, self.p_plus_divisor(found), n_relevant)
        is_counted = np.where(seen.is_navigational[found.segments.of_row], self.is_preferred(found), 1.0)
        divisor = np.where(share > 0, share, 1.0)[found.segments.of_row]
        return Terms(
            seen,
            seen.row_weight / divisor,
            novelty=is_counted,
            discount=ratio,
            divisor=np.minimum(seen.of_list.sum(n_relevant > 0), 1.0),
        )
