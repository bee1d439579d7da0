"""How fast axiometer measures in Spark, against reading the files and against the Spark evaluators of others."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from command import HERE, report, say
from scale_data import UserFiles
from timing import Line, Target, Timing, time_in_turns, timed

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

N_USERS, CUTOFF = 200_000, 10
N_BEFORE = 2
"""How often each call is made before it is timed: Java translates what runs often, and the first calls pay for it."""
TOLERANCE = 1e-6
"""By how much the means of nDCG may differ: gains are binary, and all programs define it alike."""
LEAST_GAIN, MOST_FOR_ASPECTS = Target(2, is_upper=False), Target(3)
PACKAGES = ("pyspark", "recommenders", "replay-rec", "axiometer")

READING, GATHERING = "Spark reads the files: the limit", "Spark gathers the rows of each user"
OURS, OURS_WITH_ASPECTS = f"axiometer, nDCG@{CUTOFF}", f"axiometer, alphabeta_nDCG@{CUTOFF}"
RECOMMENDERS, REPLAY = "Recommenders, SparkRankingEvaluation.ndcg_at_k", f"RePlay, NDCG({CUTOFF})"
MODULES = {RECOMMENDERS: "recommenders", REPLAY: "replay", OURS: "axiometer.engines.spark"}
MODULES[OURS_WITH_ASPECTS] = MODULES[OURS]

Call = Callable[[], float | None]
"""A call that gives the mean of the measure, if it has one."""


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=N_USERS, metavar="N", help=f"how many users there are ({N_USERS})")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="how often to time each call (3)")
    parser.add_argument("--cores", type=int, default=2, metavar="N", help="how many cores Spark may use (2)")
    explained = "a Python to measure with; may be given several times (the one that runs this)"
    parser.add_argument("--python", action="append", metavar="FILE", help=explained)
    parser.add_argument("--folder", type=Path, metavar="DIR", help="keep the files here, and use them again")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    parser.add_argument("--only-here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only_here:
        print(json.dumps(measured(options)))
        return
    with tempfile.TemporaryDirectory() as temporary:
        options.folder = made_files(options.folder or Path(temporary), options.users)
        lines = [line for python in options.python or [sys.executable] for line in lines_of(python, options)]
    report(lines, [], options)


def made_files(folder: Path, n_users: int) -> Path:
    """Write the files unless they are there."""
    folder /= f"{n_users}-users"
    if not folder.exists():
        say(f"writing files of {n_users:,} users")
        subprocess.run([sys.executable, HERE / "scale_data.py", "users", folder, str(n_users)], check=True)
    return folder


def lines_of(python: str, options: argparse.Namespace) -> list[Line]:
    """Measure all that is installed with one Python, in a process of its own, and make lines of it."""
    sizes = ["--users", options.users, "--repeat", options.repeat, "--cores", options.cores]
    command = [python, "-W", "ignore", __file__, "--only-here", *map(str, sizes), "--folder", options.folder]
    answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1])
    setting = f"local[{options.cores}], {options.users:,} users, rows cached; the ratio is that of medians to our nDCG"
    lines = [Line(f"{setting}; {', '.join(answer['versions'])}")]
    lines += lines_of_times(answer["seconds"], answer["means"])
    return lines + [Line(f"  {what} is not installed: skipped") for what in MODULES if what not in answer["seconds"]]


def lines_of_times(seconds: Mapping[str, Sequence[float]], means: Mapping[str, float | None]) -> list[Line]:
    """Make a line of each call; the ratio is that of its median to ours."""
    timings = {what: Timing(tuple(each)) for what, each in seconds.items()}
    ours = timings.get(OURS)
    lines = []
    for what, timing in timings.items():
        named = what if means[what] is None else f"{what}: {means[what]:.6f}"
        ratio = timing.median / ours.median if ours else None
        lines.append(timed(named, timing, ratio, target_of(what) if ours else None))
    return lines


def target_of(what: str) -> Target | None:
    """Say which target there is for the ratio of a line."""
    return {RECOMMENDERS: LEAST_GAIN, REPLAY: LEAST_GAIN, OURS_WITH_ASPECTS: MOST_FOR_ASPECTS}.get(what)


def measured(options: argparse.Namespace) -> dict[str, Any]:
    """Time the calls in turns, after the first ones of each, in one session and on the same cached rows."""
    # The programs that Spark starts must be of the same Python.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = session(options.cores)
    calls = {what: call for what, call in calls_in(spark, UserFiles(options.folder)).items() if is_there(what)}
    means: dict[str, float | None] = {}
    for what, call in calls.items():
        say(f"pyspark {spark.version}: {what}")
        for _ in range(N_BEFORE):
            means[what] = call()
    require_agreement({what: mean for what, mean in means.items() if mean is not None and what != OURS_WITH_ASPECTS})
    say("all in turns")
    timings = time_in_turns(calls, options.repeat)
    spark.stop()
    return {
        "versions": [f"{package} {version(package)}" for package in PACKAGES if is_installed(package)],
        "seconds": {what: timing.seconds for what, timing in timings.items()},
        "means": means,
    }


def session(n_cores: int) -> SparkSession:
    """Start Spark; but for memory, and for what it shows, all is as it comes."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(f"local[{n_cores}]").config("spark.driver.memory", "4g")
    builder = builder.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
    started = builder.getOrCreate()
    started.sparkContext.setLogLevel("ERROR")
    return started


