"""Total search efficiency."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.exposure import Exposed
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class TSE(Exposed, Additive):
    """Total search efficiency, the exposure of the last relevant item: TSE = e(p_m).

    The worth of the list for the user, or the provider, who is worst off. Range [0, 1]; rbp falls below all doubles at
    deep positions and is 0 there. Undefined when there is no relevant item. Relevant items not retrieved are at the end
    of the corpus, whose size is needed, or right after the list: imputation. Unjudged items are not relevant.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import TSE
    >>> judgments = {"q": {"a": 2, "b": 1, "c": 0}}
    >>> profile = ax.get_profile(corpus_size=10)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, TSE(), profile=profile)
    >>> round(measured.mean()["value"][0], 4)
    0.3333
    """

    cites: ClassVar[tuple[str, ...]] = ("diaz2026",)

    def terms(self, lists: RankedLists) -> Terms:
        """Take the last relevant item alone."""
        found = self.completed(lists)
        return Terms(
            found, found.is_last, discount=self.exposed(found.rank, found), divisor=np.minimum(found.n_pooled, 1)
        )

    def standing(self, lists: RankedLists) -> FloatArray | IntArray:
        """Compare by p_m, which the named exposures put in the same order, also where they are 0 as doubles."""
        is_strict = isinstance(self.exposure, str) and (self.exposure != "rbp" or self.p > 0)
        return -self.completed(lists).last_rank if is_strict else super().standing(lists)
