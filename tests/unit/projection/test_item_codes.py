"""Items, aspects and users get numbers."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.projection import item_codes as numbering
from axiometer.projection.catalogue import UNKNOWN, ItemCatalogue, QueryItems, ShownItems
from axiometer.projection.ids import numbers_of
from axiometer.projection.judged import JudgedItems
from axiometer.projection.needs import Needs
from axiometer.projection.segments import Segments

TEST = {"u": {"a": 5, "c": 2}, "v": {"10": 4, "9": 1}}
TRAIN = {"u": {"9": 3, "b": 1}, "w": {"9": 2}}
ASPECTS = {"a": ["X"], "b": ["Y", "X"], "c": ["X", "Y"], "9": ["Z"], "d": [], "10": ["X"]}
IDS = ["d", "c", "b", "a", "9", "10"]
"""All items, the greatest id first: ids are compared byte by byte."""
ALL_SHOWN = Needs(shown=np.inf, described=True, popularity=True, given=frozenset({"alpha", "beta"}))


def numbered(test=TEST, train=TRAIN, aspects=ASPECTS, *, needs=ALL_SHOWN, **more) -> ItemCatalogue:
    return JudgedItems.of(ax.read_ratings(train, test, aspects, max_rating=5, **more), needs).catalogue(5.0)


def test_numbers_of_ids():
    known = pl.Series(["b", "ä", "", "a"])
    assert numbers_of(pl.Series(["a", "b", "x", "ä", ""]), known).tolist() == [3, 0, UNKNOWN, 1, 2]
    assert numbers_of(pl.Series([], dtype=pl.String), known).tolist() == []
    assert numbers_of(pl.Series(["a"]), pl.Series([], dtype=pl.String)).tolist() == [UNKNOWN]


def test_items_with_the_same_aspects_share_a_set():
    catalogue = numbered()
    has = {item: catalogue.has_aspect[kind].tolist() for item, kind in zip(IDS, catalogue.signature, strict=True)}
    assert has == {
        "d": [0, 0, 0],
        "c": [1, 1, 0],
        "b": [1, 1, 0],
        "a": [1, 0, 0],
        "9": [0, 0, 1],
        "10": [1, 0, 0],
    }
    assert len(catalogue.has_aspect) == 4


def test_ten_aspects_and_more_are_told_apart():
    """A set of 1 and 2 is not that of 12."""
    aspects = {"p": ["01", "02"], "q": ["12"], "r": ["02", "01"], **{f"i{n}": [f"{n:02}"] for n in range(13)}}
    catalogue = numbered({"u": {"p": 1}}, None, aspects)
    assert len(catalogue.has_aspect) == 14
    assert catalogue.has_aspect.sum() == 15


def test_ratings_are_sorted_by_user_and_number():
    catalogue = numbered()
    assert catalogue.rated.item.tolist() == [IDS.index(item) for item in ("c", "a", "9", "10")]
    assert catalogue.rated.value.tolist() == [2, 5, 1, 4]
    assert catalogue.rated.segments.count.tolist() == [2, 2]
    assert catalogue.profile.item.tolist() == [IDS.index(item) for item in ("b", "9")]
    assert catalogue.profile.segments.count.tolist() == [2, 0]


@pytest.mark.parametrize("needs", [Needs(), Needs(aspects=True), Needs(shown=10), Needs(shown=10, described=True)])
def test_numbers_do_not_depend_on_what_is_needed(needs):
    ours, usual = numbered(needs=needs), numbered()
    for name in ("item", "value", "key"):
        np.testing.assert_array_equal(getattr(ours.rated, name), getattr(usual.rated, name))
    if needs.described:
        np.testing.assert_array_equal(ours.interest, usual.interest)


def test_interests():
    """u: 3 of Z, 1 of X and 1 of Y. v has no train part: 4 of X and 1 of Z. The train part of w is not asked for."""
    np.testing.assert_allclose(numbered().interest, [[1 / 5, 1 / 5, 3 / 5], [4 / 5, 0, 1 / 5]])
    np.testing.assert_allclose(numbered(train=None).interest, [[7 / 9, 2 / 9, 0], [4 / 5, 0, 1 / 5]])


def test_nobody_knows_the_interests_of_who_rated_nothing_above_0():
    np.testing.assert_array_equal(numbered(train={"u": {"9": 0}}).interest[0], 0)
    np.testing.assert_array_equal(numbered(train={"u": {"d": 5}}).interest[0], 0)


def test_sums_in_pieces(monkeypatch):
    whole = numbered().interest
    monkeypatch.setattr(numbering, "_MOST_ROWS", 1)
    np.testing.assert_array_equal(numbered().interest, whole)


def test_popularity_counts_all_users_of_the_train_part():
    catalogue = numbered()
    assert dict(zip(IDS, catalogue.popularity.tolist(), strict=True)) == {**dict.fromkeys(IDS, 0), "9": 2, "b": 1}
    assert catalogue.n_users == 2


def test_no_aspects_and_no_train_part():
    catalogue = numbered(train=None, aspects=None)
    assert catalogue.has_aspect.shape == (1, 0)
    assert catalogue.interest.shape == (2, 0)
    assert (catalogue.n_items, catalogue.n_users, catalogue.popularity.sum()) == (4, 0, 0)


def test_forms_of_alpha():
    by_item = numbered(alpha=pl.DataFrame({"item": sorted(IDS), "alpha": [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]}))
    assert dict(zip(IDS, by_item.alpha, strict=True)) == dict(zip(sorted(IDS), np.arange(6) / 10, strict=True))
    by_user = numbered(alpha=pl.DataFrame({"user": ["w", "v", "u"], "alpha": [0.9, 0.2, 0.1]}))
    assert by_user.alpha.tolist() == [[0.1], [0.2]]


def test_forms_of_beta():
    by_user = numbered(beta=pl.DataFrame({"user": ["v", "u"], "beta": [0.5, 1.0]}))
    assert by_user.beta == pytest.approx([2 / 5, 1, 0.5 * 1 / 5, 0.5 * 4 / 5])
    by_rating = numbered(beta=pl.DataFrame({"rating": [1, 2, 3, 4, 5], "beta": [0.0, 0.1, 0.2, 0.3, 0.4]}))
    assert by_rating.beta.tolist() == [0.1, 0.4, 0.0, 0.3]


def query_items(*items: list[int], n_items: int = 6) -> QueryItems:
    """Some items of each query, with the number of the row as value."""
    item = np.concatenate([*map(np.array, items), np.zeros(0)]).astype(np.int64)
    return QueryItems(item, np.arange(item.size) * 1.0, Segments.of_lengths(np.array([*map(len, items)])), n_items)


def test_finding_items_of_queries():
    some = query_items([0, 3], [], [3, 5])
    asked = [
        (0, 0, 0),
        (0, 3, 1),
        (0, 5, UNKNOWN),
        (1, 3, UNKNOWN),
        (2, 3, 2),
        (2, 5, 3),
        (1, -1, UNKNOWN),
        (2, -1, -1),
    ]
    query, item, row = map(np.array, zip(*asked, strict=True))
    assert some.find(query, item).tolist() == row.tolist()
    assert query_items([], []).find(np.array([1]), np.array([2])).tolist() == [UNKNOWN]


def test_unknown_item_is_not_the_last_one_of_the_query_before():
    some = query_items([5], [])
    assert some.find(np.array([1]), np.array([UNKNOWN])).tolist() == [UNKNOWN]


def test_items_are_left_out_and_joined():
    one, two = query_items([0, 3], [1], []), query_items([3, 4], [], [2])
    assert one.without(two).item.tolist() == [0, 1]
    assert one.without(two).segments.count.tolist() == [1, 1, 0]
    both = one.joined(two)
    assert both.item.tolist() == [0, 3, 4, 1, 2]
    assert both.value.tolist() == [0, 1, 1, 2, 2]
    assert both.segments.count.tolist() == [3, 1, 1]


def test_shown_items():
    catalogue = numbered()
    items = [IDS.index("b"), UNKNOWN, IDS.index("a"), IDS.index("9"), IDS.index("9")]
    shown = ShownItems.of(np.array(items), Segments.of_lengths(np.array([3, 1, 0, 1])), catalogue)
    assert shown.query.tolist() == [0, 1, 0, 1]
    assert shown.is_profile.tolist() == [True, False, False, False, False]
    np.testing.assert_array_equal(shown.grade, [np.nan, np.nan, 5, 1, 1])
    assert shown.kind.tolist()[1] == UNKNOWN
    assert shown.of_system(0).item.tolist() == items[:4]
    assert shown.of_system(1).item.tolist() == items[4:]
    assert shown.of_system(1).query.tolist() == [0, 1]
    assert shown.within(1).item.tolist() == [items[0], items[3], items[4]]
    assert shown.within(2).exposure().tolist() == [0, 0, 1, 0, 2, 0]
