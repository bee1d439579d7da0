"""The evaluator: judgments, measures and conventions made ready once, to measure lists wherever they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from axiometer.checks import check_jobs
from axiometer.conventions.profiles import Profile, profile_for
from axiometer.engines.executor import Executor
from axiometer.engines.in_memory import MeasurementsInMemory
from axiometer.errors import counted
from axiometer.io import read_judgments
from axiometer.jobs import Progress
from axiometer.measures.names import Wanted, parse_wanted
from axiometer.projection.array_lists import Unknown, batch_of_lists, batch_of_scores

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
        self._executor = _executor_of(judgments, measures, profile)
        self._executor.prepare()
        self._executor.judged.prepare()

    def __repr__(self) -> str:
        n_lists = counted(len(self.queries), self._executor.judgments.asker)
        return f"Evaluator({', '.join(map(str, self.measures))} for {n_lists}, profile {self.profile.name})"

    @property
    def measures(self) -> tuple[Wanted, ...]:
        """What is measured, in the order in which it was asked for."""
        return self._executor.wanted

    @property
    def profile(self) -> Profile:
        """The conventions."""
        return self._executor.profile

    @property
    def queries(self) -> tuple[str, ...]:
        """The judged queries, or users, in the order in which arrays have their rows."""
        return self._executor.queries

    @property
    def depth(self) -> int | None:
        """How many items of a list are looked at; ``None`` is all, as where there must not be more than the corpus."""
        return self._executor.depth

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
        return self._executor.evaluate(runs, jobs=jobs, progress=progress)

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
        executor = self._executor
        batch = batch_of_lists(executor.judged, items, scores, queries, mask, system=system, unknown=unknown)
        return executor.measured(executor.views(batch))

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
            where an item is left out, also as a sparse matrix of SciPy; or a frame with a query and an item a row, or
            a dictionary ``{query: items}``, of which some must be among the scores.
        system, unknown
            As for ``evaluate_lists``.
        jobs
            How many portions of the scores are looked at at the same time.

        Notes
        -----
        Lists count as far as ``depth``, and so do their items in the counts; of what ties further down nothing is said.
        """
        check_jobs(jobs)
        executor = self._executor
        batch = batch_of_scores(
            executor.judged,
            scores,
            items,
            queries,
            exclude,
            depth=self.depth,
            orders={(each.ties, each.precision) for each in executor.profiles.values()},
            system=system,
            unknown=unknown,
            jobs=jobs,
        )
        return executor.measured(executor.views(batch, self.depth))


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
    return _executor_of(judgments, measures, profile).evaluate(runs, jobs=jobs, progress=progress)


def _executor_of(
    judgments: Any, measures: str | Wanted | Iterable[str | Wanted], profile: str | Profile | None
) -> Executor:
    """Read the judgments, find the conventions, and parse the measures by them."""
    known = read_judgments(judgments)
    conventions = profile_for(known, profile)
    return Executor.of(known, parse_wanted(measures, profile=conventions), conventions)
