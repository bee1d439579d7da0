"""What the demonstration shows of a collection whose truth is known."""

import polars as pl
import pytest

from axiometer.axioms.checking import check_axioms
from axiometer.io.simulated import write_search
from axiometer.simulate.search import SearchWorld, simulate_search
from axiometer_papers import demo
from axiometer_papers.demo import AGAIN, MEASURES, Demonstration
from axiometer_papers.study import Setting


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo") / "collection"
    write_search(simulate_search(SearchWorld(systems=6, queries=30, vary=("redundancy",))), folder, "trec")
    return Demonstration(folder)


def tables(result):
    return {table.name: table.frame for table in result.tables}


def test_measures_that_know_redundancy_find_the_true_order_and_others_do_not(shown):
    found = tables(shown.evaluated(print))
    assert found["means"]["true rank"].to_list() == [1, 2, 3, 4, 5, 6]
    tau = dict(found["order"].rows())
    assert tau["alpha_nDCG@20"] > 0.8
    assert tau["P@20"] < 0.6


def test_significant_differences_are_held_against_the_truth(shown):
    counts = {row["measure"]: row for row in tables(shown.compared(print))["decisions"].to_dicts()}
    assert [*counts] == [*MEASURES]
    for row in counts.values():
        assert row["pairs"] == 15
        assert row["of these right"] + row["wrong"] == row["significant"]
    assert counts["alpha_nDCG@20"]["of these right"] > counts["P@20"]["of these right"]


def test_wins_are_counted_both_ways():
    table = pl.DataFrame({
        "gold": [" and ".join(demo.GOLD)] * 3 + ["P@10"],
        "first": ["a", "a", "b", "a"],
        "second": ["b", "c", "c", "b"],
        "wins_first": [9, 1, 5, 0],
        "wins_second": [0, 20, 5, 9],
        "p_value": [0.01, 0.001, 1.0, 0.001],
    })
    assert demo._wins(table).rows() == [("a", 1, 1), ("b", 0, 1), ("c", 1, 0)]


def test_all_parts_say_which_command_does_the_same(shown):
    parts = shown.plan(Setting())
    assert len(parts) == 5
    assert all(part.parameters[AGAIN].startswith("axiometer ") for part in parts)


def test_the_axioms_are_those_of_search():
    found = tables(demo._axioms(Setting(), lambda *_: None))["axioms"]
    assert found["measure"].to_list() == [*MEASURES]
    (verdict,) = check_axioms("P@20", "Red", cases=500)
    assert not verdict.is_satisfied
    assert found.filter(pl.col("measure") == "P@20")["Red"][0] == "○"
