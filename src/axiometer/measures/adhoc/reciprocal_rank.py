"""Reciprocal rank."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from axiometer.conventions.profiles import Habit
from axiometer.measures.parameters import BY_ITEM, RECOMMENDERS, cutoff_parameter, level_parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class RR(Additive):
    """Reciprocal rank of the first relevant item: RR = 1 / p_1, and 0 if none is found in the first k.

    Range [0, 1]. Always defined. Unjudged items are not relevant. Equals trec_eval's recip_rank.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import RR
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, RR() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    1.0
    """

    cites: ClassVar[tuple[str, ...]] = ("kantor2000",)
    habits: ClassVar[tuple[Habit, ...]] = (
        replace(BY_ITEM, only="with a cut-off", holds=lambda its: its.cutoff is not None),
    )
    rel: float = level_parameter(("ratings", *RECOMMENDERS))
    cutoff: int | None = cutoff_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Take 1 / rank of the first relevant item."""
        found = lists.relevant(self.rel).within(self.cutoff)
        return Terms(found, np.ones(found.rank.size), novelty=found.is_first, discount=1 / found.rank)
