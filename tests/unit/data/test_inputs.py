"""Frames and dictionaries become runs and judgments."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import axiometer as ax

SCORES = {"q1": {"a": 3.5, "b": 2.5}, "q2": {"a": 1.0}}
ROWS = [("q1", "a", 3.5), ("q1", "b", 2.5), ("q2", "a", 1.0)]
JUDGMENTS = {"q1": {"a": 0, "b": 1}, "q2": {"a": 2}}


def rows_of(runs) -> list[tuple]:
    return ax.read_runs(runs).to_polars().select("query", "item", "score").rows()


def test_dictionary_of_dictionaries():
    assert rows_of(SCORES) == ROWS
    assert ax.read_runs(SCORES, name="bm25").to_polars()["system"].unique().to_list() == ["bm25"]


@pytest.mark.parametrize(
    "make", [np.array, pl.Series, pd.Series, pd.Index, tuple, lambda items: np.array(items, object)]
)
def test_lists_may_be_arrays(make):
    items = make(["b", "a"])
    for runs in ({"q1": items}, {"bm25": {"q1": items}}):
        rows = ax.read_runs(runs, name="bm25").to_polars().select("system", "query", "item", "rank").rows()
        assert rows == [("bm25", "q1", "b", 1), ("bm25", "q1", "a", 2)]
    with pytest.raises(ax.InputError, match="an item of query 'q1'; expected ids"):
        ax.read_runs({"q1": np.array([1.5, 2.5])})


@pytest.mark.parametrize(
    "names", [("query_id", "doc_id"), ("qid", "docno"), ("topic", "docno"), ("user_id", "item_id")]
)
@pytest.mark.parametrize("make", [pl.DataFrame, pd.DataFrame, pa.table, lambda columns: pl.DataFrame(columns).lazy()])
def test_frames_under_the_usual_names(make, names):
    columns = dict(zip([*names, "score"], map(list, zip(*ROWS, strict=True)), strict=True))
    assert rows_of(make(columns)) == ROWS


def test_ids_that_are_no_text_are_named():
    for runs, place in (
        ({"q": {"a\ud800": 1.0}}, "an item of query 'q'"),
        ({"q": ["a", "\udfff"]}, "an item of query"),
    ):
        with pytest.raises(
            ax.InputError, match=f"run: found .* as {place}.*; expected ids that can be written as UTF-8"
        ):
            ax.read_runs(runs)


def test_a_name_given_to_a_frame_of_one_system_is_its_name():
    frame = pl.DataFrame({"system": ["x"], "query": ["q"], "item": ["a"], "score": [1.0]})
    assert ax.evaluate({"q": {"a": 1}}, {"bm25": frame}, "RR").systems == ("bm25",)
    both = pl.concat([frame, frame.with_columns(system=pl.lit("y"))])
    assert ax.evaluate({"q": {"a": 1}}, {"bm25": both}, "RR").systems == ("x", "y")


def test_frame_of_judgments_with_aspects():
    frame = pd.DataFrame({"topic": [1, 1], "subtopic": ["x", "y"], "docno": ["a", "a"], "relevance": [1, 0.5]})
    assert ax.read_judgments(frame).to_polars().rows() == [("1", "x", "a", 1.0), ("1", "y", "a", 0.5)]


def test_whole_number_ids_become_text():
    frame = pl.DataFrame({"qid": [1, 2], "docno": [10, 20], "score": [1, 2]})
    assert rows_of(frame) == [("1", "10", 1.0), ("2", "20", 2.0)]
    assert ax.evaluate({1: {10: 1}, 2: {20: 1}}, frame, "RR").values.ravel().tolist() == [1.0, 1.0]


def test_pandas_as_it_comes():
    scores = pd.Series([3.5, 2, 1], dtype=object)
    frame = pd.DataFrame({"qid": ["q1", "q1", "q2"], "docno": ["a", "b", "a"], "score": scores, "note": ["x", 1, None]})
    assert rows_of(frame) == [("q1", "a", 3.5), ("q1", "b", 2.0), ("q2", "a", 1.0)]
    frame = frame.astype({"qid": "category", "docno": "string"}).set_index("note")
    assert rows_of(frame) == [("q1", "a", 3.5), ("q1", "b", 2.0), ("q2", "a", 1.0)]


def test_pandas_without_pyarrow(monkeypatch):
    def refuse(*_, **__):
        raise ImportError("pyarrow")

    monkeypatch.setattr(pd.DataFrame, "__arrow_c_stream__", refuse)
    frame = pd.DataFrame({"qid": [1, 1], "docno": ["a", "b"], "score": [1, 2.5]})
    assert rows_of(frame) == [("1", "a", 1.0), ("1", "b", 2.5)]
    with pytest.raises(ax.InputError, match="None in the column 'docno'"):
        rows_of(frame.assign(docno=["a", None]))


def test_pandas_with_columns_of_several_kinds():
    frame = pd.DataFrame({"qid": ["q", "q"], "docno": ["a", "b"], "score": [2, 1], "note": [pd.Timestamp(0), "x"]})
    assert rows_of(frame) == [("q", "a", 2.0), ("q", "b", 1.0)]
    with pytest.raises(ax.InputError, match="found the column 'score' with values of several kinds; expected"):
        rows_of(frame.assign(score=frame["note"]))


def test_judgments_that_are_there_twice_are_counted():
    frame = pl.DataFrame({"qid": ["q", "q", "q"], "docno": ["a", "b", "a"], "label": [1, 0, 1]})
    judgments = ax.read_judgments(frame)
    assert judgments.repeated == 1
    assert judgments.to_polars()["item"].to_list() == ["a", "b"]


@pytest.mark.parametrize(
    ("judgments", "told"),
    [
        ({"q": {"a": 1}}, "Judgments(1 grade, 1 query)"),
        ({"q": {"a": {"x": 1, "y": 0}}, "r": {"a": {"x": 1}}}, "Judgments(3 grades, 2 queries, 2 aspects)"),
    ],
)
def test_judgments_say_how_many_they_are(judgments, told):
    assert repr(ax.read_judgments(judgments)) == told


def test_docno_is_the_item_where_there_is_a_docid_too():
    frame = pl.DataFrame({"qid": ["q"], "docid": [7], "docno": ["a"], "score": [1.0]})
    assert rows_of(frame) == [("q", "a", 1.0)]


def test_ranked_lists_without_scores():
    measured = ax.evaluate(JUDGMENTS, {"q1": ["a", "b"], "q2": ["a"]}, "RR")
    assert measured.values.ravel().tolist() == [0.5, 1.0]
    assert measured.counts["ordered_by"].to_list() == ["rank"]


def test_frame_with_ranks_only():
    frame = pl.DataFrame({"qid": ["q1", "q1"], "docno": ["a", "b"], "rank": [2, 1]})
    measured = ax.evaluate(JUDGMENTS, frame, "RR")
    assert measured.values[0, 0, 0] == 1.0
    assert measured.counts["ordered_by"].to_list() == ["rank"]


def test_several_systems():
    for runs in ({"one": SCORES, "two": SCORES}, {"one": {"q1": ["b"]}, "two": {"q1": ("a", "b")}}):
        assert ax.evaluate(JUDGMENTS, runs, "RR").systems == ("one", "two")
    frame = pl.DataFrame({"run": ["x", "y"], "qid": ["q1", "q1"], "docno": ["a", "b"], "score": [1.0, 1.0]})
    assert ax.evaluate(JUDGMENTS, frame, "RR").mean(undefined="drop")["value"].to_list() == [0.0, 0.5]


BAD_RUNS = {
    "an item twice": (
        pl.DataFrame({"qid": ["q", "q"], "docno": ["a", "a"], "score": [1.0, 2.0]}),
        r"item 'a' again.*row 2",
    ),
    "a score that is not a number": ({"q": {"a": float("nan")}}, r"nan.*row 1.*finite"),
    "an infinite score": ({"q": {"a": float("inf")}}, r"inf.*row 1.*finite"),
    "a missing score": (pl.DataFrame({"qid": ["q"], "docno": ["a"], "score": [None]}), r"None.*finite"),
    "a missing id": (pl.DataFrame({"qid": [None], "docno": ["a"], "score": [1.0]}), r"None in the column 'qid'.*text"),
    "float ids": (
        pd.DataFrame({"qid": [1.0, np.nan], "docno": ["a", "b"], "score": [1, 2]}),
        "floats in the column 'qid'",
    ),
    "no query column": (
        pl.DataFrame({"docno": ["a"], "score": [1.0]}),
        r"columns docno, score.*column for the query",
    ),
    "no rows": (pl.DataFrame({"qid": [], "docno": [], "score": []}), "no rows"),
    "an empty dictionary": ({}, "no rows"),
    "a number instead of a list": ({"q": 3}, r"int for query 'q'.*dictionary"),
    "scores for some lists only": ({"q": {"a": 1.0}, "r": ["a"]}, "lists with scores and lists without"),
    "judgments": (pl.DataFrame({"qid": ["q"], "docno": ["a"], "label": [1]}), "which are those of judgments"),
    "a system without lists": ({"A": {}, "B": {"q": {"a": 1.0}}}, r"A: found no rows"),
    "a number instead of a system": ({"A": 3, "B": {"q": {"a": 1.0}}}, r"A: found int for the system"),
    "mixed values": (
        pd.DataFrame({"qid": ["q", "q"], "docno": ["a", "b"], "score": [1.0, "x"]}),
        r"the column 'score'|'x'",
    ),
    "a column twice": (
        pd.DataFrame([["q", "a", 1, 2]], columns=["qid", "docno", "score", "score"]),
        "each column once",
    ),
    "two columns of one name": (
        pl.DataFrame({"qid": ["q"], "docno": ["a"], "score": [1.0], "Score": [2.0]}),
        "two columns called Score; expected each column once",
    ),
    "a series": (pd.Series(["a"]), "Series (without columns|for the runs)"),
    "lists for ids": (pl.DataFrame({"qid": ["q"], "docno": [["a"]], "score": [1.0]}), "values of type List"),
    "structs for scores": (pl.DataFrame({"qid": ["q"], "docno": ["a"], "score": [{"x": 1}]}), "values of type Struct"),
    "bytes for ids": (pl.DataFrame({"qid": ["q"], "docno": [b"a"], "score": [1.0]}), "values of type Binary"),
    "fractions of a rank": (pl.DataFrame({"qid": ["q"], "docno": ["a"], "rank": [1.6]}), r"1\.6.*whole number"),
    "1 and '1'": ({1: ["a"], "1": ["b"]}, "two ids that are '1' as text"),
    "text": ("nowhere.run", "no such file"),
    "a number": (3, "int for the runs"),
}


@pytest.mark.parametrize(("runs", "message"), BAD_RUNS.values(), ids=BAD_RUNS)
def test_bad_runs(runs, message):
    with pytest.raises(ax.InputError, match=message):
        ax.read_runs(runs)


BAD_JUDGMENTS = {
    "contradiction": (
        pl.DataFrame({"qid": ["q", "q"], "docno": ["a", "a"], "label": [1, 2]}),
        r"grade 2 after grade 1 for item 'a'.*row 2",
    ),
    "not a number": ({"q": {"a": float("nan")}}, "finite"),
    "text for a grade": ({"q": {"a": "good"}}, "finite"),
    "no grade column": (pl.DataFrame({"qid": ["q"], "docno": ["a"]}), "column for the grade"),
    "a list": ({"q": ["a"]}, r"list for query 'q'"),
    "empty": ({}, "no rows"),
    "a number": (3, "int for the judgments"),
    "several": (["a.txt", "b.txt"], "one file, frame or dictionary"),
    "a run": (pl.DataFrame({"qid": ["q"], "docno": ["a"], "rank": [1], "score": [2.0]}), "column for the grade"),
}


@pytest.mark.parametrize(("judgments", "message"), BAD_JUDGMENTS.values(), ids=BAD_JUDGMENTS)
def test_bad_judgments(judgments, message):
    with pytest.raises(ax.InputError, match=message):
        ax.read_judgments(judgments)


def test_files_that_are_not_there_are_named():
    with pytest.raises(ax.InputError, match=r"bm25\.run: found no such file"):
        ax.evaluate(JUDGMENTS, "bm25.run", "AP")
    with pytest.raises(ax.InputError, match=r"qrels\.txt: found no such file"):
        ax.evaluate("qrels.txt", SCORES, "AP")


def test_profile_that_orders_by_rank_needs_ranks():
    with pytest.raises(
        ax.InputError, match=r"\(the columns query, item, score\); expected a rank column, .* --order score"
    ):
        ax.evaluate(JUDGMENTS, SCORES, "AP", profile=ax.get_profile(order="rank"))
    with pytest.raises(ax.UsageError, match="order cannot be 'x'; choose one of score, rank, file"):
        ax.read_runs(SCORES, order="x")
