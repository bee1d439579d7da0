"""What measuring a batch of ranked lists gives, before it is put together with what other batches give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.conventions.profiles import Profile
from axiometer.data import schema
from axiometer.data.schema import Order
from axiometer.projection.ids import numbers_of

ITEM_COUNTS: Final = ("items", "tied_items", "unknown_items", "profile_items")


def counts_unjudged(profile: Profile) -> bool:
    """Tell whether queries of a run count that are not judged."""
    return profile.queries in {"run", "either"}


@dataclass(frozen=True, eq=False)
class Measured:
    """The values of some measures for the lists of some systems, and what to know of these lists.

    Attributes
    ----------
    systems
        Whose lists these are; they answer all judged queries.
    values
        Systems × queries × measures; undefined values are nan.
    is_answered, is_included
        Systems × queries: whether there is a list, and whether the profile lets the query count for the system.
    counts
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
    values: FloatArray
    is_answered: BoolArray
    is_included: BoolArray
    counts: Mapping[str, IntArray]
    judged_at_10: FloatArray
    of_queries: Mapping[str, IntArray]
    unjudged: pl.DataFrame
    exposures: FloatArray
    ordered_by: tuple[Order, ...]
    has_catalogue: bool
    source: str = ""

    def counts_of_systems(self) -> pl.DataFrame:
        """Count, for each system, what a reader should know before trusting its numbers."""
        n_answered = self.is_answered.sum(axis=1)
        names = pl.Series(self.systems, dtype=pl.String)
        run_only = np.bincount(numbers_of(self.unjudged[schema.SYSTEM], names), minlength=len(names))
        return table_of_counts(
            self.systems,
            {
                "answered": n_answered,
                "missing": self.is_answered.shape[1] - n_answered,
                "run_only": run_only,
                **{name: each.sum(axis=1) for name, each in self.counts.items()},
            },
            np.nansum(self.judged_at_10, axis=1),
            self.ordered_by,
            has_catalogue=self.has_catalogue,
        )


def table_of_counts(
    systems: tuple[str, ...],
    counts: Mapping[str, IntArray],
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
        By name, a number for each.
    judged_at_10
        For each, the sum over its lists of the share of judged items among the first ten.
    ordered_by
        For each, what ordered its lists.
    has_catalogue
        Whether somebody knows which items there are.
    """
    names = ("answered", "missing", "run_only", *(ITEM_COUNTS if has_catalogue else ITEM_COUNTS[:2]))
    return pl.DataFrame({
        schema.SYSTEM: pl.Series(systems, dtype=pl.String),
        **{name: counts[name] for name in names},
        "judged_at_10": np.divide(judged_at_10, counts["answered"]),
        "ordered_by": pl.Series(ordered_by, dtype=pl.String),
    })
