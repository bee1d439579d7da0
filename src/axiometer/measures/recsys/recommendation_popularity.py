"""How popular recommendations are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parameters import parameter
from axiometer.measures.parts.additive import Terms
from axiometer.measures.parts.recommended import Familiar
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class ARP(Familiar):
    """Average recommendation popularity: the mean, over the first k items, of how many users had them before.

    Range from 0, with scale='share' [0, 1]. Undefined for an empty list. Unjudged items count as others do, and nobody
    had an unknown one. Neither more nor less is better: it says how far a system leans on what everybody knows.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import ARP
    >>> genres = {"a": ["fun"], "b": ["fun", "war"], "c": ["war"]}
    >>> judgments = ax.read_ratings({"q": {"c": 4}, "r": {"b": 2}}, {"q": {"a": 5, "b": 2}}, genres)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "c", "a"]}, ARP() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.6667
    """

    cites: ClassVar[tuple[str, ...]] = ("yin2012",)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    scale: str = parameter("count", "count: users; share: of all users with a profile", choices=("count", "share"))

    def terms(self, lists: RankedLists) -> Terms:
        """Average the number of users."""
        shown = lists.shown_within(self.cutoff)
        whole = 1 if self.scale == "count" else shown.catalogue.n_users
        return Terms(shown, self.n_users(shown) / whole, divisor=shown.segments.count)
