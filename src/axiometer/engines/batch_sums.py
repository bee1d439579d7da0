"""What measuring a batch of ranked lists gives: values, and sums that are put together with those of other batches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.conventions.profiles import Profile, Undefined
from axiometer.data import schema
from axiometer.data.schema import Order
from axiometer.projection.ids import numbers_of
from axiometer.projection.segments import sums

ITEM_COUNTS: Final = ("items", "tied_items", "unknown_items", "profile_items")
COUNTS: Final = ("answered", "missing", "run_only", "included", *ITEM_COUNTS)
"""What is counted of systems: judged queries, with a list or without; others; judged ones that count; items."""
VALUES: Final = "values"


def counts_unjudged(profile: Profile) -> bool:
    """Tell whether queries of a run count that are not judged."""
    return profile.queries in {"run", "either"}


@dataclass(frozen=True, eq=False)
class Measured:
    """The values of some measures for the lists of some systems, and what to know of these lists.

    Attributes
    ----------
    systems, queries
        Whose lists these are, and the judged queries, which they answer.
    values
        Systems × queries × measures; undefined values are nan.
    is_answered, is_included
        Systems × queries: whether there is a list, and whether the profile lets the query count for the system.
    items
        For each of ``ITEM_COUNTS`` systems × queries.
    judged_at_10
        Systems × queries: the share of judged items among the first ten.
    of_queries
        By name, one number for each query, whatever the system: what ``counts_of_judgments`` and ``doubts`` count.
    unjudged
        ``system``, ``query`` of the lists without judgments.
    exposures
        Systems × measures of systems × items of the catalogue.
    ordered_by
        For each system, what ordered its lists.
    has_catalogue
        Whether somebody knows which items there are.
    source
        Where the lists come from.
    """

    systems: tuple[str, ...]
    queries: tuple[str, ...]
    values: FloatArray
    is_answered: BoolArray
    is_included: BoolArray
    items: Sequence[IntArray]
    judged_at_10: FloatArray
    of_queries: Mapping[str, IntArray]
    unjudged: pl.DataFrame
    exposures: FloatArray
    ordered_by: tuple[Order, ...] = ()
    has_catalogue: bool = False
    source: str = ""

    @property
    def counts(self) -> IntArray:
        """Systems × ``COUNTS``."""
        n_answered = self.is_answered.sum(axis=1)
        whose = numbers_of(self.unjudged[schema.SYSTEM], texts(self.systems))
        return np.column_stack([
            n_answered,
            len(self.queries) - n_answered,
            np.bincount(whose, minlength=len(self.systems)),
            self.is_included.sum(axis=1),
            *(each.sum(axis=1) for each in self.items),
        ])

    def counts_of_systems(self) -> pl.DataFrame:
        """Count, for each system, what a reader should know before trusting its numbers."""
        judged_at_10 = np.nansum(self.judged_at_10, axis=1)
        return table_of_counts(
            self.systems, self.counts, judged_at_10, self.ordered_by, has_catalogue=self.has_catalogue
        )

    def rows(self, *, with_unjudged: bool) -> pl.DataFrame:
        """Give ``system``, ``query``, ``values`` of all lists that count: of queries not judged, if these do."""
        system, query = np.nonzero(self.is_included)
        rows = pl.DataFrame({
            schema.SYSTEM: texts(self.systems).gather(system),
            schema.QUERY: texts(self.queries).gather(query),
        })
        values, n_measures = self.values[system, query], self.values.shape[-1]
        if with_unjudged:
            rows = pl.concat([rows, self.unjudged])
            values = np.concatenate([values, np.full((self.unjudged.height, n_measures), np.nan)])
        if not n_measures:
            return rows.with_columns(pl.Series(VALUES, [[]] * rows.height, dtype=pl.List(pl.Float64)))
        return rows.with_columns(pl.Series(VALUES, values, dtype=pl.Array(pl.Float64, n_measures)).arr.to_list())


@dataclass(frozen=True, eq=False)
class Averages:
    """Means over queries; all are systems × measures.

    Attributes
    ----------
    mean, standard_error
        The means, and how sure they are.
    n
        How many queries a mean is taken over.
    n_undefined
        How many values are undefined.
    """

    mean: FloatArray
    standard_error: FloatArray
    n: IntArray
    n_undefined: IntArray


@dataclass(frozen=True, eq=False)
class Totals:
    """Sums over lists: those of several batches are put together without looking at the lists again.

    Attributes
    ----------
    n, mean, m2
        Systems × measures: how many values of the queries that count are defined, their mean, and the sum of the
        squares of their distances from it; where there is no value, mean and m2 are 0.
    undefined
        Systems × measures: how many values of these queries are undefined.
    counts
        Systems × ``COUNTS``.
    of_queries
        Sums of what is counted of queries, whatever the system.
    judged_at_10
        For each system, the sum over its lists of the share of judged items among the first ten.
    exposures
        Systems × measures of systems × items of the catalogue.
    """

    n: IntArray
    mean: FloatArray
    m2: FloatArray
    undefined: IntArray
    counts: IntArray
    of_queries: IntArray
    judged_at_10: FloatArray
    exposures: FloatArray

    @classmethod
    def of(cls, found: Measured, *, with_unjudged: bool) -> Totals:
        """Add up what was measured, in the order of the queries."""
        values, is_included = found.values, found.is_included[:, :, None]
        is_defined = is_included & ~np.isnan(values)
        n = is_defined.sum(axis=1)
        mean = np.divide(_sums(np.where(is_defined, values, 0.0)), n, out=np.zeros(n.shape), where=n > 0)
        apart = np.where(is_defined, values - mean[:, None], 0.0)
        n_included, counts = is_included.sum(axis=1), found.counts
        if with_unjudged:
            n_included = n_included + counts[:, [COUNTS.index("run_only")]]
        return cls(
            n=n,
            mean=mean,
            m2=_sums(apart**2),
            undefined=n_included - n,
            counts=counts,
            of_queries=np.array([each.sum() for each in found.of_queries.values()], np.int64),
            judged_at_10=_sums(np.nan_to_num(found.judged_at_10)[:, :, None])[:, 0],
            exposures=found.exposures,
        )

    def merged(self, others: Totals) -> Totals:
        """Put both together."""
        n = self.n + others.n
        share = np.divide(others.n, n, out=np.zeros(n.shape), where=n > 0)
        apart = others.mean - self.mean
        return Totals(
            n=n,
            mean=self.mean + apart * share,
            m2=self.m2 + others.m2 + apart**2 * self.n * share,
            undefined=self.undefined + others.undefined,
            counts=self.counts + others.counts,
            of_queries=self.of_queries + others.of_queries,
            judged_at_10=self.judged_at_10 + others.judged_at_10,
            exposures=self.exposures + others.exposures,
        )

    def averages(self, policy: Undefined) -> Averages:
        """Average over queries, where undefined values count as ``zero``, are left out, ``drop``, or stay, ``nan``."""
        n, mean, m2 = self.n, self.mean, self.m2
        if policy != "drop":
            n = self.n + self.undefined
            share = np.divide(self.undefined, n, out=np.zeros(n.shape), where=n > 0)
            mean, m2 = self.mean - self.mean * share, self.m2 + self.mean**2 * self.n * share
        is_lost = (n == 0) | ((policy == "nan") & (self.undefined > 0))
        with np.errstate(divide="ignore", invalid="ignore"):
            error = np.where(n > 1, np.sqrt(m2 / (n - 1) / n), np.nan)
        mean, error = (np.where(is_lost, np.nan, each) for each in (mean, error))
        return Averages(mean, error, n, self.undefined)


def table_of_counts(
    systems: tuple[str, ...],
    counts: IntArray,
    judged_at_10: FloatArray,
    ordered_by: Sequence[Order],
    *,
    has_catalogue: bool,
) -> pl.DataFrame:
    """Write counts of systems as a table.

    Parameters
    ----------
    systems
        The names of the systems.
    counts
        Systems × ``COUNTS``.
    judged_at_10
        For each, the sum over its lists of the share of judged items among the first ten.
    ordered_by
        For each, what ordered its lists.
    has_catalogue
        Whether somebody knows which items there are.
    """
    by_name = dict(zip(COUNTS, counts.T, strict=True))
    names = ("answered", "missing", "run_only", *(ITEM_COUNTS if has_catalogue else ITEM_COUNTS[:2]))
    return pl.DataFrame({
        schema.SYSTEM: texts(systems),
        **{name: by_name[name] for name in names},
        "judged_at_10": np.divide(judged_at_10, by_name["answered"]),
        "ordered_by": texts(ordered_by),
    })


def texts(things: Iterable[str]) -> pl.Series:
    """Give a column of text, also if there is none."""
    return pl.Series(list(things), dtype=pl.String)


def _sums(table: FloatArray) -> FloatArray:
    """Add up systems × queries × columns, one query after the other, whatever other columns there are."""
    n_systems, n_queries, n_columns = table.shape
    system = np.repeat(np.arange(n_systems), n_queries)
    columns = [sums(system, column, n_systems) for column in table.reshape(system.size, n_columns).T]
    return np.array(columns).reshape(n_columns, n_systems).T
