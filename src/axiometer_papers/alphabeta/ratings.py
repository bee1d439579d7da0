"""Where ratings come from: folders of MovieLens, or a simulated world; split, and put in the ideal order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.alphabeta.ideal_ordering import ideal_orderings
from axiometer_papers.alphabeta.orderings import Orderings
from axiometer_papers.sources import folders_of, packed_or_not, simulated_told
from axiometer_papers.study import Setting

THE_PAPERS: Final = "ml-20m"
SHARE: Final = 0.2
"""Of each user's ratings, so many are the test, as in the paper."""
LAYOUTS: Final = (("ratings.csv", "movies.csv"), ("ratings.dat", "movies.dat"), ("u.data", "u.item"))
"""The files of MovieLens."""
IN_WORLD: Final = {
    "users": "users",
    "items": "items",
    "genres": "genres",
    "ratings": "ratings of a user",
    "interests": "genres of interest to a user",
    "top": "top of the scale",
    "stars": "stars",
    "seed": "seed",
}
"""What simulated ratings depend on; the rest of a world is about systems."""


@dataclass(frozen=True, eq=False)
class RatingsSource:
    """Ratings, the genres of items, and how the ratings are split.

    Attributes
    ----------
    name
        That of the folder, or ``simulated``.
    told
        What it is, for people.
    files
        What is read.
    load
        Reads or makes all ratings, and the aspects of items, as ``read_ratings`` takes them.
    seed
        That of the split.
    world
        What is simulated; none for real ratings.
    """

    name: str
    told: str
    files: tuple[Path, ...]
    load: Callable[[], tuple[Any, Any]]
    seed: int
    world: ax.simulate.RatingsWorld | None = None

    @property
    def is_simulated(self) -> bool:
        """Whether the ratings are no real ones."""
        return self.world is not None

    @property
    def parameters(self) -> dict[str, Any]:
        """All that the ratings and their split depend on, besides files."""
        world = {} if self.world is None else {"simulated world": _in_words(self.world)}
        return {**world, "share of ratings in test": SHARE, "seed of the split": self.seed}

    @property
    def unlike(self) -> str:
        """The end of a reason: which data these are, where the paper had others."""
        if self.name == THE_PAPERS:
            return ""
        return f" The data are {'simulated ratings' if self.is_simulated else self.name}, not MovieLens 20M."

    @cached_property
    def rated(self) -> Rated:
        """Read and split the ratings, once."""
        ratings, aspects = self.load()
        train, test = ax.split_ratings(ratings, "random", share=SHARE, seed=self.seed)
        return Rated(ax.read_ratings(train, test, aspects))


@dataclass(frozen=True, eq=False)
class Rated:
    """Ratings of a test part, with the train part and the aspects of items behind them."""

    judgments: ax.Judgments

    @property
    def test(self) -> pl.DataFrame:
        """``query``, ``item``, ``grade`` of the test part."""
        return self.judgments.frame.select("query", "item", "grade")

    @cached_property
    def aspects(self) -> pl.DataFrame:
        """``item``, ``aspect`` of all items."""
        assert self.judgments.catalogue is not None
        return self.judgments.catalogue.aspects

    @cached_property
    def ideal(self) -> Orderings:
        """The test items of each user in the ideal order."""
        return ideal_orderings(self.judgments)

    def blocks(self, most_users: int, size: int, rng: np.random.Generator) -> list[Rated]:
        """Draw some users, or take all if there are no more, and give the ratings of so many at a time."""
        users = self.test["query"].unique().sort()
        chosen = users.gather(np.sort(rng.permutation(len(users))[:most_users]))
        return [self._only(chosen[start : start + size]) for start in range(0, len(chosen), size)]

    def _only(self, users: pl.Series) -> Rated:
        known = self.judgments.catalogue
        assert known is not None
        train, test = (part.filter(pl.col("query").is_in(users.implode())) for part in (known.train, self.test))
        # Items without aspects that these users did not rate are missing then, but they satisfy nobody.
        return Rated(ax.read_ratings(train, test, self.aspects, max_rating=self.judgments.max_grade))

    def counts(self) -> str:
        """Say how much there is."""
        train = self.judgments.catalogue.train.height if self.judgments.catalogue else 0
        test, n_genres = self.test, self.aspects["aspect"].n_unique()
        sizes = test.group_by("query").len()["len"].to_numpy()
        return (
            f"{len(sizes):,} users with ratings in test: {test.height:,} there, {train:,} in train; {n_genres} genres. "
            f"Users have {sizes.min()} to {sizes.max()} ratings in test, half of them at most {np.median(sizes):.0f}."
        )


def ratings_sources(setting: Setting, world: ax.simulate.RatingsWorld) -> list[RatingsSource]:
    """Find the folders of MovieLens, known by their files of ratings and movies, or simulate a world."""
    found = [_of_folder(folder, files, setting) for folder in folders_of(setting) if (files := _files(folder))]
    return found or [_simulated(setting, world)]


def _files(folder: Path) -> tuple[Path, ...]:
    for ratings, movies in LAYOUTS:
        paths = packed_or_not(folder, ratings), packed_or_not(folder, movies)
        if paths[0] is not None and paths[1] is not None:
            return paths[0], paths[1]
    return ()


def _of_folder(folder: Path, files: tuple[Path, ...], setting: Setting) -> RatingsSource:
    told = (
        f"{folder.name}: {files[0].name}, {files[1].name}; {SHARE:.0%} of each user's ratings, at random, are the test"
    )
    ratings, movies = files
    return RatingsSource(folder.name, told, files, lambda: (str(ratings), str(movies)), setting.seed)


def _simulated(setting: Setting, world: ax.simulate.RatingsWorld) -> RatingsSource:
    needed = ", or ".join(f"{ratings} and {movies}" for ratings, movies in LAYOUTS)
    size, test = ", ".join(_in_words(world)), f"{SHARE:.0%} of each user's ratings, at random, are the test"
    told = f"{simulated_told(setting, needed)}; {size}; {test}"

    def load() -> tuple[Any, Any]:
        made = ax.simulate.simulate_ratings(world)
        return made.ratings, made.aspects

    return RatingsSource("simulated", told, (), load, setting.seed, world)


def _in_words(world: ax.simulate.RatingsWorld) -> list[str]:
    values = {words: getattr(world, name) for name, words in IN_WORLD.items()}
    return [
        f"{words}: {value[0]} to {value[1]}" if isinstance(value, tuple) else f"{words}: {value}"
        for words, value in values.items()
    ]
