"""Values and preferences that were saved, as the commands write them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from os import PathLike

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray, IntArray
from axiometer.data import schema
from axiometer.data.frames import Origin
from axiometer.errors import InputError, UsageError, plural
from axiometer.io.content import expand
from axiometer.io.results import NOTES, UNDEFINED, read_values, saved_columns
from axiometer.measures.names import parse_wanted
from axiometer.meta.outcome import Averaged, Outcome, preference_outcome
from axiometer.notes import Note, from_json
from axiometer.projection.ids import numbers_of
from axiometer.stats.rounding import ROUNDING

OVERALL = "all"
"""What other programs call the mean over queries."""
FRAME = Origin("the frame")


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
    asker
        Who asks for lists, by the name of the column.
    """

    systems: tuple[str, ...]
    queries: tuple[str, ...]
    parts: tuple[tuple[str, Part], ...]
    is_of_pairs: bool
    smaller_better: frozenset[str]
    notes: tuple[Note, ...]
    undefined: Averaged = "drop"
    asker: schema.Asker = schema.QUERY

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


def table_of(frame: pl.DataFrame, origin: Origin = FRAME, smaller_better: Collection[str] = ()) -> SavedTable:
    """Read saved values, and refuse what cannot be such."""
    columns = saved_columns(frame.columns)
    if columns is None:
        raise InputError(
            f"the columns {', '.join(frame.columns)}",
            f"{', '.join(schema.SAVED_VALUES)}, or {', '.join(schema.SAVED_PREFERENCES)}, one value for each query",
            source=origin.source,
        )
    rows = _checked(frame, columns, origin)
    is_of_pairs = schema.PREFERENCE in columns
    named, homes = (schema.PREFERENCE, schema.PAIR) if is_of_pairs else (schema.MEASURE, (schema.SYSTEM,))
    if is_of_pairs:
        _refuse_odd_pairs(rows, origin)
    else:
        _refuse_repeated(rows, [named, schema.QUERY, *homes], origin)
    systems = pl.concat([rows[home].alias(schema.SYSTEM) for home in homes]).unique(maintain_order=True)
    queries = rows[schema.QUERY].unique(maintain_order=True)
    parts = tuple(
        (str(name), Part(tuple(numbers_of(part[home], systems) for home in homes), *_numbers(part, queries)))
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
    asker = schema.asker_of(columns[schema.QUERY])
    if OVERALL in queries:
        told = f"there is a {asker} called {OVERALL}: if it is a mean over {plural(asker)}, take it out"
        notes.append(Note("perhaps_a_mean", "", told))
    return SavedTable(tuple(systems), tuple(queries), parts, is_of_pairs, frozenset(smaller), tuple(notes), asker=asker)


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
    frame, origin, beside = read_values(path)
    saved = table_of(frame, origin, smaller_better)
    notes = from_json(beside[NOTES], path) if NOTES in beside else ()
    undefined: Averaged = "zero" if beside.get(UNDEFINED) == "zero" else "drop"
    return replace(saved, notes=(*notes, *saved.notes), undefined=undefined)


def _checked(frame: pl.DataFrame, columns: dict[str, str], origin: Origin) -> pl.DataFrame:
    if frame.is_empty():
        raise InputError("no rows", "at least one value", source=origin.source)
    rows = frame.select(pl.col(theirs).alias(ours) for ours, theirs in columns.items())
    for ours, kind in rows.schema.items():
        if kind.is_nested():
            found = f"{kind} in the column {columns[ours]!r}"
            raise InputError(found, "one name or number in each row", source=origin.source)
    texts = rows.with_columns(pl.exclude(schema.VALUE).cast(pl.String))
    for name in columns:
        if name != schema.VALUE and (is_missing := texts[name].is_null() | (texts[name] == "")).any():
            row = int(is_missing.arg_true()[0])
            raise origin.error(row, f"nothing in the column {columns[name]!r}", "a name")
    # Null is what JSON writes for undefined.
    value = rows[schema.VALUE].cast(pl.Float64, strict=False)
    is_wrong = (value.is_null() & rows[schema.VALUE].is_not_null()) | value.is_infinite().fill_null(value=False)
    if is_wrong.any():
        row = int(is_wrong.arg_true()[0])
        raise origin.error(
            row, f"{rows[schema.VALUE][row]!r} in the column {columns[schema.VALUE]!r}", "a finite number, or NaN"
        )
    return texts.with_columns(value.fill_null(np.nan).alias(schema.VALUE))


def _refuse_odd_pairs(rows: pl.DataFrame, origin: Origin) -> None:
    left, right = (rows[side] for side in schema.PAIR)
    if (is_same := left == right).any():
        row = int(is_same.arg_true()[0])
        raise origin.error(row, f"{left[row]!r} compared with itself", "two systems")
    if (is_beyond := rows[schema.VALUE].abs().fill_nan(0) > 1 + ROUNDING).any():
        row = int(is_beyond.arg_true()[0])
        raise origin.error(row, f"a preference of {rows[schema.VALUE][row]:g}", "a number from −1 to 1")
    ends = {schema.PAIR[0]: pl.min_horizontal(*schema.PAIR), schema.PAIR[1]: pl.max_horizontal(*schema.PAIR)}
    _refuse_repeated(rows.with_columns(**ends), [schema.PREFERENCE, schema.QUERY, *schema.PAIR], origin)


def _refuse_repeated(rows: pl.DataFrame, key: list[str], origin: Origin) -> None:
    is_repeated = ~rows.select(pl.struct(key).is_first_distinct()).to_series()
    if is_repeated.any():
        row = int(is_repeated.arg_true()[0])
        found = f"{', '.join(map(str, rows.select(key).row(row)))} again"
        raise origin.error(row, found, f"one value for each {', '.join(key)}")


def _numbers(part: pl.DataFrame, queries: pl.Series) -> tuple[IntArray, FloatArray]:
    return numbers_of(part[schema.QUERY], queries), part[schema.VALUE].to_numpy()
