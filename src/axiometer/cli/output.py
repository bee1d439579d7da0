"""Where results go."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from axiometer.errors import InputError, UsageError
from axiometer.io.results import write_whole

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


def deliver(data: bytes, output: Path | None, form: str) -> None:
    """Write a result to a file or to standard output."""
    if output is not None:
        if output.is_dir() or not output.parent.is_dir():
            found = "a folder" if output.is_dir() else f"no folder {output.parent}"
            raise InputError(found, "a file in a folder that exists", source=str(output))
        try:
            write_whole(data, output)
        except OSError as error:
            raise InputError(error.strerror or str(error), "a file that can be written", source=str(output)) from None
        return
    if form == "parquet" and sys.stdout.isatty():
        raise UsageError("parquet is binary: name a file with --output, or pipe it somewhere")
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
