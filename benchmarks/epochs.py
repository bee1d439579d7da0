"""How fast an evaluator measures epoch after epoch of training, against NumPy by hand and against RecTools."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np
import polars as pl
from command import report
from timing import Line, Target, time_in_turns, timed

import axiometer as ax

SEED = 7
N_USERS, N_ITEMS, N_CANDIDATES, N_TESTS, N_TRAIN, N_ASPECTS = 6_040, 3_700, 100, 20, 100, 18
K = 10
ACCURACY = ["nDCG@10", "R@10", "RR@10"]
BEYOND = ["nDCG@10", "alphabeta_nDCG@10", "ILD@10", "Coverage@10"]
LISTS, SCORES = Target(0.010, "s"), Target(1.3)
AGAINST_RECTOOLS, PER_EPOCH = Target(5, is_upper=False), Target(0.150, "s")


@dataclass(frozen=True)
class World:
    """Ratings of users, and what a model says of them: users × items.

    Attributes
    ----------
    test, train, aspects
        The ratings to measure against, those of earlier, and the genres of items.
    scores
        Users × items.
    top
        The numbers of the best items of each user, the best first.
    candidates
        One row for each candidate: user, item and score, in no order.
    """

    test: pl.DataFrame
    train: pl.DataFrame
    aspects: pl.DataFrame
    scores: np.ndarray
    top: np.ndarray
    candidates: pl.DataFrame

    @classmethod
    def drawn(cls) -> World:
        """Draw items that tests and candidates share now and then."""
        rng = np.random.default_rng(SEED)
        users = np.arange(N_USERS)
        scores = rng.random((N_USERS, N_ITEMS))
        some = np.argpartition(rng.random((N_USERS, N_ITEMS)), N_TESTS + N_TRAIN, axis=1)[:, : N_TESTS + N_TRAIN]
        rating = rng.integers(1, 6, some.shape).astype(float)
        test, train = (
            pl.DataFrame({
                "user_id": np.repeat(users, part.shape[1]),
                "item_id": part.ravel(),
                "rating": its.ravel(),
            })
            for part, its in ((some[:, :N_TESTS], rating[:, :N_TESTS]), (some[:, N_TESTS:], rating[:, N_TESTS:]))
        )
        chance = rng.random((N_ITEMS, N_ASPECTS)) < 0.12
        aspects = pl.DataFrame({
            "item_id": np.arange(N_ITEMS),
            "genres": ["|".join(f"genre {at}" for at in np.flatnonzero(row)) or "none" for row in chance],
        })
        near = np.argpartition(-scores, N_CANDIDATES, axis=1)[:, :N_CANDIDATES]
        candidates = pl.DataFrame({
            "user_id": np.repeat(users, N_CANDIDATES),
            "item_id": near.ravel(),
            "score": np.take_along_axis(scores, near, axis=1).ravel(),
        })
        return cls(test, train, aspects, scores, best(scores), candidates)

    @property
    def top_frame(self) -> pl.DataFrame:
        """The best items as a frame, ranked."""
        users = np.repeat(np.arange(N_USERS), K)
        rank = np.tile(np.arange(1, K + 1), N_USERS)
        return pl.DataFrame({"user_id": users, "item_id": self.top.ravel(), "rank": rank})


def best(scores: np.ndarray) -> np.ndarray:
    """Give the best columns of each row, the best first, as NumPy does it."""
    top = np.argpartition(-scores, K, axis=1)[:, :K]
    order = np.argsort(-np.take_along_axis(scores, top, axis=1), axis=1)
    return np.take_along_axis(top, order, axis=1)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=7, metavar="N", help="how often to time each call (7)")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args()
    world = World.drawn()
    judgments = ax.read_ratings(None, world.test, max_rating=5)
    lines = [
        Line(f"{N_USERS:,} users, {N_ITEMS:,} items, {N_TESTS} test items each: {', '.join(ACCURACY)}"),
        *accuracy_lines(world, judgments, options.repeat),
        Line(f"The same with {N_TRAIN} earlier ratings each and genres: {', '.join(BEYOND)}"),
        *beyond_lines(world, options.repeat),
    ]
    report(lines, ["rectools"] if find_spec("rectools") else [], options)


def accuracy_lines(world: World, judgments: ax.Judgments, repeat: int) -> list[Line]:
    """Measure the ways into an evaluator, and what does the same without one."""
    evaluator = ax.Evaluator(judgments, ACCURACY, profile="trec_eval")
    limit = f"NumPy, argpartition and sort of the best {K} of all scores: the limit"
    once, kept = "evaluate once, from a frame of all candidates", "Evaluator.evaluate, the same frame"
    lists, scores = f"Evaluator.evaluate_lists, the best {K}", "Evaluator.evaluate_scores, all scores"
    tied = "Evaluator.evaluate_scores, nearly all of them 0"
    few = np.where(world.scores < 0.998, 0.0, world.scores)
    calls: dict[str, Any] = {
        limit: lambda: best(world.scores),
        scores: lambda: evaluator.evaluate_scores(world.scores),
        tied: lambda: evaluator.evaluate_scores(few),
        once: lambda: ax.evaluate(judgments, world.candidates, ACCURACY, profile="trec_eval"),
        kept: lambda: evaluator.evaluate(world.candidates),
        lists: lambda: evaluator.evaluate_lists(world.top),
    }
    means = [calls[name]().mean()["value"].to_list() for name in (scores, once, kept, lists)]
    if any(each != means[0] for each in means):
        raise AssertionError(f"the ways in do not agree: {means}")
    theirs = "RecTools, calc_metrics, the best as a pandas frame"
    if find_spec("rectools"):
        calls[theirs] = rectools_call(world)
        agree(calls[theirs](), means[0])
    timings = time_in_turns(calls, repeat)
    targets = {scores: SCORES, lists: LISTS}
    whole = timings[limit].fastest
    lines = [timed(name, timing, timing.fastest / whole, targets.get(name)) for name, timing in timings.items()]
    if theirs not in timings:
        return [*lines, Line("RecTools is not installed: skipped (beside NumPy 2 it needs Python 3.13)")]
    ratio = timings[theirs].fastest / timings[lists].fastest
    return [*lines, timed("RecTools over evaluate_lists", timings[theirs], ratio, AGAINST_RECTOOLS)]


def rectools_call(world: World) -> Any:
    """Give a call that measures the same with RecTools."""
    import pandas as pd
    from rectools.metrics import MRR, NDCG, Recall, calc_metrics

    metrics = {"nDCG@10": NDCG(k=K), "R@10": Recall(k=K), "RR@10": MRR(k=K)}
    shown, rated = (pd.DataFrame({**each.to_dict(as_series=False)}) for each in (world.top_frame, world.test))
    return lambda: calc_metrics(metrics, reco=shown, interactions=rated)


def agree(theirs: dict[str, float], ours: list[float]) -> None:
    """Hold their recall and reciprocal rank against ours; their nDCG fills every rank of the ideal list."""
    for name, value in list(zip(ACCURACY, ours, strict=True))[1:]:
        if not np.isclose(theirs[name], value, rtol=0, atol=1e-12):
            raise AssertionError(f"RecTools and axiometer do not agree: {name} {theirs[name]} and {value}")


def beyond_lines(world: World, repeat: int) -> list[Line]:
    """Measure accuracy and diversity together, training items left out."""
    judgments = ax.read_ratings(world.train, world.test, world.aspects, max_rating=5)
    evaluator = ax.Evaluator(judgments, BEYOND)
    calls: dict[str, Any] = {
        "evaluate once, from a frame of all candidates": lambda: ax.evaluate(judgments, world.candidates, BEYOND),
        "Evaluator.evaluate, the same frame": lambda: evaluator.evaluate(world.candidates),
        "Evaluator.evaluate_lists": lambda: evaluator.evaluate_lists(world.top),
        'Evaluator.evaluate_scores, exclude="train"': lambda: evaluator.evaluate_scores(world.scores, exclude="train"),
    }
    for call in calls.values():
        call()
    timings = time_in_turns(calls, repeat)
    targets = {"Evaluator.evaluate_lists": PER_EPOCH}
    return [timed(name, timing, None, targets.get(name)) for name, timing in timings.items()]


if __name__ == "__main__":
    main()
