"""Commands with ratings, as their users see them."""

from __future__ import annotations

import io
import sys
from math import log2

import polars as pl
import pytest

import axiometer as ax

TRAIN = "userId,movieId,rating,timestamp\n1,a,4,10\n1,b,2,11\n2,c,5,12\n3,a,3,13\n"
TEST = "userId,movieId,rating,timestamp\n1,c,5,20\n1,d,2,21\n2,a,4,22\n4,e,3.5,23\n"
MOVIES = 'movieId,title,genres\na,A,X|Y\nb,B,Y\nc,"C, too",X\nd,D,Y|Z\ne,E,Z\nf,F,(no genres listed)\n'
KNN = "1 Q0 c 1 3 knn\n1 Q0 d 2 2 knn\n1 Q0 a 3 1 knn\n2 Q0 a 1 2 knn\n2 Q0 new 2 1 knn\n9 Q0 a 1 1 knn\n"
POP = "user,item,score\n1,e,2\n1,c,1\n2,e,2\n4,e,1\n"
ALPHAS = "item,alpha\n" + "".join(f"{item},0.1\n" for item in "abcdef")
BETAS = "rating,beta\n5,0.9\n4,0.6\n3.5,0.5\n2,0.1\n"
NAMES = "alphabeta_nDCG(alpha=0.005,beta=0.5)@10 RBU(p=0.99,e=0.05)@10 nDCG@10 S_Recall@10"
RATINGS = ("--ratings", "train.csv", "test.csv")
WHOLE = (*RATINGS, "--aspects", "movies.csv")


@pytest.fixture
def axiometer(tmp_path, monkeypatch, command):
    """Run the command in a folder with example files; gives exit code, output and messages."""
    files = {"train.csv": TRAIN, "test.csv": TEST, "movies.csv": MOVIES, "knn.run": KNN, "pop.csv": POP}
    for name, text in (files | {"alpha.csv": ALPHAS, "beta.csv": BETAS}).items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return command


def values(out: str) -> list[float]:
    return pl.read_csv(io.StringIO(out), separator="\t")["value"].to_list()


def test_the_command_of_the_documentation(axiometer):
    code, out, err = axiometer("evaluate", *WHOLE, "knn.run", "pop.csv", "-m", NAMES)
    assert code == 0
    head, *rows = out.rstrip("\n").split("\n")
    assert [row.split()[0] for row in rows] == ["knn", "pop"]
    judgments = ax.read_ratings("train.csv", "test.csv", "movies.csv")
    expected = ax.evaluate(judgments, ax.read_runs(["knn.run", "pop.csv"]), NAMES).table()
    assert head.split() == expected.columns
    assert [name.split("@")[1] for name in expected.columns[1:]] == ["10"] * 4
    assert [row.split()[1:] for row in rows] == [[f"{value:.4f}" for value in row[1:]] for row in expected.rows()]
    assert err.split("\n") == [
        "note: knn: 1 user with test ratings but no list in the run, counted as empty",
        "note: knn: 1 user of the run without test ratings, ignored",
        "note: knn: 1 item in lists that the user had rated before (train)",
        "note: knn: 1 item in lists that neither ratings nor aspects know",
        "note: 1 item without aspects, of 6 in the catalogue",
        "note: 1 user without a train part, whose interest in aspects is that of the test part",
        "",
    ]


def test_notes_of_aspects_and_of_users(axiometer):
    err = axiometer("evaluate", *WHOLE, "knn.run", "-m", "alphabeta_nDCG")[2]
    assert "note: 1 item without aspects, of 6 in the catalogue\n" in err
    assert "note: 1 user without a train part, whose interest in aspects is that of the test part\n" in err
    assert axiometer("evaluate", *WHOLE, "knn.run", "-m", "alphabeta_nDCG", "--quiet")[2] == ""


def test_value_by_hand(axiometer):
    """User 4 rated nothing before and likes Z: e gives half of 0.7, and nothing is better than it and then d."""
    _, out, _ = axiometer("evaluate", *WHOLE, "pop.csv", "-m", "alphabeta_nDCG(alpha=0.1)@2", "-f", "tsv", "-q")
    gain = 0.5 * 3.5 / 5
    assert values(out)[2] == pytest.approx(gain / (gain + 0.1 * (1 - gain) / log2(3)))


