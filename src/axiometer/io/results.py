"""Writing results: whole or not at all, and with full precision."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Final

import polars as pl

from axiometer.errors import UsageError
from axiometer.io.content import ending
from axiometer.notes import Note, as_json
from axiometer.projection.profiles import Profile

UNDEFINED: Final = "undefined"
NOTES: Final = "notes"
BESIDE: Final = "_axiometer.json"
"""Beside the files of a folder of Parquet, what one file would hold itself."""
FORMS: Final = ("parquet", "tsv", "csv", "jsonl")
"""In which values are written wherever they are."""


def form_of(path: str | PathLike[str], form: str | None) -> str:
    """Give the form in which values are written to a file: what somebody says, or what its ending does."""
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
    match form:
        case "tsv":
            table.write_csv(buffer, separator="\t")
        case "csv":
            table.write_csv(buffer)
        case "json":
            buffer.write(json.dumps(_records(table), indent=1, ensure_ascii=False).encode() + b"\n")
        case "jsonl":
            lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in _records(table))
            buffer.write("".join(lines).encode())
        case "parquet":
            table.write_parquet(buffer, metadata=dict(told or {}))
        case _:
            raise UsageError(f"there is no format {form!r}")
    return buffer.getvalue()


def _records(table: pl.DataFrame) -> list[dict[str, object]]:
    is_float = pl.selectors.float()
    return table.with_columns(pl.when(is_float.is_finite()).then(is_float)).to_dicts()
