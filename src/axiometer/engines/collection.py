"""Runs projected once and kept, so that they can be measured and compared again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from axiometer.data import Judgments, Runs, RunSource
from axiometer.engines.local import (
    Progress,
    check_jobs,
    counts_of,
    included,
    of_each,
    profile_for,
    refuse_two_homes,
    values_of,
)
from axiometer.engines.measurements import Measurements
from axiometer.engines.needs import needs_of
from axiometer.engines.preferences import Compared
from axiometer.engines.remarks import cautions, doubts, remarks, tallied
from axiometer.measures.base import Measure
from axiometer.projection.join import Projection, project
from axiometer.projection.judged import JudgedItems
from axiometer.projection.lists import RankedLists
from axiometer.projection.needs import Needs
from axiometer.projection.positions import together
from axiometer.projection.profiles import Profile
from axiometer.projection.segments import BoolArray


@dataclass(frozen=True, eq=False)
class Collection:
    """The lists of all systems against all judged requests, kept in sparse columns.

    Attributes
    ----------
    systems, requests
        Whose lists these are, and what they answer.
    compared
        The measures and preferences for which the lists have what they need.
    lists
        The lists as each set of conventions sees them; list s · R + r answers request r for system s.
    is_included
        Systems × requests: whether the profile lets the request count for the system.
    profile
        The conventions.
    counts, remarks
        What a reader should know: one row per system, and sentences.
    """

    systems: tuple[str, ...]
    requests: tuple[str, ...]
    compared: tuple[Compared, ...]
    lists: Mapping[Profile, RankedLists]
    is_included: BoolArray
    profile: Profile
    counts: pl.DataFrame
    remarks: tuple[str, ...] = ()

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
        """Read all runs, each once, and project them as measures and preferences need them, or also with aspects."""
        runs, judgments = Runs.of(runs), Judgments.of(judgments)
        profile = profile_for(judgments, profile)
        check_jobs(jobs)
        measures = measures_of(compared)
        needs = needs_of_compared(compared, judgments, profile)
        are_aspects_needed = needs.aspects
        needs = replace(needs, aspects=are_aspects_needed or with_aspects)
        judged = JudgedItems.of(judgments, needs)
        wanted = dict.fromkeys([profile.for_measure(""), *(profile.for_measure(str(each)) for each in compared)])

        def read_one(source: RunSource) -> _Part:
            return _Part.of(source, judged, profile, wanted)

        parts = of_each(runs.sources, read_one, jobs, progress)
        totals = {name: int(n.sum()) for name, n in tallied(judged, measures, profile).items()}
        return cls(
            systems=refuse_two_homes([(part.source, part.main.systems) for part in parts]),
            requests=judged.requests,
            compared=tuple(compared),
            lists={each: together([part.projections[each].lists for part in parts]) for each in wanted},
            is_included=included(np.concatenate([part.is_answered for part in parts]), judged, profile),
            profile=profile,
            counts=pl.concat([part.counts for part in parts]),
            remarks=remarks(totals, judgments, measures, replace(needs, aspects=are_aspects_needed), profile),
        )

    def lists_for(self, compared: Compared) -> RankedLists:
        """Give the lists as the conventions of one measure or preference see them."""
        return self.lists[self.profile.for_measure(str(compared))]

    def changed(self, change: Callable[[RankedLists], RankedLists]) -> Collection:
        """Give the same with other lists, made of these."""
        return replace(self, lists={profile: change(lists) for profile, lists in self.lists.items()})

    def measured(self) -> Measurements:
        """Compute the measures among what is compared."""
        measures = measures_of(self.compared)
        columns = [values_of(each, self.lists_for(each)) for each in measures]
        doubtful = {name: int(n.sum()) for name, n in doubts(measures, self.lists_for).items()}
        values = np.stack(columns, axis=-1) if columns else np.empty((self.is_included.size, 0))
        return Measurements(
            systems=self.systems,
            requests=self.requests,
            measures=tuple(measures),
            values=values.reshape(*self.is_included.shape, len(measures)),
            is_included=self.is_included,
            profile=self.profile,
            counts=self.counts,
            remarks=(*self.remarks, *cautions(doubtful, measures)),
            system_values=np.empty((len(self.systems), 0)),
        )


def measures_of(compared: Iterable[Compared]) -> list[Measure]:
    """Give the measures among what is compared."""
    return [each for each in compared if isinstance(each, Measure)]


def needs_of_compared(compared: Sequence[Compared], judgments: Judgments, profile: Profile) -> Needs:
    """Find what measures and preferences need: preferences look at whole lists, not only at some ranks."""
    measures = measures_of(compared)
    needs = needs_of(measures, judgments, profile)
    return needs if len(measures) == len(compared) else replace(needs, shown=np.inf if needs.shown else 0)


@dataclass(frozen=True, eq=False)
class _Part:
    """What one source gave."""

    source: str
    main: Projection
    projections: dict[Profile, Projection]
    is_answered: BoolArray
    counts: pl.DataFrame

    @classmethod
    def of(cls, source: RunSource, judged: JudgedItems, profile: Profile, wanted: Iterable[Profile]) -> _Part:
        frame = source.load(profile.order)
        projections = {each: project(frame, judged, each) for each in wanted}
        main = projections[profile.for_measure("")]
        shape = (len(main.systems), len(judged.requests))
        return cls(str(source), main, projections, main.is_answered.reshape(shape), counts_of(main, shape))
