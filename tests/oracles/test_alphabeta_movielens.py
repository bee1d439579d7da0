"""αβ-nDCG on MovieLens beside a slow program: no numbers of items, no sets of aspects, all 9125 films at every rank."""

from __future__ import annotations

import csv
import gzip
from collections import Counter
from math import log2

import numpy as np
import pytest

import axiometer as ax
from axiometer.measures.parts import catalogue_ideal as candidates

CUTOFF = 10
TOP = 5.0
N_FILMS = 9125
USERS = ("423", "625", "358", "15", "30", "514")
SYSTEMS = ("BiasedMF", "Pop")
NONE_LISTED = "(no genres listed)"


@pytest.fixture(scope="module")
def films(shared_data):
    """The genres of each film, the greatest id first."""
    with gzip.open(shared_data / "ml-latest-small" / "movies.csv.gz", "rt", encoding="utf-8") as file:
        genres = {row["movieId"]: row["genres"].split("|") for row in csv.DictReader(file)}
    assert len(genres) == N_FILMS
    return {film: [each for each in genres[film] if each != NONE_LISTED] for film in sorted(genres, reverse=True)}


@pytest.fixture(scope="module")
def parts(shared_data):
    """The ratings of each user, train and test."""
    folder = shared_data / "ml-latest-small"
    train, test = {}, {}
    with gzip.open(folder / "test.qrels.gz", "rt") as file:
        for user, _, film, rating in map(str.split, file):
            test.setdefault(user, {})[film] = float(rating)
    with gzip.open(folder / "ratings.csv.gz", "rt") as file:
        for row in csv.DictReader(file):
            if row["movieId"] not in test.get(row["userId"], {}):
                train.setdefault(row["userId"], {})[row["movieId"]] = float(row["rating"])
    return train, test


def interest_in(genres, ratings):
    liked = Counter()
    for film, rating in ratings.items():
        liked.update(dict.fromkeys(genres[film], rating))
    return {genre: rating / liked.total() for genre, rating in liked.items()}


def gain_of(genres, chance, left):
    not_one = 1.0
    for genre in genres:
        not_one *= 1 - chance * left.get(genre, 0.0)
    return 1 - not_one


def summed(genres, interest, chance, choose, n_ranks):
    """Add up the gains of the films chosen rank by rank; films without a chance are those of the profile."""
    left, total = dict(interest), 0.0
    for rank in range(1, n_ranks + 1):
        film = choose(rank, left)
        total += gain_of(genres[film], chance.get(film, 0.0), left) / log2(rank + 1)
        for genre in genres[film]:
            left[genre] = left.get(genre, 0.0) * (1 - chance.get(film, 0.0))
    return total


def greedy(genres, chance):
    """Look at all films that are left, and take the first that adds as much as any."""
    taken = set()

    def choose(_, left):
        gains = {film: gain_of(genres[film], chance[film], left) for film in chance if film not in taken}
        enough = max(gains.values()) * (1 - 1e-12)
        best = next(film for film, gain in gains.items() if gain >= enough)
        taken.add(best)
        return best

    return choose


@pytest.mark.parametrize(("alpha", "beta"), [(0.005, 0.5), (0.1, 0.9)])
def test_slow_program_gives_the_same(shared_data, films, parts, alpha, beta):
    train, test = parts
    runs = ax.read_runs([shared_data / "ml-latest-small" / f"{system}.run.gz" for system in SYSTEMS], order="rank")
    ratings = ax.read_ratings(train, test, films, max_rating=TOP)
    measured = ax.evaluate(
        ratings,
        runs,
        f"alphabeta_nDCG(alpha={alpha},beta={beta})@{CUTOFF}",
        profile=ax.get_profile("ratings", order="rank"),
    )
    ours = {(system, user): value for system, user, _, value in measured.to_polars().iter_rows()}
    shown = ranked(shared_data)
    for user in USERS:
        chance = {
            film: beta * test[user][film] / TOP if film in test[user] else alpha
            for film in films
            if film not in train[user]
        }
        interest = interest_in(films, train[user])
        ideal = summed(films, interest, chance, greedy(films, chance), CUTOFF)
        for system in SYSTEMS:
            its = shown[system, user]
            value = summed(films, interest, chance, lambda rank, _, its=its: its[rank - 1], CUTOFF) / ideal
            assert ours[system, user] == pytest.approx(value, rel=1e-12), (system, user)


def ranked(shared_data):
    """Read the first films of each list by their ranks."""
    lists = {}
    for system in SYSTEMS:
        with gzip.open(shared_data / "ml-latest-small" / f"{system}.run.gz", "rt") as file:
            for user, _, film, rank, *_ in map(str.split, file):
                lists.setdefault((system, user), {})[int(rank)] = film
    return {key: [films[rank] for rank in sorted(films)] for key, films in lists.items()}


def test_users_that_are_looked_at_one_by_one_have_the_same_values_far_down(shared_data, films, parts, monkeypatch):
    """At rank 300 many sets of genres have no film left."""
    train, test = parts
    run = ax.read_runs(shared_data / "ml-latest-small" / "ItemKNN.run.gz")

    def values():
        ratings = ax.read_ratings(train, test, films, max_rating=TOP)
        return ax.evaluate(ratings, run, "alphabeta_nDCG@300").values

    together = values()
    monkeypatch.setattr(candidates, "_CELLS_AT_ONCE", 1)
    np.testing.assert_array_equal(together, values())