def calls_in(spark: SparkSession, files: UserFiles) -> dict[str, Call]:
    """Give the calls that are timed; their rows are in memory before."""
    from pyspark.sql import functions as f

    runs, test, train = (cached(spark.read.parquet(str(path))) for path in (files.runs, files.test, files.train))
    relevant = cached(test.select("user", "item", f.lit(1).alias("grade")))
    aspects = pl.read_parquet(files.aspects)

    def read() -> None:
        for path in (files.runs, files.test):
            do_all(spark.read.parquet(str(path)))

    def gather() -> None:
        lists = runs.groupBy("user").agg(f.collect_list(f.struct("score", "item")))
        do_all(lists.join(test.groupBy("user").agg(f.collect_list("item")), "user"))

    return {
        READING: read,
        GATHERING: gather,
        OURS: lambda: mean_of_ours(runs, relevant, f"nDCG@{CUTOFF}"),
        OURS_WITH_ASPECTS: lambda: mean_of_ours(runs, test, f"alphabeta_nDCG@{CUTOFF}", train=train, aspects=aspects),
        RECOMMENDERS: lambda: mean_of_recommenders(runs, test),
        REPLAY: lambda: mean_of_replay(runs, test),
    }


def mean_of_ours(runs: DataFrame, judgments: DataFrame, measure: str, **known: Any) -> float:
    """Measure with axiometer, which has a value of each user, and take the mean."""
    from axiometer.engines.spark import evaluate

    (row,) = evaluate(judgments, runs, [measure], **known).groupBy("measure").avg("value").collect()
    return float(row["avg(value)"])


def mean_of_recommenders(runs: DataFrame, test: DataFrame) -> float:
    """Measure with Recommenders, which sorts in Spark and measures in its MLlib."""
    from recommenders.evaluation.spark_evaluation import SparkRankingEvaluation

    names = {"col_user": "user", "col_item": "item", "col_rating": "rating", "col_prediction": "score"}
    return float(SparkRankingEvaluation(test, runs, k=CUTOFF, **names).ndcg_at_k())


def mean_of_replay(runs: DataFrame, test: DataFrame) -> float:
    """Measure with RePlay, which looks for items twice in a list, sorts in Spark and measures in Python."""
    from replay.metrics import NDCG

    measure = NDCG(CUTOFF, query_column="user", item_column="item", rating_column="score")
    return float(measure(runs, test)[f"NDCG@{CUTOFF}"])


def require_agreement(means: dict[str, float]) -> None:
    """Stop unless all programs say the same."""
    if means and max(means.values()) - min(means.values()) > TOLERANCE:
        raise AssertionError(f"the means differ by more than {TOLERANCE:g}: {means}")


def cached(frame: DataFrame) -> DataFrame:
    """Keep the rows in memory, and have them there."""
    kept = frame.cache()
    kept.count()
    return kept


def do_all(frame: DataFrame) -> None:
    """Make all rows, and throw them away."""
    frame.write.format("noop").mode("overwrite").save()


def is_there(what: str) -> bool:
    return what not in MODULES or has(MODULES[what])


def has(module: str) -> bool:
    return find_spec(module) is not None


def is_installed(package: str) -> bool:
    try:
        return bool(version(package))
    except ModuleNotFoundError:
        return False


if __name__ == "__main__":
    main()
