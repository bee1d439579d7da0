"""What is done where the rows are: they are put into batches and measured, or compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pickle import dumps
from typing import Any, Final

import numpy as np
import polars as pl
import pyarrow as pa

from axiometer.arrays import FloatArray
from axiometer.data import schema
from axiometer.data.frames import NUMBERS, Origin, refuse, standardise
from axiometer.data.ratings import NO_RATINGS, wrong_ratings
from axiometer.data.scanned import with_aspect
from axiometer.data.weights import WEIGHTS
from axiometer.engines.batch_sums import VALUES
from axiometer.engines.chunk import Chunk, ChunkEvaluator
from axiometer.engines.prefer import preferred_in
from axiometer.engines.spark.tables import BEFORE, JUDGED, LISTED, RUNS
from axiometer.errors import InputError

TOTALS: Final = "totals"
SHOWN: Final = "shown"
MOST_VALUES: Final = 1 << 22
"""Values of all systems, queries and measures that are computed at a time."""
MOST_SHOWN: Final = 1 << 16
"""Exposures that one row holds."""

EXPOSURE: Final = pa.struct([
    ("system", pa.int32()),
    ("measure", pa.int32()),
    ("item", pa.int32()),
    ("amount", pa.float64()),
])
RECORDS_SCHEMA: Final = pa.schema([
    (schema.SYSTEM, pa.string()),
    (schema.QUERY, pa.string()),
    (VALUES, pa.list_(pa.float64())),
    (TOTALS, pa.binary()),
    (SHOWN, pa.list_(EXPOSURE)),
])
PREFERENCES_SCHEMA: Final = pa.schema([
    (schema.PREFERENCE, pa.string()),
    (schema.QUERY, pa.string()),
    (schema.PAIR[0], pa.string()),
    (schema.PAIR[1], pa.string()),
    ("value", pa.float32()),
])


@dataclass(frozen=True, eq=False)
class Work:
    """What every worker has to know.

    Attributes
    ----------
    chunks
        What is measured or compared, and how.
    ordered_by
        The columns that order lists: score, rank or both.
    has_train
        Whether earlier ratings come with the queries.
    are_checked
        Whether somebody has looked for what ratings cannot be.
    max_rating
        The stated top of the rating scale.
    tie_tolerance
        Where systems are compared, what differs by at most this is tied.
    """

    chunks: ChunkEvaluator
    ordered_by: tuple[str, ...]
    has_train: bool = False
    are_checked: bool = False
    max_rating: float | None = None
    tie_tolerance: float | None = None

    def records(self, portions: Iterable[Any]) -> Iterator[pa.RecordBatch]:
        """Measure, and give the values of all queries that count, then the sums over them, then the exposures."""
        totals = None
        for chunk in self._chunks(portions):
            values, found = self.chunks.measure(chunk)
            yield from _arrow(values, RECORDS_SCHEMA)
            totals = found if totals is None else totals.merged(found)
        if totals is not None:
            packed = dumps(replace(totals, exposures=np.zeros(())))
            yield from _arrow(pl.DataFrame({TOTALS: [packed]}), RECORDS_SCHEMA)
            yield from _arrow(_sparse(totals.exposures), RECORDS_SCHEMA)

    def preferences(self, portions: Iterable[Any]) -> Iterator[pa.RecordBatch]:
        """Compare the systems of each query pair by pair."""
        for chunk in self._chunks(portions, len(self.chunks.systems)):
            preferred = preferred_in(chunk, self.chunks, self.tie_tolerance)
            yield from _arrow(
                preferred.rename({self.chunks.shared.asker: schema.QUERY}, strict=False), PREFERENCES_SCHEMA
            )

    def _chunks(self, portions: Iterable[Any], n_others: int = 1) -> Iterator[Chunk]:
        n_values = len(self.chunks.systems) * (len(self.chunks.executor.asked) * n_others + 1)
        kinds = [LISTED, JUDGED, *([BEFORE] if self.has_train else [])]
        for rows in pieces(portions, kinds, max(1, MOST_VALUES // n_values)):
            yield self._chunk(rows)

    def _chunk(self, rows: pl.DataFrame) -> Chunk:
        """Take what some queries have apart, and check its values."""
        shared = self.chunks.shared
        source, catalogue, asker = shared.source, shared.catalogue, shared.asker
        found = _rows(rows, JUDGED, source, asker)
        judged = _checked(found, schema.JUDGMENT_REQUIRED, (schema.ASPECT,), source)
        judged = with_aspect(judged).select(schema.QUERY, schema.ASPECT, schema.ITEM, schema.GRADE)
        lists = _rows(rows, LISTED, RUNS, asker)
        if schema.SYSTEM not in lists.columns:
            lists = lists.with_columns(pl.lit(self.chunks.systems[0]).alias(schema.SYSTEM))
        lists = _checked(lists, (schema.SYSTEM, *schema.RUN_REQUIRED, *self.ordered_by), (), RUNS)
        if catalogue is None:
            has_weights = schema.WEIGHT in found.columns and found.height
            return Chunk(lists, judged, weights=WEIGHTS.of_frame(found, _origin(source)) if has_weights else None)
        train = NO_RATINGS
        if self.has_train:
            train = _rows(rows, BEFORE, catalogue.train_source, asker)
            train = _checked(train, schema.JUDGMENT_REQUIRED, (), catalogue.train_source)
        for table, its_source in () if self.are_checked else ((judged, source), (train, catalogue.train_source)):
            refuse(wrong_ratings(table, _origin(its_source), self.max_rating))
        return Chunk(lists, judged, train)


def _rows(queries: pl.DataFrame, kind: str, source: str, asker: schema.Asker) -> pl.DataFrame:
    """Give a row for each element of the lists of one kind."""
    lists = [name for name in queries.columns if name.startswith(f"{kind} ")]
    some = queries.filter(pl.col(kind).is_not_null()) if queries[kind].null_count() else queries
    for name in lists:
        is_short = some[name].list.len() < some[kind]
        if is_short.any():
            query = some[schema.QUERY].filter(is_short)[0]
            ours = name.removeprefix(f"{kind} ")
            expected = "a finite number" if ours in NUMBERS else "a whole number" if ours == schema.RANK else "text"
            found = f"a missing or unreadable {ours} for {asker} {query!r}"
            raise InputError(found, expected, source=source)
    exploded = some.select(schema.QUERY, *lists).explode(lists)
    return exploded.rename({name: name.removeprefix(f"{kind} ") for name in lists})


def _checked(rows: pl.DataFrame, required: Sequence[str], optional: Sequence[str], source: str) -> pl.DataFrame:
    """Give our columns as text and numbers, if nothing is missing."""
    if rows.height:
        return standardise(rows, required, optional, _origin(source))
    kinds = {schema.GRADE: pl.Float64, schema.SCORE: pl.Float64, schema.RANK: pl.Int64}
    names = [*required, *(name for name in optional if name in rows.columns)]
    return pl.DataFrame(schema={name: kinds.get(name, pl.String) for name in names})


def _origin(source: str) -> Origin:
    return Origin(source, has_rows=False)


def _sparse(exposures: FloatArray) -> pl.DataFrame:
    """Write exposures that are not 0 in rows of some thousands."""
    system, measure, item = np.nonzero(exposures)
    entries = pl.DataFrame({
        "system": system.astype(np.int32),
        "measure": measure.astype(np.int32),
        "item": item.astype(np.int32),
        "amount": exposures[system, measure, item],
    })
    row = pl.Series("row", np.arange(entries.height) // MOST_SHOWN)
    return entries.group_by(row).agg(pl.struct(entries.columns).alias(SHOWN)).select(SHOWN)


def _arrow(frame: pl.DataFrame, kind: pa.Schema) -> list[pa.RecordBatch]:
    """Write a frame as Spark expects it; columns that it does not have are null."""
    if frame.is_empty():
        return []
    table = frame.to_arrow(compat_level=pl.CompatLevel.oldest())
    columns = [
        table.column(field.name).cast(field.type)
        if field.name in table.column_names
        else pa.nulls(len(table), field.type)
        for field in kind
    ]
    batches: list[pa.RecordBatch] = pa.Table.from_arrays(columns, schema=kind).combine_chunks().to_batches()
    return batches


MOST_ROWS: Final = 400_000
"""Items of lists, grades and earlier ratings that are measured at a time; a query with more is a piece of its own."""


def pieces(
    portions: Iterable[Any], counts: list[str], most_queries: int, most_rows: int = MOST_ROWS
) -> Iterator[pl.DataFrame]:
    """Give some queries at a time: small portions are put together, and large ones are cut.

    Parameters
    ----------
    portions
        Arrow data with one row for each query.
    counts
        The columns that say how many items, grades and ratings a query has; null for none.
    most_queries, most_rows
        How many queries a piece has at most, and how many of these, unless one query has more.
    """
    held: list[pl.DataFrame] = []
    n_held = n_rows = 0
    for portion in portions:
        held.append(pl.DataFrame(pl.from_arrow(portion)))
        n_held += held[-1].height
        n_rows += int(_sizes(held[-1], counts).sum())
        if n_rows >= most_rows or n_held >= most_queries:
            yield from _cut(pl.concat(held), counts, most_queries, most_rows)
            held, n_held, n_rows = [], 0, 0
    if n_held:
        yield from _cut(pl.concat(held), counts, most_queries, most_rows)


def _sizes(frame: pl.DataFrame, counts: list[str]) -> np.ndarray[Any, np.dtype[np.int64]]:
    return frame.select(pl.sum_horizontal(pl.col(counts).fill_null(0))).to_series().to_numpy().astype(np.int64)


def _cut(frame: pl.DataFrame, counts: list[str], most_queries: int, most_rows: int) -> Iterator[pl.DataFrame]:
    """Cut a frame into pieces."""
    end = np.cumsum(_sizes(frame, counts))
    at = 0
    while at < frame.height:
        before = end[at - 1] if at else 0
        n_fitting = int(np.searchsorted(end, before + most_rows, side="right")) - at
        n = max(1, min(n_fitting, most_queries))
        yield frame[at : at + n]
        at += n
