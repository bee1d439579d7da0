"""Writing results: whole or not at all, and with full precision."""

from __future__ import annotations

import io
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

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


def write_whole(data: bytes, path: Path) -> None:
    """Write a file so that a reader sees all of it or what was there before; a pipe or device is simply written to."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return umask


def _records(table: pl.DataFrame) -> list[dict[str, object]]:
    is_float = pl.selectors.float()
    return table.with_columns(pl.when(is_float.is_finite()).then(is_float)).to_dicts()
