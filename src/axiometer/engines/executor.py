"""The executor: judgments, measures and conventions made ready once, to turn batches of ranked lists into values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.checks import check_jobs
from axiometer.conventions.profiles import Profile
from axiometer.data import Judgments, RunSource
from axiometer.engines.batch_sums import Measured
from axiometer.engines.convention_views import Views
from axiometer.engines.in_memory import MeasurementsInMemory
from axiometer.engines.notes import counts_of_judgments, doubts, notes_of_judgments
from axiometer.engines.requirements import Asked, deepest, needs_of
from axiometer.io.runs import runs_of
from axiometer.jobs import Progress, of_each
from axiometer.measures.base import Measure, SystemMeasure, values_of
from axiometer.measures.names import Wanted
from axiometer.measures.preferences.base import Preference
from axiometer.notes import Note
from axiometer.projection.cache import Memory
from axiometer.projection.item_codes import KnownItems
from axiometer.projection.join import DEPTH_OF_COUNTS, Batch, project
from axiometer.projection.judged import JudgedItems
from axiometer.projection.needs import Needs
from axiometer.projection.order import refuse_without_ranks


@dataclass(frozen=True, eq=False, repr=False)
class Executor:
    """What every way of running goes through; judgments are made ready when somebody needs them.

    Attributes
    ----------
    judgments
        What lists are measured against.
    asked
        Measures and preferences.
    profile
        The conventions.
    profiles
        Those of each measure or preference, by its full name, and those of the whole, ``""``.
    needs, own_needs
        What lists and judgments must have; and what they would need for what is asked for alone.
    is_by_item
        Whether judged items are in the order of their ids also where nothing needs that.
    known
        The items of the catalogue, where they have numbers already.
    memory
        What was made ready.
    """

    judgments: Judgments
    asked: tuple[Asked, ...]
    profile: Profile
    profiles: Mapping[str, Profile]
    needs: Needs
    own_needs: Needs
    is_by_item: bool = False
    known: KnownItems | None = None
    memory: Memory = field(default_factory=Memory)

    @classmethod
    def of(
        cls,
        judgments: Judgments,
        asked: Iterable[Asked],
        profile: Profile,
        *,
        with_aspects: bool = False,
        by_item: bool = False,
    ) -> Self:
        """Find out what is needed, and refuse to measure without it.

        Parameters
        ----------
        judgments, asked, profile
            What lists are measured against; measures and preferences; and the conventions.
        with_aspects
            Whether lists have aspects also if nothing that is asked for needs them.
        by_item
            Whether judged items are in the order of their ids also where nothing needs that.
        """
        asked = tuple(asked)
        own = needs_of(asked, judgments, profile)
        needs = replace(own, aspects=True, described=True) if with_aspects else own
        return cls(judgments, asked, profile, profile.for_measures(asked), needs, own, by_item)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that have a value for each query."""
        return tuple(each for each in self.asked if isinstance(each, Measure))

    @property
    def system_measures(self) -> tuple[SystemMeasure, ...]:
        """The measures that have one value for each system."""
        return tuple(each for each in self.asked if isinstance(each, SystemMeasure))

    @property
    def wanted(self) -> tuple[Wanted, ...]:
        """All measures, in the order in which they were asked for."""
        return tuple(each for each in self.asked if not isinstance(each, Preference))

    @property
    def queries(self) -> tuple[str, ...]:
        """The judged queries, or users, in the order in which arrays have their rows."""
        return self.judged.queries

    @property
    def depth(self) -> int | None:
        """How many items of a list are looked at; ``None`` is all, as where there must not be more than the corpus."""
        if any(each.corpus_size is not None for each in self.profiles.values()):
            return None
        is_all = len(self.wanted) < len(self.asked) or self.needs.shown == np.inf
        depth = np.inf if is_all else max(deepest(self.wanted), DEPTH_OF_COUNTS)
        found = min(depth, max(each.depth or np.inf for each in self.profiles.values()))
        return None if found == np.inf else int(found)

    @property
    def judged(self) -> JudgedItems:
        """The judged items, made ready for all lists to come."""
        return self.memory.once("judged", self._made_ready)

    def prepare(self) -> None:
        """Make ready what depends on judgments only."""
        for each in self.profiles.values():
            self.judged.pool(each)
        self._of_judgments()

    def evaluate(self, runs: Any, *, jobs: int, progress: Progress | None) -> MeasurementsInMemory:
        """Measure runs, several at the same time."""
        check_jobs(jobs)
        with ThreadPoolExecutor(max_workers=1) as beside:
            # Judgments are made ready while the first runs are read.
            beside.submit(self.prepare)
            return self._assembled(of_each(runs_of(runs).sources, self._measured, jobs, progress))

    def load(self, source: RunSource) -> pl.DataFrame:
        """Read the lists of a source, if it has what orders them."""
        frame = source.load(self.profile.order)
        refuse_without_ranks(frame.columns, self.profiles.values(), str(source), source.columns_given)
        return frame

    def views(self, lists: pl.DataFrame | Batch, depth: int | None = None) -> Views:
        """Put lists in order and join them with what is judged, once for each set of conventions.

        Parameters
        ----------
        lists
            A frame, or a batch.
        depth
            How many items of each list count at most.
        """
        batch = lists if isinstance(lists, Batch) else Batch.of(lists, self.judged)
        profiles = self.profiles
        if depth is not None:
            profiles = {name: replace(each, depth=min(depth, each.depth or depth)) for name, each in profiles.items()}
        return Views({each: project(batch, each) for each in dict.fromkeys(profiles.values())}, profiles)

    def values(self, views: Views) -> FloatArray:
        """Compute systems × queries × measures."""
        columns = [values_of(each, views.lists_for(each)) for each in self.measures]
        return (
            np.stack(columns, axis=-1).reshape(*views.shape, len(columns)) if columns else np.empty((*views.shape, 0))
        )

    def measure(self, views: Views) -> Measured:
        """Compute all measures of a batch, and count what a reader should know."""
        of_queries = {**self._of_judgments(), **doubts(self.measures, views.lists_for)}
        exposures = views.exposures(self.system_measures)
        return replace(self.count(views), values=self.values(views), of_queries=of_queries, exposures=exposures)

    def count(self, views: Views) -> Measured:
        """Count what a reader should know of a batch, of which nothing is measured."""
        main, shape = views.main, views.shape
        items = (main.lists.depth, main.n_tied_items, main.n_unknown, main.n_profile)
        return Measured(
            systems=main.systems,
            queries=self.queries,
            values=np.empty((*shape, 0)),
            is_answered=views.is_answered,
            is_included=self.included(views),
            items=[each.reshape(shape) for each in items],
            judged_at_10=main.judged_at_10.reshape(shape),
            of_queries={},
            unjudged=main.unjudged,
            exposures=np.empty((shape[0], 0, 0)),
            ordered_by=main.ordered_by,
            has_catalogue=main.lists.shown is not None,
        )

    def measured(self, views: Views) -> MeasurementsInMemory:
        """Measure lists that were put in order before."""
        return self._assembled([self.measure(views)])

    def included(self, views: Views) -> BoolArray:
        """Give systems × queries: whether the profile lets the query count for the system."""
        if self.profile.queries in {"answered", "run"}:
            return views.is_answered
        if self.profile.queries == "relevant":
            return np.broadcast_to(self.judged.of_query.sum(self.judged.grade > 0) > 0, views.shape)
        return np.ones(views.shape, bool)

    def notes(self, totals: Mapping[str, int]) -> tuple[Note, ...]:
        """Say what a reader of the values would not expect, from what was counted of queries."""
        return notes_of_judgments(totals, self.judgments, self.wanted, self.own_needs, self.profile)

    def for_judgments(self, judgments: Judgments) -> Self:
        """Give the same for the judgments of other queries, which have everything else in common with these."""
        return replace(self, judgments=judgments, known=self._known_items(), memory=Memory())

    def asking(self, asked: Sequence[Asked], profiles: Mapping[str, Profile]) -> Self:
        """Give the same for other measures and preferences, which need no more, by these conventions."""
        own = needs_of(asked, self.judgments, self.profile)
        profiles = {name: profiles[name] for name in ("", *map(str, asked))}
        return replace(self, asked=tuple(asked), profiles=profiles, own_needs=own)

    def _of_judgments(self) -> Mapping[str, IntArray]:
        """For each query, what is counted of its judgments."""
        return self.memory.once(
            ("counts", self.asked), lambda: counts_of_judgments(self.judged, self.wanted, self.profile)
        )

    def _known_items(self) -> KnownItems | None:
        catalogue = self.judgments.catalogue
        if catalogue is None or not self.needs.described:
            return None
        return self.memory.once("known", lambda: KnownItems.of(catalogue))

    def _made_ready(self) -> JudgedItems:
        judged = JudgedItems.of(self.judgments, self.needs, by_item=self.is_by_item, known=self.known)
        if self.needs.shown:
            judged.catalogue(judged.top(self.profile))
        return judged

    def _measured(self, source: RunSource) -> Measured:
        """Read one source and measure it; what was read is not needed any more."""
        return replace(self.measure(self.views(self.load(source))), source=str(source))

    def _assembled(self, parts: Sequence[Measured]) -> MeasurementsInMemory:
        totals = {name: int(n.sum()) for name, n in parts[0].of_queries.items()}
        notes, asker = self.notes(totals), self.judgments.asker
        return MeasurementsInMemory.of(parts, self.wanted, self.profile, notes, asker=asker)
