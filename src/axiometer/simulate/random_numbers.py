"""Random numbers that are the same everywhere: by a seed and what they are for."""

from __future__ import annotations

from math import prod, tau
from typing import Final

import numpy as np

from axiometer.arrays import FloatArray, UnsignedArray

_DIGITS: Final = 53
"""Binary digits of a float."""


def uniform(seed: int, *stream: int, size: tuple[int, ...]) -> FloatArray:
    """Draw numbers from 0 to below 1; each stream has its own.

    A longer first axis leaves the numbers before as they are. The raw numbers of a bit generator are promised to stay
    the same, unlike what NumPy makes of them.
    """
    return _below_one(np.random.PCG64([seed, *stream]).random_raw(prod(size))).reshape(size)


def gumbel(draws: FloatArray) -> FloatArray:
    """Make Gumbel's of uniform numbers: the largest of log w + Gumbel is each with a chance in proportion to w."""
    made: FloatArray = -np.log(-np.log(_above_zero(draws)))
    return made


def normal(first: FloatArray, second: FloatArray) -> FloatArray:
    """Make standard normal numbers of two uniform ones (Box and Muller)."""
    made: FloatArray = np.sqrt(-2 * np.log(_above_zero(first))) * np.cos(tau * second)
    return made


def hashed(numbers: UnsignedArray, seed: int, stream: int) -> FloatArray:
    """Give each number a draw of its own, whichever other numbers there are (SplitMix64)."""
    key = np.uint64(np.random.PCG64([seed, stream]).random_raw())
    mixed = numbers * np.uint64(0x9E3779B97F4A7C15) + key
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return _below_one(mixed ^ (mixed >> np.uint64(31)))


def shuffled(numbers: UnsignedArray, seed: int, stream: int) -> UnsignedArray:
    """Give each number below 2³² another one, no two the same."""
    word = np.uint64(0xFFFFFFFF)
    mixed = numbers ^ np.uint64(np.random.PCG64([seed, stream]).random_raw() & 0xFFFFFFFF)
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor) & word
    return mixed ^ (mixed >> np.uint64(16))


def _below_one(raw: UnsignedArray) -> FloatArray:
    return (raw >> np.uint64(64 - _DIGITS)).astype(np.float64) * 0.5**_DIGITS


def _above_zero(draws: FloatArray) -> FloatArray:
    """Turn 0 to below 1 into above 0 to below 1, for logarithms of logarithms."""
    return np.maximum(draws, 0.5**_DIGITS)
