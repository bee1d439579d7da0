"""Normalised discounted cumulative gain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.conventions.profiles import Habit
from axiometer.errors import UsageError
from axiometer.measures.adhoc.dcg import DCG, Discount, discount_parameter
from axiometer.measures.parameters import RECOMMENDERS, level_parameter, parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.gains import Gain, gain_parameter
from axiometer.measures.parts.graded import GDEVAL, Graded
from axiometer.projection.lists import RankedLists

Ideal = Literal["judged", "full"]


@dataclass(frozen=True, kw_only=True)
class nDCG(Graded, Additive):
    """Normalised discounted cumulative gain: DCG of the list over DCG of the best list there could be.

    DCG = Σ_i gain_i / log2(i + 1) over the ranks i, or with the other discount of DCG; the best list has all judged
    items, largest gain first, and both sums stop at the cut-off. With ideal='full' every rank down to the cut-off has
    the largest gain of the query, also where fewer items have one. Range [0, 1]. Undefined when nothing has a gain.
    Unjudged items and grades below 0 have no gain. Equals trec_eval's ndcg and ndcg_cut_k; with gain='exp' it is the
    other common form. LensKit has discount='jarvelin', RecTools ideal='full'.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import nDCG
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, nDCG() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.7602
    """

    cites: ClassVar[tuple[str, ...]] = ("jarvelin2002", "burges2005")
    habits: ClassVar[tuple[Habit, ...]] = (
        Habit("ir_measures", GDEVAL, "with a cut-off and no parameter but gain='exp'", lambda its: its._is_of_gdeval),
    )
    gain: Gain = gain_parameter("linear", dict.fromkeys(RECOMMENDERS, "binary"))
    rel: float = level_parameter(RECOMMENDERS)
    discount: Discount = discount_parameter()
    ideal: Ideal = parameter(
        "judged",
        "the best list: of the judged items, or its every rank of the largest gain",
        choices=("judged", "full"),
        under={"rectools": "full"},
    )

    @property
    def _is_of_gdeval(self) -> bool:
        return self.cutoff is not None and self == nDCG(gain="exp", cutoff=self.cutoff)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.ideal == "full" and self.cutoff is None:
            raise UsageError(f"{self.name}: ideal='full' fills the ranks down to a cut-off; write one, such as @10")

    def terms(self, lists: RankedLists) -> Terms:
        """Divide the list's sum by that of the ideal list of its query."""
        dcg = DCG(gain=self.gain, rel=self.rel, discount=self.discount, cutoff=self.cutoff)
        best = lists.pool.remembered((dcg, self.ideal), lambda: self._best(dcg, lists))
        return replace(dcg.terms(lists), divisor=best[lists.query])

    def _best(self, dcg: DCG, lists: RankedLists) -> FloatArray:
        """Give for each query the DCG of its ideal list."""
        gain = self.gains(lists.pool)
        if self.ideal == "judged":
            return dcg.values(lists.ideal(gain))
        assert self.cutoff is not None
        return lists.pool.segments.max(gain) * float(dcg.at_rank(np.arange(1, self.cutoff + 1)).sum())
