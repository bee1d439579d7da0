import numpy as np
import pytest
from scipy import stats

import axiometer as ax
from axiometer.meta.compare import compare
from axiometer.stats.corrections import correct
from tests.unit.meta import slow

RNG = np.random.default_rng(2)
VALUES = {name: (RNG.random((15, 1)) + RNG.normal([0, 0.1, 0.3], 0.2, (15, 3))).tolist() for name in ("AP", "RR")}
COLUMNS = [
    "measure",
    "left",
    "right",
    "difference",
    "low",
    "high",
    "effect",
    "p_value",
    "p_corrected",
    "wins",
    "ties",
    "losses",
]


def test_all_pairs():
    found = compare(slow.frame(VALUES))
    assert found.table.columns == COLUMNS
    assert found.table.select("measure", "left", "right").rows() == [
        (measure, f"s{i}", f"s{j}") for measure in VALUES for i, j in ((0, 1), (0, 2), (1, 2))
    ]
    for measure, queries in VALUES.items():
        its, systems = found.table.filter(measure=measure), np.array(queries).T
        p = [stats.ttest_rel(systems[i], systems[j]).pvalue for i, j in ((0, 1), (0, 2), (1, 2))]
        assert its["p_value"].to_list() == pytest.approx(p)
        assert its["p_corrected"].to_list() == pytest.approx(correct(p, "holm").tolist())
    assert found.parameters["test"] == "t"
    assert found.parameters["pairs"] == 3


def test_a_baseline_is_on_the_right():
    found = compare(slow.frame(VALUES), baseline="s1").table.filter(measure="AP")
    assert found.select("left", "right").rows() == [("s0", "s1"), ("s2", "s1")]
    everything = compare(slow.frame(VALUES)).table.filter(measure="AP")
    assert found["p_value"].to_list() == pytest.approx(everything["p_value"].to_list()[::2])
    assert found["difference"][0] == pytest.approx(everything["difference"][0])
    assert found["difference"][1] == pytest.approx(-everything["difference"][2])
    # Two tests are corrected for, not three.
    assert found["p_corrected"].to_list() == pytest.approx(correct(found["p_value"], "holm").tolist())


def test_several_baselines_and_no_pair_twice():
    found = compare(slow.frame(VALUES), baseline=["s1", "s2"]).table.filter(measure="AP")
    assert found.select("left", "right").rows() == [("s0", "s1"), ("s2", "s1"), ("s0", "s2")]


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "fdr", "none"])
def test_corrections_are_made_for_each_measure(correction):
    table = compare(slow.frame(VALUES), correction=correction).table
    assert set(table["measure"]) == {*VALUES}
    for _, its in table.group_by("measure"):
        assert its["p_corrected"].to_list() == pytest.approx(correct(its["p_value"], correction).tolist())


def test_means():
    means = compare(slow.frame(VALUES)).more["means"]
    assert means.columns == ["system", "measure", "value", "queries", "is_smaller_better"]
    expected = sorted(np.mean(VALUES["RR"], axis=0).tolist(), reverse=True)
    assert means.filter(measure="RR")["value"].to_list() == pytest.approx(expected)


def test_means_are_those_of_evaluating():
    runs = {"one": {"p": ["a"], "q": ["a"], "r": ["x"]}, "two": {"p": ["x", "a"], "q": ["x"]}}
    judged = {"p": {"a": 1}, "q": {"a": 1}, "r": {"x": 0}}
    for profile in ("trec_eval", "trec_eval-9", "pref_eval"):
        measured = ax.evaluate(judged, runs, ["nDCG", "P@1"], profile=profile)
        ours = compare(measured).more["means"].sort("system", "measure")["value"]
        assert ours.to_list() == pytest.approx(measured.mean().sort("system", "measure")["value"].to_list())


def test_measures_and_preferences_side_by_side():
    runs = {"one": {q: ["a"] for q in "pqrstu"}, "two": {q: ["x", "a"] for q in "pqrstu"}}
    judged = {q: {"a": 1} for q in "pqrstu"}
    found = compare([ax.evaluate(judged, runs, "AP"), ax.prefer(judged, runs, "lexirecall")])
    assert found.parameters["test"] == "t, sign"
    row = found.table.filter(measure="lexirecall").row(0, named=True)
    assert (row["difference"], row["wins"], row["effect"]) == (1.0, 6, 1.0)
    assert row["p_value"] == pytest.approx(2 / 2**6)


def test_a_chart_has_a_line_for_each_pair():
    chart = compare(slow.frame(VALUES)).to_vega_lite()
    assert {row["pair"] for row in chart["data"]["values"]} == {"s0 − s1", "s0 − s2", "s1 − s2"}


@pytest.mark.parametrize(
    ("values", "options", "message"),
    [
        ({"AP": [[0.1], [0.2]]}, {}, "a comparison needs at least 2 systems; there is only 's0'"),
        ({"AP": [[0.1, 0.2]]}, {}, "a comparison needs at least 2 queries; there is only 'q0'"),
        (VALUES, {"baseline": "bm25"}, "there is no system 'bm25' to compare with; there are s0, s1, s2"),
    ],
)
def test_too_little_is_refused(values, options, message):
    with pytest.raises(ax.UsageError, match=message):
        compare(slow.frame(values), **options)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"baseline": []}, "no baseline is named"),
        ({"baseline": 3}, "there is no system 3 to compare with"),
        ({"alpha": "x"}, "alpha must be a number between 0 and 1, not 'x'"),
        ({"alpha": None}, "alpha must be a number"),
        ({"jobs": 0, "test": "randomised-tukey-hsd"}, "jobs must be a whole number from 1, not 0"),
        ({"draws": 150.5}, "draws must be a whole number"),
    ],
)
def test_what_cannot_be_is_refused(wrong, message):
    with pytest.raises(ax.UsageError, match=message):
        compare(slow.frame(VALUES), **wrong)


def test_whole_numbers_may_be_written_otherwise():
    frame = slow.frame(VALUES)
    ours, theirs = (compare(frame, test="bootstrap", draws=draws).table for draws in (200.0, 200))
    assert ours.equals(theirs)


def test_means_of_preferences_are_explained():
    runs = {"one": {"p": ["a"], "q": ["a"]}, "two": {"p": ["x", "a"], "q": ["x", "a"]}}
    found = compare(ax.prefer({"p": {"a": 1}, "q": {"a": 1}}, runs, "lexirecall"))
    (told,) = (note.text for note in found.notes if note.kind == "means_of_shares")
    assert told.startswith("its means are shares of the other systems")


def test_means_are_drawn_of_many_systems():
    values = {"m": np.random.default_rng(0).random((3, 30)).tolist()}
    chart = compare(slow.frame(values)).to_vega_lite()
    assert (chart["title"]["text"], len(chart["data"]["values"])) == (["Means of systems"], 30)
