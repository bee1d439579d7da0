"""Perturbations make orders worse in one respect, step by step."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import axiometer as ax
from axiometer_papers.alphabeta.ideal_ordering import ideal_orderings
from axiometer_papers.alphabeta.orderings import Orderings
from axiometer_papers.alphabeta.perturbed_orderings import (
    redundant_aspect,
    swapped_aspect,
    swapped_bottom_to_top,
    unchanged_queries,
)

PERTURBATIONS = [swapped_bottom_to_top, redundant_aspect, swapped_aspect]

Ratings = dict[str, dict[str, float]]
Aspects = dict[str, set[str]]

HAND_RATINGS: Ratings = {"u": {"a": 5, "b": 4, "c": 4, "d": 3, "e": 2, "f": 5}}
HAND_ASPECTS: Aspects = {"a": {"Action"}, "b": {"Action"}, "c": {"Comedy"}, "d": {"Action", "Comedy"}, "e": {"Drama"}}
"""The ideal ordering is a c e b d f, from Action, Comedy, Drama, Action, Comedy and nothing."""


def orderings(ratings: Ratings, aspects: Aspects, depth: int | None = None) -> Orderings:
    rows = [(query, item, float(grade)) for query, rated in ratings.items() for item, grade in rated.items()]
    pairs = [(item, aspect) for item, shown in aspects.items() for aspect in shown]
    rated = pl.DataFrame(rows, schema=["query", "item", "grade"], orient="row")
    shown = pl.DataFrame(pairs, schema=["item", "aspect"], orient="row")
    return ideal_orderings(ax.read_ratings(None, rated, shown), depth)


def lists_of(ordered: Orderings) -> dict[str, list[str]]:
    frame = ordered.frame().group_by("query", maintain_order=True).agg(pl.col("item").sort_by("rank"))
    return dict(frame.iter_rows())


def spelt(ordered: Orderings) -> str:
    return "".join(lists_of(ordered)["u"])


class Reference:
    """The perturbations of one list, as one would do them with pencil and paper.

    The list holds all items that were rated; ``size`` of them are shown.
    """

    def __init__(self, items: list[str], taken_from: dict[str, str | None], size: int, rated, aspects: Aspects) -> None:
        self.items, self.taken_from, self.size = items, taken_from, size
        self.rated, self.aspects = rated, aspects

    def sub_rank(self, aspect: str, items: list[str]) -> list[str]:
        shown = [item for item in items if aspect in self.aspects.get(item, set())]
        key = lambda item: (self.rated[item], len(self.aspects[item]), item.encode())  # noqa: E731
        return sorted(shown, key=key, reverse=True)

    def swap(self, items: list[str], first: int, second: int) -> None:
        items[first], items[second] = items[second], items[first]

    def swapped_bottom_to_top(self, n_swaps: int) -> list[str]:
        items = self.items.copy()
        for s in range(1, n_swaps + 1):
            if s < self.size - s + 1:
                self.swap(items, s - 1, self.size - s)
        return items

    def redundant_aspect(self, n_items: int) -> list[str]:
        items = self.items.copy()
        taken_from = [self.taken_from[item] for item in items]
        p = next((p for p in range(1, len(items)) if taken_from[p] != taken_from[p - 1]), len(items))
        current = taken_from[p - 1]
        for place in range(p, p + n_items):
            if current is not None and (left := self.sub_rank(current, items[place:])):
                self.swap(items, place, items.index(left[0]))
        return items

    def swapped_aspect(self, n_steps: int) -> list[str]:
        items = self.items.copy()
        weight: dict[str, float] = {}
        for item in items:
            for aspect in self.aspects.get(item, set()):
                weight[aspect] = weight.get(aspect, 0) + max(self.rated[item], 0)
        preferred = sorted(weight, key=lambda aspect: (-weight[aspect], aspect.encode()))
        others = [aspect for aspect in preferred if aspect not in self.aspects.get(items[0], set())]
        if 0 < n_steps <= len(others):
            self.swap(items, 0, items.index(self.sub_rank(others[n_steps - 1], items)[0]))
        return items


def assert_as_reference(ratings: Ratings, aspects: Aspects, depth: int | None, steps: list[tuple[str, int]]) -> None:
    """Perturb again and again, and compare with the reference after each step."""
    ideal, cut = orderings(ratings, aspects), orderings(ratings, aspects, depth)
    items = lists_of(ideal)
    taken_from = {(query, item): aspect for query, item, _, aspect in ideal.frame().iter_rows()}
    for name, n in steps:
        cut = {each.__name__: each for each in PERTURBATIONS}[name](cut, n)
        for query, rated in ratings.items():
            sources = {item: taken_from[query, item] for item in rated}
            size = min(len(rated), depth or len(rated))
            items[query] = getattr(Reference(items[query], sources, size, rated, aspects), name)(n)
        assert lists_of(cut) == {query: whole[:depth] for query, whole in items.items()}
        assert lists_of(replace(cut, depth=None)) == items, "the reserve too"


grades = st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.5, 5.0])
rated_items = st.dictionaries(st.sampled_from("12abcé9Z"), grades, min_size=1, max_size=8)
some_ratings = st.dictionaries(st.sampled_from(["1", "2", "10", "ü"]), rated_items, min_size=1, max_size=4)
shown_aspects = st.sets(st.sampled_from(["Ab", "B", "a", "é"]))
some_aspects = st.dictionaries(st.sampled_from("12abcé9Zx"), shown_aspects).filter(lambda shown: any(shown.values()))
some_steps = st.lists(
    st.tuples(st.sampled_from([each.__name__ for each in PERTURBATIONS]), st.integers(0, 6)), min_size=1, max_size=4
)


@given(some_ratings, some_aspects, st.none() | st.integers(1, 9), some_steps)
def test_as_one_list_after_the_other_would_be_perturbed(ratings, aspects, depth, steps):
    assert_as_reference(ratings, aspects, depth, steps)


@pytest.mark.parametrize(
    ("perturbed", "expected"),
    [
        (swapped_bottom_to_top, ["acebdf", "fcebda", "fdebca", "fdbeca", "fdbeca"]),
        (redundant_aspect, ["acebdf", "abecdf", "abdcef", "abdcef"]),
        (swapped_aspect, ["acebdf", "caebdf", "ecabdf", "acebdf"]),
    ],
)
def test_worked_by_hand(perturbed, expected):
    ideal = orderings(HAND_RATINGS, HAND_ASPECTS)
    assert [spelt(perturbed(ideal, n)) for n in range(len(expected))] == expected
    assert spelt(ideal) == "acebdf", "what was given stays as it is"


def test_with_a_depth_the_bottom_is_the_bottom_of_the_list_and_items_come_from_the_reserve():
    ideal = orderings(HAND_RATINGS, HAND_ASPECTS, depth=3)
    assert [spelt(swapped_bottom_to_top(ideal, n)) for n in (0, 1, 2)] == ["ace", "eca", "eca"]
    assert [spelt(redundant_aspect(ideal, n)) for n in (1, 2)] == ["abe", "abd"]
    assert [spelt(swapped_aspect(ideal, n)) for n in (1, 2)] == ["cae", "eca"]


def test_perturbations_can_follow_each_other():
    ideal = orderings(HAND_RATINGS, HAND_ASPECTS)
    # c a e b d f: the second position leaves Comedy, of which d is left.
    assert spelt(redundant_aspect(swapped_aspect(ideal, 1), 1)) == "cdebaf"
    assert spelt(swapped_bottom_to_top(swapped_bottom_to_top(ideal, 2), 2)) == "acebdf"


def test_an_item_of_both_aspects_may_stand_where_the_redundant_one_would_come():
    # b is taken as the first of B, and is the best that is left of A.
    ideal = orderings({"u": {"a": 5, "b": 4, "c": 3}}, {"a": {"A"}, "b": {"A", "B"}, "c": {"A"}})
    assert ideal.frame()["aspect"].to_list() == ["A", "B", "A"]
    assert [spelt(redundant_aspect(ideal, n)) for n in range(3)] == ["abc", "abc", "abc"]


def test_one_aspect_only_cannot_be_redundant():
    ideal = orderings({"u": {"a": 5, "b": 4, "c": 3}}, {"a": {"A"}, "b": {"A"}})
    assert spelt(redundant_aspect(ideal, 5)) == "abc"


@pytest.mark.parametrize("perturbed", [redundant_aspect, swapped_aspect])
def test_without_aspects_nothing_changes(perturbed):
    ideal = orderings({"u": {"a": 5, "b": 4}}, {"z": {"A"}})
    assert spelt(perturbed(ideal, 1)) == "ab"


def test_an_aspect_that_is_disliked_is_one_to_swap_but_not_one_that_is_absent():
    ideal = orderings({"u": {"a": 5, "c": 0}, "v": {"b": 5}}, {"a": {"A"}, "b": {"B"}, "c": {"C"}})
    assert [spelt(swapped_aspect(ideal, n)) for n in range(3)] == ["ac", "ca", "ac"]


def test_which_lists_stayed_as_they_were():
    ideal = orderings({**HAND_RATINGS, "v": {"a": 5, "e": 1}, "w": {"d": 5}}, HAND_ASPECTS)
    unchanged = [unchanged_queries(ideal, swapped_aspect(ideal, n)).to_list() for n in range(4)]
    assert unchanged == [["u", "v", "w"], ["w"], ["v", "w"], ["u", "v", "w"]]


def test_what_changes_below_the_list_is_no_change():
    ratings = {"u": {"a": 5, "b": 4, "c": 3, "d": 2}}
    ideal = orderings(ratings, {"a": {"A"}, "b": {"A"}, "c": {"B"}, "d": {"A"}}, depth=1)
    redundant = redundant_aspect(ideal, 1)
    assert (ideal.row_at != redundant.row_at).any()
    assert unchanged_queries(ideal, redundant).to_list() == ["u"]


@pytest.mark.parametrize("perturbed", PERTURBATIONS)
def test_the_impossible_is_refused(perturbed):
    with pytest.raises(ax.UsageError, match=r"the number of \w+ must be a whole number"):
        perturbed(orderings(HAND_RATINGS, HAND_ASPECTS), -1)


def test_movielens(shared_data):
    folder = shared_data / "ml-latest-small"
    text = {"separator": " ", "has_header": False, "schema_overrides": [pl.String, pl.String, pl.String, pl.Float64]}
    movies = pl.read_csv(folder / "movies.csv.gz", schema_overrides={"movieId": pl.String})
    shown = movies.select(item="movieId", aspect=pl.col("genres").str.split("|"))
    by_user: Ratings = {}
    for query, _, item, grade in pl.read_csv(folder / "test.qrels.gz", **text).iter_rows():
        by_user.setdefault(query, {})[item] = grade
    for each in PERTURBATIONS:
        assert_as_reference(
            by_user, {item: set(genres) for item, genres in shown.iter_rows()}, 10, [(each.__name__, 3)]
        )
