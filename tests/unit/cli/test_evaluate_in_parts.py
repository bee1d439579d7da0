"""``axiometer evaluate`` where files need more memory than may be used."""

from __future__ import annotations

import errno
import io
import json
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import axiometer as ax
from axiometer.cli import chunk_files
from axiometer.engines.chunk import ChunkEvaluator
from axiometer.engines.chunks.budget import Budget

ASKED = ("evaluate", "qrels.txt", "bm25.run", "dense.run", "-m", "AP nDCG@10")
KEY = ("system", "query", "measure")


@pytest.fixture
def axiometer(tmp_path, monkeypatch, command):
    """Run the command in a folder with example files, of which hardly any fit into memory."""
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\nq1 0 b 0\nq2 0 c 2\nq3 0 a 0\n")
    (tmp_path / "bm25.run").write_text("q1 Q0 a 1 2.0 x\nq1 Q0 b 2 1.0 x\nq2 Q0 c 1 1.0 x\nq3 Q0 a 1 1 x\n")
    (tmp_path / "dense.run").write_text("q1 Q0 b 1 2.0 y\nq1 Q0 a 2 1.0 y\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(chunk_files, "_GROWTH", 10**9)
    monkeypatch.setattr(Budget, "n_parts", lambda *_: 3)
    return command


def whole() -> ax.Measurements:
    return ax.evaluate(ax.read_judgments("qrels.txt"), ax.scan_runs(["bm25.run", "dense.run"]), "AP nDCG@10")


def test_the_table_and_the_notes_are_those_of_the_whole(axiometer, monkeypatch, tmp_path):
    in_parts = axiometer(*ASKED)
    monkeypatch.setattr(chunk_files, "_GROWTH", 1)
    code, out, err = axiometer(*ASKED)
    assert in_parts[:2] == (code, out)
    *others, told = sorted(in_parts[2].splitlines(), key=lambda line: "3 parts" in line)
    assert told == "note: measured in 3 parts, for want of memory (--memory)"
    assert others == err.splitlines()
    assert code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bm25.run", "dense.run", "qrels.txt"]


@pytest.mark.parametrize("growth", [1, 10**9], ids=["whole", "in parts"])
def test_tables_may_be_folders_of_parquet_files(axiometer, monkeypatch, tmp_path, growth):
    monkeypatch.setattr(chunk_files, "_GROWTH", growth)
    tables = {
        "train": pl.DataFrame({"user": [1, 2], "item": [13, 10], "rating": [5.0, 1.0]}),
        "test": pl.DataFrame({"user": [1, 1, 2], "item": [10, 11, 12], "rating": [5.0, 3.0, 4.0]}),
        "knn": pl.DataFrame({"user": [1, 1, 2, 2], "item": [10, 12, 12, 11], "score": [2.0, 1.0, 2.0, 1.0]}),
    }
    for name, table in tables.items():
        (tmp_path / name).mkdir()
        for number in range(2):
            table[number::2].write_parquet(tmp_path / name / f"part-{number}.parquet")
    code, out, err = axiometer("evaluate", "--ratings", "train", "test", "knn", "-m", "nDCG@2", "-f", "csv")
    assert (code, "measured in 3 parts" in err) == (0, growth > 1)
    ratings = ax.read_ratings(tables["train"], tables["test"])
    expected = ax.evaluate(ratings, tables["knn"], "nDCG@2").mean()["value"].item()
    assert pl.read_csv(out.encode())["value"].item() == pytest.approx(expected, rel=1e-15)


READERS = {
    "parquet": pl.read_parquet,
    "tsv": lambda data: pl.read_csv(data, separator="\t", schema_overrides={"value": pl.Float64}),
    "csv": lambda data: pl.read_csv(data, schema_overrides={"value": pl.Float64}),
    "jsonl": lambda data: pl.read_ndjson(data).with_columns(pl.col("value").fill_null(float("nan"))),
}


@pytest.mark.parametrize("form", READERS)
def test_values_of_queries(axiometer, form, tmp_path):
    code, out, _ = axiometer(*ASKED, "-q", "-f", form, "-o", "values")
    assert (code, out) == (0, "")
    found = READERS[form](io.BytesIO((tmp_path / "values").read_bytes()))
    assert_frame_equal(found.sort(KEY), whole().to_polars().sort(KEY))
    if form != "parquet":
        code, out, _ = axiometer(*ASKED, "-q", "-f", form)
        assert out == (tmp_path / "values").read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bm25.run", "dense.run", "qrels.txt", "values"]


def test_saved_values_can_be_compared(axiometer):
    axiometer(*ASKED, "-q", "-f", "parquet", "-o", "values.parquet")
    code, out, _ = axiometer("compare", "values.parquet", "-m", "AP")
    assert code == 0
    assert "bm25" in out
    assert pl.read_parquet_metadata("values.parquet")["profile"] == "trec_eval"


def test_means_can_be_written_in_every_format(axiometer):
    code, out, _ = axiometer(*ASKED, "-f", "json")
    assert code == 0
    assert [row["value"] for row in json.loads(out)] == pytest.approx(whole().mean()["value"].to_list())


@pytest.mark.parametrize("form", ["table", "markdown", "latex", "json"])
def test_values_of_queries_are_not_written_as_what_needs_them_in_memory(axiometer, form):
    code, _, err = axiometer(*ASKED, "-q", "-f", form)
    assert code == 2
    assert "can be written as parquet, tsv, csv, jsonl, not" in err


def test_an_interrupted_evaluation_goes_on(axiometer, monkeypatch, tmp_path):
    measure = ChunkEvaluator.measure
    monkeypatch.setattr(ChunkEvaluator, "measure", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    code, _, err = axiometer(*ASKED, "-q", "-f", "parquet", "-o", "v.parquet")
    assert code != 0
    assert "interrupted; the same command with --resume goes on (v.parquet.unfinished)" in err
    assert not (tmp_path / "v.parquet").exists()
    monkeypatch.setattr(ChunkEvaluator, "measure", measure)
    code, _, err = axiometer(*ASKED, "-q", "-f", "parquet", "-o", "v.parquet")
    assert code == 2
    assert "v.parquet.unfinished holds an unfinished evaluation: go on with it by --resume, or delete it" in err
    monkeypatch.setattr(chunk_files, "_GROWTH", 1)
    assert axiometer(*ASKED, "-q", "-f", "parquet", "-o", "v.parquet", "--resume")[0] == 0
    assert_frame_equal(pl.read_parquet("v.parquet").sort(KEY), whole().to_polars().sort(KEY))
    assert not (tmp_path / "v.parquet.unfinished").exists()


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (["--resume"], "name the file"),
        (["--memory", "much"], "such as 2GB"),
        (["--memory", "10MB"], "at least 500MB"),
        (["--jobs", "0"], "jobs must be a whole number from 1"),
        (["--master", "local[2]"], "add --engine spark"),
    ],
)
def test_what_makes_no_sense_is_refused(axiometer, more, expected):
    code, _, err = axiometer(*ASKED, *more)
    assert code == 2
    assert expected in err


