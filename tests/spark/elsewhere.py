"""The same evaluation in another process, on a session of another kind: ``python -m tests.spark.elsewhere KIND``."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any

import polars as pl

import axiometer as ax
from axiometer.engines.spark import Spark, evaluate, means, prefer
from axiometer.engines.spark.aggregates import collected
from tests.common.test_batches import large
from tests.spark.comparing import assert_same_values

MEASURES = ["nDCG@10", "AP", "alpha_nDCG@10"]
SAME = "all values are the same"


def session(kind: str) -> Any:
    """Start Spark behind Spark Connect, or on this machine with workers of their own."""
    from pyspark.sql import SparkSession

    settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "2", "spark.log.level": "OFF"}
    if kind == "connect":
        # The server takes a port that is free; otherwise it is always the same one, which somebody may have.
        os.environ["SPARK_TESTING"] = "1"
        settings["spark.driver.extraJavaOptions"] = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    if kind == "cluster":
        settings |= {"spark.sql.shuffle.partitions": "16", "spark.sql.adaptive.enabled": "false"}
    builder = SparkSession.builder
    for name, value in settings.items():
        builder = builder.config(name, value)
    where = builder.remote("local[2]") if kind == "connect" else builder.master("local-cluster[2,1,1024]")
    return where.getOrCreate()


def sent(spark: Any, frame: pl.DataFrame, n_partitions: int = 4) -> Any:
    kinds = {pl.String: "string", pl.Float64: "double", pl.Int64: "bigint"}
    columns = ", ".join(f"`{name}` {kinds[kind]}" for name, kind in frame.schema.items())
    return spark.createDataFrame(frame.rows(), columns).repartition(n_partitions)


def assert_same_on_connect() -> None:
    """Do everything there is, with nothing but what Spark Connect knows."""
    spark = session("connect")
    assert type(spark).__module__.startswith("pyspark.sql.connect")
    batch = large(are_aspects_judged=True)
    lists, judgments = batch.lists.sort("system", maintain_order=True), ax.Judgments.of(batch.judgments.frame)
    whole = ax.evaluate(judgments, lists, MEASURES)
    runs, judged = sent(spark, lists), sent(spark, judgments.frame)
    values = evaluate(judged, runs, MEASURES)
    assert_same_values(values, whole)
    assert collected(means(values)).height == len(MEASURES) * len(whole.systems)
    found = Spark(spark, keep="values").evaluate(judgments, lists, MEASURES)
    assert_same_values(found.values, whole)
    compared = collected(prefer(judged, runs, "lexirecall")).drop("preference").sort("query", "left", "right")
    expected = ax.prefer(judgments, lists, "lexirecall").to_polars().drop("preference")
    assert compared.equals(expected.sort("query", "left", "right"))
    try:
        Spark(spark).evaluate(judged, sent(spark, pl.concat([lists, lists])), "AP")
    except ax.InputError as error:
        assert "again for query" in str(error)  # noqa: PT017
    else:
        raise AssertionError("an item twice in a list is refused")


def assert_same_without_a_worker() -> None:
    """Kill an executor while it works: another one does what it did not finish."""
    spark = session("cluster")
    n_users = 40_000
    users = pl.DataFrame({"user": range(n_users)})
    lists = users.join(pl.DataFrame({"place": range(20)}), how="cross").select(
        "user", item=(pl.col("user") * 7 + pl.col("place") * 13) % 997, score=-pl.col("place").cast(pl.Float64)
    )
    judged = lists.filter((pl.col("item") + pl.col("user")) % 5 == 0).select("user", "item", rating=pl.col("item") % 4)
    whole = ax.evaluate(judged, lists, MEASURES[:2])
    folder = Path(sys.argv[2])
    for name, frame in (("lists", lists), ("judged", judged)):
        frame.write_parquet(folder / f"{name}.parquet")
    runs, grades = (spark.read.parquet(f"file://{folder / name}.parquet") for name in ("lists", "judged"))
    values = evaluate(grades, runs.repartition(16), MEASURES[:2])
    killed: list[int] = []
    killer = Thread(target=_kill_a_worker, args=(killed,))
    killer.start()
    values.write.parquet(f"file://{folder / 'values'}")
    assert killed, "an executor was killed before the work was done"
    killer.join()
    assert_same_values(pl.read_parquet(folder / "values" / "*.parquet"), whole)


def _kill_a_worker(killed: list[int]) -> None:
    """Wait until some executor runs Python, and kill it without a word."""
    for _ in range(600):
        time.sleep(0.1)
        executors = [pid for pid in _executors() if _has_python(pid)]
        if executors:
            os.kill(executors[0], signal.SIGKILL)
            killed.append(executors[0])
            return


def _executors() -> list[int]:
    """Find the executors that this process started, which are children of its children."""
    parents, commands = {}, {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            commands[int(path.name)] = (path / "cmdline").read_text()
        except OSError:
            continue

    def is_ours(pid: int) -> bool:
        while pid > 1:
            if pid == os.getpid():
                return True
            pid = parents.get(pid, 0)
        return False

    return [pid for pid, said in commands.items() if "CoarseGrainedExecutorBackend" in said and is_ours(pid)]


def _has_python(executor: int) -> bool:
    found = (path / "stat" for path in Path("/proc").glob("[0-9]*"))
    for path in found:
        try:
            if int(path.read_text().rpartition(")")[2].split()[1]) == executor:
                return True
        except OSError:
            continue
    return False


if __name__ == "__main__":
    {"connect": assert_same_on_connect, "cluster": assert_same_without_a_worker}[sys.argv[1]]()
    print(SAME)
