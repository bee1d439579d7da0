"""The examples of the documentation run."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import axiometer as ax
from tests.documentation.test_docstrings import broken
from tests.documentation.test_examples import BLOCK, NEEDS_SPARK, ROOT, STARTS_CLUSTER


def test_what_the_page_on_large_data_shows(spark, tmp_path: Path, capsys):
    text = (ROOT / "docs" / "guides" / "scale.md").read_text()
    blocks = [block["body"] for block in BLOCK.finditer(text) if block["body"].startswith(NEEDS_SPARK)]
    assert blocks
    for block in blocks:
        # Spark writes where it was started.
        placed = block.replace("per_user.parquet", str(tmp_path / "per_user.parquet"))
        exec(compile(placed, "docs/guides/scale.md", "exec"), {"__name__": "page"})
    shown = capsys.readouterr().out
    assert "alphabeta_nDCG" in shown
    assert "standard_error" in shown
    assert (tmp_path / "per_user.parquet" / "_SUCCESS").exists()
    assert spark.read.parquet(str(tmp_path / "per_user.parquet")).count() == 4


def test_a_cluster_of_your_own(tmp_path: Path):
    text = (ROOT / "docs" / "guides" / "scale.md").read_text()
    (script,) = [block["body"] for block in BLOCK.finditer(text) if STARTS_CLUSTER in block["body"]]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    cluster = subprocess.Popen(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        shown, told = cluster.communicate(timeout=300)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(cluster.pid, signal.SIGKILL)
    assert "dense    0.7692  0.6728" in shown, told


def test_public_names_have_examples_that_run(spark):  # noqa: ARG001 - the session that the examples find
    assert sorted(ax.spark.__all__) == ax.spark.__all__
    assert [told for name in ax.spark.__all__ if (told := broken(getattr(ax.spark, name), name))] == []
