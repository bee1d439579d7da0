"""Measures of all lists of a system: how much of the catalogue they show, and how unevenly."""

from __future__ import annotations

from math import log2

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.report.result_tables import query_table
from axiometer.sheets.sheet import sheet_of
from axiometer.sheets.writing import as_latex, as_text

ITEMS = "abcdefgh"
TEST = {"u": {"a": 5, "b": 3}, "v": {"c": 4}}
RUNS = {
    "one": {"u": ["a", "b", "unknown"], "v": ["b", "c", "d"], "stranger": ["e", "f", "g"]},
    "two": {"u": ["a", "b"], "v": ["a", "b"]},
}
NAMES = "CatalogueCoverage CatalogueCoverage@1 ExposureGini ExposureGini(weights=log)@2"


@pytest.fixture
def judgments():
    return ax.read_ratings({"w": {"h": 3}}, TEST, {item: ["X"] for item in ITEMS})


def gini(exposures: list[float]) -> float:
    """Half the mean difference of two items, over the mean."""
    n_items = len(ITEMS)
    every = [*exposures, *[0.0] * (n_items - len(exposures))]
    return sum(abs(x - y) for x in every for y in every) / (2 * n_items * sum(every))


EXPECTED = {
    "one": [4 / 8, 2 / 8, gini([1, 2, 1, 1]), gini([1, 1 / log2(3) + 1, 1 / log2(3)])],
    "two": [2 / 8, 1 / 8, gini([2, 2]), gini([2, 2 / log2(3)])],
}


@pytest.mark.parametrize("system", RUNS)
def test_values(judgments, system):
    """Unknown items are left out, and so are lists of users without test items."""
    measured = ax.evaluate(judgments, RUNS[system], NAMES)
    assert measured.system_values.ravel() == pytest.approx(EXPECTED[system])


def test_two_systems_of_one_source_are_told_apart(judgments):
    rows = [
        (system, user, item, -float(n))
        for system, run in RUNS.items()
        for user, items in run.items()
        for n, item in enumerate(items)
    ]
    frame = pl.DataFrame(rows, schema=["system", "user", "item", "score"], orient="row").sample(
        fraction=1, shuffle=True, seed=1
    )
    measured = ax.evaluate(judgments, frame, NAMES)
    assert {*measured.systems} == {*RUNS}
    for system in RUNS:
        assert measured[system].system_values.ravel() == pytest.approx(EXPECTED[system])


@pytest.mark.parametrize("weights", ["none", "log"])
def test_gini_of_many_lists(weights):
    rng = np.random.default_rng(5)
    users = {f"u{n}": rng.choice(30, 6, replace=False).astype(str).tolist() for n in range(20)}
    judgments = ax.read_ratings(None, {user: {"0": 1} for user in users}, {str(n): ["X"] for n in range(30)})
    exposure = dict.fromkeys(map(str, range(30)), 0.0)
    for items in users.values():
        for rank, item in enumerate(items[:5], 1):
            exposure[item] += 1 / log2(rank + 1) if weights == "log" else 1
    x = np.array([*exposure.values()])
    expected = np.abs(x[:, None] - x).sum() / (2 * x.size * x.sum())
    measured = ax.evaluate(judgments, users, f"ExposureGini(weights={weights})@5")
    assert measured.system_values.item() == pytest.approx(expected)


def test_items_shown_alike_and_one_item_for_all():
    judgments = ax.read_ratings(None, {user: {"a": 1} for user in "stuv"}, {item: ["X"] for item in "abcd"})
    alike = ax.evaluate(
        judgments, {user: [item] for user, item in zip("stuv", "abcd", strict=True)}, "ExposureGini CatalogueCoverage"
    )
    same = ax.evaluate(judgments, {user: ["a"] for user in "stuv"}, "ExposureGini CatalogueCoverage")
    assert alike.system_values.ravel() == pytest.approx([0, 1])
    assert same.system_values.ravel() == pytest.approx([3 / 4, 1 / 4])


