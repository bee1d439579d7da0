"""``axiometer validate``."""

from __future__ import annotations

from typing import Annotated

import typer

from axiometer.cli.arguments import choice, option
from axiometer.cli.commands import Command, new_app
from axiometer.errors import counted
from axiometer.io.content import expand
from axiometer.io.validation import Kind, validate_file

app = new_app()


@app.command(cls=Command)
def validate(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files of runs, judgments, ratings …")],
    kind: Annotated[
        Kind | None, choice(Kind, "KIND", help="What the files hold", show_default="what they look like")
    ] = None,
    most: Annotated[int, option(metavar="N", help="Show at most so many problems of a file.", min=1)] = 100,
) -> None:
    """Show all problems of run and judgment files, with line numbers.

    Weights, lengths, providers, ratings and aspects of items have to be named with --kind. For ratings and aspects of
    MovieLens its folder will do.

    [bold]Examples[/bold]

    axiometer validate qrels.txt "runs/*.gz"

    axiometer validate train.csv test.csv --kind ratings
    """
    n_bad = 0
    for file in expand(files):
        report = validate_file(file, kind)
        for problem in report.problems[:most]:
            print(problem)
        n_more = max(len(report.problems) - most, 0) + report.n_more
        if n_more:
            print(f"{file}: {counted(n_more, 'more problem')}")
        if report.problems:
            n_bad += 1
        else:
            print(f"{file}: fine, {report.summary}")
    if n_bad:
        raise typer.Exit(1)
