"""Corrections of p-values for making many tests."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]


def holm(p_values: npt.ArrayLike) -> FloatArray:
    """Correct p-values as Holm does: the k-th smallest of n is multiplied by n − k + 1, and never below one before it.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    steps = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1))
    corrected = np.empty(p.size)
    corrected[order] = np.minimum(1.0, steps)
    return corrected
