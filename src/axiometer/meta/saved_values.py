"""Values and preferences that were saved, as the commands write them."""

from __future__ import annotations

import io
import json
from codecs import BOM_UTF8
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray, IntArray
from axiometer.data import schema
from axiometer.data.frames import Origin
from axiometer.engines.means import MEASURE, VALUE
from axiometer.engines.preferences import PAIR, PREFERENCE
from axiometer.errors import InputError, UsageError
from axiometer.io.chunks import is_dataset, read_dataset
from axiometer.io.content import expand, read_bytes
from axiometer.io.results import BESIDE, NOTES, UNDEFINED
from axiometer.io.tables import read_table
from axiometer.measures.names import parse_wanted
from axiometer.meta.outcome import Averaged, Outcome, preference_outcome
from axiometer.notes import Note, from_json
from axiometer.stats.rounding import ROUNDING

NAMES = {
    **{name: schema.ALIASES[name] for name in (schema.SYSTEM, schema.QUERY)},
    MEASURE: (MEASURE, "metric"),
    PREFERENCE: (PREFERENCE,),
    PAIR[0]: (PAIR[0],),
    PAIR[1]: (PAIR[1],),
    VALUE: (VALUE, "score"),
}
OVERALL = "all"
"""What other programs call the mean over queries."""
FRAME = Origin("the frame")
KEY = (schema.QUERY,)
OF_LISTS = (schema.SYSTEM, schema.QUERY, MEASURE, VALUE)
OF_PAIRS = (PREFERENCE, schema.QUERY, *PAIR, VALUE)


@dataclass(frozen=True, eq=False)
class Part:
    """The rows of one measure or preference: the numbers of systems (one, or two) and queries, and the values."""

    codes: tuple[IntArray, ...]
    query: IntArray
    value: FloatArray


@dataclass(frozen=True, eq=False)
class SavedTable:
    """What a table holds.

    Attributes
    ----------
    systems, queries
        Of what.
    parts
        The rows of each measure, or of each preference between two systems, by its name.
    is_of_pairs
        Whether they are of preferences.
    smaller_better
        Names of measures of whose values the smaller is the better one.
    notes
        What a reader should know.
    undefined
        What means make of undefined values.
    """

    systems: tuple[str, ...]
    queries: tuple[str, ...]
    parts: tuple[tuple[str, Part], ...]
    is_of_pairs: bool
    smaller_better: frozenset[str]
    notes: tuple[Note, ...]
    undefined: Averaged = "drop"

    def outcomes(self) -> Iterator[Outcome]:
        """Give what each measure or preference says."""
        return map(self._of_pairs if self.is_of_pairs else self._of_lists, self.parts)

    def _of_lists(self, named: tuple[str, Part]) -> Outcome:
        name, part = named
        values = np.full((len(self.systems), len(self.queries)), np.nan)
        is_included = np.zeros(values.shape, bool)
        values[part.codes[0], part.query], is_included[part.codes[0], part.query] = part.value, True
        return Outcome(name, values, name in self.smaller_better, is_included=is_included, undefined=self.undefined)

    def _of_pairs(self, named: tuple[str, Part]) -> Outcome:
        name, part = named
        left, right = np.triu_indices(len(self.systems), k=1)
        number = np.full((len(self.systems), len(self.systems)), -1)
        number[left, right] = np.arange(left.size)
        first, second = part.codes
        preferred = np.full((left.size, len(self.queries)), np.nan)
        is_turned = first > second
        at = np.where(is_turned, number[second, first], number[first, second])
        preferred[at, part.query] = np.where(is_turned, -part.value, part.value)
        return preference_outcome(name, preferred, len(self.systems))


def columns_of(names: Sequence[str]) -> dict[str, str] | None:
    """Map our column names to those found, if they are those of saved values or of saved preferences."""
    plain = {schema.plain(name): name for name in names}
    for wanted in (OF_LISTS, OF_PAIRS):
        found = {ours: next((plain[each] for each in NAMES[ours] if each in plain), None) for ours in wanted}
        if None not in found.values():
            return {ours: theirs for ours, theirs in found.items() if theirs is not None}
    return None


def table_of(frame: pl.DataFrame, origin: Origin = FRAME, smaller_better: Collection[str] = ()) -> SavedTable:
    """Read saved values, and refuse what cannot be such."""
    columns = columns_of(frame.columns)
    if columns is None:
        raise InputError(
            f"the columns {', '.join(frame.columns)}",
            f"{', '.join(OF_LISTS)}, or {', '.join(OF_PAIRS)}, one value for each query",
            source=origin.source,
        )
    rows = _checked(frame, columns, origin)
    is_of_pairs = PREFERENCE in columns
    named, homes = (PREFERENCE, PAIR) if is_of_pairs else (MEASURE, (schema.SYSTEM,))
    if is_of_pairs:
        _refuse_odd_pairs(rows, origin)
    else:
        _refuse_repeated(rows, [named, schema.QUERY, *homes], origin)
    systems = pl.concat([rows[home].alias(schema.SYSTEM) for home in homes]).unique(maintain_order=True)
    queries = rows[schema.QUERY].unique(maintain_order=True)
    parts = tuple(
        (str(name), Part(tuple(_codes(part[home], systems) for home in homes), *_numbers(part, queries)))
        for (name,), part in rows.group_by(named, maintain_order=True)
    )
    smaller, unknown = set(smaller_better), []
    for name, _ in parts if not is_of_pairs else ():
        try:
            meant = parse_wanted([name])
            is_known, is_smaller = len(meant) == 1, meant[0].is_smaller_better
        except UsageError:
            is_known, is_smaller = False, False
        if is_known and is_smaller:
            smaller.add(name)
        elif not is_known and name not in smaller:
            unknown.append(name)
    notes = [Note("unknown_measure", name, "not known here; larger values are taken to be better") for name in unknown]
    if OVERALL in queries:
        told = f"there is a query called {OVERALL}: if it is a mean over queries, take it out"
        notes.append(Note("perhaps_a_mean", "", told))
    return SavedTable(tuple(systems), tuple(queries), parts, is_of_pairs, frozenset(smaller), tuple(notes))


