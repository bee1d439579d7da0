"""What is done with some requests, wherever they are: every engine does it with each part of the work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl

from axiometer.data import Judgments, schema
from axiometer.data.frames import Origin, has_repeated
from axiometer.data.judgments import KEY, contradictions
from axiometer.data.ratings import repeated_ratings, shared_pairs
from axiometer.data.runs import check_runs
from axiometer.data.weights import refuse_unweighted
from axiometer.engines.local import included, values_of
from axiometer.engines.needs import DEPTH_OF_COUNTS, needs_of
from axiometer.engines.remarks import doubts, tallied, tallies
from axiometer.measures.adhoc.judged import Judged
from axiometer.measures.base import Measure, SystemMeasure
from axiometer.measures.names import Wanted
from axiometer.projection.join import Projection, project
from axiometer.projection.judged import JudgedItems, refuse_missing_providers
from axiometer.projection.lists import RankedLists
from axiometer.projection.needs import Needs
from axiometer.projection.numbering import KnownItems
from axiometer.projection.profiles import Profile
from axiometer.projection.segments import FloatArray, IntArray

IS_JUDGED: Final = "is_judged"
IS_ANSWERED: Final = "is_answered"
IS_INCLUDED: Final = "is_included"
JUDGED_AT_10: Final = "judged_at_10"
COUNTS: Final = "counts"
VALUES: Final = "values"
ITEM_COUNTS: Final = ("items", "tied_items", "unknown_items", "profile_items")


@dataclass(frozen=True, eq=False)
class Batch:
    """Some requests, and all that is known of each of them.

    Attributes
    ----------
    lists
        ``system``, ``request``, ``item`` and what orders them, ``score`` or ``rank``: the lists of all systems.
    judged
        ``request``, ``aspect``, ``item``, ``grade``.
    train
        ``request``, ``item``, ``grade``: what users had rated before, where the judgments are ratings.
    weights
        ``request``, ``aspect``, ``weight`` and perhaps ``type``, where weights of aspects come with the judgments.
    """

    lists: pl.DataFrame
    judged: pl.DataFrame
    train: pl.DataFrame | None = None
    weights: pl.DataFrame | None = None


@dataclass(frozen=True, eq=False)
class Measured:
    """What a batch gave.

    Attributes
    ----------
    records
        One row for each system and request: ``system``, ``request``; ``is_judged``, ``is_answered``, ``is_included``;
        ``judged_at_10``; ``counts``, those that the plan names; ``values``, those of its measures.
    exposures
        Systems × measures of systems × items of the catalogue.
    """

    records: pl.DataFrame
    exposures: FloatArray


@dataclass(frozen=True, eq=False)
class Plan:
    """What is measured, by which conventions, and what all requests have in common.

    Attributes
    ----------
    systems
        All systems there are.
    wanted
        The measures.
    profile
        The conventions.
    shared
        Judgments without those of any request, or with a few: the top of the grading scale, the catalogue with all its
        items, their popularity and no train part, weights, lengths and providers.
    needs
        What the measures need beside grades.
    """

    systems: tuple[str, ...]
    wanted: tuple[Wanted, ...]
    profile: Profile
    shared: Judgments
    needs: Needs

    @classmethod
    def of(cls, systems: Sequence[str], wanted: Sequence[Wanted], profile: Profile, shared: Judgments) -> Plan:
        """Find out what measures need, and refuse to measure without it."""
        shared = replace(shared, has_judged_aspects=shared.are_aspects_judged)
        return cls(tuple(systems), tuple(wanted), profile, shared, needs_of(wanted, shared, profile))

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that have a value for each request."""
        return tuple(each for each in self.wanted if isinstance(each, Measure))

    @property
    def system_measures(self) -> tuple[SystemMeasure, ...]:
        """The measures that have one value for each system."""
        return tuple(each for each in self.wanted if isinstance(each, SystemMeasure))

    @property
    def counts(self) -> tuple[str, ...]:
        """What is counted for each system and request."""
        return (*ITEM_COUNTS, *tallies(self.wanted))

    @property
    def n_items(self) -> int:
        """How many items the catalogue has, if there is one."""
        return 0 if self.shared.catalogue is None else len(self.shared.catalogue.items)

    @property
    def no_exposures(self) -> FloatArray:
        """What no list shows."""
        return np.zeros((len(self.systems), len(self.system_measures), self.n_items))

    def measure(self, batch: Batch) -> Measured:
        """Compute all measures of a batch."""
        met = self.meet(batch, self.measures)
        if met is None:
            unjudged = batch.lists.select(schema.SYSTEM, schema.REQUEST).unique()
            return Measured(self._unjudged(unjudged), self.no_exposures)
        judged, projections = met
        main = projections[self.profile.for_measure("")]
        records = pl.concat([self._records(projections, judged), self._unjudged(main.unjudged)])
        return Measured(records, self._exposures(main))

    def values(self, batch: Batch) -> pl.DataFrame:
        """Compute the measures of requests, and count nothing: ``system``, ``request``, ``values`` where they count."""
        met = self.meet(batch, self.measures)
        if met is None:
            return pl.DataFrame(schema=[schema.SYSTEM, schema.REQUEST, VALUES])
        judged, projections = met
        return self._values(projections, judged).filter(IS_INCLUDED).drop(IS_INCLUDED)

    def meet(self, batch: Batch, named: Iterable[object]) -> tuple[JudgedItems, dict[Profile, Projection]] | None:
        """Project the lists of a batch as the conventions of these measures or preferences see them, if any is judged.

        What is wrong with the lists or the judgments is refused.
        """
        lists = check_runs(batch.lists, Origin("the runs", has_rows=False))
        judgments = self._judgments(batch)
        if judgments.frame.is_empty():
            return None
        judged = JudgedItems.of(judgments, self.needs, known=self._known)
        wanted = dict.fromkeys(self.profile.for_measure(name) for name in ("", *map(str, named)))
        return judged, {each: project(lists, judged, each, self.systems) for each in wanted}

    @cached_property
    def _known(self) -> KnownItems | None:
        return None if self.shared.catalogue is None else KnownItems.of(self.shared.catalogue)

    def _judgments(self, batch: Batch) -> Judgments:
        """Give the judgments of the requests of a batch, if nothing is wrong with them."""
        shared, origin = self.shared, Origin(self.shared.source, has_rows=False)
        judged, catalogue = batch.judged, shared.catalogue
        weights = shared.weights if batch.weights is None else batch.weights
        if has_repeated(judged, KEY):
            for problem in (contradictions if catalogue is None else repeated_ratings)(judged, origin):
                raise problem
            judged = judged.unique(maintain_order=True)
        if catalogue is not None:
            train = catalogue.train if batch.train is None else batch.train
            train_origin = replace(origin, source=catalogue.train_source)
            for problem in (
                *repeated_ratings(train, train_origin),
                *shared_pairs(judged, train, origin, catalogue.train_source),
            ):
                raise problem
            catalogue = replace(catalogue, train=train)
        if weights is not None:
            weights = weights.join(judged, on=schema.REQUEST, how="semi", maintain_order="left")
        judgments = replace(shared, frame=judged, catalogue=catalogue, weights=weights)
        if weights is not None:
            refuse_unweighted(judgments.aspect_grades, weights, shared.weights_source)
        for measure in self.wanted:
            if "providers" in measure.needs:
                refuse_missing_providers(judgments, getattr(measure, "level", 0.0), str(measure))
        return judgments

    def _records(self, projections: dict[Profile, Projection], judged: JudgedItems) -> pl.DataFrame:
        """Write what was measured and counted as rows, system after system."""

        def lists_for(measure: Measure) -> RankedLists:
            return projections[self.profile.for_measure(str(measure))].lists

        main, n_systems = projections[self.profile.for_measure("")], len(self.systems)
        of_requests = {**tallied(judged, self.wanted, self.profile), **doubts(self.measures, lists_for)}
        counts = {
            **dict(
                zip(ITEM_COUNTS, (main.lists.depth, main.n_tied_items, main.n_unknown, main.n_profile), strict=True)
            ),
            **{name: np.tile(n, n_systems) for name, n in of_requests.items()},
        }
        measured = self._values(projections, judged)
        return measured.select(
            schema.SYSTEM,
            schema.REQUEST,
            pl.lit(value=True).alias(IS_JUDGED),
            pl.Series(IS_ANSWERED, main.is_answered),
            IS_INCLUDED,
            pl.Series(JUDGED_AT_10, Judged(cutoff=DEPTH_OF_COUNTS).values(main.lists)),
            _rows(COUNTS, [counts[name] for name in self.counts], measured.height, pl.Int64),
            VALUES,
        )

    def _values(self, projections: dict[Profile, Projection], judged: JudgedItems) -> pl.DataFrame:
        """Give ``system``, ``request``, ``is_included``, ``values``: what was measured, system after system."""
        n_systems, n_requests = len(self.systems), len(judged.requests)
        system, request = np.divmod(np.arange(n_systems * n_requests), n_requests)
        is_answered = projections[self.profile.for_measure("")].is_answered.reshape(n_systems, n_requests)
        values = [
            values_of(measure, projections[self.profile.for_measure(str(measure))].lists) for measure in self.measures
        ]
        return pl.DataFrame([
            pl.Series(schema.SYSTEM, self.systems, dtype=pl.String).gather(system),
            judged.codes[schema.REQUEST].gather(request),
            pl.Series(IS_INCLUDED, included(is_answered, judged, self.profile).ravel()),
            _rows(VALUES, values, system.size, pl.Float64),
        ])

    def _unjudged(self, pairs: pl.DataFrame) -> pl.DataFrame:
        """Write rows for lists of requests that are not judged: of these only their number counts."""
        n = pairs.height
        return pairs.with_columns(
            pl.lit(value=False).alias(IS_JUDGED),
            pl.lit(value=True).alias(IS_ANSWERED),
            pl.lit(value=False).alias(IS_INCLUDED),
            pl.lit(np.nan).alias(JUDGED_AT_10),
            _rows(COUNTS, [np.zeros(n, np.int64)] * len(self.counts), n, pl.Int64),
            _rows(VALUES, [np.full(n, np.nan)] * len(self.measures), n, pl.Float64),
        )

    def _exposures(self, projection: Projection) -> FloatArray:
        shown = projection.lists.shown
        if shown is None or not self.system_measures:
            return self.no_exposures
        of_each = [shown.of_system(number) for number in range(len(self.systems))]
        return np.array([[measure.exposure(its) for measure in self.system_measures] for its in of_each])


def _rows(name: str, columns: Sequence[FloatArray] | Sequence[IntArray], n: int, kind: type[pl.DataType]) -> pl.Series:
    """Put columns side by side in lists."""
    if not columns:
        return pl.Series(name, [[]] * n, dtype=pl.List(kind))
    table = np.stack(columns, axis=-1)
    return pl.Series(name, table, dtype=pl.Array(kind, len(columns))).arr.to_list()
