"""``axiometer demo``."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import typer

from axiometer.cli.output import show_notes
from axiometer.engines.local import evaluate
from axiometer.errors import InputError
from axiometer.io import read_judgments, scan_runs
from axiometer.report.tables import as_text, notes

MEASURES = "nDCG@10 AP P@5 RBP(p=0.8)"
JUDGMENTS, RUNS = "judgments.txt", ("bm25.run", "dense.run", "fusion.run")


def demo(
    folder: Annotated[
        Path | None,
        typer.Option("--write", metavar="FOLDER", help="Put the example's files there, to play with."),
    ] = None,
) -> None:
    """Evaluate three small example runs."""
    with as_file(files("axiometer.cli").joinpath("example")) as example:
        if folder is not None:
            _copy(example, folder)
        shown = folder or Path()
        command = f'axiometer evaluate {shown / JUDGMENTS} {" ".join(str(shown / run) for run in RUNS)} -m "{MEASURES}"'
        print(command)
        runs = scan_runs([example / run for run in RUNS])
        measured = evaluate(runs, read_judgments(example / JUDGMENTS), MEASURES)
        print(as_text(measured.table()), flush=True)
        show_notes(notes(measured))
    if folder is None:
        print("\nGet the files with: axiometer demo --write FOLDER")


def _copy(example: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in (JUDGMENTS, *RUNS):
        if (folder / name).exists():
            raise InputError(f"a file {name}", "a folder without one", source=str(folder))
        (folder / name).write_bytes((example / name).read_bytes())
