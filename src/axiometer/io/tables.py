"""Tables with named columns: CSV, TSV and Parquet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from axiometer.data import schema
from axiometer.data.frames import Origin, refuse
from axiometer.errors import InputError, counted
from axiometer.io.content import ending
from axiometer.io.text import decoded

_LEADING_COMMENTS = re.compile(rb"(?:(?:\xef\xbb\xbf)?#[^\n]*\n)*")


KEY: Final = (schema.QUERY, schema.ITEM)


def is_table(data: bytes, path: str, key: Sequence[str] = KEY) -> bool:
    """Tell whether a file is a table: by its content for Parquet, by its first line or its ending for text."""
    return data.startswith(b"PAR1") or ending(path) == ".csv" or _header_separator(data, key) is not None


def read_table(data: bytes, path: str, key: Sequence[str] = KEY) -> tuple[pl.DataFrame, Origin]:
    """Read a table and say where its rows are; in a text all columns stay text."""
    if data.startswith(b"PAR1"):
        try:
            return pl.read_parquet(io.BytesIO(data)), Origin(path)
        except pl.exceptions.PolarsError:
            raise InputError("a damaged Parquet file", "a whole one", source=path) from None
    text, separator = _table_text(data, path, key)
    has_quotes = separator == "," and b'"' in text
    names = next(csv.reader([_first_line(text)], delimiter=separator))
    if len(set(names)) < len(names):
        raise InputError(f"the columns {', '.join(names)}", "each column once", source=path, line=1)
    if has_quotes or text.count(separator.encode()) != (len(names) - 1) * text.count(b"\n"):
        refuse(shape_problems(data, path, key))
    try:
        table = pl.read_csv(
            io.BytesIO(text), separator=separator, infer_schema=False, quote_char='"' if has_quotes else None
        )
    except pl.exceptions.PolarsError:
        refuse(shape_problems(data, path, key))
        raise InputError("a table that cannot be read", "UTF-8 text and quotes in pairs", source=path) from None
    # A quoted line end or a comment moves the rows away from the lines.
    is_row_a_line = table.height + 1 == text.count(b"\n") and _comment(data) is None
    return table, Origin(path, first_line=2 if is_row_a_line else None)


def shape_problems(data: bytes, path: str, key: Sequence[str] = KEY) -> Iterator[InputError]:
    """Find the lines that have more or fewer columns than the first."""
    text, separator = _table_text(data, path, key)
    content = io.StringIO(text.decode("utf-8", "replace"), newline="")
    lines = csv.reader(content, delimiter=separator, quoting=csv.QUOTE_MINIMAL if separator == "," else csv.QUOTE_NONE)
    names = next(lines)
    for values in lines:
        if len(values) != len(names):
            expected = f"{len(names)} ({', '.join(names)})"
            yield InputError(counted(len(values), "column"), expected, source=path, line=lines.line_num)


def _table_text(data: bytes, path: str, key: Sequence[str]) -> tuple[bytes, str]:
    """Take comments and empty lines at the end from a text, and find what stands between its columns."""
    text = decoded(data, path)
    if _comment(text):
        text = re.sub(rb"^#.*\n?", b"", text, flags=re.MULTILINE)
    separator = _header_separator(text, key)
    if separator is None:
        found = repr(_first_line(text)[:80])
        raise InputError(found, "a first line with the names of the columns", source=path, line=1)
    return text.rstrip(b"\n") + b"\n", separator


def _comment(text: bytes) -> re.Match[bytes] | None:
    return re.search(rb"^#", text, flags=re.MULTILINE) if b"#" in text else None


def _header_separator(data: bytes, key: Sequence[str]) -> str | None:
    """Find what stands between the columns if the first line names those of the key, and has no number."""
    first = _first_line(data, after=_LEADING_COMMENTS.match(data).end())  # type: ignore[union-attr]
    for separator in (",", "\t"):
        names = {schema.plain(re.sub(r'^"|"$', "", name.strip())) for name in first.split(separator)}
        is_header = all(names & set(schema.ALIASES[ours]) for ours in key)
        if is_header and not any(re.fullmatch(r"[-+.\d]+(e[-+]?\d+)?", name) for name in names):
            return separator
    return None


def _first_line(data: bytes, after: int = 0) -> str:
    return data[after : data.find(b"\n", after) + 1 or None].decode("utf-8-sig", "replace").rstrip()
