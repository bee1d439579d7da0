"""Evaluation on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import polars as pl

from axiometer.data import Judgments, Runs, RunSource, schema
from axiometer.engines.measurements import Measurements
from axiometer.engines.needs import DEPTH_OF_COUNTS, needs_of
from axiometer.engines.remarks import doubts, remarks, tallied
from axiometer.errors import InputError, UsageError
from axiometer.measures.adhoc.judged import Judged
from axiometer.measures.base import Measure, SystemMeasure
from axiometer.measures.names import Wanted, parse_wanted
from axiometer.projection.ids import numbers_of
from axiometer.projection.join import Projection, project
from axiometer.projection.judged import JudgedItems
from axiometer.projection.lists import RankedLists
from axiometer.projection.needs import Needs
from axiometer.projection.profiles import Profile, get_profile, usual_profile
from axiometer.projection.segments import BoolArray, FloatArray, IntArray

T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Told how many of how many sources are done."""


def evaluate(
    judgments: Any,
    runs: Any,
    measures: str | Wanted | Iterable[str | Wanted],
    *,
    profile: str | Profile | None = None,
    jobs: int = 2,
    progress: Progress | None = None,
) -> Measurements:
    """Measure runs against judgments.

    Parameters
    ----------
    runs
        What ``read_runs`` or ``scan_runs`` gave, a frame, or dictionaries.
    judgments
        What ``read_judgments`` gave, a frame, or a dictionary of dictionaries.
    measures
        Names or measures, such as ``["nDCG@10", "AP", "RBP(p=0.8)"]``. A name that leaves a parameter open has it from
        the profile; a measure is taken as it is.
    profile
        The conventions: a name such as ``"trec_eval-9"``, or what ``get_profile`` gave. Without it, those of
        ``trec_eval`` for judgments, and of ``ratings`` for ratings.
    jobs
        How many runs are read and projected at the same time. More need more memory, and help until all cores work.
    progress
        Called after each source with the number of sources done and the number of all.

    Returns
    -------
    Measurements
        One value per system, judged request and measure.
    """
    judgments = Judgments.of(judgments)
    profile = profile_for(judgments, profile)
    wanted = parse_wanted(measures, defaults=dict(profile.parameters))
    check_jobs(jobs)
    needs = needs_of(wanted, judgments, profile)
    of_lists = [each for each in wanted if isinstance(each, Measure)]
    of_systems = [each for each in wanted if isinstance(each, SystemMeasure)]
    with ThreadPoolExecutor(max_workers=1) as beside:
        # Judgments are made ready while the first runs are read.
        judged = beside.submit(_made_ready, judgments, needs, profile)
        sources = Runs.of(runs).sources

        def measure(source: RunSource) -> _Part:
            return _measure(source, _projected(source, judged, of_lists, profile), (of_lists, of_systems), profile)

        parts = of_each(sources, measure, jobs, progress)
    return _assemble(parts, judged.result(), wanted, profile)


@dataclass(frozen=True, kw_only=True)
class Local:
    """The engine that has all lists of a source in memory; see ``evaluate``."""

    jobs: int = 2
    progress: Progress | None = None

    def evaluate(
        self,
        judgments: Any,
        runs: Any,
        measures: str | Wanted | Iterable[str | Wanted],
        *,
        profile: str | Profile | None = None,
    ) -> Measurements:
        """Measure runs against judgments."""
        return evaluate(judgments, runs, measures, profile=profile, jobs=self.jobs, progress=self.progress)


def _made_ready(judgments: Judgments, needs: Needs, profile: Profile) -> JudgedItems:
    judged = JudgedItems.of(judgments, needs)
    if needs.shown:
        judged.catalogue(judged.top(profile))
    return judged


def of_each(
    sources: Sequence[RunSource], do: Callable[[RunSource], T], jobs: int, progress: Progress | None
) -> list[T]:
    """Do something with each source, several at the same time, and tell of the progress."""
    done: list[T] = []
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        for each in pool.map(do, sources) if jobs > 1 else map(do, sources):
            done.append(each)
            if progress is not None:
                progress(len(done), len(sources))
    return done


def profile_for(judgments: Judgments, profile: str | Profile | None) -> Profile:
    """Find a profile, or the usual one for what is judged if none is named."""
    return get_profile(profile or usual_profile(has_ratings=judgments.catalogue is not None))


def check_jobs(jobs: Any) -> None:
    """Refuse what is no number of jobs."""
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise UsageError(f"jobs must be a whole number from 1, not {jobs!r}")


@dataclass(frozen=True, eq=False)
class _Part:
    """What one source gave."""

    source: str
    systems: tuple[str, ...]
    values: FloatArray
    is_answered: BoolArray
    counts: pl.DataFrame
    doubts: dict[str, IntArray]
    system_values: FloatArray


def values_of(measure: Measure, lists: RankedLists) -> FloatArray:
    """Compute a measure, and make sure that it gives one number for each list."""
    return one_for_each(measure, measure.values(rows_for(measure, lists)), lists).astype(np.float64, copy=False)


def one_for_each(measure: Measure, numbers: Any, lists: RankedLists) -> FloatArray | IntArray:
    """Refuse what is not one number for each list."""
    values = np.asarray(numbers)
    if values.shape != (len(lists),) or values.dtype.kind not in "fiub":
        found = f"values of type {values.dtype} and shape {values.shape} for {len(lists)} lists"
        raise UsageError(f"{measure} gives {found}: one number each is needed")
    return values


def rows_for(measure: Measure, lists: RankedLists) -> RankedLists:
    """Give lists with the rows that a measure asks for."""
    return lists if measure.rows == "judged" else lists.relevant()


