"""What commands that draw have in common: the size of a figure, its file, and the same questions as other commands."""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import polars as pl
import typer

from axiometer.cli.asked import Asked, AskedOrSaved, ValueFilesArgument
from axiometer.cli.output import OutputOption, check_output, deliver, show_notes
from axiometer.errors import UsageError
from axiometer.meta.finding import Finding
from axiometer.notes import lines_of
from axiometer.plots.style import Columns
from axiometer.plots.writing import draw, refuse_without_program

Form = Literal["svg", "pdf", "png", "vega"]
ENDINGS: Final[Mapping[str, Form]] = {".svg": "svg", ".pdf": "pdf", ".png": "png", ".json": "vega"}
BINARY: Final = ("pdf", "png")
DPI: Final = 300
FOR_TABLES: Final = frozenset({"details", "pairs", "curve", "each_sample"})
"""Options of other commands that say how tables are written."""

FormOption = Annotated[
    Form | None,
    typer.Option(
        "--format",
        "-f",
        help="How to write the figure; by default as the file ends, and SVG without a file. vega is Vega-Lite in JSON.",
        show_default=False,
    ),
]
ColumnsOption = Annotated[
    int, typer.Option(metavar="N", min=1, max=2, help="How many columns of a paper it fills: 84 mm, or 178 mm.")
]
HeightOption = Annotated[
    float | None,
    typer.Option(
        metavar="MM", min=5, max=1000, help="Height of a panel in mm; by default what it needs.", show_default=False
    ),
]
TitleOption = Annotated[
    str | None, typer.Option(metavar="TEXT", help="Another title; '' leaves it out.", show_default=False)
]
DpiOption = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=30, max=2400, help=f"Pixels per inch of a PNG; {DPI} if not given.", show_default=False
    ),
]


def in_columns(number: int) -> Columns:
    """Take what was checked to be 1 or 2."""
    return 1 if number == 1 else 2


@dataclass(frozen=True)
class FigureFile:
    """Where a figure goes, and how."""

    output: Path | None
    asked: Form | None
    dpi: int | None

    @property
    def form(self) -> Form:
        """What was asked for, or what the ending of the file says."""
        ending = None if self.output is None else ENDINGS.get(self.output.suffix.lower())
        if self.asked is not None:
            if ending not in {None, self.asked}:
                raise UsageError(
                    f"{self.output} ends as {ending}, and --format says {self.asked}: leave one of them out"
                )
            return self.asked
        if self.output is None:
            return "svg"
        if ending is None:
            raise UsageError(
                f"{self.output} does not say what to write: end it with one of {', '.join(ENDINGS)}, or give --format"
            )
        return ending

    def check(self, inputs: Iterable[str] = ()) -> None:
        """Refuse, before any work, what cannot be drawn or written."""
        if self.form in BINARY and self.output is None and sys.stdout.isatty():
            raise UsageError(f"{self.form} is binary: name a file with --output, or pipe it somewhere")
        if self.dpi is not None and self.form != "png":
            raise UsageError(f"--dpi is for PNG, and {self.form} has no pixels")
        check_output(self.output, self.form, inputs)
        if self.form != "vega":
            refuse_without_program()

    def write(self, chart: Mapping[str, Any]) -> None:
        """Draw a chart, and write it."""
        if self.form == "vega":
            data = json.dumps(chart, ensure_ascii=False, indent=1).encode() + b"\n"
        else:
            data = draw(chart, self.form, dpi=self.dpi or DPI)
        deliver(data, self.output)


@dataclass(frozen=True, kw_only=True)
class Drawn(Asked):
    """What somebody asks of systems and measures, drawn."""

    form: FormOption = None  # type: ignore[assignment]
    output: OutputOption = None
    columns: ColumnsOption = 1
    height: HeightOption = None
    title: TitleOption = None
    dpi: DpiOption = None

    @property
    def figure_file(self) -> FigureFile:
        """Where it goes."""
        return FigureFile(self.output, self.form, self.dpi)

    def check(self) -> None:
        """Refuse, before any work, what cannot be drawn or written."""
        self.figure_file.check()
        super().check()

    def deliver(self, finding: Finding, *, table: pl.DataFrame | None = None, is_detailed: bool = False) -> None:  # noqa: ARG002
        """Draw a finding, and tell its notes."""
        self.figure_file.write(finding.to_vega_lite(in_columns(self.columns), height=self.height, title=self.title))
        if not self.quiet:
            show_notes(lines_of(finding.notes))


@dataclass(frozen=True, kw_only=True)
class DrawnOrSaved(Drawn, AskedOrSaved):
    """The same where files of values do as well."""

    files: ValueFilesArgument


def as_drawn(command: Callable[..., None]) -> Callable[..., None]:
    """Give what a command does without the options that say how tables are written, and with an example of a figure."""
    body: Callable[..., None] = command.__wrapped__  # type: ignore[attr-defined]
    signature = inspect.signature(body, eval_str=True)

    def drawn(*given: Any, **said: Any) -> None:
        body(*given, **said)

    drawn.__name__, drawn.__doc__ = body.__name__, _doc(body)
    drawn.__signature__ = _without(signature, FOR_TABLES)  # type: ignore[attr-defined]
    return drawn


def _without(signature: inspect.Signature, names: Collection[str]) -> inspect.Signature:
    kept = [each for name, each in signature.parameters.items() if name not in names]
    return signature.replace(parameters=kept)


def _doc(body: Callable[..., None]) -> str:
    """Take what a command says of itself, and its first example with a figure."""
    told, _, examples = inspect.cleandoc(body.__doc__ or "").partition("[bold]Example")
    _, first, *_ = examples.split("\n\n")
    example = re.sub(r"axiometer (meta )?(?=\w)", "axiometer plot ", " ".join(first.split()), count=1)
    return f"{told.replace('Tell', 'Draw', 1)}[bold]Example[/bold]\n\n{example} --output figure.pdf"
