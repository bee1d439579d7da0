"""How unevenly items are recommended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.measures.base import SystemMeasure
from axiometer.measures.parameters import cutoff_parameter, parameter
from axiometer.projection.catalogue import ShownItems


@dataclass(frozen=True, kw_only=True)
class ExposureGini(SystemMeasure):
    """Gini index of exposure: Σ_i (2i − n − 1) x_i / (n Σ_i x_i), x_1 ≤ … ≤ x_n the exposure of all n items.

    The exposure of an item is how often it is among the first k of a list or, with weights='log', the sum of
    1/log2(rank + 1). One value for all lists of a system, those of judged users: 0 if all items are shown alike, nearly
    1 if one item is all that anybody sees. Undefined when no item of the catalogue is shown. Unjudged items count as
    others do; items that the catalogue does not have are left out.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import ExposureGini
    >>> genres = {"a": ["fun"], "b": ["fun", "war"], "c": ["war"]}
    >>> judgments = ax.read_ratings({"q": {"c": 4}, "r": {"b": 2}}, {"q": {"a": 5, "b": 2}}, genres)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "a"]}, ExposureGini() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.3333
    """

    cites: ClassVar[tuple[str, ...]] = ("fleder2009",)
    is_smaller_better: ClassVar[bool] = True
    weights: str = parameter("none", "none: ranks count alike; log: by 1/log2(rank+1)", choices=("none", "log"))
    cutoff: int | None = cutoff_parameter()

    def exposure(self, shown: ShownItems) -> FloatArray:
        """Add up what each rank gives."""
        seen = shown.within(self.cutoff)
        return seen.exposure(1 / np.log2(seen.rank + 1) if self.weights == "log" else None)

    def of_exposure(self, exposure: FloatArray) -> float:
        """Sort the exposures and weigh them by their place."""
        n_items, total = exposure.size, exposure.sum()
        place = np.arange(1, n_items + 1)
        return float(np.sum((2 * place - n_items - 1) * np.sort(exposure)) / (n_items * total)) if total else np.nan
