"""Axioms checked for measures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from itertools import chain
from typing import Any, Final

from axiometer.axioms.axiom import FAMILIES, AnyAxiom, Axiom, Existential, Statement, Threshold, full_name
from axiometer.axioms.counterexamples import search
from axiometer.axioms.generation import Bounds
from axiometer.axioms.published import measures_of
from axiometer.axioms.recall_properties import PROPERTIES
from axiometer.axioms.recommender_axioms import RECOMMENDATIONS
from axiometer.axioms.search_axioms import CONSTRAINTS
from axiometer.axioms.subject import Subject
from axiometer.axioms.thresholds import find_threshold
from axiometer.axioms.verdicts import Verdict, Verdicts
from axiometer.checks import check_jobs
from axiometer.engines.prefer import parse_compared
from axiometer.errors import UnknownNameError, UsageError

Progress = Callable[[int, int], None]
AXIOMS: Final[tuple[AnyAxiom, ...]] = (*CONSTRAINTS, *RECOMMENDATIONS, *PROPERTIES)
CASES: Final = 20_000
"""How many cases are tried of each measure and axiom, unless somebody wants more."""


def check_axioms(
    measures: Any = None,
    axioms: str | AnyAxiom | Iterable[str | AnyAxiom] = "search",
    *,
    cases: int = CASES,
    seed: int = 0,
    jobs: int = 2,
    progress: Progress | None = None,
) -> Verdicts:
    """Look for counterexamples to axioms.

    Parameters
    ----------
    measures
        Names or measures, also such of your own, and preferences; without any, those of each set's paper.
    axioms
        A set, ``"search"``, ``"recommendation"``, ``"properties"`` or ``"all"``, with other readings of its axioms; or
        names of axioms such as ``"Red"``, and where two sets have one of that name ``"recommendation:Pri"``; or axioms
        of your own.
    cases
        About how many cases are tried of each measure and axiom: small ones, then random ones, then neighbours of the
        closest calls. With few, small cases are left out, too.
    seed
        Same seed, same result.
    jobs
        How many axioms are worked on at the same time.
    progress
        Called after each axiom with the number of axioms done and the number of all.

    Returns
    -------
    Verdicts
        One for each measure and axiom, with the smallest counterexample found.

    Examples
    --------
    >>> import axiometer as ax
    >>> ax.check_axioms("P@5", "Pri", cases=200).to_polars().select("measure", "axiom", "verdict").rows()
    [('P@5', 'Pri', 'violated')]
    """
    groups = _groups(measures, find_axioms(axioms))
    check_jobs(jobs)
    if isinstance(cases, bool) or not isinstance(cases, int) or cases < 1:
        raise UsageError(f"cases must be a whole number from 1, not {cases!r}")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise UsageError(f"seed must be a whole number from 0, not {seed!r}")
    chosen = [axiom for _, its_axioms in groups for axiom in its_axioms]
    verdicts: list[Verdict] = []
    n_done = 0
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        waiting = [pool.map(partial(_check, subjects, cases, seed), its) for subjects, its in groups]
        for found in waiting:
            columns = []
            for column in found:
                columns.append(column)
                n_done += 1
                if progress is not None:
                    progress(n_done, len(chosen))
            verdicts += chain.from_iterable(zip(*columns, strict=True))
    return Verdicts(tuple(verdicts), tuple(chosen), seed, cases)


def _groups(measures: Any, chosen: Sequence[AnyAxiom]) -> list[tuple[list[Subject], list[AnyAxiom]]]:
    """Pair measures with axioms: those given with all, or else the measures of each set's paper with its axioms."""
    if measures is not None:
        return [([Subject.of(each) for each in parse_compared(measures)], [*chosen])]
    by_family = ((family, [axiom for axiom in chosen if axiom.family == family]) for family in FAMILIES)
    return [([Subject.of(each) for each in parse_compared(measures_of(family))], its) for family, its in by_family]


def find_axioms(names: str | AnyAxiom | Iterable[str | AnyAxiom]) -> list[AnyAxiom]:
    """Find axioms by their names, or by that of a set; an axiom is found as it is."""
    wanted = [names] if isinstance(names, str) or not isinstance(names, Iterable) else list(names)
    if not all(isinstance(name, str | Statement) for name in wanted):
        raise UsageError(f"{names!r} names no axioms: give a set, such as 'search', or names, such as ['Pri', 'Red']")
    found: dict[str, AnyAxiom] = {}
    for name in wanted:
        if isinstance(name, Statement):
            new = [name]
        elif name in {*FAMILIES, "all"}:
            new = [axiom for axiom in AXIOMS if name in {axiom.family, "all"}]
        else:
            new = [find_axiom(name)]
        found.update({full_name(axiom): axiom for axiom in new})
    if not found:
        raise UsageError(f"no axiom is named; there are the sets {', '.join(FAMILIES)} and all")
    return list(found.values())


