"""Judgments with aspects, weights of aspects and lengths of items, as people have them."""

from __future__ import annotations

import gzip

import polars as pl
import pytest

import axiometer as ax
from axiometer.io.validation import validate_file

GRADES = {("1", "a", "x"): 2.0, ("1", "b", "x"): 1.0, ("1", "b", "y"): 3.0, ("2", "a", "x"): 0.0, ("2", "a", "z"): 1.0}
WEIGHTS = {("1", "a"): 0.75, ("1", "b"): 0.25, ("2", "a"): 1.0}

TREC = "1 a x 2\n1 b x 1\n1 b y 3\n2 a x 0\n2 a z 1\n"
EVALL = "1\tx\t2\ta\t0.75\n1\tx\t1\tb\t0.25\n1\ty\t3\tb\t0.25\n2\tx\t0\ta\t1\n2\tz\t1\ta\t1\n"
WEIGHTED = "1 a x 2 0.75\n1 b x 1 0.25\n1 b y 3 0.25\n2 a x 0 1\n2 a z 1 1\n"
NTCIR = "1 a x L2\n1 b x L1\n1 b y L3\n2 a x L0\n2 a z L1\n"
CSV = "topic,subtopic,doc_id,rel,weight\n1,a,x,2,0.75\n1,b,x,1,0.25\n1,b,y,3,0.25\n2,a,x,0,1\n2,a,z,1,1\n"
NESTED = {"1": {"x": {"a": 2, "b": 1}, "y": {"b": 3}}, "2": {"x": {"a": 0}, "z": {"a": 1}}}

SPELLINGS = {
    "TREC": TREC,
    "EvALL": EVALL,
    "TREC with weights": WEIGHTED,
    "NTCIR": NTCIR,
    "NTCIR with semicolons": NTCIR.replace(" ", ";"),
    "CSV": CSV,
}
HAS_WEIGHTS = {"EvALL", "TREC with weights", "CSV"}


def grades_of(judgments: ax.Judgments) -> dict:
    return {(r, a, i): g for r, a, i, g in judgments.to_polars().select("query", "aspect", "item", "grade").rows()}


def weights_of(judgments: ax.Judgments) -> dict:
    return {(r, a): w for r, a, w in judgments.weights.select("query", "aspect", "weight").rows()}


@pytest.mark.parametrize("name", SPELLINGS)
@pytest.mark.parametrize("is_packed", [False, True])
def test_judgments_are_read_alike(tmp_path, name, is_packed):
    path = tmp_path / "judgments"
    content = SPELLINGS[name].encode()
    path.write_bytes(gzip.compress(content) if is_packed else content)
    judgments = ax.read_judgments(path)
    assert grades_of(judgments) == GRADES
    assert (weights_of(judgments) if name in HAS_WEIGHTS else judgments.weights) == (
        WEIGHTS if name in HAS_WEIGHTS else None
    )


def test_dictionaries_have_aspects_too():
    assert grades_of(ax.read_judgments(NESTED)) == GRADES


IPROB = "1 a 0.75\n1 b 0.25\n2 a 1\n"
DINPROB = "1 a 0.75 nav\n1 b 0.25 inf\n2 a 1 inf\n"
TABLE = pl.DataFrame(
    [(*pair, weight) for pair, weight in WEIGHTS.items()], schema=["qid", "aspect", "prob"], orient="row"
)


@pytest.mark.parametrize(
    "weights",
    [
        IPROB,
        IPROB.replace(" ", "\t"),
        IPROB.replace(" ", ";"),
        "# weights\n" + IPROB,
        DINPROB,
        DINPROB.replace(" ", ";"),
        TABLE.write_csv(),
    ],
)
def test_files_of_weights_are_read_alike(tmp_path, weights):
    path = tmp_path / "weights"
    path.write_text(weights)
    judgments = ax.read_judgments(NESTED, weights=path)
    assert weights_of(judgments) == WEIGHTS
    if "nav" in weights:
        assert judgments.weights["type"].to_list() == ["nav", "inf", "inf"]