def _projected(
    source: RunSource, judged: Future[JudgedItems], measures: Sequence[Measure], profile: Profile
) -> dict[Profile, Projection]:
    """Read one source and project it once for each set of conventions; what was read is not needed any more."""
    frame = source.load(profile.order)
    wanted = dict.fromkeys([profile.for_measure(""), *(profile.for_measure(str(measure)) for measure in measures)])
    return {each: project(frame, judged.result(), each) for each in wanted}


def _measure(
    source: RunSource,
    projections: dict[Profile, Projection],
    wanted: tuple[Sequence[Measure], Sequence[SystemMeasure]],
    profile: Profile,
) -> _Part:
    """Compute all measures of one source."""
    measures, of_systems = wanted
    main = projections[profile.for_measure("")]

    def lists_for(measure: Measure) -> RankedLists:
        return projections[profile.for_measure(str(measure))].lists

    columns = [values_of(measure, lists_for(measure)) for measure in measures]
    shape = (len(main.systems), len(main.lists.pool.segments))
    values = np.stack(columns, axis=-1).reshape(*shape, len(measures)) if columns else np.empty((*shape, 0))
    return _Part(
        str(source),
        main.systems,
        values,
        main.is_answered.reshape(shape),
        counts_of(main, shape),
        doubts(measures, lists_for),
        _of_systems(main, of_systems),
    )


def _of_systems(projection: Projection, measures: Sequence[SystemMeasure]) -> FloatArray:
    """Compute systems × measures of all lists of a system."""
    shown = projection.lists.shown
    if shown is None:
        return np.empty((len(projection.systems), 0))
    of_each_system = [shown.of_system(number) for number in range(len(projection.systems))]
    return np.array([[measure.value(its) for measure in measures] for its in of_each_system])


def counts_of(projection: Projection, shape: tuple[int, int]) -> pl.DataFrame:
    """Count, for each system, what a reader should know before trusting its numbers."""
    is_answered = projection.is_answered.reshape(shape)
    judged_at_10 = Judged(cutoff=DEPTH_OF_COUNTS).values(projection.lists).reshape(shape)
    n_answered = is_answered.sum(axis=1)
    shown = {"unknown_items": projection.n_unknown, "profile_items": projection.n_profile}
    catalogue = {name: count.reshape(shape).sum(axis=1) for name, count in shown.items()}
    return pl.DataFrame({
        schema.SYSTEM: projection.systems,
        "answered": n_answered,
        "missing": shape[1] - n_answered,
        "run_only": n_of_each(projection.unjudged[schema.SYSTEM], projection.systems),
        "items": projection.lists.depth.reshape(shape).sum(axis=1),
        "tied_items": projection.n_tied_items.reshape(shape).sum(axis=1),
        **({} if projection.lists.shown is None else catalogue),
        "judged_at_10": np.nansum(judged_at_10, axis=1) / n_answered,
        "ordered_by": [projection.ordered_by] * len(projection.systems),
    })


def n_of_each(named: pl.Series, systems: Sequence[str]) -> IntArray:
    """Count how often each system is named."""
    return np.bincount(numbers_of(named, pl.Series(systems, dtype=pl.String)), minlength=len(systems))


def projected(
    runs: Runs, judgments: Judgments, measure: Measure, profile: Profile
) -> tuple[JudgedItems, list[Projection]]:
    """Project all runs as one measure needs them."""
    needs = needs_of([measure], judgments, profile)
    judged = JudgedItems.of(judgments, needs)
    its_profile = profile.for_measure(str(measure))
    found = [project(source.load(profile.order), judged, its_profile) for source in runs.sources]
    refuse_two_homes([(str(source), each.systems) for source, each in zip(runs.sources, found, strict=True)])
    return judged, found


def refuse_two_homes(sources: Sequence[tuple[str, Sequence[str]]]) -> tuple[str, ...]:
    """Give all systems; a system that two sources have is refused."""
    homes: dict[str, str] = {}
    for source, systems in sources:
        for system in systems:
            if system in homes:
                found = f"the system {system!r} in both {homes[system]} and {source}"
                raise InputError(found, "one place for each system; rename a file or its tag")
            homes[system] = source
    return tuple(homes)


def included(is_answered: BoolArray, judged: JudgedItems, profile: Profile) -> BoolArray:
    """Give systems × requests: whether the profile lets the request count for the system."""
    if profile.requests in {"answered", "run"}:
        return is_answered
    has_relevant = judged.of_request.sum(judged.grade > 0) > 0
    return np.broadcast_to(
        has_relevant if profile.requests == "relevant" else np.ones_like(has_relevant), is_answered.shape
    )


def _assemble(
    parts: Sequence[_Part],
    judged: JudgedItems,
    wanted: Sequence[Wanted],
    profile: Profile,
) -> Measurements:
    return Measurements(
        systems=refuse_two_homes([(part.source, part.systems) for part in parts]),
        requests=judged.requests,
        measures=tuple(each for each in wanted if isinstance(each, Measure)),
        values=np.concatenate([part.values for part in parts]),
        is_included=included(np.concatenate([part.is_answered for part in parts]), judged, profile),
        profile=profile,
        counts=pl.concat([part.counts for part in parts]),
        system_measures=tuple(each for each in wanted if isinstance(each, SystemMeasure)),
        system_values=np.concatenate([part.system_values for part in parts]),
        remarks=remarks(
            {name: int(n.sum()) for name, n in {**tallied(judged, wanted, profile), **parts[0].doubts}.items()},
            judged.judgments,
            wanted,
            judged.needs,
            profile,
        ),
    )
