"""How alike things put the same systems in order: Kendall's τ-b, AP correlation, Spearman's ρ and rank-biased overlap.

All functions take the scores that things give to systems, an array of (..., things, systems) where larger is better,
and compare each thing with each: the result is an array of (..., things, things). The leading axes may be resamples.
A thing with a score that is nan has no order, and its row and column of the result are nan.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Final

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.errors import UsageError
from axiometer.stats.rounding import ROUNDING, steps

_MOST_CELLS: Final = 1 << 20


def classes(scores: FloatArray) -> IntArray:
    """Give the scores along the last axis numbers from 0, the worst, without gaps, and those that tie the same one.

    Two scores that are next to each other in order tie if they differ by at most 10⁻¹² of the larger absolute value. So
    a chain of scores ties as a whole, even if its ends are further apart. Infinite scores tie only with their like.

    Examples
    --------
    >>> classes(np.array([[0.3, 0.1 + 0.2, 0.9, -1.0]])).tolist()
    [[1, 1, 2, 0]]
    """
    order = np.argsort(scores, axis=-1)
    ranked = np.take_along_axis(scores, order, axis=-1)
    gap, size = steps(ranked)
    in_order = np.zeros(scores.shape, dtype=np.int64)
    np.cumsum(gap > ROUNDING * size, axis=-1, out=in_order[..., 1:])
    number = np.empty_like(in_order)
    np.put_along_axis(number, order, in_order, axis=-1)
    return number


def tau_b(scores: FloatArray) -> FloatArray:
    """Give Kendall's τ-b: pairs of systems in the same order less those in opposite order, as a share.

    The share is of √(pairs that the one thing does not tie · pairs that the other does not tie); nan where a thing ties
    all systems. Scores that differ by rounding only tie.

    Parameters
    ----------
    scores
        (…, things, systems), larger is better: the result is (…, things, things).

    Examples
    --------
    >>> tau_b(np.array([[1.0, 2.0, 3.0], [1.0, 3.0, 2.0]])).round(4).tolist()
    [[1.0, 0.3333], [0.3333, 1.0]]
    """
    return _in_blocks(_tau_b, scores, _pairs(scores))


def tau_ap(scores: FloatArray) -> FloatArray:
    """Give the AP correlation of Yilmaz, Aslam and Robertson (SIGIR 2008), which looks more at the top.

    In row i and column j the order of thing i is judged by that of j, which is the reference. For each system but the
    first of i, the share of the systems above it that are so in j too, less the share of those that are not; then the
    mean. With ties it is what one expects if both things break their ties at random; a tie of all systems gets 0. Not
    symmetric; nan with fewer than two systems.
    """
    return _in_blocks(_tau_ap, scores, _pairs(scores))


def spearman(scores: FloatArray) -> FloatArray:
    """Give Spearman's ρ, Pearson's correlation of ranks; systems that tie share the mean of their ranks.

    nan where a thing ties all systems. Scores that differ by rounding only tie.

    Parameters
    ----------
    scores
        (…, things, systems), larger is better: the result is (…, things, things).

    Examples
    --------
    >>> spearman(np.array([[1.0, 2.0, 3.0], [1.0, 3.0, 2.0]])).tolist()
    [[1.0, 0.5], [0.5, 1.0]]
    """
    return _in_blocks(_spearman, scores, 1)


def rbo(scores: FloatArray, p: float = 0.9) -> FloatArray:
    """Give the rank-biased overlap of Webber, Moffat and Zobel (TOIS 2010), extrapolated: RBO_ext of complete orders.

    The share of systems that the first d of both orders have in common, in the mean over depths d with weights that
    fall as pᵈ. With ties it is what one expects if each thing breaks its ties at random and on its own, which is RBOᵃ
    of Corsi and Urbano (SIGIR 2024); so a thing with ties is not fully like itself. From 0 to 1; nan without systems.

    Parameters
    ----------
    scores
        The scores that things give to systems.
    p
        How much the next depth counts, as a share of the one before; between 0 and 1.
    """
    if not 0 < p < 1:
        raise UsageError(f"p must be between 0 and 1, not {p!r}")
    return _in_blocks(lambda number: _rbo(number, p), scores, np.shape(scores)[-1] ** 2)


def _tau_b(number: IntArray) -> FloatArray:
    return _cosines(_signs(number))


def _tau_ap(number: IntArray) -> FloatArray:
    n = number.shape[-1]
    if n < 2:
        return np.full((*number.shape[:-1], number.shape[-2]), np.nan)
    above, group = _places(number)
    # A system in a group of ties has each rank r of the group with the same chance, so the mean of 1 / (r − 1) is its
    # weight. Within the group nothing is expected: each of two systems is as often the lower one at the same rank.
    harmonic = np.concatenate([[0.0], np.cumsum(1.0 / np.arange(1, n))])
    weight = np.where(above > 0, (harmonic[above + group - 1] - harmonic[np.maximum(above, 1) - 1]) / group, 0.0)
    first, second = np.triu_indices(n, 1)
    sign = _signs(number)
    of_lower = np.where(sign > 0, weight[..., second], weight[..., first])
    of_lower *= sign
    correlation: FloatArray = of_lower @ sign.swapaxes(-1, -2) / (n - 1)
    return correlation


def _spearman(number: IntArray) -> FloatArray:
    above, group = _places(number)
    return _cosines(above + (group - number.shape[-1]) / 2)


def _rbo(number: IntArray, p: float) -> FloatArray:
    n = number.shape[-1]
    if n == 0:
        return np.full((*number.shape[:-1], number.shape[-2]), np.nan)
    above, group = _places(number)
    depth = np.arange(1, n)
    is_in = np.clip((depth[:, None] - above[..., None, :]) / group[..., None, :], 0.0, 1.0)
    is_in *= np.sqrt((1 - p) * p ** (depth - 1.0) / depth)[:, None]
    flat = is_in.reshape(*number.shape[:-1], n * (n - 1))
    # At depth n the overlap is whole, and so it stays: (1 − p) Σ p^(d − 1) over all d from n on is p^(n − 1).
    overlap: FloatArray = np.minimum(1.0, flat @ flat.swapaxes(-1, -2) + p ** (n - 1.0))
    return overlap


def _in_blocks(correlate: Callable[[IntArray], FloatArray], scores: FloatArray, cells: int) -> FloatArray:
    """Correlate the classes of some scores at a time, so that their cells, as many for each thing, fit into memory."""
    scores = np.asarray(scores, dtype=np.float64)
    *leading, things, systems = scores.shape
    flat = scores.reshape(prod(leading), things, systems)
    result = np.empty((len(flat), things, things))
    step = max(1, _MOST_CELLS // max(1, things * max(cells, systems)))
    for start in range(0, len(flat), step):
        result[start : start + step] = correlate(classes(flat[start : start + step]))
    is_unknown = np.asarray(np.isnan(flat).any(axis=-1))
    result[is_unknown[:, :, None] | is_unknown[:, None, :]] = np.nan
    return result.reshape(*leading, things, things)


def _pairs(scores: FloatArray) -> int:
    systems: int = np.shape(scores)[-1]
    return systems * (systems - 1) // 2


def _signs(number: IntArray) -> FloatArray:
    """Say for each pair of systems whether the first (+1), the second (−1) or neither (0) is better."""
    first, second = np.triu_indices(number.shape[-1], 1)
    sign: FloatArray = np.sign(number[..., first] - number[..., second]).astype(np.float64)
    return sign


def _places(number: IntArray) -> tuple[IntArray, IntArray]:
    """Give for each system how many are above it, and how many are in its group of ties, itself included."""
    n = number.shape[-1]
    rows = number.reshape(prod(number.shape[:-1]), n)
    cell = rows + n * np.arange(len(rows))[:, None]
    count = np.bincount(cell.ravel(), minlength=rows.size).reshape(rows.shape)
    above = n - np.cumsum(count, axis=-1)
    return above.ravel()[cell].reshape(number.shape), count.ravel()[cell].reshape(number.shape)


def _cosines(vectors: FloatArray) -> FloatArray:
    """Give the cosine of the angle between each two vectors, nan where one is zero."""
    products = vectors @ vectors.swapaxes(-1, -2)
    own = np.diagonal(products, axis1=-2, axis2=-1)
    lengths = np.sqrt(own[..., :, None] * own[..., None, :])
    return np.divide(products, lengths, out=np.full_like(products, np.nan), where=lengths > 0)
