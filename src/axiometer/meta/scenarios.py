"""Metric unanimity when the judgments, the weights of aspects and the lengths of lists are other ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray, IntArray
from axiometer.checks import whole_from
from axiometer.conventions.profiles import Profile, profile_for
from axiometer.data import Judgments
from axiometer.engines.collection import Collection, measures_of
from axiometer.engines.prefer import parse_compared
from axiometer.engines.preferences import Compared
from axiometer.errors import UsageError, counted, plural
from axiometer.io import read_judgments
from axiometer.io.runs import runs_of
from axiometer.jobs import Progress
from axiometer.measures.base import Measure
from axiometer.measures.parameters import Parametrised
from axiometer.meta.finding import Finding
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.sampling import SAMPLES, Steps, defined_mean, outcomes_of, without_idle_rows
from axiometer.meta.unanimity import unanimity
from axiometer.notes import Note
from axiometer.plots.drawing import Drawing
from axiometer.projection.lists import RankedLists
from axiometer.projection.relabel import truncated, with_aspect_grades, with_grades, with_weights

Scenario = Literal["official", "grades", "weights", "truncation", "all", "all-50"]
Change = Literal["grades", "weights", "truncation", "short"]
CHANGES: Final[dict[Scenario, tuple[Change, ...]]] = {
    "official": (),
    "grades": ("grades",),
    "weights": ("weights",),
    "truncation": ("truncation",),
    "all": ("grades", "weights", "truncation"),
    "all-50": ("grades", "weights", "short"),
}
"""What each scenario changes."""
LONGEST: Final = 50
UNUSED: Final = "weights_unused"


def scenarios(
    judgments: Any,
    runs: Any,
    compared: str | Compared | Iterable[str | Compared],
    *,
    which: Scenario | Iterable[Scenario] | None = None,
    samples: int = SAMPLES,
    longest: int = LONGEST,
    profile: str | Profile | None = None,
    seed: int = 0,
    jobs: int = 2,
    progress: Progress | None = None,
) -> Finding:
    """Tell how unanimous measures are when grades, weights of aspects and lengths of lists are drawn at random.

    Parameters
    ----------
    judgments, runs
        As for ``evaluate``; at least two systems. Runs are read once.
    compared
        At least two measures and preferences, or their names.
    which
        ``official``: all as it is. ``grades``: each positive grade r becomes a number between 0 and r, drawn for each
        aspect where aspects are judged; what is relevant stays so. ``weights``: each aspect of a query gets a weight
        between 0 and 1, and they are scaled to sum to 1. ``truncation``: each list ends after a whole number of items,
        from 0 to its length. ``all``: these three together. ``all-50``: grades and weights, and each list ends after 0
        to ``longest`` items. All numbers are as likely as each other. Without it, all that the judgments have enough
        for: weights need aspects.
    samples
        How often each scenario is drawn.
    longest
        The greatest length of a list in ``all-50``.
    profile, jobs, progress
        As for ``evaluate``. Samples are worked on at the same time, too, and told of after the runs.
    seed
        Same seed, same samples. All scenarios of a sample share what they draw.

    Returns
    -------
    Finding
        ``scenario``, ``measure``, the mean ``value`` of its unanimity over samples, the smallest, ``low``, and the
        largest, ``high``, and ``samples``, how many there are; scenarios and measures as given.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=3, queries=20, seed=1)
    >>> made = ax.simulate.simulate_search(world)
    >>> found = ax.meta.scenarios(made.judgments, made.runs, "nDCG@10 AP", which="official")
    >>> found.table.select("measure", "scenario").rows()
    [('nDCG@10', 'official'), ('AP', 'official')]
    """
    judgments, runs = read_judgments(judgments).in_order(), runs_of(runs)
    profile = profile_for(judgments, profile)
    wanted = parse_compared(compared, profile=profile)
    samples, longest = whole_from(1, samples, "samples"), whole_from(0, longest, "longest")
    seed = whole_from(0, seed, "seed")
    chosen, left_out = _chosen(which, judgments)
    tasks = [(name, sample) for name in chosen for sample in range(samples if CHANGES[name] else 1)]
    steps = Steps(progress, len(runs.sources), len(tasks))
    has_aspects = judgments.are_aspects_judged or any("weights" in CHANGES[name] for name in chosen)
    collection = Collection.read(
        judgments, runs, wanted, profile=profile, with_aspects=has_aspects, jobs=jobs, progress=steps.of_sources
    )
    world = _World.of(without_idle_rows(collection), longest, seed, are_aspects_judged=judgments.are_aspects_judged)
    found = steps.of_each(lambda number: world.unanimity(*tasks[number]), range(len(tasks)), jobs)
    said = [[each for (name, _), each in zip(tasks, found, strict=True) if name == its] for its in chosen]
    return Finding(
        "scenarios",
        pl.concat([_table(name, each) for name, each in zip(chosen, said, strict=True)]),
        {
            "systems": len(collection.systems),
            plural(collection.asker): len(collection.queries),
            "samples": samples,
            "seed": seed,
        },
        (*left_out, *world.notes(chosen), *_notes_of_pairs(chosen, said)),
        Drawing(
            title="Metric unanimity in simulated scenarios",
            mark="point",
            x="value",
            y="measure",
            low="low",
            high="high",
            column="scenario",
        ),
        asker=collection.asker,
    )


@dataclass(frozen=True, eq=False)
class _World:
    """A collection that is changed at random.

    Attributes
    ----------
    collection
        As it was read.
    length
        How long each list is.
    least
        The smallest positive grade.
    longest
        The greatest length of a short list.
    are_aspects_judged
        Whether items have a grade for each aspect, or one for all.
    """

    collection: Collection
    length: IntArray
    least: float
    longest: int
    seed: int
    are_aspects_judged: bool

    @classmethod
    def of(cls, collection: Collection, longest: int, seed: int, *, are_aspects_judged: bool) -> _World:
        views = [each.lists for each in collection.views.projections.values()]
        length = np.max([lists.depth for lists in views], axis=0)
        pool = views[0].pool
        graded = pool.aspects.pool.grade if are_aspects_judged and pool.aspects is not None else pool.grade
        least = float(graded[graded > 0].min(initial=np.inf))
        return cls(collection, length, least, longest, seed, are_aspects_judged)

    def unanimity(self, scenario: Scenario, sample: int) -> Finding:
        """Draw a scenario, and measure how unanimous the measures are in it."""
        changes = CHANGES[scenario]
        changed = self.collection.changed(lambda lists: self._changed(lists, changes, sample))
        outcomes = self._outcomes_of_new_grades(changed) if "grades" in changes else outcomes_of(changed)
        return unanimity(outcomes, resamples=0)

    def _changed(self, lists: RankedLists, changes: Sequence[Change], sample: int) -> RankedLists:
        """Change lists; all views of the same lists are changed alike."""
        for change in changes:
            rng = np.random.default_rng([self.seed, sample, get_args(Change).index(change)])
            match change:
                case "grades":
                    lists = self._with_random_grades(lists, rng)
                case "weights":
                    lists = with_weights(lists, _random_weights(lists, rng))
                case "truncation":
                    lists = truncated(lists, self._drawn_ranks(self.length, rng))
                case "short":
                    lists = truncated(lists, self._drawn_ranks(np.full(len(lists), self.longest), rng))
        return lists

    def _drawn_ranks(self, last: IntArray, rng: np.random.Generator) -> IntArray:
        """Draw for each list a rank from 0 to its last one, in the order of the names of systems."""
        systems = self.collection.systems
        place = np.argsort(np.argsort(np.array(systems, dtype=object)))
        drawn = rng.random((len(systems), last.size // len(systems)))[place].ravel()
        return (drawn * (last + 1)).astype(np.int64)

    def _with_random_grades(self, lists: RankedLists, rng: np.random.Generator) -> RankedLists:
        if self.are_aspects_judged and lists.pool.aspects is not None:
            return with_aspect_grades(lists, _below(lists.pool.aspects.pool.grade, rng))
        return with_grades(lists, _below(lists.pool.grade, rng))

    def _outcomes_of_new_grades(self, collection: Collection) -> Outcomes:
        """Measure what was relevant as relevant, also by measures for which some of the new grades are too small."""
        parts = []
        for each in collection.compared:
            part = outcomes_of(collection.instead(_of_any_grade(each, self.least), each))
            parts.append(replace(part, outcomes=(replace(part.outcomes[0], name=str(each)),)))
        return Outcomes.of(parts)

    def notes(self, chosen: Sequence[Scenario]) -> Iterator[Note]:
        """Say what is so in all scenarios, and what one does not change, or changes too much."""
        compared, changes = self.collection.compared, {change for name in chosen for change in CHANGES[name]}
        for note in outcomes_of(self.collection).all_notes():
            # Of weights that are drawn it is said below.
            if note.kind != UNUSED or "weights" not in changes:
                yield note
        if "grades" in changes:
            for each in compared:
                if _level(each) > self.least:
                    told = "new grades are compared with rel, so that fewer items are relevant"
                    yield Note("grades_below_rel", str(each), told)
        if "weights" in changes:
            yield from self._unmoved()

    def _unmoved(self) -> Iterator[Note]:
        """Say of which measures other weights change nothing."""
        for each in measures_of(self.collection.compared):
            if "aspects" in each.needs and not each.counts_weights:
                yield Note(UNUSED, str(each), "the weights of aspects do not count")
            if "catalogue" in each.needs:
                yield Note("interests_stay", str(each), "the interests of users in aspects stay as they are")


def _below(grade: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Draw a number between 0 and each positive grade; other grades stay."""
    drawn: FloatArray = np.where(grade > 0, grade * (1 - rng.random(grade.size)), grade)
    return drawn


