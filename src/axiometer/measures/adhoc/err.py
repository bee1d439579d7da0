"""Expected reciprocal rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from axiometer.conventions.profiles import Habit
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.gains import Gain, gain_parameter
from axiometer.measures.parts.graded import GDEVAL, Graded
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class ERR(Graded, Additive):
    """Expected reciprocal rank: ERR = Σ_i (1/i) r_i Π_{j<i} (1 − r_j), r_i the chance that rank i satisfies.

    Range [0, 1]. r = (2^g − 1) / 2^H unless said otherwise, H the top of the grading scale, not of the list.
    Always defined. Unjudged items and grades below 0 never satisfy. gdeval has H = 4 whatever the judgments say:
    state the maximum grade to get its numbers.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import ERR
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, ERR() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.4375
    """

    cites: ClassVar[tuple[str, ...]] = ("chapelle2009",)
    habits: ClassVar[tuple[Habit, ...]] = (Habit("ir_measures", GDEVAL),)
    gain: Gain = gain_parameter("exp", {"ratings": "linear"})

    def terms(self, lists: RankedLists) -> Terms:
        """Take the chances to stop at each rank, each worth 1 / rank."""
        seen = lists.within(self.cutoff)
        r = self.probabilities(seen)
        return Terms(seen, r, novelty=seen.segments.product_before(1 - r), discount=1 / seen.rank)
