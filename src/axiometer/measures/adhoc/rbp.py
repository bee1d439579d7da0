"""Rank-biased precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from axiometer.conventions.profiles import Habit
from axiometer.measures.parameters import BY_LINE, level_parameter, parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.gains import Gain, gain_parameter
from axiometer.measures.parts.graded import Graded
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class RBP(Graded, Additive):
    """Rank-biased precision: RBP = (1 − p) Σ_i r_i p^(i−1), p the chance to go on to the next rank.

    Range [0, 1]. r = g / H unless said otherwise, H the top of the grading scale. Always defined. Unjudged items and
    grades below 0 have r = 0. With gain='binary' it equals ir_measures' RBP(rel=1).

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import RBP
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, RBP() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.228
    """

    cites: ClassVar[tuple[str, ...]] = ("moffat2008",)
    habits: ClassVar[tuple[Habit, ...]] = (BY_LINE,)
    p: float = parameter(
        0.8,
        "persistence, the chance to go on to the next rank",
        least=0,
        below=1,
        examples=(0.8, 0, 0.95),
        is_always_told=True,
        under={"lenskit": 0.85},
    )
    gain: Gain = gain_parameter("linear", {"lenskit": "binary"})
    rel: float = level_parameter(("lenskit",))

    def terms(self, lists: RankedLists) -> Terms:
        """Weigh the gain at each rank by the chance to get there."""
        seen = lists.within(self.cutoff)
        return Terms(seen, (1 - self.p) * self.probabilities(seen), discount=self.p ** (seen.rank - 1.0))
