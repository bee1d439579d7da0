"""Corrections of p-values for making many tests.

A p-value that is nan says that no test was made: it stays nan, and is not among the tests that are counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, get_args

import numpy as np
import numpy.typing as npt

from axiometer.arrays import FloatArray
from axiometer.errors import UsageError

Correction = Literal["holm", "bonferroni", "fdr", "none"]
CORRECTIONS: Final[tuple[Correction, ...]] = get_args(Correction)


def correct(p_values: npt.ArrayLike, how: Correction) -> FloatArray:
    """Correct p-values in one of the ways of this module, or leave them as they are.

    Parameters
    ----------
    p_values
        One for each test, nan where none was made.
    how
        ``"holm"`` and ``"bonferroni"`` bound the chance of any false finding, ``"fdr"`` the expected share of false
        ones among the findings.
    """
    ways: dict[str, Callable[[npt.ArrayLike], FloatArray]] = {"holm": holm, "bonferroni": bonferroni, "fdr": fdr}
    if how == "none":
        return np.array(p_values, dtype=np.float64)
    if how not in ways:
        raise UsageError(f"there is no correction {how!r}; choose one of {', '.join(ways)} and none")
    return ways[how](p_values)


def holm(p_values: npt.ArrayLike) -> FloatArray:
    """Correct p-values as Holm does: the k-th smallest of n is multiplied by n − k + 1, and never below one before it.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    return _correct_sorted(p_values, lambda p: np.maximum.accumulate(p * np.arange(p.size, 0, -1)))


def bonferroni(p_values: npt.ArrayLike) -> FloatArray:
    """Correct p-values as Bonferroni does: each of n is multiplied by n.

    Examples
    --------
    >>> bonferroni([0.01, 0.5, float("nan")]).tolist()
    [0.02, 1.0, nan]
    """
    return _correct_sorted(p_values, lambda p: p * p.size)


def fdr(p_values: npt.ArrayLike) -> FloatArray:
    """Correct p-values as Benjamini and Hochberg do: the k-th smallest of n times n / k, and never above one after it.

    Examples
    --------
    >>> fdr([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.04, 0.04]
    """

    def times_n_by_k(p: FloatArray) -> FloatArray:
        steps = p * (p.size / np.arange(1, p.size + 1))
        least_from_here: FloatArray = np.minimum.accumulate(steps[::-1])[::-1]
        return least_from_here

    return _correct_sorted(p_values, times_n_by_k)


def _correct_sorted(p_values: npt.ArrayLike, corrected_of: Callable[[FloatArray], FloatArray]) -> FloatArray:
    """Correct the p-values of the tests that were made, which ``corrected_of`` is given in ascending order."""
    p = np.asarray(p_values, dtype=np.float64)
    tests = p.size - np.count_nonzero(np.isnan(p))
    order = np.argsort(p, kind="stable")[:tests]  # nan comes last
    corrected = np.full(p.size, np.nan)
    corrected[order] = np.minimum(1.0, corrected_of(p[order]))
    return corrected