def test_gains_are_ratings_and_undefined_values_are_left_out(axiometer):
    _, out, _ = axiometer("evaluate", *RATINGS, "knn.run", "-m", "nDCG@10 ERR@1", "-q", "-f", "tsv")
    assert values(out) == pytest.approx([1, 1, 1, 4 / 5, 0, 0])
    details = axiometer("evaluate", *RATINGS, "knn.run", "--details")[2]
    for word in ("undefined       drop", "counted_aspects relevant-unscaled", "unknown_items", "profile_items"):
        assert word in details


def test_level_of_relevance(axiometer):
    tsv = ("-m", "P@1 S_Recall@1 nDCG@1", "-f", "tsv")
    _, out, _ = axiometer("evaluate", *WHOLE, "pop.csv", *tsv, "--rel", "4")
    named = axiometer("evaluate", *WHOLE, "pop.csv", "-m", "P(rel=4)@1 S_Recall(rel=4)@1 nDCG@1", "-f", "tsv")[1]
    assert out == named
    assert values(axiometer("evaluate", *WHOLE, "pop.csv", *tsv)[1])[0] == pytest.approx(1 / 3)
    assert values(out)[0] == 0


def test_top_of_the_scale(axiometer):
    ten, usual = (
        values(axiometer("evaluate", *WHOLE, "knn.run", "-m", "ERR@1", "-f", "tsv", *more)[1])[0]
        for more in (("--max-grade", "10"), ())
    )
    assert ten == pytest.approx(usual / 2)
    code, _, err = axiometer("evaluate", *WHOLE, "knn.run", "--max-grade", "4")
    assert code == 1
    assert "test.csv, line 2: found the rating 5; expected a rating of at most 4, the stated top" in err


def test_strict(axiometer):
    code, out, err = axiometer("evaluate", *WHOLE, "knn.run", "-m", "nDCG@10", "--strict")
    assert (code, out) == (1, "")
    assert "knn: found item 'new' for user '2'; expected items that the ratings or the aspects have" in err
    assert axiometer("evaluate", *WHOLE, "pop.csv", "-m", "nDCG@10", "--strict")[0] == 0


def test_tables_of_alpha_and_beta(axiometer):
    names = "alphabeta_nDCG(alpha=given,beta=given)@3"
    tables = ("--alpha-table", "alpha.csv", "--beta-table", "beta.csv")
    code, out, _ = axiometer("evaluate", *WHOLE, "knn.run", "-m", names, "-f", "tsv", *tables)
    judgments = ax.read_ratings("train.csv", "test.csv", "movies.csv", alpha="alpha.csv", beta="beta.csv")
    assert code == 0
    assert values(out) == ax.evaluate(judgments, ax.read_runs("knn.run"), names).mean()["value"].to_list()
    code, _, err = axiometer("evaluate", *WHOLE, "knn.run", "-m", names, *tables[:2])
    assert code == 1
    assert "test.csv: found no table of beta; expected numbers from 0 to 1, which alphabeta_nDCG" in err


def test_without_a_train_part(axiometer):
    without = ("--ratings", "none", "test.csv", "--aspects", "movies.csv")
    code, _, err = axiometer("evaluate", *without, "knn.run", "-m", "alphabeta_nDCG@5")
    assert code == 0
    assert "note: 3 users without a train part" in err
    assert "had rated them before" not in err
    code, _, err = axiometer("evaluate", *without, "knn.run", "-m", "ARP@5")
    assert code == 1
    assert "no train part; expected what users had before, which ARP@5 needs (--ratings TRAIN TEST" in err


def test_order_of_words_does_not_matter(axiometer):
    before = axiometer("evaluate", *WHOLE, "knn.run", "-m", "nDCG@10")
    assert axiometer("evaluate", "knn.run", "-m", "nDCG@10", *WHOLE) == before


