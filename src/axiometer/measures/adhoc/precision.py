"""Precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from axiometer.measures.parameters import RECOMMENDERS, cutoff_parameter, level_parameter, parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.projection.lists import RankedLists

Divisor = Literal["cutoff", "retrieved"]


@dataclass(frozen=True, kw_only=True)
class P(Additive):
    """Precision, the share of relevant items: P@k = (relevant items in the first k) / k.

    Range [0, 1]. A list shorter than k is still divided by k, or with divisor='retrieved' by its length, as it is
    without a cut-off. Always defined, an empty list has 0. Unjudged items are not relevant. Equals trec_eval's P_k and
    set_P; LensKit divides by what is retrieved.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import P
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, P() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.6667
    """

    cites: ClassVar[tuple[str, ...]] = ("vanrijsbergen1979",)
    divisor: Divisor = parameter(
        "cutoff",
        "what a list shorter than the cut-off is divided by: k, or its length",
        choices=("cutoff", "retrieved"),
        under={"lenskit": "retrieved"},
    )
    rel: float = level_parameter(("ratings", *RECOMMENDERS))
    cutoff: int | None = cutoff_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Divide the relevant items found by the items looked at."""
        found = lists.relevant(self.rel).within(self.cutoff)
        # An empty list has 0, whatever it is divided by.
        retrieved = np.clip(lists.depth, 1, self.cutoff)
        looked_at = retrieved if self.divisor == "retrieved" else self.cutoff or retrieved
        return Terms(found, np.ones(found.rank.size), divisor=looked_at)
