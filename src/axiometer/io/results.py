"""Writing results: whole or not at all, and with full precision."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping

import polars as pl

from axiometer.errors import UsageError


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
