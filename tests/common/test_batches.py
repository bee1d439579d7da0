"""A query has the same values to the last bit, whatever else is measured with it and however tables are sorted.

Only then does an evaluation that takes some queries at a time, on one machine or on many, equal one that takes all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.data.catalogue import Catalogue, all_items
from axiometer.engines.preferences import Compared
from axiometer.engines.requirements import needs_of
from axiometer.measures.base import Measure, values_of
from axiometer.measures.catalogue import preference_catalogue
from axiometer.measures.recsys.alphabeta_ndcg import alphabeta_nDCG
from axiometer.projection import join
from axiometer.projection.join import project
from axiometer.projection.judged import JudgedItems
from axiometer.projection.lists import RankedLists
from axiometer.projection.needs import Needs
from tests.common.collection import configurations, everything_known, small_collection

PROFILE = ax.get_profile("trec_eval", corpus_size=1000)
N_USERS, N_ITEMS, N_ASPECTS = 60, 300, 24


@dataclass(frozen=True, eq=False)
class Batch:
    """Some queries: what is known of them, and the lists of all systems for them."""

    judgments: ax.Judgments
    lists: pl.DataFrame
    systems: tuple[str, ...]

    @classmethod
    def whole(cls, judgments: ax.Judgments, lists: pl.DataFrame) -> Batch:
        """State what a part of the queries would not tell: the top grade, and what users had before."""
        catalogue = judgments.catalogue
        assert catalogue is not None
        had = catalogue.train.group_by("item").len()
        popularity = catalogue.items.to_frame().join(had, on="item", how="left", maintain_order="left")["len"]
        stated = replace(
            catalogue,
            popularity=popularity.fill_null(0).cast(pl.Int64).to_numpy(),
            n_users=catalogue.train["query"].n_unique(),
        )
        top = float(judgments.frame["grade"].max())  # type: ignore[arg-type]
        return cls(
            replace(judgments, max_grade=top, catalogue=stated),
            lists,
            tuple(lists["system"].unique().sort()),
        )

    def part(self, queries: Iterable[str], rng: np.random.Generator) -> Batch:
        """Give the part of these queries, the rows of all tables shuffled."""
        wanted, known, judged = list(queries), self.judgments.catalogue, self.judgments

        def cut(table: Any) -> Any:
            if table is None:
                return None
            kept = table.filter(pl.col("query").is_in(wanted)) if "query" in table.columns else table
            return kept[rng.permutation(kept.height)]

        if known is not None:
            names = ("aspects", "train", "alpha", "beta")
            known = replace(known, **{name: cut(getattr(known, name)) for name in names})
        names = ("frame", "weights", "lengths", "providers")
        less = replace(judged, **{name: cut(getattr(judged, name)) for name in names}, catalogue=known)
        return Batch(less, cut(self.lists), self.systems)

    @cached_property
    def queries(self) -> list[str]:
        return self.judgments.queries

    def ranked(self, needs: Needs) -> RankedLists:
        batch = join.Batch.of(self.lists, JudgedItems.of(self.judgments, needs), self.systems)
        return project(batch, PROFILE).lists

    def measured(self, measures: list[Measure], needs: Needs) -> dict[str, np.ndarray]:
        """Give measures × systems for each query."""
        lists = self.ranked(needs)
        values = np.array([values_of(each, lists) for each in measures]).reshape(len(measures), len(self.systems), -1)
        return {query: values[..., at] for at, query in enumerate(self.queries)}

    def compared(self, compared: list[Compared]) -> dict[str, np.ndarray]:
        """Give preferences × pairs of systems for each query; nan where there is nothing to compare."""
        found = ax.prefer(self.judgments, self.lists.sort("system", maintain_order=True), compared, profile=PROFILE)
        assert found.systems == self.systems
        values = np.array([np.where(found.is_compared(name), found.values(name), np.nan) for name in found.names])
        return {query: values[..., at] for at, query in enumerate(found.queries)}


def small() -> Batch:
    """Give nine queries, two of them without a list, in all the ways that measures have trouble with."""
    run, judgments = small_collection()
    rows = [("one", query, item, score) for query, ranking in run.items() for item, score in ranking.items()]
    lists = pl.DataFrame(rows, schema=["system", "query", "item", "score"], orient="row")
    return Batch.whole(everything_known(judgments), lists)


def large(*, are_aspects_judged: bool) -> Batch:
    """Give sixty users with up to forty ratings, and weights that no sum of doubles gets right.

    The aspects are those that users judged, with weights and types; or those that items have, whose weights are what
    the users' ratings say.
    """
    rng = np.random.default_rng(7)
    users, items = [f"u{n}" for n in range(N_USERS)], np.array([f"item{n}" for n in range(N_ITEMS)])
    # Some users rated one item only, and some none before.
    rated = {user: rng.permutation(N_ITEMS)[: 1 + (11 * n) % 40] for n, user in enumerate(users)}
    before = {user: rng.permutation(N_ITEMS)[: (7 * n) % 30] for n, user in enumerate(users)}
    grades = np.array([-1, 0, 0.1, 0.7 / 3, 1, 1, 2, 3.3, 5])
    aspects = pl.DataFrame(
        [(item, f"{a}") for item in items for a in rng.permutation(N_ASPECTS)[: rng.integers(0, 7)]],
        schema=["item", "aspect"],
        orient="row",
    )

    def rows_of(chosen: dict[str, np.ndarray], n_aspects: int) -> pl.DataFrame:
        return pl.DataFrame(
            [
                (user, f"{aspect}", items[n], float(rng.choice(grades)))
                for user, numbers in chosen.items()
                for n in numbers
                for aspect in (1 + rng.permutation(n_aspects)[: 1 + n % 6] if n_aspects else "0")
            ],
            schema=["query", "aspect", "item", "grade"],
            orient="row",
        )

    weights = pl.DataFrame(
        [
            (user, f"{a}", share, "nav" if a % 3 else "inf")
            for user in users
            for a, share in enumerate(rng.dirichlet(np.ones(18)), 1)
        ],
        schema=["query", "aspect", "weight", "type"],
        orient="row",
    )
    frame = rows_of(rated, 18 if are_aspects_judged else 0)
    judgments = ax.Judgments(
        frame,
        weights=weights.join(frame, on=["query", "aspect"], how="semi") if are_aspects_judged else None,
        lengths=pl.DataFrame({
            "item": items,
            "characters": rng.random(N_ITEMS) * 9e3,
            "words": rng.random(N_ITEMS) * 1e3,
        }),
        providers=pl.DataFrame({"item": items, "provider": ["xyzabcd"[n % 7] for n in range(N_ITEMS)]}),
        catalogue=Catalogue(
            items=all_items(pl.Series(items)),
            aspects=aspects,
            train=rows_of(before, 0).drop("aspect"),
            alpha=pl.DataFrame({"item": items, "alpha": rng.random(N_ITEMS) / 10}),
            beta=pl.DataFrame({"query": users, "beta": rng.random(N_USERS)}),
        ),
    )
    # Every second score is one of a few, so that items tie.
    lists = pl.DataFrame(
        [
            (system, user, item, float(score if score % 2 else score % 10))
            for system in ("one", "two", "three")
            for user in users
            for score, item in enumerate(rng.permutation(items)[: rng.integers(1, 60)])
        ],
        schema=["system", "query", "item", "score"],
        orient="row",
    )
    return Batch.whole(judgments, lists)


def assert_part_of(whole: dict[str, np.ndarray], part: dict[str, np.ndarray], names: Iterable[object]) -> None:
    found, expected = (np.stack([each[query] for query in part], axis=-1) for each in (part, whole))
    for name, value, its_value in zip(names, found, expected, strict=True):
        np.testing.assert_array_equal(value, its_value, err_msg=f"{name} of {', '.join(part)}", strict=True)


def needed(measures: list[Measure], batch: Batch) -> Needs:
    return needs_of(measures, batch.judgments, PROFILE)


def for_many_items(measures: list[Measure]) -> list[Measure]:
    """Leave out the users who want any set of items, and cut off the ideal lists that would hold all items."""
    fewer = [each for each in measures if getattr(each, "users", None) != "all"]
    is_long = [isinstance(each, alphabeta_nDCG) and each.cutoff is None for each in fewer]
    return [each @ 25 if is_too_long else each for each, is_too_long in zip(fewer, is_long, strict=True)]


def test_each_query_alone_has_the_same_values():
    batch, measures, rng = small(), configurations(), np.random.default_rng(1)
    needs = needed(measures, batch)
    whole = batch.measured(measures, needs)
    assert len(whole) == 9
    for query in whole:
        assert_part_of(whole, batch.part([query], rng).measured(measures, needs), measures)


def assert_parts_have_the_same_values(batch: Batch, measures: list[Measure]) -> None:
    needs, rng = needed(measures, batch), np.random.default_rng(2)
    whole = batch.measured(measures, needs)
    shuffled = rng.permutation(batch.queries)
    for some in (shuffled, shuffled[:1], shuffled[1:3], shuffled[3:20]):
        assert_part_of(whole, batch.part(some, rng).measured(measures, needs), measures)


def test_parts_of_many_queries_have_the_same_values():
    assert_parts_have_the_same_values(large(are_aspects_judged=True), for_many_items(configurations()))


def test_parts_of_queries_whose_aspects_are_those_of_items_have_the_same_values():
    of_aspects = [each for each in configurations() if "aspects" in each.needs and "types" not in each.needs]
    assert_parts_have_the_same_values(large(are_aspects_judged=False), of_aspects)


@pytest.mark.parametrize("are_aspects_needed", [True, False])
def test_parts_of_queries_without_a_catalogue_have_the_same_values(are_aspects_needed):
    batch = large(are_aspects_judged=True)
    batch = replace(batch, judgments=replace(batch.judgments, catalogue=None))
    measures = [
        each
        for each in for_many_items(configurations())
        if not each.needs & {"catalogue", "popularity"} and ("aspects" in each.needs) == are_aspects_needed
    ]
    assert_parts_have_the_same_values(batch, measures)


def test_parts_of_many_queries_are_compared_alike():
    batch, rng = large(are_aspects_judged=True), np.random.default_rng(3)
    examples = [
        kind(**{name: value})
        for kind in preference_catalogue().values()
        for name, each in kind.parameters().items()
        for value in each.metadata["examples"]
    ]
    one_of_each = {type(each): each for each in for_many_items(configurations())[::-1]}
    compared: list[Compared] = [*dict.fromkeys(examples), *one_of_each.values()]
    whole = batch.compared(compared)
    shuffled = rng.permutation(batch.queries)
    for some in (shuffled, shuffled[:3], shuffled[3:20]):
        assert_part_of(whole, batch.part(some, rng).compared(compared), compared)
