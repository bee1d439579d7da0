"""The leaderboard: means, intervals, ranks, and who does not differ from whom."""

from __future__ import annotations

import math
from importlib import import_module

import numpy as np
import polars as pl
import pytest
from scipy import stats

import axiometer as ax
from axiometer.meta.compare import compare
from axiometer.meta.leaderboard import leaderboard
from axiometer.notes import lines_of
from axiometer.report.finding_sheets import write_finding
from tests.unit.meta import slow

RNG = np.random.default_rng(2)
VALUES = {name: (RNG.random((15, 1)) + RNG.normal([0, 0.1, 0.3, 0.8], 0.2, (15, 4))).tolist() for name in ("AP", "RR")}
SCHEMA = {
    "measure": pl.String,
    "system": pl.String,
    "rank": pl.Int64,
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "queries": pl.Int64,
    "is_smaller_better": pl.Boolean,
    "groups": pl.String,
    "difference": pl.Float64,
    "p_corrected": pl.Float64,
}


def letters(text):
    """Read groups: a c–f."""
    found = set()
    for piece in text.split() if " " in text or "–" in text else [*text]:
        first, _, last = piece.partition("–")
        found |= {chr(each) for each in range(ord(first), ord(last or first) + 1)}
    return found


def assert_groups_are_of_the_pairs(found, alpha):
    """Assert that two systems share a letter if and only if their test is not significant."""
    for (measure,), table in found.table.group_by("measure"):
        of = {system: letters(groups) for system, groups in table.select("system", "groups").rows()}
        pairs = found.more["pairs"].filter(measure=measure)
        for left, right, p in pairs.select("left", "right", "p_corrected").rows():
            assert bool(of[left] & of[right]) == (math.isnan(p) or p >= alpha)
        assert table["groups"][0].startswith("a")


def test_means_intervals_and_ranks():
    found = leaderboard(slow.frame(VALUES), alpha=0.1)
    assert dict(found.table.schema) == SCHEMA
    for measure, queries in VALUES.items():
        its, values = found.table.filter(measure=measure), np.array(queries)
        order = np.argsort(-values.mean(axis=0))
        assert its["system"].to_list() == [f"s{system}" for system in order]
        assert its["rank"].to_list() == [1, 2, 3, 4]
        for row, system in zip(its.iter_rows(named=True), order, strict=True):
            column = values[:, system]
            interval = stats.t.interval(0.9, len(column) - 1, column.mean(), stats.sem(column))
            assert (row["low"], row["high"]) == pytest.approx(interval)
            assert row["value"] == pytest.approx(column.mean())
    assert set(found.table["queries"]) == {15}


@pytest.mark.parametrize("test", ["t", "wilcoxon", "tukey-hsd"])
@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.5])
def test_systems_share_a_letter_if_they_do_not_differ(test, alpha):
    assert_groups_are_of_the_pairs(leaderboard(slow.frame(VALUES), test=test, alpha=alpha), alpha)


def test_pairs_parameters_and_notes_are_those_of_compare():
    of = {"test": "randomisation", "correction": "fdr", "alpha": 0.01, "draws": 200, "seed": 3, "tie_tolerance": 0.1}
    found, compared = leaderboard(slow.frame(VALUES), **of), compare(slow.frame(VALUES), **of)
    assert found.criterion == "leaderboard"
    assert found.more["pairs"].equals(compared.table)
    assert found.parameters == compared.parameters
    assert found.notes == compared.notes


def test_equal_means_share_a_rank_and_those_that_cannot_be_tested_a_letter():
    values = {"AP": [[0.1, 0.3, 0.1, 0.9], [0.2, 0.1, 0.2, 0.8], [0.3, 0.2, 0.3, 0.7]]}
    found = leaderboard(slow.frame(values))
    assert found.table.select("system", "rank").rows() == [("s3", 1), ("s0", 2), ("s1", 2), ("s2", 2)]
    of = {system: letters(groups) for system, groups in found.table.select("system", "groups").rows()}
    assert of["s0"] & of["s2"]
    assert_groups_are_of_the_pairs(found, 0.05)


