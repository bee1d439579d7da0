"""Success."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parameters import RECOMMENDERS, cutoff_parameter, level_parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class Success(Additive):
    """Success, also called hit rate: 1 if a relevant item is among the first k, else 0.

    Always defined. Unjudged items are not relevant. Equals trec_eval's success_k.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import Success
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, Success() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    1.0
    """

    cites: ClassVar[tuple[str, ...]] = ("craswell2004",)
    rel: float = level_parameter(("ratings", *RECOMMENDERS))
    cutoff: int | None = cutoff_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Count the first relevant item."""
        found = lists.relevant(self.rel).within(self.cutoff)
        return Terms(found, np.ones(found.rank.size), novelty=found.is_first)
