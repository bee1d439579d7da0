"""Recommendations are measured against ratings, with what is known of items and of users before."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import log2
from typing import Any

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.measures.parts import catalogue_ideal as candidates
from axiometer.measures.recsys.alphabeta_ndcg import alphabeta_nDCG

TOP = 5
Ratings = Mapping[str, Mapping[str, float]]
Chance = Callable[[str, Any], float]


@dataclass(frozen=True)
class World:
    """Users, their earlier and later ratings, and items with their aspects; and αβ-nDCG in plain Python."""

    test: Ratings
    train: Ratings
    aspects: Mapping[str, Sequence[str]]

    def read(self, **more: Any) -> ax.Judgments:
        return ax.read_ratings(self.train or None, self.test, self.aspects, **{"max_rating": TOP} | more)

    @property
    def items(self) -> list[str]:
        rated = [item for part in (self.test, self.train) for items in part.values() for item in items]
        return sorted({*self.aspects, *rated}, key=str.encode, reverse=True)

    def interest(self, user: str) -> dict[str, float]:
        liked: Counter[str] = Counter()
        for item, rating in (self.train.get(user) or self.test[user]).items():
            liked.update(dict.fromkeys(self.aspects.get(item, ()), rating))
        return {aspect: rating / liked.total() for aspect, rating in liked.items()}

    def value(self, user: str, shown: Sequence[str], cutoff: int, alpha: Chance, beta: Chance) -> float:
        """Give αβ-nDCG, where ``alpha(user, item)`` and ``beta(user, rating)`` are the chances of items."""
        rated = self.test[user]
        chance = {item: beta(user, rated[item]) if item in rated else alpha(user, item) for item in self.items}
        chance |= dict.fromkeys(self.train.get(user, ()), 0.0)

        def gain(item: str, left: Mapping[str, float]) -> float:
            not_one = 1.0
            for aspect in self.aspects.get(item, ()):
                not_one *= 1 - left.get(aspect, 0.0) * chance.get(item, 0.0)
            return 1 - not_one

        def best(waiting: Sequence[str], left: Mapping[str, float]) -> str:
            gains = {item: gain(item, left) for item in waiting}
            return next(item for item in waiting if gains[item] >= max(gains.values()) * (1 - 1e-12))

        def total(choose: Callable[[int, Mapping[str, float]], str], n_ranks: int) -> float:
            left, added = self.interest(user), 0.0
            for rank in range(1, n_ranks + 1):
                item = choose(rank, left)
                added += gain(item, left) / log2(rank + 1)
                its = self.aspects.get(item, ())
                left = {aspect: w * (1 - chance.get(item, 0.0) * (aspect in its)) for aspect, w in left.items()}
            return added

        waiting = [item for item in self.items if item not in self.train.get(user, ())]

        def take(_: int, left: Mapping[str, float]) -> str:
            return waiting.pop(waiting.index(best(waiting, left)))

        ideal = total(take, min(cutoff, len(waiting)))
        return total(lambda rank, _: shown[rank - 1], min(cutoff, len(shown))) / ideal

    def values(self, run: Mapping[str, Sequence[str]], cutoff: int, alpha: Chance, beta: Chance) -> list[float]:
        return [self.value(user, run.get(user, ()), cutoff, alpha, beta) for user in self.test]


def some_world(seed: int, ids: Sequence[str] = tuple(f"i{n}" for n in range(24))) -> World:
    """Draw four users, of whom the last has no train part, and items with up to three aspects."""
    rng = random.Random(seed)
    aspects = {item: rng.sample("VWXYZ", rng.choice((0, 1, 1, 2, 2, 3))) for item in ids}
    test, train = {}, {}
    for user in "stuv":
        drawn = {item: rng.randint(1, 2 * TOP) / 2 for item in rng.sample(ids, 12)}
        test[user] = dict(list(drawn.items())[:6])
        train[user] = dict(list(drawn.items())[6:])
    del train["v"]
    return World(test, train, aspects)


def some_run(world: World, seed: int, depth: int = 10) -> dict[str, list[str]]:
    """Draw a list for each user, with items of the profile and an unknown one among them."""
    rng = random.Random(seed)
    return {user: rng.sample([*world.items, "nobody knows"], depth) for user in world.test}


def usual(alpha: float = 0.005, beta: float = 0.5) -> tuple[Chance, Chance]:
    return lambda *_: alpha, lambda _, rating: beta * rating / TOP


def values_of(run: Any, judgments: Any, measures: Any, **how: Any) -> np.ndarray:
    return ax.evaluate(judgments, run, measures, **how).values[0].T.squeeze()


SMALL = World(
    test={"u": {"a": 5, "b": 2}, "v": {"c": 4}},
    train={"u": {"d": 3, "e": 1}},
    aspects={"a": ["X"], "b": ["X", "Y"], "c": ["Y"], "d": ["X"], "e": ["Y"], "f": [], "g": ["Y"]},
)
AB = "alphabeta_nDCG(alpha=0.1,beta=0.5)@2"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("alpha", "beta"), [(0.005, 0.5), (0.1, 0.9), (0, 1), (1, 1), (1, 0), (0.3, 0.3)])
@pytest.mark.parametrize("cutoff", [1, 5, 40])
def test_plain_python_gives_the_same(seed, alpha, beta, cutoff):
    world = some_world(seed)
    run = some_run(world, seed)
    ours = values_of(run, world.read(), f"alphabeta_nDCG(alpha={alpha},beta={beta})@{cutoff}")
    np.testing.assert_allclose(ours, world.values(run, cutoff, *usual(alpha, beta)), rtol=1e-12)


def test_interest_is_that_of_the_train_part():
    """X has 3 of 4, Y has 1 of 4: a gives ½ · ¾ and is best; then b gives a fifth of what is left of both."""
    first, second = 0.5 * 0.75, 1 - (1 - 0.2 * 0.375) * (1 - 0.2 * 0.25)
    ideal = first + second / log2(3)
    run = {"u": ["a", "b"], "v": []}
    assert values_of(run, SMALL.read(), AB)[0] == pytest.approx(1)
    assert values_of({"u": ["a"]}, SMALL.read(), AB)[0] == pytest.approx(first / ideal)
    assert values_of({"u": ["g"]}, SMALL.read(), AB)[0] == pytest.approx(0.1 * 0.25 / ideal)


def test_interest_is_that_of_the_test_part_where_there_is_no_other():
    """v likes nothing but Y: c gives 0.4, then g, e or b a tenth of the rest."""
    ideal = 0.4 + 0.1 * 0.6 / log2(3)
    measured = ax.evaluate(SMALL.read(), {"v": ["g", "c"]}, AB)
    assert measured.values[0, 1, 0] == pytest.approx((0.1 + 0.4 * 0.9 / log2(3)) / ideal)
    note = "1 user without a train part, whose interest in aspects is that of the test part"
    assert note in map(str, measured.notes)
    assert note not in map(str, ax.evaluate(SMALL.read(), {"v": ["g"]}, "nDCG@2").notes)
    trained = World({"u": {"a": 5}}, SMALL.train, SMALL.aspects).read()
    assert note not in map(str, ax.evaluate(trained, {"u": ["g"]}, AB).notes)


def test_without_any_train_part_all_interests_are_those_of_the_test_part():
    world = World(SMALL.test, {}, SMALL.aspects)
    measured = ax.evaluate(world.read(), {"u": ["b", "g"], "v": ["a", "c"]}, AB)
    expected = world.values({"u": ["b", "g"], "v": ["a", "c"]}, 2, *usual(0.1))
    np.testing.assert_allclose(measured.values[0, :, 0], expected, rtol=1e-12)
    assert any(str(told).startswith("2 users without a train part") for told in measured.notes)


def test_items_of_the_profile_give_nothing_and_are_counted():
    measured = ax.evaluate(SMALL.read(), {"u": ["d", "a", "e"], "v": ["d"]}, "alphabeta_nDCG(alpha=0.1,beta=0.5)@3")
    assert measured.counts["profile_items"].to_list() == [2]
    assert any("2 items in lists that the user had rated before" in told.text for told in measured.notes)
    assert measured.values[0, 0, 0] == pytest.approx(SMALL.value("u", ["d", "a", "e"], 3, *usual(0.1)))
    assert measured.values[0, 0, 0] < values_of({"u": ["a"]}, SMALL.read(), "alphabeta_nDCG(alpha=0.1)@3")[0]


def test_ideal_list_has_no_item_of_the_profile():
    """Of the items of X, only one is not in the profile: the ideal list ends after it."""
    world = World({"u": {"a": 5}}, {"u": {"b": 5, "c": 5}}, {item: ["X"] for item in "abc"})
    assert values_of({"u": ["a"]}, world.read(), "alphabeta_nDCG(alpha=0.5)@3") == pytest.approx(1)


def test_unknown_items_give_nothing_and_are_counted():
    measured = ax.evaluate(SMALL.read(), {"u": ["x", "a", "y"], "v": ["x"]}, AB)
    assert measured.counts["unknown_items"].to_list() == [3]
    assert measured.values[0, 0, 0] == pytest.approx(SMALL.value("u", ["x", "a"], 2, *usual(0.1)))
    assert "3 items in lists that neither ratings nor aspects know" in " ".join(map(str, measured.notes))


def test_measures_of_systems_may_see_lists_in_an_order_of_their_own():
    ratings = ax.read_ratings(None, {"u": {"a": 5, "b": 3}, "v": {"c": 1}})
    lists = {"u": {"a": 1.0, "b": 1.0, "c": 1.0}, "v": {"a": 2.0}}
    plain = ax.get_profile("ratings")
    first = replace(plain, exceptions=((r"CatalogueCoverage.*", {"ties": "item-ascending"}),))
    for profile, share in ((plain, 2 / 3), (first, 1 / 3), (ax.get_profile("ratings", ties="item-ascending"), 1 / 3)):
        found = ax.evaluate(ratings, lists, "CatalogueCoverage@1 RR", profile=profile)
        assert found.to_dict()["run"]["CatalogueCoverage@1"] == share


def test_unknown_items_are_refused_where_that_is_wanted():
    strict = ax.get_profile("ratings", unknown_items="error")
    runs = {"fine": {"u": ["a"]}, "knn": {"u": ["a", "b"], "v": ["a", "x", "y"]}}
    with pytest.raises(ax.InputError, match="knn: found item 'x' for user 'v'; "):
        ax.evaluate(SMALL.read(), runs, AB.replace("@2", "@3"), profile=strict)
    assert ax.evaluate(SMALL.read(), {"u": ["a", "f"]}, AB, profile=strict).counts["unknown_items"].item() == 0


def test_the_unknown_item_that_is_named_is_the_first_of_the_list():
    """Not the first of the file; and lists are looked at down to their end."""
    known = [f"i{n:02}" for n in range(12)]
    world = World({"u": dict.fromkeys(known, 3)}, {}, {item: ["X"] for item in known})
    scores = {"too low to matter": 0.0} | {item: float(n) for n, item in enumerate(known, 1)} | {"first": 99.0}
    strict = ax.get_profile("ratings", unknown_items="error")
    with pytest.raises(ax.InputError, match="found item 'first' for user 'u'; "):
        ax.evaluate(world.read(), {"u": scores}, "nDCG@5", profile=strict)
    del scores["first"]
    with pytest.raises(ax.InputError, match="found item 'too low to matter' for user 'u';"):
        ax.evaluate(world.read(), {"u": scores}, "nDCG@5", profile=strict)
    del scores["too low to matter"]
    assert ax.evaluate(world.read(), {"u": scores}, "nDCG@5", profile=strict).values.item() == 1


def test_unknown_items_are_refused_also_where_only_ratings_are_known():
    strict = ax.get_profile("ratings", unknown_items="error")
    with pytest.raises(ax.InputError, match="found item 'x' for user 'u'"):
        ax.evaluate(ax.read_ratings(None, SMALL.test), {"u": ["x", "a"]}, "nDCG@5", profile=strict)


def test_items_without_aspects_are_told():
    told = ax.evaluate(SMALL.read(), {"u": ["a"]}, "nDCG@2").noted
    assert [*map(str, told)] == ["1 item without aspects, of 7 in the catalogue"]
    rated_only = World({"u": {"a": 5, "not described": 3}}, {}, {"a": ["X"]})
    (only,) = ax.evaluate(rated_only.read(), {"u": ["a"]}, "nDCG@2").notes
    assert str(only) == "1 item without aspects, of 2 in the catalogue"


def test_users_without_recommendations_count_as_0():
    measured = ax.evaluate(SMALL.read(), {"u": ["a", "b"]}, AB)
    assert measured.values[0, :, 0] == pytest.approx([1, 0])
    assert measured.mean().select("value", "users", "undefined").row(0) == pytest.approx((0.5, 2, 0))


def test_users_without_test_items_are_ignored_unless_all_of_the_run_count():
    run = {"u": ["a", "b"], "w": ["a"]}
    for queries, expected in {"judged": (0.5, 2, 0), "run": (0.5, 2, 1), "either": (1 / 3, 3, 1)}.items():
        profile = ax.get_profile("ratings", queries=queries, undefined="zero")
        measured = ax.evaluate(SMALL.read(), run, AB, profile=profile)
        assert measured.counts["run_only"].to_list() == [1]
        assert measured.mean().select("value", "users", "undefined").row(0) == pytest.approx(expected), queries


def test_users_who_like_nothing_have_no_value():
    world = World({"u": {"a": 5}, "v": {"f": 5}}, {"u": {"b": 0}}, SMALL.aspects)
    measured = ax.evaluate(world.read(), {"u": ["a"], "v": ["a"]}, AB)
    assert np.isnan(measured.values).all()
    assert measured.mean()["undefined"].to_list() == [2]


WEIGHTED = "EU@5 RBU@5 RBU(p=0.5,e=0)@3 ERR_IA@5 AP_IA nDCG_IA@5 P_IA(rel=2)@5 D_nDCG@5 RBP_IA@5"
UNWEIGHTED = "alpha_nDCG@5 alpha_DCG@5 NRBP nNRBP S_Recall@5 S_RR"


@pytest.mark.parametrize("seed", range(3))
def test_interests_are_the_weights_of_aspects(seed):
    """The same evaluation, with a judgment for each aspect of a rated item and with the interests as weights."""
    world = some_world(seed)
    run = some_run(world, seed)
    described = {
        user: {
            item: dict.fromkeys(world.aspects[item], rating) for item, rating in rated.items() if world.aspects[item]
        }
        for user, rated in world.test.items()
    }
    every = dict.fromkeys("VWXYZ", 0.0)
    weights = {user: every | world.interest(user) for user in world.test}
    judged = ax.read_judgments(described, weights=weights)
    profile = ax.get_profile("ratings", max_grade=TOP)
    names = f"{WEIGHTED} {UNWEIGHTED}"
    ours = ax.evaluate(world.read(), run, names).values
    np.testing.assert_allclose(ours, ax.evaluate(judged, run, names, profile=profile).values, rtol=1e-12)


def test_weights_may_be_given_instead_of_interests():
    world = World({"u": {"a": 5, "b": 5}}, {}, {"a": ["X"], "b": ["Y"]})
    weighted = ax.read_judgments(world.read(), weights={"u": {"X": 0.9, "Y": 0.1}})
    assert values_of({"u": ["b"]}, weighted, "P_IA@1") == pytest.approx(0.1)
    assert values_of({"u": ["b"]}, world.read(), "P_IA@1") == pytest.approx(0.5)


def table_of(chances: Mapping[tuple[Any, ...], float], keys: Sequence[str], name: str) -> pl.DataFrame:
    rows = [(*key, chance) for key, chance in chances.items()]
    return pl.DataFrame(rows, schema=[*keys, name], orient="row")


def some_chances(world: World, keys: Sequence[str], seed: int) -> dict[tuple[Any, ...], float]:
    rng = random.Random(seed)
    ratings = sorted({float(rating) for rated in world.test.values() for rating in rated.values()})
    every = {"user": list(world.test), "item": world.items, "rating": ratings}
    return {key: rng.choice((0.0, 0.1, 0.1, 0.25, rng.random())) for key in product(*(every[name] for name in keys))}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("keys", [("item",), ("user",), ("user", "item")], ids=" and ".join)
@pytest.mark.parametrize("cutoff", [3, 40])
def test_alpha_of_a_table(keys, seed, cutoff):
    world = some_world(seed)
    chances = some_chances(world, keys, seed)
    run = some_run(world, seed)

    def alpha(user: str, item: str) -> float:
        return chances[tuple({"user": user, "item": item}[key] for key in keys)]

    judgments = world.read(alpha=table_of(chances, keys, "alpha"))
    ours = values_of(run, judgments, f"alphabeta_nDCG(alpha=given,beta=0.4)@{cutoff}")
    np.testing.assert_allclose(ours, world.values(run, cutoff, alpha, usual(beta=0.4)[1]), rtol=1e-12)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("keys", [("user",), ("rating",), ("user", "rating")], ids=" and ".join)
def test_beta_of_a_table(keys, seed):
    """By user alone, it is the chance of an item with the top rating; otherwise that of the rating it stands for."""
    world = some_world(seed)
    chances = some_chances(world, keys, seed)
    run = some_run(world, seed)

    def beta(user: str, rating: float) -> float:
        chance = chances[tuple({"user": user, "rating": float(rating)}[key] for key in keys)]
        return chance if "rating" in keys else chance * rating / TOP

    judgments = world.read(beta=table_of(chances, keys, "beta"))
    ours = values_of(run, judgments, "alphabeta_nDCG(alpha=0.02,beta=given)@8")
    np.testing.assert_allclose(ours, world.values(run, 8, usual(0.02)[0], beta), rtol=1e-12)


def test_both_tables_at_once():
    world = some_world(9)
    run = some_run(world, 9)
    by_pair, by_rating = some_chances(world, ("user", "item"), 1), some_chances(world, ("user", "rating"), 2)
    judgments = world.read(
        alpha=table_of(by_pair, ("user", "item"), "alpha"), beta=table_of(by_rating, ("user", "rating"), "beta")
    )
    expected = world.values(run, 6, lambda *pair: by_pair[pair], lambda *pair: by_rating[pair])
    np.testing.assert_allclose(
        values_of(run, judgments, "alphabeta_nDCG(alpha=given,beta=given)@6"), expected, rtol=1e-12
    )


def test_tables_may_say_more_than_is_asked():
    world = some_world(3)
    chances = some_chances(world, ("user", "item"), 3)
    more = {**chances, ("nobody", "i0"): 0.5, ("s", "nothing"): 0.5}
    ours, same = (
        values_of(some_run(world, 3), world.read(alpha=table_of(each, ("user", "item"), "alpha")), AB_GIVEN)
        for each in (chances, more)
    )
    np.testing.assert_array_equal(ours, same)


AB_GIVEN = "alphabeta_nDCG(alpha=given,beta=0.5)@5"
RATED = {(rating,): 0.5 for rating in (2, 4)}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"alpha": ("item", {("a",): 0.5})}, r"alpha: found no alpha for 6 items, such as 'g'; .* every item"),
        ({"alpha": ("user", {("u",): 0.5})}, r"alpha: found no alpha for 1 user, such as 'v'; .* every user"),
        (
            {"alpha": ("user", "item", {("u", "f"): 0.5, ("u", "c"): 0.5, ("v", "a"): 0.5})},
            r"alpha: found an alpha for 2 of the 3 items that user 'u' did not rate; .* every item that could be",
        ),
        ({"beta": ("user", {("v",): 0.5})}, r"beta: found no beta for 1 user, such as 'u'; .* every user"),
        ({"beta": ("rating", RATED)}, r"beta: found no beta for the rating 5; expected one for every rating"),
        (
            {"beta": ("user", "rating", {("u", 5): 0.5, ("u", 2): 0.1, ("v", 5): 0.1})},
            r"beta: found no beta for the rating 4 of user 'v'",
        ),
        ({}, r"no table of alpha; expected numbers from 0 to 1, which alphabeta_nDCG\(alpha='given'.* needs \(--alpha"),
    ],
)
def test_what_tables_lack_is_told(given, message):
    read = {name: table_of(table, keys, name) for name, (*keys, table) in given.items()}
    beta = "given" if "beta" in given else "0.5"
    alpha = "0.1" if "beta" in given else "given"
    with pytest.raises(ax.InputError, match=message):
        ax.evaluate(SMALL.read(**read), {"u": ["a"]}, f"alphabeta_nDCG(alpha={alpha},beta={beta})@5")


def test_table_of_beta_is_asked_for():
    with pytest.raises(ax.InputError, match=r"no table of beta; .*\(--beta-table, or read_ratings\(…, beta=…\)\)"):
        ax.evaluate(SMALL.read(), {"u": ["a"]}, "alphabeta_nDCG(beta=given)@5")


@pytest.mark.parametrize("name", ["alpha", "beta"])
@pytest.mark.parametrize("wrong", [-0.1, 1.5, float("nan"), "high", True])
def test_chances_are_from_0_to_1(name, wrong):
    with pytest.raises(ax.UsageError, match=f"{name} must be a number from 0 to 1, or given for those of a table"):
        alphabeta_nDCG(**{name: wrong})


@pytest.mark.parametrize("name", ["alpha", "beta"])
@pytest.mark.parametrize("wrong", [-0.1, 1.5, float("nan")])
def test_chances_of_tables_are_from_0_to_1(name, wrong):
    table = table_of({("u",): 0.5, ("v",): wrong}, ["user"], name)
    with pytest.raises(
        ax.InputError, match=rf"{name}: found .* in the column '{name}', row 2; expected a number from 0"
    ):
        SMALL.read(**{name: table})


def test_top_of_the_scale():
    """By default it is the largest rating of both parts."""
    world = World({"u": {"a": 2, "b": 1}}, {"u": {"c": 4}}, {"a": ["X"], "b": ["Y"], "c": ["X", "Y"]})
    run = {"u": ["b", "a"]}
    name = "alphabeta_nDCG(alpha=0,beta=1)@1"
    measured = ax.evaluate(world.read(max_rating=None), run, [name, "RBU(p=1,e=0)@1"])
    stated = ax.evaluate(world.read(max_rating=8), run, [name, "RBU(p=1,e=0)@1"])
    assert measured.values.ravel() == pytest.approx([0.5, 0.5 * 1 / 4])
    assert stated.values.ravel() == pytest.approx([0.5, 0.5 * 1 / 8])
    same = ax.evaluate(world.read(max_rating=None), run, [name, "RBU(p=1,e=0)@1"], profile=of_top(8))
    np.testing.assert_array_equal(same.values, stated.values)
    with pytest.raises(ax.InputError, match="the rating 4, row 1; expected a rating of at most 3"):
        world.read(max_rating=3)


def of_top(grade: float) -> ax.Profile:
    return ax.get_profile("ratings", max_grade=grade)


ALL = (
    *("alphabeta_nDCG@3", "alphabeta_nDCG(alpha=0.1,beta=1)@12", "alphabeta_nDCG", "nDCG@2", "P(rel=4)@1", "AP", "RR"),
    *(
        "RBU@4",
        "EU",
        "alpha_nDCG@7",
        "S_Recall@1",
        "ILD@3",
        "ILD",
        "AspectEntropy@2",
        "EPC@15",
        "EFD@2",
        "ARP",
        "ARP@1",
    ),
    *("CatalogueCoverage@2", "ExposureGini", "Judged@5", "R@20", "Bpref", "Rprec"),
)


def test_several_measures_in_one_call_have_the_same_values_as_alone():
    world = some_world(1)
    run = some_run(world, 1, depth=20)
    together = ax.evaluate(world.read(), run, ALL).table()
    for name in ALL:
        alone = ax.evaluate(world.read(), run, name).table()
        assert together[alone.columns[1]].equals(alone.to_series(1)), name


def test_depth_of_the_profile():
    world = some_world(2)
    run = some_run(world, 2)
    cut = {user: items[:4] for user, items in run.items()}
    shallow, short = (
        ax.evaluate(world.read(), run, ALL, profile=ax.get_profile("ratings", depth=4)),
        ax.evaluate(world.read(), cut, ALL),
    )
    np.testing.assert_array_equal(shallow.values, short.values)
    np.testing.assert_array_equal(shallow.system_values, short.system_values)
    assert shallow.counts.equals(short.counts)


def test_systems_of_one_file_and_of_several(tmp_path):
    world = some_world(4)
    runs = {name: some_run(world, seed) for seed, name in enumerate(("knn", "mf", "pop"))}
    del runs["mf"]["u"]
    lines = {
        name: [
            f"{user} Q0 {item.replace(' ', '_')} {n} {-n} {name}" for user in run for n, item in enumerate(run[user])
        ]
        for name, run in runs.items()
    }
    for name, its in lines.items():
        (tmp_path / f"{name}.run").write_text("\n".join(its))
    every = [line for its in lines.values() for line in its]
    random.Random(0).shuffle(every)
    (tmp_path / "all.txt").write_text("\n".join(every))
    several = ax.evaluate(world.read(), ax.read_runs(str(tmp_path / "*.run")), ALL)
    one = ax.evaluate(world.read(), ax.read_runs(tmp_path / "all.txt"), ALL)
    for name in runs:
        np.testing.assert_array_equal(one[name].values, several[name].values)
        np.testing.assert_array_equal(one[name].system_values, several[name].system_values)
        assert one[name].counts.equals(several[name].counts)
    np.testing.assert_array_equal(ax.evaluate(world.read(), runs, ALL, jobs=3).values, several.values)


def rows_of(ratings: Ratings) -> pl.DataFrame:
    rows = [(user, item, float(rating)) for user, rated in ratings.items() for item, rating in rated.items()]
    return pl.DataFrame(rows, schema=["user", "item", "rating"], orient="row")


@pytest.mark.parametrize("seed", range(5))
def test_order_of_rows_does_not_matter(seed):
    world, rng = some_world(seed), random.Random(seed)
    run = pl.DataFrame(
        [(user, item, -float(n)) for user, items in some_run(world, seed).items() for n, item in enumerate(items)],
        schema=["user", "item", "score"],
        orient="row",
    )
    aspects = pl.DataFrame(
        [(item, aspect) for item, its in world.aspects.items() for aspect in its],
        schema=["item", "aspect"],
        orient="row",
    )
    tables = (run, rows_of(world.test), rows_of(world.train), aspects)
    shuffled = (table[rng.sample(range(table.height), table.height)] for table in tables)
    expected, found = (
        ax.evaluate(ax.read_ratings(train, test, described), lists, ALL)
        for lists, test, train, described in (tables, shuffled)
    )
    order = [found.queries.index(user) for user in expected.queries]
    np.testing.assert_array_equal(found.values[:, order], expected.values)
    np.testing.assert_array_equal(found.system_values, expected.system_values)


@pytest.mark.parametrize("most", [1, 64])
@pytest.mark.parametrize("alpha", ["0.1", "given"])
def test_blocks_change_nothing(monkeypatch, most, alpha):
    world = some_world(6)
    table = table_of(some_chances(world, ["item"], 6), ["item"], "alpha")
    run, names = some_run(world, 6), [f"alphabeta_nDCG(alpha={alpha},beta=0.5)@{k}" for k in (1, 5, 30)]
    at_once = values_of(run, world.read(alpha=table), names)
    for module in ("satisfaction", "catalogue_ideal"):
        monkeypatch.setattr(f"axiometer.measures.parts.{module}.MOST_CELLS", most)
    np.testing.assert_array_equal(values_of(run, world.read(alpha=table), names), at_once)


EXOTIC = ("9", "10", "010", "Ärger", "zebra", "Z", "ß", "日本", "本", "🎬", "a b", "é", "e\u0301", "-1", "١", "i", "I")


@pytest.mark.parametrize("seed", range(6))
def test_ties_go_to_the_greatest_id_in_bytes(seed):
    """Ties move the ideal list: greedy then goes on with other items."""
    world = some_world(seed, EXOTIC)
    run = some_run(world, seed)
    ours = values_of(run, world.read(), "alphabeta_nDCG(alpha=0.2,beta=0.2)@9")
    np.testing.assert_allclose(ours, world.values(run, 9, *usual(0.2, 0.2)), rtol=1e-12)


def test_ties_by_hand():
    """Both unrated items give a tenth of X first. After '9', which is Y's too, the second one gives less of Y."""
    shared = {"10": ["X", "Y"], "9": ["X", "Z"], "y": ["Y"]}
    world = World({"u": {"y": 5}}, {"u": {"t": 2}}, {**shared, "t": ["X", "Y", "Z"]})
    name = "alphabeta_nDCG(alpha=0.1,beta=0)@1"
    assert values_of({"u": ["9"]}, world.read(), name) == values_of({"u": ["10"]}, world.read(), name) == 1


