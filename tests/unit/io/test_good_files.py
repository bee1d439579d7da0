"""Files as people have them are read, and read alike."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys

import polars as pl
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import axiometer as ax
from axiometer.io.text import RUN_LAYOUT, evenly_spaced, parse

RUN = b"q1 Q0 a 1 3.5 tag\nq1 Q0 b 2 2.5 tag\nq2 Q0 a 1 -1e-3 tag\n"
ROWS = [("q1", "a", 3.5), ("q1", "b", 2.5), ("q2", "a", -0.001)]


def read_rows(content: bytes, path) -> list[tuple]:
    path.write_bytes(content)
    return ax.read_runs(path).to_polars().select("query", "item", "score").rows()


SPELLINGS = {
    "blanks": RUN,
    "tabs": RUN.replace(b" ", b"\t"),
    "several blanks": RUN.replace(b" Q0", b"   Q0"),
    "tabs and blanks": RUN.replace(b" Q0 ", b"\tQ0 \t "),
    "padded scores after tabs": RUN.replace(b" ", b"\t").replace(b"\t3.5", b"\t  3.5"),
    "leading blanks": b"  " + RUN.replace(b"\n", b"\n ", 2),
    "trailing blanks": RUN.replace(b"\n", b"  \n"),
    "Windows line ends": RUN.replace(b"\n", b"\r\n"),
    "old Macintosh line ends": RUN.replace(b"\n", b"\r"),
    "no final newline": RUN.rstrip(b"\n"),
    "byte-order mark": b"\xef\xbb\xbf" + RUN,
    "comments": b"# made by hand\n" + RUN.replace(b"q2", b"  # a comment with\ttabs\nq2"),
    "comment before a missing final newline": RUN + b"# the end",
    "empty lines": b"\n" + RUN.replace(b"\n", b"\n\n") + b"\n \n",
}


@pytest.mark.parametrize("content", SPELLINGS.values(), ids=SPELLINGS)
def test_spellings_of_one_run(tmp_path, content):
    assert read_rows(content, tmp_path / "a.run") == ROWS


@pytest.mark.parametrize(
    "pack",
    [
        gzip.compress,
        bz2.compress,
        lzma.compress,
        zstandard.compress,
        lambda data: gzip.compress(data[:20]) + gzip.compress(data[20:]),
    ],
)
def test_packings(tmp_path, pack):
    assert read_rows(pack(RUN), tmp_path / "a.run") == ROWS


def test_zstandard_in_several_frames_of_unknown_length(tmp_path):
    frames = []
    for part in (RUN[:30], RUN[30:]):
        packer = zstandard.ZstdCompressor(write_content_size=False).compressobj()
        frames.append(packer.compress(part) + packer.flush())
    assert read_rows(b"".join(frames), tmp_path / "a.run") == ROWS


def test_ids_may_be_long_and_in_any_script(tmp_path):
    ids = ["文書-٣", "naïve#1", '"quoted"', "x" * 100_000, "a,b", "#inside"[1:] + "#"]
    lines = [f"q1 Q0 {item} {n} {-n} tag" for n, item in enumerate(ids)]
    rows = read_rows("\n".join(lines).encode(), tmp_path / "a.run")
    assert [item for _, item, _ in rows] == ids


def test_system_is_called_as_its_file(tmp_path):
    for name in ("bm25.run.gz", "dense.v1.2", "colbert.tsv", "splade.results.txt"):
        (tmp_path / name).write_bytes(gzip.compress(RUN) if name.endswith("gz") else RUN)
    systems = ax.read_runs(str(tmp_path / "*")).to_polars()["system"].unique().sort().to_list()
    assert systems == ["bm25", "colbert", "dense.v1.2", "splade.results"]


def test_file_with_several_tags_holds_several_systems(tmp_path):
    path = tmp_path / "all.run"
    path.write_bytes(RUN + RUN.replace(b"tag", b"other"))
    measured = ax.evaluate({"q1": {"a": 1}}, ax.read_runs(path), "RR")
    assert measured.systems == ("tag", "other")
    assert measured.values.ravel().tolist() == [1.0, 1.0]


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(RUN)), encoding="utf-8"))
    frame = ax.read_runs("-").to_polars()
    assert frame["system"].unique().to_list() == ["tag"]
    assert frame.height == 3


TABLES = {
    "csv": (b"qid,docno,score\nq1,a,3.5\nq1,b,2.5\nq2,a,-0.001\n", "a.csv"),
    "tsv": (b"query_id\tdoc_id\tscore\nq1\ta\t3.5\nq1\tb\t2.5\nq2\ta\t-1e-3\n", "a.tsv"),
    "quoted csv": (
        b'"Query-ID","doc id","Score"\r\n"q1","a","3.5"\r\n"q1","b","2.5"\r\n"q2","a","-0.001"\r\n',
        "a.csv",
    ),
    "more columns, another order": (b"extra,score,item,topic\nz,3.5,a,q1\nz,2.5,b,q1\nz,-0.001,a,q2\n", "a.csv"),
    "no ending, byte-order mark": (b"\xef\xbb\xbfuser_id,item_id,score\nq1,a,3.5\nq1,b,2.5\nq2,a,-0.001\n", "a"),
}


TABLES |= {
    "comments and empty lines": (b"# made\nqid,docno,score\nq1,a,3.5\n# so\nq1,b,2.5\nq2,a,-0.001\n\n", "a.csv"),
    "quotes of a TSV are letters": (b"qid\tdocno\tscore\nq1\ta\t3.5\nq1\tb\t2.5\nq2\ta\t-0.001\n", "a.tsv"),
}


def test_quotes_in_a_tsv_are_part_of_the_ids(tmp_path):
    content = b'qid\tdocno\tscore\nq1\t"a\t3\nq1\tb"\t2\nq1\t"c" d\t1\n'
    assert [item for _, item, _ in read_rows(content, tmp_path / "a.tsv")] == ['"a', 'b"', '"c" d']


def test_text_whose_first_line_looks_like_a_header(tmp_path):
    assert read_rows(b"query\tQ0\titem\t1\t3.0\trun\n", tmp_path / "a.tsv") == [("query", "item", 3.0)]


@pytest.mark.parametrize(("content", "name"), TABLES.values(), ids=TABLES)
def test_tables(tmp_path, content, name):
    assert read_rows(content, tmp_path / name) == ROWS
    assert read_rows(gzip.compress(content), tmp_path / (name + ".gz")) == ROWS


def test_parquet(tmp_path):
    path = tmp_path / "a.parquet"
    pl.DataFrame(ROWS, schema=["qid", "docno", "score"], orient="row").write_parquet(path)
    assert ax.read_runs(path).to_polars().select("query", "item", "score").rows() == ROWS


def test_tables_of_judgments(tmp_path):
    path = tmp_path / "qrels.tsv"
    path.write_bytes(b"query-id\tcorpus-id\tscore\n1\tx\t2\n1\ty\t0\n")
    assert ax.read_judgments(path).to_polars().rows() == [("1", "0", "x", 2.0), ("1", "0", "y", 0.0)]


def test_table_without_a_header(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"q1,a,3.5\n")
    with pytest.raises(ax.InputError, match="names of the columns"):
        ax.read_runs(path)


def test_table_with_a_bad_number(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"qid,docno,score\nq1,a,3.5\nq1,b,high\n")
    with pytest.raises(ax.InputError, match=r"line 3: found 'high'.*expected a finite number"):
        ax.read_runs(path)


def test_table_with_a_ragged_line(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"qid,docno,score\nq1,a,3.5\nq1,b,2,5\n")
    with pytest.raises(ax.InputError, match=r"line 3: found 4 columns; expected 3 \(qid, docno, score\)"):
        ax.read_runs(path)


BAD_TABLES = {
    "too short, in a column we do not read": (b"qid,docno,score,extra\nq1,a,2,x\nq1,b,3\n", r"line 3: found 3 columns"),
    "one too long and one too short": (b"qid,docno,score\nq1,a,2,3\nq1,b\n", r"line 2: found 4 columns"),
    "a column twice": (b"qid,docno,score,score\nq1,a,2,3\n", "each column once|two columns called score"),
    "binary": (b"qid,docno,score\nq1,a\0,2\n", "line 2: found binary data"),
    "not UTF-8": (b"qid,docno,score\nq1,\xe9,2\n", "UTF-8"),
    "a bad number after a quoted line end": (b'qid,docno,score\nq1,"a\nb",2\nq1,c,x\n', "found 'x'.*row 2"),
}


@pytest.mark.parametrize(("content", "message"), BAD_TABLES.values(), ids=BAD_TABLES)
def test_bad_tables(tmp_path, content, message):
    path = tmp_path / "a.csv"
    path.write_bytes(content)
    with pytest.raises(ax.InputError, match=message):
        ax.read_runs(path)


def test_table_with_an_item_twice(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"qid,docno,score\nq1,a,3.5\nq1,b,3\nq1,a,2\n")
    with pytest.raises(ax.InputError, match=r"line 4: found item 'a' again"):
        ax.read_runs(path)


def test_judgments_come_from_one_file(tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_bytes(b"q1 0 a 1\n")
    assert ax.read_judgments(str(tmp_path / "a*")).queries == ["q1"]
    with pytest.raises(ax.InputError, match="2 files that match; expected one file of judgments"):
        ax.read_judgments(str(tmp_path / "*.txt"))


def test_judgments_with_aspects_and_repeated_lines(tmp_path):
    path = tmp_path / "qrels.txt"
    path.write_bytes(b"1 2 x 1\n1 1 x 0\n1 2 x 1\n1 2 x 1.0\n")
    judgments = ax.read_judgments(path)
    assert judgments.to_polars().rows() == [("1", "2", "x", 1.0), ("1", "1", "x", 0.0)]
    assert judgments.repeated == 2


fields = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Z"]), min_size=1, max_size=5)
gaps = st.text(" \t", min_size=1, max_size=3)


@given(
    st.lists(
        st.tuples(st.lists(fields, min_size=4, max_size=7), gaps, st.text(" \t", max_size=2)), min_size=1, max_size=6
    ),
    st.sampled_from(["\n", "\n\n", "\n \n"]),
)
def test_reader_takes_exactly_what_splitting_at_blanks_takes(lines, newline):
    """The fast reader and its check of counts must never accept a line that a plain split would not."""
    text = newline.join(gap.join(words) + end for words, gap, end in lines)
    kept = [line.split() for line in text.split("\n") if line.strip(" \t") and not line.strip(" \t").startswith("#")]
    frame = parse(text.encode(), RUN_LAYOUT, ("query", "item", "tag"))
    if kept and all(len(words) == 6 for words in kept):
        assert frame is not None
        assert frame.rows() == [(words[0], words[2], words[5]) for words in kept]
    else:
        assert frame is None or not kept


def test_even_spacing_does_not_depend_on_where_pieces_of_text_end(monkeypatch):
    text = b"".join(b"q%d \t Q0  a%d\t%d 1.5   tag \n\n # note\n" % (n, n, n) for n in range(200))
    whole = evenly_spaced(text)
    monkeypatch.setattr("axiometer.io.text._STRIDE", 7)
    assert evenly_spaced(text) == whole
    assert whole.startswith(b"q0 Q0 a0 0 1.5 tag\nq1 Q0")
    columns = ("query", "item", "score", "tag")
    assert_frame_equal(parse(text, RUN_LAYOUT, columns), parse(whole, RUN_LAYOUT, columns))


@pytest.mark.parametrize("several", [set, frozenset, iter])
def test_paths_come_in_any_collection(tmp_path, several):
    (tmp_path / "one.run").write_text("q Q0 a 1 2 x\n", encoding="utf-8")
    (tmp_path / "two.run").write_text("q Q0 b 1 2 x\n", encoding="utf-8")
    runs = ax.read_runs(several([tmp_path / "one.run", tmp_path / "two.run"]))
    assert len(runs) == 2
    assert sorted(runs.to_polars().select("system", "item").rows()) == [("one", "a"), ("two", "b")]
