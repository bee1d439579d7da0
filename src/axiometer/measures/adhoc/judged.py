"""The share of judged items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.conventions.profiles import Habit
from axiometer.measures.base import Rows
from axiometer.measures.parameters import BY_ITEM, cutoff_parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class Judged(Additive):
    """The share of judged items among the first k, or among all of a list that is shorter.

    Range [0, 1]. It says how far the other values can be trusted. Undefined for an empty list. Any grade, a
    negative one too, is a judgment. Equals ir_measures' Judged@k, and 1 − trec_eval's unj_k where the list has k items
    and no grade is negative.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import Judged
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, Judged() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.6667
    """

    cites: ClassVar[tuple[str, ...]] = ("sakai2007",)
    habits: ClassVar[tuple[Habit, ...]] = (BY_ITEM,)
    rows: ClassVar[Rows] = "judged"
    cutoff: int | None = cutoff_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Divide the judged items by the items looked at."""
        seen = lists.within(self.cutoff)
        return Terms(seen, np.ones(seen.rank.size), divisor=np.minimum(lists.depth, self.cutoff or np.inf))
