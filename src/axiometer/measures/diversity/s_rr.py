"""How soon all aspects are met."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.base import Need
from axiometer.measures.parameters import cutoff_parameter, level_parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class S_RR(Additive):
    """Subtopic reciprocal rank: 1 / the first rank at which every aspect that has a relevant item is met, else 0.

    Range [0, 1]. Aspect weights do not count. Undefined when no aspect has a relevant item. Unjudged items meet no
    aspect. Known as S-RR@100%.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import S_RR
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, S_RR() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.3333
    """

    cites: ClassVar[tuple[str, ...]] = ("zhai2003",)
    needs: ClassVar[frozenset[Need]] = frozenset({"aspects"})
    counts_weights: ClassVar[bool] = False
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
        complete_at = np.where(n_met == n_aspects, last, np.inf)
        # Every aspect has the same share of the value, and waits for the last one.
        share = np.ones(seen.rank.size)
        return Terms(seen, share, novelty=seen.is_first, discount=1 / complete_at[owner], divisor=n_aspects)
