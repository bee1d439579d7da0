"""The binomial test of wins against losses."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from axiometer.arrays import FloatArray


def sign_test(wins: npt.ArrayLike, losses: npt.ArrayLike) -> FloatArray:
    """Give the two-sided p-values of wins against losses if each were as likely as the other.

    Exact: min(1, 2 P(X ≤ min(wins, losses))) for X of a binomial distribution of wins + losses tosses. Ties are not
    among the tosses; without a toss p is 1.
    """
    from scipy.special import bdtr

    wins, losses = np.asarray(wins, dtype=np.int64), np.asarray(losses, dtype=np.int64)
    fewer = np.minimum(wins, losses).astype(np.float64)
    p_values: FloatArray = np.minimum(1.0, 2 * bdtr(fewer, wins + losses, 0.5))
    return p_values
