"""What all measurements can do, wherever their values are."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import axiometer as ax

JUDGMENTS = {"q1": {"a": 1, "b": 0}, "q2": {"c": 2}}
RUNS = {"one": {"q1": ["a", "b"], "q2": ["c"]}, "two": {"q1": ["b", "a"]}}


def test_shown_as_a_table():
    measured = ax.evaluate(JUDGMENTS, RUNS, ["RR", "nDCG@10"])
    assert "2 systems × 2 queries × 2 measures" in repr(measured)
    assert "0.2500" in repr(measured)
    long = "x" * 90
    named = repr(ax.evaluate(JUDGMENTS, {f"{long}{n}": RUNS["one"] for n in range(60)}, ["RR", "nDCG@10"] * 8))
    assert all(f"{long}{n} " in named for n in range(60))
    html = measured._repr_html_()
    assert "<table" in html
    assert "0.2500" in html
    (told,) = measured.notes
    assert (
        repr(measured).splitlines()[-1]
        == f"note: {told}"
        == "note: two: 1 query judged but missing from the run, counted as empty"
    )
    assert str(told) in html


def test_names_from_files_do_not_run_in_html():
    measured = ax.evaluate(JUDGMENTS, {"<script>alert(1)</script>": {"q1": ["a"]}}, "RR")
    assert "<script>" not in measured._repr_html_()


def test_many_notes_say_where_there_are_more():
    runs = {f"s{n}": {f"q{q}": ["a"] for q in range(n + 1)} for n in range(9)}
    measured = ax.evaluate({f"q{q}": {"a": 1} for q in range(9)}, runs, "RR")
    assert [note.count for note in measured.notes] == [*range(8, 0, -1)]
    lines = repr(measured).splitlines()
    assert len([line for line in lines if line.startswith("note: ")]) == 6
    assert lines[-1] == "note: 3 more such notes; see notes"
    assert "3 more such notes; see notes" in measured._repr_html_()


def test_dictionaries():
    measured = ax.evaluate(JUDGMENTS, RUNS, ["RR", "P(rel=2)@2"])
    assert measured.to_dict() == {"one": {"RR": 1.0, "P(rel=2)@2": 0.25}, "two": {"RR": 0.25, "P(rel=2)@2": 0.0}}
    assert measured.to_dict(names="plain")["one"] == {"RR": 1.0, "P_rel_2_2": 0.25}
    assert measured.to_dict(names="plain", per_query=True) == {
        "one": {"q1": {"RR": 1.0, "P_rel_2_2": 0.0}, "q2": {"RR": 1.0, "P_rel_2_2": 0.5}},
        "two": {"q1": {"RR": 0.5, "P_rel_2_2": 0.0}, "q2": {"RR": 0.0, "P_rel_2_2": 0.0}},
    }
    with pytest.raises(ax.UsageError, match="names cannot be 'short'; choose one of full, plain"):
        measured.to_dict(names="short")


def test_plain_names_that_would_be_the_same_are_refused():
    measured = ax.evaluate(JUDGMENTS, RUNS, ["RBP(p=0.8)", ax.parse_measure("RBP(p=0.8)@1").at(None), "RR"])
    assert measured.to_dict(names="plain")["one"].keys() == {"RBP_p_0_8", "RR"}
    alike = ax.evaluate(JUDGMENTS, RUNS, [named("x-y"), named("x.y")])
    with pytest.raises(ax.UsageError, match=r"x-y and x\.y would both be called x_y: use their full names"):
        alike.to_dict(names="plain")
    assert alike.to_dict()["one"] == {"x-y": 1.0, "x.y": 1.0}


def named(called: str) -> ax.Measure:
    """Make a measure of ones own."""

    class Called(type(ax.parse_measure("RR"))):  # type: ignore[misc]
        name = called

    return Called()


def test_pandas():
    measured = ax.evaluate(JUDGMENTS, {"run": {"q1": ["a"], "new": ["a"]}}, "RR AP", profile="lenskit")
    frame = measured.to_pandas()
    assert [*frame.columns] == ["system", "query", "measure", "value"]
    assert frame["value"].isna().tolist() == [False, False, True, True]
    assert frame["query"].tolist() == ["q1", "q1", "new", "new"]
    np.testing.assert_array_equal(frame["value"].to_numpy(), measured.to_polars()["value"].to_numpy())


def test_all_measures_have_a_column_of_their_own():
    ratings = ax.read_ratings({"u": {"c": 1}}, {"u": {"a": 5, "b": 3}})
    measured = ax.evaluate(ratings, {"u": ["b", "a", "c"]}, "CatalogueCoverage@2 RR nDCG@2")
    assert measured.table().columns == ["system", "RR(rel=0)", "nDCG@2", "CatalogueCoverage@2"]
    assert [str(each) for each in measured.wanted] == measured.table().columns[1:]
    assert measured.to_dict()["run"] == dict(
        zip(measured.table().columns[1:], measured.table().row(0)[1:], strict=True)
    )
    assert measured.to_dict(per_query=True)["run"]["u"].keys() == {"RR(rel=0)", "nDCG@2"}


def test_pandas_is_enough_for_frames_of_pandas():
    code = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "import axiometer as ax\n"
        "found = ax.evaluate({'q': {'a': 1}, 'p': {'b': 0}}, {'s': {'q': ['a'], 'p': ['b']}}, 'RR nDCG')\n"
        "print(found.to_pandas().to_csv(index=False))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [
        "system,query,measure,value",
        "s,q,RR,1.0",
        "s,q,nDCG,1.0",
        "s,p,RR,0.0",
        "s,p,nDCG,",
    ]
