"""Measurements that are in memory."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import axiometer as ax

JUDGMENTS = {"q1": {"a": 1, "b": 0}, "q2": {"c": 2}}
RUNS = {"one": {"q1": ["a", "b"], "q2": ["c"]}, "two": {"q1": ["b", "a"]}}


def test_tables():
    measured = ax.evaluate(JUDGMENTS, RUNS, ["RR", "AP"])
    assert measured.mean().rows() == [
        ("one", "RR", 1.0, 2, 0, 0.0),
        ("one", "AP", 1.0, 2, 0, 0.0),
        ("two", "RR", 0.25, 2, 0, 0.25),
        ("two", "AP", 0.25, 2, 0, 0.25),
    ]
    assert measured.to_polars().rows()[4:6] == [("two", "q1", "RR", 0.5), ("two", "q1", "AP", 0.5)]
    assert measured.to_polars().height == 8
    assert measured["two"].systems == ("two",)
    assert measured["two"].table().rows() == [("two", 0.25, 0.25)]
    with pytest.raises(KeyError, match="no system 'three'; there are: one, two"):
        measured["three"]


def test_means_do_not_depend_on_company():
    rng = np.random.default_rng(5)
    judgments = {f"q{q}": {f"i{i}": int(rng.integers(0, 3)) for i in range(6)} for q in range(997)}
    run = {f"q{q}": [f"i{i}" for i in rng.permutation(6)] for q in range(997)}
    alone = ax.evaluate(judgments, run, "AP").mean()["value"].item()
    together = ax.evaluate(judgments, {"x": run, "run": run}, "nDCG AP P@3")["run"].mean()
    assert together.filter(measure="AP")["value"].item() == alone


def test_queries_left_out_have_no_rows():
    measured = ax.evaluate(JUDGMENTS, RUNS, "RR", profile="trec_eval-9")
    assert measured["two"].to_polars().rows() == [("two", "q1", "RR", 0.5)]


def test_undefined_values_count_as_one_of_three_ways():
    with pytest.raises(ax.UsageError, match="undefined cannot be 'one'; choose one of zero, drop, nan"):
        ax.evaluate(JUDGMENTS, RUNS, "AP").mean(undefined="one")


def test_standard_errors_are_those_of_the_values():
    judgments = {"q1": {"a": 1, "b": 2}, "q2": {"c": 1}, "q3": {"a": 0}}
    runs = {
        "one": {"q1": {"a": 3.0, "b": 2.0, "z": 2.0}, "q2": {"c": 1.0}, "q4": {"a": 1.0}},
        "two": {"q2": {"a": 2.0, "c": 1.0}, "q3": {"b": 1.0}},
    }
    for queries, n_unjudged in (("judged", (0, 0)), ("either", (1, 0))):
        whole = ax.evaluate(judgments, runs, "AP", profile=ax.get_profile(queries=queries))
        for system, n in zip(runs, n_unjudged, strict=True):
            rows = whole[system].to_polars()["value"].to_numpy()
            values = np.nan_to_num(rows)
            assert rows.size == 3 + n
            found = whole[system].mean()["standard_error"].item()
            assert found == pytest.approx(values.std(ddof=1) / np.sqrt(values.size))


EXTRA = {"one": {**RUNS["one"], "z": ["a"], "y": ["a"]}, "two": {**RUNS["two"], "x": ["a"], "y": ["a"]}}
"""Runs that answer other queries, too."""


def test_queries_that_are_not_judged_stand_after_the_others_where_they_count():
    measured = ax.evaluate(JUDGMENTS, EXTRA, "RR(rel=1) AP", profile="lenskit")
    assert measured.queries == ("q1", "q2", "z", "y", "x")
    assert measured.is_included.tolist() == [[True, True, True, True, False], [True, False, False, True, True]]
    assert np.isnan(measured.values[:, 2:]).all()
    assert np.isfinite(measured.values[:, :2]).all()
    assert measured.n_unjudged.tolist() == [2, 2]
    assert measured.n_queries == 2
    rows = measured.to_polars()
    assert rows.filter(measure="RR").select("system", "query").rows() == [
        ("one", "q1"),
        ("one", "q2"),
        ("one", "z"),
        ("one", "y"),
        ("two", "q1"),
        ("two", "y"),
        ("two", "x"),
    ]
    assert rows.filter(pl.col("value").is_nan())["query"].to_list() == ["z", "z", "y", "y", "y", "y", "x", "x"]
    assert measured.mean().rows()[0] == ("one", "RR", 0.5, 4, 2, pytest.approx(1 / np.sqrt(12)))
    assert measured.mean().rows()[2][:5] == ("two", "RR", pytest.approx(0.5 / 3), 3, 2)
    assert [(str(note), note.count) for note in measured.notes if note.kind == "not_judged_counted"] == [
        ("one: 2 queries of the run not judged, counted as 0", 2),
        ("two: 2 queries of the run not judged, counted as 0", 2),
    ]
    two = measured["two"]
    assert two.to_polars().equals(rows.filter(system="two"))
    assert two.mean().equals(measured.mean().filter(system="two"))


@pytest.mark.parametrize("queries", ["judged", "answered", "relevant"])
def test_queries_that_are_not_judged_have_no_rows_where_they_do_not_count(queries):
    measured = ax.evaluate(JUDGMENTS, EXTRA, "RR AP", profile=ax.get_profile(queries=queries))
    assert measured.queries == ("q1", "q2")
    assert measured.values.shape == (2, 2, 2)
    assert measured.n_unjudged.tolist() == [0, 0]
    plain = ax.evaluate(JUDGMENTS, RUNS, "RR AP", profile=ax.get_profile(queries=queries))
    assert measured.to_polars().equals(plain.to_polars())
    assert measured.mean().equals(plain.mean())
    assert measured.counts["run_only"].to_list() == [2, 2]


def test_measures_of_systems_are_taken_over_judged_queries_that_count():
    ratings = ax.read_ratings({"u": {"c": 1}}, {"u": {"a": 5, "b": 3}, "v": {"a": 1}})
    runs = {"one": {"u": ["a"], "new": ["b"]}, "two": {"u": ["c"], "v": ["a"], "new": ["b"], "newer": ["b"]}}
    for queries, n in (("run", [1, 2]), ("either", [2, 2])):
        profile = ax.get_profile("ratings", queries=queries)
        measured = ax.evaluate(ratings, runs, "P@1 CatalogueCoverage@5", profile=profile)
        assert measured.mean().filter(measure="CatalogueCoverage@5")["users"].to_list() == n
        assert measured.system_values.shape == (2, 1)


def test_some_measures_only():
    measured = ax.evaluate(JUDGMENTS, EXTRA, "RR AP P@1", profile="lenskit")
    names = [str(each) for each in measured.measures]
    assert measured.in_memory() is measured
    some = measured.in_memory([names[2], names[0]])
    assert [str(each) for each in some.measures] == [names[2], names[0]]
    for name in (names[2], names[0]):
        assert some.to_polars().filter(measure=name).equals(measured.to_polars().filter(measure=name))
        assert some.mean().filter(measure=name).equals(measured.mean().filter(measure=name))
    assert some.systems == measured.systems
    with pytest.raises(ax.UsageError, match="there are no values of nDCG; there are those of "):
        measured.in_memory(["nDCG"])


def test_means_over_queries_that_are_not_judged_do_not_depend_on_company():
    """To the last bit, also where another system answers more queries."""
    rng = np.random.default_rng(5)
    judgments = {f"q{q}": {f"i{i}": int(rng.integers(0, 3)) for i in range(6)} for q in range(997)}
    run = {f"q{q}": [f"i{i}" for i in rng.permutation(6)] for q in range(1000)}
    other = {f"q{q}": ["i0"] for q in range(1500)}
    for queries in ("run", "either"):
        profile = ax.get_profile(queries=queries)
        alone = ax.evaluate(judgments, run, "AP", profile=profile).mean()
        together = ax.evaluate(judgments, {"run": run, "other": other}, "AP", profile=profile)["run"].mean()
        assert alone["queries"].to_list() == together["queries"].to_list() == [1000]
        assert alone.equals(together)
        judged = ax.evaluate(judgments, run, "AP").mean()["value"].item()
        assert alone["value"].item() == pytest.approx(judged * 997 / 1000, rel=1e-15)
