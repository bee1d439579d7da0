"""How much of the catalogue is recommended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.base import SystemMeasure
from axiometer.parameters.declaration import cutoff_parameter
from axiometer.projection.catalogue import ShownItems


@dataclass(frozen=True, kw_only=True)
class CatalogueCoverage(SystemMeasure):
    """Catalogue coverage: the share of all items that are among the first k of at least one list.

    One value for all lists of a system, those of judged users. Range [0, 1]. Always defined. Unjudged items count as
    others do; items that the catalogue does not have are left out.
    """

    cites: ClassVar[tuple[str, ...]] = ("ge2010",)
    cutoff: int | None = cutoff_parameter()

    def value(self, shown: ShownItems) -> float:
        """Count the items shown."""
        return np.count_nonzero(shown.within(self.cutoff).exposure()) / shown.catalogue.n_items
