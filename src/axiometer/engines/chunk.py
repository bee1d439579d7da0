"""Some queries with all that is known of them, measured wherever they are: in a part of the work, or by a worker."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray
from axiometer.conventions.profiles import Profile
from axiometer.data import Judgments, schema
from axiometer.data.frames import Origin, has_repeated, refuse
from axiometer.data.judgments import KEY, contradictions
from axiometer.data.ratings import repeated_ratings, shared_pairs
from axiometer.data.runs import check_runs
from axiometer.data.weights import refuse_unweighted
from axiometer.engines.batch_sums import ITEM_COUNTS, Measured, Totals, counts_unjudged
from axiometer.engines.convention_views import Views
from axiometer.engines.executor import Executor
from axiometer.engines.notes import counted_names
from axiometer.engines.requirements import Asked
from axiometer.errors import InputError
from axiometer.projection.join import Batch
from axiometer.projection.judged import refuse_missing_providers


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
        """Find out what measures need, and refuse to measure without it, from judgments without rows."""
        return cls(tuple(systems), Executor.of(shared, asked, profile))

    @property
    def shared(self) -> Judgments:
        """What belongs to all queries."""
        return self.executor.judgments

    @property
    def no_exposures(self) -> FloatArray:
        """What no list shows: systems × measures of systems × items of the catalogue."""
        n_measures, catalogue = len(self.executor.system_measures), self.shared.catalogue
        n_items = 0 if catalogue is None or not n_measures else len(catalogue.items)
        return np.zeros((len(self.systems), n_measures, n_items))

    def measure(self, chunk: Chunk) -> tuple[pl.DataFrame, Totals]:
        """Compute all measures of a chunk: ``system``, ``query``, ``values`` of all lists that count; and the sums."""
        met = self.meet(chunk)
        if met is None:
            found = self._unjudged(chunk.lists.select(schema.SYSTEM, schema.QUERY).unique())
        else:
            executor, views = met
            found = executor.measure(views)
        with_unjudged = counts_unjudged(self.executor.profile)
        return found.rows(with_unjudged=with_unjudged), Totals.of(found, with_unjudged=with_unjudged)

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
            refuse((contradictions if catalogue is None else repeated_ratings)(judged, origin))
            judged = judged.unique(maintain_order=True)
        if catalogue is not None:
            train = catalogue.train if chunk.train is None else chunk.train
            train_origin = replace(origin, source=catalogue.train_source)
            refuse((
                *repeated_ratings(train, train_origin),
                *shared_pairs(judged, train, origin, catalogue.train_source),
            ))
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

    def _unjudged(self, pairs: pl.DataFrame) -> Measured:
        """Say what is known of lists if no query is judged."""
        nothing = np.zeros((len(self.systems), 0))
        return Measured(
            systems=self.systems,
            queries=(),
            values=nothing[:, :, None].repeat(len(self.executor.measures), axis=2),
            is_answered=nothing > 0,
            is_included=nothing > 0,
            items=[nothing.astype(np.int64)] * len(ITEM_COUNTS),
            judged_at_10=nothing,
            of_queries=dict.fromkeys(counted_names(self.executor.wanted), np.zeros(0, np.int64)),
            unjudged=pairs,
            exposures=self.no_exposures,
        )


def refuse_other_columns(columns: Collection[str], known: Collection[str], source: str) -> None:
    """Refuse lists that have other columns than those before, with which they would be put together."""
    if set(columns) != set(known):
        found = f"lists with the columns {', '.join(columns)} beside others with {', '.join(known)}"
        expected = "scores in all runs or in none, where they are not measured in memory one by one"
        raise InputError(found, expected, source=source)
