"""Splitting ratings into a part to learn from and a part to measure with."""

from __future__ import annotations

from numbers import Integral
from typing import Any, Final, Literal, get_args

import numpy as np
import numpy.typing as npt
import polars as pl

from axiometer.data import schema
from axiometer.errors import UsageError

How = Literal["random", "time", "leave-one-out"]
"""Which ratings of a user are for the test: some at random, the latest, or the last one."""

SHARE: Final = 0.2
LEFT_OUT: Final = 1


def split_ratings(
    ratings: pl.DataFrame, how: How = "random", *, share: float = SHARE, n: int = LEFT_OUT, seed: int = 0
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Split ratings, user by user, into ``(train, test)``; the rows keep their order.

    The columns are ``query``, ``item``, ``grade`` and perhaps ``time``, which a split by time needs; each user and
    item once. At least one rating of each user stays in train, so that a user with a single one is not tested.
    """
    _check(how, share=share, n=n, seed=seed)
    keys = _order_keys(ratings, seed)
    if how != "random" and schema.TIME in ratings.columns:
        keys = keys.insert_column(1, ratings[schema.TIME])
    # Users, their times, and the draw; the last key settles draws that are equal, so that nothing is left to chance.
    order = keys.select(pl.arg_sort_by(keys.columns)).to_series().to_numpy()
    user = keys[schema.QUERY].to_numpy()
    n_ratings = np.bincount(user)
    n_test = np.minimum(n if how == "leave-one-out" else _rounded(share * n_ratings), n_ratings - 1)
    first_of_test = (np.cumsum(n_ratings) - n_test)[user[order]]
    is_test = np.zeros(ratings.height, dtype=np.bool_)
    is_test[order] = np.arange(ratings.height) >= first_of_test
    return ratings.filter(~is_test), ratings.filter(is_test)


def _order_keys(ratings: pl.DataFrame, seed: int) -> pl.DataFrame:
    """Give numbers of the users, a draw for each rating, and numbers of the items.

    The draws are dealt out in the order of users and items, so that the order of the rows does not matter.
    """
    ids = (schema.QUERY, schema.ITEM)
    numbers = ratings.select(pl.col(name).cast(pl.Enum(ratings[name].unique().sort())).to_physical() for name in ids)
    user, item = (numbers[name].to_numpy().astype(np.uint64) for name in ids)
    by_user_and_item = np.argsort(user * (item.max() + np.uint64(1)) + item)
    draws = np.empty(ratings.height, dtype=np.uint64)
    # The stream of a bit generator is promised to stay the same, unlike what NumPy makes of it.
    draws[by_user_and_item] = np.random.PCG64(seed).random_raw(ratings.height)
    return numbers.insert_column(1, pl.Series("draw", draws))


def _rounded(numbers: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.int64]:
    """Round halves up; 0.145 of 100 is 14.5, though floating-point numbers fall a little short of it."""
    return np.floor(np.round(numbers, 9) + 0.5).astype(np.int64)


def _check(how: str, *, share: float, n: int, seed: int) -> None:
    if how not in get_args(How):
        raise UsageError(f"ratings cannot be split by {how!r}; choose one of {', '.join(get_args(How))}")
    if not 0 < share < 1:
        raise UsageError(f"the share for the test is {share:g}; it must be above 0 and below 1")
    if not isinstance(n, Integral) or n < 1:
        raise UsageError(f"{n} ratings cannot be left out; n must be a whole number from 1")
    if not isinstance(seed, Integral) or seed < 0:
        raise UsageError(f"the seed is {seed}; it must be a whole number from 0")
    if how == "leave-one-out" and share != SHARE:
        raise UsageError("leave-one-out takes a number of ratings, n, and no share")
    if how != "leave-one-out" and n != LEFT_OUT:
        raise UsageError(f"a {how} split takes a share of the ratings; only leave-one-out takes a number, n")
