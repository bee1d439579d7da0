"""How fast axiometer measures recommendations, against reading the files, against RecTools, and for more users."""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from command import report, say
from timing import Line, Target, Timing, time_in_turns, timed

import axiometer as ax

SEED = 7
N_USERS, N_ITEMS, N_ASPECTS = 138_000, 27_000, 20
N_SHOWN, N_TRAIN, N_TESTS = 100, 60, (10, 31)
"""How many items a list has, an earlier profile has, and the bounds of how many ratings there are to test with."""
N_MISSED = 5
"""How many of the items with ratings to test with are not in the list of a user."""
N_SETS = 1_400
SHARE_OF_SIZE = (0.3, 0.33, 0.23, 0.09, 0.03, 0.01, 0.006, 0.004)
"""How many different sets of aspects there are, and the share of those with 1, 2, … aspects."""
TIMES = (1, 2, 4)
RATES = {10: Target(20_000, "users/s", is_upper=False), 100: Target(2_000, "users/s", is_upper=False)}
MOST_MEMORY = Target(3, "GB")
RECTOOLS_USERS, RECTOOLS_SHOWN, RECTOOLS_RATED = 200_000, 10, 5
BYTES_PER_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Files:
    """Ratings, aspects and recommendations of a number of users."""

    folder: Path

    @property
    def train(self) -> Path:
        """What users had rated before."""
        return self.folder / "train.parquet"

    @property
    def test(self) -> Path:
        """The ratings to measure against."""
        return self.folder / "test.parquet"

    @property
    def aspects(self) -> Path:
        """The aspects of all items."""
        return self.folder / "aspects.parquet"

    @property
    def run(self) -> Path:
        """The recommendations."""
        return self.folder / "recommender.parquet"

    def measured(self, measures: str, *, with_train: bool = False) -> pl.DataFrame:
        """Go from files to the values of each user."""
        judgments = ax.read_ratings(self.train if with_train else None, self.test, self.aspects, max_rating=5)
        return ax.evaluate(judgments, ax.scan_runs(self.run), measures).to_polars()

    def read(self) -> None:
        """Do nothing but read the files that are read without a train part."""
        for path in (self.test, self.aspects, self.run):
            pl.read_parquet(path)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="how often to time each call (3)")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    parser.add_argument("--users", type=int, default=N_USERS, metavar="N", help=f"how many users there are ({N_USERS})")
    parser.add_argument("--write", type=Path, metavar="DIR", help="only write the files to this folder")
    parser.add_argument("--memory", nargs=2, metavar=("DIR", "K"), help="only measure @K, and print the peak of memory")
    options = parser.parse_args()
    if options.write:
        write(Files(options.write), options.users)
    elif options.memory:
        folder, cutoff = options.memory
        Files(Path(folder)).measured(f"alphabeta_nDCG@{cutoff}")
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES_PER_UNIT / 1e6)
    else:
        with tempfile.TemporaryDirectory() as folder:
            lines = [*lines_of_files(Path(folder), options), *rectools_lines(options.repeat)]
        report(lines, ["rectools"] if find_spec("rectools") else [], options)


def lines_of_files(folder: Path, options: argparse.Namespace) -> list[Line]:
    """Measure from files: how many users a second, how that grows, and how much memory it takes."""
    made = {times: made_files(folder / str(times), options.users * times) for times in TIMES}
    one = made[1]
    memory = memory_lines(one)
    say("users per second")
    calls: dict[str, Any] = {
        "Polars reads the files: the limit": one.read,
        "nDCG@10": partial(one.measured, "nDCG@10"),
        "alphabeta_nDCG@10": partial(one.measured, "alphabeta_nDCG@10"),
        f"alphabeta_nDCG@10, with {N_TRAIN} earlier ratings each": partial(
            one.measured, "alphabeta_nDCG@10", with_train=True
        ),
        "alphabeta_nDCG@10, ILD@10, EU@10, RBU@10, alpha_nDCG@10": partial(
            one.measured, "alphabeta_nDCG@10 ILD@10 EU@10 RBU@10 alpha_nDCG@10"
        ),
    }
    timings = time_in_turns(calls, options.repeat)
    timings |= time_in_turns({"alphabeta_nDCG@100": partial(one.measured, "alphabeta_nDCG@100")}, 1)
    limit = next(iter(timings.values())).fastest
    lines = [Line(f"{options.users:,} users, {N_ITEMS:,} items, top-{N_SHOWN} lists, from Parquet to values of users")]
    lines += [timed(what, timing, timing.fastest / limit) for what, timing in timings.items()]
    lines += [rate_line(f"alphabeta_nDCG@{k}", options.users, timings[f"alphabeta_nDCG@{k}"], RATES[k]) for k in RATES]
    return [*lines, *growth_lines(made, options), *memory]