def test_weights_as_frame_dictionary_and_parquet(tmp_path):
    TABLE.write_parquet(tmp_path / "weights.parquet")
    for weights in (TABLE, {"1": {"a": 0.75, "b": 0.25}, "2": {"a": 1}}, tmp_path / "weights.parquet"):
        assert weights_of(ax.read_judgments(NESTED, weights=weights)) == WEIGHTS


BAD_WEIGHTS = {
    "1 a 0.75\n1 b 0.2\n2 a 1\n": r"sum to 0.95 for query '1' \(aspects a, b\)",
    "1 a 0.75\n1 b 0.27\n2 a 1\n": r"sum to 1.02 for query '1'",
    "1 a 1.25\n1 b -0.25\n2 a 1\n": "line 2: found the weight -0.25",
    "1 a 1\n2 a 1\n": "no weight for aspect 'b' of query '1'",
    "1 a 0.5\n1 b 0.5\n": "no weight for aspect 'a' of query '2'",
    "1 a 0.75\n1 b x\n2 a 1\n": "line 2: found the weight 'x'",
    "1 a 0.75\n1 b nan\n2 a 1\n": "'?nan'?",
    "1 a 0.75\n1 b\n2 a 1\n": "line 2: found 2 fields",
    "1 a 0.75\n1 a 0.25\n1 b 0\n2 a 1\n": "line 2: found another weight or type for aspect 'a' of query '1'",
    "7 a 1\n": "weights for none of the judged queries",
    "1 a 0\n1 b 0\n1 c 1\n2 a 1\n": "the weight 0 for all aspects of query '1' that have relevant items",
    "1 a 0.75 nav\n1 b 0.25 both\n2 a 1 inf\n": "line 2: found the type 'both'",
    "": "an empty file",
}


@pytest.mark.parametrize(("content", "message"), BAD_WEIGHTS.items(), ids=BAD_WEIGHTS.values())
def test_bad_weights(tmp_path, content, message):
    path = tmp_path / "weights"
    path.write_text(content)
    with pytest.raises(ax.InputError, match=message) as raised:
        ax.read_judgments(NESTED, weights=path)
    assert str(path) in str(raised.value)


def test_weights_of_unjudged_aspects_need_a_word():
    judgments = ax.read_judgments(NESTED, weights={"1": {"a": 0.5, "b": 0.25, "c": 0.25}, "2": {"a": 1}})
    run = {"1": {"x": 1.0}, "2": {"z": 1.0}}
    with pytest.raises(ax.InputError, match="aspect 'c' of query '1', without judgments"):
        ax.evaluate(judgments, run, "S_Recall")
    met = {
        aspects: ax.evaluate(judgments, run, "S_Recall", profile=ax.get_profile(counted_aspects=aspects)).values[
            0, 0, 0
        ]
        for aspects in ("all", "relevant-unscaled")
    }
    assert met == {"all": 2 / 3, "relevant-unscaled": 1}


def test_lengths(tmp_path):
    text, table = tmp_path / "lengths", tmp_path / "lengths.csv"
    text.write_text("x 100\ny 200.5\n")
    table.write_text("docno,doc_length\nx,100\ny,200.5\n")
    for lengths in (text, table, {"x": 100, "y": 200.5}, pl.DataFrame({"item": ["x", "y"], "length": [100.0, 200.5]})):
        assert ax.read_judgments(NESTED, lengths=lengths).lengths.rows() == [("x", 100.0), ("y", 200.5)]


BAD_LENGTHS = {
    "x 100\ny -1\n": "line 2: found the length -1 of item 'y'",
    "x 100\nx 50\n": "line 2: found another length for item 'x'",
    "x long\n": "line 1: found the length 'long'",
    "x 100 words\n": "line 1: found 3 fields",
}


@pytest.mark.parametrize(("content", "message"), BAD_LENGTHS.items(), ids=BAD_LENGTHS.values())
def test_bad_lengths(tmp_path, content, message):
    path = tmp_path / "lengths"
    path.write_text(content)
    with pytest.raises(ax.InputError, match=message):
        ax.read_judgments(NESTED, lengths=path)


@pytest.mark.parametrize("what", ["weights", "lengths"])
def test_neither_file_nor_frame_nor_dictionary(what):
    with pytest.raises(ax.InputError, match=rf"list for the {what}; expected a file, a frame or a dictionary"):
        ax.read_judgments(NESTED, **{what: [1, 2]})