def _random_weights(lists: RankedLists, rng: np.random.Generator) -> FloatArray:
    aspects = lists.pool.aspects
    assert aspects is not None  # who asks for this asks for aspects
    weight = 1 - rng.random(len(aspects.pool.segments))
    scaled: FloatArray = weight / aspects.of_query.sum(weight)[aspects.of_query.of_row]
    return scaled


def _level(compared: Compared) -> float:
    return compared.level if isinstance(compared, Measure) else float(compared.rel)


def _of_any_grade(compared: Any, least: float) -> Any:
    """Give the same for which any positive grade is relevant, if all positive grades are."""
    changes = {}
    for name in compared.parameters():
        value = getattr(compared, name)
        if isinstance(value, Parametrised):
            changes[name] = _of_any_grade(value, least)
        elif name == "rel" and 0 < value <= least:
            changes[name] = 0
    return replace(compared, **changes) if changes else compared


def _chosen(which: Scenario | Iterable[Scenario] | None, judgments: Judgments) -> tuple[list[Scenario], list[Note]]:
    """Give the scenarios, and say which are left out."""
    has_aspects = judgments.are_aspects_judged or judgments.are_items_described
    asked = list(CHANGES) if which is None else [which] if isinstance(which, str) else list(dict.fromkeys(which))
    for name in asked:
        if name not in CHANGES:
            raise UsageError(f"there is no scenario {name!r}; choose of {', '.join(CHANGES)}")
    if not asked:
        raise UsageError(f"no scenario is named; choose of {', '.join(CHANGES)}")
    idle = [name for name in asked if "weights" in CHANGES[name] and not has_aspects]
    if idle and which is not None:
        raise UsageError(f"{', '.join(idle)}: weights of aspects cannot be drawn, the judgments have no aspects")
    told = "left out, since the judgments have no aspects"
    return [name for name in asked if name not in idle], [Note("scenario_left_out", name, told) for name in idle]


def _table(scenario: Scenario, found: Sequence[Finding]) -> pl.DataFrame:
    values = np.stack([each.table["value"].to_numpy() for each in found])
    return pl.DataFrame({
        "scenario": [scenario] * values.shape[1],
        "measure": found[0].table["measure"],
        "value": defined_mean(values),
        "low": np.fmin.reduce(values, axis=0),
        "high": np.fmax.reduce(values, axis=0),
        "samples": [len(found)] * values.shape[1],
    })


def _notes_of_pairs(chosen: Sequence[Scenario], said: Sequence[Sequence[Finding]]) -> Iterator[Note]:
    """Say where fewer pairs of lists could be compared than elsewhere."""
    n_pairs = {name: [each.parameters["pairs"] for each in found] for name, found in zip(chosen, said, strict=True)}
    most = max(max(each) for each in n_pairs.values())
    for name, each in n_pairs.items():
        if min(each) < most:
            n_fewer = most - min(each)
            told = f"up to {counted(n_fewer, 'pair')} of lists fewer than in other scenarios, which some measure"
            yield Note("fewer_pairs", name, f"{told} cannot compare", n_fewer)
