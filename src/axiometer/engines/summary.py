"""Means of systems whose values stay where they were computed, and what every engine gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import polars as pl

from axiometer.data import schema
from axiometer.data.frames import readable
from axiometer.data.notebook import as_html
from axiometer.data.schema import Order
from axiometer.engines.means import checked_policy, rows_of_means, table_of_means, with_systems
from axiometer.engines.plan import Plan
from axiometer.engines.remarks import remarks, tallies
from axiometer.engines.totals import Totals
from axiometer.errors import InputError, counted
from axiometer.measures.base import Measure, SystemMeasure
from axiometer.measures.names import Wanted
from axiometer.projection.profiles import Profile, Undefined
from axiometer.projection.segments import FloatArray, IntArray


class Evaluated(Protocol):
    """What every engine gives."""

    @property
    def systems(self) -> tuple[str, ...]:
        """What was measured."""

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that have a value for each request."""

    @property
    def system_measures(self) -> tuple[SystemMeasure, ...]:
        """The measures that have one value for each system."""

    @property
    def profile(self) -> Profile:
        """The conventions."""

    @property
    def counts(self) -> pl.DataFrame:
        """One row per system: what a reader should know before trusting its numbers."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What else a reader should know."""

    @property
    def n_unjudged(self) -> IntArray:
        """For each system, how many requests of its run count though they are not judged."""

    def mean(self, *, undefined: Undefined | None = None) -> pl.DataFrame:
        """Average over requests."""

    def table(self) -> pl.DataFrame:
        """Give the means as a table."""

    def to_polars(self) -> pl.DataFrame:
        """Give all values of requests in memory: ``system``, ``request``, ``measure``, ``value``."""


class Engine(Protocol):
    """Who measures runs, and where; all give the same value for each system, request and measure."""

    def evaluate(
        self,
        judgments: Any,
        runs: Any,
        measures: str | Wanted | Iterable[str | Wanted],
        *,
        profile: str | Profile | None = None,
    ) -> Evaluated:
        """Measure runs against judgments."""


@dataclass(frozen=True, eq=False, repr=False)
class Summary:
    """The means of some measures for some systems.

    Attributes
    ----------
    plan
        What was measured, and how.
    totals
        The sums over all requests.
    exposures
        Systems × measures of systems × items of the catalogue.
    ordered_by
        The column that ordered the lists.
    """

    plan: Plan
    totals: Totals
    exposures: FloatArray
    ordered_by: Order

    def __post_init__(self) -> None:
        answered = self.totals.counts["answered"]
        if not answered.all():
            found = f"none of the {self.n_requests} judged requests among those of the run"
            expected = "a run that answers at least one judged request"
            raise InputError(found, expected, source=self.systems[int((answered == 0).argmax())])

    @property
    def systems(self) -> tuple[str, ...]:
        """What was measured."""
        return self.plan.systems

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that have a value for each request."""
        return self.plan.measures

    @property
    def system_measures(self) -> tuple[SystemMeasure, ...]:
        """The measures that have one value for each system."""
        return self.plan.system_measures

    @property
    def profile(self) -> Profile:
        """The conventions."""
        return self.plan.profile

    @property
    def n_requests(self) -> int:
        """How many requests are judged."""
        return int(self.totals.counts["judged"].max())

    @property
    def n_unjudged(self) -> IntArray:
        """For each system, how many requests of its run count though they are not judged: no value, all undefined."""
        n_run_only = self.totals.counts["run_only"]
        return n_run_only if self.profile.requests in {"run", "either"} else np.zeros_like(n_run_only)

    @cached_property
    def counts(self) -> pl.DataFrame:
        """One row per system: what a reader should know before trusting its numbers."""
        counts = self.totals.counts
        of_catalogue = ("unknown_items", "profile_items") if self.plan.needs.shown else ()
        return pl.DataFrame({
            schema.SYSTEM: self.systems,
            "answered": counts["answered"],
            "missing": counts["judged"] - counts["answered"],
            **{name: counts[name] for name in ("run_only", "items", "tied_items", *of_catalogue)},
            "judged_at_10": self.totals.judged_at_10 / counts["answered"],
            "ordered_by": [self.ordered_by] * len(self.systems),
        })

    @property
    def remarks(self) -> tuple[str, ...]:
        """What else a reader should know."""
        plan = self.plan
        # What is counted of requests is the same for all systems.
        told = {name: int(self.totals.counts[name][0]) for name in tallies(plan.wanted)}
        return remarks(told, plan.shared, plan.wanted, plan.needs, plan.profile)

    def mean(self, *, undefined: Undefined | None = None) -> pl.DataFrame:
        """Average over requests: ``system``, ``measure``, ``value``, ``requests``, ``undefined``, ``standard_error``.

        The sums of parts of the work are put together in another order than those of ``Measurements``, so that the last
        digits can differ.
        """
        found, n_undefined = self.totals.averaged(checked_policy(undefined, self.profile), self.n_unjudged)
        values = found.mean, found.standard_error
        of_lists = rows_of_means(self.systems, self.measures, values, (found.n, n_undefined))
        if not self.system_measures and self.measures:
            return of_lists
        n_included = self.totals.counts["included"]
        return with_systems(of_lists, self.systems, self.system_measures, self._system_values, n_included)

    def table(self) -> pl.DataFrame:
        """Give the means as a table: one row per system, one column per measure."""
        return table_of_means(self.mean(), self.systems, (*self.measures, *self.system_measures))

    @property
    def _system_values(self) -> FloatArray:
        values = [
            [measure.of_exposure(shown) for measure, shown in zip(self.system_measures, exposures, strict=True)]
            for exposures in self.exposures
        ]
        return np.array(values).reshape(len(self.systems), len(self.system_measures))

    def __repr__(self) -> str:
        with readable():
            return f"{self._title()}\n{self.table()}"

    def _repr_html_(self) -> str:
        return as_html(self._title(), self.table(), self.remarks)

    def _title(self) -> str:
        return (
            f"{counted(len(self.systems), 'system')} × {counted(self.n_requests, 'request')} × "
            f"{counted(len(self.plan.wanted), 'measure')}, means (profile {self.profile.name})"
        )