def test_dictionaries_that_make_no_sense():
    with pytest.raises(ax.InputError, match="grades with and without aspects for query '1'"):
        ax.read_judgments({"1": {"x": {"a": 1}, "y": 2}})
    with pytest.raises(ax.InputError, match=r"found 0\.5 for query 'a'; expected a dictionary"):
        ax.read_judgments(NESTED, weights={"a": 0.5})
    with pytest.raises(ax.InputError, match="weights with and without types"):
        ax.read_judgments(NESTED, weights={"1": {"a": (0.75, "nav"), "b": 0.25}, "2": {"a": 1}})


def test_dictionaries_have_types_too():
    weights = {"1": {"a": (0.75, "nav"), "b": (0.25, "inf")}, "2": {"a": (1, "inf")}}
    assert ax.read_judgments(NESTED, weights=weights).weights["type"].to_list() == ["nav", "inf", "inf"]


def test_five_fields_are_read_in_the_way_that_makes_sense(tmp_path):
    path = tmp_path / "judgments"
    path.write_text("1 7 11 2 0.75\n1 8 11 1 0.25\n1 8 12 3 0.25\n")  # aspects 7, 8; items 11, 12
    assert grades_of(ax.read_judgments(path)) == {("1", "7", "11"): 2, ("1", "8", "11"): 1, ("1", "8", "12"): 3}
    path.write_text("1 11 2 7 0.75\n1 11 1 8 0.25\n1 12 3 8 0.25\n")  # the same in EvALL's order
    assert grades_of(ax.read_judgments(path)) == {("1", "7", "11"): 2, ("1", "8", "11"): 1, ("1", "8", "12"): 3}
    path.write_text("1 7 11 2 1\n")
    with pytest.raises(ax.InputError, match=r"lines that can be read as 5 fields .* or 5 fields .* names the columns"):
        ax.read_judgments(path)
    path.write_text("1 7 11 2 0.5\n1 8 12 1 0.25\n")
    with pytest.raises(ax.InputError, match=r"sum to 0\.75"):
        ax.read_judgments(path)


def test_weights_in_a_table_are_those_of_aspects():
    plain = pl.DataFrame({"user_id": ["u"], "item_id": ["i"], "rating": [3], "weight": [17.0], "type": [None]})
    assert ax.read_judgments(plain).weights is None


def test_types_can_be_written_out():
    weights = TABLE.with_columns(type=pl.Series(["Navigational", "informational", "inf"]))
    assert ax.read_judgments(NESTED, weights=weights).weights["type"].to_list() == ["nav", "inf", "inf"]


@pytest.mark.parametrize(
    ("kind", "content", "n_problems"),
    [
        ("weights", "1 a 0.5\n1 b 0.5\n", 0),
        ("weights", "1 a -1\n1 b 0.5 \n2 a 0.3\n", 3),
        ("weights", "1 a x\n1 b\n", 2),
        ("weights", "query,aspect,weight\n1,a,x\n1,b,\n", 2),
        ("lengths", "a 3\nb 4\n", 0),
        ("lengths", "a -3\na 4\nb x\n", 1),
        ("lengths", "a -3\na 4\nb 5\n", 2),
        ("lengths", "item,words\na,\n,4\n", 2),
        ("judgments", "query,aspect,item,grade,weight\n1,x,a,1,0.5\n1,y,a,1,0.25\n", 1),
        ("judgments", "query,aspect,item,grade,weight\n1,x,a,1,0.75\n1,y,a,1,0.25\n", 0),
        ("judgments", "query,aspect,item,grade,weight\n1,x,a,1,-1\n1,y,a,1,0.25\n2,x,a,1,2\n", 3),
        ("judgments", "1 x 2 a 0.75\n1 y 1 b 0.2\n", 1),
    ],
)
def test_validation(tmp_path, kind, content, n_problems):
    path = tmp_path / "file"
    path.write_text(content)
    report = validate_file(str(path), kind)
    assert len(report.problems) == n_problems
    assert bool(report.summary) == (n_problems == 0)
