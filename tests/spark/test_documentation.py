"""The examples of the documentation run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documentation.test_examples import BLOCK, NEEDS_SPARK, ROOT

pytestmark = pytest.mark.xdist_group("spark")


def test_what_the_page_on_large_data_shows(spark, tmp_path: Path, capsys):
    text = (ROOT / "docs" / "scale.md").read_text()
    blocks = [block["body"] for block in BLOCK.finditer(text) if block["body"].startswith(NEEDS_SPARK)]
    assert blocks
    for block in blocks:
        # Spark writes where it was started.
        placed = block.replace("per_user.parquet", str(tmp_path / "per_user.parquet"))
        exec(compile(placed, "docs/scale.md", "exec"), {"__name__": "page"})
    shown = capsys.readouterr().out
    assert "alphabeta_nDCG" in shown
    assert "standard_error" in shown
    assert (tmp_path / "per_user.parquet" / "_SUCCESS").exists()
    assert spark.read.parquet(str(tmp_path / "per_user.parquet")).count() == 4
