"""Recommendation whose truth is known: users, items with genres, ratings, and systems from the best to the worst."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.data import schema
from axiometer.data.ratings import AS_RATINGS
from axiometer.data.split import split_ratings
from axiometer.errors import UsageError
from axiometer.simulate.random_numbers import gumbel, normal, uniform
from axiometer.simulate.system_lists import Pools, listed, runs_frame
from axiometer.simulate.systems import QUALITIES, Quality, SystemsWorld

__all__ = ["QUALITIES", "Quality", "RatingsCollection", "RatingsWorld", "Stars", "simulate_ratings"]

Stars = Literal["half", "whole"]
"""The steps of the rating scale."""

USER: Final = "user"
RATING: Final = "rating"
TIMESTAMP: Final = "timestamp"
N_GENRES: Final = (0.4, 0.35, 0.18, 0.07)
"""The shares of the items with one, two, three and four genres."""
FLATTENED: Final = 5
"""The popularity of the item in place p is in proportion to 1/(p + so many)."""
FIRST_TIME: Final = 1_600_000_000
DAY: Final = 86_400
MOST_PAIRS: Final = 50_000_000

_INTERESTS, _INTEREST_WEIGHTS, _CHOSEN, _N_GENRES, _GENRES, _POPULARITY, _QUALITY, _LUCK = range(10, 18)
_N_RATINGS, _RATED, _ORDER, _TIME = range(18, 22)


@dataclass(frozen=True, kw_only=True)
class RatingsWorld(SystemsWorld):
    """What to simulate: users who rate some items with genres, and systems of known quality.

    An item has one to four genres. Genres and items are popular as 1/(place + 5), so that a few are much more popular
    than the others. A user is interested in some genres, with weights that are uniform between 1 and 2 before they are
    scaled to sum to 1. How much user u likes item i is

        x(u, i) = 0.7 · interest(u, i) + 0.5 · quality(i) + 0.5 · luck(u, i),

    with quality and luck standard normal, and the interest the mean of the user's weights of the item's genres, brought
    to mean 0 and variance 1 for each user. The rating is (0.6 + 0.2 · x) · top, rounded to the scale.

    Which items a user rates is not random: they are drawn without repetition with chances in proportion to
    popularity(i) · exp(0.8 · x(u, i)), so that popular and liked items are rated more. The first drawn are the first
    rated. A share of each user's ratings, at random, is the test.

    Systems recommend items that the user has not rated in train. How lists come about is said at ``listed``: the
    aspects of a user are the genres of interest, and an item of several of them is taken as one of the lightest.
    Relevant are all items that the user likes, but only those in the test can be known to be.

    Attributes
    ----------
    users, items, genres
        How many there are.
    ratings
        The least and the most ratings of a user; each number between is as likely.
    interests
        The least and the most genres that a user is interested in.
    test_share
        The share of the ratings of a user that is for the test.
    top, stars
        The top of the rating scale, and whether it has half or only whole stars.
    liked
        The smallest rating of an item that is liked.
    systems, depth, relevance, diversity, redundancy, vary, spread, noise, seed
        The systems, see ``SystemsWorld``.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.RatingsWorld(systems=2, users=20, items=500, seed=1)
    >>> ax.simulate.simulate_ratings(world).runs["system"].unique(maintain_order=True).to_list()
    ['s01', 's02']
    """

    systems: int = 8
    depth: int = 20
    users: int = 200
    items: int = 500
    genres: int = 12
    ratings: tuple[int, int] = (50, 150)
    interests: tuple[int, int] = (3, 6)
    test_share: float = 0.2
    top: int = 5
    stars: Stars = "half"
    liked: float = 4.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._set_whole(1, "users", "items", "genres", "top")
        self._set_range(2, "ratings")
        self._set_range(1, "interests")
        self._set_shares("test_share")
        if not 0 < self.test_share < 1:
            raise UsageError(f"the test share is {self.test_share:g}; it must be above 0 and below 1")
        if self.stars not in get_args(Stars):
            raise UsageError(f"stars cannot be {self.stars!r}; choose one of {', '.join(get_args(Stars))}")
        if isinstance(self.liked, bool) or not isinstance(self.liked, int | float) or not 0 < self.liked <= self.top:
            raise UsageError(f"liked is a rating above 0 and at most {self.top}, the top, not {self.liked!r}")
        self._set("liked", float(self.liked))
        if self.interests[1] > self.genres:
            raise UsageError(f"a user cannot be interested in {self.interests[1]} of {self.genres} genres")
        if self.ratings[1] + self.depth > self.items:
            raise UsageError(
                f"{self.items} items are too few for users who rate {self.ratings[1]} and get lists of {self.depth}"
            )
        if self.users * self.items > MOST_PAIRS:
            raise UsageError(f"{self.users} users of {self.items} items are too many: at most {MOST_PAIRS:,} pairs")


@dataclass(frozen=True, eq=False)
class RatingsCollection:
    """Simulated ratings and recommendations.

    Attributes
    ----------
    world
        What was asked for.
    ratings, train, test
        ``user``, ``item``, ``rating``, ``timestamp`` in seconds: all, and the two parts.
    aspects
        ``item``, ``aspect``: a row for each genre of an item.
    runs
        ``system``, ``query`` (the user), ``item``, ``rank``, ``score``.
    truth
        ``system``, ``true_rank``, from 1, the best, and the levels ``relevance``, ``diversity``, ``redundancy``.

    Examples
    --------
    >>> import axiometer as ax
    >>> made = ax.simulate.simulate_ratings(ax.simulate.RatingsWorld(systems=2, users=20, items=500, seed=1))
    >>> made.train.columns, made.runs.columns
    (['user', 'item', 'rating', 'timestamp'], ['system', 'query', 'item', 'rank', 'score'])
    """

    world: RatingsWorld
    ratings: pl.DataFrame
    train: pl.DataFrame
    test: pl.DataFrame
    aspects: pl.DataFrame
    runs: pl.DataFrame
    truth: pl.DataFrame


def simulate_ratings(world: RatingsWorld) -> RatingsCollection:
    """Simulate ratings and recommendations of which the true order of systems is known.

    Examples
    --------
    >>> simulate_ratings(RatingsWorld(users=20, systems=3, vary=("redundancy",))).truth["redundancy"].to_list()
    [0.0, 0.4, 0.8]
    """
    items = _Items(world)
    users = _Users(world, items)
    ratings = users.ratings()
    train, test = _split(ratings, world)
    shelves = _Shelves(users, _as_matrix(train, world))
    in_lists = listed(Pools(users.n_interests, shelves.size, np.ones(1)), world, np.ones(world.users))
    return RatingsCollection(
        world=world,
        ratings=ratings,
        train=train,
        test=test,
        aspects=items.aspects(),
        runs=runs_frame(world, _ids(world.users), _ids(world.items), shelves.item(in_lists.pool, in_lists.place)),
        truth=world.truth(),
    )


def _ids(n: int) -> pl.Series:
    return pl.Series(np.arange(1, n + 1)).cast(pl.String)


class _Items:
    """Items with their genres, popularity and quality."""

    def __init__(self, world: RatingsWorld) -> None:
        self.world, seed, n = world, world.seed, world.items
        n_genres = 1 + np.searchsorted(np.cumsum(N_GENRES)[:-1], uniform(seed, _N_GENRES, size=(n,)), side="right")
        by_chance = gumbel(uniform(seed, _GENRES, size=(n, world.genres)))
        place = np.argsort(np.argsort(-(by_chance - np.log(np.arange(world.genres) + FLATTENED)), axis=1), axis=1)
        self.has_genre: BoolArray = place < n_genres[:, None]
        place_of_item = np.argsort(np.argsort(uniform(seed, _POPULARITY, size=(n,))))
        self.log_popularity = -np.log(place_of_item + 1.0 + FLATTENED)
        drawn = uniform(seed, _QUALITY, size=(n, 2))
        self.quality = normal(drawn[:, 0], drawn[:, 1])

    def aspects(self) -> pl.DataFrame:
        item, genre = np.nonzero(self.has_genre)
        width = max(2, len(str(self.world.genres)))
        names = "genre" + _ids(self.world.genres).str.zfill(width)
        return pl.DataFrame({schema.ITEM: _ids(self.world.items).gather(item), schema.ASPECT: names.gather(genre)})


class _Users:
    """Users with their interests, and what they think of all items."""

    def __init__(self, world: RatingsWorld, items: _Items) -> None:
        self.world, self.items = world, items
        seed, (fewest, most), each = world.seed, world.interests, (world.users, world.genres)
        drawn = uniform(seed, _INTERESTS, size=(world.users,))
        self.n_interests = fewest + np.floor(drawn * (most - fewest + 1)).astype(np.int64)
        by_chance = gumbel(uniform(seed, _CHOSEN, size=each)) - np.log(np.arange(world.genres) + FLATTENED)
        chosen = np.argsort(np.argsort(-by_chance, axis=1), axis=1) < self.n_interests[:, None]
        weight = np.where(chosen, 1 + uniform(seed, _INTEREST_WEIGHTS, size=each), 0.0)
        self.weight = weight / weight.sum(axis=1, keepdims=True)
        self.liking = self._liking()
        self.rating = self._on_scale(self.liking)
        self.tendency = items.log_popularity + 0.8 * self.liking + gumbel(self.of_pairs(_RATED))

    def of_pairs(self, stream: int) -> FloatArray:
        """Draw a number for each user and item."""
        return uniform(self.world.seed, stream, size=(self.world.users, self.world.items))

    def _liking(self) -> FloatArray:
        genres = self.items.has_genre / self.items.has_genre.sum(axis=1, keepdims=True)
        interest = self.weight @ genres.T
        deviation = interest.std(axis=1, keepdims=True)
        interest = (interest - interest.mean(axis=1, keepdims=True)) / np.where(deviation > 0, deviation, 1.0)
        drawn = uniform(self.world.seed, _LUCK, size=(self.world.users, self.world.items, 2))
        liking: FloatArray = 0.7 * interest + 0.5 * self.items.quality + 0.5 * normal(drawn[..., 0], drawn[..., 1])
        return liking

    def _on_scale(self, liking: FloatArray) -> FloatArray:
        per_star = 2 if self.world.stars == "half" else 1
        steps = np.rint((0.6 + 0.2 * liking) * self.world.top * per_star)
        return np.clip(steps, 1, self.world.top * per_star) / per_star

    def ratings(self) -> pl.DataFrame:
        """Let each user rate some items, one after the other."""
        world, (fewest, most) = self.world, self.world.ratings
        drawn = uniform(world.seed, _N_RATINGS, size=(world.users,))
        n_ratings = fewest + np.floor(drawn * (most - fewest + 1)).astype(np.int64)
        place = np.argsort(np.argsort(-self.tendency, axis=1), axis=1)
        gap = -np.log(1 - uniform(world.seed, _TIME, size=(world.users, most))) * DAY
        time = FIRST_TIME + np.cumsum(np.ceil(gap), axis=1).astype(np.int64)
        user, item = np.nonzero(place < n_ratings[:, None])
        return pl.DataFrame({
            USER: _ids(world.users).gather(user),
            schema.ITEM: _ids(world.items).gather(item),
            RATING: self.rating[user, item],
            TIMESTAMP: time[user, place[user, item]],
        })


def _split(ratings: pl.DataFrame, world: RatingsWorld) -> tuple[pl.DataFrame, pl.DataFrame]:
    ours = {theirs: name for name, theirs in AS_RATINGS.items()}
    train, test = split_ratings(ratings.rename(ours), share=world.test_share, seed=world.seed)
    return train.rename(AS_RATINGS), test.rename(AS_RATINGS)


def _as_matrix(ratings: pl.DataFrame, world: RatingsWorld) -> BoolArray:
    """Tell of each user and item whether there is a rating."""
    is_rated = np.zeros((world.users, world.items), bool)
    user, item = (ratings[name].cast(pl.Int64).to_numpy() - 1 for name in (USER, schema.ITEM))
    is_rated[user, item] = True
    return is_rated


class _Shelves:
    """The items that can be recommended to each user: pool after pool, as ``Pools`` has them, best first."""

    def __init__(self, users: _Users, is_train: BoolArray) -> None:
        world = users.world
        most = world.interests[1]
        others, seen = most, most + 1
        lightest = self._lightest_interest(users)
        is_liked = users.rating >= world.liked
        pool = np.where(is_liked & (lightest >= 0), lightest, others)
        pool[is_train] = seen
        # Items are in random order, so that those of the test are as likely anywhere in a pool. Only items that are
        # liked though of no interest come last: they would be relevant by accident.
        key = users.of_pairs(_ORDER)
        key[is_liked & (lightest < 0)] = -1.0
        best_first = np.argsort(-key, axis=1, kind="stable")
        in_pools = np.argsort(np.take_along_axis(pool, best_first, axis=1), axis=1, kind="stable")
        self.order = np.take_along_axis(best_first, in_pools, axis=1)
        cell = np.arange(world.users)[:, None] * (seen + 1) + pool
        size = np.bincount(cell.ravel(), minlength=world.users * (seen + 1)).reshape(world.users, seen + 1)
        self.start = np.cumsum(size, axis=1) - size
        self.size: IntArray = size[:, :-1]

    @staticmethod
    def _lightest_interest(users: _Users) -> IntArray:
        """Give for each user and item the lightest genre of interest that the item has, from 0, the heaviest, or −1."""
        genre_rank = np.argsort(np.argsort(-users.weight, axis=1, kind="stable"), axis=1)
        lightest = np.full((users.world.users, users.world.items), -1)
        for genre in range(users.world.genres):
            rank = np.where(users.weight[:, genre] > 0, genre_rank[:, genre], -1)
            lightest = np.maximum(lightest, np.where(users.items.has_genre[:, genre], rank[:, None], -1))
        return lightest

    def item(self, pool: IntArray, place: IntArray) -> IntArray:
        """Give the numbers of the items at places in pools: arrays of (users, systems, ranks)."""
        user = np.arange(pool.shape[0])[:, None, None]
        item: IntArray = self.order[user, self.start[user, pool] + place]
        return item
