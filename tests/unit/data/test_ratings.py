"""Ratings and the probabilities alpha and beta, as frames and dictionaries."""

from __future__ import annotations

import math

import pandas as pd
import polars as pl
import pytest

import axiometer as ax
from axiometer.data.frames import Origin
from axiometer.data.ratings import probability_problems
from axiometer.io import read_ratings

TEST = {"u1": {"a": 5, "b": 3.5}, "u2": {"a": 1}}
ROWS = [("u1", "0", "a", 5.0), ("u1", "0", "b", 3.5), ("u2", "0", "a", 1.0)]
FRAME = pl.DataFrame({"User ID": ["u1", "u1", "u2"], "movieId": ["a", "b", "a"], "rating": [5.0, 3.5, 1.0]})


def frame(**columns: list) -> pl.DataFrame:
    return pl.DataFrame(columns, strict=False)


@pytest.mark.parametrize("ratings", [TEST, FRAME, FRAME.lazy(), pd.DataFrame(FRAME.to_dict(as_series=False))])
def test_ratings_are_judgments(ratings):
    judgments = read_ratings(None, ratings)
    assert judgments.frame.columns == ["query", "aspect", "item", "grade"]
    assert judgments.frame.rows() == ROWS
    assert judgments.source == "test"
    assert judgments.max_grade == 5


def test_ids_are_text():
    ratings = frame(user=[1, 2], item=[30, 4], rating=[1, 2])
    assert read_ratings(None, ratings).frame.rows() == [("1", "0", "30", 1), ("2", "0", "4", 2)]
    assert read_ratings(None, {1: {30: 1}, 2: {4: 2}}).frame.equals(read_ratings(None, ratings).frame)


def test_rectools_calls_the_rating_weight():
    interactions = frame(user_id=[1], item_id=[2], weight=[4.5], datetime=["2020-01-01"])
    assert read_ratings(None, interactions).frame.rows() == [("1", "0", "2", 4.5)]
    assert read_ratings(None, interactions.with_columns(rating=3)).frame["grade"].to_list() == [3]


def test_without_ratings_each_one_is_1():
    judgments = read_ratings(None, frame(user=["u", "u"], item=["a", "b"], timestamp=[1, 2]))
    assert judgments.frame["grade"].to_list() == [1.0, 1.0]
    assert judgments.max_grade == 1


def test_the_top_of_the_scale():
    assert read_ratings({"u1": {"c": 6}}, TEST).max_grade == 6
    assert read_ratings({"u1": {"c": 6}}, TEST, max_rating=10).max_grade == 10
    for top in (0, -1, math.inf, math.nan):
        with pytest.raises(ax.UsageError, match="the top of the rating scale is"):
            read_ratings(None, TEST, max_rating=top)


def test_the_catalogue_has_the_items_of_all_parts():
    catalogue = read_ratings({"u1": {"c": 2}}, TEST, {"d": ["x"], "e": []}).catalogue
    assert catalogue.items.to_list() == ["e", "d", "c", "b", "a"]
    assert catalogue.train.rows() == [("u1", "c", 2.0)]
    assert catalogue.aspects.rows() == [("d", "x")]


def test_parts_that_are_not_given_are_empty():
    catalogue = read_ratings(None, TEST).catalogue
    assert catalogue.items.to_list() == ["b", "a"]
    assert dict(catalogue.train.schema) == {"query": pl.String, "item": pl.String, "grade": pl.Float64}
    assert dict(catalogue.aspects.schema) == {"item": pl.String, "aspect": pl.String}
    assert catalogue.train.is_empty()
    assert catalogue.aspects.is_empty()
    assert catalogue.alpha is None
    assert catalogue.beta is None


