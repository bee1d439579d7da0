"""The catalogue: what is known of items and users beside the ratings that lists are measured against."""

from __future__ import annotations

from dataclasses import dataclass

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
        ``request``, ``item``, ``grade``: the profile of each user, from which nothing should be recommended again.
    alpha, beta
        How likely an item satisfies a wish for one of its aspects, if it was not rated (``alpha`` by ``item``, by
        ``request`` or by both) and if it was (``beta`` by ``request``, by ``grade`` or by both), where these are given.
    aspects_source, train_source, alpha_source, beta_source
        Where these come from, for messages.
    """

    items: pl.Series
    aspects: pl.DataFrame
    train: pl.DataFrame
    alpha: pl.DataFrame | None = None
    beta: pl.DataFrame | None = None
    aspects_source: str = "aspects"
    train_source: str = "train"
    alpha_source: str = "alpha"
    beta_source: str = "beta"


def all_items(*columns: pl.Series) -> pl.Series:
    """Give each item of these columns once, the greatest id first."""
    return pl.concat([column.alias(schema.ITEM) for column in columns]).unique().sort(descending=True)
