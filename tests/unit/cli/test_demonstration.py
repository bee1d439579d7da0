"""What the demonstration shows of a collection whose truth is known."""

import sys

import polars as pl
import pytest

import axiometer as ax
from axiometer.cli.demonstration import GOLD, MEASURES, Demonstration, page, wins
from axiometer.io.simulated import write_search


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo") / "collection"
    world = ax.simulate.SearchWorld(systems=6, queries=30, vary=("redundancy",))
    write_search(ax.simulate.simulate_search(world), folder, "trec")
    return Demonstration(folder)


def test_measures_that_know_redundancy_find_the_true_order_and_others_do_not(shown):
    means, order = shown.evaluated().tables.values()
    assert means["true rank"].to_list() == [1, 2, 3, 4, 5, 6]
    tau = dict(order.rows())
    assert tau["alpha_nDCG@20"] > 0.8
    assert tau["P@20"] < 0.6


def test_significant_differences_are_held_against_the_truth(shown):
    (decisions,) = shown.compared().tables.values()
    counts = {row["measure"]: row for row in decisions.to_dicts()}
    assert [*counts] == [*MEASURES]
    for row in counts.values():
        assert row["pairs"] == 15
        assert row["of these right"] + row["wrong"] == row["significant"]
    assert counts["alpha_nDCG@20"]["of these right"] > counts["P@20"]["of these right"]


def test_wins_are_counted_both_ways():
    table = pl.DataFrame({
        "gold": [" and ".join(GOLD)] * 3 + ["P@10"],
        "first": ["a", "a", "b", "a"],
        "second": ["b", "c", "c", "b"],
        "wins_first": [9, 1, 5, 0],
        "wins_second": [0, 20, 5, 9],
        "p_value": [0.01, 0.001, 1.0, 0.001],
    })
    assert wins(table).rows() == [("a", 1, 1), ("b", 0, 1), ("c", 1, 0)]


def test_all_steps_say_which_command_does_the_same_and_stand_on_the_page(shown, monkeypatch):
    steps = [shown.evaluated(), shown.compared(), shown.unanimous(), shown.concordant()]
    assert all(step.command.startswith("axiometer ") for step in steps)
    written = page(steps, "axiometer demo")
    assert all(f"<h2>{step.title}</h2>" in written for step in steps)
    assert written.count('<img src="data:image/svg') == 2
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    assert "which is not installed" in page(steps[:1], "axiometer demo")


def test_the_axioms_are_those_of_search(shown):
    (found,) = shown.checked().tables.values()
    assert found["measure"].to_list() == [*MEASURES]
    (verdict,) = ax.check_axioms("P@20", "Red", cases=500)
    assert not verdict.is_satisfied
    assert found.filter(pl.col("measure") == "P@20")["Red"][0] == "○"
