"""Changed lists are what one gets by changing files: labels, grades, weights and lengths of lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.engines.collection import Collection
from axiometer.engines.prefer import parse_compared, preferred
from axiometer.measures.catalogue import catalogue
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.projection import relabel as changes
from axiometer.projection.lists import RankedLists

QUERIES = [f"q{number}" for number in range(6)]
ITEMS = [f"i{number:02}" for number in range(30)]
ASPECTS = ("a", "b", "c")
TOP = 4
SYSTEMS = ("one", "two", "three")
PROFILE = ax.get_profile("trec_eval", corpus_size=60, max_grade=TOP)
INSIDE = ("nDCG", "AP@5", "ERR", "Q", "U@5", "Bpref", "P(rel=2)@3")
PREFERENCES = ("lexirecall", "lexiprecision", "RPP(rel=2)", "rrlexiprecision")

Grades = dict[str, dict[str, dict[str, float]]]
Runs = dict[str, dict[str, list[str]]]


@dataclass(frozen=True)
class World:
    """Judgments, with grades for aspects or without, and runs."""

    grades: Grades
    runs: Runs
    weights: pl.DataFrame | None

    @classmethod
    def drawn(cls, seed: int, aspects: Sequence[str] = ASPECTS) -> World:
        """Draw a world in which every aspect has an item that nobody finds relevant."""
        rng = np.random.default_rng(seed)
        grades: Grades = {}
        for query in QUERIES:
            judged = rng.choice(ITEMS[:-1], size=14, replace=False)
            grades[query] = {
                str(item): {str(a): int(rng.choice([0, 0, 1, 2, TOP])) for a in _some(rng, aspects)} for item in judged
            }
            grades[query][ITEMS[-1]] = dict.fromkeys(aspects, 0)
            grades[query][ITEMS[0]] = dict.fromkeys(aspects, 2)
        runs = {
            s: {q: [str(i) for i in rng.permutation(ITEMS)[: rng.integers(5, 30)]] for q in QUERIES} for s in SYSTEMS
        }
        return cls(grades, runs, _weights(rng, aspects) if len(aspects) > 1 else None)

    def judgments(self) -> ax.Judgments:
        lengths = {"item": ITEMS, "characters": range(300, 900, 20), "words": range(50, 200, 5)}
        return ax.read_judgments(
            self.grades,
            weights=self.weights,
            lengths=pl.DataFrame({name: list(column) for name, column in lengths.items()}),
            providers={item: ["x", "y", "z"][number % 3 :][:2] for number, item in enumerate(ITEMS)},
        )

    def measures(self) -> list[ax.Measure]:
        """Give all measures of the catalogue that this world has enough for."""
        missing = {"catalogue", "popularity", "items"} | ({"aspects", "types"} if self.weights is None else set())
        kinds = [kind for kind in catalogue().values() if not kind.needs & missing]
        plain = [kind() for kind in kinds if not issubclass(kind, Wrapper)]
        short = [each @ 3 for each in plain if "cutoff" in each.parameters()]
        binary = [replace(each, rel=2) for each in plain if "rel" in each.parameters() and not hasattr(each, "gain")]
        inside = [ax.parse_measure(name) for name in INSIDE]
        wrapped = [kind(each) for kind in kinds if issubclass(kind, Wrapper) for each in inside if _fits(kind, each)]
        return [*plain, *short, *binary, *wrapped]

    def collection(self, profile: ax.Profile = PROFILE) -> Collection:
        return Collection.read(self.judgments(), self.runs, self.measures(), profile=profile)

    def key_of_row(self) -> list[tuple[str, str]]:
        """Give the query and the item of each row of the pool."""
        descending = self.weights is not None
        rows = []
        for query, items in self.grades.items():
            names = sorted(items, reverse=True) if descending else sorted(items, key=lambda i: -max(items[i].values()))
            rows += [(query, item) for item in names]
        return rows


def _some(rng: np.random.Generator, aspects: Sequence[str]) -> list[str]:
    return [str(a) for a in rng.permutation(aspects)[: rng.integers(1, len(aspects) + 1)]]


def _fits(kind: type[Wrapper], inside: ax.Measure) -> bool:
    try:
        kind(inside)
    except ax.UsageError:
        return False
    return True


def _weights(rng: np.random.Generator, aspects: Sequence[str]) -> pl.DataFrame:
    shares = rng.dirichlet(np.ones(len(aspects)), len(QUERIES))
    return pl.DataFrame({
        "query": np.repeat(QUERIES, len(aspects)).tolist(),
        "aspect": [*aspects] * len(QUERIES),
        "weight": shares.ravel(),
        "type": ["inf", "nav", "inf"] * len(QUERIES),
    })


def assert_equal(collection: Collection, world: World, profile: ax.Profile = PROFILE) -> None:
    """Compare what the changed collection gives with what the changed world gives when it is read."""
    found = collection.measured()
    expected = ax.evaluate(world.judgments(), world.runs, found.measures, profile=profile)
    assert found.systems == expected.systems
    assert found.queries == expected.queries
    for number, measure in enumerate(found.measures):
        np.testing.assert_allclose(
            found.values[..., number], expected.values[..., number], rtol=1e-12, atol=1e-14, err_msg=str(measure)
        )


both = pytest.mark.parametrize("aspects", [ASPECTS, ("0",)], ids=["aspects", "no-aspects"])


def test_the_rows_of_a_world_are_known():
    for aspects in (ASPECTS, ("0",)):
        world = World.drawn(1, aspects)
        grade = world.collection().lists_for(world.measures()[0]).pool.grade
        assert grade.tolist() == [max(world.grades[q][i].values()) for q, i in world.key_of_row()]


@both
def test_labels_that_are_taken_away_are_as_if_nobody_had_judged(aspects):
    world = World.drawn(2, aspects)
    rng = np.random.default_rng(3)
    rows = world.key_of_row()
    is_kept = np.array([item in {ITEMS[0], ITEMS[-1]} or rng.random() < 0.6 for _, item in rows])
    changed = world.collection().changed(lambda lists: changes.with_labels(lists, is_kept))
    left = {row for row, stays in zip(rows, is_kept, strict=True) if stays}
    fewer = {q: {i: grade for i, grade in items.items() if (q, i) in left} for q, items in world.grades.items()}
    assert_equal(changed, replace(world, grades=fewer))


def test_labels_can_be_taken_away_one_after_the_other():
    world = World.drawn(4)
    lists = world.collection().lists_for(world.measures()[0])
    first = np.arange(lists.pool.grade.size) % 3 > 0
    second = np.arange(np.count_nonzero(first)) % 2 > 0
    both_at_once = first.copy()
    both_at_once[first] = second
    stepwise = changes.with_labels(changes.with_labels(lists, first), second)
    at_once = changes.with_labels(lists, both_at_once)
    for one, other in zip(_columns(stepwise), _columns(at_once), strict=True):
        np.testing.assert_array_equal(one, other)


def _columns(lists: RankedLists) -> list[Any]:
    aspects, pool = lists.pool.aspects, lists.pool
    assert aspects is not None
    own = [lists.rank, lists.item, lists.grade, lists.segments.offsets, lists.depth]
    return [*own, pool.grade, pool.origin, pool.segments.offsets, aspects.row, aspects.pool.grade, aspects.pool.origin]


def test_grades_of_aspects_are_replaced():
    world = World.drawn(5)
    rng = np.random.default_rng(6)
    other = {
        q: {i: {a: g * rng.random() for a, g in by_aspect.items()} for i, by_aspect in items.items()}
        for q, items in world.grades.items()
    }
    collection = world.collection()
    rows = world.key_of_row()

    def change(lists: RankedLists) -> RankedLists:
        aspects = lists.pool.aspects
        assert aspects is not None
        name = [ASPECTS[at % len(ASPECTS)] for at in aspects.pool.segments.of_row]
        grade = [other[rows[row][0]][rows[row][1]][a] for row, a in zip(aspects.row, name, strict=True)]
        return changes.with_aspect_grades(lists, np.array(grade))

    assert_equal(collection.changed(change), replace(world, grades=other))


def test_grades_are_replaced():
    world = World.drawn(7, ("0",))
    rng = np.random.default_rng(8)
    other = {q: {i: {"0": by["0"] * rng.random()} for i, by in items.items()} for q, items in world.grades.items()}
    grade = np.array([other[q][i]["0"] for q, i in world.key_of_row()])
    changed = world.collection().changed(lambda lists: changes.with_grades(lists, grade))
    assert_equal(changed, replace(world, grades=other))


def test_weights_are_replaced():
    world = World.drawn(9)
    other = _weights(np.random.default_rng(10), ASPECTS)
    weight = other["weight"].to_numpy()
    changed = world.collection().changed(lambda lists: changes.with_weights(lists, weight))
    assert_equal(changed, replace(world, weights=other))


def test_weights_are_given_where_there_were_none():
    world = World.drawn(9)
    other = _weights(np.random.default_rng(10), ASPECTS).drop("type")
    given = {(q, a): weight for q, a, weight in other.rows()}
    # Aspects are in the order of their names.
    names = {q: sorted({a for by_aspect in items.values() for a in by_aspect}) for q, items in world.grades.items()}
    weight = np.array([given[q, a] for q, its_names in names.items() for a in its_names])
    measures = [each for each in world.measures() if "types" not in each.needs]
    plain = Collection.read(replace(world, weights=None).judgments(), world.runs, measures, profile=PROFILE)
    assert_equal(plain.changed(lambda lists: changes.with_weights(lists, weight)), replace(world, weights=other))


@pytest.mark.parametrize("counted", ["relevant", "relevant-unscaled", "all"])
def test_weights_count_as_the_profile_says(counted):
    world, profile = World.drawn(11), replace(PROFILE, counted_aspects=counted)
    other = _weights(np.random.default_rng(12), ASPECTS)
    weight = other["weight"].to_numpy()
    changed = world.collection(profile).changed(lambda lists: changes.with_weights(lists, weight))
    assert_equal(changed, replace(world, weights=other), profile)


@both
@pytest.mark.parametrize("deepest", [None, 8])
def test_lists_are_cut_off(aspects, deepest):
    world, profile = World.drawn(13, aspects), replace(PROFILE, depth=deepest)
    rng = np.random.default_rng(14)
    depth = rng.integers(0, 20, size=len(SYSTEMS) * len(QUERIES))
    depth[:3] = 0, 1, 100
    changed = world.collection(profile).changed(lambda lists: changes.truncated(lists, depth))
    of_list = iter(depth)
    shorter = {s: {q: found[: next(of_list)] for q, found in lists.items()} for s, lists in world.runs.items()}
    answered = {s: {q: found for q, found in lists.items() if found} for s, lists in shorter.items()}
    assert_equal(changed, replace(world, runs=answered), profile)


def test_all_changes_together():
    world, rng = World.drawn(15), np.random.default_rng(16)
    other = _weights(rng, ASPECTS)
    half = {q: {i: {a: g / 2 for a, g in by.items()} for i, by in items.items()} for q, items in world.grades.items()}
    short = {s: {q: found[:6] for q, found in lists.items()} for s, lists in world.runs.items()}
    few = {q: {i: by for i, by in items.items() if i in ITEMS[::2] or i == ITEMS[-1]} for q, items in half.items()}
    is_kept = np.array([item in few[q] for q, item in world.key_of_row()])

    def change(lists: RankedLists) -> RankedLists:
        assert lists.pool.aspects is not None
        lists = changes.with_aspect_grades(lists, lists.pool.aspects.pool.grade / 2)
        lists = changes.truncated(changes.with_labels(lists, is_kept), np.full(len(lists), 6))
        return changes.with_weights(lists, other["weight"].to_numpy())

    assert_equal(world.collection().changed(change), replace(world, grades=few, runs=short, weights=other))


def test_preferences_see_the_changes():
    world = World.drawn(17)
    compared = parse_compared(PREFERENCES)
    is_kept = np.array([item in ITEMS[::2] for _, item in world.key_of_row()])
    few = {q: {i: by for i, by in items.items() if i in ITEMS[::2]} for q, items in world.grades.items()}
    plain = replace(world, weights=None)
    collection = Collection.read(plain.judgments(), plain.runs, compared, profile=PROFILE, with_aspects=True)
    found = preferred(collection.changed(lambda lists: changes.with_labels(lists, is_kept)))
    expected = ax.prefer(replace(plain, grades=few).judgments(), plain.runs, compared, profile=PROFILE)
    for name in found.names:
        np.testing.assert_array_equal(found.values(name), expected.values(name), err_msg=name)


@dataclass(frozen=True)
class Shop:
    """Users with ratings before and now, items with aspects, and recommendations."""

    test: dict[str, dict[str, float]]
    train: dict[str, dict[str, float]]
    aspects: dict[str, list[str]]
    runs: Runs
    chances: dict[str, Any]

    @classmethod
    def drawn(cls, seed: int, **chances: Any) -> Shop:
        rng = np.random.default_rng(seed)
        test, train = {}, {}
        for user in QUERIES:
            items = [str(item) for item in rng.permutation(ITEMS)]
            train[user] = {item: int(rng.integers(1, 6)) for item in items[:5]}
            test[user] = {item: int(rng.integers(0, 6)) for item in items[5:14]} | {items[14]: 5}
        aspects = {item: _some(rng, ASPECTS) if number > 2 else [] for number, item in enumerate(ITEMS)}
        runs = {s: {u: [*map(str, rng.permutation(ITEMS)[:12]), "stranger"] for u in QUERIES} for s in SYSTEMS}
        return cls(test, train, aspects, runs, chances)

    def judgments(self) -> ax.Judgments:
        return ax.read_ratings(self.train, self.test, self.aspects, max_rating=5, **self.chances)

    def measures(self) -> list[ax.Measure]:
        given = [f"alphabeta_nDCG({name}=given)@7" for name in self.chances]
        names = ["alphabeta_nDCG", "alphabeta_nDCG@5", "ILD@5", "EPC@5", "EFD@5", "ARP@5", "AspectEntropy@6"]
        more = ["nDCG", "AP@5", "alpha_nDCG@5", "AP_IA", "EPC(relevance=ratings)@5", "RBU(p=0.9)", "Bpref", "Judged@5"]
        return [ax.parse_measure(name) for name in (*names, *more, *given)]

    def collection(self) -> Collection:
        return Collection.read(self.judgments(), self.runs, self.measures())

    def key_of_row(self) -> list[tuple[str, str]]:
        return [(user, item) for user, rated in self.test.items() for item in sorted(rated, reverse=True)]


def assert_equal_shops(collection: Collection, shop: Shop) -> None:
    found = collection.measured()
    expected = ax.evaluate(shop.judgments(), shop.runs, found.measures)
    for number, measure in enumerate(found.measures):
        np.testing.assert_allclose(
            found.values[..., number], expected.values[..., number], rtol=1e-12, atol=1e-14, err_msg=str(measure)
        )


def table(key: str, name: str, value: Callable[[int], float], ids: Sequence[Any]) -> pl.DataFrame:
    return pl.DataFrame({key: list(ids), name: [value(number) for number in range(len(ids))]})


TABLES = {
    "plain": {},
    "by-item-and-rating": {
        "alpha": table("item", "alpha", lambda number: 0.001 * number, ITEMS),
        "beta": table("rating", "beta", lambda rating: rating / 10, range(6)),
    },
    "by-user": {
        "alpha": table("user", "alpha", lambda number: 0.01 * number, QUERIES),
        "beta": table("user", "beta", lambda number: 0.1 + 0.1 * number, QUERIES),
    },
}


@pytest.mark.parametrize("chances", TABLES.values(), ids=list(TABLES))
def test_ratings_are_taken_away(chances):
    shop, rng = Shop.drawn(21, **chances), np.random.default_rng(22)
    rows = shop.key_of_row()
    is_kept = np.array([shop.test[user][item] == 5 or rng.random() < 0.5 for user, item in rows])
    changed = shop.collection().changed(lambda lists: changes.with_labels(lists, is_kept))
    left = {row for row, stays in zip(rows, is_kept, strict=True) if stays}
    fewer = {u: {i: rating for i, rating in rated.items() if (u, i) in left} for u, rated in shop.test.items()}
    assert_equal_shops(changed, replace(shop, test=fewer))


@pytest.mark.parametrize("name", ["plain", "by-user"])
def test_ratings_are_replaced(name):
    shop, rng = Shop.drawn(23, **TABLES[name]), np.random.default_rng(24)
    other = {u: {i: rating * rng.random() for i, rating in rated.items()} for u, rated in shop.test.items()}
    grade = np.array([other[u][i] for u, i in shop.key_of_row()])
    changed = shop.collection().changed(lambda lists: changes.with_grades(lists, grade))
    assert_equal_shops(changed, replace(shop, test=other))


def test_recommendations_are_cut_off():
    shop = Shop.drawn(25)
    depth = np.arange(len(SYSTEMS) * len(QUERIES)) % 12 + 1
    of_list = iter(depth)
    shorter = {s: {u: found[: next(of_list)] for u, found in lists.items()} for s, lists in shop.runs.items()}
    changed = shop.collection().changed(lambda lists: changes.truncated(lists, depth))
    assert_equal_shops(changed, replace(shop, runs=shorter))


def test_what_was_made_of_the_lists_before_is_forgotten():
    """Ideal lists and views are kept with a pool, and must not be taken for those of another one."""
    world = World.drawn(26)
    collection = world.collection()
    collection.measured()
    other = _weights(np.random.default_rng(27), ASPECTS)
    weighted = collection.changed(lambda lists: changes.with_weights(lists, other["weight"].to_numpy()))
    assert_equal(weighted, replace(world, weights=other))
    assert_equal(collection, world)


def test_a_rating_without_alpha_is_not_taken_away():
    shop = Shop.drawn(28)
    pairs = [(u, i) for u in QUERIES for i in ITEMS if i not in shop.train[u] and i not in shop.test[u]]
    alpha = pl.DataFrame({"user": [u for u, _ in pairs], "item": [i for _, i in pairs], "alpha": 0.01})
    described = replace(shop, chances={"alpha": alpha})
    lists = described.collection().lists_for(described.measures()[-1])
    is_kept = np.arange(lists.pool.grade.size) > 1
    with pytest.raises(ax.UsageError, match="nothing for 2 rated items that would not be rated any more"):
        changes.with_labels(lists, is_kept)


def test_views_of_ratings_cannot_be_changed():
    shop = Shop.drawn(29)
    view = shop.collection().lists_for(shop.measures()[0]).relevant()
    with pytest.raises(ValueError, match="change the lists before their views"):
        changes.with_labels(view, np.ones(view.pool.grade.size, bool))


def test_weights_need_aspects():
    world = World.drawn(30, ("0",))
    with pytest.raises(ValueError, match=r"must declare needs = \{'aspects'\}"):
        changes.with_weights(world.collection().lists_for(world.measures()[0]), np.ones(1))
