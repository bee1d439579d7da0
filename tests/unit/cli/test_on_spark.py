"""``axiometer evaluate --engine spark`` where no Spark runs: what is refused, and what is read and written here."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

import axiometer as ax
from axiometer.cli import spark_files
from axiometer.cli.inputs import Inputs
from axiometer.cli.spark_files import check_place, open_session
from axiometer.io.text import RUN_LAYOUT


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\n", encoding="utf-8")
    (tmp_path / "bm25.run").write_text("q1 Q0 a 1 2.5 x\n", encoding="utf-8")
    (tmp_path / "lengths.csv").write_text("item,words\na,7\n", encoding="utf-8")
    (tmp_path / "providers.csv").write_text("item,provider\na,x\n", encoding="utf-8")
    (tmp_path / "weights.csv").write_text("query,aspect,weight\nq1,t,1\n", encoding="utf-8")
    (tmp_path / "alpha.csv").write_text("item,alpha\na,0.5\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("words", [("--memory", "1G"), ("--resume",), ("--jobs", "2")], ids=lambda words: words[0])
def test_limits_are_for_work_on_this_machine(command, words):
    code, out, err = command("evaluate", "qrels.txt", "bm25.run", "--engine", "spark", *words)
    assert (code, out) == (2, "")
    assert f"{words[0]} is for work on this machine; a Spark cluster has settings of its own" in err


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("values -q", "values in Spark are not written as table"),
        ("no/values -q --format tsv", "a file in a folder that exists"),
        ("qrels.txt -q --format parquet", "found an output folder that already exists"),
        ("no/means", "a file in a folder that exists"),
        ("qrels.txt --format tsv", "is one of the files that are read"),
    ],
)
def test_a_place_for_the_result_is_looked_for_before_any_work(command, files, monkeypatch, asked, said):
    output, *words = asked.split()
    monkeypatch.setattr(spark_files, "open_session", pytest.fail)
    named = [str(files / "qrels.txt"), str(files / "bm25.run"), "--output", str(files / output)]
    code, out, err = command("evaluate", *named, "--engine", "spark", *words)
    assert code
    assert not out
    assert said in err


@pytest.mark.parametrize("name", ["qrels.txt", "bm25.run", "lengths.csv", "weights.csv", "providers.csv"])
def test_what_is_read_is_not_written_over(files, name):
    inputs = Inputs(
        files=[str(files / "qrels.txt"), str(files / "*.run"), "s3a://logs/runs/*"],
        lengths=str(files / "lengths.csv"),
        weights=str(files / "weights.csv"),
        providers=str(files / "providers.csv"),
    )
    check_place(inputs, files / "values.tsv", "tsv")
    for form in ("tsv", None):
        with pytest.raises(ax.UsageError, match=f"{name} is one of the files that are read"):
            check_place(inputs, files / name, form)


def test_addresses_are_left_to_spark():
    assert spark_files._place("s3a://logs/runs") == ["s3a://logs/runs"]
    assert spark_files._for_spark("hdfs://logs/runs") == "hdfs://logs/runs"


@pytest.mark.parametrize("name", ["bm25.run.xz", "bm25.ZST", "s3a://logs/runs.zstd"])
@pytest.mark.thorough
def test_what_spark_does_not_unpack_is_refused(name):
    pytest.importorskip("pyspark")
    with pytest.raises(ax.InputError, match=r"found a file packed as \.\w+; expected gz or bz2"):
        spark_files._table(None, [name], RUN_LAYOUT)  # type: ignore[arg-type]


def test_small_tables_are_read_here(files):
    inputs = Inputs(
        files=["knn.parquet"],
        ratings=("none", "test.parquet"),
        aspects=str(files / "providers.csv"),
        alpha_table=str(files / "alpha.csv"),
        **{name: str(files / f"{name}.csv") for name in ("weights", "lengths", "providers")},
    )
    (files / "providers.csv").write_text("item,provider,genres\na,x,comedy|drama\n", encoding="utf-8")
    found = spark_files._small_tables(None, inputs)  # type: ignore[arg-type]
    assert found["alpha"].rows() == [("a", 0.5)]
    assert found["weights"].rows() == [("q1", "t", 1.0)]
    assert found["lengths"].select("item", "words").rows() == [("a", 7)]
    assert found["providers"].rows() == [("a", "x")]
    assert sorted(found["aspects"].pairs.rows()) == [("a", "comedy"), ("a", "drama")]


def test_what_is_wrong_with_a_small_table_is_told_with_its_line(files):
    (files / "lengths.txt").write_text("a 7\nb\n", encoding="utf-8")
    inputs = Inputs(files=["q", "r"], lengths=str(files / "lengths.txt"))
    with pytest.raises(ax.InputError, match=r"lengths\.txt, line 2: found 1 field, 'b'; expected 2 fields"):
        spark_files._small_tables(None, inputs)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "read"),
    [
        ("s3a://logs/weights.csv", ("csv", {"header": True, "sep": ",", "escape": '"'})),
        ("s3a://logs/weights.tsv/", ("csv", {"header": True, "sep": "\t", "escape": '"'})),
        ("s3a://logs/weights", ("parquet", {})),
    ],
)
def test_small_tables_at_an_address_are_read_by_spark(path, read):
    asked = SimpleNamespace(
        csv=lambda place, **how: (place, ("csv", how)), parquet=lambda place: (place, ("parquet", {}))
    )
    session: Any = SimpleNamespace(read=asked)
    assert spark_files._small_tables(session, Inputs(files=["q", "r"], weights=path)) == {"weights": (path, read)}


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["tsv", "csv", "jsonl"])
def test_values_are_written_some_at_a_time(monkeypatch, form):
    pytest.importorskip("pyspark")
    from axiometer.engines.spark.engine import write_rows

    monkeypatch.setattr("axiometer.engines.spark.engine.AT_ONCE", 2)
    values = pl.DataFrame({"query": list("abcde"), "value": [0.5, float("nan"), 1.0, 0.0, 0.25]})
    rows = SimpleNamespace(columns=values.columns, toLocalIterator=lambda: values.iter_rows())
    file = io.BytesIO()
    write_rows(rows, form, file)  # type: ignore[arg-type]
    written = file.getvalue()
    assert written.count(b"\n") == 5 + (form != "jsonl")
    if form != "jsonl":
        found = pl.read_csv(written, separator="\t" if form == "tsv" else ",", null_values=["nan", "NaN"])
        assert found["query"].to_list() == list("abcde")
        assert written.count(b"query") == 1


class _Builder:
    """Notes what is asked of Spark."""

    def __init__(self) -> None:
        self.asked: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        def ask(*words: str) -> _Builder:
            self.asked[name if len(words) < 2 else words[0]] = words[-1] if words else None
            return self

        return ask


@pytest.mark.thorough
def test_sessions_are_made_for_the_cluster_that_is_named(monkeypatch):
    sql = pytest.importorskip("pyspark.sql")
    monkeypatch.setenv("SPARK_REMOTE", "sc://somewhere")  # so that nobody looks for Java
    monkeypatch.setenv("PYSPARK_PYTHON", "")
    for master, expected in (("sc://host", {"remote": "sc://host"}), ("local[2]", {"master": "local[2]"}), (None, {})):
        monkeypatch.delenv("PYSPARK_PYTHON", raising=False)
        builder = _Builder()
        monkeypatch.setattr(sql, "SparkSession", SimpleNamespace(builder=builder))
        open_session(master)
        assert "getOrCreate" in builder.asked
        assert {name: builder.asked[name] for name in ("remote", "master") if name in builder.asked} == expected
        assert os.environ.get("PYSPARK_PYTHON") == (sys.executable if master == "local[2]" else None)
