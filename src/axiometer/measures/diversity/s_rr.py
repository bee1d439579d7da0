"""How soon all aspects are met."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.base import Need, cutoff_parameter, level_parameter
from axiometer.measures.parts.terms import Additive, Terms
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class S_RR(Additive):
    """Subtopic reciprocal rank: 1 / the first rank at which every aspect that has a relevant item is met, else 0.

    Range [0, 1]. Aspect weights do not count. Undefined when no aspect has a relevant item. Unjudged items meet no
    aspect. Known as S-RR@100%.
    """

    cites: ClassVar[tuple[str, ...]] = ("zhai2003",)
    needs: ClassVar[frozenset[Need]] = frozenset({"aspects"})
    rel: float = level_parameter()
    cutoff: int | None = cutoff_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Find the rank that completes the aspects."""
        relevant = lists.relevant(self.rel).by_aspect()
        seen = relevant.within(self.cutoff)
        can_be_met = relevant.lists.n_pooled > 0
        n_aspects, n_met = relevant.of_list.sum(can_be_met), seen.of_list.sum(seen.lists.count > 0)
        owner = seen.of_list.of_row[seen.lists.segments.of_row]
        last = seen.of_list.max(seen.lists.segments.max(seen.is_first * seen.rank))
        completes = seen.is_first * (seen.rank == last[owner]) * (n_met == n_aspects)[owner]
        # One item can complete several aspects at once.
        n_completing = np.maximum(seen.sum(completes), 1)
        return Terms(seen, completes / n_completing[owner], discount=1 / seen.rank, divisor=np.minimum(n_aspects, 1))
