from __future__ import annotations

import base64
import gzip
import json
import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from axiometer.engines.evaluator import evaluate
from axiometer.engines.list_views import show_lists
from axiometer.meta.leaderboard import leaderboard
from axiometer.meta.outcomes import Outcomes
from axiometer.report.page import payload
from axiometer.report.page.selection import choose

JUDGMENTS = {"1": {"a": 2, "b": 0, "c": 1}, "2": {"a": 1}, "3": {"x": 0}}
RUNS = {
    "good": {"1": ["a", "c", "z"], "2": ["a", "b"], "3": ["x"]},
    "bad": {"1": ["z", "b", "a"], "2": ["b", "a"], "3": ["y"]},
}


@pytest.fixture
def measured():
    return evaluate(JUDGMENTS, RUNS, "nDCG@2 AP", profile="trec_eval")


def unpacked(text: str) -> object:
    return json.loads(gzip.decompress(base64.b64decode(text)))


def test_what_is_packed_comes_out_again_and_is_no_markup():
    data = {"name": "</script><script>alert(1)</script>", "é中": [1.5, None]}
    text = payload.pack(data)
    assert unpacked(text) == data
    assert not set(text) & set("<>&\"'")
    assert payload.pack(data) == text


def test_numbers_that_are_only_looked_at_are_short():
    assert payload.short([0.123456789, -12345.0123456789, 0.0, math.nan, math.inf, 2.0**-200, 1e-310]) == [
        0.1234568,
        -12345.0123457,
        0.0,
        None,
        None,
        pytest.approx(2.0**-200),
        0.0,
    ]
    assert payload.short(np.eye(2)) == [[1.0, 0.0], [0.0, 1.0]]


def test_values_are_exact_and_undefined_ones_are_told(measured):
    outcomes = Outcomes.of(measured)
    kept = choose(outcomes, [0, 1], 20)
    found = payload.values_of(outcomes, outcomes.averaged(), kept)
    assert found["data"][1][0] == [*measured.values[0, :2, 1].tolist(), 0.0]
    # Query 3 has no relevant item: undefined for both systems, and a mean counts it as 0.
    assert found["undefined"] == [[2, 5], [2, 5]]


def test_leaderboards_and_pairs_name_systems_by_their_numbers(measured):
    outcomes = Outcomes.of(measured)
    board = leaderboard(outcomes)
    first = payload.leaderboards(board, outcomes, 0.05)[0]
    assert [outcomes.systems[at] for at in first["system"]] == ["good", "bad"]
    assert first["mean"] == board.table["value"][:2].to_list()
    pairs = payload.pairs_of(board, outcomes, 0.05)
    assert (pairs["left"], pairs["right"]) == ([0], [1])
    assert pairs["measures"][1]["p"] == payload.short(board.more["pairs"]["p_corrected"])[1:]


def test_p_values_stay_on_their_side_of_alpha(measured):
    outcomes = Outcomes.of(measured)
    board = leaderboard(outcomes)
    near = board.more["pairs"].with_columns(p_corrected=pl.lit(0.0499999999))
    pairs = payload.pairs_of(replace(board, more={"pairs": near}), outcomes, 0.05)
    assert pairs["measures"][0]["p"] == [0.0499999999]


def test_the_difference_is_that_of_the_queries_of_both():
    frame = evaluate(JUDGMENTS, RUNS, "AP", profile="trec_eval").to_polars()
    frame = frame.filter(~((pl.col("system") == "good") & (pl.col("query") == "1")))
    outcomes = Outcomes.of(frame)
    pairs = payload.pairs_of(leaderboard(outcomes), outcomes, 0.05)
    assert pairs["measures"][0]["difference"] == [0.5]


def test_lists_have_items_labels_and_contributions(measured):
    outcomes = Outcomes.of(measured)
    kept = choose(outcomes, [0, 1], 2)
    shown = show_lists(JUDGMENTS, RUNS, "nDCG@2 AP", ranks=2, profile="trec_eval")
    found = payload.lists_of(shown, outcomes, kept, 2)
    items = found["items"]
    assert [[[items[at] for at in top] for top in of_system] for of_system in found["tops"]] == [
        [["a", "c"], ["a", "b"], ["x"]],
        [["z", "b"], ["b", "a"], ["y"]],
    ]
    assert found["lengths"] == [[3, 2, 1], [3, 2, 1]]
    number = {item: str(at) for at, item in enumerate(items)}
    assert found["labels"][0] == {number["a"]: [[-1, 2.0]], number["c"]: [[-1, 1.0]], number["b"]: [[-1, 0.0]]}
    assert found["labels"][2] == {number["x"]: [[-1, 0.0]]}
    assert found["maxGrade"] == 2
    assert found["measures"] == [0, 1]
    # Of the second system's first list, a at rank 3 is not shown: the rest has it.
    assert found["contributions"][1] == [[[0.5, 0.5], [1], None], [[], [0, 0.5], None]]
    assert found["rest"][1] == [[0.0, 0.0, None], [0.1666667, 0.0, None]]


def test_aspects_are_numbered_in_each_query():
    judgments = {"1": {"a": {"wine": 1, "food": 1}, "b": {"food": 0}}}
    runs = {"s": {"1": ["a", "b", "c"]}, "t": {"1": ["b"]}}
    measured = evaluate(judgments, runs, "S_Recall@2")
    outcomes = Outcomes.of(measured)
    kept = choose(outcomes, [0, 1], 5)
    shown = show_lists(judgments, runs, "S_Recall@2", ranks=5)
    found = payload.lists_of(shown, outcomes, kept, 5)
    aspects = found["aspects"][0]
    assert sorted(aspects["names"]) == ["food", "wine"]
    assert [len(aspects[each]) for each in ("weights", "relevant")] == [2, 2]
    number = {item: str(at) for at, item in enumerate(found["items"])}
    labels = {tuple(each) for each in found["labels"][0][number["a"]]}
    assert labels == {(0, 1.0), (1, 1.0)}
    assert number["c"] not in found["labels"][0]
