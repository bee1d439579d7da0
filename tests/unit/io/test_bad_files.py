"""Each thing that can be wrong with a file gives an error that says where, what was found, and what was expected."""

from __future__ import annotations

import bz2
import gzip
import lzma

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

import axiometer as ax

RUN = b"q1 Q0 a 1 3.5 tag\nq1 Q0 b 2 2.5 tag\nq2 Q0 a 1 1.0 tag\n"
JUDGMENTS = b"q1 0 a 1\nq1 0 b 0\nq2 0 a 2\n"


def with_line(text: bytes, number: int, line: bytes) -> bytes:
    lines = text.split(b"\n")
    lines[number - 1] = line
    return b"\n".join(lines)


BAD_RUNS = {
    "too few fields": (with_line(RUN, 2, b"q1 Q0 b 2 2.5"), 2, "5 fields", "6 fields"),
    "too many fields": (with_line(RUN, 2, b"q1 Q0 b 2 2.5 tag more"), 2, "7 fields", "6 fields"),
    "one too many and one too few": (
        with_line(with_line(RUN, 1, b"q1 Q0 a 1 3.5 tag more"), 2, b"q1 Q0 b 2 2.5"),
        1,
        "7 fields",
        "6 fields",
    ),
    "a field missing behind a double blank": (with_line(RUN, 2, b"q1  b 2 2.5 tag"), 2, "5 fields", "6 fields"),
    "a tab inside a field": (with_line(RUN, 2, b"q1 Q0 b\tc 2 2.5 tag"), 2, "7 fields", "6 fields"),
    "a score that is no number": (with_line(RUN, 3, b"q2 Q0 a 1 high tag"), 3, "'high'", "a finite number"),
    "a decimal comma": (with_line(RUN, 3, b"q2 Q0 a 1 1,5 tag"), 3, "'1,5'", "a finite number"),
    "a score that is not a number": (with_line(RUN, 1, b"q1 Q0 a 1 nan tag"), 1, "'nan'", "a finite number"),
    "an infinite score": (with_line(RUN, 1, b"q1 Q0 a 1 -inf tag"), 1, "'-inf'", "a finite number"),
    "a score too large": (with_line(RUN, 1, b"q1 Q0 a 1 1e999 tag"), 1, "'1e999'", "a finite number"),
    "an item twice": (
        with_line(RUN, 2, b"q1 Q0 a 2 2.5 tag"),
        2,
        "'a' for query 'q1' again, first on line 1",
        "once",
    ),
    "an item twice, far apart": (RUN + b"q1 Q0 a 3 1.5 tag\n", 4, "first on line 1", "once"),
    "nothing": (b"", None, "an empty file", "at least one line"),
    "only blank lines": (b"\n \n", None, "an empty file", "at least one line"),
    "only comments": (b"# one\n# two\n", 1, "only comments", "6 fields"),
    "a control character": (with_line(RUN, 2, b"q1 Q0 b\x0bc 2 2.5 tag"), 2, "control character", "blanks or tabs"),
    "binary data": (RUN + b"\x00\x01", 4, "binary data", "text"),
    "no UTF-8": (with_line(RUN, 2, b"q1 Q0 caf\xe9 2 2.5 tag"), 2, r"xe9", "UTF-8"),
    "UTF-16": ("q1 Q0 a 1 3.5 tag\n".encode("utf-16"), None, "UTF-16", "UTF-8"),
    "judgments instead": (JUDGMENTS, 1, "4 fields", "6 fields"),
}
BAD_JUDGMENTS = {
    "too few fields": (with_line(JUDGMENTS, 2, b"q1 0 b"), 2, "3 fields", "4 fields"),
    "too many fields": (with_line(JUDGMENTS, 2, b"q1 0 b 0 1"), 2, "5 fields", "4 fields"),
    "a grade that is no number": (with_line(JUDGMENTS, 2, b"q1 0 b good"), 2, "'good'", "a finite number"),
    "a grade that is not a number": (with_line(JUDGMENTS, 2, b"q1 0 b NaN"), 2, "'NaN'", "a finite number"),
    "an infinite grade": (with_line(JUDGMENTS, 2, b"q1 0 b inf"), 2, "'inf'", "a finite number"),
    "two grades for one item": (
        JUDGMENTS + b"q1 0 a 2\n",
        4,
        "grade 2 for item 'a', whose grade on line 1 is 1",
        "one grade",
    ),
    "nothing": (b"", None, "an empty file", "at least one line"),
    "a run instead": (RUN, 1, "6 fields", "4 fields"),
}


