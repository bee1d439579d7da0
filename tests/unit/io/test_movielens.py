"""Folders of MovieLens, old and new."""

from __future__ import annotations

import gzip
from pathlib import Path

import polars as pl
import pytest

import axiometer as ax
from axiometer.io import read_ratings, split_ratings

GENRES = ("unknown", "Action", "Children's", "Sci-Fi")
U_GENRE = "".join(f"{genre}|{i}\n" for i, genre in enumerate(GENRES)) + "\n"

FOLDERS = {
    "latest": {
        "ratings.csv": "userId,movieId,rating,timestamp\n7,1,4,100\n7,2,3.0,200\n",
        "movies.csv": "movieId,title,genres\n"
        '1,"Misérables, Les (1995)",Action|Sci-Fi\n2,B,Children\'s\n3,C,(no genres listed)\n',
    },
    "1M": {
        "ratings.dat": "7::1::4::100\n7::2::3::200\n",
        "movies.dat": "1::Misérables, Les (1995)::Action|Sci-Fi\n2::B::Children's\n3::C::(no genres listed)\n",
    },
    "100K": {
        "u.data": "7\t1\t4\t100\n7\t2\t3\t200\n",
        "u.item": "1|Misérables, Les (1995)|01-Jan-1995||http://x|0|1|0|1\n2|B||||0|0|1|0\n3|unknown||||1|0|0|0\n",
        "u.genre": U_GENRE,
        "u.info": "943 users\n",
    },
}


@pytest.fixture
def folder(tmp_path):
    def write(files: dict[str, str], encoding: str = "utf-8", packing: str = "") -> Path:
        for name, text in files.items():
            content = text.encode(encoding)
            (tmp_path / f"{name}{packing}").write_bytes(gzip.compress(content) if packing else content)
        return tmp_path

    return write


@pytest.mark.parametrize(
    ("name", "encoding"), [("latest", "utf-8"), ("1M", "latin-1"), ("1M", "utf-8"), ("100K", "latin-1")]
)
@pytest.mark.parametrize("packing", ["", ".gz"])
def test_a_folder_is_enough(folder, name, encoding, packing):
    path = folder(FOLDERS[name], encoding, packing)
    judgments = read_ratings(None, path, aspects=path)
    assert judgments.frame.rows() == [("7", "0", "1", 4.0), ("7", "0", "2", 3.0)]
    assert judgments.catalogue.aspects.rows() == [("1", "Action"), ("1", "Sci-Fi"), ("2", "Children's")]
    assert judgments.catalogue.items.to_list() == ["3", "2", "1"]
    ratings, movies = list(FOLDERS[name])[:2]
    assert judgments.source == str(path / (ratings + packing))
    assert judgments.catalogue.aspects_source == str(path / (movies + packing))
    assert split_ratings(path, "leave-one-out")[1].rows()[0][:2] == ("7", "2")


@pytest.mark.parametrize("file", ["movies.dat", "u.item"])
def test_a_file_of_movies_is_known_without_its_folder(folder, file):
    path = folder(FOLDERS["1M"] | FOLDERS["100K"], "latin-1") / file
    assert read_ratings(None, {"7": {"1": 4}}, aspects=path).catalogue.aspects.height == 3


BAD_FOLDERS = [
    (
        {"links.csv": "x"},
        "found a folder without such files; expected ratings of MovieLens, in ratings.csv, ratings.dat",
    ),
    (FOLDERS["latest"] | FOLDERS["1M"], "found ratings.csv and ratings.dat; expected one file of ratings; name it"),
    ({"ratings.csv": FOLDERS["latest"]["ratings.csv"]}, "expected movies of MovieLens, in movies.csv, movies.dat or"),
    (
        {**FOLDERS["100K"], "u.item": "1|A||||0|1|0|1\n2|B||||0|0|2|0\n"},
        "u.item, line 2: found '2' for a genre; expected 0",
    ),
    ({**FOLDERS["100K"], "u.item": "1|A||||0|1|0\n"}, "u.item, line 1: found 8 fields; expected 9"),
    ({**FOLDERS["100K"], "u.data": "7\t1\t4\t1\n7\t1\t4\t2\n"}, "u.data, line 2: found another rating of item '1'"),
    (
        {"u.data": "7\t1\t4\t1\n", "u.item": "1|A\n"},
        "u.item: found no u.genre beside it; expected the names of the gen",
    ),
    ({**FOLDERS["1M"], "movies.dat": "1::A::B\n2::\n"}, "movies.dat, line 2: found '2::'; expected 3 fields"),
    ({**FOLDERS["1M"], "ratings.dat": "1::2::3::4\n1::3::3\n"}, "ratings.dat, line 2: found 3 fields"),
]


@pytest.mark.parametrize(("files", "message"), BAD_FOLDERS, ids=[message for _, message in BAD_FOLDERS])
def test_bad_folders(folder, files, message):
    path = folder(files)
    with pytest.raises(ax.InputError, match=message) as raised:
        read_ratings(None, path, aspects=path)
    assert raised.value.source.startswith(str(path))


@pytest.fixture(scope="module")
def latest_small(shared_data: Path) -> Path:
    """The real thing."""
    return shared_data / "ml-latest-small"


def test_the_real_one(latest_small):
    pair = ["user", "item"]
    everything = pl.concat(split_ratings(latest_small)).drop("time").rename({"rating": "grade"})
    tested = read_ratings(None, latest_small / "test.qrels.gz").to_polars()
    train = everything.join(tested, on=pair, how="anti")
    judgments = read_ratings(train, latest_small / "test.qrels.gz", latest_small)
    assert everything.height == 100_004
    assert train.height + judgments.frame.height == 100_004
    assert judgments.max_grade == 5
    assert judgments.catalogue.items.len() == 9125
    assert judgments.catalogue.aspects["item"].n_unique() == 9125 - 18
    assert judgments.catalogue.aspects["aspect"].n_unique() == 19
    assert tested.join(everything, on=[*pair, "grade"]).height == tested.height
    with pytest.raises(ax.InputError, match=f"and {tested.height - 1} other pairs of user and item also in train"):
        read_ratings(everything, latest_small / "test.qrels.gz")