def find_axiom(name: str) -> AnyAxiom:
    """Find an axiom by its name, in capitals or not; the first set that has it counts."""
    by_name = {word.lower(): axiom for axiom in reversed(AXIOMS) for word in (axiom.name, full_name(axiom))}
    if name.lower() in by_name:
        return by_name[name.lower()]
    known = {word.lower(): word for axiom in AXIOMS for word in (axiom.name, full_name(axiom))}
    known |= {word: word for word in (*FAMILIES, "all")}
    near = get_close_matches(name.lower(), known, n=1, cutoff=0.5)
    hint = f"did you mean {known[near[0]]}? " if near else ""
    raise UnknownNameError(f"no axiom is called {name!r}; {hint}all are listed by: axiometer axioms --list")


def _check(subjects: Sequence[Subject], cases: int, seed: int, axiom: AnyAxiom) -> list[Verdict]:
    """Test one axiom for all measures."""
    verdicts: dict[int, Verdict] = {}
    for number, subject in enumerate(subjects):
        if reason := subject.obstacle(axiom):
            verdicts[number] = Verdict(str(subject), axiom.name, "not-applicable", reason=reason)
    open_to = [number for number in range(len(subjects)) if number not in verdicts]
    if isinstance(axiom, Threshold):
        verdicts |= {number: find_threshold(subjects[number], axiom) for number in open_to}
    elif isinstance(axiom, Existential):
        verdicts |= {number: _check_bounds(subjects[number], axiom, cases, seed) for number in open_to}
    else:
        verdicts |= _universal(subjects, open_to, axiom, cases, seed)
    return [
        replace(verdicts[number], family=axiom.family, is_smaller_better=subject.is_smaller_better)
        for number, subject in enumerate(subjects)
    ]


def _universal(
    subjects: Sequence[Subject], numbers: Sequence[int], axiom: Axiom, cases: int, seed: int
) -> dict[int, Verdict]:
    """Test an axiom on lists within the cut-off, and on longer ones; measures that see the same lists share them."""
    within = {number: _bounds(subjects[number], axiom) for number in numbers}
    found = _shared(subjects, within, axiom, cases, seed)
    cut = [number for number in numbers if subjects[number].cutoff is not None and not axiom.is_past_cutoff]
    beyond = {number: Bounds.beyond(axiom.sizes, subjects[number].cutoff or 0) for number in cut}
    longer = _shared(subjects, beyond, axiom, max(1, cases // 4), seed)
    return {number: replace(verdict, beyond=longer.get(number)) for number, verdict in found.items()}


def _bounds(subject: Subject, axiom: Axiom) -> Bounds:
    if axiom.is_past_cutoff and subject.cutoff is not None:
        return Bounds.beyond(axiom.sizes, subject.cutoff)
    return Bounds.within(axiom.sizes, subject.cutoff)


def _shared(
    subjects: Sequence[Subject], bounds: dict[int, Bounds], axiom: Axiom, cases: int, seed: int
) -> dict[int, Verdict]:
    verdicts: dict[int, Verdict] = {}
    for each in dict.fromkeys(bounds.values()):
        same = [number for number in bounds if bounds[number] == each]
        found = search([subjects[number] for number in same], axiom, each, cases, seed)
        verdicts |= dict(zip(same, found, strict=True))
    return verdicts


def _check_bounds(subject: Subject, axiom: Existential, cases: int, seed: int) -> Verdict:
    """Look for bounds beyond which an axiom holds; where several kinds of users differ, for each."""
    words, n_cases, tried = [], 0, ""
    longer: Verdict | None = None
    shown: dict[str, Any] = {}
    for tries in axiom.bounds:
        failed: Verdict | None = None
        told: list[str] = []
        for word, beyond in tries:
            verdict = _shared([subject], {0: _bounds(subject, beyond)}, beyond, cases, seed)[0]
            n_cases += verdict.cases
            if verdict.answer == "not-applicable":
                if failed is None:
                    return verdict
                continue
            told.append(word)
            if verdict.answer == "holds":
                words.append(word)
                tried, longer = verdict.tried, longer or _longer(subject, beyond, cases, seed)
                shown = {"closest": verdict.closest, "values": verdict.values, "confirmed": verdict.confirmed}
                break
            failed = failed or verdict
        else:
            assert failed is not None
            return replace(failed, answer="no-witness", cases=n_cases, tried=", ".join(told))
    how: dict[str, Any] = {"tried": tried, "witness": "; ".join(words), "beyond": longer}
    return Verdict(str(subject), axiom.name, "witness", n_cases, **how, **shown)


def _longer(subject: Subject, axiom: Axiom, cases: int, seed: int) -> Verdict | None:
    """Test what holds on lists within the cut-off on longer ones; None without a cut-off."""
    if subject.cutoff is None:
        return None
    bounds = Bounds.beyond(axiom.sizes, subject.cutoff)
    return _shared([subject], {0: bounds}, axiom, max(1, cases // 4), seed)[0]