@pytest.mark.parametrize(("content", "line", "found", "expected"), BAD_RUNS.values(), ids=BAD_RUNS)
def test_bad_run(tmp_path, content, line, found, expected):
    check(ax.read_runs, tmp_path / "bad.run", content, (line, found, expected))


@pytest.mark.parametrize(("content", "line", "found", "expected"), BAD_JUDGMENTS.values(), ids=BAD_JUDGMENTS)
def test_bad_judgments(tmp_path, content, line, found, expected):
    check(ax.read_judgments, tmp_path / "bad.txt", content, (line, found, expected))


def check(read, path, content, details):
    path.write_bytes(content)
    line, found, expected = details
    with pytest.raises(ax.InputError) as caught:
        read(path)
    error = caught.value
    assert error.source == str(path)
    assert error.line == line
    assert found in error.found
    assert expected in error.expected
    assert str(path) in str(error)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zstandard.compress])
def test_packed_file_that_breaks_off(tmp_path, pack):
    path = tmp_path / "run.packed"
    path.write_bytes(pack(RUN * 50)[:-10])
    with pytest.raises(ax.InputError, match="breaks off"):
        ax.read_runs(path)


CHECKED_ZSTANDARD = zstandard.ZstdCompressor(write_checksum=True).compress


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, CHECKED_ZSTANDARD])
def test_packed_file_that_is_damaged(tmp_path, pack):
    path = tmp_path / "run.packed"
    packed = bytearray(pack(RUN * 50))
    packed[len(packed) // 2] ^= 0xFF
    packed[len(packed) // 2 + 1] ^= 0xFF
    path.write_bytes(packed)
    with pytest.raises(ax.InputError, match=r"damaged|breaks off"):
        ax.read_runs(path)


def test_missing_file_folder_and_pattern(tmp_path):
    with pytest.raises(ax.InputError, match="no such file"):
        ax.read_runs(tmp_path / "nowhere.run")
    with pytest.raises(ax.InputError, match="a folder"):
        ax.read_runs(tmp_path)
    with pytest.raises(ax.InputError, match="no file that matches"):
        ax.read_runs(str(tmp_path / "*.run"))
    with pytest.raises(ax.InputError, match="no files"):
        ax.read_runs([])


def test_no_common_query(tmp_path):
    run, judgments = tmp_path / "a.run", tmp_path / "judgments.txt"
    run.write_bytes(RUN)
    judgments.write_bytes(b"301 0 a 1\n")
    with pytest.raises(ax.InputError, match=r"none of the 1 judged queries .*'301'.*'q1'"):
        ax.evaluate(ax.read_judgments(judgments), ax.read_runs(run), "AP")


def test_same_system_twice(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bm25.run").write_bytes(RUN)
    with pytest.raises(ax.InputError, match=r"system 'bm25' in both .*one.*two"):
        ax.evaluate({"q1": {"a": 1}}, ax.scan_runs(str(tmp_path / "*" / "bm25.run")), "AP")


def test_long_fields_are_shortened_in_messages(tmp_path):
    path = tmp_path / "bad.run"
    path.write_bytes(b"q1 Q0 " + b"x" * 10_000 + b"\n")
    with pytest.raises(ax.InputError) as caught:
        ax.read_runs(path)
    assert len(str(caught.value)) < 500 + len(str(path))


words = st.sampled_from(["q1", "Q0", "a", "b", "1", "2.5", "nan", "-", "+1e-3", "0x1", "1_0", "é", "#", "１", "\x1f"])
glue = st.sampled_from([" ", " ", " ", "\t", "  ", "\n", "\n", "\r\n", "\x0c", "\u00a0", "\u2028"])


@given(st.lists(st.tuples(words, glue), max_size=40), st.sampled_from([ax.read_runs, ax.read_judgments]))
def test_any_text_is_read_or_refused_with_its_line(tmp_path_factory, pieces, read):
    path = tmp_path_factory.getbasetemp() / "any.txt"
    path.write_text("".join(word + gap for word, gap in pieces), newline="")
    problem = None
    try:
        read(path)
    except ax.InputError as error:
        problem = error
    assert problem is None or problem.line is not None or "an empty file" in problem.found
