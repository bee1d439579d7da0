"""Runs put in order once and kept, so that they can be measured and compared again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from axiometer.arrays import BoolArray
from axiometer.checks import check_jobs
from axiometer.conventions.profiles import Profile, profile_for
from axiometer.data import RunSource, schema
from axiometer.data.runs import refuse_two_homes
from axiometer.engines.convention_views import Views
from axiometer.engines.executor import Executor
from axiometer.engines.in_memory import MeasurementsInMemory
from axiometer.engines.notes import notes_of_systems
from axiometer.engines.preferences import Compared
from axiometer.io import read_judgments
from axiometer.io.runs import runs_of
from axiometer.jobs import Progress, of_each
from axiometer.measures.base import Measure
from axiometer.measures.preferences.base import Preference
from axiometer.notes import Note
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, eq=False)
class Collection:
    """The lists of all systems against all judged queries, kept in sparse columns.

    Attributes
    ----------
    executor
        What they are measured against, by which measures and preferences.
    views
        The lists as each set of conventions sees them; list s · R + r answers query r for system s.
    """

    executor: Executor
    views: Views

    @classmethod
    def read(
        cls,
        judgments: Any,
        runs: Any,
        compared: Sequence[Compared],
        *,
        profile: str | Profile | None = None,
        with_aspects: bool = False,
        jobs: int = 2,
        progress: Progress | None = None,
    ) -> Collection:
        """Read all runs, each once, and put them in order as what is compared needs them, or also with aspects."""
        check_jobs(jobs)
        known, sources = read_judgments(judgments), runs_of(runs).sources
        executor = Executor.of(known, compared, profile_for(known, profile), with_aspects=with_aspects)

        def read_one(source: RunSource) -> Views:
            return executor.views(executor.load(source))

        parts = of_each(sources, read_one, jobs, progress)
        refuse_two_homes((str(source), part.main.systems) for source, part in zip(sources, parts, strict=True))
        return cls(executor, Views.together(parts))

    @property
    def systems(self) -> tuple[str, ...]:
        """Whose lists these are."""
        return self.views.main.systems

    @property
    def queries(self) -> tuple[str, ...]:
        """What they answer."""
        return self.executor.queries

    @property
    def asker(self) -> schema.Asker:
        """Who asks for the lists: a query or, of ratings, a user."""
        return self.executor.judgments.asker

    @property
    def compared(self) -> tuple[Compared, ...]:
        """The measures and preferences for which the lists have what they need."""
        return tuple(each for each in self.executor.asked if isinstance(each, Measure | Preference))

    @property
    def profile(self) -> Profile:
        """The conventions."""
        return self.executor.profile

    @property
    def is_included(self) -> BoolArray:
        """Systems × queries: whether the profile lets the query count for the system."""
        return self.executor.included(self.views)

    def lists_for(self, compared: Compared) -> RankedLists:
        """Give the lists as the conventions of one measure or preference see them."""
        return self.views.lists_for(compared)

    def changed(self, change: Callable[[RankedLists], RankedLists]) -> Collection:
        """Give the same with other lists, made of these."""
        changed = {key: replace(each, lists=change(each.lists)) for key, each in self.views.projections.items()}
        return replace(self, views=replace(self.views, projections=changed))

    def only(self, *compared: Compared) -> Collection:
        """Give the same for these of the measures and preferences only."""
        return replace(self, executor=self.executor.asking(compared, self.views.profiles))

    def instead(self, other: Compared, compared: Compared) -> Collection:
        """Give the same for another measure or preference, which sees the lists as the one does that it stands for."""
        views = replace(self.views, profiles={**self.views.profiles, str(other): self.views.profiles[str(compared)]})
        return Collection(self.executor.asking([other], views.profiles), views)

    @property
    def counts(self) -> pl.DataFrame:
        """One row per system: what a reader should know."""
        return self.executor.count(self.views).counts_of_systems()

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a reader must know of the lists."""
        return tuple(notes_of_systems(self.counts, self.profile, self.asker))

    def measured(self) -> MeasurementsInMemory:
        """Compute the measures among what is compared."""
        return self.executor.measured(self.views)


def measures_of(compared: Iterable[Compared]) -> list[Measure]:
    """Give the measures among what is compared."""
    return [each for each in compared if isinstance(each, Measure)]
