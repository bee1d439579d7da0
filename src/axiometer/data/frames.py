"""Frames of any make become Polars frames with our column names and types."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from numbers import Integral
from typing import Any

import numpy as np
import polars as pl

from axiometer.data import schema
from axiometer.errors import InputError

NUMBERS = (schema.GRADE, schema.SCORE, schema.WEIGHT, *schema.LENGTHS_OPTIONAL)


@dataclass(frozen=True)
class Origin:
    """Where a frame comes from: what it is called, and the line of its first row if it was a text file, or its place.

    Rows that were gathered from several places have no numbers.
    """

    source: str
    first_line: int | None = None
    first_row: int = 0
    has_rows: bool = True

    def after(self, n_lines: int) -> Origin:
        """Give the same for rows that come so many lines later."""
        return replace(self, first_line=None if self.first_line is None else self.first_line + n_lines)

    def error(self, row: int, found: str, expected: str) -> InputError:
        """Make an error about a row, counted from 0."""
        if self.first_line is not None:
            return InputError(found, expected, source=self.source, line=self.first_line + row)
        return InputError(
            f"{found}, row {self.first_row + row + 1}" if self.has_rows else found, expected, source=self.source
        )


def is_frame(thing: object) -> bool:
    """Tell whether this is a frame: of Polars, or anything that hands out Arrow data."""
    return isinstance(thing, pl.DataFrame | pl.LazyFrame) or hasattr(thing, "__arrow_c_stream__")


def frame_of(
    thing: Any, source: str, of_dictionary: Callable[[Mapping[Any, Any], str], pl.DataFrame], expected: str
) -> pl.DataFrame:
    """Make a Polars frame of a frame or of a dictionary."""
    if isinstance(thing, Mapping):
        return of_dictionary(thing, source)
    if is_frame(thing):
        return to_polars(thing, source)
    raise InputError(f"{type(thing).__name__} for the {source}", f"a file, a frame or {expected}", source=source)


def to_polars(frame: Any, source: str) -> pl.DataFrame:
    """Turn a Polars, pandas, PyArrow, DuckDB or other Arrow-capable frame into a Polars frame."""
    if isinstance(frame, pl.DataFrame):
        return frame
    if isinstance(frame, pl.LazyFrame):
        return frame.collect()
    try:
        return pl.DataFrame(frame)
    except Exception:
        # pandas hands out Arrow data only where pyarrow is installed, and not of columns that mix types.
        return _column_by_column(frame, source)


def _column_by_column(frame: Any, source: str) -> pl.DataFrame:
    """Convert one column at a time; one that cannot be converted is missed only if it has a name we know."""
    names = [str(name) for name in getattr(frame, "columns", ())]
    known = [name for name in names if schema.plain(name) in schema.KNOWN_NAMES]
    if len(set(known)) < len(known):
        raise InputError(f"the columns {', '.join(names)}", "each column once", source=source)
    columns = []
    for name in dict.fromkeys(names) if known else ():
        try:
            columns.append(pl.Series(name, frame[name].tolist(), strict=False))
        except (TypeError, ValueError, AttributeError, OverflowError, pl.exceptions.PolarsError):
            if name not in known:
                continue
            expected = "values of one kind: text or numbers"
            raise InputError(f"the column {name!r} with values of several kinds", expected, source=source) from None
    if not columns:
        found = f"{type(frame).__name__} without columns that have a name we know"
        raise InputError(found, f"a frame with columns such as {', '.join(schema.RUN_REQUIRED)}", source=source)
    return pl.DataFrame(columns)


def column_names(
    found: Iterable[str], required: Sequence[str], optional: Sequence[str], *, source: str
) -> dict[str, str]:
    """Map our column names to the ones found; the first alias in the schema's order wins."""
    by_plain_name: dict[str, str] = {}
    for name in found:
        if schema.plain(name) in by_plain_name and schema.plain(name) in schema.KNOWN_NAMES:
            raise InputError(f"two columns called {name}", "each column once", source=source)
        by_plain_name[schema.plain(name)] = name
    names = {}
    for ours in (*required, *optional):
        theirs = next((by_plain_name[a] for a in schema.ALIASES[ours] if a in by_plain_name), None)
        if theirs is not None:
            names[ours] = theirs
        elif ours in required:
            expected = f"a column for the {ours}, called one of {', '.join(schema.ALIASES[ours])}"
            raise InputError(f"the columns {', '.join(by_plain_name.values())}", expected, source=source)
    return names


