"""How much of the catalogue is recommended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.measures.base import SystemMeasure
from axiometer.measures.parameters import cutoff_parameter
from axiometer.projection.catalogue import ShownItems


@dataclass(frozen=True, kw_only=True)
class CatalogueCoverage(SystemMeasure):
    """Catalogue coverage: the share of all items that are among the first k of at least one list.

    One value for all lists of a system, those of judged users. Range [0, 1]. Always defined. Unjudged items count as
    others do; items that the catalogue does not have are left out.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import CatalogueCoverage
    >>> genres = {"a": ["fun"], "b": ["fun", "war"], "c": ["war"]}
    >>> judgments = ax.read_ratings({"q": {"c": 4}, "r": {"b": 2}}, {"q": {"a": 5, "b": 2}}, genres)
    >>> measured = ax.evaluate(judgments, {"q": ["b", "a"]}, CatalogueCoverage() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.6667
    """

    cites: ClassVar[tuple[str, ...]] = ("ge2010",)
    cutoff: int | None = cutoff_parameter()

    def exposure(self, shown: ShownItems) -> FloatArray:
        """Count how often each item is shown."""
        return shown.within(self.cutoff).exposure()

    def of_exposure(self, exposure: FloatArray) -> float:
        """Count the items shown."""
        return np.count_nonzero(exposure) / exposure.size
