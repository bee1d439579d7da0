"""Profiles."""

from __future__ import annotations

import numpy as np
import pytest

import axiometer as ax
from axiometer.conventions.profiles import PROFILES
from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue
from axiometer.measures.parts.wrapper import Wrapper

DECLARED = {**catalogue(), **system_catalogue(), **preference_catalogue()}

JUDGMENTS = {"q1": {"a": 1, "b": 0}, "q2": {"a": 1}, "q3": {"a": 0}}
RUN = {"q1": {"a": 1.0}, "q3": {"a": 1.0}, "other": {"a": 1.0}}


def mean(measure: str, profile: str, **changes) -> tuple[float, int, int]:
    measured = ax.evaluate(JUDGMENTS, RUN, measure, profile=ax.get_profile(profile, **changes))
    value, queries, undefined = measured.mean().select("value", "queries", "undefined").row(0)
    return value, queries, undefined


def test_queries_that_count():
    assert mean("AP", "trec_eval") == (1 / 3, 3, 1)
    assert mean("AP", "trec_eval-9") == (1 / 2, 2, 1)
    assert mean("AP", "pref_eval") == (1 / 2, 2, 0)
    assert mean("P@1", "pref_eval") == (1 / 2, 2, 0)
    assert mean("Judged", "pref_eval") == (1, 1, 1)


def test_undefined_values():
    assert mean("AP", "trec_eval", undefined="drop") == (1 / 2, 2, 1)
    value, queries, undefined = mean("AP", "trec_eval", undefined="nan")
    assert value != value
    assert (queries, undefined) == (3, 1)


def test_everything_undefined_leaves_an_undefined_mean():
    measured = ax.evaluate({"q3": {"a": 0}}, {"q3": {"a": 1.0}}, "AP")
    value, queries = measured.mean(undefined="drop").select("value", "queries").row(0)
    assert value != value
    assert queries == 0


def test_profiles_are_frozen_and_tell_what_they_fix():
    profile = ax.get_profile("trec_eval-9")
    with pytest.raises(AttributeError):
        profile.ties = "file-order"
    assert profile.conventions()["precision"] == "float32"
    assert set(PROFILES) >= {"trec_eval", "trec_eval-9", "ir_measures", "pref_eval"}
    assert all(profile.summary for profile in PROFILES.values())


def test_changed_profile_says_so():
    assert ax.get_profile("trec_eval", ties="error", depth=5).name == "trec_eval, ties error, depth 5"
    assert ax.get_profile("trec_eval", ties="item-descending", depth=None) == ax.get_profile("trec_eval")


@pytest.mark.parametrize("kind", DECLARED.values(), ids=DECLARED)
def test_what_measures_declare_is_of_programs_that_some_profile_follows(kind):
    programs = {program for each in kind.parameters().values() for program in each.metadata["under"]}
    programs |= {habit.program for habit in kind.habits}
    followed = {program for profile in PROFILES.values() for program in profile.follows}
    assert programs <= followed, f"{kind.name}: no profile follows {programs - followed}; see {kind.__module__}"
    for profile in PROFILES.values():
        at = {"cutoff": 10} if "cutoff" in kind.parameters() else {}
        if not issubclass(kind, Wrapper):
            assert kind(**kind.usual(profile.follows), **at)
        its = [habit for habit in kind.habits if habit.program in profile.follows]
        assert all(ax.get_profile(profile, **habit.changes) for habit in its)


@pytest.mark.parametrize("kind", DECLARED.values(), ids=DECLARED)
def test_any_rating_makes_an_item_relevant_where_only_that_counts(kind):
    """A measure that knows only relevant and not takes any positive rating for relevant."""
    is_binary = "rel" in kind.parameters() and "gain" not in kind.parameters()
    assert not is_binary or kind.usual(["ratings"])["rel"] == 0, f"{kind.name}: declare rel with level_parameter()"


def test_every_followed_program_has_a_default_or_habit_somewhere():
    told = {name: its.conventions(DECLARED.values()) for name, its in PROFILES.items()}
    assert [name for name, its in told.items() if its["follows"] and not (its["parameters"] or its["exceptions"])] == []
    assert told["rbu-java"]["parameters"] == {"RBU": {"p": 0.8, "e": 0.03, "scale": "normalised"}}
    assert set(told["ir_measures"]["exceptions"]) >= {"RR with a cut-off", "IA of RBP", "S_Recall"}


