"""Markov chains that put things in order."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
RESTART = 0.05


def limit_of_majorities(wins: FloatArray) -> FloatArray:
    """Give the limit distribution of the chain MC4 over things that were compared.

    From each thing the walk looks at any of them with equal chance, and goes there if that one wins more often than it
    loses against where it is; otherwise it stays. With a chance of 1/20 it starts anew anywhere, so that also things
    that lose to one another in a row are told apart.

    Parameters
    ----------
    wins
        How often the thing of the row won against that of the column.
    """
    n = len(wins)
    go = np.where(wins < wins.T, 1.0 / n, 0.0)
    np.fill_diagonal(go, 0.0)
    np.fill_diagonal(go, 1.0 - go.sum(axis=1))
    limit: FloatArray = np.linalg.solve(np.eye(n) - (1 - RESTART) * go.T, np.full(n, RESTART / n))
    return limit
