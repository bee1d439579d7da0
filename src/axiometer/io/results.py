"""Writing results: whole or not at all, and with full precision."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any, Final

import polars as pl

from axiometer.conventions.profiles import Profile
from axiometer.errors import InputError, UsageError
from axiometer.io.content import PACKING_ENDINGS, ending
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
