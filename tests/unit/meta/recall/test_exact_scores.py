"""Scores without rounding."""

from __future__ import annotations

from fractions import Fraction

import pytest

import axiometer as ax
from axiometer.measures.recall.lexicographic_score import LexiRecallScore
from axiometer.meta.recall.exact_scores import exact_scores

RUNS = {"one": {"q": ["a", "x", "b"]}, "two": {"q": ["a", "b", "x"]}, "three": {"q": ["b", "a"]}}
JUDGMENTS = {"q": {"a": 1, "b": 2}, "nothing relevant": {"a": 0}}
PROFILE = ax.get_profile(corpus_size=4)


def test_scores_are_those_of_the_equation():
    # N = 4.5: w_2 = 4.5 / 5.5 and w_1 = 1 / 5.5, x = (4 - p) / 4.
    expected = {
        "one": Fraction(2, 11) * Fraction(3, 4) + Fraction(9, 11) * Fraction(1, 4),
        "two": Fraction(2, 11) * Fraction(3, 4) + Fraction(9, 11) * Fraction(2, 4),
    }
    found = exact_scores(JUDGMENTS, RUNS, profile=PROFILE)
    assert found["one"] == {"q": expected["one"], "nothing relevant": None}
    assert found["two"]["q"] == found["three"]["q"] == expected["two"]


def test_parameters_and_needs():
    found = exact_scores(JUDGMENTS, RUNS, LexiRecallScore(rel=2, epsilon=0.1), profile=PROFILE)
    assert found["one"]["q"] == Fraction(1, 4)
    with pytest.raises(ax.UsageError, match="corpus size"):
        exact_scores(JUDGMENTS, RUNS)
    with pytest.raises(ax.InputError, match="corpus size, 3"):
        exact_scores(JUDGMENTS, {"q": ["x", "y"]}, profile=ax.get_profile(corpus_size=3))


def test_hundreds_of_relevant_items_are_told_apart():
    items = [f"i{number:03}" for number in range(400)]
    judgments = {"q": dict.fromkeys(items, 1)}
    first_later = ["x", *items]
    runs = {"best": {"q": items}, "first later": {"q": [items[0], "x", *items[1:]]}, "all later": {"q": first_later}}
    profile = ax.get_profile(corpus_size=10**6)
    scores = {system: by_query["q"] for system, by_query in exact_scores(judgments, runs, profile=profile).items()}
    assert scores["best"] > scores["first later"] > scores["all later"]
    assert ax.prefer(judgments, runs, "LexiRecallScore", profile=profile).signs("LexiRecallScore").tolist() == [
        [1],
        [1],
        [1],
    ]
