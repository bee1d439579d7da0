"""DCG with novelty."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from axiometer.conventions.profiles import Habit
from axiometer.errors import UsageError
from axiometer.measures.parameters import BY_ITEM, parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.novelty import AlphaNovel
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class alpha_DCG(AlphaNovel, Additive):
    """Discounted cumulative gain with novelty: Σ_i Σ_t r(d_i, t) (1 − α)^c / log2(i + 1).

    c counts the earlier items relevant to aspect t. Range from 0. Aspect weights do not count. Always defined. Unjudged
    items have no gain. ndeval divides, from k = 2 on, by the sum of a list whose every item has all aspects.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import alpha_DCG
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, alpha_DCG() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    1.75
    """

    cites: ClassVar[tuple[str, ...]] = ("clarke2008",)
    habits: ClassVar[tuple[Habit, ...]] = (BY_ITEM,)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    scale: str = parameter(
        "none", "none, or divided as ndeval does", choices=("none", "ndeval"), under={"ndeval": "ndeval"}
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.scale == "ndeval" and self.cutoff is None:
            raise UsageError(f"{self.name} with the scale of ndeval needs a cut-off, such as {self.name}@20")

    def terms(self, lists: RankedLists) -> Terms:
        """Discount what is new for each aspect."""
        seen = self.seen(lists)
        terms = Terms(seen, self.gains(seen), novelty=self.novelty(seen), discount=1 / np.log2(seen.rank + 1))
        if self.scale == "none" or self.cutoff is None:
            return terms
        rank = np.arange(1, self.cutoff + 1)
        most = np.sum((1.0 - self.alpha) ** (rank - 1) / np.log2(rank + 1))
        return replace(terms, divisor=np.maximum(seen.n_aspects, 1) * most if self.cutoff > 1 else 1.0)