@pytest.mark.parametrize(
    ("folder", "file", "told"),
    [
        (None, None, "room for the rows and values of all files"),
        (
            "v.unfinished",
            None,
            "v.unfinished: found No space left on device; expected room for .* with --resume goes on",
        ),
        ("v.unfinished", "rows", "rows: found No space left on device; expected room for the rows and values"),
    ],
)
def test_a_full_disk_is_told_with_how_to_go_on(folder, file, told):
    with pytest.raises(ax.InputError, match=told), chunk_files.resumable(folder and Path(folder)):
        raise OSError(errno.ENOSPC, "No space left on device", file)


def test_a_reader_that_is_gone_is_no_full_disk():
    with pytest.raises(BrokenPipeError), chunk_files.resumable(None):
        raise BrokenPipeError


def test_missing_files_are_told(axiometer):
    for files in (("none.txt", "bm25.run"), ("qrels.txt", "none.run")):
        code, _, err = axiometer("evaluate", *files, "-m", "AP")
        assert code == 1
        assert "found no such file; expected a file that exists" in err


def test_standard_input_is_read_whole(axiometer, monkeypatch, tmp_path):
    class Input:
        buffer = io.BytesIO((tmp_path / "bm25.run").read_bytes())

    monkeypatch.setattr("sys.stdin", Input)
    code, out, err = axiometer("evaluate", "qrels.txt", "-", "-m", "AP")
    assert code == 0
    assert "0.6667" in out
    assert "parts" not in err
