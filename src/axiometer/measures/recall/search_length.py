"""Search length of type 3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.exposure import Complete
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class SL3(Complete, Additive):
    """Search length of type 3, the other items one looks at until all relevant ones are found: SL3 = p_m − m.

    Range from 0; smaller is better. Undefined when there is no relevant item. Relevant items not retrieved are at the
    end of the corpus, whose size is needed, or right after the list: imputation. Unjudged items are not relevant.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import SL3
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> profile = ax.get_profile(corpus_size=10)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, SL3(), profile=profile)
    >>> round(measured.mean()["value"][0], 4)
    1.0
    """

    cites: ClassVar[tuple[str, ...]] = ("cooper1968",)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    is_smaller_better: ClassVar[bool] = True

    def terms(self, lists: RankedLists) -> Terms:
        """Count what stands before the last relevant item."""
        found = self.completed(lists)
        n_others = (found.rank - found.position).astype(np.float64)
        return Terms(found, n_others * found.is_last, divisor=np.minimum(found.n_pooled, 1))
