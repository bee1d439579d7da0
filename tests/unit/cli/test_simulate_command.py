"""``axiometer simulate``, as its users see it."""

from __future__ import annotations

import json
import shlex

import polars as pl
import pytest

SEARCH = ("simulate", "search", "--queries", "6", "--systems", "3", "--depth", "30")
RATINGS = ("simulate", "ratings", "--users", "20", "--items", "80", "--ratings-per-user", "10-30", "--depth", "10")


@pytest.fixture
def axiometer(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    return command


def next_commands(out):
    return [shlex.split(line)[1:] for line in out.partition("Try next\n")[2].splitlines()]


@pytest.mark.parametrize("form", ["trec", "parquet"])
@pytest.mark.parametrize("words", [SEARCH, RATINGS], ids=["search", "ratings"])
def test_what_is_tried_next_works(axiometer, words, form):
    code, out, err = axiometer(*words, "--output", "a world", "--format", form)
    assert (code, err) == (0, "")
    assert out.startswith("a world: ")
    assert "True order, the best system first\nsystem  true_rank  relevance  diversity  redundancy\n" in out
    commands = next_commands(out)
    assert len(commands) == 2
    for each in commands:
        code, out, err = axiometer(*each)
        assert code == 0, err
        assert "s01" in out


def test_both_forms_give_the_same_numbers(axiometer):
    shown = []
    for form in ("trec", "parquet"):
        out = axiometer(*SEARCH, "--output", form, "--format", form)[1]
        shown.append(axiometer(*next_commands(out)[0], "--format", "tsv")[1])
    assert shown[0] == shown[1] != ""


def test_options_make_the_world(axiometer, tmp_path):
    options = (
        *("--vary", "redundancy, diversity", "--relevance", "0.7", "--diversity", "0.9", "--redundancy", "0.1"),
        *("--spread", "0.5", "--noise", "0.2", "--aspects", "3", "--grades", "2", "--pool-depth", "5"),
        *("--overlap", "0", "--seed", "9"),
    )
    assert axiometer(*SEARCH, *options, "-o", "world", "--quiet") == (0, "", "")
    told = json.loads((tmp_path / "world" / "world.json").read_text())
    assert told == {
        "axiometer": told["axiometer"],
        "kind": "search",
        "systems": 3,
        "depth": 30,
        "seed": 9,
        "queries": 6,
        "relevance": 0.7,
        "diversity": 0.9,
        "redundancy": 0.1,
        "vary": ["diversity", "redundancy"],
        "spread": 0.5,
        "noise": 0.2,
        "aspects": [3, 3],
        "grades": 2,
        "pool_depth": 5,
        "overlap": 0.0,
    }
    truth = pl.read_csv(tmp_path / "world" / "truth.tsv", separator="\t")
    assert truth["redundancy"].to_list() == pytest.approx([0.1, 0.35, 0.6])


def test_options_of_ratings_make_the_world(axiometer, tmp_path):
    options = (
        *("--genres", "9", "--interests", "2-4", "--test-share", "0.4", "--top", "10", "--stars", "whole"),
        *("--liked", "8", "--systems", "2", "--vary", "relevance", "--vary", "diversity"),
    )
    assert axiometer(*RATINGS, *options, "-o", "world", "--quiet") == (0, "", "")
    told = json.loads((tmp_path / "world" / "world.json").read_text())
    assert {name: told[name] for name in ("genres", "interests", "test_share", "top", "stars", "liked", "vary")} == {
        "genres": 9,
        "interests": [2, 4],
        "test_share": 0.4,
        "top": 10,
        "stars": "whole",
        "liked": 8.0,
        "vary": ["relevance", "diversity"],
    }
    assert told["ratings"] == [10, 30]


def test_one_system_has_nothing_to_be_compared_with(axiometer):
    out = axiometer(*SEARCH, "--systems", "1", "-o", "world")[1]
    assert "axiometer evaluate" in out
    assert "axiometer compare" not in out


def test_nothing_may_vary(axiometer, tmp_path):
    assert axiometer(*SEARCH, "--vary", "none", "-o", "world", "--quiet")[0] == 0
    truth = pl.read_csv(tmp_path / "world" / "truth.tsv", separator="\t")
    assert truth["true_rank"].to_list() == [1, 1, 1]
    code, _, err = axiometer(*SEARCH, "--vary", "none relevance", "-o", "other")
    assert (code, err) == (2, "axiometer: --vary none cannot stand beside relevance\n")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--vary", ""), 2, "axiometer: --vary names nothing; choose from relevance, diversity, redundancy, or none\n"),
        (("--vary", "speed"), 2, "axiometer: 'speed' cannot vary; choose from relevance, diversity, redundancy\n"),
        (("--noise", "2"), 2, "axiometer: noise must be a number from 0 to 1, not 2.0\n"),
        (("--aspects", "5-2"), 2, "axiometer: aspects go from 5 to 2: the least comes first\n"),
        (("--aspects", "some"), 2, "axiometer: 'some' is not a whole number; write numbers as 10 or 1e6\n"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(axiometer, tmp_path, words, code, message):
    assert axiometer(*SEARCH, *words, "-o", "world") == (code, "", message)
    assert not (tmp_path / "world").exists()


def test_a_folder_with_files_is_refused(axiometer, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    for words in (SEARCH, RATINGS):
        code, out, err = axiometer(*words, "--output", ".")
        assert (code, out) == (1, "")
        assert err == "axiometer: .: found mine.txt; expected an empty folder, or the name of a new one\n"


def test_a_folder_has_to_be_named(axiometer):
    code, _, err = axiometer("simulate", "search")
    assert code == 2
    assert "--output" in err
