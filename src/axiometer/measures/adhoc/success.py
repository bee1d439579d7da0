"""Success."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.base import Measure, cutoff_parameter, level_parameter
from axiometer.projection.lists import RankedLists
from axiometer.projection.segments import FloatArray


@dataclass(frozen=True, kw_only=True)
class Success(Measure):
    """Success, also called hit rate: 1 if a relevant item is among the first k, else 0.

    Always defined. Unjudged items are not relevant. Equals trec_eval's success_k.
    """

    cites: ClassVar[tuple[str, ...]] = ("craswell2004",)
    rel: float = level_parameter()
    cutoff: int | None = cutoff_parameter()

    def values(self, lists: RankedLists) -> FloatArray:
        """Ask whether anything relevant is found."""
        return (lists.relevant(self.rel).within(self.cutoff).count > 0).astype(np.float64)
