"""The F-measure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parameters import cutoff_parameter, level_parameter, parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class F(Additive):
    """The weighted harmonic mean of precision P and recall R: F = (1 + β²) P·R / (β² P + R).

    Range [0, 1]; 0 when P = R = 0. With P = c/n and R = c/m this is (1 + β²) c / (β² m + n): c relevant items among the
    n looked at, k or without a cut-off the length of the list, and m relevant items in all. Undefined when m = 0.
    Unjudged items are not relevant. Equals trec_eval's set_F, whose parameter is β².

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import F
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, F() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.8
    """

    cites: ClassVar[tuple[str, ...]] = ("vanrijsbergen1979",)
    beta: float = parameter(1, "how many times more recall matters than precision", above=0, examples=(1, 0.5, 2))
    rel: float = level_parameter(("ratings", "rectools"))
    cutoff: int | None = cutoff_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Count what is found, what was looked at, and what there is."""
        relevant = lists.relevant(self.rel)
        found, m = relevant.within(self.cutoff), relevant.n_pooled
        n = self.cutoff or lists.depth
        weight = np.full(found.rank.size, 1 + self.beta**2)
        return Terms(found, weight, divisor=np.where(m == 0, 0.0, self.beta**2 * m + n))
