"""The collections of systems' lists: where they are, and what is relevant in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import polars as pl

import axiometer as ax
from axiometer_papers.sources import (
    ADHOC,
    DIVERSITY,
    PACKED,
    RUNS,
    Source,
    aspect_judgments,
    files_in,
    folders_of,
    of_files,
    packed_or_not,
    simulated,
    simulated_told,
)
from axiometer_papers.study import Setting

Task = Literal["retrieval", "recommendation"]
RATED: Final = "test.qrels"
"""The file with the ratings of users, beside the runs of recommenders."""
ALL_RUNS: Final = "runs_"
"""What a file is called that has the runs of many systems: ``runs_top100.run.gz``."""
NEEDED: Final = f"{ADHOC} or {DIVERSITY} and {RUNS}, or {RATED} and *.run"
"""The files of a collection."""
LIKED: Final = 4.0
"""The smallest rating of an item that counts as relevant, as in the paper."""

ONE_GRADE: Final[dict[str, Any]] = {"aspects": (1, 1), "grades": 1}
QUICK: Final[dict[str, dict[str, Any]]] = {
    "simulated-shallow": {"systems": 8, "queries": 25, "depth": 100, "pool_depth": 50, **ONE_GRADE},
    "simulated-deep": {"systems": 8, "queries": 15, "depth": 1500, "pool_depth": 150, **ONE_GRADE},
}
FULL: Final[dict[str, dict[str, Any]]] = {
    "simulated-shallow": {"systems": 40, "queries": 50, "depth": 100, "pool_depth": 50, **ONE_GRADE},
    "simulated-deep": {"systems": 30, "queries": 50, "depth": 2000, "pool_depth": 200, **ONE_GRADE},
}
QUICK_RATINGS: Final[dict[str, Any]] = {"systems": 6, "users": 100, "items": 400, "depth": 100}
FULL_RATINGS: Final[dict[str, Any]] = {"systems": 12, "users": 1000, "items": 1500, "depth": 100}


@dataclass(frozen=True, eq=False)
class Case:
    """A collection, and from which grade on an item is relevant.

    Attributes
    ----------
    source
        Its runs and judgments.
    level
        The smallest grade of a relevant item.
    task
        Search, or recommendation.
    world
        What is simulated, if it is, in words.
    """

    source: Source
    level: float = 1.0
    task: Task = "retrieval"
    world: str = ""

    @property
    def name(self) -> str:
        """That of its folder."""
        return self.source.name

    @property
    def parameters(self) -> dict[str, Any]:
        """Which collection, and what is relevant in it."""
        simulated = {"simulated": self.world} if self.world else {}
        return {"collection": self.name, "task": self.task, "relevant from grade": self.level, **simulated}

    @property
    def told(self) -> str:
        """The same in words."""
        told = f"{self.name} ({self.task}, relevant from grade {self.level:g} on"
        return f"{told}; {self.world})" if self.world else f"{told})"

    def labels_per_query(self) -> float:
        """Count the labels of relevant items; an item that is relevant to several aspects has several."""
        frame = self.source.judgments().frame.filter(pl.col("grade") >= self.level)
        return frame.height / max(frame["query"].n_unique(), 1)

    def judgments(self) -> ax.Judgments:
        """Give binary grades without aspects, of the queries that have a relevant item."""
        return binary(self.source.judgments(), self.level)


def binary(judgments: ax.Judgments, level: float) -> ax.Judgments:
    """Make the best grade of an item for any aspect 1 from a level on, and else 0; drop queries without any 1."""
    plain = judgments.without_aspects().frame
    key = ["query", "aspect", "item"]
    best = plain.group_by(key, maintain_order=True).agg(pl.col("grade").max())
    graded = best.with_columns((pl.col("grade") >= level).cast(pl.Float64))
    kept = graded.filter(pl.col("grade").max().over("query") > 0)
    return ax.Judgments(kept.select(plain.columns), source=judgments.source)


def cases_of(setting: Setting) -> list[Case]:
    """Find all collections, or simulate some."""
    return [*_found(setting)] or [*_simulated(setting)]


def _found(setting: Setting) -> Iterator[Case]:
    for folder in folders_of(setting):
        judged, runs = packed_or_not(folder, ADHOC) or aspect_judgments(folder), files_in(folder / RUNS)
        if judged is not None:
            if runs:
                yield Case(of_files(folder.name, judged, runs))
            for path in files_in(folder, ALL_RUNS):
                name = f"{folder.name}-{path.name.removeprefix(ALL_RUNS).partition('.')[0]}"
                yield Case(replace(of_files(name, judged, [path]), told=f"{name}: {path.name}, {judged.name}"))
        rated, own = packed_or_not(folder, RATED), [path for path in files_in(folder) if _is_run(path)]
        if judged is not None:
            own = [path for path in own if not path.name.startswith(ALL_RUNS)]
        if rated is not None and own:
            name = f"{folder.name}-ratings" if judged is not None and runs else folder.name
            yield Case(of_files(name, rated, own), LIKED, "recommendation")


def _is_run(path: Path) -> bool:
    return any(path.name.endswith(f".run{ending}") for ending in PACKED)


def _simulated(setting: Setting) -> Iterator[Case]:
    for name, world in (QUICK if setting.is_quick else FULL).items():
        yield Case(replace(simulated(setting, NEEDED, **world), name=name), world=_in_words(world))
    given = QUICK_RATINGS if setting.is_quick else FULL_RATINGS
    ratings = ax.simulate.RatingsWorld(seed=setting.seed, **given)
    yield Case(
        Source(
            "simulated-ratings",
            f"{simulated_told(setting, NEEDED)}: {ratings.systems} recommenders, {ratings.users} users, lists of "
            f"{ratings.depth}, seed {ratings.seed}",
            (),
            lambda: ax.Runs.of(_ratings_of(ratings).runs),
            lambda: _test_of(ratings),
            is_simulated=True,
        ),
        LIKED,
        "recommendation",
        _in_words(given),
    )


def _in_words(world: dict[str, Any]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in world.items())


@cache
def _ratings_of(world: ax.simulate.RatingsWorld) -> ax.simulate.RatingsCollection:
    return ax.simulate.simulate_ratings(world)


def _test_of(world: ax.simulate.RatingsWorld) -> ax.Judgments:
    test = _ratings_of(world).test
    return ax.read_judgments(test.select(pl.col("user").alias("query"), "item", pl.col("rating").alias("grade")))
