"""Evaluation on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
import polars as pl

from axiometer.data import Judgments, Runs, RunSource, schema
from axiometer.data.lengths import length_in
from axiometer.engines.measurements import Measurements
from axiometer.errors import InputError, UsageError
from axiometer.measures.adhoc.judged import Judged
from axiometer.measures.base import Measure
from axiometer.measures.names import parse_measures
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.projection.join import Needs, Projection, project
from axiometer.projection.judged import JudgedItems, refuse_missing_providers
from axiometer.projection.lists import RankedLists
from axiometer.projection.profiles import Profile, get_profile
from axiometer.projection.segments import BoolArray, FloatArray

T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Told how many of how many sources are done."""


def evaluate(
    runs: Any,
    judgments: Any,
    measures: str | Measure | Iterable[str | Measure],
    *,
    profile: str | Profile = "trec_eval",
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
        The conventions: a name such as ``"trec_eval-9"``, or what ``get_profile`` gave.
    jobs
        How many runs are read and projected at the same time. More need more memory, and help until all cores work.
    progress
        Called after each source with the number of sources done and the number of all.

    Returns
    -------
    Measurements
        One value per system, judged request and measure.
    """
    runs, judgments = Runs.of(runs), Judgments.of(judgments)
    profile = get_profile(profile)
    wanted = parse_measures(measures, defaults=dict(profile.parameters))
    check_jobs(jobs)
    needs = needs_of(wanted, judgments, profile)
    judged = JudgedItems.of(judgments, with_aspects=needs.aspects, with_providers=needs.providers)

    def measure(source: RunSource) -> _Part:
        return _measure(source, judged, wanted, profile, needs)

    parts = of_each(runs.sources, measure, jobs, progress)
    return _assemble(parts, judged, wanted, profile)


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
    cautions: tuple[str, ...]


def values_of(measure: Measure, lists: RankedLists) -> FloatArray:
    """Compute a measure, and make sure that it gives one number for each list."""
    values = np.asarray(measure.values(rows_for(measure, lists)))
    if values.shape != (len(lists),) or values.dtype.kind not in "fiub":
        found = f"values of type {values.dtype} and shape {values.shape} for {len(lists)} lists"
        raise UsageError(f"{measure} gives {found}: one number each is needed")
    return values.astype(np.float64, copy=False)


def rows_for(measure: Measure, lists: RankedLists) -> RankedLists:
    """Give lists with the rows that a measure asks for."""
    return lists if measure.rows == "judged" else lists.relevant()


def needs_of(measures: Sequence[Measure], judgments: Judgments, profile: Profile) -> Needs:
    """Find what measures need beside grades, and refuse judgments and conventions that do not have it."""
    for measure in measures:
        if "corpus_size" in measure.needs and profile.corpus_size is None:
            raise UsageError(
                f"{measure} needs to know how many items there are to retrieve: give the corpus size "
                "(--corpus-size N, or get_profile(…, corpus_size=N))" + _otherwise(measure)
            )
        if "providers" in measure.needs:
            refuse_missing_providers(judgments, measure.level, str(measure))
        if "aspects" in measure.needs and not judgments.has_aspects:
            found = f"judgments without aspects (all of them {schema.NO_ASPECT!r})"
            raise InputError(found, f"a grade for each aspect, which {measure} needs", source=judgments.source)
        if "types" in measure.needs and (judgments.weights is None or schema.TYPE not in judgments.weights.columns):
            expected = f"types, inf or nav, which {measure} needs (--weights, or read_judgments(…, weights=…))"
            raise InputError("no types of aspects", expected, source=judgments.source)
        for unit in measure.needs & {schema.CHARACTERS, schema.WORDS}:
            _refuse_other_units(measure, unit, judgments)
    needs = Needs(
        aspects=any("aspects" in measure.needs for measure in measures),
        characters=_deepest(measure for measure in measures if schema.CHARACTERS in measure.needs),
        words=_deepest(measure for measure in measures if schema.WORDS in measure.needs),
        text=_deepest(measure for measure in measures if "text" in measure.needs),
        providers=any("providers" in measure.needs for measure in measures),
    )
    if (
        needs.characters
        and needs.words
        and judgments.lengths is not None
        and schema.LENGTH in judgments.lengths.columns
    ):
        raise InputError(
            "one length for each item, for measures in characters (such as U) and in words (such as TBG)",
            "a table with the columns item, characters and words, or measures of one kind",
            source=judgments.lengths_source,
        )
    return needs


def _otherwise(measure: Measure) -> str:
    """Say how to do without the corpus size, where that is possible."""
    inside = measure.measure if isinstance(measure, Wrapper) else measure
    if "imputation" not in inside.parameters():
        return ""
    changed: dict[str, Any] = {"imputation": "optimistic"}
    optimistic = replace(inside, **changed)
    if isinstance(measure, Wrapper):
        optimistic = replace(measure, measure=optimistic)
    return "" if "corpus_size" in optimistic.needs else f", or write {optimistic}"


def _refuse_other_units(measure: Measure, unit: str, judgments: Judgments) -> None:
    expected = f"the {unit} of items, which {measure} needs (--lengths, or read_judgments(…, lengths=…))"
    if judgments.lengths is None:
        raise InputError("no lengths of items", expected, source=judgments.source)
    if length_in(unit, judgments.lengths) is None:
        found = f"only {' and '.join(judgments.lengths.columns[1:])} of items"
        raise InputError(found, expected, source=judgments.lengths_source)


def _deepest(measures: Iterable[Measure]) -> float:
    return max((getattr(measure, "cutoff", None) or np.inf for measure in measures), default=0)


def _measure(
    source: RunSource, judged: JudgedItems, measures: Sequence[Measure], profile: Profile, needs: Needs
) -> _Part:
    """Read one source and compute all measures, projecting once for each set of conventions they need."""
    frame = source.load(profile.order)
    main = project(frame, judged, profile, needs)
    projections = {profile.for_measure(""): main}
    columns, cautions = [], []
    for measure in measures:
        its_profile = profile.for_measure(str(measure))
        if its_profile not in projections:
            projections[its_profile] = project(frame, judged, its_profile, needs)
        columns.append(values_of(measure, projections[its_profile].lists))
        cautions.append(measure.caution(projections[its_profile].lists))
    shape = (len(main.systems), len(judged.requests))
    values = np.stack(columns, axis=-1).reshape(*shape, len(measures))
    told = tuple(filter(None, cautions))
    return _Part(str(source), main.systems, values, main.is_answered.reshape(shape), counts_of(main, shape), told)


def counts_of(projection: Projection, shape: tuple[int, int]) -> pl.DataFrame:
    """Count, for each system, what a reader should know before trusting its numbers."""
    is_answered = projection.is_answered.reshape(shape)
    judged_at_10 = Judged(cutoff=10).values(projection.lists).reshape(shape)
    n_answered = is_answered.sum(axis=1)
    return pl.DataFrame({
        schema.SYSTEM: projection.systems,
        "answered": n_answered,
        "missing": shape[1] - n_answered,
        "run_only": projection.n_run_only,
        "items": projection.lists.depth.reshape(shape).sum(axis=1),
        "tied_items": projection.n_tied_items,
        "judged_at_10": np.nansum(judged_at_10, axis=1) / n_answered,
        "ordered_by": [projection.ordered_by] * len(projection.systems),
    })


def projected(
    runs: Runs, judgments: Judgments, measure: Measure, profile: Profile
) -> tuple[JudgedItems, list[Projection]]:
    """Project all runs as one measure needs them."""
    needs = needs_of([measure], judgments, profile)
    judged = JudgedItems.of(judgments, with_aspects=needs.aspects, with_providers=needs.providers)
    its_profile = profile.for_measure(str(measure))
    found = [project(source.load(profile.order), judged, its_profile, needs) for source in runs.sources]
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
    if profile.requests == "answered":
        return is_answered
    has_relevant = judged.of_request.sum(judged.grade > 0) > 0
    return np.broadcast_to(
        has_relevant if profile.requests == "relevant" else np.ones_like(has_relevant), is_answered.shape
    )


def aspect_remarks(judged: JudgedItems, measures: Sequence[Measure], profile: Profile) -> Iterator[str]:
    """Say what a reader would not expect of aspects and their weights."""
    if not judged.has_aspects:
        return
    if remark := judged.remark(profile):
        yield remark
    if judged.judgments.weights is not None:
        unmoved = [str(each) for each in measures if "aspects" in each.needs and not each.counts_weights]
        if unmoved:
            yield f"the weights of aspects do not count for {', '.join(unmoved)}"


def _assemble(
    parts: Sequence[_Part], judged: JudgedItems, measures: Sequence[Measure], profile: Profile
) -> Measurements:
    return Measurements(
        systems=refuse_two_homes([(part.source, part.systems) for part in parts]),
        requests=judged.requests,
        measures=tuple(measures),
        values=np.concatenate([part.values for part in parts]),
        is_included=included(np.concatenate([part.is_answered for part in parts]), judged, profile),
        profile=profile,
        counts=pl.concat([part.counts for part in parts]),
        remarks=(
            *aspect_remarks(judged, measures, profile),
            *dict.fromkeys(told for part in parts for told in part.cautions),
        ),
    )