def test_measures_ask_for_what_they_need():
    plain = ax.read_ratings(None, SMALL.test)
    with pytest.raises(ax.InputError, match=r"no aspects of items; .* which alphabeta_nDCG.*@2 needs \(--aspects"):
        ax.evaluate(plain, {"u": ["a"]}, AB)
    with pytest.raises(ax.InputError, match=r"no train part; .* which EPC@2 needs \(--ratings TRAIN TEST"):
        ax.evaluate(plain, {"u": ["a"]}, "EPC@2")
    with pytest.raises(ax.InputError, match=r"judgments without a catalogue of items; .* which CatalogueCoverage"):
        ax.evaluate(SMALL.test, {"u": ["a"]}, "CatalogueCoverage@2")
    with pytest.raises(ax.InputError, match=r"judgments without aspects .* which ERR_IA.*@2 needs"):
        ax.evaluate(plain, {"u": ["a"]}, "ERR_IA@2")


def test_plain_measures_are_the_same_with_and_without_all_that_is_known():
    world = some_world(7)
    run = some_run(world, 7)
    names = "nDCG@5 nDCG AP P(rel=4)@5 RR R@10 RBP Bpref ERR@10"
    expected = values_of(run, world.test, names, profile=of_top(TOP))
    for ratings in (
        world.read(),
        ax.read_ratings(None, world.test, max_rating=TOP),
        ax.read_ratings(world.train, world.test),
    ):
        np.testing.assert_array_equal(values_of(run, ratings, names, profile=of_top(TOP)), expected)


