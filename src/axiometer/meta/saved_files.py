"""Files in which values and preferences may have been saved, one for each query."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from os import PathLike
from typing import Final

import polars as pl

from axiometer.data import schema
from axiometer.errors import InputError
from axiometer.io.chunks import is_dataset, is_parquet, read_dataset
from axiometer.io.content import read_bytes
from axiometer.io.tables import read_table
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.saved_values import KEY, OF_LISTS, columns_of, is_json, saved_in

_LONGEST_HEAD: Final = 1 << 16
"""Where the names of columns must have come."""


def is_saved(path: str) -> bool:
    """Tell whether a file is a table of values of queries, by its columns."""
    names = _columns_in(path)
    return names is not None and columns_of(names) is not None


def refuse_unsaved(path: str) -> None:
    """Refuse a table that has neither values of queries nor items, and say what it has."""
    names = _columns_in(path)
    if names is not None and not {schema.plain(name) for name in names} & set(schema.ALIASES[schema.ITEM]):
        expected = f"the columns {', '.join(OF_LISTS)}, as axiometer evaluate -q writes them"
        raise InputError(f"the columns {', '.join(names)}", expected, source=path, line=None if is_parquet(path) else 1)


def read_saved(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]], *, smaller_better: Collection[str] = ()
) -> Outcomes:
    """Read what ``axiometer evaluate -q`` and ``axiometer prefer -q`` wrote as Parquet, TSV, CSV or lines of JSON.

    Parameters
    ----------
    paths
        Files; several are put together.
    smaller_better
        Names of measures that are not known here, and of whose values the smaller is the better one.
    """
    return Outcomes.of_saved(saved_in(paths, smaller_better))


def _columns_in(path: str) -> list[str] | None:
    """Give the names of the columns of a table, by its first line if it is text; None if it has none."""
    return read_dataset(path).columns if is_dataset(path) else _columns(read_bytes(path), path)


def _columns(data: bytes, path: str) -> list[str] | None:
    if data.startswith(b"PAR1"):
        with suppress(pl.exceptions.PolarsError):
            return [*pl.read_parquet_schema(io.BytesIO(data))]
        read_table(data, path, KEY)  # says what is wrong with it
    lines = data[:_LONGEST_HEAD].decode("utf-8-sig", "replace").splitlines()
    first = next((line for line in lines if not line.startswith("#")), "")
    if is_json(data):
        with suppress(ValueError, RecursionError):
            return [*json.loads(first)]
        return None
    separator = next((each for each in "\t," if each in first), None)
    names = first.split("\t") if separator == "\t" else next(csv.reader([first]))
    # Some programs write a first column without a name, the numbers of rows.
    return names if len(names) > 1 and all(re.match(r"[^\W\d]|$", name.strip()) for name in names) else None
