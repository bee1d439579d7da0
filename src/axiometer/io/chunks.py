"""Files read piece by piece: Parquet by its rows, text by its lines, packed or not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import polars as pl

from axiometer.data import schema
from axiometer.data.frames import Origin
from axiometer.errors import InputError
from axiometer.io.content import STANDARD_INPUT, first_bytes, packing_of, refuse_unreadable, unpacking
from axiometer.io.tables import KEY, is_table, read_table
from axiometer.io.text import line_origin

_HEAD: Final = 1 << 16
"""Bytes that tell what a file is."""
_BYTES_OF_ROW: Final = 48
"""What a row of two ids and a number takes in memory, about."""
_UNPACKED: Final = 12
"""How many times larger a text is than its packed file, at most times."""
_PARQUET: Final = "*.parquet"
_MAGIC: Final = b"PAR1"
OfTable = Callable[[pl.DataFrame, Origin], pl.DataFrame]


@dataclass(frozen=True)
class Piece:
    """Some lines of a text, all whole.

    Attributes
    ----------
    data
        The lines; the first line of a table stands before those of each piece.
    lines_before
        How many lines of the file come before the first of ``data``.
    """

    data: bytes
    lines_before: int


def is_dataset(path: str) -> bool:
    """Tell whether this is a folder of Parquet files, which are one table."""
    return Path(path).is_dir() and any(Path(path).glob(_PARQUET))


def is_parquet(path: str) -> bool:
    """Tell whether this is a Parquet file that is not packed, or a folder of them."""
    return is_dataset(path) or first_bytes(path).startswith(_MAGIC)


def can_be_read_again(path: str) -> bool:
    """Tell whether looking at a file leaves it as it is: a pipe is empty then."""
    return path != STANDARD_INPUT and (Path(path).is_file() or is_dataset(path) or not Path(path).exists())


def can_be_cut(path: str) -> bool:
    """Tell whether a file can be read more than once, and its text be cut at any end of a line."""
    if not can_be_read_again(path):
        return False
    if is_parquet(path):
        return True
    head = _head(path)
    return not head.startswith(_MAGIC) and not (b'"' in head and is_table(head, path, KEY))


def read_dataset(path: str) -> pl.DataFrame:
    """Read a Parquet file, or a folder of them."""
    try:
        return _scan(path).collect()
    except pl.exceptions.PolarsError as error:
        raise _damaged(path, error) from None


def parquet_pieces(path: str, n_bytes: int) -> Iterator[tuple[pl.DataFrame, Origin]]:
    """Read the columns that have a name we know, some rows at a time, and say where these are."""
    try:
        table = _scan(path)
        names = table.collect_schema().names()
        known = {schema.plain(name) for name in names} & schema.KNOWN_NAMES
        is_complete = all(known & set(schema.ALIASES[ours]) for ours in KEY)  # otherwise errors tell all names
        wanted = [name for name in names if schema.plain(name) in known] if is_complete else names
        first_row, n_rows = 0, max(1, n_bytes // _BYTES_OF_ROW)
        for frame in table.select(wanted).collect_batches(chunk_size=n_rows, maintain_order=True):
            yield frame, Origin(path, first_row=first_row)
            first_row += frame.height
    except pl.exceptions.PolarsError as error:
        raise _damaged(path, error) from None
    if first_row == 0:
        raise InputError("no rows", "at least one", source=path)


def text_pieces(path: str, n_bytes: int) -> Iterator[Piece]:
    """Read whole lines of a text, about so many bytes at a time."""
    head = _head(path)
    with unpacking(path) as file:
        header, n_lines, is_empty = b"", 0, True
        while is_table(head, path) and (not header or header.startswith(b"#")):
            header, n_lines = file.readline(), n_lines + 1
        while data := file.read(n_bytes):
            data += file.readline()
            if _is_blank(data):
                n_lines += data.count(b"\n")
                continue
            if header and b'"' in data:
                found = "a quotation mark in a table that is read piece by piece"
                raise InputError(found, "none, or Parquet, or memory for the whole table", source=path)
            yield Piece(header + data, n_lines - header.count(b"\n"))
            n_lines, is_empty = n_lines + data.count(b"\n"), False
    if is_empty:
        raise InputError("an empty file", "at least one line", source=path)


def _is_blank(data: bytes) -> bool:
    """Tell whether lines are empty or comments."""
    return re.search(rb"^[ \t]*[^#\s]", data, flags=re.MULTILINE) is None


def pieces(
    path: str, n_bytes: int, of_table: OfTable, of_text: Callable[[bytes], pl.DataFrame]
) -> Iterator[tuple[pl.DataFrame, Origin]]:
    """Read a table with names of columns, or text without, some rows at a time, and say where these are."""
    if is_parquet(path):
        for table, origin in parquet_pieces(path, n_bytes):
            yield of_table(table, origin), origin
        return
    has_names = is_table_file(path)
    for piece in text_pieces(path, n_bytes):
        with counting_from(piece):
            if has_names:
                table, origin = read_table(piece.data, path)
            else:
                table = of_text(piece.data)
                origin = line_origin(piece.data, table, path)
        origin = origin.after(piece.lines_before)
        yield of_table(table, origin) if has_names else table, origin


@contextmanager
def counting_from(piece: Piece) -> Iterator[None]:
    """Let errors about lines of a piece name those of the file."""
    try:
        yield
    except InputError as error:
        if error.line is None:
            raise
        line = error.line + piece.lines_before
        raise InputError(error.found, error.expected, source=error.source, line=line) from None


def is_table_file(path: str) -> bool:
    """Tell whether a text has names of columns."""
    return is_table(_head(path), path, KEY)


def memory_of(path: str) -> int:
    """Say how many bytes of memory the table in a file would take, about."""
    if is_parquet(path):
        try:
            return int(_scan(path).select(pl.len()).collect().item()) * _BYTES_OF_ROW
        except pl.exceptions.PolarsError as error:
            raise _damaged(path, error) from None
    size = Path(path).stat().st_size
    return size * _UNPACKED if packing_of(first_bytes(path)) is not None else size


def state_of(path: str) -> str:
    """Give a text that changes when a file does, or one of a folder."""
    try:
        files = sorted(Path(path).glob(_PARQUET)) if is_dataset(path) else [Path(path)]
        return " ".join(f"{file.name} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files)
    except OSError as error:
        raise refuse_unreadable(path, error) from None


def _scan(path: str) -> pl.LazyFrame:
    return pl.scan_parquet(Path(path) / _PARQUET) if is_dataset(path) else pl.scan_parquet(path, glob=False)


def _damaged(path: str, error: Exception) -> InputError:
    told = str(error).split("\n")[0]
    return InputError(f"a damaged Parquet file, or several that do not fit ({told})", "whole ones", source=path)


def _head(path: str) -> bytes:
    with unpacking(path) as file:
        return file.read(_HEAD)
