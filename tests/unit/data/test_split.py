"""Splitting ratings."""

from __future__ import annotations

import datetime

import polars as pl
import pytest

import axiometer as ax
from axiometer.io import split_ratings

N_RATINGS = {"a": 1, "b": 2, "c": 3, "d": 10, "e": 25}
"""Of each user; an item with a higher number was rated later."""
RATINGS = pl.DataFrame(
    [(user, f"i{i:02}", 1.0 + i % 5, 100 + i) for user, n in N_RATINGS.items() for i in range(n)],
    schema=["user", "item", "rating", "time"],
    orient="row",
)
WAYS = ("random", "time", "leave-one-out")


def counts(part: pl.DataFrame) -> dict[str, int]:
    return dict(part["user"].value_counts().rows())


@pytest.mark.parametrize("how", WAYS)
def test_each_rating_is_in_one_part_as_it_was(how):
    train, test = split_ratings(RATINGS, how, seed=3)
    assert train.columns == test.columns == ["user", "item", "rating", "time"]
    both = pl.concat([train, test])
    assert sorted(both.rows()) == sorted(RATINGS.rows())
    for part in (train, test):
        assert part.rows() == sorted(part.rows()), "rows keep their order"


@pytest.mark.parametrize("how", ["random", "time"])
@pytest.mark.parametrize(
    ("share", "n_test"),
    [
        (0.2, {"c": 1, "d": 2, "e": 5}),
        (0.25, {"b": 1, "c": 1, "d": 3, "e": 6}),  # of 0.5, 0.75, 2.5 and 6.25
        (0.01, {}),
        (0.99, {"b": 1, "c": 2, "d": 9, "e": 24}),
    ],
)
def test_the_share_is_rounded_and_one_rating_stays(how, share, n_test):
    assert counts(split_ratings(RATINGS, how, share=share)[1]) == n_test


def test_halves_are_rounded_up_though_floating_point_numbers_fall_short():
    ratings = {"u": dict.fromkeys(range(100), 1)}
    assert 0.145 * 100 < 14.5
    assert split_ratings(ratings, share=0.145)[1].height == 15


def test_time_takes_the_latest():
    train, test = split_ratings(RATINGS, "time", share=0.2)
    assert test.filter(user="d")["item"].to_list() == ["i08", "i09"]
    assert train.filter(user="c")["time"].to_list() == [100, 101]


@pytest.mark.parametrize("n", [1, 2])
def test_leave_one_out(n):
    train, test = split_ratings(RATINGS, "leave-one-out", n=n)
    assert counts(test) == {user: min(n, size - 1) for user, size in N_RATINGS.items() if size > 1}
    assert test.filter(user="e")["item"].to_list() == ["i23", "i24"][-n:]
    assert train.filter(user="a").height == 1


def test_leave_one_out_without_times_is_random():
    drawn = {split_ratings(RATINGS.drop("time"), "leave-one-out", seed=seed)[1]["item"][-1] for seed in range(20)}
    assert len(drawn) > 5


def test_equal_times_are_ordered_by_the_seed():
    ratings = RATINGS.with_columns(time=pl.lit(5))
    drawn = {split_ratings(ratings, "leave-one-out", seed=seed)[1]["item"][-1] for seed in range(20)}
    assert len(drawn) > 5


@pytest.mark.parametrize("how", WAYS)
def test_the_order_of_rows_and_the_type_of_ids_do_not_matter(how):
    numbers = RATINGS.with_columns(
        pl.col("user").replace_strict({"a": 9, "b": 10, "c": 11, "d": 2, "e": 1}), pl.col("item").str.slice(1).cast(int)
    ).with_columns(time=pl.lit(0))
    text = numbers.with_columns(pl.col("user", "item").cast(pl.String)).reverse()
    expected = split_ratings(numbers, how, seed=1)
    for shuffled in (text, numbers.sample(fraction=1, shuffle=True, seed=0)):
        for part, other in zip(expected, split_ratings(shuffled, how, seed=1), strict=True):
            assert sorted(part.rows()) == sorted(other.rows())


def test_the_seed_is_a_promise():
    """The same on every machine and in every version: these were drawn once."""
    drawn = [split_ratings(RATINGS, seed=seed)[1].filter(user="d")["item"].to_list() for seed in range(3)]
    assert drawn == [["i03", "i06"], ["i00", "i07"], ["i03", "i07"]]


TIMES = {
    "text": ["9", "10", "8"],
    "decimals": ["9.5", "10", "8"],
    "dates": ["2019-12-31", "2020-01-01", "2019-01-01"],
    "dates with times": ["2020-01-01 09:00:00", "2020-01-01 10:00:00", "2020-01-01 08:00:00"],
    "numbers": [9, 10, 8],
    "floats": [9.0, 10.0, 8.0],
    "days": [datetime.date(2020, 1, day) for day in (9, 10, 8)],
}


@pytest.mark.parametrize("times", TIMES.values(), ids=TIMES)
def test_times_of_all_kinds(times):
    ratings = pl.DataFrame({"user": ["u"] * 3, "item": ["x", "y", "z"], "timestamp": times})
    assert split_ratings(ratings, "leave-one-out")[1]["item"].to_list() == ["y"]


def test_a_random_split_keeps_times_as_they_are():
    ratings = pl.DataFrame({"user": ["u"] * 3, "item": ["x", "y", "z"], "date": ["long ago", None, "now"]})
    train, test = split_ratings(ratings, share=0.5)
    assert {*train["time"], *test["time"]} == {"long ago", None, "now"}


@pytest.mark.parametrize(
    ("times", "message"),
    [
        (["1", "soon"], "the time 'soon', row 2; expected a time, as a number of seconds or as 2016-10-17"),
        (["2020-01-01", "soon"], "the time 'soon', row 2"),
        ([1, None], "the time None, row 2"),
        ([1.0, float("nan")], "the time nan, row 2"),
        (["first", "second"], "the time 'first', row 1"),
        (["2/1/2020", "3/1/2020"], "the time '2/1/2020', row 1"),
    ],
)
@pytest.mark.parametrize("how", ["time", "leave-one-out"])
def test_bad_times(times, message, how):
    ratings = pl.DataFrame({"user": ["u", "u"], "item": ["x", "y"], "time": times})
    with pytest.raises(ax.InputError, match=f"^ratings: found {message}"):
        split_ratings(ratings, how)


def test_a_split_by_time_needs_times():
    with pytest.raises(ax.InputError, match="the columns user, item, rating; expected a column for the time, called"):
        split_ratings(RATINGS.drop("time"), "time")


@pytest.mark.parametrize(
    ("how", "options", "message"),
    [
        ("user", {}, "cannot be split by 'user'; choose one of random, time, leave-one-out"),
        ("random", {"share": 0}, "the share for the test is 0; it must be above 0 and below 1"),
        ("time", {"share": 1}, "the share for the test is 1"),
        ("leave-one-out", {"n": 0}, "n must be a whole number from 1"),
        ("random", {"seed": -1}, "the seed is -1"),
        ("random", {"n": 2}, "a random split takes a share of the ratings; only leave-one-out takes a number, n"),
        ("leave-one-out", {"share": 0.5}, "leave-one-out takes a number of ratings, n, and no share"),
    ],
)
def test_bad_usage(how, options, message):
    with pytest.raises(ax.UsageError, match=message):
        split_ratings(RATINGS, how, **options)
