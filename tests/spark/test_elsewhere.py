"""Spark Connect, and a cluster that loses a worker: sessions that need a process of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyspark")

from tests.conftest import REPOSITORY
from tests.spark.elsewhere import SAME


def said_by(kind: str, *more: str) -> str:
    command = [sys.executable, "-W", "ignore", "-m", "tests.spark.elsewhere", kind, *more]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=600)
    return done.stdout + done.stderr


def test_spark_connect_gives_the_same():
    import pyspark

    if not any(Path(pyspark.__file__).parent.glob("jars/spark-connect*")):
        pytest.skip("this Spark comes without the server of Spark Connect, as before 4.0")
    said = said_by("connect")
    assert SAME in said, said


def test_a_cluster_that_loses_a_worker_gives_the_same(tmp_path):
    said = said_by("cluster", str(tmp_path))
    assert SAME in said, said
