"""The tops of ranked lists as people look at them, and what each rank gave to measures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray, IntArray
from axiometer.checks import check_jobs, several, whole_from
from axiometer.conventions.profiles import Profile, profile_for
from axiometer.data import RunSource, schema
from axiometer.data.runs import refuse_two_homes
from axiometer.engines.contributions import amounts_of, divisors_of, effort_of, is_explained, n_looked_at, owner_of
from axiometer.engines.executor import Executor
from axiometer.errors import UsageError, counted
from axiometer.io import read_judgments
from axiometer.io.runs import runs_of
from axiometer.jobs import Progress, of_each
from axiometer.measures.base import Measure, rows_for, values_of
from axiometer.measures.names import Wanted, parse_wanted
from axiometer.measures.parts.additive import Explained
from axiometer.notes import Note
from axiometer.projection.ids import numbers_of
from axiometer.projection.join import Batch
from axiometer.projection.judged import JudgedItems
from axiometer.projection.lists import RankedLists
from axiometer.projection.segments import Segments, ranges, sums

RANKS: Final = 20
_LIST: Final = [schema.SYSTEM, schema.QUERY]
_OF_MEASURE: Final = {"measure": pl.String, schema.SYSTEM: pl.String, schema.QUERY: pl.String}
_CONTRIBUTIONS: Final = {**_OF_MEASURE, schema.RANK: pl.Int64, "value": pl.Float64}
_REST: Final = {**_OF_MEASURE, "rest": pl.Float64, "value": pl.Float64}
_ORDERING: Final = ("order", "ties", "precision", "depth")
"""The conventions that decide which item has which rank."""


@dataclass(frozen=True, eq=False)
class ShownLists:
    """The tops of ranked lists, what is known of their items, and what each rank gave to measures.

    Attributes
    ----------
    lists
        ``system``, ``query``, ``rank``, ``item``: the first items of each list.
    length
        ``system``, ``query``, ``length``: how long each list is as far as it counts; 0 where there is none.
    labels
        ``query``, ``item``, ``aspect``, ``grade`` of the items in ``lists``: all that was judged, also grades up to
        0, and nothing for items that were not judged. The aspect is null where there is none. Where a catalogue says
        which aspects items have, there is a row for each, and the grade is null if the item was not rated.
    aspects
        ``query``, ``aspect``, ``weight``, ``n_relevant``: the aspects of each query in their order, their weights
        where they are known, and how many items have a positive grade there. Without aspects, one row for each
        query, in which the aspect is null.
    contributions
        ``measure``, ``system``, ``query``, ``rank``, ``value``: what each rank that is shown gave to a measure, all
        aspects together, less the effort; only what is not 0.
    rest
        ``measure``, ``system``, ``query``, ``rest``, ``value``: what all further ranks gave, and the measure's value.
        The contributions and the rest add up to the value, up to rounding. Among the rest is also what a measure
        takes for items that the list does not have. It is null for measures that are not explained.
    unexplained
        The measures that do not say what their sums are, and those that are undefined for all lists here.
    notes
        What a reader should know.
    asker
        Who asked for the lists, a query or, of ratings, a user.
    """

    lists: pl.DataFrame
    length: pl.DataFrame
    labels: pl.DataFrame
    aspects: pl.DataFrame
    contributions: pl.DataFrame
    rest: pl.DataFrame
    unexplained: tuple[str, ...]
    notes: tuple[Note, ...] = ()
    asker: schema.Asker = schema.QUERY


def show_lists(
    judgments: Any,
    runs: Any,
    measures: str | Wanted | Iterable[str | Wanted],
    *,
    systems: str | Sequence[str] | None = None,
    queries: str | Sequence[str] | None = None,
    ranks: int = RANKS,
    profile: str | Profile | None = None,
    jobs: int = 2,
    progress: Progress | None = None,
) -> ShownLists:
    """Show the tops of lists, and what each rank gave to measures.

    Parameters
    ----------
    judgments, runs, measures, profile, jobs, progress
        As for ``evaluate``. Each source is read once.
    systems, queries
        Whose lists are shown, and for which judged queries; without them, all.
    ranks
        How many items of each list are shown.
    """
    judgments = read_judgments(judgments)
    profile = profile_for(judgments, profile)
    wanted = parse_wanted(measures, profile=profile)
    check_jobs(jobs)
    of_lists = [each for each in wanted if isinstance(each, Measure)]
    executor = Executor.of(judgments, of_lists, profile)
    told: list[Note] = []
    if not executor.needs.aspects and (rounds := judgments.rounds):
        # What is no aspect is not shown as one.
        executor = Executor.of(judgments.without_aspects(), of_lists, profile)
        told.append(_left_out(rounds))
    judged = executor.judged
    chosen = None if systems is None else [*dict.fromkeys(several(systems))]
    view = _View(executor, whole_from(1, ranks, "ranks"), _queries(judged, queries), chosen)
    parts = of_each(runs_of(runs).sources, view.part, jobs, progress)
    _refuse_unknown(chosen, refuse_two_homes([(part.source, part.systems) for part in parts]))
    lists, length, contributions, rest = (
        pl.concat([frame for part in parts if (frame := getattr(part, name)) is not None])
        for name in ("lists", "length", "contributions", "rest")
    )
    is_undefined = rest.group_by("measure").agg(pl.col("value").is_nan().all())
    undefined = {*is_undefined.filter("value")["measure"]}
    return ShownLists(
        lists=lists,
        length=length,
        labels=labels_of(judged, lists),
        aspects=aspects_of(judged, view.queries),
        contributions=contributions,
        rest=rest,
        unexplained=tuple(str(each) for each in wanted if not is_explained(each) or str(each) in undefined),
        notes=(*told, *_notes(of_lists, profile)),
        asker=judgments.asker,
    )


def _queries(judged: JudgedItems, queries: str | Sequence[str] | None) -> pl.Series:
    """Give the queries to show, as they are numbered."""
    names, asker = pl.Series(schema.QUERY, judged.queries, dtype=pl.String), judged.judgments.asker
    if queries is None:
        return names
    known, chosen = {*judged.queries}, [str(each) for each in several(queries)]
    if not chosen:
        raise UsageError(f"no {asker} to show is named; leave queries out to show all")
    for name in chosen:
        if name not in known:
            there = f"{counted(len(known), asker)} judged, such as {names[0]!r}"
            raise UsageError(f"there are no judgments for {asker} {name!r}, so it cannot be shown; {there}")
    return names.filter(names.is_in(chosen))


def _refuse_unknown(chosen: Sequence[str] | None, systems: Collection[str]) -> None:
    if chosen is not None and not chosen:
        raise UsageError("no system to show is named; leave systems out to show all")
    for name in chosen or ():
        if name not in systems:
            raise UsageError(f"there is no system {name!r} to show; there are: {', '.join(systems)}")


def _notes(measures: Sequence[Measure], profile: Profile) -> Iterable[Note]:
    for measure in measures:
        its = profile.for_measure(measure)
        others = [f"{name} {getattr(its, name)}" for name in _ORDERING if getattr(its, name) != getattr(profile, name)]
        if others:
            text = f"sees lists in another order ({', '.join(others)}) than they are shown in"
            yield Note("other_order", str(measure), text)


@dataclass(frozen=True, eq=False)
class _Part:
    """What one source gave; nothing if none of its systems is wanted."""

    source: str
    systems: tuple[str, ...]
    lists: pl.DataFrame | None = None
    length: pl.DataFrame | None = None
    contributions: pl.DataFrame | None = None
    rest: pl.DataFrame | None = None


@dataclass(frozen=True, eq=False)
class _View:
    """What is shown of each source."""

    executor: Executor
    ranks: int
    queries: pl.Series
    systems: Sequence[str] | None

    def part(self, source: RunSource) -> _Part:
        """Read one source, and show its lists."""
        frame = self.executor.load(source)
        there = tuple(frame[schema.SYSTEM].unique(maintain_order=True))
        if self.systems is not None:
            frame = frame.filter(pl.col(schema.SYSTEM).is_in(self.systems))
        if frame.is_empty():
            return _Part(str(source), there)
        batch = Batch.of(frame, self.executor.judged)
        views = self.executor.views(batch)
        heads = _heads(batch.systems, self.queries)
        number = numbers_of(self.queries, self.executor.judged.codes[schema.QUERY])
        chosen = (views.shape[1] * np.arange(views.shape[0])[:, None] + number).ravel()
        n_shown, items = batch.listed(self.executor.profiles[""], chosen, self.ranks)
        rank = pl.Series(schema.RANK, ranges(np.ones_like(n_shown), n_shown))
        lists = heads[np.repeat(np.arange(heads.height), n_shown)].with_columns(rank, items.alias(schema.ITEM))
        length = heads.with_columns(pl.Series(schema.LENGTH, views.main.lists.depth[chosen]))
        nothing = (pl.DataFrame(schema=_CONTRIBUTIONS), pl.DataFrame(schema=_REST))
        measured = [self._of_measure(each, views.lists_for(each), chosen, heads) for each in self.executor.measures]
        contributions, rest = (pl.concat(frames) for frames in zip(nothing, *measured, strict=True))
        return _Part(str(source), there, lists, length, contributions, rest)

    def _of_measure(
        self, measure: Measure, lists: RankedLists, chosen: IntArray, heads: pl.DataFrame
    ) -> tuple[pl.DataFrame, ...]:
        """Give what each rank gave to a measure, and what the rest did."""
        heads = heads.select(pl.lit(str(measure)).alias("measure"), *_LIST)
        value = pl.Series("value", values_of(measure, lists)[chosen])
        if not is_explained(measure):
            no_rest = pl.lit(None, pl.Float64).alias("rest")
            return pl.DataFrame(schema=_CONTRIBUTIONS), heads.with_columns(no_rest, value)
        given, rest = _given(measure, rows_for(measure, lists), chosen, self.ranks)
        at = np.flatnonzero(np.nan_to_num(given))
        contributions = heads[at // self.ranks].with_columns(
            pl.Series(schema.RANK, at % self.ranks + 1), pl.Series("value", given.ravel()[at])
        )
        return contributions, heads.with_columns(pl.Series("rest", rest), value)


def _given(measure: Explained, lists: RankedLists, chosen: IntArray, ranks: int) -> tuple[FloatArray, FloatArray]:
    """Find what each of the first ranks of the chosen lists gives, chosen × ranks, and what all others give."""
    number = np.full(len(lists), -1, dtype=np.int64)
    number[chosen] = np.arange(chosen.size)
    n_shown = np.minimum(lists.depth[chosen], ranks)
    n_looked = n_looked_at(measure, lists.depth[chosen])
    looked = Segments.of_lengths(np.minimum(n_looked, ranks))
    given, rest = np.zeros(chosen.size * ranks), np.zeros(chosen.size)
    for part in measure.parts(lists):
        owner, rank = number[owner_of(part.rows)], part.rows.rank
        is_chosen = owner >= 0
        value, owner, rank = amounts_of(part, is_chosen).value, owner[is_chosen], rank[is_chosen]
        is_shown = rank <= n_shown[owner]
        given += sums((owner * ranks + rank - 1)[is_shown], value[is_shown], given.size)
        rest += sums(owner[~is_shown], value[~is_shown], rest.size)
        cost = effort_of(part, looked.position, chosen[looked.of_row])
        given -= sums(looked.of_row * ranks + looked.position - 1, cost, given.size)
        whole_cost = np.broadcast_to(part.effort, len(lists))[chosen] / divisors_of(part, chosen)
        is_all_shown = (n_looked <= ranks) & (part.effort_at is not None)
        rest -= np.where(is_all_shown, 0.0 * whole_cost, whole_cost - looked.sum(cost))
    return given.reshape(-1, ranks), rest


def _heads(systems: Sequence[str], queries: pl.Series) -> pl.DataFrame:
    """Name the lists: all queries of the first system, then those of the second, and so on."""
    names = pl.Series(schema.SYSTEM, systems, dtype=pl.String)
    return names.to_frame().join(queries.to_frame(), how="cross", maintain_order="left_right")


_MOST_NAMED: Final = 5


def _left_out(rounds: Sequence[str]) -> Note:
    told = "not shown as aspects, as no item is judged for several of them and no measure needs them"
    some = ", ".join(rounds[:_MOST_NAMED]) + (" …" if len(rounds) > _MOST_NAMED else "")
    return Note("no_aspects", "", f"{told}: {some}", len(rounds))


def labels_of(judged: JudgedItems, lists: pl.DataFrame) -> pl.DataFrame:
    """Find all that is known of the items shown."""
    judgments, key = judged.judgments, [schema.QUERY, schema.ITEM]
    shown = lists.select(key).unique(maintain_order=True)
    columns = (*key, schema.ASPECT, schema.GRADE)
    if judged.is_described and judgments.catalogue is not None:
        rated = shown.join(judgments.frame.drop(schema.ASPECT), on=key, how="left", maintain_order="left")
        found = rated.join(judgments.catalogue.aspects, on=schema.ITEM, how="left", maintain_order="left")
        return found.filter(pl.any_horizontal(pl.col(schema.ASPECT, schema.GRADE).is_not_null())).select(columns)
    found = shown.join(judgments.frame, on=key, maintain_order="left").select(columns)
    # Only some judgments may be of no aspect, which counts as one where it has a relevant item.
    of = [schema.QUERY, schema.ASPECT]
    named = judged.aspects.select(of, is_named=1) if judgments.has_aspects else found.select(of, is_named=1).clear()
    found = found.join(named, on=of, how="left", maintain_order="left")
    is_none = (pl.col(schema.ASPECT) == schema.NO_ASPECT) & pl.col("is_named").is_null()
    return found.with_columns(pl.when(~is_none).then(schema.ASPECT).alias(schema.ASPECT)).select(columns)


def aspects_of(judged: JudgedItems, queries: pl.Series) -> pl.DataFrame:
    """Find the aspects of queries, and how many relevant items they have; without aspects, those of the query."""
    judgments = judged.judgments
    no_weight = pl.lit(None, pl.Float64).alias(schema.WEIGHT)
    if judgments.has_aspects:
        key = [schema.QUERY, schema.ASPECT]
        known = judged.is_described or judgments.weights is not None
        aspects = judged.aspects.select(*key, schema.WEIGHT if known else no_weight)
        grades = judged.aspect_grades
    else:
        key = [schema.QUERY]
        aspects = judged.codes.select(*key, pl.lit(None, pl.String).alias(schema.ASPECT), no_weight)
        grades = judgments.frame
    n_relevant = grades.filter(pl.col(schema.GRADE) > 0).group_by(key).agg(pl.len().cast(pl.Int64).alias("n_relevant"))
    found = aspects.filter(pl.col(schema.QUERY).is_in(queries.implode()))
    found = found.join(n_relevant, on=key, how="left", maintain_order="left")
    return found.with_columns(pl.col("n_relevant").fill_null(0))