def standardise(frame: pl.DataFrame, required: Sequence[str], optional: Sequence[str], origin: Origin) -> pl.DataFrame:
    """Select our columns from a frame, under our names, as text and numbers without gaps."""
    refuse(column_problems(frame, required, optional, origin))
    names = column_names(frame.columns, required, optional, source=origin.source)
    return pl.DataFrame([_typed(frame.get_column(theirs), _type(ours)).alias(ours) for ours, theirs in names.items()])


def column_problems(
    frame: pl.DataFrame, required: Sequence[str], optional: Sequence[str], origin: Origin
) -> Iterator[InputError]:
    """Find everything that is wrong with the values of our columns."""
    names = column_names(frame.columns, required, optional, source=origin.source)
    if frame.is_empty():
        yield InputError("no rows", "at least one", source=origin.source)
    for ours, theirs in names.items():
        column, dtype = frame.get_column(theirs), _type(ours)
        if column.dtype.is_nested() or column.dtype in {pl.Binary, pl.Object}:
            found = f"values of type {column.dtype} in the column {theirs!r}"
            yield InputError(found, "text" if dtype == pl.String else "numbers", source=origin.source)
        elif dtype == pl.String and column.dtype.is_float():
            # pandas turns whole-number ids into floats as soon as one is missing: 12.0 must not become an id.
            found = f"floats in the column {theirs!r}"
            named = schema.asker_of(theirs) if ours == schema.QUERY else ours
            yield InputError(found, f"{named} ids as text or whole numbers", source=origin.source)
        else:
            expected = {pl.String: "text", pl.Int64: "a whole number", pl.Float64: "a finite number"}[dtype]
            for row in _wrong_rows(column, dtype):
                yield origin.error(row, f"{column[row]!r} in the column {theirs!r}", expected)


@dataclass(frozen=True)
class Rules:
    """What a table beside judgments has to be, such as one of lengths.

    Attributes
    ----------
    name
        What the table is called unless it has a name.
    required, optional
        Its columns.
    of_dictionary, example
        Makes a frame of a dictionary of a certain form, and says of which.
    wrong
        Finds what else is wrong with a table whose values are right: its rows are numbered, and it came with these
        columns.
    tidy
        Writes values in one way.
    """

    name: str
    required: tuple[str, ...]
    optional: tuple[str, ...]
    of_dictionary: Callable[[Mapping[Any, Any], str], pl.DataFrame]
    example: str
    wrong: Callable[[pl.DataFrame, Origin, Sequence[str]], Iterator[InputError]]
    tidy: Callable[[pl.DataFrame], pl.DataFrame] = lambda table: table

    def of(self, thing: Any) -> pl.DataFrame:
        """Make a table of a frame or of a dictionary."""
        return self.of_frame(frame_of(thing, self.name, self.of_dictionary, self.example), Origin(self.name))

    def of_frame(self, frame: pl.DataFrame, origin: Origin) -> pl.DataFrame:
        """Check a frame, and select our columns; rows that repeat others are left out."""
        table = self._standard(frame, origin)
        refuse(self.wrong(table, origin, frame.columns))
        return table.unique(maintain_order=True)

    def problems(self, frame: pl.DataFrame, origin: Origin) -> Iterator[InputError]:
        """Find everything that is wrong with a frame: values first, and if they are right, the rest."""
        values = column_problems(frame, self.required, self.optional, origin)
        return in_turn(values, lambda: self.wrong(self._standard(frame, origin), origin, frame.columns))

    def _standard(self, frame: pl.DataFrame, origin: Origin) -> pl.DataFrame:
        return self.tidy(standardise(frame, self.required, self.optional, origin))


def refuse(problems: Iterable[InputError]) -> None:
    """Raise the first problem, if there is one."""
    for problem in problems:
        raise problem


