"""Runs meet judgments."""

from __future__ import annotations

import pytest

import axiometer as ax


def test_queries_in_pieces_and_in_any_order(tmp_path):
    path = tmp_path / "a.run"
    path.write_text(
        "q2 Q0 a 1 1.0 t\nq1 Q0 a 1 1.0 t\nq2 Q0 b 1 3.0 t\nq1 Q0 b 1 0.5 t\nzz Q0 b 1 0.5 t\nq2 Q0 c 1 2.0 t\n"
    )
    measured = ax.evaluate({"q1": {"b": 1}, "q2": {"a": 1}}, ax.scan_runs(path), "RR")
    assert measured.values[0, :, 0].tolist() == [1 / 2, 1 / 3]
    assert measured.counts.select("answered", "missing", "run_only", "items").row(0) == (2, 0, 1, 5)


def test_tied_items_come_in_the_order_of_their_ranks():
    run = {"q1": {"a": 2.0, "b": 1.0, "c": 1.0, "d": 0.5}, "q2": {"a": 1.0, "b": 1.0}}
    judgments = {"q1": {"b": 1, "c": 1, "d": 1}, "q2": {"a": 1, "b": 2}}
    for ties in ("item-descending", "item-ascending"):
        measured = ax.evaluate(judgments, run, "AP ERR RBP", profile=ax.get_profile(ties=ties))
        first, second = "cb" if ties == "item-descending" else "bc", "ba" if ties == "item-descending" else "ab"
        settled = {"q1": ["a", *first, "d"], "q2": list(second)}
        assert measured.values.tolist() == ax.evaluate(judgments, settled, "AP ERR RBP").values.tolist()
    assert measured.values[0, :, 0] == pytest.approx([(1 / 2 + 2 / 3 + 3 / 4) / 3, 1])


def test_same_item_for_other_queries_is_not_judged():
    measured = ax.evaluate({"q1": {"a": 1}, "q2": {"b": 1}}, {"q1": ["a"], "q2": ["a"]}, ["P", "Judged"])
    assert measured.values[0].tolist() == [[1.0, 1.0], [0.0, 0.0]]


def test_item_judged_for_several_aspects_has_its_largest_grade(tmp_path):
    path = tmp_path / "qrels.txt"
    path.write_text("q 1 a 0\nq 2 a 3\nq 1 b 1\nq 2 b -2\n")
    measured = ax.evaluate(ax.read_judgments(path), {"q": ["b", "a"]}, ["DCG", "P(rel=2)", "R"])
    assert measured.values[0, 0].tolist() == [1 + 3 / 1.584962500721156, 0.5, 1.0]


def test_fractions_of_a_grade_are_relevant_to_graded_measures():
    measured = ax.evaluate({"q": {"a": 0.5}}, {"q": ["a"]}, "nDCG P RBP(p=0)")
    assert measured.values.ravel().tolist() == [1.0, 0.0, 1.0]


def test_judged_at_10_looks_at_ten_items():
    judgments = {"q": {f"i{n}": 1 for n in range(5, 20)}}
    counts = ax.evaluate(judgments, {"q": [f"i{n}" for n in range(20)]}, "P").counts
    assert counts["judged_at_10"].item() == 0.5


def test_counts():
    run = {"q1": {"a": 1.0, "b": 1.0, "c": 0.5}, "q2": {"z": 1.0}, "new": {"a": 1.0}}
    judgments = {"q1": {"a": 1, "b": 0, "x": 1}, "q2": {"a": 0}, "q3": {"a": 1}}
    counts = ax.evaluate(judgments, run, "AP").counts
    assert counts.to_dicts() == [
        {
            "system": "run",
            "answered": 2,
            "missing": 1,
            "run_only": 1,
            "items": 4,
            "tied_items": 2,
            "judged_at_10": (2 / 3 + 0) / 2,
            "ordered_by": "score",
        }
    ]
