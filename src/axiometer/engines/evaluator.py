"""The evaluator: judgments, measures and conventions made ready once, to turn batches of ranked lists into values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import replace
from typing import Any, Final, Self

import numpy as np
import polars as pl

from axiometer.data import Judgments, RunSource, schema
from axiometer.engines.array_lists import Unknown, batch_of_lists, batch_of_scores
from axiometer.engines.in_memory import MeasurementsInMemory
from axiometer.engines.jobs import Progress, check_jobs, of_each
from axiometer.engines.measured import DEPTH_OF_COUNTS, Measured
from axiometer.engines.needs import Asked, deepest, needs_of
from axiometer.engines.notes import counts_of_judgments, doubts, notes_of_judgments
from axiometer.engines.views import Views
from axiometer.io import read_judgments
from axiometer.io.runs import runs_of
from axiometer.measures.base import Measure, SystemMeasure, values_of
from axiometer.measures.names import Wanted, parse_wanted
from axiometer.notes import Note
from axiometer.preferences.base import Preference
from axiometer.projection.join import Batch, project
from axiometer.projection.judged import JudgedItems
from axiometer.projection.memory import Memory
from axiometer.projection.numbering import KnownItems
from axiometer.projection.order import refuse_without_ranks
from axiometer.projection.profiles import Profile, profile_for
from axiometer.projection.segments import BoolArray, FloatArray, IntArray

UNNAMED: Final = "model"
"""What a system is called whose lists are in arrays, unless somebody names it."""


class Evaluator:
    """Judgments, measures and conventions, made ready once to measure ranked lists again and again.

    Parameters
    ----------
    judgments
        What ``read_judgments`` or ``read_ratings`` gave, a file, a frame, or a dictionary of dictionaries.
    measures
        Names or measures, such as ``["nDCG@10", "AP", "RBP(p=0.8)"]``. A name that leaves a parameter open has it from
        the profile; a measure is taken as it is.
    profile
        The conventions: a name such as ``"trec_eval-9"``, or what ``get_profile`` gave. Without it, those of
        ``trec_eval`` for judgments, and of ``ratings`` for ratings.

    Examples
    --------
    >>> evaluator = Evaluator({"q": {"a": 1, "b": 2}}, ["RR", "P@2"])
    >>> evaluator.evaluate_lists([["x", "b", "a"]]).to_dict()
    {'model': {'RR': 0.5, 'P@2': 0.5}}
    """

    def __init__(
        self,
        judgments: Any,
        measures: str | Wanted | Iterable[str | Wanted],
        *,
        profile: str | Profile | None = None,
    ) -> None:
        self._set(*_parsed(judgments, measures, profile))
        self.prepare()
        self.judged.prepare()

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
        """Take what was found already; judgments are made ready when somebody needs them.

        Parameters
        ----------
        judgments, asked, profile
            What lists are measured against; measures and preferences; and the conventions.
        with_aspects
            Whether lists have aspects also if nothing that is asked for needs them.
        by_item
            Whether judged items are in the order of their ids also where nothing needs that.
        """
        made = cls.__new__(cls)
        made._set(judgments, asked, profile, with_aspects=with_aspects, by_item=by_item)
        return made

    def _set(
        self,
        judgments: Judgments,
        asked: Iterable[Asked],
        profile: Profile,
        *,
        with_aspects: bool = False,
        by_item: bool = False,
    ) -> None:
        self.judgments, self.asked, self.profile = judgments, tuple(asked), profile
        self._own_needs = needs_of(self.asked, judgments, profile)
        self.needs = replace(self._own_needs, aspects=True, described=True) if with_aspects else self._own_needs
        self.profiles = profile.for_measures(self.asked)
        self._is_by_item, self._memory = by_item, Memory()
        self._known: KnownItems | None = None

    def __repr__(self) -> str:
        of_what = f"{', '.join(map(str, self.asked))} for {len(self.queries)} queries"
        return f"Evaluator({of_what}, profile {self.profile.name})"

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
        return self.judged.requests

    @property
    def depth(self) -> int | None:
        """How many items of a list are looked at; ``None`` is all."""
        depth = max(deepest(self.wanted), DEPTH_OF_COUNTS)
        is_all = depth == np.inf or len(self.wanted) < len(self.asked) or self.needs.shown == np.inf
        return self.profile.depth if is_all else min(int(depth), self.profile.depth or int(depth))

    @property
    def judged(self) -> JudgedItems:
        """The judged items, made ready for all lists to come."""
        return self._memory.once("judged", self._made_ready)

    def prepare(self) -> None:
        """Make ready what depends on judgments only."""
        for each in self.profiles.values():
            self.judged.pool(each)
        self._of_judgments()

    def evaluate(self, runs: Any, *, jobs: int = 2, progress: Progress | None = None) -> MeasurementsInMemory:
        """Measure runs.

        Parameters
        ----------
        runs
            What ``read_runs`` or ``scan_runs`` gave, files, a frame, or dictionaries; frames by the name of the system.
        jobs
            How many runs are read and projected at the same time. More need more memory, and help until all cores work.
        progress
            Called after each source with the number of sources done and the number of all.

        Returns
        -------
        Measurements
            One value per system, judged query and measure.
        """
        check_jobs(jobs)
        with ThreadPoolExecutor(max_workers=1) as beside:
            # Judgments are made ready while the first runs are read.
            beside.submit(self.prepare)
            return self._assembled(of_each(runs_of(runs).sources, self._measured, jobs, progress))

    def evaluate_lists(
        self,
        items: Any,
        scores: Any = None,
        queries: Any = None,
        *,
        mask: Any = None,
        system: str = UNNAMED,
        unknown: Unknown = "error",
    ) -> MeasurementsInMemory:
        """Measure the lists of one system, given as arrays.

        Parameters
        ----------
        items
            Queries × ranks: ids of items, whole numbers or text, the best first unless there are scores; −1 is no item.
            NumPy arrays, and whatever gives one, such as tensors of PyTorch in the memory of the processor.
        scores
            Queries × ranks: what orders the lists, the greatest first, whatever the profile orders by; −inf is no
            candidate.
        queries
            For each row its query; without it, the rows are those of ``queries`` of the evaluator.
        mask
            Queries × ranks: True where there is no item, as in NumPy's masked arrays, which are taken as well.
        system
            What to call the system.
        unknown
            Whether queries without judgments are refused, ``error``, or counted, ``ignore``: they are left out, or
            undefined where the profile takes the mean over all queries of a run.
        """
        batch = batch_of_lists(self.judged, items, scores, queries, mask, system=system, unknown=unknown)
        return self.measured(self.views(batch))

    def evaluate_scores(
        self,
        scores: Any,
        items: Any = None,
        queries: Any = None,
        *,
        exclude: Any = None,
        system: str = UNNAMED,
        unknown: Unknown = "error",
        jobs: int = 2,
    ) -> MeasurementsInMemory:
        """Measure the lists of one system, given as the scores of all items: only the best are looked at.

        Parameters
        ----------
        scores
            Queries × items; −inf is no candidate.
        items
            The ids of the columns; without it, 0 for the first, 1 for the second, and so on.
        queries
            For each row its query; without it, the rows are those of ``queries`` of the evaluator.
        exclude
            What is not recommended: ``"train"``, the training ratings of the judgments; queries × items, True or not 0
            where an item is left out, also as a sparse matrix of SciPy; or a frame with a query and an item a row, of
            which some must be among the scores.
        system, unknown
            As for ``evaluate_lists``.
        jobs
            How many portions of the scores are looked at at the same time.

        Notes
        -----
        Lists count as far as ``depth``, and so do their items in the counts; of what ties further down nothing is said.
        """
        check_jobs(jobs)
        batch = batch_of_scores(
            self.judged,
            scores,
            items,
            queries,
            exclude,
            depth=self.depth,
            corpus_size=self.profile.corpus_size,
            is_float32=any(each.precision == "float32" for each in self.profiles.values()),
            system=system,
            unknown=unknown,
            jobs=jobs,
        )
        return self.measured(self.views(batch, self.depth))

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
        """Compute systems × requests × measures."""
        columns = [values_of(each, views.lists_for(each)) for each in self.measures]
        return (
            np.stack(columns, axis=-1).reshape(*views.shape, len(columns)) if columns else np.empty((*views.shape, 0))
        )

    def measure(self, views: Views) -> Measured:
        """Compute all measures of a batch, and count what a reader should know."""
        of_requests = {**self._of_judgments(), **doubts(self.measures, views.lists_for)}
        exposures = views.exposures(self.system_measures)
        return replace(self.count(views), values=self.values(views), of_requests=of_requests, exposures=exposures)

    def count(self, views: Views) -> Measured:
        """Count what a reader should know of a batch, of which nothing is measured."""
        return views.counted(self.judged.codes[schema.REQUEST], self.included(views))

    def measured(self, views: Views) -> MeasurementsInMemory:
        """Measure lists that were put in order before."""
        return self._assembled([self.measure(views)])

    def included(self, views: Views) -> BoolArray:
        """Give systems × requests: whether the profile lets the request count for the system."""
        if self.profile.requests in {"answered", "run"}:
            return views.is_answered
        if self.profile.requests == "relevant":
            return np.broadcast_to(self.judged.of_request.sum(self.judged.grade > 0) > 0, views.shape)
        return np.ones(views.shape, bool)

    def notes(self, totals: Mapping[str, int]) -> tuple[Note, ...]:
        """Say what a reader of the values would not expect, from what was counted of requests."""
        return notes_of_judgments(totals, self.judgments, self.wanted, self._own_needs, self.profile)

    def for_judgments(self, judgments: Judgments) -> Self:
        """Give the same for the judgments of other requests, which have everything else in common with these."""
        other = copy(self)
        other.judgments, other._known, other._memory = judgments, self._known_items(), Memory()
        return other

    def asking(self, asked: Sequence[Asked], profiles: Mapping[str, Profile]) -> Self:
        """Give the same for other measures and preferences, which need no more, by these conventions."""
        other = copy(self)
        other.asked, other.profiles = tuple(asked), {name: profiles[name] for name in ("", *map(str, asked))}
        return other

    def _of_judgments(self) -> Mapping[str, IntArray]:
        """For each request, what is counted of its judgments."""
        return self._memory.once(
            ("counts", self.asked), lambda: counts_of_judgments(self.judged, self.wanted, self.profile)
        )

    def _known_items(self) -> KnownItems | None:
        catalogue = self.judgments.catalogue
        if catalogue is None or not self.needs.described:
            return None
        return self._memory.once("known", lambda: KnownItems.of(catalogue))

    def _made_ready(self) -> JudgedItems:
        judged = JudgedItems.of(self.judgments, self.needs, by_item=self._is_by_item, known=self._known)
        if self.needs.shown:
            judged.catalogue(judged.top(self.profile))
        return judged

    def _measured(self, source: RunSource) -> Measured:
        """Read one source and measure it; what was read is not needed any more."""
        return replace(self.measure(self.views(self.load(source))), source=str(source))

    def _assembled(self, parts: Sequence[Measured]) -> MeasurementsInMemory:
        totals = {name: int(n.sum()) for name, n in parts[0].of_requests.items()}
        return MeasurementsInMemory.of(parts, self.wanted, self.profile, self.notes(totals))


def evaluate(
    judgments: Any,
    runs: Any,
    measures: str | Wanted | Iterable[str | Wanted],
    *,
    profile: str | Profile | None = None,
    jobs: int = 2,
    progress: Progress | None = None,
) -> MeasurementsInMemory:
    """Measure runs against judgments: an ``Evaluator``, used once.

    Parameters
    ----------
    judgments
        What ``read_judgments`` or ``read_ratings`` gave, a file, a frame, or a dictionary of dictionaries.
    runs
        What ``read_runs`` or ``scan_runs`` gave, files, a frame, or dictionaries; frames by the name of the system.
    measures, profile
        As for ``Evaluator``.
    jobs, progress
        As for ``Evaluator.evaluate``.

    Returns
    -------
    Measurements
        One value per system, judged query and measure.

    Examples
    --------
    >>> evaluate({"q": {"a": 1}}, {"q": ["b", "a"]}, "RR").to_dict()
    {'run': {'RR': 0.5}}
    """
    # Its judgments are made ready while the first runs are read.
    return Evaluator.of(*_parsed(judgments, measures, profile)).evaluate(runs, jobs=jobs, progress=progress)


def _parsed(
    judgments: Any, measures: str | Wanted | Iterable[str | Wanted], profile: str | Profile | None
) -> tuple[Judgments, list[Wanted], Profile]:
    """Read the judgments, find the conventions, and parse the measures by them."""
    known = read_judgments(judgments)
    conventions = profile_for(known, profile)
    return known, parse_wanted(measures, defaults=dict(conventions.parameters)), conventions
