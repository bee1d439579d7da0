"""Where results go."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal, cast, get_args

import polars as pl
import typer

from axiometer.data.whole_files import write_whole
from axiometer.errors import InputError, UsageError
from axiometer.sheets.sheet import sheet_of
from axiometer.sheets.writing import Form, write_sheets

Format = Literal["table", "tsv", "csv", "json", "jsonl", "markdown", "latex", "parquet"]

FormatOption = Annotated[
    Format,
    typer.Option(
        "--format",
        "-f",
        help="How to write the result. All but table, markdown and latex keep full precision.",
    ),
]
OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to this file instead of the screen."),
]


FOR_PEOPLE: Final = get_args(Form)
"""The formats that people read."""


def check_output(output: Path | None, form: str, inputs: Iterable[str] = ()) -> None:
    """Refuse, before any work, a place to which the result cannot go."""
    if output is None:
        if form == "parquet" and sys.stdout.isatty():
            raise UsageError("parquet is binary: name a file with --output, or pipe it somewhere")
        return
    if output.is_dir() or not output.parent.is_dir():
        found = "a folder" if output.is_dir() else f"no folder {output.parent}"
        raise InputError(found, "a file in a folder that exists", source=str(output))
    if output.is_file() and any(Path(path).exists() and output.samefile(path) for path in inputs):
        raise UsageError(f"{output} is one of the files that are read: write the result somewhere else")


def titled(shown: Sequence[tuple[str, pl.DataFrame]], form: str) -> bytes:
    """Write tables for people one after the other, each with its title."""
    return write_sheets([sheet_of(table, name) for name, table in shown], cast("Form", form)).encode()


def show_notes(notes: Iterable[str]) -> None:
    """Tell what a reader of a result must know."""
    for note in notes:
        print(f"note: {note}", file=sys.stderr)


def deliver(data: bytes, output: Path | None) -> None:
    """Write a result to a file or to standard output."""
    if output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        write_whole(data, output)
    except OSError as error:
        raise InputError(error.strerror or str(error), "a file that can be written", source=str(output)) from None
