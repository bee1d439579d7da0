"""Weights and types of aspects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from axiometer.data import frames, schema
from axiometer.errors import InputError

PAIR: Final = (schema.QUERY, schema.ASPECT)
TOLERANCE: Final = 0.005
"""By so much may the weights of a query miss the sum of 1: files give them with few digits."""


def _from_dictionary(weights: Mapping[Any, Any], source: str) -> pl.DataFrame:
    """Read ``{query: {aspect: weight}}``, or ``(weight, type)`` for the weight."""
    rows = []
    for query, by_aspect in weights.items():
        if not isinstance(by_aspect, Mapping):
            found = f"{by_aspect!r} for query {query!r}"
            raise InputError(found, "a dictionary {aspect: weight}", source=source)
        for aspect, weight in by_aspect.items():
            rows.append((str(query), str(aspect), *(weight if isinstance(weight, tuple) else (weight,))))
    if len({len(row) for row in rows}) > 1 or any(len(row) > len(schema.WEIGHTS_REQUIRED) + 1 for row in rows):
        raise InputError(
            "weights with and without types", "a weight, or (weight, type), for each aspect", source=source
        )
    names = (*schema.WEIGHTS_REQUIRED, schema.TYPE)
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=False))
    return pl.DataFrame(columns or {name: [] for name in schema.WEIGHTS_REQUIRED}, strict=False)


def _wrong(table: pl.DataFrame, origin: frames.Origin, _: Sequence[str]) -> Iterator[InputError]:
    weight = pl.col(schema.WEIGHT)
    for row, value in frames.rows_where(table, weight < 0, schema.WEIGHT):
        yield origin.error(row, f"the weight {value:g}", "a weight from 0")
    if schema.TYPE in table.columns:
        for row, value in frames.rows_where(table, ~pl.col(schema.TYPE).is_in(schema.TYPES), schema.TYPE):
            yield origin.error(row, f"the type {value!r}", "inf (informational) or nav (navigational)")
    distinct = table.with_row_index("row").unique(table.columns, keep="first", maintain_order=True)
    again = distinct.filter(~pl.struct(PAIR).is_first_distinct())
    for row, query, aspect in again.select("row", *PAIR).rows():
        found = f"another weight or type for aspect {aspect!r} of query {query!r}"
        yield origin.error(row, found, "one of each")
    summed = (pl.col("row").first(), weight.sum(), pl.col(schema.ASPECT))
    total = distinct.group_by(schema.QUERY, maintain_order=True).agg(*summed)
    for query, row, sum_of_weights, aspects in total.filter((weight - 1).abs() > TOLERANCE).iter_rows():
        found = f"weights that sum to {sum_of_weights:g} for query {query!r} (aspects {', '.join(aspects)})"
        yield origin.error(row, found, "weights that sum to 1 for each query")


def _with_short_types(table: pl.DataFrame) -> pl.DataFrame:
    if schema.TYPE not in table.columns:
        return table
    short = {"informational": schema.TYPES[0], "navigational": schema.TYPES[1]}
    return table.with_columns(pl.col(schema.TYPE).str.to_lowercase().replace(short))


WEIGHTS: Final = frames.Rules(
    name="weights",
    required=schema.WEIGHTS_REQUIRED,
    optional=schema.WEIGHTS_OPTIONAL,
    of_dictionary=_from_dictionary,
    example="a dictionary {query: {aspect: weight}}",
    wrong=_wrong,
    tidy=_with_short_types,
)


def refuse_unweighted(grades: pl.DataFrame, weights: pl.DataFrame, source: str) -> None:
    """Refuse weights that leave out an aspect with a relevant item."""
    relevant = grades.filter(pl.col(schema.GRADE) > 0).select(PAIR).unique(maintain_order=True)
    for query, aspect in relevant.join(weights, on=PAIR, how="anti", maintain_order="left").iter_rows():
        found = f"no weight for aspect {aspect!r} of query {query!r}, which has relevant items"
        raise InputError(found, "a weight for each such aspect", source=source)
    total = relevant.join(weights, on=PAIR).group_by(schema.QUERY, maintain_order=True).agg(pl.col(schema.WEIGHT).sum())
    for query, _ in total.filter(pl.col(schema.WEIGHT) == 0).rows():
        found = f"the weight 0 for all aspects of query {query!r} that have relevant items"
        raise InputError(found, "a weight above 0 for one of them", source=source)
