"""The bootstrap: queries drawn with replacement, and intervals of what was computed from the draws."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from axiometer.arrays import FloatArray
from axiometer.errors import UsageError

_MOST_DRAWN: Final = 1 << 20


def resample_counts(n: int, resamples: int, seed: int) -> FloatArray:
    """Draw n of n queries with replacement, many times, and count how often each query was drawn.

    The same seed gives the same counts on every machine, and fewer resamples are the first ones of more.

    Parameters
    ----------
    n
        How many queries there are.
    resamples
        How many times n queries are drawn.
    seed
        Same seed, same result.

    Returns
    -------
    FloatArray
        resamples × n counts; each row has the sum n. They are floats, so that ``counts @ values / n``, the means of the
        resamples, is a fast product of matrices.
    """
    counts = np.zeros((resamples, n))
    if n == 0:
        return counts
    # Whole numbers are drawn, not multinomial counts: those take logarithms, which differ in rounding by machine.
    rng = np.random.default_rng(seed)
    step = max(1, _MOST_DRAWN // n)
    for start in range(0, resamples, step):
        block = counts[start : start + step]
        drawn = rng.integers(0, n, size=block.shape, dtype=np.int64)
        drawn += n * np.arange(len(block))[:, None]
        block[:] = np.bincount(drawn.ravel(), minlength=block.size).reshape(block.shape)
    return counts


def centred_interval(
    value: FloatArray, draws: FloatArray, confidence: float, least: float, most: float
) -> tuple[FloatArray, FloatArray]:
    """Give intervals as wide as the percentile ones of the draws, moved so that the value is where their median is.

    For a value that draws tend to miss on one side, since resamples have fewer different cases. Ends beyond the least
    or the most possible value are put there.
    """
    low, high = percentile_interval(draws, confidence)
    middle, _ = percentile_interval(draws, 0.0)
    return np.clip(value + low - middle, least, most), np.clip(value + high - middle, least, most)


def percentile_interval(draws: FloatArray, confidence: float) -> tuple[FloatArray, FloatArray]:
    """Give the bounds between which the middle share of the draws lies, along the first axis.

    For a confidence of 0.95 they are the 2.5th and the 97.5th percentile, linear between two draws. Draws that are nan
    are left out; nan where fewer than two are left.

    Parameters
    ----------
    draws
        What was computed from each resample, (resamples, ...).
    confidence
        The share of the draws between the bounds, from 0, for which both are the median, to below 1.

    Returns
    -------
    low, high
        The bounds, each of the shape (...).
    """
    if not 0 <= confidence < 1:
        raise UsageError(f"confidence must be from 0 to below 1, not {confidence!r}")
    in_order = np.sort(np.asarray(draws, dtype=np.float64), axis=0)  # nan comes last
    if len(in_order) < 2:
        return np.full(in_order.shape[1:], np.nan), np.full(in_order.shape[1:], np.nan)
    last = np.asarray(np.count_nonzero(~np.isnan(in_order), axis=0)) - 1
    return _percentile(in_order, last, (1 - confidence) / 2), _percentile(in_order, last, (1 + confidence) / 2)


def _percentile(in_order: FloatArray, last: npt.NDArray[np.int64], share: float) -> FloatArray:
    """Give the value at a share of the way from the first to the last one, nan if these are not two."""
    position = np.asarray(share * np.maximum(last, 1))
    before = np.clip(position.astype(np.int64), 0, np.maximum(last, 1) - 1)
    lower = np.take_along_axis(in_order, before[None], axis=0)[0]
    upper = np.take_along_axis(in_order, before[None] + 1, axis=0)[0]
    with np.errstate(invalid="ignore"):
        between = lower + (upper - lower) * (position - before)
    # Between two infinite numbers, and at an infinite one itself, there is nothing to add.
    is_at_lower = (lower == upper) | (position == before) | np.isneginf(lower)
    value: FloatArray = np.where(last > 0, np.where(is_at_lower, lower, between), np.nan)
    return value
