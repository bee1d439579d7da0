"""Intent-aware expected reciprocal rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from axiometer.conventions.profiles import Habit
from axiometer.errors import UsageError
from axiometer.measures.parameters import BY_ITEM, declare
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.gains import Gain, gain_parameter
from axiometer.measures.parts.novelty import Novel
from axiometer.projection.lists import AspectLists, RankedLists


def alpha_or_none() -> Any:
    """Declare the novelty of TREC's form."""

    def problem(value: Any) -> str:
        is_share = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        return "" if value is None or is_share else "None or a number from 0 to 1"

    meaning = (
        "None: each earlier item takes its gain, as in ERR; a number: it takes this share, and the sum is divided "
        "as ndeval does"
    )
    return declare(None, meaning, problem, examples=(None, 0.5, 0, 1), under={"ndeval": 0.5})


@dataclass(frozen=True, kw_only=True)
class ERR_IA(Novel, Additive):
    """Intent-aware expected reciprocal rank: Σ_t w(t) Σ_i (1/i) r(d_i, t) Π_{j<i} (1 − r(d_j, t)).

    Range [0, 1]. r = (2^g − 1) / 2^H unless said otherwise. Undefined when no aspect counts. Unjudged
    items never satisfy. With a number for α it is TREC's: Σ_i (1/i) Σ_t r (1 − α)^c, from k = 2 on over the same
    sum of a list whose every item has all aspects; write ERR_IA(alpha=0.5,gain='binary')@20 for ndeval's, whose weights
    are uniform.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import ERR_IA
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, ERR_IA() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.2812
    """

    cites: ClassVar[tuple[str, ...]] = ("chapelle2011", "clarke2011")
    habits: ClassVar[tuple[Habit, ...]] = (BY_ITEM,)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    alpha: float | None = alpha_or_none()
    gain: Gain = gain_parameter("exp", {"ratings": "linear", "ndeval": "binary"})

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.alpha is not None and self.cutoff is None:
            raise UsageError(f"{self.name} with an alpha, as TREC's, needs a cut-off, such as {self.name}@20")

    @property
    def counts_weights(self) -> bool:
        """TREC's does not."""
        return self.alpha is None

    def terms(self, lists: RankedLists) -> Terms:
        """Take the chances to stop at each rank, each worth 1 / rank."""
        seen = self.seen(lists)
        return self._of_trec(seen, self.alpha) if self.alpha is not None else self._of_chapelle(seen)

    def _of_chapelle(self, seen: AspectLists) -> Terms:
        """Σ_t w(t) Σ_i (1/i) r(d_i, t) Π_{j<i} (1 − r(d_j, t))."""
        r = self.probabilities(seen)
        gain, novelty = seen.row_weight * r, seen.product_before(1 - r)
        return Terms(seen, gain, novelty=novelty, discount=1 / seen.rank, divisor=np.minimum(seen.n_aspects, 1))

    def _of_trec(self, seen: AspectLists, alpha: float) -> Terms:
        """Σ_i (1/i) Σ_t r(d_i, t) (1 − α)^c over |T| Σ_{i≤k} (1 − α)^(i−1) / i."""
        rank = np.arange(1, (self.cutoff or 0) + 1)
        most = seen.n_aspects * np.sum((1.0 - alpha) ** (rank - 1) / rank)
        return Terms(
            seen,
            self.probabilities(seen),
            novelty=(1.0 - alpha) ** (seen.position - 1),
            discount=1 / seen.rank,
            divisor=most if rank.size > 1 else np.minimum(seen.n_aspects, 1),
        )
