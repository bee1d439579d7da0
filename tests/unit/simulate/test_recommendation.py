"""Simulated recommendation: what holds of every world, and what measures make of the truth."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.errors import UsageError
from axiometer.simulate.recommendation import RatingsWorld, simulate_ratings
from axiometer.stats.correlation import tau_b

SMALL = {"users": 40, "items": 120, "ratings": (10, 30), "depth": 10, "systems": 4}


@pytest.fixture(scope="module")
def collection():
    return simulate_ratings(RatingsWorld(**SMALL))


def test_ratings_are_on_the_scale_and_each_once(collection):
    ratings = collection.ratings
    assert ratings.columns == ["user", "item", "rating", "timestamp"]
    assert not ratings.select("user", "item").is_duplicated().any()
    assert set(ratings["rating"] * 2) <= set(range(1, 11))
    per_user = ratings.group_by("user").len()["len"]
    assert (per_user.len(), per_user.min() >= 10, per_user.max() <= 30) == (40, True, True)
    times = ratings.group_by("user").agg(pl.col("timestamp").n_unique(), pl.len())
    assert (times["timestamp"] == times["len"]).all()


def test_parts_are_the_whole(collection):
    parts = pl.concat([collection.train, collection.test])
    assert sorted(parts.rows()) == sorted(collection.ratings.rows())
    assert collection.test.height / collection.ratings.height == pytest.approx(0.2, abs=0.02)
    assert collection.train["user"].n_unique() == 40


def test_items_have_one_to_four_genres(collection):
    genres = collection.aspects.group_by("item").agg(pl.col("aspect").n_unique(), pl.len())
    assert genres.height == 120
    assert (genres["aspect"] == genres["len"]).all()
    assert set(genres["len"].unique()) == {1, 2, 3, 4}
    assert set(collection.aspects["aspect"]) <= {f"genre{n:02}" for n in range(1, 13)}


def test_lists_are_whole_and_new_to_their_users(collection):
    runs = collection.runs
    assert runs.columns == ["system", "query", "item", "rank", "score"]
    assert runs.height == 4 * 40 * 10
    assert not runs.select("system", "query", "item").is_duplicated().any()
    seen = runs.join(collection.train.rename({"user": "query"}), on=["query", "item"])
    assert seen.is_empty()


def test_lists_stay_whole_where_there_is_hardly_anything_to_recommend():
    for noise in (0.0, 0.5, 1.0):
        made = simulate_ratings(RatingsWorld(**SMALL | {"items": 40, "depth": 10, "noise": noise}))
        assert not made.runs.select("system", "query", "item").is_duplicated().any()
        seen = made.runs.join(made.train.rename({"user": "query"}), on=["query", "item"])
        assert seen.is_empty()


def test_popular_and_liked_items_are_rated_more():
    made = simulate_ratings(RatingsWorld())
    counts = made.ratings.group_by("item").len()["len"].sort(descending=True)
    assert counts.head(50).sum() > 3 * counts.tail(250).sum() / 5
    assert counts[0] > 5 * counts.median() / 2
    # Of all pairs of users and items, the mean is 0.6 of the top.
    assert made.ratings["rating"].mean() > 3.3


def test_same_seed_same_result(collection):
    again, other = simulate_ratings(RatingsWorld(**SMALL)), simulate_ratings(RatingsWorld(**SMALL, seed=1))
    for name in ("ratings", "train", "test", "aspects", "runs", "truth"):
        assert getattr(collection, name).equals(getattr(again, name)), name
    assert not collection.ratings.equals(other.ratings)
    systems = simulate_ratings(RatingsWorld(**SMALL | {"systems": 7, "vary": "diversity"}))
    assert systems.ratings.equals(collection.ratings)


def test_whole_stars_and_other_tops():
    made = simulate_ratings(RatingsWorld(**SMALL, stars="whole", top=10, liked=7))
    assert set(made.ratings["rating"]) <= set(range(1, 11))
    assert made.ratings["rating"].max() == 10


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"users": 0}, "users of a simulation must be a whole number from 1"),
        ({"items": 150}, "150 items are too few for users who rate 150 and get lists of 20"),
        ({"interests": (3, 13)}, "cannot be interested in 13 of 12 genres"),
        ({"ratings": (1, 5)}, "the bounds of ratings must be a whole number from 2, not 1"),
        ({"test_share": 1}, "the test share is 1; it must be above 0 and below 1"),
        ({"stars": "quarter"}, "stars cannot be 'quarter'; choose one of half, whole"),
        ({"liked": 6}, "liked is a rating above 0 and at most 5, the top, not 6"),
        ({"users": 100_000, "items": 1000}, "too many: at most 50,000,000 pairs"),
        ({"vary": "accuracy"}, "'accuracy' cannot vary"),
    ],
)
def test_wrong_worlds_are_refused(wrong, message):
    with pytest.raises(UsageError, match=message):
        RatingsWorld(**wrong)


MEASURES = ("P(rel=4)@10", "nDCG@10", "alphabeta_nDCG@10", "AspectEntropy@10", "ILD@10")


def taus(**world):
    found = []
    for seed in range(3):
        made = simulate_ratings(RatingsWorld(seed=seed, **world))
        judgments = ax.read_ratings(made.train, made.test, made.aspects)
        means = (
            ax.evaluate(judgments, made.runs, list(MEASURES)).mean().pivot("measure", index="system", values="value")
        )
        table = made.truth.join(means, on="system", maintain_order="left")
        values = table.select(means.columns[1:]).to_numpy().T
        found.append(tau_b(np.vstack([-table["true_rank"].to_numpy(), values]))[0, 1:])
    return dict(zip(MEASURES, np.mean(found, axis=0), strict=True))


def test_accuracy_is_seen_by_measures_of_accuracy():
    tau = taus(vary="relevance")
    assert min(tau[measure] for measure in MEASURES[:3]) > 0.9
    assert max(tau[measure] for measure in MEASURES[3:]) < 0.5


@pytest.mark.parametrize("quality", ["diversity", "redundancy"])
def test_diversity_is_seen_by_measures_of_diversity(quality):
    tau = taus(vary=quality)
    assert min(tau[measure] for measure in MEASURES[3:]) > 0.9
    assert max(tau[measure] for measure in MEASURES[:2]) < 0.4
    assert tau["alphabeta_nDCG@10"] > tau["nDCG@10"] + 0.2
