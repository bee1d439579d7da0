"""What readers are told of queries, items and values."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.conventions.profiles import CHOICES
from axiometer.engines.notes import notes_of_systems, notes_of_undefined
from axiometer.measures.names import parse_measures
from axiometer.notes import MOST_NAMED, Note, lines_of

RUN = {"q1": ["a"], "new": ["a"]}
JUDGMENTS = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 0}}


@pytest.mark.parametrize("queries", CHOICES["queries"])
def test_what_is_said_of_missing_queries_is_what_the_mean_does(queries):
    profile = ax.get_profile(queries=queries, undefined="zero")
    measured = ax.evaluate(JUDGMENTS, RUN, "AP", profile=profile)
    missing, not_judged = (note for note in measured.notes if note.subject == "run")
    n_empty = int(measured.is_included[0, 1:3].sum())
    effects = {
        0: "left out",
        1: "counted as empty where anything relevant was judged",
        2: "counted as empty",
    }
    assert str(missing) == f"run: 2 queries judged but missing from the run, {effects[n_empty]}"
    assert (missing.kind, missing.count) == ("missing", 2)
    assert measured.mean()["queries"].item() == 1 + n_empty + (queries in {"run", "either"})
    kind, does = ("not_judged_counted", "counted as 0") if queries in {"run", "either"} else ("not_judged", "ignored")
    assert not_judged == Note(kind, "run", f"1 query of the run not judged, {does}", 1)


@pytest.mark.parametrize("n", [1, MOST_NAMED, MOST_NAMED + 1, MOST_NAMED + 7])
def test_all_systems_are_told_of_or_counted(n):
    names = [f"s{number}" for number in range(n)]
    number = np.arange(1, n + 1)
    counts = pl.DataFrame({
        "system": names,
        "missing": number,
        "run_only": 0 * number,
        "unknown_items": number,
        "judged_at_10": 1.0,
    })
    notes = [*notes_of_systems(counts, ax.get_profile(), "query")]
    of_queries, of_items = notes[:n], notes[n:]
    for kind, of_kind, things in (("missing", of_queries, "queries"), ("unknown_items", of_items, "items")):
        assert [(each.kind, each.subject, each.count) for each in of_kind] == [
            (kind, name, count) for name, count in zip(names, number, strict=True)
        ]
        assert all(
            f"{each.count} {things if each.count > 1 else things.replace('ies', 'y').rstrip('s')} " in each.text
            for each in of_kind
        )
    lines = lines_of(of_queries, "see there")
    assert lines_of(notes, "see there") == [*lines, *lines_of(of_items, "see there")]
    assert [each.partition(":")[0] for each in lines[:MOST_NAMED]] == names[:MOST_NAMED]
    assert [int(each.split()[1]) for each in lines[:MOST_NAMED]] == [*range(1, n + 1)][:MOST_NAMED]
    n_more = [int(each.split()[0]) for each in lines[MOST_NAMED:]]
    assert n_more == ([n - MOST_NAMED] if n > MOST_NAMED else [])
    assert [each.endswith("; see there") for each in lines] == [False] * min(n, MOST_NAMED) + [True] * len(n_more)


def test_items_that_should_not_have_been_recommended_are_told():
    judgments = ax.read_ratings({"u": {"c": 3}}, {"u": {"a": 5}, "v": {"b": 4}}, {"a": "x", "b": "x", "c": "x"})
    runs = {"one": {"u": ["c", "new", "newer", "a"], "v": ["b"]}, "two": {"u": ["c"], "v": ["c"]}}
    notes = ax.evaluate(judgments, runs, "nDCG@5").notes
    assert [each for each in notes if each.kind in {"profile_items", "unknown_items", "none_judged"}] == [
        Note("profile_items", "one", "1 item in lists that the user had rated before (train)", 1),
        Note("profile_items", "two", "1 item in lists that the user had rated before (train)", 1),
        Note("unknown_items", "one", "2 items in lists that neither ratings nor aspects know", 2),
        Note(
            "none_judged",
            "two",
            "none of its first ten items has a test rating, in any list; are train and test swapped?",
        ),
    ]


def test_lists_without_a_judged_item_are_told():
    notes = ax.evaluate({"q": {"a": 1}}, {"good": {"q": ["a"]}, "bad": {"q": ["x"]}}, "AP").notes
    assert notes == (Note("none_judged", "bad", "none of its first ten items is judged, in any list"),)


@pytest.mark.parametrize(
    ("policy", "of_queries", "of_values"),
    [
        ("zero", "counted as 0", "count as 0"),
        ("drop", "left out of the means", "are left out of the means"),
        ("nan", "which makes the means undefined", "make their means undefined"),
    ],
)
def test_what_is_said_of_undefined_values_is_what_the_mean_does(policy, of_queries, of_values):
    """Queries that are not judged are told of once, and not as undefined values."""
    profile = ax.get_profile(queries="either", undefined=policy)
    judgments = {**JUDGMENTS, "q4": {"a": 0}}
    runs = {"run": RUN, "other": {"q1": ["b", "a"]}}
    measured = ax.evaluate(judgments, runs, "nDCG AP P@1", profile=profile)
    notes = {
        (each.kind, each.subject): each for each in measured.notes if each.kind in {"not_judged_counted", "undefined"}
    }
    undefined = f"undefined for 2 queries; undefined values {of_values}"
    assert [*notes.values()] == [
        Note("not_judged_counted", "run", f"1 query of the run not judged, {of_queries}", 1),
        Note("undefined", "nDCG", undefined, 2),
        Note("undefined", "AP", undefined, 2),
    ]
    mean = measured["run"].mean().filter(measure="AP")
    # q1 gives 1 and q2, which is empty, 0; the others are undefined.
    expected = {"zero": (1 / 5, 5), "drop": (1 / 2, 2), "nan": (np.nan, 5)}[policy]
    np.testing.assert_equal(mean.select("value", "queries").row(0), expected)
    assert mean["undefined"].item() == 3


def test_the_system_that_is_worst_off_is_told_of():
    measures = parse_measures("AP RR")
    assert [*notes_of_undefined(measures, np.array([[0, 1], [0, 3], [0, 2]]), "drop", "query")] == [
        Note("undefined", "RR", "undefined for 3 queries; undefined values are left out of the means", 3)
    ]
    assert [*notes_of_undefined(measures, np.empty((0, 2), np.int64), "drop", "query")] == []
