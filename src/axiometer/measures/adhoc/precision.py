"""Precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parts.terms import Additive, Terms
from axiometer.parameters.declaration import cutoff_parameter, level_parameter
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class P(Additive):
    """Precision, the share of relevant items: P@k = (relevant items in the first k) / k.

    Range [0, 1]. A list shorter than k is still divided by k; without a cut-off, by its length. Always defined, an
    empty list has 0. Unjudged items are not relevant. Equals trec_eval's P_k and set_P.
    """

    cites: ClassVar[tuple[str, ...]] = ("vanrijsbergen1979",)
    rel: float = level_parameter()
    cutoff: int | None = cutoff_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Divide the relevant items found by the items looked at."""
        found = lists.relevant(self.rel).within(self.cutoff)
        return Terms(found, np.ones(found.rank.size), divisor=self.cutoff or np.maximum(lists.depth, 1))
