"""The ideal ordering takes each aspect as far as the user wants it, and the best items first."""

from __future__ import annotations

from fractions import Fraction

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import axiometer as ax
from axiometer_papers.alphabeta.ideal_ordering import ideal_orderings
from axiometer_papers.alphabeta.orderings import Orderings

Ratings = dict[str, dict[str, float]]
Aspects = dict[str, set[str]]

HAND_RATINGS: Ratings = {"u": {"a": 5, "b": 4, "c": 4, "d": 3, "e": 2, "f": 5}}
HAND_ASPECTS: Aspects = {"a": {"Action"}, "b": {"Action"}, "c": {"Comedy"}, "d": {"Action", "Comedy"}, "e": {"Drama"}}


def ratings_frame(ratings: Ratings) -> pl.DataFrame:
    rows = [(query, item, float(grade)) for query, rated in ratings.items() for item, grade in rated.items()]
    return pl.DataFrame(rows, schema=["query", "item", "grade"], orient="row")


def aspects_frame(aspects: Aspects) -> pl.DataFrame:
    rows = [(item, aspect) for item, shown in aspects.items() for aspect in shown]
    return pl.DataFrame(rows, schema=["item", "aspect"], orient="row")


def ideal(ratings: pl.DataFrame, aspects: pl.DataFrame, depth: int | None = None) -> Orderings:
    return ideal_orderings(ax.read_ratings(None, ratings, aspects), depth)


def ours(ratings: Ratings, aspects: Aspects, depth: int | None = None) -> dict[str, list[tuple[str, str | None]]]:
    frame = ideal(ratings_frame(ratings), aspects_frame(aspects), depth).frame()
    assert frame.columns == ["query", "item", "rank", "aspect"]
    lists: dict[str, list[tuple[str, str | None]]] = {}
    for query, item, rank, aspect in frame.iter_rows():
        lists.setdefault(query, []).append((item, aspect))
        assert rank == len(lists[query])
    return lists


def weights(rated: dict[str, float], aspects: Aspects) -> dict[str, Fraction]:
    """Equation 9 in fractions; 0 where it would divide by 0."""
    sums: dict[str, Fraction] = {}
    for item, grade in rated.items():
        for aspect in aspects.get(item, set()):
            sums[aspect] = sums.get(aspect, Fraction(0)) + Fraction(grade)
    whole = sum(sums.values())
    return {aspect: each / whole if whole else Fraction(0) for aspect, each in sums.items()}


def reference(rated: dict[str, float], aspects: Aspects) -> list[tuple[str, str | None]]:
    """The ideal ordering of one user, step by step."""

    def best_first(items: set[str]) -> list[str]:
        key = lambda item: (rated[item], len(aspects.get(item, set())), item.encode())  # noqa: E731
        return sorted(items, key=key, reverse=True)

    wanted = weights(rated, aspects)
    left = {item for item in rated if aspects.get(item)}
    chosen: list[tuple[str, str | None]] = []
    while left:
        listed = weights({item: rated[item] for item, _ in chosen}, aspects)
        difference = {
            aspect: wanted[aspect] - listed.get(aspect, 0)
            for aspect in wanted
            if any(aspect in aspects[i] for i in left)
        }
        # max takes the first of several.
        following = max(sorted(difference, key=str.encode), key=lambda aspect: difference[aspect])
        item = best_first({item for item in left if following in aspects[item]})[0]
        chosen.append((item, following))
        left.remove(item)
    return chosen + [(item, None) for item in best_first({item for item in rated if not aspects.get(item)})]


def small_aspects(items: str, names: list[str]) -> st.SearchStrategy[Aspects]:
    shown = st.dictionaries(st.sampled_from(items), st.sets(st.sampled_from(names)), max_size=len(items))
    return shown.filter(lambda aspects: any(aspects.values()))


grades = st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.5, 5.0])
rated_items = st.dictionaries(st.sampled_from("12abcé9Z"), grades, min_size=1, max_size=8)
some_ratings = st.dictionaries(st.sampled_from(["1", "2", "10", "ü"]), rated_items, min_size=1, max_size=4)
some_aspects = small_aspects("12abcé9Zx", ["Ab", "B", "a", "é"])


@given(some_ratings, some_aspects)
def test_as_one_user_after_the_other_would_be_ordered(ratings, aspects):
    assert ours(ratings, aspects) == {query: reference(rated, aspects) for query, rated in ratings.items()}


@given(some_ratings, some_aspects, st.integers(1, 9))
def test_a_depth_cuts_the_lists(ratings, aspects, depth):
    assert ours(ratings, aspects, depth) == {q: whole[:depth] for q, whole in ours(ratings, aspects).items()}


