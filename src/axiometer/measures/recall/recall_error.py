"""Recall error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.exposure import Complete
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class RE(Complete, Additive):
    """Recall error, how far the mean rank of the relevant items is from the best: RE = (Σ_i p_i) / m − (m + 1) / 2.

    Range from 0; smaller is better. Undefined when there is no relevant item. Relevant items not retrieved are at the
    end of the corpus, whose size is needed, or right after the list: imputation. Unjudged items are not relevant.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import RE
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> profile = ax.get_profile(corpus_size=10)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, RE(), profile=profile)
    >>> round(measured.mean()["value"][0], 4)
    0.5
    """

    cites: ClassVar[tuple[str, ...]] = ("rocchio1964",)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    is_smaller_better: ClassVar[bool] = True

    def terms(self, lists: RankedLists) -> Terms:
        """Compare the ranks with those of a perfect list, 1 … m."""
        found = self.completed(lists)
        return Terms(found, (found.rank - found.position).astype(np.float64), divisor=found.n_pooled)
