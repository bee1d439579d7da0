"""Normalised NRBP."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from axiometer.conventions.profiles import Habit
from axiometer.measures.diversity.nrbp import NRBP, beta_parameter
from axiometer.measures.parameters import BY_ITEM
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.novelty import AlphaNovel
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class nNRBP(AlphaNovel, Additive):
    """Normalised NRBP: NRBP of the list over that of the greedy ideal list.

    The ideal list is that of alpha_nDCG. Range from 0 to about 1: greedy is not always best. Aspect weights do not
    count. Undefined when no aspect has a relevant item. Unjudged items have no gain. Equals ndeval's nNRBP, which is
    nan where ours is undefined.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import nNRBP
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, nNRBP() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.6111
    """

    cites: ClassVar[tuple[str, ...]] = ("clarke2009",)
    habits: ClassVar[tuple[Habit, ...]] = (BY_ITEM,)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    beta: float = beta_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Divide the list's sum by that of the ideal list of its query."""
        nrbp = NRBP(alpha=self.alpha, beta=self.beta, gain=self.gain, rel=self.rel, cutoff=self.cutoff)
        ideal = lists.pool.remembered(nrbp, lambda: nrbp.values(self.ideal(lists)))
        terms = nrbp.terms(lists)
        return replace(terms, divisor=terms.divisor * np.nan_to_num(ideal)[lists.query])
