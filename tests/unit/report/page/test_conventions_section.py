"""Conventions in words, and the counts of what is unusual."""

from __future__ import annotations

import re

import polars as pl
import pytest

import axiometer as ax
from axiometer.conventions.profiles import CHOICES, PROFILES
from axiometer.meta.outcomes import Outcomes
from axiometer.report.page.conventions_section import ASKERS, NUMBERS, WORDS, conventions_section, heads, sentences

EVIL = "<b>x"
JUDGMENTS = {f"q{number}": {"a": 2, "b": 1, "c": 0} for number in range(4)} | {"none": {"a": 0}}


def section(runs, measures=("AP", "P@2"), **how):
    measured = ax.evaluate(JUDGMENTS, runs, [*measures], **how)
    return conventions_section(measured, Outcomes.of(measured))


def scored(*items):
    return {item: float(-at) for at, item in enumerate(items)}


@pytest.fixture(scope="module")
def html():
    whole = {query: scored("a", "b", "x") for query in JUDGMENTS}
    short = {query: {"a": 1.0, "b": 1.0} for query in ("q0", "q1", "new")}
    return section({"one": whole, EVIL: short})


def test_what_is_unusual_is_counted_first(html):
    listed = re.findall("<li>(.*?)</li>", html)
    assert listed[:5] == [
        "2 systems, 5 queries, 2 measures.",
        "Judged queries without a list: 3, in 1 system.",
        "Queries not judged: 1, in 1 system.",
        "Items that share their score: 4, in 1 system.",
        "Undefined values: 2 of AP.",
    ]


def test_notes_are_told_once(html):
    assert "&lt;b&gt;x: 3 queries judged but missing from the run, counted as empty" in html
    assert html.count("of the run not judged") == 1
    assert EVIL not in html
    assert "--details" not in html


def test_what_there_is_not_is_said_and_left_out():
    html = section({"one": {query: scored("a", "b") for query in JUDGMENTS}}, ["P@2"])
    assert (
        "<li>There are none of these: judged queries without a list, queries not judged, items that share their "
        "score, undefined values.</li>"
    ) in html
    assert heads("query")["missing"] not in re.search("<thead>.*?</thead>", html)[0]
    assert "All lists are ordered by score. Left out, because they are 0 everywhere: judged queries" in html


def test_lists_without_scores_are_told():
    html = section({"one": {query: ["a", "b"] for query in JUDGMENTS}})
    assert "Lists of 1 system are ordered by rank: they have no score." in html
    rows = [("one", query, item) for query in JUDGMENTS for item in ("a", "b")]
    html = section(pl.DataFrame(rows, schema=["system", "query", "item"], orient="row"))
    assert "Lists of 1 system are ordered as given: they have no score." in html


@pytest.mark.parametrize(("n", "is_open"), [(12, True), (13, False)])
def test_counts_of_many_systems_are_folded(n, is_open):
    html = section({f"s{number}": {"q0": scored("a")} for number in range(n)})
    assert (f"<details open><summary>Counts of {n} systems" in html) == is_open
    assert f"Counts of {n} systems" in html


def test_every_choice_has_words():
    assert {name: {*its} for name, its in WORDS.items()} == {name: {*its} for name, its in CHOICES.items()}


@pytest.mark.parametrize("asker", ASKERS)
@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_is_told(profile, asker):
    profile = PROFILES[profile]
    told = [*sentences(profile.conventions(), asker)]
    assert len(told) == len(WORDS) + len(NUMBERS) - (profile.grade_scale == "aspect")
    assert all(each.endswith(".") and "{" not in each for each in told)


def test_exceptions_and_parameters_are_told():
    measures = ["AP", "RBP"]
    html = section({"one": {query: scored("a") for query in JUDGMENTS}}, measures, profile="ir_measures")
    ratings = section({"one": {query: scored("a") for query in JUDGMENTS}}, ["AP"], profile="ratings")
    assert "<dt><code>AP</code></dt><dd>rel 0</dd>" in ratings
    assert "<dt><code>RBP</code></dt><dd>Of items with the same score, the one given first comes first." in html


def test_of_saved_values_only_what_is_known_is_told():
    frame = pl.DataFrame({
        "system": ["a", "b"],
        "query": ["1", "1"],
        "measure": ["X", "X"],
        "value": [0.5, float("nan")],
    })
    html = conventions_section(None, Outcomes.of(frame))
    assert "by which conventions they were made is not known here" in html
    assert "Undefined values: 1 of X." in html
    assert "<table" not in html


def test_lists_of_queries_that_nobody_judged_are_told_even_if_they_count():
    runs = {"one": {query: scored("a", "b") for query in (*JUDGMENTS, "new", "newer")}}
    html = section(runs, profile=ax.get_profile(queries="run"))
    assert "2 lists for queries not judged left out of this page, though the profile counts them" in html
