"""What the tests in Spark share: the session, and frames in it."""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import polars as pl
import pytest

from tests.conftest import REPOSITORY

KINDS = {pl.String: "string", pl.Float64: "double", pl.Int64: "bigint"}


QUICK = {
    "spark.ui.enabled": "false",
    "spark.log.level": "OFF",
    # Small data: what is run once is not worth compiling.
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.adaptive.enabled": "false",
}
"""Settings with which Spark is ready sooner."""


@pytest.fixture(scope="session", autouse=True)
def spark_is_here() -> None:
    """Spark can be started, and its workers find this Python, the package and the tests."""
    try:
        import pyspark  # noqa: F401
    except ImportError:
        pytest.skip("pyspark is not installed")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("there is no Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    paths = [str(REPOSITORY), str(REPOSITORY / "src"), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))


@pytest.fixture(scope="session")
def spark(spark_is_here: None) -> Iterator[Any]:  # noqa: ARG001
    """Spark on this machine, with two threads and few partitions."""
    from pyspark.sql import SparkSession

    settings = {
        **QUICK,
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
        "spark.driver.host": "localhost",
    }
    builder = SparkSession.builder.master("local[2]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(autouse=True)
def _no_warnings_of_spark() -> Iterator[None]:
    """Spark warns of the version of pandas, and leaves sockets to be closed."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="PySpark does not yet fully support pandas")
        warnings.filterwarnings("ignore", category=ResourceWarning)
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        yield


@pytest.fixture(scope="session")
def sent(spark: Any) -> Callable[..., Any]:
    """Send a frame to Spark, in so many partitions, its rows shuffled."""

    def send(frame: pl.DataFrame, n_partitions: int = 2, seed: int | None = None) -> Any:
        rows = frame if seed is None else frame.sample(fraction=1, shuffle=True, seed=seed)
        columns = ", ".join(f"`{name}` {KINDS[kind]}" for name, kind in frame.schema.items())
        return spark.createDataFrame(rows.rows(), columns).repartition(n_partitions)

    return send
