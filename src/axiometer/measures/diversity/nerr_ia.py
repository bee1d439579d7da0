"""Normalised intent-aware expected reciprocal rank."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.conventions.profiles import Habit
from axiometer.measures.diversity.err_ia import ERR_IA, alpha_or_none
from axiometer.measures.parameters import BY_ITEM
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.gains import Gain, gain_parameter
from axiometer.measures.parts.novelty import Novel, greedy_ideal
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class nERR_IA(Novel, Additive):
    """Normalised ERR_IA: ERR_IA of the list over that of the greedy ideal list.

    The ideal takes at each rank the judged item that adds most before the discount; ties go to the greatest item id.
    Range from 0 to about 1: greedy is not always best. Undefined when no aspect has a relevant item. Unjudged items
    never satisfy. With a number for α it is TREC's: write nERR_IA(alpha=0.5,gain='binary')@20 for ndeval's.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import nERR_IA
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, nERR_IA() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.5143
    """

    cites: ClassVar[tuple[str, ...]] = ("clarke2011",)
    habits: ClassVar[tuple[Habit, ...]] = (BY_ITEM,)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    alpha: float | None = alpha_or_none()
    gain: Gain = gain_parameter("exp", {"ratings": "linear", "ndeval": "binary"})

    def __post_init__(self) -> None:
        super().__post_init__()
        self._err()

    @property
    def counts_weights(self) -> bool:
        """TREC's does not."""
        return self.alpha is None

    def terms(self, lists: RankedLists) -> Terms:
        """Divide the list's sum by that of the ideal list of its query."""
        err = self._err()
        ideal = lists.pool.remembered(err, lambda: self._ideal(lists))
        terms = err.terms(lists)
        return replace(terms, divisor=terms.divisor * np.nan_to_num(ideal)[lists.query])

    def _err(self) -> ERR_IA:
        return ERR_IA(alpha=self.alpha, gain=self.gain, rel=self.rel, cutoff=self.cutoff)

    def _ideal(self, lists: RankedLists) -> FloatArray:
        relevant = lists.relevant(self.level)
        aspects = relevant.by_aspect()
        r = self.probabilities(aspects.lists.pool)
        gain, stop = r, np.full(r.size, self.alpha or 0.0)
        if self.alpha is None:
            weight = relevant.pool.aspects.counting(0.0).weight  # type: ignore[union-attr]
            gain, stop = weight[aspects.lists.pool.segments.of_row] * r, r
        ideal = greedy_ideal(relevant, gain, stop, (self.alpha, self.gain, self.rel), self.cutoff)
        return self._err().values(ideal)
