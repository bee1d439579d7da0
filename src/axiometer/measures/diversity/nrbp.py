"""Rank-biased precision with novelty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.conventions.profiles import Habit
from axiometer.measures.parameters import BY_ITEM, parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.novelty import AlphaNovel
from axiometer.projection.lists import RankedLists


def beta_parameter() -> float:
    """Declare the persistence of NRBP."""
    meaning = "persistence, the chance to go on to the next rank"
    return parameter(0.5, meaning, least=0, below=1, examples=(0.5, 0, 0.9))  # type: ignore[no-any-return]


@dataclass(frozen=True, kw_only=True)
class NRBP(AlphaNovel, Additive):
    """Novelty- and rank-biased precision: (1 − (1 − α)β)/|T| Σ_i β^(i−1) Σ_t r(d_i, t) (1 − α)^c.

    c counts the earlier items relevant to aspect t, T are the aspects. Range [0, 1] for gains up to 1. Aspect weights
    do not count. Undefined when no aspect counts. Unjudged items have no gain. Equals ndeval's NRBP.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import NRBP
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, NRBP() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.5156
    """

    cites: ClassVar[tuple[str, ...]] = ("clarke2009",)
    habits: ClassVar[tuple[Habit, ...]] = (BY_ITEM,)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    beta: float = beta_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Weigh what is new for each aspect by the chance to get there."""
        seen = self.seen(lists)
        most = 1 - (1 - self.alpha) * self.beta
        discount = self.beta ** (seen.rank - 1.0)
        return Terms(
            seen, most * self.gains(seen), novelty=self.novelty(seen), discount=discount, divisor=seen.n_aspects
        )
