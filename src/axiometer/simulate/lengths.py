"""Lengths of items that nobody knows, for measures that count the text read."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

import numpy as np
import polars as pl

from axiometer.data import schema
from axiometer.simulate.random_numbers import hashed, normal

STREAMS: Final = (1, 2)


def simulate_lengths(
    items: Iterable[str], seed: int = 0, *, median: float = 5000, deviation: float = 1.0
) -> pl.DataFrame:
    """Draw the length of each item, log-normal, from its name: no other item changes it.

    Parameters
    ----------
    items
        Their ids.
    seed
        Same seed, same lengths.
    median
        Half of the items are longer; in whatever unit.
    deviation
        The standard deviation of the logarithm.

    Returns
    -------
    DataFrame
        ``item`` and ``length``, as ``read_judgments`` takes them; whole numbers from 1.

    Examples
    --------
    >>> simulate_lengths(["a", "b"], median=100).rows()
    [('a', 283.0), ('b', 182.0)]
    """
    names = [*items]
    digests = b"".join(blake2b(name.encode(), digest_size=8).digest() for name in names)
    number = np.frombuffer(digests, dtype="<u8").astype(np.uint64)
    drawn = normal(*(hashed(number, seed, stream) for stream in STREAMS))
    lengths = np.maximum(np.rint(median * np.exp(deviation * drawn)), 1)
    return pl.DataFrame({schema.ITEM: pl.Series(names, dtype=pl.String), schema.LENGTH: lengths})