def test_tables_that_nobody_asks_for_need_not_be_complete_and_are_told():
    judgments = ax.read_ratings(
        None, {"u": {"a": 5, "b": 1}}, {"a": ["X"], "b": ["Y"]}, alpha=pl.DataFrame({"item": ["a"], "alpha": [0.5]})
    )
    measured = ax.evaluate(judgments, {"u": ["a"]}, "alphabeta_nDCG(alpha=0.1)@2")
    assert "the table of alpha does not count: no measure says alpha=given" in map(str, measured.notes)
    with pytest.raises(ax.InputError, match="no alpha for 1 item, such as 'b'"):
        ax.evaluate(judgments, {"u": ["a"]}, "alphabeta_nDCG(alpha=given)@2")


def test_unknown_items_cannot_be_refused_without_a_catalogue():
    with pytest.raises(ax.UsageError, match="only where a catalogue of items is known"):
        ax.evaluate({"q": {"a": 1}}, {"q": ["a"]}, "AP", profile=ax.get_profile(unknown_items="error"))


def test_swapped_parts_are_suspected():
    judgments = ax.read_ratings({"u": {"b": 4, "c": 3}}, {"u": {"a": 5}})
    notes = ax.evaluate(judgments, {"u": ["b", "c"]}, "nDCG@5").notes
    assert any(note.text.endswith("in any list; are train and test swapped?") for note in notes)


