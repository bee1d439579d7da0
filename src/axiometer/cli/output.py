"""Where results go."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, cast, get_args

import polars as pl

from axiometer.cli.arguments import WRITING, choice
from axiometer.data.whole_files import write_whole
from axiometer.errors import InputError, UsageError
from axiometer.sheets.sheet import sheet_of
from axiometer.sheets.writing import Form, write_sheets

Format = Literal["table", "tsv", "csv", "json", "jsonl", "markdown", "latex", "parquet"]
ENDINGS: Final[Mapping[str, str]] = {
    ".txt": "table",
    ".md": "markdown",
    ".tex": "latex",
    ".htm": "html",
    **{f".{form}": form for form in ("tsv", "csv", "json", "jsonl", "parquet", "html", "svg", "pdf", "png")},
}
"""What the ending of a file says; any other one stands for a table of text."""
PICTURES: Final = ("svg", "pdf", "png")
OTHERS: Final = (".gif", ".jpg", ".jpeg", ".eps", ".ps", ".webp", ".tif", ".tiff", ".xlsx", ".xls", ".ods", ".docx")
"""Endings of files that are no text, and that are not written here."""
BINARY: Final = ("parquet", "pdf", "png")


def format_option(kind: Any, help: str = "") -> Any:
    """Declare how the result is written: as one of these words says, or as the file ends."""
    return choice(
        kind,
        "FORM",
        "--format",
        "-f",
        help=f"{help}How to write it",
        show_default="as the file ends, or table",
        rich_help_panel=WRITING,
    )


FormatOption = Annotated[Format | None, format_option(Format)]

FOR_PEOPLE: Final = get_args(Form)
"""The formats that people read."""


def form_of(form: str | None, output: Path | None, kind: Any = Format) -> str:
    """Say how to write a result: as somebody says, or as the file ends; a table of text if neither says anything."""
    ending = "" if output is None else output.suffix.lower()
    if ending in OTHERS:
        raise UsageError(
            f"{output}: files that end with {ending} are not written; choose of {', '.join(get_args(kind))}"
        )
    told = ENDINGS.get(ending)
    if form is None:
        if told is not None and told not in get_args(kind):
            raise UsageError(f"{output}: this is not written as {told}, but as {', '.join(get_args(kind))}")
        return told or "table"
    if told not in {None, form} and (told in {*PICTURES, "html", "parquet"} or form in {*PICTURES, "html"}):
        raise UsageError(f"{output} ends as {told}, and --format says {form}: leave one of them out")
    return form


def check_output(output: Path | None, form: str, inputs: Iterable[str] = ()) -> None:
    """Refuse, before any work, a place to which the result cannot go."""
    if output is None:
        if form in BINARY and sys.stdout.isatty():
            raise UsageError(f"{form} is binary: name a file with --output, or pipe it somewhere")
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
    """Print what a reader of a result must know."""
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