def test_smaller_values_may_be_better():
    values = {"SL3": [[3, 1, 2], [5, 1, 2], [4, 2, 3]]}
    found = leaderboard(slow.frame(values))
    assert found.table.select("system", "rank").rows() == [("s1", 1), ("s2", 2), ("s0", 3)]
    assert found.table["is_smaller_better"].all()


def test_against_a_baseline():
    found = leaderboard(slow.frame(VALUES), baseline=["s1", "s0"])
    assert dict(found.table.schema) == SCHEMA
    assert found.table["groups"].null_count() == found.table.height
    pairs = found.more["pairs"].filter(right="s1")
    expected = {(m, s): (d, p) for m, s, d, p in pairs.select("measure", "left", "difference", "p_corrected").rows()}
    for measure, system, *against in found.table.select("measure", "system", "difference", "p_corrected").rows():
        assert tuple(against) == expected.get((measure, system), (None, None))
    assert len(expected) == 6


def test_without_a_value_there_is_no_rank():
    values = {"AP": [[0.1, None, 0.3], [0.2, None, 0.5], [0.6, 0.1, None]]}
    found = leaderboard(slow.frame(values)).table
    assert found.select("system", "rank", "queries").rows() == [("s2", 1, 2), ("s0", 2, 3), ("s1", 3, 1)]
    assert math.isnan(found["low"][2])
    both = {**values, "RR": [[0.1, None, 0.3], [0.2, None, 0.5], [0.6, None, 0.2]]}
    of_none = leaderboard(slow.frame(both)).table.filter(measure="RR", system="s1")
    assert of_none.select("rank", "queries", "groups").row(0) == (None, 0, None)
    assert math.isnan(of_none["value"][0])


def test_preferences_have_shares_of_systems_beaten():
    runs = {
        "good": {f"q{n}": ["a", "b", "c"] for n in range(4)},
        "bad": {f"q{n}": ["x", "y", "a"] for n in range(4)},
        "mixed": {f"q{n}": ["a", "x", "b"] if n % 2 else ["x", "y", "z"] for n in range(4)},
    }
    judgments = {f"q{n}": {"a": 1, "b": 1} for n in range(4)}
    found = leaderboard(ax.prefer(judgments, runs, "lexiprecision")).table
    assert found["system"][0] == "good"
    assert found["value"][0] == pytest.approx(1.0)
    defined = found.filter(pl.col("low").is_not_nan())
    assert defined["low"].min() >= 0
    assert defined["high"].max() <= 1


def test_too_many_groups_are_told(monkeypatch):
    # The package has the function under the name of the module.
    module = import_module("axiometer.meta.leaderboard")
    monkeypatch.setattr(module, "letter_groups", lambda *_: None)
    found = leaderboard(slow.frame({"AP": VALUES["AP"]}))
    assert found.table["groups"].null_count() == 4
    assert "AP: more than 500 groups of systems that do not differ: not shown" in lines_of(found.notes)


def test_it_is_drawn_in_the_order_of_the_first_measure():
    found = leaderboard(slow.frame(VALUES))
    assert (found.drawing.y, found.drawing.column, found.drawing.low) == ("system", "measure", "low")
    names = [row["system"] for row in found.to_vega_lite()["data"]["values"]][:4]
    assert names == found.table.filter(measure="AP")["system"].to_list()


def test_it_is_written_for_people():
    text = write_finding(leaderboard(slow.frame(VALUES)), "table")
    assert "Systems by AP" in text
    assert "groups" in text
    assert "systems that share a group do not differ significantly (paired t test, Holm, α = 0.05)" in text
    against = write_finding(leaderboard(slow.frame(VALUES), baseline="s1"), "markdown")
    assert "less s1" in against
    assert "groups" not in against
