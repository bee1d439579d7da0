"""Files of ratings, of aspects of items and of alpha and beta, as people have them."""

from __future__ import annotations

import gzip

import polars as pl
import pytest

import axiometer as ax
from axiometer.io import read_ratings
from axiometer.io.validation import validate_file

ROWS = [("u1", "31", 2.5), ("u1", "1029", 3.0), ("u2", "31", 5.0)]
TABLE = pl.DataFrame(ROWS, schema=["userId", "movieId", "rating"], orient="row").with_columns(timestamp=1260759144)
LINES = "u1 31 2.5 1260759144\nu1 1029 3 1260759179\nu2 31 5.0 1260759187\n"

FILES = {
    "CSV": TABLE.write_csv(),
    "CSV with quotes": TABLE.write_csv(quote_style="always"),
    "TSV": TABLE.write_csv(separator="\t"),
    "Windows": TABLE.write_csv().replace("\n", "\r\n"),
    "tabs": LINES.replace(" ", "\t"),
    "tabs and comments": "# ratings\n" + LINES.replace(" ", "\t") + "\n",
    "commas": LINES.replace(" ", ","),
    "colons": LINES.replace(" ", "::"),
    "without times": "u1\t31\t2.5\nu1\t1029\t3\nu2\t31\t5",
    "TREC": "u1 0 31 2.5\nu1 0 1029 3.0\nu2 0 31 5\n",
}


def read(path) -> list[tuple[str, str, float]]:
    return read_ratings(None, path).frame.select("query", "item", "grade").rows()


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize("ending", ["", ".csv"])
def test_files_are_read_alike(tmp_path, name, is_packed, ending):
    path = tmp_path / f"ratings{ending}"
    content = FILES[name].encode()
    path.write_bytes(gzip.compress(content) if is_packed else content)
    assert read(path) == ROWS
    assert validate_file(str(path), "ratings").summary == "ratings: 3 ratings from 2.5 to 5, 2 users, 2 items"


def test_parquet(tmp_path):
    TABLE.with_columns(pl.col("movieId").cast(pl.Int32)).write_parquet(tmp_path / "ratings")
    assert read(tmp_path / "ratings") == ROWS


def test_pairs_of_user_and_item_are_ratings_of_1(tmp_path):
    path = tmp_path / "clicks.tsv"
    path.write_text("u1\ta\nu1\tb\n")
    assert read(path) == [("u1", "a", 1.0), ("u1", "b", 1.0)]


def test_ids_and_aspects_may_have_colons(tmp_path):
    (tmp_path / "ratings").write_text("site::1\ta\t2\n")
    (tmp_path / "aspects").write_text("a\tBooks::Crime\n")
    judgments = read_ratings(None, tmp_path / "ratings", aspects=tmp_path / "aspects")
    assert judgments.frame["query"].to_list() == ["site::1"]
    assert judgments.catalogue.aspects.rows() == [("a", "Books::Crime")]


def test_where_they_come_from(tmp_path):
    paths = {name: tmp_path / name for name in ("test", "train", "aspects", "alpha", "beta")}
    contents = (FILES["CSV"], "u1\tz\t4\n", "z\tDrama\n", "item,alpha\nz,0.5\n", "rating,beta\n5,1\n")
    for path, content in zip(paths.values(), contents, strict=True):
        path.write_text(content)
    judgments = read_ratings(**paths)
    assert judgments.source == str(paths["test"])
    for part in ("train", "aspects", "alpha", "beta"):
        assert getattr(judgments.catalogue, f"{part}_source") == str(paths[part])
    assert judgments.catalogue.items.to_list() == ["z", "31", "1029"]
    assert judgments.catalogue.alpha.rows() == [("z", 0.5)]
    assert judgments.catalogue.beta.rows() == [(5.0, 1.0)]


