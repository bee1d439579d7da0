"""``axiometer evaluate --engine spark``."""

from __future__ import annotations

import sys
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

pytest.importorskip("pyspark")

import axiometer as ax
from axiometer.cli import spark_files
from axiometer.cli.inputs import Inputs
from axiometer.cli.main import main
from axiometer.cli.spark_files import evaluate_on_spark, write_values
from axiometer.measures.names import parse_wanted
from tests.spark.comparing import assert_same_values

pytestmark = pytest.mark.usefixtures("spark")

RATINGS = pl.DataFrame({"user": [1, 1, 2], "item": [10, 11, 12], "rating": [5.0, 3.0, 4.0]})
TRAIN = pl.DataFrame({"user": [1, 2], "item": [13, 10], "rating": [5.0, 1.0]})
LISTS = pl.DataFrame({"user": [1, 1, 2, 2], "item": [10, 12, 12, 11], "score": [2.0, 1.0, 2.0, 1.0]})


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\nq1 0 b 0\n\nq2 0  c\t2\n")
    (tmp_path / "bm25.run").write_text("q1 Q0 a 1 2.5 x\nq1 Q0 b 2 1.5 x\nq2 Q0 c 1 7 x\n")
    (tmp_path / "two.run").write_text("q1 Q0 b 1 2.5 y\nq2 Q0 c 1 7 z\n")
    (tmp_path / "dense.csv").write_text("query_id,doc_id,score\nq1,b,2\nq1,a,1\n")
    for name, frame in (("test", RATINGS), ("train", TRAIN), ("knn", LISTS)):
        frame.write_parquet(tmp_path / f"{name}.parquet")
    (tmp_path / "movies.csv").write_text("item,genres\n10,a|b\n11,b\n12,c\n13,a\n14,c\n")
    (tmp_path / "broken.run").write_text("q1 Q0 a 1 2.5 x\nq1 Q0 b 2 x\n")
    return tmp_path


def measured(given: Inputs, names: str):
    profile = given.conventions()
    wanted = parse_wanted(names, profile=profile)
    whole = ax.evaluate(given.judgments(), given.runs, wanted, profile=profile)
    return evaluate_on_spark(given, wanted, profile, keep="values"), whole


def test_text_and_tables_are_measured_and_written(files, capfdbinary):
    given = Inputs(files=[str(files / "qrels.txt"), str(files / "*25.run"), str(files / "dense.csv")])
    found, whole = measured(given, "AP nDCG@5")
    assert found.systems == ("bm25", "dense")
    assert_same_values(found.values, whole)
    for form in ("tsv", "csv", "jsonl"):
        output = files / f"values.{form}"
        write_values(found, output, form)
        read = pl.read_ndjson(output) if form == "jsonl" else pl.read_csv(output, separator="\t,"[form == "csv"])
        assert_same_values(read, whole)
    write_values(found, None, "jsonl")
    assert sorted(capfdbinary.readouterr().out.split(b"\n")) == sorted(output.read_bytes().split(b"\n"))
    write_values(found, files / "values", "parquet")
    assert (files / "values" / "_SUCCESS").exists()
    assert_same_values(pl.read_parquet(files / "values" / "*.parquet"), whole)
    with pytest.raises(
        ax.InputError, match="found an output folder that already exists; expected the name of a new folder"
    ):
        write_values(found, files / "values", "parquet")
    with pytest.raises(ax.UsageError, match="not written as latex"):
        write_values(found, None, "latex")
    with pytest.raises(ax.UsageError, match="name it with --output"):
        write_values(found, None, "parquet")


def test_several_tags_are_several_systems(files):
    found, whole = measured(Inputs(files=[str(files / "qrels.txt"), str(files / "two.run")]), "AP")
    assert found.systems == ("y", "z")
    assert_same_values(found.values, whole)


def test_ratings_and_what_belongs_to_them(files):
    given = Inputs(
        files=[str(files / "knn.parquet")],
        ratings=(str(files / "train.parquet"), str(files / "test.parquet")),
        aspects=str(files / "movies.csv"),
    )
    found, whole = measured(given, "alphabeta_nDCG@2 nDCG@2 CatalogueCoverage@2")
    assert_same_values(found.values, whole)
    assert found.mean()["value"].to_list() == pytest.approx(whole.mean()["value"].to_list(), rel=1e-12)


def test_the_command_writes_means_and_values(files, monkeypatch):
    read = [str(files / name) for name in ("qrels.txt", "bm25.run", "dense.csv")]
    for engine in ("spark", "local"):
        for kind in ([], ["-q"]):
            output = files / f"{engine}{len(kind)}.tsv"
            words = ["-m", "AP nDCG@5", "--format", "tsv", "--engine", engine, "--output", str(output), *kind]
            monkeypatch.setattr(sys, "argv", ["axiometer", "evaluate", *read, *words])
            with pytest.raises(SystemExit) as stopped:
                main()
            assert not stopped.value.code
    for kind, key in ((0, ["system"]), (1, ["system", "query"])):
        found, expected = (pl.read_csv(files / f"{engine}{kind}.tsv", separator="\t") for engine in ("spark", "local"))
        by = [name for name in (*key, "measure") if name in expected.columns]
        assert_frame_equal(found.sort(by), expected.sort(by), rel_tol=1e-12)


def test_what_cannot_be_read_is_told(files):
    with pytest.raises(ax.InputError, match=r"nothing\.run: found no such file"):
        measured_only(Inputs(files=[str(files / "qrels.txt"), str(files / "nothing.run")]))
    with pytest.raises(ax.UsageError, match="does not read standard input"):
        measured_only(Inputs(files=[str(files / "qrels.txt"), "-"]))
    with pytest.raises(ax.InputError, match="a missing or unreadable item"):
        measured_only(Inputs(files=[str(files / "qrels.txt"), str(files / "broken.run")]))


def test_files_without_what_orders_lists_are_refused_by_their_names(files):
    read = [str(files / name) for name in ("qrels.txt", "bm25.run", "dense.csv")]
    told = (
        r"dense.csv: found lists without ranks \(the columns query_id, doc_id, score\); expected a rank column, since"
    )
    for profile in ("rectools", "lenskit"):
        with pytest.raises(ax.InputError, match=told):
            measured_only(Inputs(files=read, profile=profile))
    (files / "ranked.csv").write_text("query_id,doc_id,rank\nq1,b,2\nq1,a,1\n")
    told = r"ranked.csv: found lists with the columns query_id, doc_id, rank beside others with query_id, doc_id, score"
    with pytest.raises(ax.InputError, match=told):
        measured_only(Inputs(files=[*read[::2], str(files / "ranked.csv")]))


def measured_only(given: Inputs) -> None:
    evaluate_on_spark(given, parse_wanted("AP"), given.conventions())


def test_what_is_not_installed_is_told(monkeypatch):
    monkeypatch.setattr(spark_files.shutil, "which", lambda _: None)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(ax.UsageError, match="Spark needs Java 17"):
        spark_files.open_session("local[2]")
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(ax.UsageError, match=r'pip install "axiometer\[spark\]"'):
        spark_files.open_session("local[2]")
