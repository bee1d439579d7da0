"""Measurements whose values stay where they were computed, and of which only sums are in memory."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
import polars as pl

from axiometer.conventions.profiles import Undefined
from axiometer.data import schema
from axiometer.data.schema import Order
from axiometer.engines.batch_sums import COUNTS, Averages, Totals, table_of_counts
from axiometer.engines.chunk import ChunkEvaluator
from axiometer.engines.in_memory import MeasurementsInMemory, values_of_systems
from axiometer.engines.measurements import Measurements, Named
from axiometer.engines.notes import counted_names
from axiometer.errors import InputError, UsageError, plural
from axiometer.notes import Note
from axiometer.projection.ids import numbers_of

MOST_VALUES: Final = 200_000_000
"""So many values are brought into memory at most."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SummedMeasurements(Measurements):
    """The values of some measures for some systems, of which only the sums over queries are in memory.

    The sums of parts of the work are put together in another order than where all is in memory, so that the last
    digits of means can differ.

    Attributes
    ----------
    totals
        The sums over all queries.
    """

    totals: Totals

    @classmethod
    def of(
        cls,
        chunks: ChunkEvaluator,
        totals: Totals,
        by: Order,
        *,
        noted: Sequence[Note] = (),
        **where: Any,
    ) -> Self:
        """Put sums together with what was measured.

        Parameters
        ----------
        chunks
            What was measured, and how.
        totals
            The sums over all queries.
        by
            The column that ordered the lists.
        noted
            What a reader should know of how it was measured.
        **where
            Where the values are.
        """
        executor, by_each = chunks.executor, [by] * len(chunks.systems)
        answered, missing = totals.counts[:, COUNTS.index("answered")], totals.counts[:, COUNTS.index("missing")]
        if not answered.all():
            asker = executor.judgments.asker
            found = f"none of the {(answered + missing).max()} judged {plural(asker)} among those of the run"
            expected = f"a run that answers at least one judged {asker}"
            raise InputError(found, expected, source=chunks.systems[int((answered == 0).argmax())])
        of_queries = dict(zip(counted_names(executor.wanted), totals.of_queries.tolist(), strict=True))
        return cls(
            systems=chunks.systems,
            measures=executor.measures,
            system_measures=executor.system_measures,
            profile=executor.profile,
            counts=table_of_counts(
                chunks.systems, totals.counts, totals.judged_at_10, by_each, has_catalogue=bool(executor.needs.shown)
            ),
            noted=(*noted, *executor.notes(of_queries)),
            system_values=values_of_systems(executor.system_measures, totals.exposures),
            n_included=totals.counts[:, COUNTS.index("included")],
            asker=executor.judgments.asker,
            totals=totals,
            **where,
        )

    def averages(self, policy: Undefined) -> Averages:
        """Average over queries, where undefined values count as ``zero``, are left out, ``drop``, or stay, ``nan``."""
        return self.totals.averages(policy)

    def in_memory(
        self, measures: Named | None = None, systems: str | Sequence[str] | None = None
    ) -> MeasurementsInMemory:
        """Bring the values of these measures and systems into memory, or all."""
        only = self._only(measures, systems)
        names, whose = [str(each) for each in only["measures"]], only["systems"]
        rows = self._brought(names, whose)
        queries = rows[self.asker].unique().sort()
        system, query = (
            numbers_of(rows[name], known) for name, known in ((schema.SYSTEM, pl.Series(whose)), (self.asker, queries))
        )
        values = np.full((len(whose), len(queries), len(names)), np.nan)
        is_included = np.zeros(values.shape[:2], bool)
        values[system, query, numbers_of(rows[schema.MEASURE], pl.Series(names))] = rows[schema.VALUE].to_numpy()
        is_included[system, query] = True
        return MeasurementsInMemory(**only, queries=tuple(queries), values=values, is_included=is_included)

    def _brought(self, measures: Sequence[str], systems: Sequence[str]) -> pl.DataFrame:
        """Bring the values of these measures and systems into memory, unless there are too many."""
        at = [self.systems.index(each) for each in systems]
        n_values = int((self.n_included + self.n_unjudged)[at].sum()) * len(measures)
        if n_values > MOST_VALUES:
            raise UsageError(
                f"{n_values:,} values are too many to bring into memory (at most {MOST_VALUES:,}): choose measures, "
                'systems or both, as in in_memory(["nDCG@10"], ["bm25"]); means, notes and write need none in memory'
            )
        if not measures:
            columns = (schema.SYSTEM, self.asker, schema.MEASURE)
            return pl.DataFrame(schema={**dict.fromkeys(columns, pl.String), schema.VALUE: pl.Float64})
        return self._rows(measures, systems)

    @abstractmethod
    def _rows(self, measures: Sequence[str], systems: Sequence[str]) -> pl.DataFrame:
        """Bring these values into memory: ``system``, ``query`` or ``user``, ``measure``, ``value``."""

    def to_polars(self) -> pl.DataFrame:
        """Bring all values of queries into memory: ``system``, ``query`` or ``user``, ``measure``, ``value``."""
        return self._brought([str(each) for each in self.measures], self.systems)