BAD_FILES = {
    "u\ta\t3\nu\tb\n": r"line 2: found 2 fields, 'u\\tb'; expected 3 \(user, item, rating\), as on the first line",
    "u\ta\t3\nu\tb\t4\t5\t6\n": "line 2: found 5 fields",
    "u\ta\t3\nu\t\t4\n": "line 2: found None in the column 'item'; expected text",
    "u\ta\t3\nu\tb\t\n": "line 2: found an empty field",
    "u\ta\t3\n\nu\tb\t3\n": "line 2: found 1 field, ''",
    "u\ta\t3\nu\tb\tgood\n": "line 2: found 'good' in the column 'rating'; expected a finite number",
    "u,a,3\nu,b,nan\n": "line 2: found 'nan' in the column 'rating'; expected a finite number",
    "uid,iid,rating\nu,a,3\n": "line 1: found 'rating' as the rating; expected a number: user, item and perhaps rating",
    "# note\nu\ta\t3\n# note\nu\tb\n": r"line 4: found 2 fields, 'u\\tb'; expected 3",
    "# only notes\n#\n": "line 1: found only comments and empty lines",
    "u,a,3,1,9\n": "line 1: found 5 fields, 'u,a,3,1,9'; expected user, item and perhaps rating and time",
    "u\ta\t-1\n": "line 1: found the rating -1; expected a rating from 0",
    "u::a::3\nu::b::-2\n": "line 2: found the rating -2",
    "u\ta\t3\nu\tb\t1\nu\ta\t3\n": "line 3: found another rating of item 'a' by user 'u'; expected each user and item",
    "# note\nu\ta\nu\ta\n": "found another rating of item 'a' by user 'u', row 2",
    "u 0 a 3\nu 0 a 3\n": "line 2: found another rating of item 'a' by user 'u'",
    "u 0 a 3\nu x a 3\n": "line 2: found the aspect 'x'; expected the aspect 0 for all ratings; aspects of items",
    "u 0 a 3\nu 0 b\n": r"line 2: found 3 fields, 'u 0 b'; expected 4 fields \(query aspect item grade\)",
    "u 0 a good\n": "line 1: found the grade 'good'; expected a finite number",
    "u\t0\ta\t3\nv\t0\tb\t4\n": "line 1: found 'a' as the rating",
    "u\t0\t17\t3\nv\t0\t18\t4\n": "found the item 0 for all users, as in TREC judgments",
    "user,item,rating\nu,a,3\nu,b\n": r"line 3: found 2 columns; expected 3 \(user, item, rating\)",
    "user,item,rating\nu,a,3\nu,b,\n": "line 3: found None in the column 'rating'; expected a finite number",
    "user,item,rating\nu,a,3\nu,a,4\n": "line 3: found another rating of item 'a' by user 'u'",
    "user,item,rating\nu,a,3\nu,b,inf\n": "line 3: found 'inf' in the column 'rating'; expected a finite number",
    "user,item,rank\nu,a,3\n": "found the columns user, item, rank; expected a column for the rating",
    "user,item\n": "found no rows",
    "": "found an empty file",
}


@pytest.mark.parametrize(("content", "message"), BAD_FILES.items(), ids=BAD_FILES.values())
def test_bad_files(tmp_path, content, message):
    path = tmp_path / "ratings"
    path.write_text(content)
    with pytest.raises(ax.InputError, match=message) as raised:
        read(path)
    assert raised.value.source == str(path)
    assert str(raised.value) in {str(problem) for problem in validate_file(str(path), "ratings").problems}


def test_text_that_is_not_utf8(tmp_path):
    path = tmp_path / "ratings"
    path.write_bytes("u\ta\t3\nu\té\t3\n".encode("latin-1"))
    with pytest.raises(ax.InputError, match=r"line 2: found .*; expected UTF-8 text"):
        read(path)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(ax.InputError, match="nowhere: found no such file"):
        read(tmp_path / "nowhere")
    with pytest.raises(ax.InputError, match="nothing: found no such file"):
        read_ratings(None, {"u": {"a": 1}}, aspects=tmp_path / "nothing")


def test_ratings_above_the_top(tmp_path):
    path = tmp_path / "ratings"
    path.write_text("u\ta\t5\nu\tb\t5.5\n")
    with pytest.raises(
        ax.InputError, match=r"line 2: found the rating 5\.5; expected a rating of at most 5, the stated"
    ):
        read_ratings(None, path, max_rating=5)
    with pytest.raises(ax.InputError, match="line 2: found the rating 5"):
        read_ratings(path, {"u": {"c": 1}}, max_rating=5)


def test_ratings_in_both_parts(tmp_path):
    (tmp_path / "test").write_text("u\ta\t5\nu\tb\t5\nv\tb\t5\n")
    (tmp_path / "train").write_text("user,item,rating\nv,b,1\nv,a,1\nu,b,5\n")
    with pytest.raises(ax.InputError) as raised:
        read_ratings(tmp_path / "train", tmp_path / "test")
    assert (raised.value.source, raised.value.line) == (str(tmp_path / "test"), 2)
    assert raised.value.found == f"user 'u' and item 'b' and 1 other pair of user and item also in {tmp_path / 'train'}"


def test_validation_shows_all_problems(tmp_path):
    path = tmp_path / "ratings"
    for content, lines in {
        "u\ta\t3\nu\tb\nv\ta\n": [2, 3],
        "u\ta\t-3\nu\tb\t1\nu\tb\t-1\n": [1, 3, 3],
        "user,item\nu\nu,b\nv\n": [2, 4],
        "u 0 a\nu 0 b 1\nu 0 b x\n": [1, 3],
    }.items():
        path.write_text(content)
        assert [problem.line for problem in validate_file(str(path), "ratings").problems] == lines


ASPECT_FILES = {
    "CSV": 'item,title,genres\n1,"A, B",Comedy|Drama\n2,C,Drama\n3,D,(no genres listed)\n',
    "CSV with gaps": "movieId,genres\n1,Comedy|Drama\n2,Drama\n3,\n",
    "CSV, long": "item,genre\n1,Comedy\n1,Drama\n2,Drama\n3,\n",
    "CSV, one-hot": "item,title,Comedy,Drama\n1,A,1,1\n2,B,0,1\n3,C,0,0\n",
    "TSV": "item_id\tcategories\n1\tComedy|Drama\n2\tDrama\n3\t\n",
    "ragged": "1\tComedy\tDrama\n2\tDrama\n3\n",
    "pairs": "1\tComedy\n1\tDrama\n2\tDrama\n3\n",
    "packed between tabs": "# genres\n1\tComedy|Drama\n2\tDrama\n3\t(no genres listed)\n",
    "colons": "1::A: The Return (1995)::Comedy|Drama\n2::B::C::Drama\n3::D::(no genres listed)\n",
}


