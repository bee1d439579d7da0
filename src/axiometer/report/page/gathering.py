"""All that a report tells, gathered: who is better, which measures agree, what lists look like, how measures behave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Final

from axiometer.axioms.checking import check_axioms, find_axioms
from axiometer.axioms.verdicts import Verdicts
from axiometer.data import Judgments
from axiometer.engines.list_views import ShownLists, show_lists
from axiometer.engines.measurements import Measurements
from axiometer.errors import AxiometerError, UsageError
from axiometer.io import read_judgments
from axiometer.measures.base import Measure
from axiometer.measures.names import parse_measure
from axiometer.meta.agreement import ties
from axiometer.meta.concordance import concordance
from axiometer.meta.correlation import correlation
from axiometer.meta.degradation import degradation
from axiometer.meta.finding import Finding
from axiometer.meta.leaderboard import leaderboard
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.power import power
from axiometer.meta.significance import DRAWS, Test
from axiometer.meta.unanimity import unanimity
from axiometer.notes import Note
from axiometer.report.page.selection import Kept, choose
from axiometer.stats.corrections import Correction

Told = Callable[[int, int], None]
Stage = Callable[[str], AbstractContextManager[Told | None]]
"""Begins a part of the work that has a name, and gives whom to tell how much of it is done."""
Criterion = tuple[str, Callable[[Told | None], Finding]]
NO_AXIOMS: Final = "none"
CASES: Final = 1000
RANKS: Final = 20


@dataclass(frozen=True, kw_only=True)
class Choices:
    """What a report should tell.

    Attributes
    ----------
    title
        At the top of the page.
    baseline
        The system that all others are compared with; without it, all pairs are compared.
    test, correction, alpha, draws
        How differences are tested, as for ``compare``.
    axioms
        The sets of axioms that measures are held against, or ``none``; without it, those of search, or for ratings
        those of recommendation.
    cases
        How many cases are tried of each measure and axiom.
    is_meta
        Whether the measures are measured as well: unanimity, power, ties, degradation, and with ``gold`` concordance.
    gold
        Simple measures, among those measured, that are trusted where others disagree.
    measures
        The full names of the measures that the page tells of; without it, all that were measured. The others are gold
        standards only.
    ranks
        How many ranks of each list are shown.
    seed, jobs
        Where random numbers start, and how much is worked on at the same time.

    Examples
    --------
    >>> import axiometer as ax
    >>> ax.ReportChoices(title="Three runs", baseline="bm25").alpha
    0.05
    """

    title: str = "Evaluation report"
    baseline: str | None = None
    test: Test | None = None
    correction: Correction | None = None
    alpha: float = 0.05
    draws: int = DRAWS
    axioms: str | None = None
    cases: int = CASES
    is_meta: bool = False
    gold: Sequence[str] = ()
    measures: Sequence[str] = ()
    ranks: int = RANKS
    seed: int = 0
    jobs: int = 2


@dataclass(frozen=True, eq=False)
class Gathered:
    """What a report tells; see ``Choices``. ``averaged`` has undefined values as means take them."""

    outcomes: Outcomes
    averaged: Outcomes
    measured: Measurements | None
    board: Finding
    orders: Finding | None
    verdicts: Verdicts | None
    findings: tuple[Finding, ...]
    kept: Kept
    lists: ShownLists | None
    notes: tuple[Note, ...]


def gather(found: Any, judgments: Any, runs: Any, choices: Choices, stage: Stage | None = None) -> Gathered:
    """Find out all that a report tells of what was measured, and of the judgments and runs if they are there."""
    if judgments is not None:
        judgments = read_judgments(judgments)
    begin: Stage = stage or (lambda _: nullcontext())
    if isinstance(found, Measurements):
        found = found.in_memory(choices.measures if choices.measures and not choices.gold else None)
    everything, preferences = _of_measures(Outcomes.of(found))
    outcomes = everything.only(choices.measures) if choices.measures else everything
    measured = found.in_memory(outcomes.names) if isinstance(found, Measurements) else None
    with begin("comparing systems") as tell:
        board = leaderboard(
            outcomes,
            baseline=choices.baseline,
            test=choices.test,
            correction=choices.correction,
            alpha=choices.alpha,
            draws=choices.draws,
            seed=choices.seed,
            jobs=choices.jobs,
            progress=tell,
        )
    orders = correlation(outcomes, resamples=0) if len(outcomes.names) > 1 else None
    judged = None if judgments is None else judgments.queries
    kept = choose(outcomes, _best_first(board, outcomes, choices.baseline), choices.ranks, judged)
    lists = None
    if runs is not None and measured is not None:
        with begin("looking at lists") as tell:
            lists = show_lists(
                judgments,
                runs,
                measured.measures,
                systems=[outcomes.systems[at] for at in kept.list_systems],
                queries=[outcomes.queries[at] for at in kept.list_queries],
                ranks=choices.ranks,
                profile=measured.profile,
                jobs=choices.jobs,
                progress=tell,
            )
    verdicts, untested = _checked(outcomes, measured, judgments, choices, begin)
    of_lists = lists.notes if lists is not None else ()
    made, failed = _tried(_criteria(outcomes, everything, measured, (judgments, runs), choices), begin)
    notes = (*preferences, *untested, *of_lists, *failed)
    return Gathered(outcomes, outcomes.averaged(), measured, board, orders, verdicts, made, kept, lists, notes)


def _of_measures(outcomes: Outcomes) -> tuple[Outcomes, list[Note]]:
    """Leave out preferences, which have no value of a list that a page could show."""
    names = [each.name for each in outcomes.outcomes if not each.is_preference]
    others = [each.name for each in outcomes.outcomes if each.is_preference]
    if not names:
        there = "only preferences; see: axiometer compare" if others else "none of lists, only of whole systems"
        raise UsageError(f"a report shows values of measures, and there are {there}")
    told = "left out, since preferences give lists no values"
    return outcomes.only(names), [Note("preference_left_out", name, told) for name in others]


def _best_first(board: Finding, outcomes: Outcomes, baseline: str | None) -> list[int]:
    """Order systems by the first measure, after the baseline."""
    its = board.table.filter(board.table["measure"] == outcomes.names[0])["system"].to_list()
    names = dict.fromkeys([*([baseline] if baseline is not None else []), *its])
    return [outcomes.systems.index(name) for name in names]


def _checked(
    outcomes: Outcomes, measured: Measurements | None, judgments: Judgments | None, choices: Choices, begin: Stage
) -> tuple[Verdicts | None, list[Note]]:
    """Hold the measures against axioms, as far as they are known here."""
    if choices.axioms == NO_AXIOMS:
        return None, []
    known: list[Measure] = list(measured.measures) if measured is not None else []
    unknown: list[str] = []
    for name in outcomes.names if measured is None else ():
        try:
            known.append(parse_measure(name))
        except UsageError:
            unknown.append(name)
    told = "not held against axioms, since not known here"
    notes = [Note("not_held_against_axioms", name, told) for name in unknown]
    if not known:
        return None, notes
    is_rated = judgments is not None and judgments.catalogue is not None
    sets = choices.axioms or ("recommendation" if is_rated else "search")
    axioms = [each for each in find_axioms(sets) if not each.variant_of]
    with begin("trying cases of axioms") as tell:
        found = check_axioms(known, axioms, cases=choices.cases, seed=choices.seed, jobs=choices.jobs, progress=tell)
    return found, notes


def _criteria(
    outcomes: Outcomes,
    everything: Outcomes,
    measured: Measurements | None,
    files: tuple[Judgments | None, Any],
    choices: Choices,
) -> Iterator[Criterion]:
    """Give what measures the measures: the name of each stage, and what is found in it."""
    if not choices.is_meta:
        return
    if len(outcomes.names) > 1:
        yield "unanimity", lambda _: unanimity(outcomes, seed=choices.seed)
    if choices.gold:
        yield "concordance", lambda _: concordance(everything, list(choices.gold))
    alpha, draws, seed, jobs = choices.alpha, choices.draws, choices.seed, choices.jobs
    yield "power", lambda tell: power(outcomes, alpha=alpha, draws=draws, seed=seed, jobs=jobs, progress=tell)
    yield "ties", lambda _: ties(outcomes, seed=seed)
    judgments, runs = files
    if runs is not None and measured is not None:
        yield (
            "measuring with fewer labels",
            lambda tell: degradation(
                judgments,
                runs,
                measured.measures,
                alpha=alpha,
                test=choices.test,
                correction=choices.correction,
                draws=draws,
                profile=measured.profile,
                seed=seed,
                jobs=jobs,
                progress=tell,
            ),
        )


def _tried(criteria: Iterable[Criterion], begin: Stage) -> tuple[tuple[Finding, ...], list[Note]]:
    """Find what each criterion finds; what has nothing to say of this data is said, and the others go on."""
    made, failed = [], []
    for name, find in criteria:
        with begin(name) as tell:
            try:
                made.append(find(tell))
            except AxiometerError as error:
                failed.append(Note("criterion_left_out", name, f"left out, since {error}"))
    return tuple(made), failed
