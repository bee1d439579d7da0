"""What one measure or preference says of the lists of several systems, query by query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from axiometer.arrays import BoolArray, FloatArray

Averaged = Literal["zero", "drop"]


@dataclass(frozen=True, eq=False)
class Outcome:
    """What one measure or preference says.

    Attributes
    ----------
    name
        Its full name.
    values
        Systems × queries: the values of a measure; for a preference, the share of the other systems that the list is
        better than, a tie counting one half. nan where there is none.
    is_smaller_better
        Whether the smaller of two values is the better one.
    preferred
        Of a preference, pairs × queries: above 0 where the left list is better, nan where the pair is not compared.
    is_included
        Systems × queries: where a value was asked for, be it defined or not; without it, everywhere.
    undefined
        What means make of undefined values: ``zero`` or ``drop``.
    """

    name: str
    values: FloatArray
    is_smaller_better: bool = False
    preferred: npt.NDArray[np.floating[Any]] | None = None
    is_included: BoolArray | None = None
    undefined: Averaged = "drop"

    @property
    def is_preference(self) -> bool:
        """Whether it compares lists without giving them values."""
        return self.preferred is not None

    @property
    def is_defined(self) -> BoolArray:
        """Systems × queries: where there is a value."""
        return ~np.isnan(self.values)


def preference_outcome(name: str, preferred: npt.NDArray[np.floating[Any]], n_systems: int) -> Outcome:
    """Make the outcome of a preference: pairs × queries, nan where a pair is not compared."""
    is_compared = ~np.isnan(preferred)
    share = np.where(is_compared, (np.sign(preferred) + 1) / 2, 0.0)
    won, n = (np.zeros((n_systems, preferred.shape[1])) for _ in range(2))
    start = 0
    for system in range(n_systems - 1):
        rows = slice(start, start + n_systems - 1 - system)
        start = rows.stop
        won[system] += share[rows].sum(axis=0)
        n[system] += is_compared[rows].sum(axis=0)
        won[system + 1 :] += is_compared[rows] - share[rows]
        n[system + 1 :] += is_compared[rows]
    values = np.divide(won, n, out=np.full_like(won, np.nan), where=n > 0)
    return Outcome(name, values, preferred=preferred)
