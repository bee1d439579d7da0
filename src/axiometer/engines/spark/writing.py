"""Values that are in Spark become a file of text, a few rows at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, Final

import polars as pl

from axiometer.engines.means import VALUE
from axiometer.engines.spark.complaints import readable
from axiometer.io.results import encode

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

AT_ONCE: Final = 50_000
"""Rows that are written at a time."""


def write_rows(values: DataFrame, form: str, file: BinaryIO) -> None:
    """Write rows as they come, partition after partition."""
    is_first = True
    with readable():
        for table in _some_at_a_time(values):
            data = encode(table, form)
            file.write(data if is_first or form == "jsonl" else data.partition(b"\n")[2])
            is_first = False


def _some_at_a_time(values: DataFrame) -> Iterator[pl.DataFrame]:
    kinds = {name: pl.Float64 if name == VALUE else pl.String for name in values.columns}
    rows = iter(values.toLocalIterator())
    yield pl.DataFrame(list(islice(rows, AT_ONCE)), kinds, orient="row")
    while some := list(islice(rows, AT_ONCE)):
        yield pl.DataFrame(some, kinds, orient="row")
