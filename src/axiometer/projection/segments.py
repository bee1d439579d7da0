"""Sums, positions and running products over consecutive stretches of a column."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray


def sums(owner: IntArray, column: FloatArray | BoolArray, n_owners: int) -> FloatArray:
    """Add up the numbers of each owner, in their order."""
    total: FloatArray = np.bincount(owner, weights=column, minlength=n_owners).astype(np.float64, copy=False)
    return total


def ranges(first: IntArray, count: IntArray) -> IntArray:
    """Count up from each first number, so many times, one range after the other."""
    start: IntArray = np.cumsum(count) - count
    counted_up: IntArray = np.arange(int(count.sum()), dtype=np.int64) + np.repeat(first - start, count)
    return counted_up


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
        return sums(self.of_row, column, len(self))

    def max(self, column: FloatArray) -> FloatArray:
        """Find the largest number of each stretch, 0 if there is none above it."""
        largest = np.zeros(len(self))
        np.maximum.at(largest, self.of_row, column)
        return largest

    def first_of_least(self, column: FloatArray) -> IntArray:
        """Find, for each stretch, the first row with its smallest number; −1 if it has none but nans."""
        smallest = np.full(len(self), np.inf)
        np.fmin.at(smallest, self.of_row, column)
        row = np.flatnonzero(column == smallest[self.of_row])[::-1]
        first = np.full(len(self), -1, dtype=np.int64)
        first[self.of_row[row]] = row  # of several, the last one written stays
        return first

    def count_before(self, is_counted: BoolArray) -> IntArray:
        """Count, for each row, the marked rows before it in its stretch."""
        marked_before: IntArray = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_counted, dtype=np.int64)])
        return marked_before[:-1] - np.repeat(marked_before[self.offsets[:-1]], self.count)

    def product_before(self, column: FloatArray) -> FloatArray:
        """Multiply, for each row, the numbers of the rows before it in its stretch; 1 for the first row."""
        return self._accumulate(column, np.multiply, 1.0)

    def sum_before(self, column: FloatArray) -> FloatArray:
        """Add up, for each row, the numbers of the rows before it in its stretch; 0 for the first row."""
        return self._accumulate(column, np.add, 0.0)

    def _accumulate(self, column: FloatArray, operation: np.ufunc, start: float) -> FloatArray:
        result = np.full(column.shape, start)
        is_later = self.position > 1
        result[is_later] = column[:-1][is_later[1:]]
        # Doubling: after the step of width w, each result covers up to 2w rows.
        width, longest = 1, int(self.count.max(initial=0))
        while width < longest:
            reach = np.flatnonzero(self.position > width)
            result[reach] = operation(result[reach], result[reach - width])
            width *= 2
        return result

    def keep(self, is_kept: BoolArray) -> Segments:
        """Give the stretches that are left of these when only some rows are kept."""
        kept_before = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_kept, dtype=np.int64)])
        return Segments(kept_before[self.offsets])
