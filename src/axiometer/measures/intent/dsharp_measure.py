"""D♯-measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.errors import UsageError
from axiometer.measures.intent.d_measure import D
from axiometer.measures.parameters import parameter
from axiometer.measures.parts.additive import Explained, Terms
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class Dsharp(D):
    """The D♯-form of a measure: γ S_Recall + (1 − γ) D(M), at the cut-off of M.

    Written Dsharp_nDCG@10, Dsharp_Q(gamma=0.3)@10, … or Dsharp(nDCG@10). Range [0, 1] where that of M is.
    Undefined when no aspect counts, or M is undefined. Unjudged items have no gain and meet no aspect.
    NTCIREVAL prints it as D#.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import Dsharp, nDCG
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, Dsharp(nDCG()))
    >>> round(measured.mean()["value"][0], 4)
    0.8443
    """

    cites: ClassVar[tuple[str, ...]] = ("sakai2011",)
    pattern: ClassVar[str] = "Dsharp_{}"
    gamma: float = parameter(0.5, "the weight of S_Recall", least=0, most=1, examples=(0.5, 0, 1, 0.3))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.is_smaller_better:
            raise UsageError(f"{self.name}: of {self.measure} the smaller value is better, of S_Recall the larger")

    def values(self, lists: RankedLists) -> FloatArray:
        """Weigh the share of aspects met against the D-measure."""
        return self.gamma * self._met(lists).value() + (1 - self.gamma) * super().values(lists)

    def _met(self, lists: RankedLists) -> Terms:
        seen = lists.relevant(self.level).by_aspect().within(self.cutoff)
        return Terms(seen, np.ones(seen.rank.size), novelty=seen.is_first, divisor=seen.n_aspects)

    def _parts(self, measure: Explained, lists: RankedLists) -> Sequence[Terms]:
        rest = [part.times(1 - self.gamma) for part in super()._parts(measure, lists)]
        return [self._met(lists).times(self.gamma), *rest]
