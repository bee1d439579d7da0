"""Wins, losses, ties, means, orders, agreement and power, by hand."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import axiometer as ax

RUNS = {
    "one": {"q1": ["a", "b"], "q2": ["a"], "q3": ["x", "a"], "q4": ["a"]},
    "two": {"q1": ["a", "x", "b"], "q2": ["a"], "q3": ["a"], "q4": ["a"]},
    "three": {"q1": ["x", "a"], "q2": ["x", "a"]},
}
JUDGED = {"q1": {"a": 1, "b": 1}, "q2": {"a": 1}, "q3": {"a": 1}, "q4": {"a": 0}}
NAMES = ("lexirecall", "RPP", "P@1")


@pytest.fixture(scope="module")
def found() -> ax.Preferences:
    return ax.prefer(JUDGED, RUNS, NAMES)


def test_what_was_compared(found):
    assert found.names == NAMES
    assert found.systems == ("one", "two", "three")
    assert found.queries == ("q1", "q2", "q3", "q4")
    assert [side.tolist() for side in found.pairs] == [[0, 0, 1], [1, 2, 2]]
    assert found.values("lexirecall").tolist() == [[1, 0, -1, 0], [1, 1, 1, 0], [1, 1, 1, 0]]
    assert found.values("RPP").tolist() == [[0.5, 0, -1, 0], [1, 1, 1, 0], [1, 1, 1, 0]]
    assert found.signs("RPP").tolist() == found.values("lexirecall").tolist()
    assert found.values("P@1").tolist() == [[0, 0, -1, 0], [1, 1, 0, 0], [1, 1, 1, 0]]
    assert found.is_compared("RPP").tolist() == [[True, True, True, False]] * 3
    assert found.is_compared("P@1").all()
    assert found.counts["missing"].to_list() == [0, 0, 2]


def test_summary(found):
    rows = found.summary().filter(pl.col("preference") != "P@1").rows()
    assert rows == [
        ("lexirecall", "one", "two", 1, 1, 1, 0, 1, 1),
        ("lexirecall", "one", "three", 3, 0, 0, 1, 0.25, 0.75),
        ("lexirecall", "two", "three", 3, 0, 0, 1, 0.25, 0.75),
        ("RPP", "one", "two", 1, 1, 1, pytest.approx(-0.5 / 3), 1, 1),
        ("RPP", "one", "three", 3, 0, 0, 1, 0.25, 0.75),
        ("RPP", "two", "three", 3, 0, 0, 1, 0.25, 0.75),
    ]
    counted = ["wins", "losses", "ties"]
    assert found.summary().columns == ["preference", "left", "right", *counted, "mean", "p_value", "p_holm"]


def test_what_one_system_did_not_answer_is_left_out():
    answered = ax.prefer(JUDGED, RUNS, NAMES, profile=ax.get_profile(queries="answered"))
    rows = answered.summary().filter(pl.col("preference") == "lexirecall").select(pl.exclude("p_holm")).rows()
    assert rows == [
        ("lexirecall", "one", "two", 1, 1, 1, 0, 1),
        ("lexirecall", "one", "three", 2, 0, 0, 1, 0.5),
        ("lexirecall", "two", "three", 2, 0, 0, 1, 0.5),
    ]
    assert answered.is_compared("P@1").sum(axis=1).tolist() == [4, 2, 2]
    assert answered.to_polars().filter(pl.col("preference") == "lexirecall").height == 3 + 2 + 2


def test_one_row_for_every_comparison(found):
    frame = found.to_polars()
    assert frame.columns == ["preference", "query", "left", "right", "value"]
    assert frame.height == 9 + 9 + 12
    assert frame.filter(pl.col("preference") == "RPP").rows()[:4] == [
        ("RPP", "q1", "one", "two", 0.5),
        ("RPP", "q1", "one", "three", 1.0),
        ("RPP", "q1", "two", "three", 1.0),
        ("RPP", "q2", "one", "two", 0.0),
    ]
    assert "q4" not in frame.filter(pl.col("preference") == "RPP")["query"]


def test_order(found):
    order = found.order().filter(pl.col("preference") == "lexirecall")
    assert order["system"].to_list() == ["one", "two", "three"]
    assert order["win_rate"].to_list() == [(1 / 2 + 1) / 2, (1 / 2 + 1) / 2, 0]
    assert order["borda"].to_list() == pytest.approx([1.5, 1.5, 0])
    assert order["mc4"].sum() == pytest.approx(1)
    for way in ("win_rate", "borda", "mc4"):
        assert order[f"{way}_rank"].to_list() == [1, 1, 3]
    by_precision = found.order().filter(pl.col("preference") == "P@1")
    assert by_precision["system"].to_list() == ["two", "one", "three"]
    assert by_precision["win_rate"].to_list() == [1, 0.5, 0]
    assert by_precision["borda"].to_list() == pytest.approx([
        (1 + 3 / 2) / 4 + 3.5 / 4,
        1.5 / 4 + 3 / 4,
        1 / 4 + 0.5 / 4,
    ])
    assert by_precision["mc4_rank"].to_list() == [1, 2, 3]


def test_a_circle_has_no_winner():
    runs = {
        "one": {"p": ["a"], "q": ["x", "y", "a"], "r": ["x", "a"]},
        "two": {"p": ["x", "a"], "q": ["a"], "r": ["x", "y", "a"]},
        "three": {"p": ["x", "y", "a"], "q": ["x", "a"], "r": ["a"]},
    }
    order = ax.prefer({query: {"a": 1} for query in "pqr"}, runs).order()
    for way in ("win_rate", "borda", "mc4"):
        assert order[f"{way}_rank"].to_list() == [1, 1, 1]


def test_equal_systems_share_everything():
    same = dict.fromkeys("abc", RUNS["one"])
    found = ax.prefer(JUDGED, same)
    assert found.order()["win_rate"].to_list() == [0.5] * 3
    assert found.order()["borda"].to_list() == [1.0] * 3
    assert found.order()["mc4"].to_list() == pytest.approx([1 / 3] * 3)
    assert found.summary()["p_value"].to_list() == [1.0] * 3


def test_nothing_to_compare():
    found = ax.prefer({"q": {"a": 0}}, {"one": {"q": ["a"]}, "two": {"q": ["b"]}})
    summary = found.summary().row(0, named=True)
    assert (summary["wins"], summary["losses"], summary["ties"], summary["p_holm"]) == (0, 0, 0, 1)
    assert np.isnan(summary["mean"])
    assert found.to_polars().rows() == []
    assert found.order()["win_rate"].to_list() == [0.5, 0.5]
    assert found.order()["borda"].to_list() == [0.5, 0.5]


def test_what_is_shown(found):
    assert repr(found).startswith("3 systems × 4 queries, compared by lexirecall, RPP, P@1 (profile trec_eval)\n")
    with pytest.raises(KeyError, match="no preference 'AP'; there are: lexirecall, RPP, P@1"):
        found.values("AP")


def test_many_pairs_in_parts(monkeypatch):
    from axiometer.engines import preferences

    rng = np.random.default_rng(1)
    runs = {f"s{s}": {q: rng.permutation(["a", "b", "x", "y"]).tolist() for q in JUDGED} for s in range(9)}
    whole = ax.prefer(JUDGED, runs, NAMES)
    summary = whole.summary()
    monkeypatch.setattr(preferences, "MOST_AT_ONCE", 20)
    assert ax.prefer(JUDGED, runs, NAMES).summary().equals(summary)
    for name in NAMES:
        rows = summary.filter(pl.col("preference") == name)
        assert rows["wins"].to_list() == (whole.signs(name) > 0).sum(axis=1).tolist()
        assert rows["losses"].to_list() == (whole.signs(name) < 0).sum(axis=1).tolist()


def test_systems_with_equal_win_rates_are_put_in_order_by_the_other_ways():
    # Both win all decided queries against c and one of two against each other, but a has more ties with c.
    ranks = {"a": (1, 2, 1), "b": (2, 1, 1), "c": (3, 2, 1)}
    runs = {s: {f"q{at}": [*"xyz"[: rank - 1], "i"] for at, rank in enumerate(r)} for s, r in ranks.items()}
    order = ax.prefer({f"q{at}": {"i": 1} for at in range(3)}, runs).order()
    assert order["system"].to_list() == ["b", "a", "c"]
    assert order["win_rate_rank"].to_list() == [1, 1, 3]
    assert order["borda"].to_list() == pytest.approx([1 / 2 + 5 / 6, 1 / 2 + 2 / 3, 1 / 6 + 1 / 3])


def test_equal_scores_share_a_rank_whatever_their_digits():
    from axiometer.engines.preferences import _ranks

    third = 0.1 + 0.2
    assert _ranks(np.array([0.3, third, 0.5, 0.3 - 1e-13, 0.1])).tolist() == [2, 2, 1, 2, 5]
