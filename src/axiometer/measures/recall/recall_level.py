"""The generic recall-level measure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.errors import UsageError
from axiometer.measures.parameters import function_parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.exposure import Exposed
from axiometer.projection.lists import RankedLists

Normalisation = str | Callable[[IntArray, IntArray], FloatArray]

LEVELS: Final[dict[str, Callable[[IntArray, IntArray], FloatArray]]] = {
    "ap": lambda i, m: i / m,
    "rr": lambda i, _: np.where(i == 1, 1.0, 0.0),
    "rbp": lambda i, _: np.ones(i.size),
    "sl3": lambda i, m: np.where(i == m, 1.0, 0.0),
    "recall": lambda _, m: 1 / m,
}
IDEAL: Final = "ndcg"


@dataclass(frozen=True, kw_only=True)
class RecallLevel(Exposed, Additive):
    """A measure of your own over recall levels: Σ_i e(p_i) z(i, m), p_i the rank of the i-th of m relevant items.

    Top-heavy with every normalisation named here: e(i)=1/i with z=i/m is average precision, with z=1 for i=1 the
    reciprocal rank; unlike those it also counts items not retrieved, at the end of the corpus, whose size is needed, or
    right after the list: imputation. Range from 0. Undefined when there is no relevant item. Unjudged items are not
    relevant.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import RecallLevel
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> profile = ax.get_profile(corpus_size=10)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, RecallLevel(), profile=profile)
    >>> round(measured.mean()["value"][0], 4)
    0.8333
    """

    cites: ClassVar[tuple[str, ...]] = ("diaz2026",)
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    normalisation: Normalisation = function_parameter(
        "ap",
        "z(i, m): ap i/m, rr 1 for the first, sl3 1 for the last, rbp 1, recall 1/m, ndcg 1 / Σ_{k≤m} e(k)",
        "arrays of i and m",
        names=(*LEVELS, IDEAL),
        is_always_told=True,
    )

    def terms(self, lists: RankedLists) -> Terms:
        """Weigh the exposure of each recall level."""
        found = self.completed(lists)
        exposure = self.exposed(found.rank, found)
        if self.normalisation == IDEAL:
            ideal = self.exposed(found.pool.segments.position, found)
            best = found.pool.segments.sum(ideal)[found.query]
            return Terms(found, np.ones(exposure.size), discount=exposure, divisor=best)
        level = self._level(found.position, found.count[found.segments.of_row])
        return Terms(found, level, discount=exposure, divisor=np.minimum(found.n_pooled, 1))

    def _level(self, i: IntArray, m: IntArray) -> FloatArray:
        if isinstance(self.normalisation, str):
            return LEVELS[self.normalisation](i, m)
        level = np.asarray(self.normalisation(i, m), dtype=np.float64)
        if level.shape != i.shape or not np.isfinite(level).all() or (level < 0).any():
            raise UsageError(f"{self.name}: a normalisation gives one number from 0 for each pair of i and m")
        return level
