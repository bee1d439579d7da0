"""What the benchmarks have in common as commands: their options, their files, what they say and what they print."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from synthetic import Files, Purpose, files_in
from timing import Line, Target, as_text

HERE = Path(__file__).parent
MOST_MEMORY = Target(1.5, "GB")


def parsed_options(description: str | None, folder: Path | None, explained: str) -> argparse.Namespace:
    """Read the options of a benchmark; ``explained`` says where its files are kept."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--runs", type=int, default=10, metavar="N", help="how many runs to evaluate (10)")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="how often to time each call (5)")
    parser.add_argument("--peers", action=argparse.BooleanOptionalAction, default=True, help="compare with others")
    parser.add_argument("--folder", type=Path, default=folder, metavar="DIR", help=explained)
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args()
    if options.runs < 1 or options.repeat < 1:
        parser.error("--runs and --repeat must be at least 1")
    return options


def made_files(folder: Path, n_runs: int, purpose: Purpose) -> Files:
    """Write the files that are missing."""
    files = files_in(folder, n_runs)
    if missing := files.missing(purpose):
        say(f"writing {len(missing)} files to {files.folder}")
        # A process of its own: a child's peak of memory starts at that of the process that starts it.
        subprocess.run([sys.executable, HERE / "synthetic.py", folder, str(n_runs), purpose], check=True)
    return files


def memory_lines(judgments: Path, runs: Sequence[Path], profile: str, measures: Sequence[str]) -> list[Line]:
    """Measure the peak of memory in fresh processes."""
    say("memory")
    lines = [Line(f"{counted(len(runs), 'run')}, peak of memory in a process of its own")]
    for jobs in (1, 2):
        command = [sys.executable, HERE / "peak_memory.py", str(jobs), profile, " ".join(measures), judgments, *runs]
        megabytes = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        is_met = MOST_MEMORY.is_met_by(megabytes / 1000)
        lines.append(Line(f"  axiometer, jobs={jobs}", f"{megabytes:.0f} MB", target=str(MOST_MEMORY), is_met=is_met))
    return lines


def report(lines: Sequence[Line], packages: Sequence[str], options: argparse.Namespace) -> None:
    """Print the table, and say with ``--strict`` by the exit code whether all targets are met."""
    versions = ", ".join(f"{package} {version(package)}" for package in ("axiometer", "polars", "numpy", *packages))
    setting = f"{os.cpu_count()} cores; calls per line: {options.repeat}"
    print(f"Python {platform.python_version()}, {versions}; {setting}\n")
    print(as_text(lines))
    verdicts = [line.is_met for line in lines if line.is_met is not None]
    print(f"\n{sum(verdicts)} of {len(verdicts)} targets are met")
    sys.exit(1 if options.strict and not all(verdicts) else 0)


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def say(what: str) -> None:
    print(f"… {what}", file=sys.stderr)