def test_nothing_known_is_shown(judgments):
    measured = ax.evaluate(judgments, {"u": ["unknown"]}, "ExposureGini CatalogueCoverage AP")
    np.testing.assert_array_equal(measured.system_values, [[np.nan, 0]])
    told = measured.mean().filter(measure="ExposureGini").select("value", "undefined").row(0)
    assert np.isnan(told[0])
    assert told[1] == 1
    assert "undefined" in as_text(measured.table())


def test_means_and_tables(judgments):
    measured = ax.evaluate(judgments, RUNS, f"nDCG {NAMES}")
    table = measured.table()
    assert table.columns == ["system", "nDCG", *map(str, measured.system_measures)]
    assert table["CatalogueCoverage"].to_list() == pytest.approx([4 / 8, 2 / 8])
    means = measured.mean()
    assert means["measure"].to_list()[:5] == table.columns[1:]
    assert means.filter(system="two", measure="CatalogueCoverage")["value"].item() == pytest.approx(2 / 8)
    assert measured["two"].table().row(0) == pytest.approx(table.row(1))
    assert "5 measures" in repr(measured)


def test_only_measures_of_systems(judgments):
    measured = ax.evaluate(judgments, RUNS, "CatalogueCoverage")
    assert measured.table()["CatalogueCoverage"].to_list() == pytest.approx([4 / 8, 2 / 8])
    assert measured.mean()["value"].to_list() == pytest.approx([4 / 8, 2 / 8])
    assert "CatalogueCoverage" in repr(measured)
    assert any(note.kind == "unknown_items" for note in measured.notes)


def test_values_of_queries_leave_them_out(judgments):
    measured = ax.evaluate(judgments, RUNS, f"nDCG {NAMES}")
    assert measured.to_polars()["measure"].unique().to_list() == ["nDCG"]
    assert query_table(measured).columns == ["system", "user", "nDCG"]


def test_smaller_gini_is_better_in_latex(judgments):
    table = ax.evaluate(judgments, RUNS, "CatalogueCoverage ExposureGini AP").table()
    rows = as_latex(sheet_of(table, lowest=["ExposureGini"])).split("\n")[4:6]
    assert rows[0].count(r"\textbf") >= 2
    assert rf"\textbf{{{EXPECTED['one'][2]:.4f}}}" in rows[0]


@pytest.mark.parametrize("name", ["CatalogueCoverage", "ExposureGini@5"])
def test_single_lists_have_no_such_values(judgments, name):
    message = r"is one value for all lists of a system: here, values of single lists are needed"
    with pytest.raises(ax.UsageError, match=message):
        ax.prefer(judgments, RUNS, name)
    with pytest.raises(ax.UsageError, match=message):
        ax.explain(judgments, RUNS["one"], name, query="u")
    with pytest.raises(ax.UsageError, match=message):
        ax.parse_measure(name)


def test_they_need_no_aspects():
    measured = ax.evaluate(ax.read_ratings(None, TEST), {"u": ["a"], "v": ["c"]}, "CatalogueCoverage ExposureGini AP")
    assert measured.system_values.ravel() == pytest.approx([2 / 3, 1 / 3])


def test_order_and_depth_of_the_profile(judgments):
    run = pl.DataFrame({"user": ["u", "u"], "item": ["a", "b"], "score": [1.0, 1.0]})
    for ties, depth in (("item-descending", 1), ("item-ascending", 1), ("item-ascending", None)):
        profile = ax.get_profile("ratings", ties=ties, depth=depth)
        measured = ax.evaluate(judgments, run, "CatalogueCoverage AP", profile=profile)
        assert measured.system_values.item() == (depth or 2) / 8


def test_cannot_be_inside_another_measure(judgments):
    with pytest.raises(ax.UsageError, match="one value for all lists of a system"):
        ax.evaluate(judgments, RUNS, "IA(CatalogueCoverage)")