BAD_RATINGS = [
    (frame(user=["u", "v"], item=["a", "a"], rating=["3", "good"]), "'good' in the column 'rating', row 2"),
    (frame(user=["u"], item=["a"], rating=[math.nan]), "nan in the column 'rating', row 1; expected a finite number"),
    (frame(user=["u"], item=["a"], weight=[math.inf]), "inf in the column 'weight', row 1; expected a finite number"),
    (frame(user=["u", None], item=["a", "b"]), "None in the column 'user', row 2; expected text"),
    (frame(user=[1.0], item=["a"]), "floats in the column 'user'; expected user ids as text or whole numbers"),
    (frame(user=["u", "u"], item=["a", ""]), "an empty item, row 2; expected the id of the item"),
    (frame(user=["u"], item=["a"], rating=[-1]), "the rating -1, row 1; expected a rating from 0"),
    (frame(user=["u", "u"], item=["a", "b"], rating=[5, 5.5]), "the rating 5.5, row 2; expected a rating of at most 5"),
    (frame(user=["u"] * 3, item=["a", "b", "a"]), "another rating of item 'a' by user 'u', row 3; expected each user"),
    (frame(user=["u"] * 2, item=["a", "a"], rating=[1, 1]), "another rating of item 'a' by user 'u', row 2"),
    (frame(user=["u"] * 2, item=["a", "a"], aspect=["0", "x"]), "the aspect 'x', row 2; expected the aspect 0 for all"),
    (frame(user=["u"], item=["a"], score=[1]), "the columns user, item, score; expected a column for the rating"),
    (frame(user=["u"], thing=["a"]), "the columns user, thing; expected a column for the item"),
    (frame(user=[], item=[]), "found no rows"),
    ({}, "found no rows"),
    ({"u": ["a"]}, "list for user 'u'; expected a dictionary {item: rating}"),
    ({"u": {"a": None}}, "None in the column 'rating', row 1"),
    ({1: {"a": 1}, "1": {"b": 1}}, "two ids that are '1' as text"),
    ({"u": {1: 1, "1": 1}}, "another rating of item '1' by user 'u', row 2"),
    ([("u", "a", 1)], "list for the test; expected a file, a frame or a dictionary {user: {item: rating}}"),
]


@pytest.mark.parametrize(("ratings", "message"), BAD_RATINGS, ids=[message for _, message in BAD_RATINGS])
def test_bad_ratings(ratings, message):
    with pytest.raises(ax.InputError, match=message) as raised:
        read_ratings(None, ratings, max_rating=5)
    assert raised.value.source == "test"


def test_all_that_is_wrong_with_a_table_of_chances_is_found():
    def problems(**columns):
        return [str(each) for each in probability_problems(pl.DataFrame(columns), "alpha", Origin("chances"))]

    assert problems(item=["a", None, "c"], alpha=[0.5, 0.5, 2.0]) == [
        "chances: found None in the column 'item', row 2; expected text",
        "chances: found 2.0 in the column 'alpha', row 3; expected a number from 0 to 1",
    ]
    assert problems(thing=["a"], alpha=[2.0]) == [
        "chances: found the columns thing, alpha; expected a column for the item or the user, whose alpha this is"
    ]
    assert not problems(item=["a"], alpha=[0.5])


def test_no_rating_is_in_both_parts():
    with pytest.raises(ax.InputError, match=r"^test: found user 'u1' and item 'b' also in train, row 2; expected each"):
        read_ratings({"u1": {"b": 1, "c": 1}}, TEST)
    with pytest.raises(ax.InputError, match=r"user 'u1' and item 'a' and 2 other pairs of user and item also in train"):
        read_ratings(TEST, TEST)


ALPHA = frame(movie_id=["a", "b"], user=["u", "u"], alpha=[0, 0.5])


def test_alpha_and_beta_have_our_names():
    beta = frame(user=["u"], rating=["5"], beta=["1"])
    catalogue = read_ratings(None, TEST, alpha=ALPHA, beta=beta).catalogue
    assert catalogue.alpha.to_dict(as_series=False) == {"item": ["a", "b"], "query": ["u", "u"], "alpha": [0, 0.5]}
    assert catalogue.beta.to_dict(as_series=False) == {"query": ["u"], "grade": [5.0], "beta": [1.0]}


@pytest.mark.parametrize(
    ("name", "table", "message"),
    [
        ("alpha", frame(item=["a", "b"], alpha=[1, 1.01]), "1.01 in the column 'alpha', row 2; expected a number from"),
        ("alpha", frame(item=["a"], alpha=[math.nan]), "nan in the column 'alpha', row 1"),
        ("alpha", frame(item=["a"], alpha=[None]), "None in the column 'alpha', row 1"),
        ("beta", frame(user=["a"], beta=[-0.1]), "-0.1 in the column 'beta', row 1"),
        ("beta", frame(rating=["x"], beta=[0.1]), "'x' in the column 'rating', row 1; expected a finite number"),
        ("alpha", frame(alpha=[0.1]), "the columns alpha; expected a column for the item or the user, whose alpha"),
        ("beta", frame(item=["a"], beta=[1]), "the columns item, beta; expected a column for the user or the rating"),
        ("alpha", frame(item=["a"], value=[1]), "the columns item, value; expected a column for the alpha"),
        ("alpha", frame(item=["a", "a"], alpha=[0, 0]), "another alpha for item 'a', row 2; expected one alpha for"),
        ("beta", frame(user=["u", "u"], rating=[1, 1], beta=[0, 1]), "another beta for user 'u', rating 1.0, row 2"),
        ("alpha", {"a": 0.5}, "dict for alpha; expected a file or a frame"),
    ],
)
def test_bad_alpha_and_beta(name, table, message):
    with pytest.raises(ax.InputError, match=message) as raised:
        read_ratings(None, TEST, **{name: table})
    assert raised.value.source == name