def in_turn(first: Iterator[InputError], then: Callable[[], Iterator[InputError]]) -> Iterator[InputError]:
    """Find problems and, if there are none, others that can be looked for only then."""
    found = next(first, None)
    if found is None:
        yield from then()
    else:
        yield found
        yield from first


def rows_where(table: pl.DataFrame, is_so: pl.Expr, *columns: str) -> Iterator[tuple[Any, ...]]:
    """Give the numbers of the rows for which something holds, and some of their columns."""
    return table.with_row_index("row").filter(is_so).select("row", *columns).iter_rows()


def repeated(table: pl.DataFrame, key: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Give the number and the key of each row whose key an earlier one has."""
    if has_repeated(table, key):
        yield from rows_where(table, ~pl.struct(key).is_first_distinct(), *key)


def _typed(column: pl.Series, dtype: Any) -> pl.Series:
    """Cast a column; whole numbers in a narrow range are written once each, since there are fewer of them than rows."""
    if dtype == pl.String and column.dtype.is_integer() and len(column):
        least, most = int(column.min()), int(column.max())  # type: ignore[arg-type]
        if most - least < len(column) and least >= -(1 << 63) and most < 1 << 63:
            texts = pl.Series(np.arange(least, most + 1)).cast(pl.String)
            return texts.gather(column.cast(pl.Int64).to_numpy() - least)
    return column.cast(dtype)


def _type(ours: str) -> Any:
    return pl.Float64 if ours in NUMBERS else pl.Int64 if ours == schema.RANK else pl.String


def _wrong_rows(column: pl.Series, dtype: Any) -> pl.Series:
    is_text_of_ids = dtype == pl.String and (column.dtype.is_integer() or column.dtype == pl.String)
    typed = column if is_text_of_ids else column.cast(dtype, strict=False)
    is_wrong = typed.is_null()
    if dtype == pl.Float64:
        is_wrong |= ~typed.is_finite().fill_null(value=False)
    if dtype == pl.Int64 and column.dtype.is_float():
        is_wrong |= typed.cast(pl.Float64) != column
    return is_wrong.arg_true()


def has_repeated(frame: pl.DataFrame, key: Sequence[str]) -> bool:
    """Tell whether a key occurs twice: hashes first, since only equal hashes need a closer look."""
    hashes = frame.select(reduce(operator.xor, [pl.col(name).hash(seed) for seed, name in enumerate(key)]))
    hashes_in_order = np.sort(hashes.to_series().to_numpy())
    if not (hashes_in_order[1:] == hashes_in_order[:-1]).any():
        return False
    return bool(frame.select(pl.struct(key).is_duplicated().any()).item())


def ids_as_text(ids: Collection[Any], what: str, source: str) -> list[str]:
    """Write ids as text; what is neither text nor a whole number, such as None or nan, is refused."""
    for kind in set(map(type, ids)):
        if not issubclass(kind, str | Integral) or issubclass(kind, bool):
            found = next(each for each in ids if type(each) is kind)
            raise InputError(f"{found!r} as {what}", "ids as text or whole numbers", source=source)
    texts = [*map(str, ids)]
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        found = next(each for each in texts if each.encode(errors="ignore").decode() != each)
        raise InputError(f"{found!r} as {what}", "ids that can be written as UTF-8", source=source) from None
    return texts


def refuse_merged_ids(by_id: Mapping[Any, Any], what: str, source: str) -> None:
    """Refuse a dictionary in which 1 and "1" are two ids: as text they are one."""
    seen: set[str] = set()
    for text in ids_as_text(by_id, what, source):
        if text in seen:
            raise InputError(f"two ids that are {text!r} as text", "ids that differ as text", source=source)
        seen.add(text)


def readable() -> pl.Config:
    """Show frames with four decimals, all columns and whole names."""
    return pl.Config(
        float_precision=4,
        tbl_hide_dataframe_shape=True,
        tbl_hide_column_data_types=True,
        tbl_cols=-1,
        tbl_rows=100,
        tbl_width_chars=-1,
        fmt_str_lengths=200,
    )
