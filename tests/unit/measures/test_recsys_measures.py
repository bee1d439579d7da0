"""Measures of what is shown: how varied it is, and how many users had it before."""

from __future__ import annotations

from itertools import combinations
from math import log2, sqrt

import numpy as np
import pytest

import axiometer as ax

ASPECTS = {"a": ["X", "Y"], "b": ["Y"], "c": ["Z"], "d": [], "e": ["X", "Y", "Z", "W"], "f": []}
TRAIN = {"s": {"a": 5, "b": 3}, "t": {"a": 4}, "u": {"c": 4}, "w": {"a": 1, "c": 5}}
TEST = {"u": {"a": 4, "b": 2, "e": 1}, "v": {"b": 3}}
"""Of the four users with a profile, three had a, one b, two c, and nobody the others: six ratings."""


def value(name: str, *shown: str) -> float:
    judgments = ax.read_ratings(TRAIN, TEST, ASPECTS, max_rating=5)
    return ax.evaluate(judgments, {"u": shown, "v": ["a", "b"]}, name).values[0, 0, 0]


@pytest.mark.parametrize(
    ("distance", "shown", "expected"),
    [
        ("jaccard", "ab", 1 / 2),
        ("cosine", "ab", 1 - 1 / sqrt(2)),
        ("hamming", "ab", 1),
        ("jaccard", "ac", 1),
        ("cosine", "ac", 1),
        ("hamming", "ac", 3),
        ("jaccard", "abe", (1 / 2 + 1 / 2 + 3 / 4) / 3),
        ("cosine", "abe", ((1 - 1 / sqrt(2)) + (1 - 2 / sqrt(8)) + (1 - 1 / 2)) / 3),
        ("hamming", "abe", (1 + 2 + 3) / 3),
        ("jaccard", "ad", 1),
        ("cosine", "da", 1),
        ("hamming", "ad", 2),
    ],
)
def test_ild(distance, shown, expected):
    assert value(f"ILD(distance={distance})", *shown) == pytest.approx(expected)


@pytest.mark.parametrize("distance", ["jaccard", "cosine", "hamming"])
def test_ild_of_items_without_aspects(distance):
    """They are alike, and so are unknown items."""
    assert value(f"ILD(distance={distance})", "d", "f") == 0
    assert value(f"ILD(distance={distance})", "d", "unknown") == 0
    assert value(f"ILD(distance={distance})", "unknown", "a") == value(f"ILD(distance={distance})", "d", "a")


def test_ild_needs_two_items():
    assert np.isnan(value("ILD", "a"))
    assert np.isnan(value("ILD@1", "a", "b"))
    assert value("ILD@2", "a", "b", "c", "d") == value("ILD", "a", "b")
    assert np.isnan(value("ILD"))


def some_aspects(n_items: int, n_aspects: int, seed: int) -> dict[str, list[str]]:
    rng = np.random.default_rng(seed)
    has = rng.random((n_items, n_aspects)) < rng.random((n_items, 1)) / 4
    return {f"i{item}": [f"a{aspect}" for aspect in np.flatnonzero(row)] for item, row in enumerate(has)}


@pytest.mark.parametrize("n_aspects", [1, 7, 8, 9, 63, 64, 65, 200])
def test_ild_with_hamming_is_that_of_rectools(n_aspects):
    """RecTools: the mean, over all pairs of items, of the number of features in which two rows of 0 and 1 differ."""
    aspects = some_aspects(12, n_aspects, seed=n_aspects)
    rows = {item: np.isin([f"a{n}" for n in range(n_aspects)], its) for item, its in aspects.items()}
    shown = list(aspects)[:10]
    pairs = [np.count_nonzero(rows[one] != rows[two]) for one, two in combinations(shown, 2)]
    judgments = ax.read_ratings(None, {"u": dict.fromkeys(aspects, 1)}, {**aspects, "one": ["a0"]})
    assert ax.evaluate(judgments, {"u": shown}, "ILD(distance=hamming)").values.item() == pytest.approx(np.mean(pairs))


