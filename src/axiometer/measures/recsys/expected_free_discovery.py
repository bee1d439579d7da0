"""Expected free discovery."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parts.additive import Terms
from axiometer.measures.parts.recommended import Novelty
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class EFD(Novelty):
    """Expected free discovery: the mean of −log2(n_i/M) over the first k items, weighted by rank.

    n_i users had item i in their profile, and M is the sum over all items. Range from 0. Undefined for an empty list.
    Unjudged items count as others do, unless the relevance is that of ratings; an item that nobody had counts as had
    by one.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import EFD
    >>> genres = {"a": ["fun"], "b": ["fun", "war"], "c": ["war"]}
    >>> judgments = ax.read_ratings({"q": {"c": 4}, "r": {"b": 2}}, {"q": {"a": 5, "b": 2}}, genres)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "c", "a"]}, EFD() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    1.0
    """

    cites: ClassVar[tuple[str, ...]] = ("vargas2011",)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)

    def terms(self, lists: RankedLists) -> Terms:
        """Average the surprise of meeting an item among all that users had."""
        shown = self.shown(lists)
        whole = max(int(shown.catalogue.popularity.sum()), 1)
        return self.mean_of(-np.log2(np.maximum(self.n_users(shown), 1.0) / whole), shown)
