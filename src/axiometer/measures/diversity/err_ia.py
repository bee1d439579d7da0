"""Intent-aware expected reciprocal rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from axiometer.errors import UsageError
from axiometer.measures.parameters import declare
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.novelty import Novel
from axiometer.projection.lists import RankedLists


def alpha_or_none() -> Any:
    """Declare the novelty of TREC's form."""

    def problem(value: Any) -> str:
        is_share = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        return "" if value is None or is_share else "None or a number from 0 to 1"

    meaning = (
        "None: each earlier item takes its gain, as in ERR; a number: it takes this share, and the sum is divided "
        "as ndeval does"
    )
    return declare(None, meaning, problem, examples=(None, 0.5, 0, 1))


@dataclass(frozen=True, kw_only=True)
class ERR_IA(Novel, Additive):
    """Intent-aware expected reciprocal rank: Σ_t w(t) Σ_i (1/i) r(d_i, t) Π_{j<i} (1 − r(d_j, t)).

    Range [0, 1]. r = (2^g − 1) / 2^H unless said otherwise. Undefined when no aspect counts. Unjudged
    items never satisfy. With a number for α it is TREC's: Σ_i (1/i) Σ_t r (1 − α)^c, from k = 2 on over the same
    sum of a list whose every item has all aspects; write ERR_IA(alpha=0.5,gain='binary')@20 for ndeval's, whose weights
    are uniform.
    """

    cites: ClassVar[tuple[str, ...]] = ("chapelle2011", "clarke2011")
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    alpha: float | None = alpha_or_none()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "counts_weights", self.alpha is None)
        if self.alpha is not None and self.cutoff is None:
            raise UsageError(f"{self.name} with an alpha, as TREC's, needs a cut-off, such as {self.name}@20")

    def terms(self, lists: RankedLists) -> Terms:
        """Take the chances to stop at each rank, each worth 1 / rank."""
        seen = self.seen(lists)
        r, discount = self.probabilities(seen), 1 / seen.rank
        if self.alpha is None or self.cutoff is None:
            novelty, divisor = seen.product_before(1 - r), np.where(seen.n_aspects > 0, 1.0, 0.0)
            return Terms(seen, seen.row_weight * r, novelty=novelty, discount=discount, divisor=divisor)
        rank = np.arange(1, self.cutoff + 1)
        most = np.sum((1.0 - self.alpha) ** (rank - 1) / rank)
        divisor = seen.n_aspects * most if self.cutoff > 1 else np.where(seen.n_aspects > 0, 1.0, 0.0)
        return Terms(seen, r, novelty=(1.0 - self.alpha) ** (seen.position - 1), discount=discount, divisor=divisor)
