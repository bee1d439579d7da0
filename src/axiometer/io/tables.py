"""Tables with named columns: CSV, TSV and Parquet."""

from __future__ import annotations

import csv
import io
import re

import polars as pl

from axiometer.data import schema
from axiometer.data.frames import Origin
from axiometer.errors import InputError
from axiometer.io.content import ending

_KNOWN_NAMES = frozenset(alias for aliases in schema.ALIASES.values() for alias in aliases)


def is_table(data: bytes, path: str) -> bool:
    """Tell whether a file is a table: by its content for Parquet, by its first line or its ending for text."""
    return data.startswith(b"PAR1") or ending(path) == ".csv" or _header_separator(data) is not None


def read_table(data: bytes, path: str) -> tuple[pl.DataFrame, Origin]:
    """Read a table and say where its rows are; in a text all columns stay text."""
    if data.startswith(b"PAR1"):
        try:
            return pl.read_parquet(io.BytesIO(data)), Origin(path)
        except pl.exceptions.PolarsError as error:
            raise InputError(f"a damaged Parquet file ({error})", "a whole one", source=path) from None
    separator = _header_separator(data)
    if separator is None:
        found = repr(_first_line(data)[:80])
        raise InputError(found, "a first line with the names of the columns", source=path, line=1)
    try:
        table = pl.read_csv(io.BytesIO(data), separator=separator, infer_schema=False)
    except pl.exceptions.PolarsError as error:
        raise _ragged(data, separator, path) or InputError(
            f"a table that cannot be read ({error})", "the same columns in all lines", source=path
        ) from None
    return table, Origin(path, first_line=2)


def _ragged(data: bytes, separator: str, path: str) -> InputError | None:
    """Find the first line with more or fewer columns than the first."""
    lines = csv.reader(io.StringIO(data.decode("utf-8-sig", "replace"), newline=""), delimiter=separator)
    names = next(lines)
    for values in lines:
        if values and len(values) != len(names):
            expected = f"{len(names)} ({', '.join(names)})"
            return InputError(f"{len(values)} columns", expected, source=path, line=lines.line_num)
    return None


def _header_separator(data: bytes) -> str | None:
    """Find what stands between the columns if the first line names at least two that we know."""
    first = _first_line(data)
    for separator in (",", "\t"):
        names = [schema.plain(re.sub(r'^"|"$', "", name.strip())) for name in first.split(separator)]
        if len(set(names) & _KNOWN_NAMES) >= 2:
            return separator
    return None


def _first_line(data: bytes) -> str:
    return data[: data.find(b"\n") + 1 or None].decode("utf-8-sig", "replace").rstrip()
