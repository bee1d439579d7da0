"""``axiometer split``, as its users see it."""

from __future__ import annotations

import errno
from pathlib import Path

import polars as pl
import pytest

from axiometer.io import read_ratings

RATINGS = "userId,movieId,rating,timestamp\n" + "".join(
    f"{user},{item},{item % 5 + 0.5},{1000 + item}\n" for user, n in ((1, 1), (2, 5), (3, 10)) for item in range(n)
)


@pytest.fixture
def axiometer(tmp_path, monkeypatch, command):
    (tmp_path / "ratings.csv").write_text(RATINGS)
    monkeypatch.chdir(tmp_path)
    return command


def test_two_files_and_their_counts(axiometer, tmp_path):
    code, out, err = axiometer("split", "ratings.csv", "--output", "parts")
    assert (code, err) == (0, "")
    assert out.split("\n")[0].startswith("parts/train.csv: 13 ratings, 3 users, ")
    assert out.split("\n")[1].startswith("parts/test.csv: 3 ratings, 2 users, ")
    assert out.split("\n")[2:] == ["1 user without ratings in test", ""]
    parts = [pl.read_csv(tmp_path / "parts" / f"{part}.csv") for part in ("train", "test")]
    assert parts[0].columns == ["user", "item", "rating", "time"]
    assert sorted(pl.concat(parts).rows()) == sorted(pl.read_csv(tmp_path / "ratings.csv").rows())
    assert {path.name for path in (tmp_path / "parts").iterdir()} == {"train.csv", "test.csv"}


def test_the_parts_are_read_again(axiometer, tmp_path):
    for form in ("csv", "parquet"):
        assert axiometer("split", ".", "-o", "parts", "-f", form, "--quiet")[:2] == (0, "")
        paths = [tmp_path / "parts" / f"{part}.{form}" for part in ("train", "test")]
        judgments = read_ratings(*paths)
        assert (judgments.frame.height, judgments.catalogue.train.height) == (3, 13)


def test_ways_to_split(axiometer, tmp_path):
    axiometer("split", "ratings.csv", "--how", "time", "--share", "0.3", "-o", "late")
    assert pl.read_csv(tmp_path / "late" / "test.csv").filter(user=3)["item"].to_list() == [7, 8, 9]
    axiometer("split", "ratings.csv", "--how", "leave-one-out", "--n", "2", "-o", "left")
    assert pl.read_csv(tmp_path / "left" / "test.csv")["item"].to_list() == [3, 4, 8, 9]
    for seed in ("0", "0", "1"):
        axiometer("split", "ratings.csv", "--seed", seed, "-o", seed, "--force")
    assert (tmp_path / "0" / "test.csv").read_text() != (tmp_path / "1" / "test.csv").read_text()


def test_files_are_not_written_over_unless_forced(axiometer, tmp_path):
    (tmp_path / "test.csv").write_text("mine")
    code, out, err = axiometer("split", "ratings.csv", "--output", ".")
    assert (code, out) == (2, "")
    assert "test.csv is there already: name another folder, or write over it with --force" in err
    assert (tmp_path / "test.csv").read_text() == "mine"
    assert not (tmp_path / "train.csv").exists()
    assert axiometer("split", "ratings.csv", "--output", ".", "--force")[0] == 0
    assert (tmp_path / "test.csv").read_text() != "mine"


def test_the_ratings_are_not_written_over(axiometer, tmp_path):
    (tmp_path / "train.csv").write_text(RATINGS)
    code, _, err = axiometer("split", "train.csv", "--output", ".", "--force")
    assert code == 2
    assert "train.csv is one of the files that are read" in err
    assert (tmp_path / "train.csv").read_text() == RATINGS


def test_a_folder_that_cannot_be_made_is_told(axiometer, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    code, _, err = axiometer("split", "ratings.csv", "-o", "parts")
    assert code == 1
    assert "parts: found Permission denied; expected a folder that can be made" in err


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("nowhere.csv", "-o", "parts"), 1, "nowhere.csv: found no such file"),
        (("ratings.csv", "-o", "ratings.csv"), 1, "ratings.csv: found a file; expected a folder"),
        (("ratings.csv", "-o", "no/parts"), 1, "no/parts: found no folder"),
        (("ratings.csv", "-o", "parts", "--share", "2"), 2, "the share for the test is 2"),
        (("ratings.csv", "-o", "parts", "--share", "0.01"), 2, "no user has enough ratings for a test"),
        (("ratings.csv", "-o", "parts", "--n", "3"), 2, "only leave-one-out takes a number"),
        (("bad.csv", "-o", "parts"), 1, "bad.csv, line 3: found another rating of item 'a' by user 'u'"),
        (
            ("timeless.csv", "-o", "parts", "--how", "time"),
            1,
            "timeless.csv: found the columns user, item; expected a col",
        ),
    ],
)
def test_bad_usage(axiometer, tmp_path, words, code, message):
    (tmp_path / "bad.csv").write_text("user,item\nu,a\nu,a\n")
    (tmp_path / "timeless.csv").write_text("user,item\nu,a\nu,b\n")
    found, out, err = axiometer("split", *words)
    assert (found, out) == (code, "")
    assert message in err
    assert not (tmp_path / "parts").exists()


def test_validation_of_ratings_and_aspects(axiometer, tmp_path):
    (tmp_path / "movies.csv").write_text("movieId,genres\n1,Drama\n")
    assert axiometer("validate", ".", "--kind", "ratings")[1].startswith(".: fine, ratings: 16 ratings from 0.5 to 4.5")
    assert axiometer("validate", "movies.csv", "--kind", "aspects")[1] == (
        "movies.csv: fine, aspects: 1 item, 1 aspect, 0 items without aspects\n"
    )
    (tmp_path / "ratings.csv").write_text(RATINGS + "1,0,3,5\n")
    code, out, _ = axiometer("validate", "ratings.csv", "--kind", "ratings")
    assert (code, out.split(":")[0]) == (1, "ratings.csv, line 18")
