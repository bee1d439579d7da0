"""Where figures go, and the options of commands whose result is a table and a figure."""

# No annotations from the future: Typer reads those of the fields, also from other modules.
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal

from axiometer.cli.arguments import (
    ColumnsOption,
    DpiOption,
    FigureOption,
    HeightOption,
    OutputOption,
    TitleOption,
)
from axiometer.cli.output import PICTURES, check_output, deliver, form_of, format_option
from axiometer.errors import UsageError
from axiometer.plots.style import Columns
from axiometer.plots.writing import draw, refuse_without_program

FigureFormat = Literal["svg", "pdf", "png", "html", "vega"]
FIGURES: Final = {".svg": "svg", ".pdf": "pdf", ".png": "png", ".html": "html", ".json": "vega"}
DPI: Final = 300

FindingFormat = Literal[
    "table", "tsv", "csv", "json", "jsonl", "markdown", "latex", "parquet", "html", "svg", "pdf", "png", "vega"
]
FindingFormatOption = Annotated[
    FindingFormat | None,
    format_option(FindingFormat, "The table; html is a page with table and figure, the last four the figure alone. "),
]
Chart = Mapping[str, Any]
ChartMaker = Callable[[Columns, float | None, str | None], Chart]


@dataclass(frozen=True)
class FigureFile:
    """A file for a figure, or standard output; its ending says how it is drawn unless somebody says so."""

    path: Path | None
    asked: str | None = None
    dpi: int | None = None

    @property
    def form(self) -> str:
        """What was asked for, or what the ending of the file says."""
        told = None if self.path is None else FIGURES.get(self.path.suffix.lower())
        if self.asked is not None:
            if told not in {None, self.asked}:
                raise UsageError(f"{self.path} ends as {told}, and --format says {self.asked}: leave one of them out")
            return self.asked
        if self.path is None:
            return "svg"
        if told is None:
            raise UsageError(f"{self.path} does not say what to draw: end it with one of {', '.join(FIGURES)}")
        return told

    def check(self, inputs: Iterable[str] = ()) -> None:
        """Refuse, before any work, what cannot be drawn or written."""
        if self.dpi is not None and self.form != "png":
            raise UsageError(f"--dpi is for PNG, and {self.form} has no pixels")
        check_output(self.path, self.form, inputs)
        if self.form != "vega":
            refuse_without_program()

    def write(self, chart: Chart) -> None:
        """Draw a chart, and write it."""
        if self.form == "vega":
            data = json.dumps(chart, ensure_ascii=False, indent=1).encode() + b"\n"
        else:
            data = draw(chart, self.form, dpi=self.dpi or DPI)  # type: ignore[arg-type]
        deliver(data, self.path)


@dataclass(frozen=True, kw_only=True)
class Writing:
    """Where a table goes, and a figure of it, and how they are written."""

    FIRST: ClassVar[tuple[str, ...]] = ()
    FORMS: ClassVar[Any] = FindingFormat

    form: FindingFormatOption = None
    output: OutputOption = None
    figure: FigureOption = None
    columns: ColumnsOption = None
    height: HeightOption = None
    title: TitleOption = None
    dpi: DpiOption = None

    def around(self) -> AbstractContextManager[None]:
        """Nothing stands around the work of the command."""
        return nullcontext()

    @property
    def form_chosen(self) -> str:
        """How the result is written."""
        return form_of(self.form, self.output, self.FORMS)

    @property
    def is_drawn(self) -> bool:
        """Whether the result is the figure alone."""
        return self.form_chosen in {*PICTURES, "vega"}

    def check_places(self, inputs: Iterable[str] = ()) -> None:
        """Refuse, before any work, what cannot be drawn or written, and options that have no effect."""
        paths = [*inputs]
        drawn = self._figures()
        check_output(self.output, self.form_chosen, paths)
        for each in drawn:
            each.check(paths)
        if self.figure is not None and self.output is not None and self.figure.absolute() == self.output.absolute():
            raise UsageError(f"--output and --figure name the same file {self.output}")
        for name in ("columns", "height", "title", "dpi") if not drawn else ():
            if getattr(self, name) is not None and not (self.form_chosen == "html" and name != "dpi"):
                raise UsageError(f"--{name} is for figures: name a file with --figure")

    def draw(self, make: ChartMaker) -> None:
        """Draw the figure where it was asked for."""
        for each in self._figures():
            each.write(self.chart(make))

    def chart(self, make: ChartMaker) -> Chart:
        """Lay the figure out."""
        return make(1 if self.columns in {None, 1} else 2, self.height, self.title)

    def _figures(self) -> list[FigureFile]:
        files = [FigureFile(self.output, self.form_chosen, self.dpi)] if self.is_drawn else []
        return [*files, FigureFile(self.figure, None, self.dpi)] if self.figure is not None else files
