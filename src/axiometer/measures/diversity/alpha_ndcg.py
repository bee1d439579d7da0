"""Normalised DCG with novelty."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from axiometer.conventions.profiles import Habit
from axiometer.measures.diversity.alpha_dcg import alpha_DCG
from axiometer.measures.parameters import BY_ITEM
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.novelty import AlphaNovel
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class alpha_nDCG(AlphaNovel, Additive):
    """Normalised DCG with novelty: alpha_DCG of the list over that of the greedy ideal list.

    The ideal takes at each rank the judged item that adds most, Σ_t r (1 − α)^c; ties go to the greatest item id. Range
    from 0 to about 1: greedy is not always best, and values above 1 stay as they are. Aspect weights do not count.
    Undefined when no aspect has a relevant item. Unjudged items have no gain. Equals ndeval's alpha-nDCG.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import alpha_nDCG
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, alpha_nDCG() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.7558
    """

    cites: ClassVar[tuple[str, ...]] = ("clarke2008",)
    habits: ClassVar[tuple[Habit, ...]] = (BY_ITEM,)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)

    def terms(self, lists: RankedLists) -> Terms:
        """Divide the list's sum by that of the ideal list of its query."""
        dcg = alpha_DCG(alpha=self.alpha, gain=self.gain, rel=self.rel, cutoff=self.cutoff)
        ideal = lists.pool.remembered(dcg, lambda: dcg.values(self.ideal(lists)))
        return replace(dcg.terms(lists), divisor=ideal[lists.query])
