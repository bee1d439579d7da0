"""Reading aspects of items."""

from __future__ import annotations

from os import PathLike, fspath
from typing import Any

import polars as pl

from axiometer.data import schema
from axiometer.data.aspects import LISTED, SEPARATOR, ItemAspects, item_aspects_of, item_aspects_of_frame
from axiometer.data.frames import Origin
from axiometer.errors import InputError
from axiometer.io import movielens
from axiometer.io.content import read_bytes
from axiometer.io.tables import is_table, read_table
from axiometer.io.text import decoded, first_line, line_origin


def load_item_aspects(aspects: Any) -> tuple[ItemAspects, str]:
    """Read aspects of items from a file or a folder, or make them of something else, and say where they come from."""
    if not isinstance(aspects, str | PathLike):
        return item_aspects_of(aspects), "aspects"
    path = movielens.movies_file(fspath(aspects))
    return item_aspects_of_frame(*parse_aspects(read_bytes(path), path)), path


def parse_aspects(data: bytes, path: str) -> tuple[pl.DataFrame, Origin]:
    """Read a table of items and their aspects, one of MovieLens' older files, or items and aspects between tabs."""
    key = (schema.ITEM,)
    if is_table(data, "", key):  # a file called .csv may have no names of columns: only its content tells
        return read_table(data, path, key)
    if movielens.is_one_hot(path):
        return movielens.movies_of_one_hot(data, path)
    if movielens.has_colons(data):
        return movielens.movies_of_colons(data, path)
    return _between_tabs(decoded(data, path), path)


def _between_tabs(text: bytes, path: str) -> tuple[pl.DataFrame, Origin]:
    """Read lines of an item and any number of aspects."""
    if b"\t" not in text:
        line, first = first_line(text)
        expected = "tabs between an item and its aspects, or a first line with names of columns such as item, genres"
        raise InputError(repr(first[:80]), expected, source=path, line=line)
    try:
        lines = pl.Series(text.decode().split("\n"))
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise InputError(f"the bytes {text[error.start : error.end]!r}", "UTF-8 text", source=path, line=line) from None
    has_content = (lines.str.strip_chars() != "") & ~lines.str.starts_with("#")
    content = lines.filter(has_content).str.strip_chars_end("\t ")
    fields = content.str.replace_all(SEPARATOR, "\t", literal=True).str.split("\t")
    frame = pl.DataFrame({schema.ITEM: fields.list.first(), LISTED: fields.list.slice(1)})
    return frame, line_origin(text, frame, path)
