"""Frames of any make become Polars frames with our column names and types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from axiometer.data import schema
from axiometer.errors import InputError

NUMBERS = (schema.GRADE, schema.SCORE)


@dataclass(frozen=True)
class Origin:
    """Where a frame comes from: what it is called, and the line of its first row if it was a text file."""

    source: str
    first_line: int | None = None

    def error(self, row: int, found: str, expected: str) -> InputError:
        """Make an error about a row, counted from 0."""
        if self.first_line is not None:
            return InputError(found, expected, source=self.source, line=self.first_line + row)
        return InputError(f"{found}, row {row + 1}", expected, source=self.source)


def is_frame(thing: object) -> bool:
    """Tell whether this is a frame: of Polars, or anything that hands out Arrow data."""
    return isinstance(thing, pl.DataFrame | pl.LazyFrame) or hasattr(thing, "__arrow_c_stream__")


def to_polars(frame: Any) -> pl.DataFrame:
    """Turn a Polars, pandas, PyArrow, DuckDB or other Arrow-capable frame into a Polars frame."""
    if isinstance(frame, pl.DataFrame):
        return frame
    if isinstance(frame, pl.LazyFrame):
        return frame.collect()
    try:
        return pl.DataFrame(frame)
    except ImportError:
        # pandas hands out Arrow data only where pyarrow is installed.
        return pl.DataFrame({name: frame[name].tolist() for name in frame.columns})


def column_names(
    found: Iterable[str], required: Sequence[str], optional: Sequence[str], *, source: str
) -> dict[str, str]:
    """Map our column names to the ones found; the first alias in the schema's order wins."""
    by_plain_name: dict[str, str] = {}
    for name in found:
        by_plain_name.setdefault(schema.plain(name), name)
    names = {}
    for ours in (*required, *optional):
        theirs = next((by_plain_name[a] for a in schema.ALIASES[ours] if a in by_plain_name), None)
        if theirs is not None:
            names[ours] = theirs
        elif ours in required:
            expected = f"a column for the {ours}, called one of {', '.join(schema.ALIASES[ours])}"
            raise InputError(f"the columns {', '.join(by_plain_name.values())}", expected, source=source)
    return names


def standardise(frame: pl.DataFrame, required: Sequence[str], optional: Sequence[str], origin: Origin) -> pl.DataFrame:
    """Select our columns from a frame, under our names, as text and numbers without gaps."""
    names = column_names(frame.columns, required, optional, source=origin.source)
    if frame.is_empty():
        raise InputError("no rows", "at least one", source=origin.source)
    return pl.DataFrame([_column(frame, theirs, ours, origin) for ours, theirs in names.items()])


def _column(frame: pl.DataFrame, theirs: str, ours: str, origin: Origin) -> pl.Series:
    column = frame.get_column(theirs).alias(ours)
    dtype: Any = pl.Float64 if ours in NUMBERS else pl.Int64 if ours == schema.RANK else pl.String
    if dtype == pl.String and column.dtype.is_float():
        # pandas turns whole-number ids into floats as soon as one is missing: 12.0 must not become an id.
        found = f"floats in the column {theirs!r}"
        raise InputError(found, f"{ours} ids as text or whole numbers", source=origin.source)
    typed = column.cast(dtype, strict=False)
    is_wrong = typed.is_null()
    if dtype == pl.Float64:
        is_wrong |= ~typed.is_finite().fill_null(value=False)
    if is_wrong.any():
        row = is_wrong.arg_true()[0]
        expected = {pl.String: "text", pl.Int64: "a whole number", pl.Float64: "a finite number"}[dtype]
        raise origin.error(row, f"{column[row]!r} in the column {theirs!r}", expected)
    return typed