def test_measures_of_systems(axiometer):
    words = ("evaluate", *WHOLE, "knn.run", "pop.csv", "-m", "nDCG@10 CatalogueCoverage@2 ExposureGini@2")
    assert axiometer(*words)[1].split("\n")[0].split() == ["system", "nDCG@10", "CatalogueCoverage@2", "ExposureGini@2"]
    latex = axiometer(*words, "-f", "latex")[1].split("\n")
    assert "CatalogueCoverage@2" in latex[3]
    gini = {line.split(" & ")[0]: line.split(" & ")[3] for line in latex[5:7]}
    assert gini == {"knn": r"\textbf{0.5000} \\", "pop": r"0.7500 \\"}
    assert values(axiometer(*words, "-f", "tsv")[1])[1] == pytest.approx(3 / 6)
    assert "Catalogue" not in axiometer(*words, "-q", "-f", "tsv")[1]


@pytest.mark.parametrize("form", ["table", "tsv", "json", "latex", "markdown"])
def test_only_measures_of_systems(axiometer, form):
    code, out, _ = axiometer("evaluate", *WHOLE, "knn.run", "-m", "CatalogueCoverage", "-f", form)
    assert code == 0
    assert "CatalogueCoverage" in out
    assert axiometer("evaluate", *WHOLE, "knn.run", "-m", "CatalogueCoverage", "-f", form, "-q")[0] in {0, 2}


def test_explanation(axiometer):
    code, out, _ = axiometer("explain", *WHOLE, "knn.run", "-m", "alphabeta_nDCG@3", "-q", "1")
    lines = [line.split() for line in out.split("\n")]
    assert code == 0
    assert out.startswith("alphabeta_nDCG(alpha=0.005,beta=0.5)@3 of knn, user 1\n")
    assert [line[:3] for line in lines[3:6]] == [["1", "c", "5"], ["2", "d", "2"], ["3", "a", "–"]]
    whole = values(axiometer("evaluate", *WHOLE, "knn.run", "-m", "alphabeta_nDCG@3", "-q", "-f", "tsv")[1])[0]
    assert f"{whole:.4f}" in out.rstrip("\n").split("\n")[-1]
    for name in ("RBU@10", "nDCG@10", "ILD@3"):
        assert axiometer("explain", *WHOLE, "knn.run", "-m", name, "-q", "2")[0] == 0, name


def test_preferences(axiometer):
    words = ("prefer", *WHOLE, "knn.run", "pop.csv")
    code, out, err = axiometer(*words, "-p", "lexirecall", "-m", "alphabeta_nDCG@3 ILD@2", "-f", "tsv")
    assert code == 0
    table = pl.read_csv(io.StringIO(out), separator="\t")
    assert table["preference"].to_list() == ["lexirecall(rel=0)", "alphabeta_nDCG(alpha=0.005,beta=0.5)@3", "ILD@2"]
    assert table["wins"].to_list()[:2] == [2, 2]
    assert table["losses"].to_list()[:2] == [1, 1]
    assert "note: knn: 1 user with test ratings but no list in the run" in err
    code, _, err = axiometer(*words, "-m", "CatalogueCoverage")
    assert code == 2
    assert "CatalogueCoverage is one value for all lists of a system" in err


BAD_USAGE = {
    "no run": (("evaluate", *RATINGS), 2, "RUN"),
    "one rating file": (("evaluate", "knn.run", "--ratings", "train.csv"), 2, "--ratings"),
    "aspects of judgments": (
        ("evaluate", "test.csv", "knn.run", "--aspects", "movies.csv"),
        2,
        "--aspects belongs to --ratings; judgments have aspects of their own",
    ),
    "alpha of judgments": (("evaluate", "test.csv", "knn.run", "--alpha-table", "x"), 2, "--alpha-table belongs to"),
    "beta of judgments": (("prefer", "test.csv", "knn.run", "--beta-table", "x"), 2, "--beta-table belongs to"),
    "judgments too": (("evaluate", *RATINGS, "test.csv", "knn.run"), 1, "test.csv"),
    "the same ratings twice": (
        ("evaluate", "--ratings", "test.csv", "test.csv", "knn.run"),
        1,
        "test.csv, line 2: found user '1' and item 'c' and 3 other pairs of user and item also in test.csv",
    ),
    "no aspects": (("evaluate", *RATINGS, "knn.run", "-m", "alphabeta_nDCG"), 1, "found no aspects of items; expected"),
    "no such file": (("evaluate", "--ratings", "train.csv", "no.csv", "knn.run"), 1, "no.csv: found no such file"),
    "no such aspects": (("evaluate", *RATINGS, "--aspects", "no.csv", "knn.run"), 1, "no.csv: found no such file"),
    "test part called none": (("evaluate", "--ratings", "train.csv", "none", "knn.run"), 1, "none"),
    "standard input twice": (("evaluate", "--ratings", "train.csv", "-", "-"), 2, "can be only one of the files"),
    "standard input for both parts": (("evaluate", "--ratings", "-", "-", "knn.run"), 2, "can be only one of"),
    "a chance above 1": (("evaluate", *WHOLE, "knn.run", "-m", "alphabeta_nDCG(alpha=2)"), 2, "alpha must be a number"),
}


