"""Binary preference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.base import Rows
from axiometer.measures.parameters import level_parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.projection.lists import RankedLists
from axiometer.projection.pool import is_relevant


@dataclass(frozen=True, kw_only=True)
class Bpref(Additive):
    """Binary preference: Bpref = (1/R) Σ_i (1 − min(n_i, R) / min(N, R)) over the relevant items i found.

    R and N count the judged relevant and judged non-relevant items, n_i the latter above item i; the fraction is 0 when
    n_i = 0. Range [0, 1]. Undefined when R = 0. Unjudged items are passed over, and so are negative grades. Equals
    trec_eval's bpref.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import Bpref
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, Bpref())
    >>> round(measured.mean()["value"][0], 4)
    1.0
    """

    cites: ClassVar[tuple[str, ...]] = ("buckley2004",)
    rows: ClassVar[Rows] = "judged"
    rel: float = level_parameter()

    def terms(self, lists: RankedLists) -> Terms:
        """Take from each relevant item the share of non-relevant ones above it."""
        is_found = is_relevant(lists.grade, self.rel)
        n_above = lists.segments.count_before((lists.grade >= 0) & ~is_found)
        pooled, owner = lists.pool.grade, lists.pool.segments
        is_wanted = is_relevant(pooled, self.rel)
        R = owner.sum(is_wanted)[lists.query]  # noqa: N806
        N = owner.sum((pooled >= 0) & ~is_wanted)[lists.query]  # noqa: N806
        R_row, bound_row = R[lists.segments.of_row], np.minimum(N, R)[lists.segments.of_row]  # noqa: N806
        lost = np.minimum(n_above, R_row) / np.maximum(bound_row, 1)
        return Terms(lists, is_found.astype(np.float64), discount=1 - lost, divisor=R)