def rate_line(what: str, n_users: int, timing: Timing, target: Target) -> Line:
    """Say how many users are measured in a second."""
    rate = n_users / timing.fastest
    return Line(
        f"  {what}, users per second",
        f"{rate:,.0f}",
        f"{n_users / timing.median:,.0f}",
        target=str(target),
        is_met=target.is_met_by(rate),
    )


def growth_lines(made: dict[int, Files], options: argparse.Namespace) -> list[Line]:
    """Measure how the time grows with the number of users."""
    say("growth")
    calls = {times: partial(files.measured, "alphabeta_nDCG@10") for times, files in made.items()}
    timings = time_in_turns(calls, min(options.repeat, 2))
    lines = [Line("alphabeta_nDCG@10 for more users; the ratio is that of the time per user")]
    for times, timing in timings.items():
        ratio = timing.fastest / times / timings[1].fastest
        what = f"{times} × {options.users:,} users"
        lines.append(timed(what, timing, ratio, Target(1.25) if times > 1 else None))
    return lines


def memory_lines(files: Files) -> list[Line]:
    """Measure the peak of memory in fresh processes."""
    say("memory")
    lines = [Line("peak of memory in a process of its own")]
    for cutoff in RATES:
        command = [sys.executable, Path(__file__), "--memory", files.folder, str(cutoff)]
        megabytes = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        is_met = MOST_MEMORY.is_met_by(megabytes / 1000)
        what = f"  alphabeta_nDCG@{cutoff}"
        lines.append(Line(what, f"{megabytes:.0f} MB", target=str(MOST_MEMORY), is_met=is_met))
    return lines


def rectools_lines(repeat: int) -> list[Line]:
    """Compare the nDCG of users with that of RecTools, both from frames in memory."""
    if not find_spec("rectools"):
        return [Line("RecTools is not installed: skipped (beside NumPy 2 it needs Python 3.13)")]
    from rectools.metrics import NDCG

    say("RecTools")
    shown, rated = frames_for_rectools()
    theirs = [frame.to_pandas() for frame in (shown, rated.drop("rating"))]
    calls = {
        "RecTools, NDCG(k=10).calc_per_user, from pandas": lambda: NDCG(k=10).calc_per_user(*theirs),
        "axiometer, nDCG@10, from Polars": lambda: ax.evaluate(rated, shown, "nDCG@10", profile="rectools"),
    }
    by_rectools, by_us = (call() for call in calls.values())
    order = np.argsort(np.array(by_us.queries).astype(np.int64))
    if not np.allclose(by_rectools.sort_index().to_numpy(), by_us.values[0, order, 0], rtol=0, atol=1e-12):
        raise AssertionError("RecTools and axiometer do not agree")
    timings = time_in_turns(calls, max(repeat, 5))
    ours = timings["axiometer, nDCG@10, from Polars"].fastest
    heading = f"{RECTOOLS_USERS:,} users, {RECTOOLS_SHOWN} items each; the ratio is that to axiometer"
    lines = [Line(heading)]
    for what, timing in timings.items():
        target = Target(1, is_upper=False) if what.startswith("RecTools") else None
        lines.append(timed(what, timing, timing.fastest / ours, target))
    return lines


def made_files(folder: Path, n_users: int) -> Files:
    """Write the files in a process of its own, since a child's peak of memory starts at that of its parent."""
    say(f"writing files of {n_users:,} users")
    folder.mkdir()
    subprocess.run([sys.executable, Path(__file__), "--write", folder, "--users", str(n_users)], check=True)
    return Files(folder)


