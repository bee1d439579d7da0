"""The average Cube Test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.errors import UsageError
from axiometer.measures.parts.additive import Terms
from axiometer.measures.parts.cube import CubeTest
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class ACT(CubeTest):
    """The average Cube Test: the mean of CT@1, CT@2, … CT@n, over the n items that the list has down to k.

    Range from 0. Always defined: 0 for an empty list or without aspects. Unjudged items take time. Equals TREC Dynamic
    Domain's act with batch=5; all else is as in CT.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import ACT
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, ACT() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.0444
    """

    cites: ClassVar[tuple[str, ...]] = ("luo2013",)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.time == "per-item":
            raise UsageError(f"{self.name}: time='per-item' divides each gain by its own rank: there is only CT of it")

    def terms(self, lists: RankedLists) -> Terms:
        """Count the gain of a rank once for each item from there on, over the time until then."""
        seen = self.seen(lists)
        owner = seen.of_list.of_row[seen.lists.segments.of_row]
        gain = seen.row_weight * self.worth(seen) / self.height
        discount = self.speed_from(lists, owner, seen.rank) / self.n_seen(lists)[owner]
        return Terms(seen, gain, novelty=self.filled(seen), discount=discount)
