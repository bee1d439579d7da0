"""``axiometer plot``: figures of what is no finding."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from axiometer.cli.arguments import (
    ColumnsOption,
    DpiOption,
    JobsOption,
    MeasureOption,
    QuietOption,
    TitleOption,
    choice,
    option,
)
from axiometer.cli.commands import new_app, sharing
from axiometer.cli.figures import FigureFile, FigureFormat
from axiometer.cli.inputs import Inputs
from axiometer.cli.output import show_notes
from axiometer.cli.progress import progress_bar
from axiometer.engines.list_views import RANKS, show_lists
from axiometer.errors import UsageError
from axiometer.notes import lines_of
from axiometer.plots.style import Columns
from axiometer.report.figures import MOST_LISTS, query_figure

app = new_app("Figures of lists; commands that find something out draw it with --figure or --output figure.pdf.")


@app.callback()
def plot() -> None:
    """Let there be a group, also of one command."""


@app.command(cls=sharing(Inputs))
def query(
    context: typer.Context,
    measure: MeasureOption,
    query: Annotated[str, option("--query", "-q", metavar="ID", help="The query.")],
    system: Annotated[
        list[str] | None,
        option("--system", "-s", metavar="NAME", help="A system; may be given again.", show_default="all"),
    ] = None,
    ranks: Annotated[int, option(metavar="N", min=1, max=100, help="Number of items of each list.")] = RANKS,
    form: Annotated[
        FigureFormat | None,
        choice(
            FigureFormat,
            "FORM",
            "--format",
            "-f",
            help="How to draw; html is interactive, vega is Vega-Lite in JSON",
            show_default="as the file ends, or svg",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        option(
            "--output",
            "-o",
            metavar="FILE",
            help="File to write to: .svg, .pdf, .png, .html or .json.",
            show_default="the screen",
        ),
    ] = None,
    columns: ColumnsOption = None,
    title: TitleOption = None,
    dpi: DpiOption = None,
    jobs: JobsOption = 2,
    quiet: QuietOption = False,
) -> None:
    """Draw the lists of some systems for one query, and what each rank gives to a measure.

    A cell is an item: coloured by the aspects for which it is relevant, darker for a larger grade; empty if it is
    judged and not relevant; hatched if it is not judged.

    [bold]Example[/bold]

    axiometer plot query diversity.qrels "runs/*.gz" -m alpha_nDCG@20 -q 104 -s mine -s bm25 --output figure.pdf
    """
    inputs: Inputs = context.obj
    figure_file = FigureFile(output, form, dpi)
    figure_file.check(inputs.paths)
    systems = [*dict.fromkeys(system or ())]
    if len(systems) > MOST_LISTS:
        raise UsageError(f"the lists of {len(systems)} systems do not fit on a page: choose at most {MOST_LISTS}")
    conventions = inputs.conventions()
    wanted = inputs.parsed_one(measure, conventions)
    with progress_bar("reading and measuring", is_wanted=not quiet) as progress:
        shown = show_lists(
            inputs.judgments(),
            inputs.runs,
            wanted,
            systems=systems or None,
            queries=query,
            ranks=ranks,
            profile=conventions,
            jobs=jobs,
            progress=progress,
        )
    width: Columns = 1 if columns in {None, 1} else 2
    figure_file.write(query_figure(shown, systems=systems, title=title, columns=width))
    if not quiet:
        show_notes(lines_of(shown.notes))
