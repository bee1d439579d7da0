"""Discounted cumulative gain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.measures.parameters import level_parameter, parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.gains import Gain, gain_parameter
from axiometer.measures.parts.graded import Graded
from axiometer.projection.lists import RankedLists

Discount = Literal["burges", "jarvelin"]


def discount_parameter() -> Any:
    """Declare how the gain at a rank is discounted."""
    meaning = "what the gain at rank i is divided by: log2(i + 1) (burges) or log2(max(i, 2)) (jarvelin)"
    return parameter("burges", meaning, choices=("burges", "jarvelin"), under={"lenskit": "jarvelin"})


@dataclass(frozen=True, kw_only=True)
class DCG(Graded, Additive):
    """Discounted cumulative gain: DCG = Σ_i gain_i / log2(i + 1) over the ranks i.

    Range from 0, without an upper bound. Always defined. Unjudged items and grades below 0 have no gain. The gain is
    the grade itself unless said otherwise. With discount='jarvelin' it is divided by log2(max(i, 2)), the first form,
    which takes nothing from ranks 1 and 2; so does LensKit.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import DCG
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, DCG() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    2.0
    """

    cites: ClassVar[tuple[str, ...]] = ("jarvelin2002", "burges2005")
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    gain: Gain = gain_parameter("identity", {"rectools": "binary", "lenskit": "binary"})
    rel: float = level_parameter(("rectools", "lenskit"))
    discount: Discount = discount_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Discount the gains."""
        seen = lists.within(self.cutoff)
        return Terms(seen, self.gains(seen), discount=self.at_rank(seen.rank))

    def at_rank(self, rank: IntArray) -> FloatArray:
        """Give the share of its gain that an item has at a rank."""
        return 1 / np.log2(rank + 1 if self.discount == "burges" else np.maximum(rank, 2))
