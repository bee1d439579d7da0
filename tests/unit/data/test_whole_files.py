"""A file takes the place of another only when all of it is written."""

from __future__ import annotations

import errno
from pathlib import Path

import polars as pl
import pytest

from axiometer.data.whole_files import whole_file, write_whole


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "values.tsv").write_text("old", encoding="utf-8")
    return tmp_path / "values.tsv"


def test_what_is_written_takes_the_place_of_what_was_there(path):
    write_whole(b"new", path)
    assert path.read_bytes() == b"new"
    assert [*path.parent.iterdir()] == [path]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ValueError("no"), OSError(errno.EIO, "no")])
def test_what_was_there_stays_if_writing_is_interrupted(path, error):
    def write() -> None:
        with whole_file(path) as beside:
            beside.write_bytes(b"ne")
            raise error

    with pytest.raises(type(error)) as caught:
        write()
    assert caught.value is error
    assert path.read_bytes() == b"old"
    assert [*path.parent.iterdir()] == [path]


def test_a_full_disk_is_told_alike_where_polars_writes(path):
    with pytest.raises(OSError, match=r"values\.tsv") as caught, whole_file(path):
        raise pl.exceptions.ComputeError("No space left on device (os error 28)")
    assert caught.value.errno == errno.ENOSPC
    with pytest.raises(pl.exceptions.ComputeError, match="of another kind"), whole_file(path):
        raise pl.exceptions.ComputeError("of another kind")
    assert path.read_bytes() == b"old"
