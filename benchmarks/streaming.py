"""How fast axiometer measures files that do not fit into memory, against reading them, and how much memory it takes."""

from __future__ import annotations

import argparse
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

import polars as pl
from command import HERE, report, say
from peers import read_columns
from scale_data import TextFiles, UserFiles
from timing import Line, Target
from watching import Watched, watch

N_USERS, GIGABYTES = 2_000_000, 5.0
SHARES = (0.25, 0.5, 1.0)
"""Which shares of the users are measured, to see how the time grows."""
USER_MEASURES, TEXT_MEASURES = "nDCG@10 alphabeta_nDCG@10 RBU@10", "nDCG@10 AP RBP"
MOST_MEMORY, MOST_GROWTH = Target(2, "GB"), Target(1.25)
AXIOMETER = Path(sysconfig.get_path("scripts")) / "axiometer"


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=N_USERS, metavar="N", help=f"users, or 0 for none ({N_USERS})")
    explained = f"size of the runs in text, or 0 for none ({GIGABYTES:g})"
    parser.add_argument("--gigabytes", type=float, default=GIGABYTES, metavar="N", help=explained)
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="how often to run each command (1)")
    parser.add_argument("--memory", default="2GB", metavar="SIZE", help="for axiometer; empty for no limit (2GB)")
    parser.add_argument("--shuffled", action="store_true", help="spread users over their files, rows in no order")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="where a temporary folder is made")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    parser.add_argument("--only-read", nargs="+", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only_read:
        read(options.only_read)
        return
    lines = []
    if options.users:
        lines += user_lines(options)
    if options.gigabytes:
        lines += text_lines(options)
    report(lines, [], options)


def user_lines(options: argparse.Namespace) -> list[Line]:
    """Measure recommendations for more and more users."""
    order = "rows in no order" if options.shuffled else "in the order of users"
    lines = [Line(f"top-20 lists from Parquet, {order}: {USER_MEASURES}; the ratio is that of the time per user")]
    least_per_user = None
    for share in SHARES:
        n_users = int(options.users * share)
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            files = UserFiles(Path(folder))
            write("users", files.folder, n_users, *(["--shuffled"] if options.shuffled else []))
            say(f"{n_users:,} users: reading alone, then measuring")
            paths = [files.train, files.test, files.aspects, files.runs]
            reading = fastest([sys.executable, __file__, "--only-read", *paths], options.repeat)
            command = [AXIOMETER, "evaluate", "--ratings", files.train, files.test, "--aspects", files.aspects]
            command += [files.runs, "-m", USER_MEASURES, "-q", "-f", "parquet", "-o", files.folder / "values.parquet"]
            measuring = fastest([*command, *limit_of(options)], options.repeat)
        per_user = measuring.seconds / n_users
        least_per_user = least_per_user or per_user
        target = MOST_GROWTH if share > SHARES[0] else None
        lines += lines_of(f"{n_users:,} users", reading, measuring, per_user / least_per_user, target)
        lines.append(Line(f"  {n_users:,} users: users per second", f"{n_users / measuring.seconds:,.0f}"))
    return lines


def text_lines(options: argparse.Namespace) -> list[Line]:
    """Measure runs in text."""
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        files = TextFiles(Path(folder))
        write("text", files.folder, options.gigabytes)
        runs = files.runs
        gigabytes = sum(path.stat().st_size for path in runs) / 1e9
        say(f"{gigabytes:.1f} GB of text: reading alone, then measuring")
        reading = fastest([sys.executable, __file__, "--only-read", *runs], options.repeat)
        command = [AXIOMETER, "evaluate", files.judgments, files.pattern, "-m", TEXT_MEASURES]
        measuring = fastest([*command, *limit_of(options)], options.repeat)
    heading = f"{len(runs)} runs of TREC text ({gigabytes:.1f} GB): {TEXT_MEASURES}; the ratio is that to reading"
    ratio = measuring.seconds / reading.seconds
    rate = Line(f"  {gigabytes:.1f} GB: MB per second", f"{1000 * gigabytes / measuring.seconds:,.0f}")
    return [Line(heading), *lines_of(f"{gigabytes:.1f} GB", reading, measuring, ratio, None), rate]


def lines_of(what: str, reading: Watched, measuring: Watched, ratio: float, target: Target | None) -> list[Line]:
    """Make lines of the time and the memory of reading alone and of measuring."""
    seconds = f"{measuring.seconds:.2f} s"
    is_met = None if target is None else target.is_met_by(ratio)
    peak, is_small = f"{measuring.gigabytes:.2f} GB", MOST_MEMORY.is_met_by(measuring.gigabytes)
    times = measuring.seconds / reading.seconds
    return [
        Line(f"  {what}: Polars reads the files: the limit", f"{reading.seconds:.2f} s"),
        Line(
            f"  {what}: measured, {times:.1f} × reading",
            seconds,
            "",
            f"{ratio:.2f}×",
            "" if target is None else str(target),
            is_met,
        ),
        Line(f"  {what}: peak of memory", peak, target=str(MOST_MEMORY), is_met=is_small),
    ]


def limit_of(options: argparse.Namespace) -> list[str]:
    """Give the option that has axiometer measure piece by piece."""
    return ["--memory", options.memory] if options.memory else []


def read(paths: Sequence[Path]) -> None:
    """Do nothing but read one file, or folder of Parquet files, after the other."""
    for path in paths:
        if path.is_dir() or path.suffix == ".parquet":
            pl.read_parquet(path)
        else:
            read_columns([path])


def fastest(command: Sequence[str | Path], repeat: int) -> Watched:
    """Run a command a few times: the fewest seconds, and the highest peak."""
    watched = [watch(command) for _ in range(repeat)]
    return Watched(min(each.seconds for each in watched), max(each.gigabytes for each in watched))


def write(kind: str, folder: Path, size: float, *more: str) -> None:
    """Write the files in a process of its own, since a child's peak of memory starts at that of its parent."""
    say(f"writing {f'{size:,} users' if kind == 'users' else f'{size:g} GB of text'}")
    subprocess.run([sys.executable, HERE / "scale_data.py", kind, folder, str(size), *more], check=True)


if __name__ == "__main__":
    main()
