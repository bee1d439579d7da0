"""Files that are read piece by piece, and those that are not."""

from __future__ import annotations

import gzip
import io
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
import zstandard

import axiometer as ax
from axiometer.engines.chunks import evaluate
from axiometer.io import chunks as pieces
from axiometer.io import content, scan_judgments, scan_ratings
from axiometer.io.chunks import (
    Piece,
    can_be_cut,
    counting_from,
    memory_of,
    parquet_pieces,
    read_dataset,
    state_of,
    text_pieces,
)

LISTS = pl.DataFrame({"query": ["q", "q", "r"], "item": ["a", "b", "a"], "score": [2.0, 1.0, 1.0]})
GRADES = pl.DataFrame({"query": ["q", "r"], "item": ["b", "a"], "grade": [1, 2]})


def quoted(frame: pl.DataFrame, path: Path) -> Path:
    frame.write_csv(path, quote_style="always")
    return path


def test_tables_with_quotation_marks_are_read_whole_and_measured_alike(tmp_path):
    lists, grades = quoted(LISTS, tmp_path / "one.csv"), quoted(GRADES, tmp_path / "grades.csv")
    earlier = quoted(pl.DataFrame({"query": ["q"], "item": ["c"], "grade": [1]}), tmp_path / "train.csv")
    assert not can_be_cut(str(lists))
    runs = ax.scan_runs(str(lists))
    for scanned, judgments in (
        (scan_judgments(grades), ax.read_judgments(grades)),
        (scan_ratings(earlier, grades), ax.read_ratings(earlier, grades)),
    ):
        found, expected = evaluate(scanned, runs, "AP nDCG@2"), ax.evaluate(judgments, runs, "AP nDCG@2")
        key = ["system", expected.asker, "measure"]
        assert found.to_polars().sort(key).equals(expected.to_polars().sort(key))


def test_ratings_with_colons_are_read_piece_by_piece(tmp_path):
    path = tmp_path / "ratings.dat"
    path.write_text("1::10::5::978\n1::11::3::979\n2::10::4::980\n", encoding="utf-8")
    found = pl.concat(scan_ratings(None, path).judged.read(10))
    assert found.select("query", "item", "grade").rows() == [("1", "10", 5.0), ("1", "11", 3.0), ("2", "10", 4.0)]
    path.write_text("1::10::5::978\n1::11::3::979\n2::10::good::980\n", encoding="utf-8")
    with pytest.raises(ax.InputError, match=r"ratings\.dat, line 3: found 'good'"):
        list(scan_ratings(None, path).judged.read(10))


def test_standard_input_is_never_cut():
    assert not can_be_cut("-")


def test_parquet_files_that_do_not_fit_are_refused(tmp_path):
    LISTS.write_parquet(tmp_path / "1.parquet")
    LISTS.select("item", "score").write_parquet(tmp_path / "2.parquet")
    said = "found a damaged Parquet file, or several that do not fit .*; expected whole ones"
    for read in (read_dataset, ax.read_runs, ax.read_judgments, lambda path: list(parquet_pieces(path, 100))):
        with pytest.raises(ax.InputError, match=said):
            read(str(tmp_path))


def test_a_damaged_parquet_file_is_refused(tmp_path):
    path = tmp_path / "lists.parquet"
    path.write_bytes(b"PAR1 and nothing more")
    with pytest.raises(ax.InputError, match=r"lists\.parquet: found a damaged Parquet file; expected a whole one"):
        ax.read_runs(path)
    for read in (memory_of, lambda path: list(parquet_pieces(path, 100))):
        with pytest.raises(ax.InputError, match="found a damaged Parquet file, or several"):
            read(str(path))


def test_parquet_without_rows_is_refused(tmp_path):
    LISTS.clear().write_parquet(tmp_path / "lists.parquet")
    with pytest.raises(ax.InputError, match="found no rows; expected at least one"):
        list(parquet_pieces(str(tmp_path / "lists.parquet"), 100))


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.compress], ids=["plain", "gzip", "zstandard"])
def test_a_late_quotation_mark_is_refused_where_pieces_are_read(tmp_path, monkeypatch, pack: Callable[[bytes], bytes]):
    monkeypatch.setattr(pieces, "_HEAD", 40)
    path = tmp_path / "lists.csv"
    path.write_bytes(pack(b"query,item,score\n" + b"q,a,2\n" * 20 + b'r,"b",1\n'))
    assert can_be_cut(str(path))
    with pytest.raises(ax.InputError, match=r"lists\.csv: found a quotation mark in a table that is read piece by"):
        list(text_pieces(str(path), 30))


def test_a_damaged_frame_of_zstandard_is_refused(tmp_path):
    path = tmp_path / "lists.zst"
    packed = bytearray(zstandard.compress(b"".join(b"q%d Q0 d%d 1 %d x\n" % (n, n * n, n) for n in range(500))))
    packed[len(packed) // 2 :] = bytes(len(packed) - len(packed) // 2)
    path.write_bytes(packed)
    with pytest.raises(ax.InputError, match=r"lists\.zst: found .*zstandard"):
        list(text_pieces(str(path), 100))


def test_python_unpacks_zstandard_itself_where_it_can(monkeypatch):
    ours = SimpleNamespace(ZstdDecompressor=io.BytesIO, ZstdError=ArithmeticError)
    monkeypatch.setattr(content, "sys", SimpleNamespace(version_info=(3, 14)))
    monkeypatch.setitem(sys.modules, "compression", SimpleNamespace(zstd=ours))
    assert content.zstandard_frames() == (io.BytesIO, ArithmeticError)


def test_only_errors_that_have_a_line_are_counted_on():
    for line, expected in ((None, None), (2, 12)):
        with pytest.raises(ax.InputError) as caught, counting_from(Piece(b"", 10)):
            raise ax.InputError("this", "that", source="here", line=line)
        assert caught.value.line == expected


def test_files_that_vanish_or_stand_in_the_way_are_told(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ax.InputError, match="nothing: found no such file; expected a file that exists"):
        state_of(str(tmp_path / "nothing"))
    said = "found Not a directory; expected a file that can be read|found no such file"
    with pytest.raises(ax.InputError, match=said):
        ax.read_runs(tmp_path / "file" / "inside")
