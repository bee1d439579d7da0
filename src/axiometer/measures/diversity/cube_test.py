"""The Cube Test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parts.additive import Terms
from axiometer.measures.parts.cube import CubeTest
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class CT(CubeTest):
    """The Cube Test, gain per time: Σ_i Σ_t w(t) h(i, t) / (C T(n)), over the n items that the list has down to k.

    h is r(d_i, t) γ^(c+1), c the earlier items relevant to t, until aspect t holds the height C; T(n) is the time that
    n items take. Range from 0. r is the grade unless said otherwise. Always defined: 0 for an empty list or without
    aspects. Unjudged items take time. Equals TREC Dynamic Domain's ct with batch=5. time='per-item', first='full',
    cap='stop' is another form in print, Σ_i (1/i) Σ_t …

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import CT
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, CT() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.0583
    """

    cites: ClassVar[tuple[str, ...]] = ("luo2013",)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)

    def terms(self, lists: RankedLists) -> Terms:
        """Divide what fits into the cube by the time it took."""
        seen = self.seen(lists)
        gain = seen.row_weight * self.worth(seen)
        if self.time == "per-item":
            return Terms(seen, gain, novelty=self.filled(seen), discount=1 / seen.rank)
        passed = self.time_of(lists)[seen.of_list.of_row[seen.lists.segments.of_row]]
        return Terms(seen, gain / self.height, novelty=self.filled(seen), discount=1 / passed)
