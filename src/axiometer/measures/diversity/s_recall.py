"""How many aspects are met, and how soon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.conventions.profiles import Habit
from axiometer.measures.base import Need
from axiometer.measures.parameters import BY_ITEM, cutoff_parameter, level_parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class S_Recall(Additive):
    """Subtopic recall, also called intent recall: the share of the aspects that have a relevant item in the first k.

    Range [0, 1]. Aspect weights do not count. Undefined when no aspect counts. Unjudged items meet no
    aspect. Equals ndeval's strec and NTCIREVAL's I-rec.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import S_Recall
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, S_Recall() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    1.0
    """

    cites: ClassVar[tuple[str, ...]] = ("zhai2003",)
    habits: ClassVar[tuple[Habit, ...]] = (BY_ITEM,)
    needs: ClassVar[frozenset[Need]] = frozenset({"aspects"})
    counts_weights: ClassVar[bool] = False
    rel: float = level_parameter()
    cutoff: int | None = cutoff_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Count the first relevant item of each aspect."""
        seen = lists.relevant(self.rel).by_aspect().within(self.cutoff)
        return Terms(seen, np.ones(seen.rank.size), novelty=seen.is_first, divisor=seen.n_aspects)