def test_exceptions_of_ir_measures():
    profile = ax.get_profile("ir_measures")
    assert profile.for_measure(ax.parse_measure("RR")).ties == "item-descending"
    assert profile.for_measure(ax.parse_measure("RR@10")).ties == "item-ascending"
    assert profile.for_measure(ax.parse_measure("RR(rel=2)@10")).ties == "item-ascending"
    assert profile.for_measure(ax.parse_measure("ERR@20")).max_grade == 4
    assert profile.for_measure(ax.parse_measure("nDCG(gain='exp')@20")).max_grade == 4
    tied, measures = {"q": {"a": 1.0, "b": 1.0}}, ["RR", "RR@10", "P@1", "Judged@1", "RBP(p=0)"]
    measured = ax.evaluate({"q": {"b": 1}}, tied, measures, profile="ir_measures")
    assert measured.values.ravel().tolist() == [1.0, 0.5, 1.0, 0.0, 0.0]
    descending = ax.get_profile("ir_measures", ties="item-descending", precision="float32")
    measured = ax.evaluate({"q": {"b": 1}}, tied, measures, profile=descending)
    assert measured.values.ravel().tolist() == [1.0, 1.0, 1.0, 1.0, 1.0]
    assert ax.get_profile("ir_measures", max_grade=5).for_measure(ax.parse_measure("ERR@20")).max_grade == 5
    assert ax.get_profile("trec_eval", depth=np.int64(5)).depth == 5


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"profile": "trec-eval"}, "did you mean trec_eval?"),
        ({"ties": "random"}, "ties cannot be 'random'; choose one of item-descending"),
        ({"undefined": "0"}, "choose one of zero, drop, nan"),
        ({"depth": 0}, "depth must be a whole number above 0, not 0"),
        ({"depth": 2.5}, "depth must be a whole number above 0, not 2.5"),
        ({"corpus_size": "10"}, "corpus_size must be a whole number above 0, not '10'"),
        ({"max_grade": float("inf")}, "max_grade must be a number above 0, not inf"),
        ({"profile": None}, "None is neither a profile nor the name of one"),
        ({"depth": 10**30}, "depth must be at most"),
        ({"corpus_size": 10**30}, "corpus_size must be at most"),
        ({"max_grade": -1}, "max_grade must be a number above 0, not -1"),
        ({"speed": 3}, "a profile has no speed"),
    ],
)
def test_bad_conventions(changes, message):
    with pytest.raises(ax.UsageError, match=message):
        ax.get_profile(**changes)


MEASURES = (
    *("ERR", "ERR@20", "ERR(gain='linear')", "ERR_IA@20", "nERR_IA@20", "IA(ERR)", "nDCG(gain='exp')@5", "nDCG@5"),
    *("nDCG(gain='exp')", "nDCG(gain='exp',discount='jarvelin')@5", "nDCG_IA(gain='exp')@5"),
)


def test_exceptions_are_for_some_measures_and_some_parameters():
    profile = ax.get_profile("ir_measures")
    top = {name: profile.for_measure(ax.parse_measure(name)).max_grade for name in MEASURES}
    assert {name for name, grade in top.items() if grade == 4} == {
        "ERR",
        "ERR@20",
        "ERR(gain='linear')",
        "nDCG(gain='exp')@5",
    }
    assert set(top.values()) == {4, None}
    assert profile.for_measure(ax.parse_measure("RR@10")).ties == "item-ascending"
    assert profile.for_measure(ax.parse_measure("RR")).ties == "item-descending"


def test_depth_and_corpus_size():
    run = {"q1": {"b": 3.0, "x": 2.0, "a": 1.0}}
    judgments = {"q1": {"a": 1, "b": 0}}
    assert ax.evaluate(judgments, run, "R", profile=ax.get_profile(depth=2)).values[0, 0, 0] == 0
    assert ax.evaluate(judgments, run, "P", profile=ax.get_profile(depth=2)).values[0, 0, 0] == 0
    assert ax.evaluate(judgments, run, "P", profile=ax.get_profile(corpus_size=3)).values[0, 0, 0] == 1 / 3
    tied = {"q1": {"b": 3.0, "x": 2.0, "a": 2.0}}
    for depth, n_tied in ((1, 0), (2, 1), (3, 2), (None, 2)):
        measured = ax.evaluate(judgments, tied, "P", profile=ax.get_profile(depth=depth))
        assert measured.counts.select("items", "tied_items").row(0) == (depth or 3, n_tied)
    with pytest.raises(
        ax.InputError, match="a list of 3 items for query 'q1'; expected at most as many as the corpus size, 2"
    ):
        ax.evaluate(judgments, run, "P", profile=ax.get_profile(corpus_size=2))


def test_maximum_grade():
    run, judgments = {"q": {"a": 1.0}}, {"q": {"a": 2}}
    assert ax.evaluate(judgments, run, "ERR").values[0, 0, 0] == 3 / 4
    assert ax.evaluate(judgments, run, "ERR", profile=ax.get_profile(max_grade=4)).values[0, 0, 0] == 3 / 16
    with pytest.raises(ax.InputError, match="grade 2; expected grades up to the maximum grade, 1"):
        ax.evaluate(judgments, run, "ERR", profile=ax.get_profile(max_grade=1))