def test_preferences_with_ratings_look_at_whole_lists_and_tell_of_items():
    judgments = ax.read_ratings({"u": {"a": 1}}, {"u": {"z": 5}}, {"a": ["X"], "z": ["X"]})
    deep = {"early": {"u": [*map(str, range(20)), "z"]}, "late": {"u": ["a", *map(str, range(30)), "z"]}}
    found = ax.prefer(judgments, deep, ["lexirecall", "nDCG@1"])
    assert found.values("lexirecall(rel=0)").item() == 1
    notes = [*map(str, found.notes)]
    assert "late: 1 item in lists that the user had rated before (train)" in notes
    assert any(note.startswith("early: 20 items in lists that neither") for note in notes)


@pytest.mark.parametrize("n_cells", [1, 40, 1 << 18])
@pytest.mark.parametrize("seed", range(12))
def test_ideal_lists_are_those_of_the_equation_however_many_users_are_looked_at_together(monkeypatch, n_cells, seed):
    rng = np.random.default_rng(seed)
    n_items, names = 60, "ABCDE"
    aspects = {f"i{n:02}": [a for a in names if rng.random() < 0.5] for n in range(n_items)}
    items = list(aspects)
    test = {user: {item: float(rng.integers(0, 6)) for item in items[at::9]} for at, user in enumerate("uvw")}
    train = {user: {item: float(rng.integers(1, 6)) for item in items[at + 4 :: 9]} for at, user in enumerate("uvw")}
    world, run = World(test, train, aspects), dict.fromkeys("uvw", items[:8])
    monkeypatch.setattr(candidates, "_CELLS_AT_ONCE", n_cells)
    got = values_of(run, world.read(), "alphabeta_nDCG(alpha=0.1,beta=0.5)@50")
    np.testing.assert_allclose(got, world.values(run, 50, *usual(0.1)), rtol=1e-12)


