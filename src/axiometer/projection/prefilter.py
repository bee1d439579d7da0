"""Pairs of query and item that cannot meet are ruled out, at a fraction of what joining costs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from axiometer.arrays import BoolArray, IntArray

Hashes = npt.NDArray[np.uint64]

_HASHES_PER_PAIR: Final = 32
_MOST_HASHES: Final = 1 << 23
_ODD: Final = np.uint64(0x9E3779B97F4A7C15)
"""Multiples of this number spread over all others."""


@dataclass(frozen=True, eq=False)
class PairHashes:
    """The hashes of some pairs.

    Attributes
    ----------
    of_pairs
        The hash of each pair.
    n_hashes
        How many there can be, a power of two.
    """

    of_pairs: Hashes
    n_hashes: int

    @classmethod
    def of(cls, codes: IntArray, items: pl.Series) -> PairHashes:
        """Give each pair a hash; there are many more hashes than pairs, if possible."""
        n_hashes = min(1 << (_HASHES_PER_PAIR * len(items)).bit_length(), _MOST_HASHES)
        return cls(_hashes(codes, items, n_hashes), n_hashes)

    @cached_property
    def is_used(self) -> BoolArray:
        """Which hashes the pairs have."""
        return self._marked(self.of_pairs)

    def meet(self, codes: IntArray, items: pl.Series) -> tuple[BoolArray, BoolArray]:
        """Say which of some other pairs may be among these, and which of these may be among the others."""
        others = _hashes(codes, items, self.n_hashes)
        is_candidate = self.is_used[others]
        return is_candidate, self._marked(others[is_candidate])[self.of_pairs]

    def _marked(self, hashes: Hashes) -> BoolArray:
        is_marked = np.zeros(self.n_hashes, bool)
        is_marked[hashes] = True
        return is_marked


def _hashes(codes: IntArray, items: pl.Series, n_hashes: int) -> Hashes:
    mixed: Hashes = codes.astype(np.uint64) * _ODD + items.hash(0).to_numpy()
    return mixed & np.uint64(n_hashes - 1)
