"""R-precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.parameters import level_parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class Rprec(Additive):
    """R-precision, precision where it equals recall: (relevant items in the first R) / R.

    R counts all judged relevant items. Range [0, 1]. Undefined when R = 0. Unjudged items are not
    relevant. Equals trec_eval's Rprec.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import Rprec
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, Rprec())
    >>> round(measured.mean()["value"][0], 4)
    0.5
    """

    cites: ClassVar[tuple[str, ...]] = ("buckley2005",)
    rel: float = level_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Count the relevant items down to rank R."""
        relevant = lists.relevant(self.rel)
        R = relevant.n_pooled  # noqa: N806
        is_found = relevant.rank <= R[relevant.segments.of_row]
        return Terms(relevant, np.ones(is_found.size), discount=is_found.astype(np.float64), divisor=R)
