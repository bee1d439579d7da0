"""Results: written with full precision, and values of queries and preferences read again."""

from __future__ import annotations

import csv
import io
import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import Any, Final

import polars as pl

from axiometer.conventions.profiles import Profile
from axiometer.data import schema
from axiometer.data.frames import Origin
from axiometer.errors import InputError, UsageError
from axiometer.io.chunks import is_dataset, is_parquet, read_dataset
from axiometer.io.content import PACKING_ENDINGS, ending, read_bytes
from axiometer.io.tables import read_table
from axiometer.notes import Note, as_json

UNDEFINED: Final = "undefined"
NOTES: Final = "notes"
BESIDE: Final = "_axiometer.json"
"""Beside the files of a folder of Parquet, what one file would hold itself."""
FORMS: Final = ("parquet", "tsv", "csv", "jsonl")
"""In which values are written wherever they are."""
_UNREADABLE: Final = {"tsv": "[\t\r\n]", "csv": "\r|\n#"}
"""What a text cannot hold that is to be read again as it was."""
TSV: Final[Mapping[str, Any]] = {"separator": "\t", "quote_style": "never"}
"""How Polars writes TSV, in which quotes are letters like others."""
_KEY: Final = (schema.QUERY,)
_LONGEST_HEAD: Final = 1 << 16
"""Where the names of columns must have come."""
_IS_FLOAT: Final = pl.selectors.float()
FINITE: Final = pl.when(_IS_FLOAT.is_finite()).then(_IS_FLOAT)
"""Numbers of JSON, which has neither NaN nor infinity."""


def form_of(path: str | PathLike[str], form: str | None) -> str:
    """Give the form in which values are written to a file: what somebody says, or what its ending does."""
    packed = next((packing for packing in PACKING_ENDINGS if str(path).lower().endswith(packing)), None)
    if packed:
        raise UsageError(f"values are written as they are, not packed: leave {packed} out of the name of {path}")
    found = ending(str(path)).removeprefix(".") if form is None else form
    if found not in FORMS:
        said = f"the file {path} does not end like" if form is None else f"the form {form!r} is not"
        raise UsageError(f"{said} one in which values are written: {', '.join(FORMS)}")
    return found


def told_beside(profile: Profile, notes: Iterable[Note]) -> dict[str, str]:
    """Give what a Parquet file of values tells of them: by which conventions they were made, and what to know."""
    return {"profile": profile.name, UNDEFINED: profile.undefined, NOTES: as_json(notes)}


def encode(table: pl.DataFrame, form: str, *, told: Mapping[str, str] | None = None) -> bytes:
    """Write a table as ``tsv``, ``csv``, ``json``, ``jsonl`` or ``parquet``; undefined is NaN, in JSON null.

    A Parquet file also holds what is told of the table.
    """
    buffer = io.BytesIO()
    refuse_unreadable(table.lazy(), form)
    match form:
        case "tsv":
            table.write_csv(buffer, **TSV)
        case "csv":
            table.write_csv(buffer)
        case "json":
            buffer.write(json.dumps(_records(table), indent=1, ensure_ascii=False).encode() + b"\n")
        case "jsonl":
            table.with_columns(FINITE).write_ndjson(buffer)
        case "parquet":
            table.write_parquet(buffer, metadata=dict(told or {}))
        case _:
            raise UsageError(f"there is no format {form!r}")
    return buffer.getvalue()


def refuse_unreadable(table: pl.LazyFrame, form: str) -> None:
    """Refuse text that would be read as something else than was written: line ends, tabs, the mark of a comment."""
    if form not in _UNREADABLE:
        return
    texts = [name for name, kind in table.collect_schema().items() if kind == pl.String]
    is_wrong = {name: pl.col(name).str.contains(_UNREADABLE[form]) for name in texts}
    if (first := table.collect_schema().names()[0]) in is_wrong:
        is_wrong[first] |= pl.col(first).str.starts_with("#")
    for name, each in is_wrong.items():
        found = table.filter(each).select(name).head(1).collect()
        if found.height:
            expected = "text without tabs and line ends, and # not first; or Parquet or lines of JSON, which take any"
            raise InputError(f"{found.item()!r} in the column {name}", expected, source=f"the table to write as {form}")


