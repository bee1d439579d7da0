"""Measurements that are in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray
from axiometer.conventions.profiles import Profile, Undefined
from axiometer.data import schema
from axiometer.data.runs import refuse_two_homes
from axiometer.data.whole_files import write_whole
from axiometer.engines.batch_sums import Averages, Measured, counts_unjudged, texts
from axiometer.engines.measurements import Measurements, Named
from axiometer.io.results import encode
from axiometer.measures.base import Measure, SystemMeasure
from axiometer.measures.names import Wanted
from axiometer.notes import Note
from axiometer.projection.ids import numbers_of


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class MeasurementsInMemory(Measurements):
    """The values of some measures for some systems, in memory.

    Attributes
    ----------
    queries
        What was answered. Where the profile counts queries of a run that are not judged, they stand after the others.
    values
        Systems × queries × measures; undefined values are nan.
    is_included
        Systems × queries: whether the profile lets the query count for the system.
    """

    queries: tuple[str, ...]
    values: FloatArray
    is_included: BoolArray

    @classmethod
    def of(
        cls,
        parts: Sequence[Measured],
        wanted: Sequence[Wanted],
        profile: Profile,
        noted: tuple[Note, ...],
        *,
        asker: schema.Asker,
    ) -> Self:
        """Put together what was measured of several systems, one part after the other."""
        of_systems = tuple(each for each in wanted if isinstance(each, SystemMeasure))
        exposures = np.concatenate([part.exposures for part in parts])
        is_included = np.concatenate([part.is_included for part in parts])
        judged = cls(
            systems=refuse_two_homes([(part.source, part.systems) for part in parts]),
            queries=parts[0].queries,
            measures=tuple(each for each in wanted if isinstance(each, Measure)),
            values=np.concatenate([part.values for part in parts]),
            is_included=is_included,
            n_included=is_included.sum(axis=1),
            profile=profile,
            counts=pl.concat([part.counts_of_systems() for part in parts]),
            noted=noted,
            asker=asker,
            system_measures=of_systems,
            system_values=values_of_systems(of_systems, exposures),
        )
        return (
            judged._with_unjudged(pl.concat([part.unjudged for part in parts])) if counts_unjudged(profile) else judged
        )

    def _with_unjudged(self, pairs: pl.DataFrame) -> Self:
        """Add queries that are not judged, each undefined for the systems that answer it."""
        queries = pairs[schema.QUERY].unique(maintain_order=True)
        is_there = np.zeros((len(self.systems), len(queries)), bool)
        system = numbers_of(pairs[schema.SYSTEM], texts(self.systems))
        is_there[system, numbers_of(pairs[schema.QUERY], queries)] = True
        undefined = np.full((*is_there.shape, len(self.measures)), np.nan)
        return replace(
            self,
            queries=(*self.queries, *queries),
            values=np.concatenate([self.values, undefined], axis=1),
            is_included=np.concatenate([self.is_included, is_there], axis=1),
        )

    def to_polars(self) -> pl.DataFrame:
        """Give one row per value: ``system``, ``query``, ``measure``, ``value``; undefined values are nan.

        With ratings, the column is called ``user``. Measures of systems have no values of queries.
        """
        n_measures = len(self.measures)
        system, query = np.nonzero(self.is_included)
        return pl.DataFrame({
            schema.SYSTEM: texts(self.systems).gather(np.repeat(system, n_measures)),
            self.asker: texts(self.queries).gather(np.repeat(query, n_measures)),
            schema.MEASURE: texts(map(str, self.measures)).gather(np.tile(np.arange(n_measures), system.size)),
            schema.VALUE: self.values[system, query].ravel(),
        })

    def _write(self, path: str, form: str) -> None:
        write_whole(encode(self.to_polars(), form, told=self.told), Path(path))

    def in_memory(
        self, measures: Named | None = None, systems: str | Sequence[str] | None = None
    ) -> MeasurementsInMemory:
        """Give the values of these measures and systems, or all."""
        if measures is None and systems is None:
            return self
        only = self._only(measures, systems)
        at = [self.systems.index(each) for each in only["systems"]]
        kept = [self.measures.index(each) for each in only["measures"]]
        return replace(self, **only, values=self.values[at][:, :, kept], is_included=self.is_included[at])

    def averages(self, policy: Undefined) -> Averages:
        """Average over queries, where undefined values count as ``zero``, are left out, ``drop``, or stay, ``nan``."""
        is_counted = np.broadcast_to(self.is_included[:, :, None], self.values.shape)
        is_undefined = np.isnan(self.values) & is_counted
        if policy == "drop":
            is_counted = is_counted & ~is_undefined
        n_queries = is_counted.sum(axis=1)
        # Queries go last, so that they are added up in the same order whatever other measures there are.
        values = np.ascontiguousarray(np.where(is_counted, self.values, 0.0).transpose(0, 2, 1))
        # Queries that are not judged have nothing to add, and how many there are must not change that order either.
        n_summed = self._n_summed
        total = np.nansum(values[:, :, :n_summed], axis=-1)
        is_lost = (policy == "nan") & is_undefined.any(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = np.where(is_lost, np.nan, total / n_queries)
            is_defined = is_counted & ~is_undefined
            apart = np.where(is_defined, self.values - mean[:, None], 0.0)
            # All that counts and is undefined is 0.
            m2 = (apart[:, :n_summed] ** 2).sum(axis=1) + (n_queries - is_defined.sum(axis=1)) * mean**2
            error = np.where(n_queries > 1, np.sqrt(m2 / (n_queries - 1) / n_queries), np.nan)
        return Averages(mean, error, n_queries, is_undefined.sum(axis=1))

    @property
    def _n_summed(self) -> int:
        """After how many queries nothing is defined: at least the judged ones, which stand first unless sorted."""
        has_value = np.flatnonzero(~np.isnan(self.values).all(axis=(0, 2)))
        return max(self.n_queries, int(has_value[-1]) + 1 if has_value.size else 0)


def values_of_systems(measures: Sequence[SystemMeasure], exposures: FloatArray) -> FloatArray:
    """Compute systems × measures from what the lists of each system show, systems × measures × items."""
    values = [
        [measure.of_exposure(shown) for measure, shown in zip(measures, of_system, strict=True)]
        for of_system in exposures
    ]
    return np.array(values, dtype=np.float64).reshape(len(exposures), len(measures))