@pytest.mark.parametrize("n_aspects", [9, 130])
def test_ild_of_many_aspects(n_aspects):
    aspects = {item: {*its} for item, its in some_aspects(15, n_aspects, seed=3).items()}
    shown = list(aspects)
    jaccard = [1 - len(a & b) / len(a | b) if a | b else 0 for a, b in combinations(map(aspects.get, shown), 2)]
    judgments = ax.read_ratings(None, {"u": dict.fromkeys(aspects, 1)}, aspects)
    assert ax.evaluate(judgments, {"u": shown}, "ILD").values.item() == pytest.approx(np.mean(jaccard))


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("b", 0),
        ("a", 1),
        ("e", 2),
        ("ab", -(2 / 3 * log2(2 / 3) + 1 / 3 * log2(1 / 3))),
        ("bc", 1),
        ("dbf", 0),
        ("abce", -(2 * 2 / 8 * log2(2 / 8) + 3 / 8 * log2(3 / 8) + 1 / 8 * log2(1 / 8))),
    ],
)
def test_aspect_entropy(shown, expected):
    assert value("AspectEntropy", *shown) == pytest.approx(expected, abs=1e-15)


def test_aspect_entropy_is_undefined_without_aspects():
    assert np.isnan(value("AspectEntropy", "d", "unknown"))
    assert np.isnan(value("AspectEntropy"))
    assert value("AspectEntropy@2", "a", "b", "c") == value("AspectEntropy", "a", "b")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ARP", (3 + 2 + 0 + 0) / 4),
        ("ARP(scale=share)", (3 + 2) / 4 / 4),
        ("ARP@1", 3),
        ("EPC(discount=none)", (1 / 4 + 2 / 4 + 1 + 1) / 4),
        ("EPC(discount=none)@2", (1 / 4 + 2 / 4) / 2),
        ("EPC@2", (1 / 4 + 2 / 4 / log2(3)) / (1 + 1 / log2(3))),
        ("EPC(relevance=ratings,discount=none)", 4 / 5 * 1 / 4 / 4),
        ("EPC(relevance=ratings)@2", 4 / 5 * 1 / 4 / (1 + 1 / log2(3))),
        ("EFD(discount=none)", (log2(6 / 3) + log2(6 / 2) + 2 * log2(6)) / 4),
        ("EFD@2", (log2(6 / 3) + log2(6 / 2) / log2(3)) / (1 + 1 / log2(3))),
        ("EFD(relevance=ratings,discount=none)@1", 4 / 5 * log2(6 / 3)),
    ],
)
def test_novelty(name, expected):
    """The list is a, rated 4 of 5; c of the user's own profile; d that nobody had; and an unknown item."""
    assert value(name, "a", "c", "d", "unknown") == pytest.approx(expected)


@pytest.mark.parametrize("name", ["ARP", "EPC", "EFD", "EPC(relevance=ratings)"])
def test_novelty_of_nothing_is_undefined(name):
    assert np.isnan(value(name))


def test_popularity_needs_no_aspects():
    judgments = ax.read_ratings(TRAIN, TEST)
    assert ax.evaluate(judgments, {"u": ["a", "c"]}, "ARP EPC(discount=none)").values[0, 0] == pytest.approx([
        2.5,
        3 / 8,
    ])


def test_users_who_are_not_tested_count_for_popularity_only():
    """Ratings of users without test items make items known; only u and v have values."""
    measured = ax.evaluate(ax.read_ratings(TRAIN, TEST, ASPECTS), {"u": ["a"], "s": ["a"]}, "ARP")
    assert measured.queries == ("u", "v")
    np.testing.assert_array_equal(measured.values.ravel(), [3, np.nan])
    assert measured.counts["run_only"].item() == 1


@pytest.mark.parametrize("name", ["ILD", "AspectEntropy", "EPC", "EFD", "ARP", "alphabeta_nDCG"])
def test_explanation_adds_up(name):
    judgments = ax.read_ratings(TRAIN, TEST, ASPECTS)
    run = {"u": ["c", "a", "unknown", "b", "e"]}
    why = ax.explain(judgments, run, name, query="u")
    assert why.contributions["item"].to_list() == run["u"]
    assert why.contributions["value"].sum() == pytest.approx(why.value)
    assert why.value == pytest.approx(ax.evaluate(judgments, run, name).values[0, 0, 0])
