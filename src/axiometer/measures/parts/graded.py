"""What all graded measures have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.errors import InputError, UsageError
from axiometer.measures.base import Measure
from axiometer.measures.parameters import cutoff_parameter, level_parameter
from axiometer.measures.parts.gains import Gain, gain_parameter, gains
from axiometer.projection.lists import AspectLists, RankedLists
from axiometer.projection.pool import Pool

ANY_GRADE: Final = float(np.nextafter(0, 1))
"""The level that every positive grade reaches, and 0 does not."""
GDEVAL: Final = {"precision": "float64", "max_grade": 4.0}
"""How ir_measures evaluates with gdeval, to which 4 is the top of the grading scale whatever the judgments say."""
ROUNDING: Final = 1e-12
"""By so much can a sum of shares of 1 miss 1."""


@dataclass(frozen=True, kw_only=True)
class Graded(Measure):
    """A measure that makes gains of grades."""

    gain: Gain = gain_parameter("linear")
    rel: float = level_parameter(())
    cutoff: int | None = cutoff_parameter()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.gain != "binary" and self.rel == 0:
            # What has a gain does not depend on a level: all positive grades have, as rel=0 says.
            object.__setattr__(self, "rel", 1)
        if self.gain != "binary" and self.rel != 1:
            raise UsageError(f"{self.name}: rel has a meaning only with gain='binary', not with gain={self.gain!r}")

    @property
    def level(self) -> float:
        """The grade from which an item is relevant."""
        return self.rel if self.gain == "binary" else 0.0

    def gains(self, rows: RankedLists | AspectLists | Pool) -> FloatArray:
        """Map the grades of rows to gains."""
        return gains(rows.grade, self.gain, rel=self.rel or ANY_GRADE, max_grade=rows.max_grade)

    def probabilities(self, rows: RankedLists | AspectLists | Pool) -> FloatArray:
        """Give the gain of each row, which must lie between 0 and 1."""
        r = self.gains(rows)
        if r.max(initial=0.0) > 1 + ROUNDING:
            found = f"a gain of {r.max():g} for {self}"
            raise InputError(found, "gains between 0 and 1: choose another gain, or state a larger maximum grade")
        return r
