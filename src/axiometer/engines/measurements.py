"""Measurements: one value per system, request and measure, with the conventions that made them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import polars as pl

from axiometer.data import schema
from axiometer.errors import UsageError, counted
from axiometer.measures.base import Measure
from axiometer.projection.profiles import CHOICES, Profile, Undefined
from axiometer.projection.segments import BoolArray, FloatArray

MEASURE: Final = "measure"
VALUE: Final = "value"


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
    """

    systems: tuple[str, ...]
    requests: tuple[str, ...]
    measures: tuple[Measure, ...]
    values: FloatArray
    is_included: BoolArray
    profile: Profile
    counts: pl.DataFrame
    remarks: tuple[str, ...] = ()

    def to_polars(self) -> pl.DataFrame:
        """Give one row per value: ``system``, ``request``, ``measure``, ``value``; undefined values are nan."""
        n_measures = len(self.measures)
        system, request = np.nonzero(self.is_included)
        return pl.DataFrame({
            schema.SYSTEM: np.repeat(np.array(self.systems, dtype=object)[system], n_measures).tolist(),
            schema.REQUEST: np.repeat(np.array(self.requests, dtype=object)[request], n_measures).tolist(),
            MEASURE: [str(measure) for measure in self.measures] * system.size,
            VALUE: self.values[system, request].ravel(),
        })

    def mean(self, *, undefined: Undefined | None = None) -> pl.DataFrame:
        """Average over requests: ``system``, ``measure``, ``value``, ``requests``, ``undefined``.

        Parameters
        ----------
        undefined
            What becomes of undefined values; by default what the profile says. The last column counts them, the
            column before it the requests that the mean is taken over.
        """
        policy = undefined or self.profile.undefined
        if policy not in CHOICES["undefined"]:
            raise UsageError(f"undefined cannot be {policy!r}; choose one of {', '.join(CHOICES['undefined'])}")
        is_counted = np.broadcast_to(self.is_included[:, :, None], self.values.shape)
        is_undefined = np.isnan(self.values) & is_counted
        if policy == "drop":
            is_counted = is_counted & ~is_undefined
        n_requests = is_counted.sum(axis=1)
        # Requests go last, so that they are added up in the same order whatever other measures there are.
        values = np.ascontiguousarray(np.where(is_counted, self.values, 0.0).transpose(0, 2, 1))
        total = values.sum(axis=-1) if policy == "nan" else np.nansum(values, axis=-1)
        with np.errstate(invalid="ignore"):
            mean = total / n_requests
        return pl.DataFrame({
            schema.SYSTEM: [system for system in self.systems for _ in self.measures],
            MEASURE: [str(measure) for measure in self.measures] * len(self.systems),
            VALUE: mean.ravel(),
            "requests": n_requests.ravel(),
            "undefined": is_undefined.sum(axis=1).ravel(),
        })

    def table(self) -> pl.DataFrame:
        """Give the means as a table: one row per system, one column per measure."""
        means = self.mean()[VALUE].to_numpy().reshape(len(self.systems), len(self.measures))
        columns = {str(measure): means[:, m] for m, measure in enumerate(self.measures)}
        return pl.DataFrame({schema.SYSTEM: self.systems, **columns})

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
        )

    def __repr__(self) -> str:
        with _readable():
            return f"{self._title()}\n{self.table()}"

    def _repr_html_(self) -> str:
        with _readable():
            return f"<p>{self._title()}</p>{self.table()._repr_html_()}"

    def _title(self) -> str:
        return (
            f"{counted(len(self.systems), 'system')} × {counted(len(self.requests), 'request')} × "
            f"{counted(len(self.measures), 'measure')}, means (profile {self.profile.name})"
        )


def _readable() -> pl.Config:
    """Show frames with four decimals, all columns and whole names."""
    return pl.Config(
        float_precision=4,
        tbl_hide_dataframe_shape=True,
        tbl_hide_column_data_types=True,
        tbl_cols=-1,
        tbl_rows=100,
        tbl_width_chars=-1,
        fmt_str_lengths=200,
    )
