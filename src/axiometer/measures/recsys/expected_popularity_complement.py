"""Expected popularity complement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from axiometer.measures.parts.additive import Terms
from axiometer.measures.parts.recommended import Novelty
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class EPC(Novelty):
    """Expected popularity complement: the mean of 1 − n_i/N over the first k items, weighted by rank.

    n_i of the N users with a profile had item i in it, so that the value is the share of users who did not know what is
    shown. Range [0, 1]. Undefined for an empty list. Unjudged items count as others do, unless the relevance is that of
    ratings.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import EPC
    >>> genres = {"a": ["fun"], "b": ["fun", "war"], "c": ["war"]}
    >>> judgments = ax.read_ratings({"q": {"c": 4}, "r": {"b": 2}}, {"q": {"a": 5, "b": 2}}, genres)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "c", "a"]}, EPC() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.6173
    """

    cites: ClassVar[tuple[str, ...]] = ("vargas2011",)

    def terms(self, lists: RankedLists) -> Terms:
        """Average the share of users who do not know an item."""
        shown = self.shown(lists)
        return self.mean_of(1 - self.n_users(shown) / shown.catalogue.n_users, shown)
