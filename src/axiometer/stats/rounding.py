"""When numbers that were computed in different ways are equal but for rounding."""

from __future__ import annotations

from typing import Final

import numpy as np

from axiometer.arrays import FloatArray

ROUNDING: Final = 1e-12
"""By so much of their size numbers may differ that are equal in mathematics."""


def steps(in_order: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Give by how much each number along the last axis is above the one before it, and the size of the larger one.

    The size of infinite numbers is 0 here, so that they are equal only to their like.
    """
    with np.errstate(invalid="ignore"):
        gap = np.diff(in_order, axis=-1)
    size = np.maximum(np.abs(in_order[..., 1:]), np.abs(in_order[..., :-1]))
    return gap, np.where(np.isfinite(size), size, 0.0)