def write(files: Files, n_users: int) -> None:
    """Draw ratings and recommendations of popular and less popular items, a few thousand users at a time."""
    rng = np.random.default_rng(SEED)
    aspects = aspects_of_items(rng)
    pl.DataFrame({"item_id": np.arange(1, N_ITEMS + 1), "genres": aspects}).write_parquet(files.aspects)
    share = np.cumsum(1 / np.arange(1, N_ITEMS + 1) ** 0.8)
    ids = rng.permutation(N_ITEMS) + 1
    parts = [some_users(rng, share, ids, np.arange(at, min(at + 20_000, n_users))) for at in range(0, n_users, 20_000)]
    for path, frames in zip((files.train, files.test, files.run), zip(*parts, strict=True), strict=True):
        pl.concat(frames).write_parquet(path)


def aspects_of_items(rng: np.random.Generator) -> list[str]:
    """Draw the genres of each item from sets of which small ones are frequent, as films have them."""
    share = 1 / np.arange(1, N_ASPECTS + 1)
    chosen = np.argsort(-(rng.random((4 * N_SETS, N_ASPECTS)) ** (1 / share)), axis=1)
    size = rng.choice(np.arange(1, 9), 4 * N_SETS, p=SHARE_OF_SIZE)
    sets = list(dict.fromkeys(tuple(np.sort(row[:n])) for row, n in zip(chosen, size, strict=True)))[:N_SETS]
    sets.sort(key=len)
    chance = 1 / np.arange(1, len(sets) + 1)
    drawn = rng.choice(len(sets), N_ITEMS, p=chance / chance.sum())
    return ["|".join(f"genre {aspect:02}" for aspect in sets[number]) for number in drawn]


def some_users(
    rng: np.random.Generator, share: np.ndarray, ids: np.ndarray, users: np.ndarray
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Draw the train part, the test part and the lists of some users; the lists miss a few items of the test."""
    least, end = N_TESTS
    n_drawn = end + N_SHOWN + N_TRAIN
    drawn = np.searchsorted(share, rng.random((users.size, 3 * n_drawn)) * share[-1])
    drawn.sort(axis=1)
    is_again = np.zeros(drawn.shape, bool)
    is_again[:, 1:] = drawn[:, 1:] == drawn[:, :-1]
    order = np.argsort(np.where(is_again, 2.0, rng.random(drawn.shape)), axis=1)[:, :n_drawn]
    items = ids[np.take_along_axis(drawn, order, axis=1)]
    n_tests = rng.integers(least, end, users.size)
    is_test = np.arange(end) < n_tests[:, None]
    tests = frame_of(np.repeat(users, n_tests), items[:, :end][is_test], rating=stars(rng, int(n_tests.sum())))
    shown = rng.permuted(items[:, N_MISSED : N_MISSED + N_SHOWN], axis=1)
    lists = frame_of(np.repeat(users, N_SHOWN), shown.ravel(), rank=np.tile(np.arange(1, N_SHOWN + 1), users.size))
    trained = items[:, -N_TRAIN:]
    train = frame_of(np.repeat(users, trained.shape[1]), trained.ravel(), rating=stars(rng, trained.size))
    return train, tests, lists


def stars(rng: np.random.Generator, n: int) -> np.ndarray:
    return rng.integers(1, 11, n) / 2


def frame_of(users: np.ndarray, items: np.ndarray, **more: np.ndarray) -> pl.DataFrame:
    return pl.DataFrame({"user_id": users, "item_id": items, **more})


def frames_for_rectools() -> tuple[pl.DataFrame, pl.DataFrame]:
    """Draw lists and rated items, of which the lists show about a third."""
    rng = np.random.default_rng(SEED)
    users = np.arange(RECTOOLS_USERS)
    block = N_ITEMS // RECTOOLS_SHOWN
    shown = rng.permuted(
        rng.integers(0, block, (users.size, RECTOOLS_SHOWN)) + np.arange(RECTOOLS_SHOWN) * block, axis=1
    )
    others = N_ITEMS + rng.integers(0, block, (users.size, RECTOOLS_RATED)) + np.arange(RECTOOLS_RATED) * block
    rated = np.where(rng.random(others.shape) < 0.3, shown[:, :RECTOOLS_RATED], others)
    rank = np.tile(np.arange(1, RECTOOLS_SHOWN + 1), users.size)
    return (
        frame_of(np.repeat(users, RECTOOLS_SHOWN), shown.ravel(), rank=rank),
        frame_of(np.repeat(users, RECTOOLS_RATED), rated.ravel(), rating=np.ones(rated.size)),
    )


if __name__ == "__main__":
    main()
