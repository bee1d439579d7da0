"""Lengths of items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from axiometer.data import frames, schema
from axiometer.errors import InputError


def lengths_of(lengths: Any, source: str = "lengths") -> pl.DataFrame:
    """Make a table of lengths of what they are given as: a frame, or ``{item: length}``."""
    if isinstance(lengths, Mapping):
        frames.refuse_merged_ids(lengths, source)
        columns = {schema.ITEM: [str(item) for item in lengths], schema.LENGTH: list(lengths.values())}
        frame = pl.DataFrame(columns, strict=False)
    elif frames.is_frame(lengths):
        frame = frames.to_polars(lengths, source)
    else:
        found = f"{type(lengths).__name__} for the lengths"
        raise InputError(found, "a file, a frame or a dictionary {item: length}", source=source)
    return lengths_of_frame(frame, frames.Origin(source))


def lengths_of_frame(frame: pl.DataFrame, origin: frames.Origin) -> pl.DataFrame:
    """Check a frame of lengths: ``item``, ``length``."""
    for problem in length_problems(frame, origin):
        raise problem
    return frames.standardise(frame, schema.LENGTHS_REQUIRED, (), origin).unique(maintain_order=True)


def length_problems(frame: pl.DataFrame, origin: frames.Origin) -> Iterator[InputError]:
    """Find everything that is wrong with a frame of lengths."""
    problems = list(frames.column_problems(frame, schema.LENGTHS_REQUIRED, (), origin))
    if problems:
        yield from problems
        return
    table = frames.standardise(frame, schema.LENGTHS_REQUIRED, (), origin).with_row_index("row")
    for row, item, length in table.filter(pl.col(schema.LENGTH) < 0).rows():
        yield origin.error(row, f"the length {length:g} of item {item!r}", "a length from 0")
    if frames.has_repeated(table, (schema.ITEM,)):
        first = pl.col(schema.LENGTH).first().over(schema.ITEM)
        for row, item, _ in table.filter(pl.col(schema.LENGTH) != first).rows():
            yield origin.error(row, f"another length for item {item!r}", "one length for each item")
