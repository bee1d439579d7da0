"""What is wrong with a text file, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

import polars as pl

from axiometer.data import schema
from axiometer.data.schema import Order
from axiometer.errors import AxiometerError, InputError, counted
from axiometer.io.text import JUDGMENT_LAYOUT, RUN_LAYOUT, TAG, Layout, first_fields, judgment_layouts

LINE = "line"
_SHOWN = 80
_PIECE = 1 << 22


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong in a file."""

    line: int
    found: str
    expected: str

    def error(self, path: str) -> InputError:
        """Make the error that this problem is."""
        return InputError(self.found, self.expected, source=path, line=self.line)


def find_problems(data: bytes, layout: Layout, order: Order = "score") -> Iterator[Problem]:
    """Find all problems of text that ``decoded`` has passed: of single lines in their order, then of lines together."""
    numbers = (schema.RANK,) if layout is RUN_LAYOUT and order == "rank" else layout.numbers
    tables, n_lines = [], 0
    for first_line, text in _pieces(data):
        lines = _lines(text, first_line)
        n_lines += lines.height
        fits = pl.col("fields").list.len() == len(layout.fields)
        table = lines.filter(fits).select(
            LINE, *(pl.col("fields").list.get(i).alias(name) for i, name in enumerate(layout.fields))
        )
        problems = chain(
            _not_utf8(text, first_line),
            _control_characters(lines),
            _wrong_number_of_fields(lines.filter(~fits), layout),
            *(_not_numbers(table, number) for number in numbers),
        )
        yield from sorted(problems, key=lambda problem: problem.line)
        tables.append(table.drop("Q0", schema.RANK, strict=False))
    if n_lines == 0:
        yield Problem(1, "only comments and empty lines", f"lines of {layout}")
    whole = pl.concat(tables)
    if layout.kind == "run":
        yield from _repeated_items(whole)
    elif layout.kind == "judgments":
        yield from _contradictions(whole)


def explanation(data: bytes, layout: Layout, path: str, order: Order = "score") -> AxiometerError:
    """Make an error of the first problem of a text that could not be read."""
    for problem in find_problems(data, layout, order):
        return replace(problem, expected=f"{problem.expected}{_swapped(data, layout)}").error(path)
    return AxiometerError(f"{path}: cannot be read, and no line is wrong; please report this file")


def _swapped(data: bytes, layout: Layout) -> str:
    """Say so if judgments look like a run, or a run like judgments: somebody took one for the other."""
    fields = [field.decode("utf-8", "replace") for field in first_fields(data)]
    if layout.kind == "judgments" and len(fields) == len(RUN_LAYOUT.fields) and all(map(_is_number, fields[3:5])):
        return "; this looks like a run: judgments come first, then runs"
    if layout.kind == "run" and len(fields) == len(JUDGMENT_LAYOUT.fields) and _is_number(fields[3]):
        return "; this looks like judgments (qrels), which come first, then runs"
    return ""


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _pieces(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Cut a text at ends of lines; each piece comes with the number of its first line."""
    start, line = 0, 1
    while start < len(data):
        end = data.find(b"\n", start + _PIECE) + 1 or len(data)
        yield line, data[start:end]
        line += data.count(b"\n", start, end)
        start = end


def _lines(text: bytes, first_line: int) -> pl.DataFrame:
    """Make a table of the lines with content: number, text, fields."""
    lines = pl.DataFrame({"text": text.decode("utf-8", errors="replace").split("\n")}).with_row_index(LINE, first_line)
    lines = lines.with_columns(pl.col("text").str.strip_chars(" \t"))
    lines = lines.filter((pl.col("text") != "") & ~pl.col("text").str.starts_with("#"))
    return lines.with_columns(pl.col("text").str.extract_all(r"[^ \t]+").alias("fields"))


def _not_utf8(text: bytes, first_line: int) -> Iterator[Problem]:
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        for number, line in enumerate(text.split(b"\n"), first_line):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError as error:
                found = f"the bytes {line[error.start : error.end]!r} in {_shown(line.decode('utf-8', 'replace'))}"
                yield Problem(number, found, "UTF-8 text")


def _control_characters(lines: pl.DataFrame) -> Iterator[Problem]:
    is_wrong = pl.col("text").str.contains(r"[\x00-\x08\x0b-\x1f]")
    for line, text in lines.filter(is_wrong).select(LINE, "text").rows():
        yield Problem(line, f"a control character in {_shown(text)}", "fields set apart by blanks or tabs")


def _wrong_number_of_fields(lines: pl.DataFrame, layout: Layout) -> Iterator[Problem]:
    for line, text, fields in lines.rows():
        yield Problem(line, f"{counted(len(fields), 'field')}, {_shown(text)}", str(layout))


def _not_numbers(table: pl.DataFrame, column: str) -> Iterator[Problem]:
    is_rank = column == schema.RANK
    number = pl.col(column).cast(pl.Int64 if is_rank else pl.Float64, strict=False)
    is_wrong = number.is_null() if is_rank else ~number.is_finite().fill_null(value=False)
    expected = "a whole number" if is_rank else "a finite number"
    for line, text in table.filter(is_wrong).select(LINE, column).rows():
        yield Problem(line, f"the {column} {_shown(text)}", expected)


def _repeated_items(table: pl.DataFrame) -> Iterator[Problem]:
    key = [TAG, schema.QUERY, schema.ITEM]
    again = table.with_columns(pl.col(LINE).first().over(key).alias("first")).filter(pl.col(LINE) != pl.col("first"))
    for line, query, item, first in again.select(LINE, schema.QUERY, schema.ITEM, "first").rows():
        found = f"item {_shown(item)} for query {_shown(query)} again, first on line {first}"
        yield Problem(line, found, "each item once in a list")


def _contradictions(table: pl.DataFrame) -> Iterator[Problem]:
    key = [schema.QUERY, schema.ASPECT, schema.ITEM]
    grade = pl.col(schema.GRADE).cast(pl.Float64, strict=False)
    again = table.with_columns(
        grade.alias("now"),
        grade.first().over(key).alias("before"),
        pl.col(LINE).first().over(key).alias("first"),
    ).filter(pl.col("now") != pl.col("before"))
    for line, item, now, before, first in again.select(LINE, schema.ITEM, "now", "before", "first").rows():
        found = f"grade {now:g} for item {_shown(item)}, whose grade on line {first} is {before:g}"
        yield Problem(line, found, "one grade for each query, aspect and item")


def layout_of(data: bytes) -> Layout:
    """Guess from the first line with content whether a text holds judgments or runs."""
    judgments, n_fields = judgment_layouts(data)[0], len(first_fields(data))
    return min((judgments, RUN_LAYOUT), key=lambda layout: abs(len(layout.fields) - n_fields))


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")
