"""How fast axiometer evaluates, against the time of merely reading the files and against other programs."""

from __future__ import annotations

import argparse
import os
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from command import HERE, counted, made_files, memory_lines, parsed_options, report, say
from peers import MEASURES, PEERS, RANX, Means, Peer, evaluate_with_axiometer, read_columns, require_agreement
from synthetic import Files
from timing import Line, Target, time_in_turns, time_processes, timed

REPEAT_OF_PEERS = 3
NUMBERS_OF_RUNS = (1, 2, 4, 8)
START_REPEAT = 5
CALLS_OF_ONE_RUN = 3
"""How many times more often the short calls are timed, which a disturbance spoils more easily."""

TOLERANCE_OF_OURSELVES = 1e-12


def main() -> None:
    """Measure and print the table."""
    options = parsed_options(__doc__, HERE / "data", "where the files are kept")
    files = made_files(options.folder, options.runs, "evaluation")
    memory, start = memory_lines(files.judgments, files.runs, "trec_eval", MEASURES), start_lines()
    lines = [*limit_lines(files, options.repeat), *_peer_lines(files, options), *memory]
    lines += [*growth_lines(files, options.repeat), *form_lines(files, options.repeat), *start]
    report(lines, [peer.package for peer in PEERS if peer.is_installed], options)


def limit_lines(files: Files, repeat: int) -> list[Line]:
    """Compare with reading alone."""
    say("reading alone")
    n_runs = len(files.runs)
    require_agreement("jobs=2", _ours(files, n_runs), _ours(files, n_runs, jobs=2), TOLERANCE_OF_OURSELVES)
    timings = time_in_turns(
        {
            "Polars reads three columns: the limit": lambda: read_columns(files.runs),
            "axiometer, jobs=1": lambda: _ours(files, n_runs),
            "axiometer, jobs=2": lambda: _ours(files, n_runs, jobs=2),
        },
        repeat,
    )
    limit, *ours = timings.items()
    megabytes = sum(path.stat().st_size for path in files.runs) / 1e6
    lines = [Line(f"{counted(n_runs, 'run')} ({megabytes:.0f} MB), from files to means"), timed(*limit, 1.0)]
    targets = {"axiometer, jobs=2": Target(3)}  # the default
    return lines + [timed(what, each, each.fastest / limit[1].fastest, targets.get(what)) for what, each in ours]


def peer_lines(files: Files, repeat: int) -> list[Line]:
    """Compare with other programs, which must give the same means."""
    n_runs, runs = len(files.runs), files.runs
    ours = _ours(files, n_runs)
    lines = [
        Line(f"{counted(n_runs, 'run')}, from files to means; the ratio is that to axiometer with jobs=2, its default")
    ]
    calls = {f"axiometer, jobs={jobs}": lambda jobs=jobs: _ours(files, n_runs, jobs=jobs) for jobs in (1, 2)}
    after = []
    for peer in PEERS:
        if not peer.is_installed:
            after.append(Line(f"  {peer.package} is not installed: skipped"))
            continue
        say(f"{peer.package} {version(peer.package)}")
        if peer is RANX:
            first = time_in_turns({"": lambda: RANX.evaluate(runs, files.judgments)}, 1)[""]
            after.append(timed("ranx, first call, which compiles", first))
        require_agreement(peer.package, ours, peer.evaluate(runs, files.judgments), peer.tolerance)
        calls[f"{peer.package}{', warm' if peer is RANX else ''}"] = _call(peer, files.judgments, runs)
    say("the other programs in turns")
    timings = time_in_turns(calls, min(repeat, REPEAT_OF_PEERS))
    reference = timings["axiometer, jobs=2"].fastest
    for what, timing in timings.items():
        target = None if what.startswith("axiometer") else Target(10, is_upper=False)
        lines.append(timed(what, timing, timing.fastest / reference, target))
    return lines + after


def growth_lines(files: Files, repeat: int) -> list[Line]:
    """Measure whether twice the input takes twice the time."""
    say("more and more runs")
    numbers = [number for number in NUMBERS_OF_RUNS if number <= len(files.runs)]
    timings = time_in_turns({n: lambda n=n: _ours(files, n) for n in numbers}, repeat)
    lines = [Line("more and more runs, jobs=1; the ratio is that of the time per run to the time of one run")]
    for number, timing in timings.items():
        per_run = timing.fastest / number
        what = f"axiometer, {counted(number, 'run')}: {per_run:.3f} s per run"
        lines.append(timed(what, timing, per_run / timings[1].fastest, Target(1.2) if number > 1 else None))
    return lines


def form_lines(files: Files, repeat: int) -> list[Line]:
    """Compare the same run written in several ways."""
    say("other forms")
    forms = {
        "single blanks, in order": files.runs[0],
        "several blanks": files.several_blanks,
        "blanks and tabs mixed": files.blanks_and_tabs,
        "lines in no order": files.shuffled,
        "packed with gzip": files.packed,
    }
    (expected,) = _ours(files, 1).values()
    for what, path in forms.items():
        (found,) = evaluate_with_axiometer(files.judgments, [path]).values()
        require_agreement(what, {what: expected}, {what: found}, TOLERANCE_OF_OURSELVES)
    calls = {what: lambda path=path: evaluate_with_axiometer(files.judgments, [path]) for what, path in forms.items()}
    timings = time_in_turns(calls, repeat * CALLS_OF_ONE_RUN)
    even = timings["single blanks, in order"].fastest
    lines = [Line("1 run, the same one written in several ways")]
    for what, timing in timings.items():
        is_uneven = forms[what] in {files.several_blanks, files.blanks_and_tabs}
        lines.append(timed(what, timing, timing.fastest / even, Target(3) if is_uneven else None))
    return lines


def start_lines() -> list[Line]:
    """Measure what a user waits for before anything is evaluated."""
    say("start")
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "import polars": [sys.executable, "-c", "import polars"],
        "import axiometer": [sys.executable, "-c", "import axiometer"],
        "axiometer demo": [str(Path(sysconfig.get_path("scripts")) / "axiometer"), "demo"],
    }
    timings = time_processes(commands, START_REPEAT)
    polars = timings["import polars"].fastest
    heading = Line(f"start of a fresh process, {START_REPEAT} times; the ratio is that to importing Polars")
    return [heading, *(timed(what, timing, timing.fastest / polars) for what, timing in timings.items())]


def _peer_lines(files: Files, options: argparse.Namespace) -> list[Line]:
    if not options.peers:
        return []
    with tempfile.TemporaryDirectory() as folder:
        # An empty cache, so that the first call of ranx compiles.
        os.environ["NUMBA_CACHE_DIR"] = folder
        return peer_lines(files, options.repeat)


def _ours(files: Files, n_runs: int, *, jobs: int = 1) -> Means:
    return evaluate_with_axiometer(files.judgments, files.runs[:n_runs], jobs=jobs)


def _call(peer: Peer, judgments: Path, runs: Sequence[Path]) -> Callable[[], Means]:
    return lambda: peer.evaluate(runs, judgments)


if __name__ == "__main__":
    main()
