"""How fast axiometer measures diversity, against reading alone, against other programs, and as its input grows."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from command import counted, made_files, memory_lines, parsed_options, report, say
from peers import (
    DIVERSITY_MEASURES,
    DIVERSITY_PEERS,
    PYNDEVAL,
    Means,
    Peer,
    evaluate_with_axiometer,
    pyndeval_alone,
    read_columns,
    require_agreement,
)
from synthetic import Files, judged_for_aspects, scored_lists
from timing import Difference, Line, PartlyTimed, Target, Timing, time_in_turns, timed

import axiometer

PROFILE = "pyndeval"
LEAST_RATIO = {"pyndeval": 5, "ir-measures": 10}
REPEAT_OF_PEERS = 2
CALLS_OF_SMALL_DIFFERENCES = 3
"""How many times more often those calls are timed of which a small difference matters."""

NINETEEN = (
    *("alpha_nDCG@5", "alpha_nDCG@10", "alpha_nDCG@20", "ERR_IA@5", "ERR_IA@10", "ERR_IA@20", "nERR_IA@20"),
    *("NRBP", "nNRBP", "S_Recall@10", "S_Recall@20", "S_RR", "P_IA@10", "AP_IA", "nDCG_IA@10"),
    *("D_nDCG@10", "Dsharp_nDCG@10", "EU@20", "CT@20"),
)
TWENTIETH = "RBU(p=0.9,e=0.05)@20"

N_POOLED, N_POOLED_ASPECTS = 5_000, 50
ASPECTS_PER_ITEM = (5, 25)
MANY_RUNS = 10

NUMBERS_OF_QUERIES = (50, 200, 800)
ITEMS_PER_QUERY, ASPECTS_PER_QUERY, SHARE_RELEVANT = 40, 5, 0.2
SHARED, OWN = "shared names", "names of their own"
RUN = "run"

Case = tuple[int, str]
"""How many queries, and which names their aspects have."""


def main() -> None:
    """Measure and print the table."""
    options = parsed_options(__doc__, None, "where the files are kept; without it, a folder that is removed again")
    with tempfile.TemporaryDirectory() as folder:
        files = made_files(options.folder or Path(folder), options.runs, "diversity")
        memory = memory_lines(files.aspect_judgments, files.runs, PROFILE, DIVERSITY_MEASURES)
        lines = limit_lines(files, options.repeat)
        lines += peer_lines(files, options.repeat) if options.peers else []
        lines += [*memory, *measure_lines(files, options.repeat)]
    for n_relevant in ASPECTS_PER_ITEM:
        lines += ideal_lines(n_relevant, options.repeat)
    lines += query_lines(options.repeat, with_pyndeval=options.peers and PYNDEVAL.is_installed)
    report(lines, [peer.package for peer in DIVERSITY_PEERS if peer.is_installed], options)


def limit_lines(files: Files, repeat: int) -> list[Line]:
    """Compare with reading alone."""
    say("reading alone")
    limit = "Polars reads three columns: the limit"
    calls = {f"axiometer, jobs={jobs}": partial(_ours, files, jobs=jobs) for jobs in (1, 2)}
    timings = time_in_turns({limit: partial(read_columns, files.runs), **calls}, repeat)
    megabytes = sum(path.stat().st_size for path in files.runs) / 1e6
    heading = f"{counted(len(files.runs), 'run')} ({megabytes:.0f} MB), from files to means"
    return [Line(heading), *_compared(timings, limit)]


def peer_lines(files: Files, repeat: int) -> list[Line]:
    """Compare with other programs, which must give the same means."""
    ours, expected = "axiometer, jobs=2", _ours(files)
    calls: dict[str, Callable[[], Any]] = {ours: partial(_ours, files)}
    targets, after = {}, []
    for peer in DIVERSITY_PEERS:
        if not peer.is_installed:
            after.append(Line(f"  {peer.package} is not installed: skipped"))
            continue
        say(f"{peer.package} {version(peer.package)}")
        what = "pyndeval alone, its input in memory" if peer is PYNDEVAL else peer.package
        calls[what] = partial(_theirs, peer, files.aspect_judgments, files.runs, expected)
        targets[what] = Target(LEAST_RATIO[peer.package], is_upper=False)
        _theirs(peer, files.aspect_judgments, files.runs[:1], expected)
    say("the other programs in turns")
    timings = time_in_turns(calls, min(repeat, REPEAT_OF_PEERS))
    heading = f"{counted(len(files.runs), 'run')}, from files to means; the ratio is that to axiometer with jobs=2"
    return [Line(f"{heading}, its default"), *_compared(timings, ours, targets), *after]


def measure_lines(files: Files, repeat: int) -> list[Line]:
    """Measure what one more measure costs."""
    say("a twentieth measure")
    few, more = (f"axiometer, {number} measures" for number in (len(NINETEEN), len(NINETEEN) + 1))
    calls = {few: partial(_ours, files, NINETEEN), more: partial(_ours, files, (*NINETEEN, TWENTIETH))}
    timings = time_in_turns(calls, repeat * CALLS_OF_SMALL_DIFFERENCES)
    heading = f"{counted(len(files.runs), 'run')}, from files to means; the one measure more is {TWENTIETH}"
    # Single calls differ by more than the measure costs, so that the medians are compared.
    ratio = timings[more].median / timings[few].median
    return [
        Line(f"{heading}; the ratio is that of the medians"),
        timed(few, timings[few], 1.0),
        timed(more, timings[more], ratio, Target(1.05)),
    ]


def ideal_lines(n_relevant: int, repeat: int) -> list[Line]:
    """Measure the greedy ideal list of a large pool, and whether measures and runs share it."""
    say(f"the ideal list of items with {n_relevant} aspects")
    share = n_relevant / N_POOLED_ASPECTS
    judgments = axiometer.read_judgments(judged_for_aspects(1, N_POOLED, N_POOLED_ASPECTS, share))
    systems = {f"system-{number}": scored_lists(1, N_POOLED, number) for number in range(MANY_RUNS)}
    runs = {number: axiometer.read_runs(dict([*systems.items()][:number])) for number in (1, MANY_RUNS)}
    calls = {
        (number, measures): partial(axiometer.evaluate, runs[number], judgments, measures)
        for number, measures in (
            *((1, "alpha_nDCG"), (1, "alpha_nDCG nNRBP"), (1, "alpha_DCG")),
            *((MANY_RUNS, "alpha_nDCG"), (MANY_RUNS, "alpha_DCG")),
        )
    }
    timings = time_in_turns(calls, repeat)
    targets = {(1, "alpha_nDCG"): Target(1, "s"), (1, "alpha_nDCG nNRBP"): Target(1.1)}
    reference = timings[1, "alpha_nDCG"].fastest
    size = f"1 query of {N_POOLED} items, {n_relevant} of {N_POOLED_ASPECTS} aspects each"
    lines = [Line(f"the ideal list of {size}; in memory; the ratio is that to 1 run, alpha_nDCG")]
    for (number, measures), timing in timings.items():
        target = targets.get((number, measures))
        lines.append(timed(f"{counted(number, 'run')}, {measures}", timing, timing.fastest / reference, target))
    lines.append(Line("the same, alpha_nDCG less alpha_DCG, which needs no ideal list; the ratio is that to 1 run"))
    costs = {n: Difference(timings[n, "alpha_nDCG"], timings[n, "alpha_DCG"]) for n in runs}
    for number, cost in costs.items():
        target = Target(1.2) if number > 1 else None
        lines.append(timed(f"the ideal list, {counted(number, 'run')}", cost, cost.fastest / costs[1].fastest, target))
    return lines


def query_lines(repeat: int, *, with_pyndeval: bool) -> list[Line]:
    """Measure more and more queries whose aspects have the same names in all of them, or other ones in each."""
    say("names of aspects")
    ours: dict[Case, Callable[[], Any]] = {}
    theirs: dict[Case, Callable[[], Any]] = {}
    for number in NUMBERS_OF_QUERIES:
        scores = scored_lists(number, ITEMS_PER_QUERY)
        runs = axiometer.read_runs(scores)
        rows = [(query, *scored) for query, items in scores.items() for scored in items.items()]
        for names in (SHARED, OWN):
            size = (number, ITEMS_PER_QUERY, ASPECTS_PER_QUERY, SHARE_RELEVANT)
            grades = judged_for_aspects(*size, has_own_names=names == OWN)
            judgments = axiometer.read_judgments(grades)
            ours[number, names] = partial(axiometer.evaluate, runs, judgments, DIVERSITY_MEASURES, profile=PROFILE)
            theirs[number, names] = partial(pyndeval_alone, grades.rows(), [(RUN, rows)])
            if with_pyndeval:
                (_, *means), found = ours[number, names]().table().row(0), theirs[number, names]().result
                require_agreement(f"{number} queries, {names}", {RUN: tuple(means)}, found, PYNDEVAL.tolerance)
    timings = time_in_turns(ours, repeat * CALLS_OF_SMALL_DIFFERENCES)
    lines = _name_lines("axiometer", timings, Target(1.2))
    if with_pyndeval:
        lines += _name_lines("pyndeval alone", time_in_turns(theirs, min(repeat, REPEAT_OF_PEERS)))
    return lines


def _name_lines(who: str, timings: Mapping[Case, Timing], target: Target | None = None) -> list[Line]:
    """Compare names that queries have of their own with shared ones, and more queries with fewer."""
    size = f"{ITEMS_PER_QUERY} items and {ASPECTS_PER_QUERY} aspects each"
    lines = [Line(f"queries of {size}, in memory; the ratio is that to aspects with {SHARED}")]
    for (number, names), timing in timings.items():
        shared = timings[number, SHARED].fastest
        bound = target if names == OWN else None
        lines.append(timed(f"{who}, {number} queries, {names}", timing, timing.fastest / shared, bound))
    lines.append(Line(f"the same queries, {OWN}; the ratio is that of the time per query to the line above"))
    before = None
    for number in NUMBERS_OF_QUERIES:
        timing = timings[number, OWN]
        each = timing.fastest / number
        what = f"{who}, {number} queries: {each * 1000:.2f} ms per query"
        lines.append(timed(what, timing, each / (before or each), target if before else None))
        before = each
    return lines


def _compared(timings: Mapping[str, Timing], reference: str, targets: Mapping[str, Target] | None = None) -> list[Line]:
    """Make lines with the ratios to one of them."""
    targets, unit = targets or {}, timings[reference].fastest
    return [timed(what, timing, timing.fastest / unit, targets.get(what)) for what, timing in timings.items()]


def _ours(files: Files, measures: Sequence[str] = DIVERSITY_MEASURES, *, jobs: int = 2) -> Means:
    return evaluate_with_axiometer(files.aspect_judgments, files.runs, measures, profile=PROFILE, jobs=jobs)


def _theirs(peer: Peer, judgments: Path, runs: Sequence[Path], expected: Means) -> Means | PartlyTimed:
    """Evaluate with another program, and make sure that it does the same."""
    found = peer.evaluate(runs, judgments)
    means = found.result if isinstance(found, PartlyTimed) else found
    require_agreement(peer.package, {name: expected[name] for name in means}, means, peer.tolerance)
    return found


if __name__ == "__main__":
    main()