def saved_in(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]], smaller_better: Collection[str] = ()
) -> list[SavedTable]:
    """Read files, or those that patterns stand for."""
    found = [_read(path, smaller_better) for path in expand(paths)]
    known = {name for each in found for name, _ in each.parts}
    for name in smaller_better:
        if name not in known:
            raise UsageError(f"there are no values of {name}; there are those of {', '.join(sorted(known))}")
    return found


def _read(path: str, smaller_better: Collection[str]) -> SavedTable:
    """Read a file, and what Parquet holds beside the table."""
    if is_dataset(path):
        saved, beside = table_of(read_dataset(path), Origin(path), smaller_better), _beside(Path(path, BESIDE))
    else:
        data = read_bytes(path)
        saved = table_of(*read_values(data, path), smaller_better)
        beside = pl.read_parquet_metadata(io.BytesIO(data)) if data.startswith(b"PAR1") else {}
    notes = from_json(beside[NOTES], path) if NOTES in beside else ()
    undefined: Averaged = "zero" if beside.get(UNDEFINED) == "zero" else "drop"
    return replace(saved, notes=(*notes, *saved.notes), undefined=undefined)


def read_values(data: bytes, path: str) -> tuple[pl.DataFrame, Origin]:
    """Read a table of values: Parquet, CSV, TSV or lines of JSON, in which an undefined value is null."""
    if not is_json(data):
        return read_table(data, path, KEY)
    try:
        # Types are those of all lines: the first may have undefined values or whole numbers only.
        table = pl.read_ndjson(data.removeprefix(BOM_UTF8), infer_schema_length=None)
    except pl.exceptions.PolarsError as error:
        reason = str(error).split("\n")[0]
        raise InputError(f"lines that cannot be read ({reason})", "a JSON object in each", source=path) from None
    return table.fill_null(float("nan")), Origin(path, first_line=1)


def is_json(data: bytes) -> bool:
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


def _checked(frame: pl.DataFrame, columns: dict[str, str], origin: Origin) -> pl.DataFrame:
    if frame.is_empty():
        raise InputError("no rows", "at least one value", source=origin.source)
    rows = frame.select(pl.col(theirs).alias(ours) for ours, theirs in columns.items())
    for ours, kind in rows.schema.items():
        if kind.is_nested():
            found = f"{kind} in the column {columns[ours]!r}"
            raise InputError(found, "one name or number in each row", source=origin.source)
    texts = rows.with_columns(pl.exclude(VALUE).cast(pl.String))
    for name in columns:
        if name != VALUE and (is_missing := texts[name].is_null() | (texts[name] == "")).any():
            row = int(is_missing.arg_true()[0])
            raise origin.error(row, f"nothing in the column {columns[name]!r}", "a name")
    # Null is what JSON writes for undefined.
    value = rows[VALUE].cast(pl.Float64, strict=False)
    is_wrong = (value.is_null() & rows[VALUE].is_not_null()) | value.is_infinite().fill_null(value=False)
    if is_wrong.any():
        row = int(is_wrong.arg_true()[0])
        raise origin.error(row, f"{rows[VALUE][row]!r} in the column {columns[VALUE]!r}", "a finite number, or NaN")
    return texts.with_columns(value.fill_null(np.nan).alias(VALUE))


def _refuse_odd_pairs(rows: pl.DataFrame, origin: Origin) -> None:
    left, right = (rows[side] for side in PAIR)
    if (is_same := left == right).any():
        row = int(is_same.arg_true()[0])
        raise origin.error(row, f"{left[row]!r} compared with itself", "two systems")
    if (is_beyond := rows[VALUE].abs().fill_nan(0) > 1 + ROUNDING).any():
        row = int(is_beyond.arg_true()[0])
        raise origin.error(row, f"a preference of {rows[VALUE][row]:g}", "a number from −1 to 1")
    ends = {PAIR[0]: pl.min_horizontal(*PAIR), PAIR[1]: pl.max_horizontal(*PAIR)}
    _refuse_repeated(rows.with_columns(**ends), [PREFERENCE, schema.QUERY, *PAIR], origin)


def _refuse_repeated(rows: pl.DataFrame, key: list[str], origin: Origin) -> None:
    is_repeated = ~rows.select(pl.struct(key).is_first_distinct()).to_series()
    if is_repeated.any():
        row = int(is_repeated.arg_true()[0])
        found = f"{', '.join(map(str, rows.select(key).row(row)))} again"
        raise origin.error(row, found, f"one value for each {', '.join(key)}")


def _numbers(part: pl.DataFrame, queries: pl.Series) -> tuple[IntArray, FloatArray]:
    return _codes(part[schema.QUERY], queries), part[VALUE].to_numpy()


def _codes(column: pl.Series, known: pl.Series) -> IntArray:
    """Give each text its number among those known."""
    return column.cast(pl.Enum(known)).to_physical().to_numpy().astype(np.int64)
