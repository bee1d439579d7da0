"""Runs and judgments read again, slowly and plainly, as the documentation says that they are read."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from axiometer.data import schema
from axiometer.io.content import read_bytes

Row = tuple[str, ...]
OF_RUN: Final = (schema.QUERY, schema.ITEM, schema.SCORE)
OF_JUDGMENTS: Final = (schema.QUERY, schema.ASPECT, schema.ITEM, schema.GRADE)
_NUMBERS: Final = {schema.SCORE, schema.GRADE}


def slow_rows(path: Path, wanted: Sequence[str]) -> list[tuple[str | float, ...]] | None:
    """Give the wanted fields of all lines; nothing for files that are laid out in other ways."""
    data = read_bytes(str(path))
    if data.startswith(b"PAR1"):
        return None
    text = data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    header = next((line for line in text.split("\n") if line and not line.startswith("#")), "")
    separator = next((each for each in ",\t" if _is_header(header, each)), None)
    rows = _of_text(text, wanted) if separator is None else _of_table(text, separator, wanted)
    if rows is None:
        return None
    return sorted(
        tuple(float(value) if name in _NUMBERS else value for name, value in zip(wanted, row, strict=True))
        for row in rows
    )


def _is_header(line: str, separator: str) -> bool:
    names = {schema.plain(name.strip().strip('"')) for name in line.split(separator)}
    return all(names & set(schema.ALIASES[ours]) for ours in (schema.QUERY, schema.ITEM))


def _of_text(text: str, wanted: Sequence[str]) -> list[Row] | None:
    """Read lines with blanks or tabs between six fields, or four."""
    rows = []
    for line in text.split("\n"):
        fields = re.findall(r"[^ \t]+", line)
        if not fields or fields[0].startswith("#"):
            continue
        is_run = len(wanted) == len(OF_RUN)
        if len(fields) != (6 if is_run else 4) or (not is_run and re.fullmatch(r"L\d+", fields[-1])):
            return None
        rows.append((fields[0], fields[2], fields[4]) if is_run else tuple(fields))
    return rows


def _of_table(text: str, separator: str, wanted: Sequence[str]) -> list[Row] | None:
    """Read lines with commas or tabs between their fields, under names of columns."""
    kept = "\n".join(line for line in text.split("\n") if not line.startswith("#")).rstrip("\n")
    has_quotes = separator == "," and '"' in kept
    quoting = csv.QUOTE_MINIMAL if has_quotes else csv.QUOTE_NONE
    names, *lines = csv.reader(io.StringIO(kept, newline=""), delimiter=separator, quoting=quoting)
    plain = [schema.plain(name) for name in names]
    places = []
    for ours in wanted:
        place = next((plain.index(alias) for alias in schema.ALIASES[ours] if alias in plain), None)
        if place is None:
            return None
        places.append(place)
    return [tuple(line[place] for place in places) for line in lines]
