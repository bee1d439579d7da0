"""The catalogue of ratings becomes numbers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray, IntArray
from axiometer.data import schema
from axiometer.data.catalogue import Catalogue
from axiometer.errors import InputError, counted
from axiometer.projection.catalogue import ItemCatalogue, QueryItems
from axiometer.projection.ids import numbers_of, numbers_of_neighbours
from axiometer.projection.segments import Segments, ranges

NUMBER: Final = "number"
"""The number of an item in the catalogue."""
_MOST_ROWS: Final = 1 << 22


@dataclass(frozen=True, eq=False)
class KnownItems:
    """What is known of all items, whoever is recommended what.

    Attributes
    ----------
    signature
        Of each item, the number of its set of aspects.
    has_aspect
        Sets × aspects: 1 where the set has the aspect, else 0.
    """

    signature: IntArray
    has_aspect: FloatArray

    @classmethod
    def of(cls, catalogue: Catalogue) -> KnownItems:
        """Find the sets of aspects that items have."""
        return cls(*_aspect_sets(catalogue))


def number_catalogue(
    catalogue: Catalogue, queries: pl.Series, rated: pl.DataFrame, max_grade: float, known: KnownItems | None = None
) -> ItemCatalogue:
    """Give items, aspects and queries their numbers.

    Parameters
    ----------
    catalogue
        What is known of the items.
    queries
        The users to recommend to.
    rated
        ``code``, ``number``, ``grade``: their ratings, with the numbers of user and item.
    max_grade
        The top of the rating scale.
    known
        What is known of the items, if somebody found it out before.
    """
    known = known or KnownItems.of(catalogue)
    n_items, n_queries = len(catalogue.items), len(queries)
    max_grade = max_grade if max_grade > 0 else 1.0  # nobody liked anything: any top makes 0 of 0
    now = _query_items(rated["code"].to_numpy(), rated[NUMBER].to_numpy(), rated[schema.GRADE], n_queries, n_items)
    train_item = numbers_of(catalogue.train[schema.ITEM], catalogue.items)
    train_query = numbers_of_neighbours(catalogue.train[schema.QUERY], queries)
    is_here = train_query >= 0
    before = _query_items(
        train_query[is_here],
        train_item[is_here],
        catalogue.train[schema.GRADE].filter(pl.Series(is_here)),
        n_queries,
        n_items,
    )
    numbered = ItemCatalogue(
        signature=known.signature,
        has_aspect=known.has_aspect,
        rated=now,
        profile=before,
        interest=_interest(now, before, known.signature, known.has_aspect),
        max_grade=max_grade,
        popularity=np.bincount(train_item, minlength=n_items) if catalogue.popularity is None else catalogue.popularity,
        n_users=catalogue.train[schema.QUERY].n_unique() if catalogue.n_users is None else catalogue.n_users,
        alpha=_alpha(catalogue, queries, n_items),
        beta=_beta(catalogue, queries, now, max_grade),
    )
    if isinstance(numbered.alpha, QueryItems):
        _refuse_missing_pairs(numbered, numbered.alpha, queries, catalogue.alpha_source)
    return numbered


def aspect_names(catalogue: Catalogue) -> pl.Series:
    """Give the aspects in the order of their numbers."""
    return catalogue.aspects[schema.ASPECT].unique().sort()


def _aspect_sets(catalogue: Catalogue) -> tuple[IntArray, FloatArray]:
    """Give each item the number of its set of aspects, and say what the sets have."""
    names = aspect_names(catalogue)
    item = numbers_of(catalogue.aspects[schema.ITEM], catalogue.items)
    aspect = numbers_of(catalogue.aspects[schema.ASPECT], names)
    sets = (
        pl
        .DataFrame({"item": item, "aspect": aspect})
        .group_by("item")
        .agg(pl.col("aspect").sort().cast(pl.String).str.join(" ").alias("set"))
    )
    of_item = np.full(len(catalogue.items), "", dtype=object)
    of_item[sets["item"].to_numpy()] = sets["set"].to_numpy()
    distinct, signature = np.unique(of_item.astype(str), return_inverse=True)
    has_aspect = np.zeros((distinct.size, len(names)))
    has_aspect[signature[item], aspect] = 1.0
    return signature, has_aspect


def _query_items(query: IntArray, item: IntArray, value: pl.Series, n_queries: int, n_items: int) -> QueryItems:
    key = query * n_items + item
    order = slice(None) if (key[1:] > key[:-1]).all() else np.argsort(key)  # no key comes twice
    count = np.bincount(query, minlength=n_queries)
    return QueryItems(item[order], value.to_numpy()[order], Segments.of_lengths(count), n_items)


def _interest(now: QueryItems, before: QueryItems, signature: IntArray, has_aspect: FloatArray) -> FloatArray:
    """Give γ: the share of each aspect in the ratings of the profile, or of the test part if there is none."""
    has_profile = before.segments.count > 0
    total = _sums_of_aspects(before, signature, has_aspect)
    if not has_profile.all():
        total[~has_profile] = _sums_of_aspects(now, signature, has_aspect)[~has_profile]
    whole = total.sum(axis=1, keepdims=True)
    share: FloatArray = np.divide(total, whole, out=np.zeros_like(total), where=whole > 0)
    return share


def _sums_of_aspects(ratings: QueryItems, signature: IntArray, has_aspect: FloatArray) -> FloatArray:
    """Add up the ratings of each query and aspect."""
    n_aspects, n_queries = has_aspect.shape[1], len(ratings.segments)
    total = np.zeros(n_queries * n_aspects)
    pairs = Segments.of_lengths(np.count_nonzero(has_aspect, axis=1))
    aspect_of = np.nonzero(has_aspect)[1]
    # The rows of a query stay together, so that its sums are the same among any others.
    offsets = ratings.segments.offsets
    cuts = offsets[np.unique(np.searchsorted(offsets, np.arange(0, ratings.item.size, _MOST_ROWS)))]
    for start, end in pairwise(np.append(cuts, ratings.item.size)):
        some = slice(start, end)
        kind = signature[ratings.item[some]]
        count = pairs.count[kind]
        aspect = aspect_of[ranges(pairs.offsets[kind], count)]
        cell = np.repeat(ratings.segments.of_row[some] * n_aspects, count) + aspect
        total += np.bincount(cell, np.repeat(np.maximum(ratings.value[some], 0.0), count), minlength=total.size)
    return total.reshape(n_queries, n_aspects)


def _alpha(catalogue: Catalogue, queries: pl.Series, n_items: int) -> FloatArray | QueryItems | None:
    """Give the chances of items not rated by item, by query or by both."""
    table = catalogue.alpha
    if table is None:
        return None
    if {schema.ITEM, schema.QUERY} <= set(table.columns):
        query = numbers_of(table[schema.QUERY], queries)
        item = numbers_of(table[schema.ITEM], catalogue.items)
        is_here = (query >= 0) & (item >= 0)
        value = table[schema.ALPHA].filter(pl.Series(is_here))
        return _query_items(query[is_here], item[is_here], value, len(queries), n_items)
    if schema.ITEM in table.columns:
        return _for_each(table, schema.ITEM, schema.ALPHA, catalogue.items, catalogue.alpha_source)
    return _for_each(table, schema.QUERY, schema.ALPHA, queries, catalogue.alpha_source)[:, None]


def _for_each(table: pl.DataFrame, key: str, value: str, ids: pl.Series, source: str) -> FloatArray:
    found = ids.alias(key).to_frame().join(table, on=key, how="left", maintain_order="left")[value]
    if found.null_count():
        missing = ids.filter(found.is_null())
        who = "user" if key == schema.QUERY else key
        said = f"no {value} for {counted(len(missing), who)}, such as {missing[0]!r}"
        raise InputError(said, f"a number for every {who}", source=source)
    return found.to_numpy()


def _beta(catalogue: Catalogue, queries: pl.Series, rated: QueryItems, max_grade: float) -> FloatArray | None:
    """Give the chance of each rated row: of its user, times the share of the top rating, or as the table has it."""
    table = catalogue.beta
    if table is None:
        return None
    if schema.GRADE not in table.columns:
        of_user = _for_each(table, schema.QUERY, schema.BETA, queries, catalogue.beta_source)
        return of_user[rated.segments.of_row] * (np.maximum(rated.value, 0.0) / max_grade)
    asked = pl.DataFrame({schema.QUERY: queries.gather(rated.segments.of_row), schema.GRADE: rated.value})
    key = [name for name in (schema.QUERY, schema.GRADE) if name in table.columns]
    found = asked.join(table, on=key, how="left", maintain_order="left")[schema.BETA]
    if found.null_count():
        user, rating = asked.row(int(found.is_null().arg_max() or 0))
        whose = f" of user {user!r}" if schema.QUERY in key else ""
        raise InputError(
            f"no beta for the rating {rating:g}{whose}", "one for every rating", source=catalogue.beta_source
        )
    return found.to_numpy()


def _refuse_missing_pairs(numbered: ItemCatalogue, alpha: QueryItems, queries: pl.Series, source: str) -> None:
    """Refuse a table by user and item that leaves out something that could be recommended."""
    n_open = (
        numbered.n_items - numbered.profile.segments.count - numbered.rated.without(numbered.profile).segments.count
    )
    n_given = alpha.without(numbered.profile).without(numbered.rated).segments.count
    if (n_given < n_open).any():
        first = int((n_given < n_open).argmax())
        raise InputError(
            f"an alpha for {n_given[first]} of the {n_open[first]} items that user {queries[first]!r} did not rate",
            "one for every item that could be recommended",
            source=source,
        )
