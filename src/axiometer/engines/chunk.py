"""Some queries with all that is known of them, measured wherever they are: in a part of the work, or by a worker."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.conventions.profiles import Profile
from axiometer.data import Judgments, schema
from axiometer.data.frames import Origin, has_repeated
from axiometer.data.judgments import KEY, contradictions
from axiometer.data.ratings import repeated_ratings, shared_pairs
from axiometer.data.runs import check_runs
from axiometer.data.weights import refuse_unweighted
from axiometer.engines.executor import Executor
from axiometer.engines.measured import ITEM_COUNTS, counts_unjudged
from axiometer.engines.needs import Asked
from axiometer.engines.notes import counted_names
from axiometer.engines.views import Views
from axiometer.errors import InputError
from axiometer.projection.join import Batch
from axiometer.projection.judged import refuse_missing_providers

IS_JUDGED: Final = "is_judged"
IS_ANSWERED: Final = "is_answered"
IS_INCLUDED: Final = "is_included"
JUDGED_AT_10: Final = "judged_at_10"
COUNTS: Final = "counts"
VALUES: Final = "values"


@dataclass(frozen=True, eq=False)
class Chunk:
    """Some queries, and all that is known of each of them.

    Attributes
    ----------
    lists
        ``system``, ``query``, ``item`` and what orders them, ``score`` or ``rank``: the lists of all systems.
    judged
        ``query``, ``aspect``, ``item``, ``grade``.
    train
        ``query``, ``item``, ``grade``: what users had rated before, where the judgments are ratings.
    weights
        ``query``, ``aspect``, ``weight`` and perhaps ``type``, where weights of aspects come with the judgments.
    """

    lists: pl.DataFrame
    judged: pl.DataFrame
    train: pl.DataFrame | None = None
    weights: pl.DataFrame | None = None


@dataclass(frozen=True, eq=False, repr=False)
class ChunkEvaluator:
    """Measures chunk by chunk.

    Attributes
    ----------
    systems
        All systems there are.
    executor
        The measures and conventions, with what belongs to all queries: the top of the grading scale, the catalogue
        with all its items, their popularity and no train part, weights, lengths and providers.
    """

    systems: tuple[str, ...]
    executor: Executor

    @classmethod
    def of(cls, systems: Sequence[str], asked: Sequence[Asked], profile: Profile, shared: Judgments) -> ChunkEvaluator:
        """Find out what measures need, and refuse to measure without it."""
        shared = replace(shared, has_judged_aspects=shared.are_aspects_judged)
        return cls(tuple(systems), Executor.of(shared, asked, profile))

    @property
    def shared(self) -> Judgments:
        """What belongs to all queries."""
        return self.executor.judgments

    @property
    def counts(self) -> tuple[str, ...]:
        """What is counted for each system and query."""
        return (*ITEM_COUNTS, *counted_names(self.executor.wanted))

    @property
    def no_exposures(self) -> FloatArray:
        """What no list shows: systems × measures of systems × items of the catalogue."""
        n_items = 0 if self.shared.catalogue is None else len(self.shared.catalogue.items)
        return np.zeros((len(self.systems), len(self.executor.system_measures), n_items))

    def measure(self, chunk: Chunk) -> tuple[pl.DataFrame, FloatArray]:
        """Compute all measures of a chunk: records, and exposures.

        There is a record for each system and query: ``system``, ``query``; ``is_judged``, ``is_answered``,
        ``is_included``; ``judged_at_10``; ``counts`` and ``values``, lists of numbers.
        """
        met = self.meet(chunk)
        if met is None:
            unjudged = chunk.lists.select(schema.SYSTEM, schema.QUERY).unique()
            return self._unjudged(unjudged), self.no_exposures
        executor, views = met
        found = executor.measure(views)
        counts = {
            **{name: count.ravel() for name, count in found.counts.items()},
            **{name: np.tile(n, len(self.systems)) for name, n in found.of_queries.items()},
        }
        measured = self._values(executor.judged.codes[schema.QUERY], found.values, found.is_included)
        records = measured.select(
            schema.SYSTEM,
            schema.QUERY,
            pl.lit(value=True).alias(IS_JUDGED),
            pl.Series(IS_ANSWERED, found.is_answered.ravel()),
            IS_INCLUDED,
            pl.Series(JUDGED_AT_10, found.judged_at_10.ravel()),
            _rows(COUNTS, [counts[name] for name in self.counts], measured.height, pl.Int64),
            VALUES,
        )
        exposures = found.exposures if found.exposures.size else self.no_exposures
        return pl.concat([records, self._unjudged(found.unjudged)]), exposures

    def values(self, chunk: Chunk) -> pl.DataFrame:
        """Compute the measures of queries, and count nothing: ``system``, ``query``, ``values`` where they count."""
        met = self.meet(chunk)
        names = [schema.SYSTEM, schema.QUERY, VALUES]
        if met is None:
            rows = self._unjudged(chunk.lists.select(schema.SYSTEM, schema.QUERY).unique())
        else:
            executor, views = met
            queries = executor.judged.codes[schema.QUERY]
            judged = self._values(queries, executor.values(views), executor.included(views))
            columns = [*names, IS_INCLUDED]
            rows = pl.concat([judged.select(columns), self._unjudged(views.main.unjudged).select(columns)])
        return rows.filter(IS_INCLUDED).select(names)

    def meet(self, chunk: Chunk) -> tuple[Executor, Views] | None:
        """Put the lists of a chunk in order and join them with its judgments, if any query is judged.

        What is wrong with the lists or the judgments is refused.
        """
        lists = check_runs(chunk.lists, Origin("the runs", has_rows=False))
        judgments = self._judgments(chunk)
        if judgments.frame.is_empty():
            return None
        executor = self.executor.for_judgments(judgments)
        return executor, executor.views(Batch.of(lists, executor.judged, self.systems))

    def _judgments(self, chunk: Chunk) -> Judgments:
        """Give the judgments of the queries of a chunk, if nothing is wrong with them."""
        shared, origin = self.shared, Origin(self.shared.source, has_rows=False)
        judged, catalogue = chunk.judged, shared.catalogue
        weights = shared.weights if chunk.weights is None else chunk.weights
        if has_repeated(judged, KEY):
            for problem in (contradictions if catalogue is None else repeated_ratings)(judged, origin):
                raise problem
            judged = judged.unique(maintain_order=True)
        if catalogue is not None:
            train = catalogue.train if chunk.train is None else chunk.train
            train_origin = replace(origin, source=catalogue.train_source)
            for problem in (
                *repeated_ratings(train, train_origin),
                *shared_pairs(judged, train, origin, catalogue.train_source),
            ):
                raise problem
            catalogue = replace(catalogue, train=train)
        if weights is not None:
            weights = weights.join(judged, on=schema.QUERY, how="semi", maintain_order="left")
        judgments = replace(shared, frame=judged, catalogue=catalogue, weights=weights)
        if weights is not None:
            refuse_unweighted(judgments.aspect_grades, weights, shared.weights_source)
        for measure in self.executor.wanted:
            if "providers" in measure.needs:
                refuse_missing_providers(judgments, getattr(measure, "level", 0.0), str(measure))
        return judgments

    def _values(self, queries: pl.Series, values: FloatArray, is_included: BoolArray) -> pl.DataFrame:
        """Give ``system``, ``query``, ``is_included``, ``values``: what was measured, system after system."""
        n_systems, n_queries, n_measures = values.shape
        system, query = np.divmod(np.arange(n_systems * n_queries), n_queries)
        return pl.DataFrame([
            pl.Series(schema.SYSTEM, self.systems, dtype=pl.String).gather(system),
            queries.gather(query),
            pl.Series(IS_INCLUDED, is_included.ravel()),
            _rows(VALUES, [*values.reshape(system.size, n_measures).T], system.size, pl.Float64),
        ])

    def _unjudged(self, pairs: pl.DataFrame) -> pl.DataFrame:
        """Write records of lists whose query is not judged: all is undefined, if the profile lets them count."""
        n = pairs.height
        return pairs.with_columns(
            pl.lit(value=False).alias(IS_JUDGED),
            pl.lit(value=True).alias(IS_ANSWERED),
            pl.lit(value=counts_unjudged(self.executor.profile)).alias(IS_INCLUDED),
            pl.lit(np.nan).alias(JUDGED_AT_10),
            _rows(COUNTS, [np.zeros(n, np.int64)] * len(self.counts), n, pl.Int64),
            _rows(VALUES, [np.full(n, np.nan)] * len(self.executor.measures), n, pl.Float64),
        )


def refuse_other_columns(columns: Collection[str], known: Collection[str], source: str) -> None:
    """Refuse lists that have other columns than those before, with which they would be put together."""
    if set(columns) != set(known):
        found = f"lists with the columns {', '.join(columns)} beside others with {', '.join(known)}"
        expected = "scores in all runs or in none, where they are not measured in memory one by one"
        raise InputError(found, expected, source=source)


def _rows(name: str, columns: Sequence[FloatArray] | Sequence[IntArray], n: int, kind: type[pl.DataType]) -> pl.Series:
    """Put columns side by side in lists."""
    if not columns:
        return pl.Series(name, [[]] * n, dtype=pl.List(kind))
    table = np.stack(columns, axis=-1)
    return pl.Series(name, table, dtype=pl.Array(kind, len(columns))).arr.to_list()
