"""Parts are kept as they were made, and only used again if they would be made alike."""

import math
from dataclasses import replace

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from axiometer.errors import InputError
from axiometer_papers import keeping
from axiometer_papers.keeping import fingerprint, keep, kept
from axiometer_papers.study import Check, Figure, Part, Result, Table

FRAME = pl.DataFrame({
    "name": ["ä", None, '"<'],
    "n": pl.Series([1, 2, None], dtype=pl.Int64),
    "value": [0.1, math.nan, -math.inf],
    "same": [True, False, None],
})
RESULT = Result(
    [Table("one", "All kinds of columns", FRAME), Table("two", "With a form for people", FRAME, FRAME.select("name"))],
    [Figure("figure", "What it shows", {"data": {"values": [{"x": 1.5, "y": None}]}})],
    [Check("Table 1", "AP", "0.5", "0.6", "no", "other data")],
    ["a note"],
)


def part(path, **changes):
    return replace(Part("name", "Title", lambda _: RESULT, {"k": [1, 2]}, "data", [path]), **changes)


def test_a_result_comes_back_as_it_was(tmp_path):
    keep(tmp_path / "part.json", "mark", RESULT, 1.5)
    found = kept(tmp_path / "part.json", "mark")
    assert found is not None
    assert found.is_old
    assert found.seconds == 1.5
    for old, new in zip(RESULT.tables, found.result.tables, strict=True):
        assert (old.name, old.title) == (new.name, new.title)
        assert_frame_equal(old.frame, new.frame)
        assert (old.shown is None) == (new.shown is None)
    assert_frame_equal(found.result.tables[1].shown, FRAME.select("name"))
    assert vars(found.result.figures[0]) == vars(RESULT.figures[0])
    assert found.result.checks == RESULT.checks
    assert found.result.notes == RESULT.notes


@pytest.mark.parametrize("text", ["", "{", "[]", '{"fingerprint": "mark"}', '{"fingerprint": "other"}'])
def test_what_cannot_be_used_is_made_again(tmp_path, text):
    (tmp_path / "part.json").write_text(text)
    assert kept(tmp_path / "part.json", "mark") is None


@pytest.mark.parametrize(
    ("found", "instead"),
    [
        ('"values": [1, 2, null]', '"values": [1]'),
        ('"Int64"', '"List(String)"'),
        ('"seconds": 1.5', '"seconds": []'),
        ('"notes"', '"other"'),
    ],
)
def test_what_is_damaged_is_made_again(tmp_path, found, instead):
    keep(tmp_path / "part.json", "mark", RESULT, 1.5)
    text = (tmp_path / "part.json").read_text()
    assert found in text
    (tmp_path / "part.json").write_text(text.replace(found, instead))
    assert kept(tmp_path / "part.json", "mark") is None


def test_there_may_be_nothing_yet(tmp_path):
    assert kept(tmp_path / "part.json", "mark") is None


def test_other_parameters_data_or_files_are_another_part(tmp_path):
    path, other = tmp_path / "run", tmp_path / "other"
    path.write_text("a")
    other.write_text("a")
    mark = fingerprint(part(path))
    assert fingerprint(part(other)) != mark  # systems are called as their files are
    assert fingerprint(part(path, parameters={"k": [1, 3]})) != mark
    assert fingerprint(part(path, name="another")) != mark
    assert fingerprint(part(path, data="other data")) != mark
    assert fingerprint(part(path), ["another part"]) != mark
    path.write_text("b")
    assert fingerprint(part(path)) != mark


def test_another_version_is_another_part(tmp_path, monkeypatch):
    (tmp_path / "run").write_text("a")
    mark = fingerprint(part(tmp_path / "run"))
    monkeypatch.setattr(keeping, "version", lambda _: "99")
    assert fingerprint(part(tmp_path / "run")) != mark


def test_a_file_that_is_gone_is_told(tmp_path):
    with pytest.raises(InputError, match="expected a file that can be read"):
        fingerprint(part(tmp_path / "gone"))


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(InputError, match=str(tmp_path)):
        keeping._digest(tmp_path, 0, 0)
