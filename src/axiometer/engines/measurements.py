"""Measurements: one value per system, request and measure, with the conventions that made them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl

from axiometer.data import schema
from axiometer.data.frames import readable
from axiometer.data.notebook import as_html
from axiometer.engines.means import MEASURE, VALUE, checked_policy, rows_of_means, table_of_means, texts, with_systems
from axiometer.errors import counted
from axiometer.measures.base import Measure, SystemMeasure
from axiometer.projection.profiles import Profile, Undefined
from axiometer.projection.segments import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Measurements:
    """The values of some measures for some systems.

    Attributes
    ----------
    systems, requests, measures
        What was measured.
    values
        Systems × requests × measures; undefined values are nan.
    is_included
        Systems × requests: whether the profile lets the request count for the system.
    profile
        The conventions of the evaluation.
    counts
        One row per system: what a reader should know before trusting its numbers.
    remarks
        What else a reader should know.
    system_measures, system_values
        What was measured of all lists of a system together, and systems × these measures.
    """

    systems: tuple[str, ...]
    requests: tuple[str, ...]
    measures: tuple[Measure, ...]
    values: FloatArray
    is_included: BoolArray
    profile: Profile
    counts: pl.DataFrame
    remarks: tuple[str, ...] = ()
    system_measures: tuple[SystemMeasure, ...] = ()
    system_values: FloatArray = field(default_factory=lambda: np.empty((0, 0)))

    def to_polars(self) -> pl.DataFrame:
        """Give one row per value: ``system``, ``request``, ``measure``, ``value``; undefined values are nan.

        Measures of systems have no values of requests.
        """
        n_measures = len(self.measures)
        system, request = np.nonzero(self.is_included)
        return pl.DataFrame({
            schema.SYSTEM: texts(self.systems).gather(np.repeat(system, n_measures)),
            schema.REQUEST: texts(self.requests).gather(np.repeat(request, n_measures)),
            MEASURE: texts(map(str, self.measures)).gather(np.tile(np.arange(n_measures), system.size)),
            VALUE: self.values[system, request].ravel(),
        })

    def mean(self, *, undefined: Undefined | None = None) -> pl.DataFrame:
        """Average over requests: ``system``, ``measure``, ``value``, ``requests``, ``undefined``, ``standard_error``.

        Parameters
        ----------
        undefined
            What becomes of undefined values; by default what the profile says. The column of that name counts them,
            the column before it the requests that the mean is taken over. Where the profile has the mean taken over
            all requests of a run, the values of those that are not judged are undefined.
        """
        policy = checked_policy(undefined, self.profile)
        is_counted = np.broadcast_to(self.is_included[:, :, None], self.values.shape)
        is_undefined = np.isnan(self.values) & is_counted
        if policy == "drop":
            is_counted = is_counted & ~is_undefined
        n_unjudged = self.n_unjudged[:, None]
        n_requests = is_counted.sum(axis=1) + (0 if policy == "drop" else n_unjudged)
        # Requests go last, so that they are added up in the same order whatever other measures there are.
        values = np.ascontiguousarray(np.where(is_counted, self.values, 0.0).transpose(0, 2, 1))
        total = values.sum(axis=-1) if policy == "nan" else np.nansum(values, axis=-1)
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = np.where((policy == "nan") & (n_unjudged > 0), np.nan, total / n_requests)
            is_defined = is_counted & ~is_undefined
            apart = np.where(is_defined, self.values - mean[:, None], 0.0)
            # All that counts and is undefined is 0.
            m2 = (apart**2).sum(axis=1) + (n_requests - is_defined.sum(axis=1)) * mean**2
            error = np.where(n_requests > 1, np.sqrt(m2 / (n_requests - 1) / n_requests), np.nan)
        counts = n_requests, is_undefined.sum(axis=1) + n_unjudged
        of_lists = rows_of_means(self.systems, self.measures, (mean, error), counts)
        if not self.system_measures and self.measures:
            return of_lists
        n_included = self.is_included.sum(axis=1)
        return with_systems(of_lists, self.systems, self.system_measures, self.system_values, n_included)

    @property
    def n_unjudged(self) -> IntArray:
        """For each system, how many requests of its run count though they are not judged: no value, all undefined."""
        n_run_only = self.counts["run_only"].to_numpy().astype(np.int64)
        return n_run_only if self.profile.requests in {"run", "either"} else np.zeros_like(n_run_only)

    def table(self) -> pl.DataFrame:
        """Give the means as a table: one row per system, one column per measure."""
        return table_of_means(self.mean(), self.systems, (*self.measures, *self.system_measures))

    def __getitem__(self, system: str) -> Measurements:
        """Give the measurements of one system."""
        if system not in self.systems:
            raise KeyError(f"no system {system!r}; there are: {', '.join(self.systems)}")
        at = self.systems.index(system)
        return replace(
            self,
            systems=(system,),
            values=self.values[at : at + 1],
            is_included=self.is_included[at : at + 1],
            counts=self.counts[at : at + 1],
            system_values=self.system_values[at : at + 1],
        )

    def __repr__(self) -> str:
        with readable():
            return f"{self._title()}\n{self.table()}"

    def _repr_html_(self) -> str:
        return as_html(self._title(), self.table(), self.remarks)

    def _title(self) -> str:
        return (
            f"{counted(len(self.systems), 'system')} × {counted(len(self.requests), 'request')} × "
            f"{counted(len(self.measures) + len(self.system_measures), 'measure')}, means (profile {self.profile.name})"
        )