def test_rated_and_unrated_items_that_tie_are_taken_by_their_ids():
    """With α = β r/r_max all add the same at first; the unrated item, if taken first, leaves less for the others."""
    values = {}
    for unrated in ("z", "a"):
        aspects = {"m": ["A", "B"], "n": ["C", "D"], unrated: ["B", "C"], "seen": ["A", "B", "C", "D"]}
        world = World({"u": {"m": 5, "n": 5}}, {"u": {"seen": 5}}, aspects)
        values[unrated] = values_of({"u": ["m", "n"]}, world.read(), "alphabeta_nDCG(alpha=0.5,beta=0.5)@2").item()
        assert values[unrated] == pytest.approx(world.value("u", ["m", "n"], 2, *usual(0.5)), rel=1e-12)
    assert values["z"] > 1 == values["a"]


def test_sets_that_tie_are_taken_by_the_ids_of_their_items():
    """All three sets add the same at first; taking {B, C}, as its id is the greatest, leaves less for the others."""
    aspects = {"a1": ["A", "B"], "b1": ["C", "D"], "z1": ["B", "C"], "t": ["A", "B", "C", "D"]}
    world = World({"u": {"t": 1}}, {}, aspects)
    got = values_of({"u": ["b1", "a1"]}, world.read(), "alphabeta_nDCG(alpha=1,beta=0)@2")
    np.testing.assert_allclose(got, world.values({"u": ["b1", "a1"]}, 2, lambda *_: 1.0, lambda *_: 0.0), rtol=1e-12)
    assert np.all(got > 1)


def test_large_unsigned_ids_are_not_changed():
    items = pl.Series([2**63 + n for n in (1, 2, 3)], dtype=pl.UInt64)
    run = pl.DataFrame({"query": ["q"] * 3, "item": items, "score": [3.0, 2.0, 1.0]})
    assert ax.evaluate({"q": {str(2**63 + 1): 1}}, run, "RR").values.item() == 1


def test_strict_looks_at_whole_lists_and_one_threshold_holds_for_all():
    judgments = ax.read_ratings({"u": {"b": 1}}, {"u": {"a": 0.5}})
    run = {"u": ["a", *(f"i{n}" for n in range(20))]}
    with pytest.raises(ax.InputError, match="'i0' for user 'u'; "):
        ax.evaluate(judgments, run, "nDCG@1", profile=ax.get_profile("ratings", unknown_items="error"))
    found = ax.evaluate(judgments, run, "P@1 SL3(imputation=optimistic)")
    assert found.values.ravel().tolist() == [1, 0]
    assert str(ax.prefer(judgments, {"s": run, "t": run}).names[0]) == "lexirecall(rel=0)"
