"""How fast axiometer evaluates, against the time of merely reading the files and against other programs."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

import polars as pl
from peers import PEERS, RANX, Means, Peer, evaluate_with_axiometer
from synthetic import Files, files_in
from timing import Line, Target, as_text, time_in_turns, time_processes, timed

HERE = Path(__file__).parent
REPEAT_OF_PEERS = 3
NUMBERS_OF_RUNS = (1, 2, 4, 8)
START_REPEAT = 5
CALLS_OF_ONE_RUN = 3
"""How many times more often the short calls are timed, which a disturbance spoils more easily."""

TOLERANCE_OF_OURSELVES = 1e-12


def main() -> None:
    """Measure, print the table, and say with ``--strict`` by the exit code whether all targets are met."""
    options = _options()
    files = files_in(options.folder, options.runs)
    if files.missing():
        _say(f"writing {len(files.missing())} files to {files.folder}")
        # A process of its own: a child's peak of memory starts at that of the process that starts it.
        subprocess.run([sys.executable, HERE / "synthetic.py", options.folder, str(options.runs)], check=True)
    memory, start = memory_lines(files), start_lines()
    lines = [*limit_lines(files, options.repeat), *_peer_lines(files, options), *memory]
    lines += [*growth_lines(files, options.repeat), *form_lines(files, options.repeat), *start]
    print(_setting(options.repeat))
    print(as_text(lines))
    verdicts = [line.is_met for line in lines if line.is_met is not None]
    print(f"\n{sum(verdicts)} of {len(verdicts)} targets are met")
    sys.exit(1 if options.strict and not all(verdicts) else 0)


def limit_lines(files: Files, repeat: int) -> list[Line]:
    """Compare with reading alone."""
    _say("reading alone")
    n_runs = len(files.runs)
    _require_agreement("jobs=2", _ours(files, n_runs), _ours(files, n_runs, jobs=2), TOLERANCE_OF_OURSELVES)
    timings = time_in_turns(
        {
            "Polars reads three columns: the limit": lambda: _read_columns(files.runs),
            "axiometer, jobs=1": lambda: _ours(files, n_runs),
            "axiometer, jobs=2": lambda: _ours(files, n_runs, jobs=2),
        },
        repeat,
    )
    limit, *ours = timings.items()
    megabytes = sum(path.stat().st_size for path in files.runs) / 1e6
    lines = [Line(f"{_counted(n_runs)} ({megabytes:.0f} MB), from files to means"), timed(*limit, 1.0)]
    targets = {"axiometer, jobs=2": Target(3)}  # the default
    return lines + [timed(what, each, each.fastest / limit[1].fastest, targets.get(what)) for what, each in ours]


def peer_lines(files: Files, repeat: int) -> list[Line]:
    """Compare with other programs, which must give the same means."""
    n_runs, runs = len(files.runs), files.runs
    ours = _ours(files, n_runs)
    lines = [Line(f"{_counted(n_runs)}, from files to means; the ratio is that to axiometer with jobs=2, its default")]
    calls = {f"axiometer, jobs={jobs}": lambda jobs=jobs: _ours(files, n_runs, jobs=jobs) for jobs in (1, 2)}
    after = []
    for peer in PEERS:
        if not peer.is_installed:
            after.append(Line(f"  {peer.package} is not installed: skipped"))
            continue
        _say(f"{peer.package} {version(peer.package)}")
        if peer is RANX:
            first = time_in_turns({"": lambda: RANX.evaluate(files.judgments, runs)}, 1)[""]
            after.append(timed("ranx, first call, which compiles", first))
        _require_agreement(peer.package, ours, peer.evaluate(files.judgments, runs), peer.tolerance)
        calls[f"{peer.package}{', warm' if peer is RANX else ''}"] = _call(peer, files.judgments, runs)
    _say("the other programs in turns")
    timings = time_in_turns(calls, min(repeat, REPEAT_OF_PEERS))
    reference = timings["axiometer, jobs=2"].fastest
    for what, timing in timings.items():
        target = None if what.startswith("axiometer") else Target(10, is_upper=False)
        lines.append(timed(what, timing, timing.fastest / reference, target))
    return lines + after


def memory_lines(files: Files) -> list[Line]:
    """Measure the peak of memory in fresh processes."""
    _say("memory")
    target = Target(1.5, "GB")
    lines = [Line(f"{_counted(len(files.runs))}, peak of memory in a process of its own")]
    for jobs in (1, 2):
        command = [sys.executable, HERE / "peak_memory.py", str(jobs), files.judgments, *files.runs]
        megabytes = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        is_met = target.is_met_by(megabytes / 1000)
        lines.append(Line(f"  axiometer, jobs={jobs}", f"{megabytes:.0f} MB", target=str(target), is_met=is_met))
    return lines


def growth_lines(files: Files, repeat: int) -> list[Line]:
    """Measure whether twice the input takes twice the time."""
    _say("more and more runs")
    numbers = [number for number in NUMBERS_OF_RUNS if number <= len(files.runs)]
    timings = time_in_turns({n: lambda n=n: _ours(files, n) for n in numbers}, repeat)
    lines = [Line("more and more runs, jobs=1; the ratio is that of the time per run to the time of one run")]
    for number, timing in timings.items():
        per_run = timing.fastest / number
        what = f"axiometer, {_counted(number)}: {per_run:.3f} s per run"
        lines.append(timed(what, timing, per_run / timings[1].fastest, Target(1.2) if number > 1 else None))
    return lines


def form_lines(files: Files, repeat: int) -> list[Line]:
    """Compare the same run written in several ways."""
    _say("other forms")
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
        _require_agreement(what, {what: expected}, {what: found}, TOLERANCE_OF_OURSELVES)
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
    _say("start")
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


def _read_columns(runs: Sequence[Path]) -> None:
    for path in runs:
        columns = pl.scan_csv(path, separator=" ", has_header=False, quote_char=None)
        columns.select("column_1", "column_3", "column_5").collect()


def _ours(files: Files, n_runs: int, *, jobs: int = 1) -> Means:
    return evaluate_with_axiometer(files.judgments, files.runs[:n_runs], jobs=jobs)


def _call(peer: Peer, judgments: Path, runs: Sequence[Path]) -> Callable[[], Means]:
    return lambda: peer.evaluate(judgments, runs)


def _require_agreement(who: str, expected: Means, found: Means, tolerance: float) -> None:
    """Refuse to compare the time of programs that do not do the same."""
    difference = max(
        abs(ours - theirs) for name in expected for ours, theirs in zip(expected[name], found[name], strict=True)
    )
    _say(f"  {who}: means differ by {difference:.1g} at most")
    if not difference <= tolerance:
        raise SystemExit(f"{who}: means differ by {difference:.3g}, more than {tolerance:g}")


def _counted(n_runs: int) -> str:
    return "1 run" if n_runs == 1 else f"{n_runs} runs"


def _setting(repeat: int) -> str:
    packages = ["axiometer", "polars", "numpy", *(peer.package for peer in PEERS if peer.is_installed)]
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    return f"Python {platform.python_version()}, {versions}; {os.cpu_count()} cores; calls per line: {repeat}\n"


def _say(what: str) -> None:
    print(f"… {what}", file=sys.stderr)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10, metavar="N", help="how many runs to evaluate (10)")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="how often to time each call (5)")
    parser.add_argument("--peers", action=argparse.BooleanOptionalAction, default=True, help="compare with others")
    parser.add_argument("--folder", type=Path, default=HERE / "data", metavar="DIR", help="where the files are kept")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args()
    if options.runs < 1 or options.repeat < 1:
        parser.error("--runs and --repeat must be at least 1")
    return options


if __name__ == "__main__":
    main()
