"""Average precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from axiometer.measures.parameters import RECOMMENDERS, cutoff_parameter, level_parameter, parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.projection.lists import RankedLists

Divisor = Literal["all", "reachable", "retrieved"]


@dataclass(frozen=True, kw_only=True)
class AP(Additive):
    """Average precision: AP = (1/R) Σ_i i / p_i, p_i the rank of the i-th relevant item found.

    Range [0, 1]. R counts all judged relevant items, found or not, also under a cut-off, so a short list is not
    rewarded. With divisor='reachable' the sum is divided by min(R, k) instead, with 'retrieved' by min(R, k, n), n the
    length of the list; then a list can reach 1. Undefined when R = 0. Unjudged items are not relevant. Equals
    trec_eval's map and map_cut_k, and RecTools' MAP; RePlay divides by what is reachable, LensKit by what is retrieved.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import AP
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, AP() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.8333
    """

    cites: ClassVar[tuple[str, ...]] = ("buckley2005",)
    divisor: Divisor = parameter(
        "all",
        "the relevant items that count: all, or as many as the cut-off, or also the list, has room for",
        choices=("all", "reachable", "retrieved"),
        under={"replay": "reachable", "lenskit": "retrieved"},
    )
    rel: float = level_parameter(("ratings", *RECOMMENDERS))
    cutoff: int | None = cutoff_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Take the precision at each relevant item."""
        found = lists.relevant(self.rel).within(self.cutoff)
        # An empty list has 0, whatever it is divided by.
        room = {"all": None, "reachable": self.cutoff, "retrieved": np.clip(lists.depth, 1, self.cutoff)}[self.divisor]
        n_counted = np.clip(found.n_pooled, 0, room)
        return Terms(found, np.ones(found.rank.size), discount=found.position / found.rank, divisor=n_counted)