@pytest.mark.parametrize("name", ASPECT_FILES)
@pytest.mark.parametrize("ending", ["", ".csv"])
def test_aspects(tmp_path, name, ending):
    path = tmp_path / f"aspects{ending}"
    path.write_bytes(gzip.compress(ASPECT_FILES[name].encode()))
    catalogue = read_ratings(None, {"u": {"1": 1}}, aspects=path).catalogue
    assert catalogue.aspects.rows() == [("1", "Comedy"), ("1", "Drama"), ("2", "Drama")]
    assert catalogue.items.to_list() == ["3", "2", "1"]
    assert validate_file(str(path), "aspects").summary == "aspects: 3 items, 2 aspects, 1 item without aspects"


def test_lists_of_aspects_in_parquet(tmp_path):
    pl.DataFrame({"item": [1, 2], "genres": [["Comedy"], []]}).write_parquet(tmp_path / "aspects")
    catalogue = read_ratings(None, {"u": {"1": 1}}, aspects=tmp_path / "aspects").catalogue
    assert catalogue.aspects.rows() == [("1", "Comedy")]
    assert catalogue.items.to_list() == ["2", "1"]


BAD_ASPECT_FILES = {
    "item,genres\n1,Comedy\n2,Drama||War\n": "line 3: found an empty aspect of item '2'; expected the name of the",
    'item,genres\n1,Comedy\n2,""\n': "line 3: found an empty aspect of item '2'",
    "1\tComedy\n2\t\tDrama\n": "line 2: found an empty aspect of item '2'",
    "1\tComedy\n\tDrama\n": "line 2: found an empty item",
    "1 Comedy\n2 Drama\n": "line 1: found '1 Comedy'; expected tabs between an item and its aspects, or a first line",
    "item,genres\n1,Comedy\n2\n": r"line 3: found 1 column; expected 2 \(item, genres\)",
    "item,genres,tags\n1,a,b\n": "found the columns genres, tags, any of which may be the aspects",
    "item,a,b,c\n1,0,1,1\n2,1,1,2\n": "line 3: found '2' in the column 'c'; expected 0 or 1 in each column of numbers",
    "1::A::Drama\n2::B\n": r"line 2: found '2::B'; expected 3 fields set apart by :: \(item title genres\)",
    "item,genres\n1,Comedy\n,Drama\n": "line 3: found None in the column 'item'; expected text",
    "item,title\n1,A\n": "found the columns item, title; expected a column for the aspects, called one of",
    "": "found an empty file",
}


@pytest.mark.parametrize(("content", "message"), BAD_ASPECT_FILES.items(), ids=BAD_ASPECT_FILES.values())
def test_bad_aspects(tmp_path, content, message):
    path = tmp_path / "aspects"
    path.write_text(content)
    with pytest.raises(ax.InputError, match=message) as raised:
        read_ratings(None, {"u": {"1": 1}}, aspects=path)
    assert raised.value.source == str(path)
    assert str(raised.value) in {str(problem) for problem in validate_file(str(path), "aspects").problems}


def test_aspects_that_are_not_utf8(tmp_path):
    path = tmp_path / "aspects"
    path.write_bytes(b"1\tComedy\n2\tCin\xe9ma\n")
    with pytest.raises(ax.InputError, match=r"line 2: found the bytes b'\\xe9'; expected UTF-8 text"):
        read_ratings(None, {"u": {"1": 1}}, aspects=path)


def test_damaged_parquet(tmp_path):
    path = tmp_path / "ratings"
    path.write_bytes(b"PAR1 and nothing more")
    with pytest.raises(ax.InputError, match="found a damaged Parquet file; expected a whole one") as raised:
        read_ratings(None, path)
    assert [str(problem) for problem in validate_file(str(path), "ratings").problems] == [str(raised.value)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("item,alpha\na,0.5\nb,2\n", "line 3: found '2' in the column 'alpha'; expected a number from 0 to 1"),
        ("item,alpha\na,0.5\na,0.5\n", "line 3: found another alpha for item 'a'"),
        ("thing,alpha\na,0.5\n", "found the columns thing, alpha; expected a column for the item or the user"),
        ("a,0.5\n", "line 1: found 'a,0.5'; expected a first line with the names of the columns"),
    ],
)
def test_bad_alpha(tmp_path, content, message):
    path = tmp_path / "alpha"
    path.write_text(content)
    with pytest.raises(ax.InputError, match=message) as raised:
        read_ratings(None, {"u": {"a": 1}}, alpha=path)
    assert raised.value.source == str(path)


def test_training_ratings_alone_are_nothing_to_measure_with():
    with pytest.raises(ax.UsageError, match=r"test ratings are needed: read_ratings\(train, test\)"):
        ax.read_ratings({"u": {"a": 1}})