def test_worked_by_hand():
    # Weights 12/21, 7/21, 2/21. After a: −9/21, 7/21, 2/21. After c: 12/21 − 5/9 = 1/63, 7/21 − 4/9, 2/21, so Drama.
    # After e: 12/21 − 5/11, 7/21 − 4/11, and no Drama is left. After b: 12/21 − 9/15 = −1/35, 7/21 − 4/15 = 1/15.
    expected = [("a", "Action"), ("c", "Comedy"), ("e", "Drama"), ("b", "Action"), ("d", "Comedy"), ("f", None)]
    assert ours(HAND_RATINGS, HAND_ASPECTS) == {"u": expected}


def test_only_the_proportions_of_grades_matter():
    rated = {item: grade / 64 for item, grade in HAND_RATINGS["u"].items()}
    assert ours({"u": rated}, HAND_ASPECTS) == ours(HAND_RATINGS, HAND_ASPECTS)


def test_within_an_aspect_by_grade_then_number_of_aspects_then_greatest_id():
    aspects = {"10": {"A"}, "9": {"A"}, "8": {"A", "B"}, "1": {"A"}}
    assert [item for item, _ in ours({"u": {"1": 5, "8": 4, "9": 4, "10": 4}}, aspects)["u"]] == ["1", "8", "9", "10"]


def test_aspects_that_tie_come_by_name():
    aspects = {"x": {"b"}, "y": {"B"}, "z": {"a"}}
    assert ours({"u": {"x": 3, "y": 3, "z": 3}}, aspects)["u"] == [("y", "B"), ("z", "a"), ("x", "b")]


def test_ties_are_exact_where_quotients_are_not():
    # After w and x, the aspects B and C lack 8/14 − 5/10 and 1/14. Both are 1/14, but not in floats.
    assert 8 / 14 - 5 / 10 < 1 / 14
    items = [("w", "B"), ("x", "A"), ("y", "B"), ("z", "C")]
    aspects = {item: {aspect} for item, aspect in items}
    assert ours({"u": {"w": 5, "x": 5, "y": 3, "z": 1}}, aspects) == {"u": items}


def test_grades_of_nothing_still_make_an_order():
    assert ours({"u": {"x": 0, "y": 0, "z": 0}}, {"x": {"B"}, "y": {"A"}, "z": {"A"}}) == {
        "u": [("z", "A"), ("y", "A"), ("x", "B")]
    }


def test_no_rated_item_has_an_aspect():
    assert ours({"u": {"x": 1, "y": 2}}, {"z": {"A"}}) == {"u": [("y", None), ("x", None)]}


def test_neither_the_order_of_rows_nor_repeated_aspects_matter():
    ratings, aspects = ratings_frame({**HAND_RATINGS, "v": {"d": 1, "e": 4}}), aspects_frame(HAND_ASPECTS)
    whole = ideal(ratings, aspects).frame()
    mixed = ideal(ratings.sample(fraction=1, shuffle=True, seed=1), pl.concat([aspects.reverse(), aspects]))
    assert mixed.frame().equals(whole)
    assert mixed.frame().equals(whole), "asking twice changes nothing"


def test_ids_may_be_numbers():
    ratings = pl.DataFrame({"userId": [7, 7], "movieId": [10, 9], "rating": [3.0, 3.0], "timestamp": [1, 2]})
    aspects = pl.DataFrame({"movieId": [9, 10], "aspect": ["A", "A"]})
    assert ideal(ratings, aspects).frame()["item"].to_list() == ["9", "10"]


def test_the_lists_are_runs():
    lists = ideal(ratings_frame({"u": {"a": 1, "b": 3, "c": 2}}), aspects_frame({i: {"A"} for i in "abc"}))
    run = lists.frame().with_columns(system=pl.lit("ideal"))
    values = ax.evaluate({"u": {"a": 1, "b": 3, "c": 2}}, run, ["nDCG"]).mean()
    assert values["value"].to_list() == [1.0]


@pytest.mark.parametrize("depth", [0, -1])
def test_lists_have_an_item(depth):
    with pytest.raises(ax.UsageError, match="depth must be a whole number from 1"):
        ours(HAND_RATINGS, HAND_ASPECTS, depth)


def test_movielens(shared_data):
    folder = shared_data / "ml-latest-small"
    text = {"separator": " ", "has_header": False, "schema_overrides": [pl.String, pl.String, pl.String, pl.Float64]}
    ratings = pl.read_csv(folder / "test.qrels.gz", new_columns=["query", "none", "item", "grade"], **text)
    movies = pl.read_csv(folder / "movies.csv.gz", schema_overrides={"movieId": pl.String})
    shown = movies.select(item="movieId", aspect=pl.col("genres").str.split("|"))
    aspects = {item: set(genres) for item, genres in shown.iter_rows()}
    by_user: Ratings = {}
    for query, _, item, grade in ratings.iter_rows():
        by_user.setdefault(query, {})[item] = grade
    lists = ours(by_user, aspects)
    short = {query: rated for query, rated in by_user.items() if len(rated) <= 40}
    assert 0 < len(short) < len(lists)
    assert {query: lists[query] for query in short} == {q: reference(rated, aspects) for q, rated in short.items()}