def _records(table: pl.DataFrame) -> list[dict[str, object]]:
    return table.with_columns(FINITE).to_dicts()


def saved_columns(names: Sequence[str]) -> dict[str, str] | None:
    """Map our column names to those found, if they are those of saved values or of saved preferences."""
    plain = {schema.plain(name): name for name in names}
    for wanted in (schema.SAVED_VALUES, schema.SAVED_PREFERENCES):
        # The first name of each counts.
        found = {
            ours: plain[name] for ours in wanted for name in reversed(schema.ALIASES_OF_SAVED[ours]) if name in plain
        }
        if len(found) == len(wanted):
            return found
    return None


def read_values(path: str) -> tuple[pl.DataFrame, Origin, Mapping[str, str]]:
    """Read a table of values, where its rows are, and what is told beside them.

    Parquet, CSV, TSV or lines of JSON, in which an undefined value is null.
    """
    if is_dataset(path):
        return read_dataset(path), Origin(path), _beside(Path(path, BESIDE))
    data = read_bytes(path)
    if not _is_json(data):
        table, origin = read_table(data, path, _KEY)
        return table, origin, pl.read_parquet_metadata(io.BytesIO(data)) if data.startswith(b"PAR1") else {}
    try:
        # Types are those of all lines: the first may have undefined values or whole numbers only.
        table = pl.read_ndjson(data.removeprefix(BOM_UTF8), infer_schema_length=None)
    except pl.exceptions.PolarsError as error:
        reason = str(error).split("\n")[0]
        raise InputError(f"lines that cannot be read ({reason})", "a JSON object in each", source=path) from None
    return table.fill_null(float("nan")), Origin(path, first_line=1), {}


def _is_json(data: bytes) -> bool:
    """Tell whether a file holds objects of JSON."""
    return data.removeprefix(BOM_UTF8).lstrip().startswith(b"{")


def _beside(path: Path) -> Mapping[str, str]:
    if not path.is_file():
        return {}
    try:
        found = json.loads(path.read_bytes())
    except ValueError:
        found = None
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise InputError("something else", "what was noted of values, in JSON", source=str(path))
    return found


def is_saved(path: str) -> bool:
    """Tell whether a file is a table of values of queries, by its columns."""
    names = _columns_in(path)
    return names is not None and saved_columns(names) is not None


def refuse_unsaved(path: str) -> None:
    """Refuse a table that has neither values of queries nor items, and say what it has."""
    names = _columns_in(path)
    if names is not None and not {schema.plain(name) for name in names} & set(schema.ALIASES[schema.ITEM]):
        expected = f"the columns {', '.join(schema.SAVED_VALUES)}, as axiometer evaluate -q writes them"
        raise InputError(f"the columns {', '.join(names)}", expected, source=path, line=None if is_parquet(path) else 1)


def _columns_in(path: str) -> list[str] | None:
    """Give the names of the columns of a table, by its first line if it is text; None if it has none."""
    return read_dataset(path).columns if is_dataset(path) else _columns(read_bytes(path), path)


def _columns(data: bytes, path: str) -> list[str] | None:
    if data.startswith(b"PAR1"):
        with suppress(pl.exceptions.PolarsError):
            return [*pl.read_parquet_schema(io.BytesIO(data))]
        read_table(data, path, _KEY)  # says what is wrong with it
    lines = data[:_LONGEST_HEAD].decode("utf-8-sig", "replace").splitlines()
    first = next((line for line in lines if not line.startswith("#")), "")
    if _is_json(data):
        with suppress(ValueError, RecursionError):
            return [*json.loads(first)]
        return None
    separator = next((each for each in "\t," if each in first), None)
    names = first.split("\t") if separator == "\t" else next(csv.reader([first]))
    # Some programs write a first column without a name, the numbers of rows.
    return names if len(names) > 1 and all(re.match(r"[^\W\d]|$", name.strip()) for name in names) else None
