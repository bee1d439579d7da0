"""Lengths of items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from axiometer.data import frames, schema
from axiometer.errors import InputError


def _from_dictionary(lengths: Mapping[Any, Any], source: str) -> pl.DataFrame:
    frames.refuse_merged_ids(lengths, "an item", source)
    columns = {schema.ITEM: [str(item) for item in lengths], schema.LENGTH: list(lengths.values())}
    return pl.DataFrame(columns, strict=False)


def _wrong(table: pl.DataFrame, origin: frames.Origin, given: Sequence[str]) -> Iterator[InputError]:
    units = table.columns[1:]
    if not units:
        expected = "a column for the length, called length, characters or words"
        yield InputError(f"the columns {', '.join(given)}", expected, source=origin.source)
    for unit in units:
        for row, item, length in frames.rows_where(table, pl.col(unit) < 0, schema.ITEM, unit):
            yield origin.error(row, f"the length {length:g} of item {item!r}", "a length from 0")
    if frames.has_repeated(table, (schema.ITEM,)):
        lengths = pl.struct(units) if units else pl.lit(0)
        is_other = ~(lengths == lengths.first().over(schema.ITEM))
        for row, item in frames.rows_where(table, is_other, schema.ITEM):
            yield origin.error(row, f"another length for item {item!r}", "one length for each item")


LENGTHS: Final = frames.Rules(
    name="lengths",
    required=schema.LENGTHS_REQUIRED,
    optional=schema.LENGTHS_OPTIONAL,
    of_dictionary=_from_dictionary,
    example="a dictionary {item: length}",
    wrong=_wrong,
)


def length_in(unit: str, lengths: pl.DataFrame) -> pl.DataFrame | None:
    """Give the lengths in a unit, ``item`` and ``length``; nothing if they are in another one."""
    for column in (unit, schema.LENGTH):
        if column in lengths.columns:
            return lengths.select(schema.ITEM, pl.col(column).alias(schema.LENGTH))
    return None
