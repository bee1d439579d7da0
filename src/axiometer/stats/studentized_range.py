"""The distribution of the studentised range, on which Tukey's test rests.

It is that of W / S, where W is the range of k independent standard normal numbers (``groups``) and S² is a χ² number by
its ν degrees of freedom (``freedom``). With u = ln S,

    P(W / S > q) = ∫ g(u) P(W > q eᵘ) du,    ln g(u) = ν u − ν e²ᵘ / 2 + a constant.

The integrand is one hill, whose logarithm is concave. Its top and its feet are looked for, and from foot to foot it is
integrated by the rule of Gauss and Legendre. P(W > w) is computed once for each k, and kept as polynomials of ln P.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from numpy.polynomial import chebyshev
from numpy.polynomial.legendre import leggauss

from axiometer.arrays import FloatArray
from axiometer.errors import UsageError

Function = Callable[[FloatArray], FloatArray]

WIDEST = 50
"""Above it P(W > w), which is below 10⁻²⁶⁰, is taken for 0."""
DEGREE = 16
"""Of the polynomials, each of which covers a piece of w of length 1."""
FOOT = 40.0
"""How far below the top of ln g P the feet of the hill are: at 10⁻¹⁷ of its height."""

TEN = np.linspace(0, 1, 10)
AT_ONCE = 500
"""How many q are handled at once: they take some 20 MB."""


def survival(q: npt.ArrayLike, groups: int, freedom: float) -> FloatArray:
    """Give the chance that the studentised range exceeds q, for each q.

    Parameters
    ----------
    q
        Numbers from 0; nan stays nan.
    groups
        How many numbers the range is of, at least 2.
    freedom
        Degrees of freedom, at least 1; infinite for the range of normal numbers itself.
    """
    if groups < 2 or not freedom >= 1:
        raise UsageError(f"a studentised range needs 2 groups and 1 degree of freedom, not {groups} and {freedom}")
    q = np.asarray(q, dtype=np.float64)
    chance = np.where(np.isnan(q), np.nan, np.where(q > 0, 0.0, 1.0))
    log_chance = _log_range_survival(groups) if np.isinf(freedom) else _log_survival(groups, freedom)
    usual = np.flatnonzero((q > 0) & np.isfinite(q))
    for start in range(0, usual.size, AT_ONCE):
        some = usual[start : start + AT_ONCE]
        chance.flat[some] = np.exp(log_chance(q.flat[some]))
    return chance


@lru_cache
def quantile(probability: float, groups: int, freedom: float) -> float:
    """Give the q that the studentised range exceeds with a chance of 1 − ``probability``."""
    if not 0 < probability < 1:
        raise UsageError(f"a probability must be between 0 and 1, not {probability!r}")
    low, high = -40.0, 60.0  # of ln q
    while high - low > 1e-13:
        tried = np.linspace(low, high, 50)
        above = int(np.count_nonzero(survival(np.exp(tried), groups, freedom) > 1 - probability))
        low, high = float(tried[max(above - 1, 0)]), float(tried[min(above, 49)])
    return math.exp((low + high) / 2)


def _log_survival(groups: int, freedom: float) -> Function:
    """Give the function ln P(W / S > q) of q."""
    log_range_survival, constant = _log_range_survival(groups), _log_constant(freedom / 2)
    node, weight = leggauss(64)

    def log_chance(q: FloatArray) -> FloatArray:
        q = q[:, None]

        def log_height(u: FloatArray) -> FloatArray:
            return freedom * (u - np.expm1(2 * u) / 2) + log_range_survival(q * np.exp(u))

        top = _highest(log_height, np.minimum(0.0, -np.log(q)) - 5, np.zeros_like(q))
        height = log_height(top)
        total = np.zeros(len(q))
        for side in (-100.0, 10.0):
            foot = _last_above(log_height, height - FOOT, top, top + side)
            length = np.abs(foot - top) / 2
            heights = log_height((top + foot) / 2 + length * node)
            total += length[:, 0] * (np.exp(heights - height) @ weight)
        logarithm: FloatArray = np.log(total) + height[:, 0] + constant
        return logarithm

    return log_chance


def _log_constant(half: float) -> float:
    """Give ln of what ∫ exp(ν u − ν (e²ᵘ − 1) / 2) du has to be multiplied with to be 1, for ν / 2 = half.

    It is ln 2 + x ln x − x − ln Γ(x), for which Stirling's series is taken where these would cancel.
    """
    if half < 100:
        return math.log(2) + half * math.log(half) - half - math.lgamma(half)
    return math.log(2 * half / math.pi) / 2 - 1 / (12 * half) + 1 / (360 * half**3)


def _highest(function: Function, low: FloatArray, high: FloatArray) -> FloatArray:
    """Find where a concave function is highest: round after round, near the highest of ten places."""
    for _ in range(14):
        place = low + (high - low) * TEN
        best = function(place).argmax(axis=1)[:, None]
        low = np.take_along_axis(place, np.maximum(best - 1, 0), axis=1)
        high = np.take_along_axis(place, np.minimum(best + 1, 9), axis=1)
    middle: FloatArray = (low + high) / 2
    return middle


def _last_above(function: Function, bound: FloatArray, inside: FloatArray, outside: FloatArray) -> FloatArray:
    """Find where a function falls below a bound, which it does once between inside and outside."""
    for _ in range(8):
        place = inside + (outside - inside) * TEN
        above = np.count_nonzero(function(place) >= bound, axis=1)[:, None]
        inside = np.take_along_axis(place, np.maximum(above - 1, 0), axis=1)
        outside = np.take_along_axis(place, np.minimum(above, 9), axis=1)
    return outside


@lru_cache(maxsize=8)
def _log_range_survival(groups: int) -> Function:
    """Give the function ln P(W > w) of w, as a polynomial on each piece of length 1."""
    node = chebyshev.chebpts1(DEGREE + 1)
    w = np.arange(WIDEST)[:, None] + (node + 1) / 2
    values = _integrated_log_range_survival(w.ravel(), groups).reshape(w.shape)
    coefficient = np.linalg.solve(chebyshev.chebvander(node, DEGREE), values.T)

    def log_chance(w: FloatArray) -> FloatArray:
        inside = np.minimum(w, WIDEST)
        piece = np.minimum(inside.astype(np.int64), WIDEST - 1)
        x = 2 * (inside - piece) - 1
        value: FloatArray = chebyshev.chebval(x, coefficient[:, piece], tensor=False)
        return np.where(w > WIDEST, -np.inf, value)

    return log_chance


def _integrated_log_range_survival(w: FloatArray, groups: int) -> FloatArray:
    """Compute ln P(W > w) from the place z of the smallest of k normal numbers.

    P = k ∫ φ(z) (aᵏ⁻¹ − (a − b)ᵏ⁻¹) dz, where a and b are the chances of a normal number above z and above z + w. For
    the sake of small P it is written with 1 − (1 − b / a)ᵏ⁻¹. All that counts is near z = −w / 2.
    """
    from scipy.special import log_ndtr

    node, weight = leggauss(256)
    half_length = 9.0
    z = half_length * node - w[:, None] / 2
    log_a, log_b = log_ndtr(-z), log_ndtr(-z - w[:, None])
    with np.errstate(divide="ignore"):  # b / a may be rounded to 1
        share_above = -np.expm1((groups - 1) * np.log1p(-np.exp(log_b - log_a)))
    density = np.exp((groups - 1) * log_a - z**2 / 2) / math.sqrt(2 * math.pi)
    logarithm: FloatArray = np.log(groups * half_length * ((density * share_above) @ weight))
    return logarithm
