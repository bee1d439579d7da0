"""How fast axioms are checked: cases per second for one measure, and the whole table of constraints for search."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
from command import report, say
from timing import Line, Target, Timing, time_in_turns, timed

import axiometer as ax
from axiometer.axioms.axiom import Axiom
from axiometer.axioms.case_batch import Drafts
from axiometer.axioms.checking import find_axioms
from axiometer.axioms.generation import Bounds, drawn, enumerated
from axiometer.axioms.published import measures_of
from axiometer.axioms.subject import Subject

SEED = 7
JOBS = 2
N_CASES = 50_000
"""How many cases of each axiom are measured."""
MEASURES = ("RBU(p=0.9,e=0.05)@20", "alpha_nDCG@20", "nDCG@20")
RATE = Target(200_000, "cases/s", is_upper=False)
TABLE_CASES = 100_000
MOST_SECONDS = Target(180, "s")


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="how often to time each call (3)")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args()
    report([*rate_lines(options.repeat), *table_lines(options.repeat)], [], options)


def rate_lines(repeat: int) -> list[Line]:
    """Count the cases that are made, and made and measured, in a second."""
    axioms = [axiom for axiom in find_axioms("search") if isinstance(axiom, Axiom) and not axiom.variant_of]
    kept = {axiom.name: [drafts for drafts in cases(axiom) if len(drafts)] for axiom in axioms}
    n_cases = sum(len(drafts) for parts in kept.values() for drafts in parts)
    lines = [Line(f"{n_cases:,} cases, two lists each, of {', '.join(kept)}; {JOBS} threads")]
    calls: dict[str, Callable[[], None]] = {"cases made": partial(in_threads, lambda axiom: cases(axiom), axioms)}
    for name in MEASURES:
        subject = Subject.of(ax.parse_measure(name))
        calls[f"{name}, measured"] = partial(in_threads, partial(measured, subject, kept), axioms)
        calls[f"{name}, made and measured"] = partial(in_threads, partial(made_and_measured, subject), axioms)
    say("cases per second")
    for what, timing in time_in_turns(calls, repeat).items():
        lines += [timed(what, timing), rate_line(what, n_cases, timing)]
    return lines


def rate_line(what: str, n_cases: int, timing: Timing) -> Line:
    fastest, median = (n_cases / seconds for seconds in (timing.fastest, timing.median))
    is_aimed_at = what.endswith(", measured")
    return Line(
        f"  {what}, cases per second",
        f"{fastest:,.0f}",
        f"{median:,.0f}",
        target=str(RATE) if is_aimed_at else "",
        is_met=RATE.is_met_by(fastest) if is_aimed_at else None,
    )


def table_lines(repeat: int) -> list[Line]:
    """Check all constraints for all measures of the paper's table."""
    say("the whole table")
    measures = measures_of("search")
    calls = {
        f"{cases_each:,} cases each": partial(ax.check_axioms, measures, "search", cases=cases_each, jobs=JOBS)
        for cases_each in (20_000, TABLE_CASES)
    }
    timings = time_in_turns(calls, min(repeat, 2))
    heading = f"{len(measures)} measures × {len(find_axioms('search'))} constraints and variants, {JOBS} jobs"
    targets = {f"{TABLE_CASES:,} cases each": MOST_SECONDS}
    return [Line(heading), *(timed(what, timing, target=targets.get(what)) for what, timing in timings.items())]


def cases(axiom: Axiom) -> list[Drafts]:
    """Make cases, the small ones first."""
    bounds = Bounds.within(axiom.sizes, 20)
    small = list(enumerated(axiom, bounds))
    n_random = max(1, N_CASES - sum(map(len, small)))
    return [*small, *drawn(axiom, bounds, n_random, np.random.default_rng(SEED))]


def measured(subject: Subject, kept: dict[str, list[Drafts]], axiom: Axiom) -> None:
    """Measure cases that were made before."""
    for drafts in kept[axiom.name]:
        subject.margins(axiom, drafts)


def made_and_measured(subject: Subject, axiom: Axiom) -> None:
    """Make cases and measure them."""
    for drafts in cases(axiom):
        if len(drafts):
            subject.margins(axiom, drafts)


def in_threads(work: Callable[[Axiom], object], axioms: list[Axiom]) -> None:
    """Work on several axioms at the same time."""
    with ThreadPoolExecutor(max_workers=JOBS) as pool:
        for _ in pool.map(work, axioms):
            pass


if __name__ == "__main__":
    main()
