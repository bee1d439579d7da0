"""Lengths of items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from axiometer.data import frames, schema
from axiometer.errors import InputError


def lengths_of(lengths: Any, source: str = "lengths") -> pl.DataFrame:
    """Make a table of lengths of what they are given as: a frame, or ``{item: length}``."""
    frame = frames.frame_of(lengths, source, _from_dictionary, "a dictionary {item: length}")
    return lengths_of_frame(frame, frames.Origin(source))


def _from_dictionary(lengths: Mapping[Any, Any], source: str) -> pl.DataFrame:
    frames.refuse_merged_ids(lengths, "an item", source)
    columns = {schema.ITEM: [str(item) for item in lengths], schema.LENGTH: list(lengths.values())}
    return pl.DataFrame(columns, strict=False)


def lengths_of_frame(frame: pl.DataFrame, origin: frames.Origin) -> pl.DataFrame:
    """Check a frame of lengths: ``item``, and ``length``, ``characters`` or ``words``, or both."""
    for problem in length_problems(frame, origin):
        raise problem
    return _standard(frame, origin).unique(maintain_order=True)


def length_problems(frame: pl.DataFrame, origin: frames.Origin) -> Iterator[InputError]:
    """Find everything that is wrong with a frame of lengths."""
    problems = list(frames.column_problems(frame, schema.LENGTHS_REQUIRED, schema.LENGTHS_OPTIONAL, origin))
    if problems:
        yield from problems
        return
    table = _standard(frame, origin).with_row_index("row")
    units = table.columns[2:]
    if not units:
        expected = "a column for the length, called length, characters or words"
        yield InputError(f"the columns {', '.join(frame.columns)}", expected, source=origin.source)
    for unit in units:
        for row, item, length in table.filter(pl.col(unit) < 0).select("row", schema.ITEM, unit).rows():
            yield origin.error(row, f"the length {length:g} of item {item!r}", "a length from 0")
    if frames.has_repeated(table, (schema.ITEM,)):
        lengths = pl.struct(units) if units else pl.lit(0)
        is_other = ~(lengths == lengths.first().over(schema.ITEM))
        for row, item in table.filter(is_other).select("row", schema.ITEM).rows():
            yield origin.error(row, f"another length for item {item!r}", "one length for each item")


def length_in(unit: str, lengths: pl.DataFrame) -> pl.DataFrame | None:
    """Give the lengths in a unit, ``item`` and ``length``; nothing if they are in another one."""
    for column in (unit, schema.LENGTH):
        if column in lengths.columns:
            return lengths.select(schema.ITEM, pl.col(column).alias(schema.LENGTH))
    return None


def _standard(frame: pl.DataFrame, origin: frames.Origin) -> pl.DataFrame:
    return frames.standardise(frame, schema.LENGTHS_REQUIRED, schema.LENGTHS_OPTIONAL, origin)
