"""Lengths of items."""

from __future__ import annotations

from collections.abc import Mapping
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
    frame = frames.standardise(frame, schema.LENGTHS_REQUIRED, (), origin)
    negative = frame.with_row_index("row").filter(pl.col(schema.LENGTH) < 0)
    for row, item, length in negative.iter_rows():
        raise origin.error(row, f"the length {length:g} of item {item!r}", "a length from 0")
    distinct = frame.unique(maintain_order=True)
    if frames.has_repeated(distinct, (schema.ITEM,)):
        item = distinct.filter(pl.col(schema.ITEM).is_duplicated())[schema.ITEM][0]
        raise InputError(f"two lengths for item {item!r}", "one length for each item", source=origin.source)
    return distinct
