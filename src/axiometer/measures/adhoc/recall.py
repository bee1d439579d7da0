"""Recall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from axiometer.measures.parameters import RECOMMENDERS, cutoff_parameter, level_parameter, parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.projection.lists import RankedLists

Divisor = Literal["all", "reachable"]


@dataclass(frozen=True, kw_only=True)
class R(Additive):
    """Recall, the share of the relevant items that is found: R@k = (relevant items in the first k) / R.

    Range [0, 1]. R counts all judged relevant items; with divisor='reachable' it is min(R, k), so that a list can reach
    1. Undefined when there are none. Unjudged items are not relevant. Equals trec_eval's recall_k and set_recall;
    LensKit divides by what is reachable.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import R
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, R() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    1.0
    """

    cites: ClassVar[tuple[str, ...]] = ("vanrijsbergen1979",)
    divisor: Divisor = parameter(
        "all",
        "the relevant items that count: all, or as many as the cut-off has room for",
        choices=("all", "reachable"),
        under={"lenskit": "reachable"},
    )
    rel: float = level_parameter(("ratings", *RECOMMENDERS))
    cutoff: int | None = cutoff_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Divide the relevant items found by all there are, or by all that can be found."""
        relevant = lists.relevant(self.rel)
        found = relevant.within(self.cutoff)
        room = self.cutoff if self.divisor == "reachable" else None
        return Terms(found, np.ones(found.rank.size), divisor=np.clip(relevant.n_pooled, 0, room))
