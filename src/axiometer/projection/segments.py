"""Sums, positions and running products over consecutive stretches of a column."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Segments:
    """Consecutive stretches of rows; the rows of stretch s are ``offsets[s]`` up to ``offsets[s + 1]``.

    Every operation treats a stretch by itself and in the order of its rows, so that a value is the same to the
    last bit whether its stretch is computed alone or among thousands.
    """

    offsets: IntArray

    @classmethod
    def of_lengths(cls, lengths: IntArray) -> Segments:
        """Make stretches of these lengths."""
        return cls(np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)]))

    def __len__(self) -> int:
        return self.offsets.size - 1

    @cached_property
    def count(self) -> IntArray:
        """How many rows each stretch has."""
        return np.diff(self.offsets)

    @cached_property
    def of_row(self) -> IntArray:
        """The stretch to which each row belongs."""
        return np.repeat(np.arange(len(self), dtype=np.int64), self.count)

    @cached_property
    def position(self) -> IntArray:
        """The place of each row within its stretch, from 1."""
        return np.arange(1, self.offsets[-1] + 1, dtype=np.int64) - np.repeat(self.offsets[:-1], self.count)

    def sum(self, column: FloatArray | BoolArray) -> FloatArray:
        """Add up a column within each stretch."""
        total: FloatArray = np.bincount(self.of_row, weights=column, minlength=len(self)).astype(np.float64, copy=False)
        return total

    def count_before(self, is_counted: BoolArray) -> IntArray:
        """Count, for each row, the marked rows before it in its stretch."""
        marked_before: IntArray = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_counted, dtype=np.int64)])
        return marked_before[:-1] - np.repeat(marked_before[self.offsets[:-1]], self.count)

    def product_before(self, column: FloatArray) -> FloatArray:
        """Multiply, for each row, the numbers of the rows before it in its stretch; 1 for the first row."""
        product = np.ones_like(column)
        is_later = self.position > 1
        product[is_later] = column[:-1][is_later[1:]]
        # Doubling: after the step of width w, each product covers up to 2w rows.
        width, longest = 1, int(self.count.max(initial=0))
        while width < longest:
            reach = np.flatnonzero(self.position > width)
            product[reach] *= product[reach - width]
            width *= 2
        return product

    def keep(self, is_kept: BoolArray) -> Segments:
        """Give the stretches that are left of these when only some rows are kept."""
        kept_before = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_kept, dtype=np.int64)])
        return Segments(kept_before[self.offsets])
