"""Rank-biased precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from axiometer.measures.base import Measure, cutoff_parameter, level_parameter, parameter
from axiometer.measures.parts.gains import Gain, gain_parameter, probabilities, refuse_unused_level
from axiometer.projection.lists import RankedLists
from axiometer.projection.segments import FloatArray


@dataclass(frozen=True, kw_only=True)
class RBP(Measure):
    """Rank-biased precision: RBP = (1 − p) Σ_i r_i p^(i−1), p the chance to go on to the next rank.

    Range [0, 1]. r = g / H unless said otherwise, H the top of the grading scale. Always defined. Unjudged items and
    grades below 0 have r = 0. With gain='binary' it equals ir_measures' RBP(rel=1).
    """

    name: ClassVar[str] = "RBP"
    cites: ClassVar[tuple[str, ...]] = ("moffat2008",)
    p: float = parameter(
        0.8,
        "persistence, the chance to go on to the next rank",
        least=0,
        below=1,
        examples=(0.8, 0, 0.95),
        is_always_told=True,
    )
    gain: Gain = gain_parameter("linear")
    rel: float = level_parameter()
    cutoff: int | None = cutoff_parameter()

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_unused_level(self.name, self.gain, self.rel)

    def values(self, lists: RankedLists) -> FloatArray:
        """Weigh the gain at each rank by the chance to get there."""
        seen = lists.within(self.cutoff)
        r = probabilities(seen.grade, self.gain, rel=self.rel, max_grade=seen.max_grade)
        return (1 - self.p) * seen.sum(r * self.p ** (seen.rank - 1.0))
