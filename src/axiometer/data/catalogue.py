"""The catalogue: what is known of items and users beside the ratings that lists are measured against."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from axiometer.data import schema


@dataclass(frozen=True, eq=False)
class Catalogue:
    """All items that could have been recommended, their aspects, and what users rated before.

    Attributes
    ----------
    items
        The ids of all items, each once, the greatest first (byte by byte).
    aspects
        ``item``, ``aspect``: a row for each aspect of an item; items without aspects have none.
    train
        ``query``, ``item``, ``grade``: the profile of each user, from which nothing should be recommended again.
    alpha, beta
        How likely an item satisfies a wish for one of its aspects, if it was not rated (``alpha`` by ``item``, by
        ``query`` or by both) and if it was (``beta`` by ``query``, by ``grade`` or by both), where these are given.
    popularity, n_users
        How many users had each item before, in the order of ``items``, and how many users there are, where ``train``
        has only some of the users. Otherwise they are counted there.
    aspects_source, train_source, alpha_source, beta_source
        Where these come from, for messages.
    """

    items: pl.Series
    aspects: pl.DataFrame
    train: pl.DataFrame
    alpha: pl.DataFrame | None = None
    beta: pl.DataFrame | None = None
    popularity: npt.NDArray[np.int64] | None = None
    n_users: int | None = None
    aspects_source: str = "aspects"
    train_source: str = "train"
    alpha_source: str = "alpha"
    beta_source: str = "beta"

    @property
    def has_train(self) -> bool:
        """Whether anything is known of what users rated before."""
        return bool(self.n_users) or not self.train.is_empty()


def counts_of(items: pl.Series, counted: pl.DataFrame) -> npt.NDArray[np.int64]:
    """Give the counts of items, the second column of a table, in their order; 0 for those that it does not have."""
    name = counted.columns[1]
    found = items.to_frame(schema.ITEM).join(counted, on=schema.ITEM, how="left", maintain_order="left")[name]
    return found.fill_null(0).to_numpy().astype(np.int64)


def all_items(*columns: pl.Series) -> pl.Series:
    """Give each item of these columns once, the greatest id first."""
    return pl.concat([column.alias(schema.ITEM) for column in columns]).unique().sort(descending=True)
