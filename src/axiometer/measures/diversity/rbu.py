"""Rank-biased utility."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.errors import UsageError
from axiometer.measures.parameters import parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.novelty import Novel
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class RBU(Novel, Additive):
    """Rank-biased utility: Σ_i p^i (Σ_t w(t) r(d_i, t) Π_{j<i} (1 − r(d_j, t)) − e), over the items that the list has.

    p is the chance to go on, e the effort of looking at an item, paid once per rank. At most 1, and below 0 when the
    effort is not worth it. r = (2^g − 1) / 2^H unless said otherwise. Always defined: an empty list has 0, a query
    without aspects only effort. Unjudged items have r = 0 and cost the effort. The authors' program has (1 − p)p^(i−1)
    for p^i, which is scale='normalised', and an H for each query and aspect (profile rbu-java).

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import RBU
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, RBU() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.4316
    """

    cites: ClassVar[tuple[str, ...]] = ("amigo2018",)
    p: float = parameter(
        0.99,
        "persistence, the chance to go on to the next rank",
        above=0,
        most=1,
        examples=(0.99, 0.8, 1),
        is_always_told=True,
        under={"rbu-java": 0.8},
    )
    e: float = parameter(
        0.05,
        "the effort of looking at one item",
        least=0,
        most=1,
        examples=(0.05, 0, 0.5),
        is_always_told=True,
        under={"rbu-java": 0.03},
    )
    scale: str = parameter(
        "printed",
        "printed: rank i weighs p^i; normalised: (1 − p)p^(i−1)",
        choices=("printed", "normalised"),
        under={"rbu-java": "normalised"},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.scale == "normalised" and self.p == 1:
            raise UsageError(f"{self.name}: scale='normalised' needs p below 1")

    @property
    def bounds(self) -> tuple[float, float]:
        """From below 0, by the effort of an endless list, to 1."""
        most_effort = self.e if self.scale == "normalised" else self.e * self.p / (1 - self.p) if self.p < 1 else np.inf
        return (-most_effort if self.e else 0.0, 1.0)

    def terms(self, lists: RankedLists) -> Terms:
        """Weigh what is new for each aspect, and the effort of each rank, by the chance to get there."""
        seen = self.seen(lists)
        r = self.probabilities(seen)
        n_seen = np.minimum(lists.depth, self.cutoff or np.inf)
        # Σ_{i≤n} p^(i−1)
        reached = n_seen if self.p == 1 else (1 - self.p**n_seen) / (1 - self.p)
        return Terms(
            seen,
            self._first * seen.row_weight * r,
            novelty=seen.product_before(1 - r),
            discount=self._reaches(seen.rank),
            effort=self.e * self._first * reached,
            effort_at=lambda rank: self.e * self._first * self._reaches(rank),
        )

    @property
    def _first(self) -> float:
        """The weight of the first rank."""
        return self.p if self.scale == "printed" else 1 - self.p

    def _reaches(self, rank: IntArray) -> FloatArray:
        """Give the chance to go on from the first rank to another."""
        return np.asarray(self.p ** (rank - 1.0))
