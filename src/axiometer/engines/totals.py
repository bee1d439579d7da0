"""Sums over records: those of several parts are put together without looking at the records again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.conventions.profiles import Undefined
from axiometer.data import schema
from axiometer.engines.chunk import (
    COUNTS,
    IS_ANSWERED,
    IS_INCLUDED,
    IS_JUDGED,
    JUDGED_AT_10,
    VALUES,
    ChunkEvaluator,
)
from axiometer.engines.measurements import Averages
from axiometer.projection.ids import numbers_of
from axiometer.projection.segments import sums


@dataclass(frozen=True, eq=False)
class Moments:
    """How many numbers there were, their mean, and the sum of the squares of their distances from it.

    Attributes
    ----------
    n, mean, m2
        Arrays of the same shape; where there is no number, mean and m2 are 0.
    """

    n: IntArray
    mean: FloatArray
    m2: FloatArray

    def merged(self, others: Moments) -> Moments:
        """Put the numbers of both together."""
        n = self.n + others.n
        share = np.divide(others.n, n, out=np.zeros(n.shape), where=n > 0)
        apart = others.mean - self.mean
        return Moments(n, self.mean + apart * share, self.m2 + others.m2 + apart**2 * self.n * share)

    def with_zeros(self, n: IntArray) -> Moments:
        """Add so many zeros."""
        return self.merged(Moments(n, np.zeros(self.mean.shape), np.zeros(self.mean.shape)))

    @property
    def standard_error(self) -> FloatArray:
        """The standard error of each mean; nan for fewer than two numbers."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.n > 1, np.sqrt(self.m2 / (self.n - 1) / self.n), np.nan)


@dataclass(frozen=True, eq=False)
class Totals:
    """What is known of all records of each system.

    Attributes
    ----------
    defined
        Systems × measures: the defined values of the queries that count.
    undefined
        Systems × measures: how many values of these are undefined.
    counts
        By name, one for each system: ``judged``, ``answered``, ``run_only`` (not judged), ``included`` (judged)
        queries, the sums of what else is counted.
    judged_at_10
        For each system, the sum over its lists of the share of judged items among the first ten.
    """

    defined: Moments
    undefined: IntArray
    counts: Mapping[str, IntArray]
    judged_at_10: FloatArray

    @classmethod
    def of(cls, records: pl.DataFrame, chunks: ChunkEvaluator) -> Totals:
        """Add up records."""
        system = numbers_of(records[schema.SYSTEM], pl.Series(chunks.systems, dtype=pl.String))
        n_systems, is_included = len(chunks.systems), records[IS_INCLUDED].to_numpy()
        values = _table(records[VALUES], len(chunks.executor.measures))[is_included]
        whose, is_undefined = system[is_included], np.isnan(values)
        counts = _table(records[COUNTS], len(chunks.counts))
        is_judged, is_answered = (records[name].to_numpy() for name in (IS_JUDGED, IS_ANSWERED))
        marks = {
            "judged": is_judged,
            "answered": is_judged & is_answered,
            "run_only": ~is_judged,
            "included": is_judged & is_included,
        }
        return cls(
            _moments(values, whose, n_systems),
            _per_system(is_undefined, whose, n_systems),
            {
                **{name: np.bincount(system[mark], minlength=n_systems) for name, mark in marks.items()},
                **dict(zip(chunks.counts, _per_system(counts, system, n_systems).T, strict=True)),
            },
            sums(system, np.nan_to_num(records[JUDGED_AT_10].to_numpy()), n_systems),
        )

    def merged(self, others: Totals) -> Totals:
        """Put the records of both together."""
        return Totals(
            self.defined.merged(others.defined),
            self.undefined + others.undefined,
            {name: n + others.counts[name] for name, n in self.counts.items()},
            self.judged_at_10 + others.judged_at_10,
        )

    def averages(self, policy: Undefined) -> Averages:
        """Average over queries, where undefined values count as ``zero``, are left out, ``drop``, or stay, ``nan``."""
        found = self.defined if policy == "drop" else self.defined.with_zeros(self.undefined)
        is_lost = (found.n == 0) | ((policy == "nan") & (self.undefined > 0))
        mean, error = (np.where(is_lost, np.nan, each) for each in (found.mean, found.standard_error))
        return Averages(mean, error, found.n, self.undefined)


def _table(rows: pl.Series, width: int) -> FloatArray | IntArray:
    """Give a column of lists as a table."""
    if not width:
        return np.empty((len(rows), 0))
    return rows.list.to_array(width).to_numpy()


def _per_system(table: FloatArray | IntArray | BoolArray, system: IntArray, n_systems: int) -> IntArray:
    """Add up rows × columns to systems × columns of whole numbers."""
    columns = [sums(system, column.astype(np.float64), n_systems) for column in table.T]
    return np.array(columns).reshape(table.shape[1], n_systems).T.astype(np.int64)


def _moments(values: FloatArray, system: IntArray, n_systems: int) -> Moments:
    is_defined = ~np.isnan(values)
    n = _per_system(is_defined, system, n_systems)
    known = np.where(is_defined, values, 0.0)
    total = _sums(known, system, n_systems)
    mean = np.divide(total, n, out=np.zeros(n.shape), where=n > 0)
    apart = np.where(is_defined, values - mean[system], 0.0)
    return Moments(n, mean, _sums(apart**2, system, n_systems))


def _sums(table: FloatArray, system: IntArray, n_systems: int) -> FloatArray:
    columns: Sequence[FloatArray] = [sums(system, column, n_systems) for column in table.T]
    return np.array(columns).reshape(table.shape[1], n_systems).T