@pytest.mark.parametrize(("words", "code", "message"), BAD_USAGE.values(), ids=BAD_USAGE)
def test_bad_usage(axiometer, words, code, message):
    found, out, err = axiometer(*words)
    assert (found, out) == (code, "")
    assert message in err
    assert "Traceback" not in err


@pytest.mark.parametrize("file", ["train.csv", "test.csv", "movies.csv", "knn.run", "alpha.csv", "beta.csv"])
def test_files_that_are_read_are_not_written_over(axiometer, tmp_path, file):
    before = (tmp_path / file).read_text()
    more = ("--alpha-table", "alpha.csv", "--beta-table", "beta.csv", "-f", "csv", "-o", f"./{file}")
    code, _, err = axiometer("evaluate", *WHOLE, "knn.run", *more)
    assert code == 2
    assert f"{file} is one of the files that are read" in err
    assert (tmp_path / file).read_text() == before


def test_files_of_a_movielens_folder_are_not_written_over(axiometer, tmp_path):
    (tmp_path / "ml").mkdir()
    (tmp_path / "ml" / "movies.csv").write_text(MOVIES)
    words = ("evaluate", *RATINGS, "--aspects", "ml", "knn.run", "-m", "alphabeta_nDCG@5")
    assert axiometer(*words, "-f", "tsv")[1] == axiometer("evaluate", *WHOLE, *words[-3:], "-f", "tsv")[1]
    assert "one of the files that are read" in axiometer(*words, "-o", "ml/movies.csv")[2]
    assert (tmp_path / "ml" / "movies.csv").read_text() == MOVIES


@pytest.mark.parametrize(
    "words",
    [
        (*WHOLE, "-"),
        ("--ratings", "-", "test.csv", "--aspects", "movies.csv", "knn.run"),
        ("--ratings", "train.csv", "-", "--aspects", "movies.csv", "knn.run"),
        (*RATINGS, "--aspects", "-", "knn.run"),
    ],
    ids=["run", "train", "test", "aspects"],
)
def test_standard_input(axiometer, monkeypatch, words):
    usual = (*WHOLE, "knn.run")
    at = words.index("-")
    text = {"knn.run": KNN, "train.csv": TRAIN, "test.csv": TEST, "movies.csv": MOVIES}[usual[at]]
    expected = values(axiometer("evaluate", *usual, "-m", "alphabeta_nDCG@3 nDCG", "-f", "tsv")[1])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
    code, out, err = axiometer("evaluate", *words, "-m", "alphabeta_nDCG@3 nDCG", "-f", "tsv")
    assert code == 0, err
    assert values(out) == expected


def test_values_of_queries_tell_what_they_leave_out(axiometer):
    err = axiometer("evaluate", *WHOLE, "knn.run", "-m", "nDCG@3 Gini@3", "-q")[2]
    assert "note: ExposureGini@3: one value for each system, and none for users, left out\n" in err
    code, _, err = axiometer("evaluate", *WHOLE, "knn.run", "-m", "Gini@3", "-q")
    assert (code, "one value for each system" in err) == (2, True)


def test_measures_of_systems_are_cited(axiometer):
    assert "@article{fleder2009" in axiometer("cite", "-m", "Gini@3")[1]
    assert "@inproceedings{parapar2021" in axiometer("cite", "-m", "alphabeta_nDCG lexirecall")[1]
