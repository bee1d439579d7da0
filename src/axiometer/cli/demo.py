"""``axiometer demo``."""

from __future__ import annotations

import shlex
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Final

import typer

from axiometer.errors import InputError, UsageError

EXAMPLE: Final = ("judgments.txt", "bm25.run", "dense.run", "fusion.run")
OUTPUT: Final = Path("axiometer-demo")
MOST_ROWS: Final = 20
"""Longer tables are in the report only."""
NEXT: Final = """Next, with your own files:
  axiometer evaluate qrels.txt "runs/*.run" -m "nDCG@10 AP"
  axiometer compare qrels.txt "runs/*.run" -m nDCG@10 --baseline NAME
  axiometer report qrels.txt "runs/*.run" --output report.html
  axiometer advise qrels.txt "runs/*.run"
and the papers behind the measures: axiometer reproduce all --quick"""


def demo(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the collection and the pages go.")
    ] = OUTPUT,
    example: Annotated[
        Path | None,
        typer.Option(
            "--write", metavar="FOLDER", help="Only put the three small runs of the documentation there, to play with."
        ),
    ] = None,
) -> None:
    """Measure and compare twelve simulated systems, and find out which measure tells their true order.

    Simulates a collection, evaluates twelve systems by five measures, tests all pairs, checks axioms, unanimity and
    concordance of the measures, and writes two pages: all of this with figures, and a report to click through. Each
    step is shown with the command that does the same.
    """
    if example is not None:
        _copy_example(example)
        return
    # What only this command needs would make all others start later.
    from axiometer.data.whole_files import write_whole
    from axiometer.io.simulated import write_search
    from axiometer.sheets.writing import as_text
    from axiometer.simulate.search import simulate_search
    from axiometer_papers.demo import AGAIN, WORLD, Demonstration, is_written
    from axiometer_papers.running import run_study
    from axiometer_papers.study import Setting

    if output.exists() and not output.is_dir():
        raise InputError("a file", "a folder, or a place for one", source=str(output))
    collection = output / "collection"
    if not is_written(collection):
        write_search(simulate_search(WORLD), collection, "trec")
    print(
        f"Simulated {WORLD.systems} systems and {WORLD.queries} queries in {collection}, where the commands run.\n",
        flush=True,
    )
    demonstration = Demonstration(collection)
    command = "axiometer demo" if output == OUTPUT else shlex.join(["axiometer", "demo", "--output", str(output)])
    for part, its in run_study(demonstration.study(), Setting(), output, command=command):
        print(f"{part.title}\n> {part.parameters[AGAIN]}")
        shown = [table for table in its.result.tables if table.frame.height <= MOST_ROWS]
        print("\n".join(f"{table.title}\n{as_text(table.frame)}\n" for table in shown), flush=True)
    print(f"All of it, with figures: {output / 'page.html'}")
    page = output / "report.html"
    try:
        write_whole(demonstration.report(page).encode(), page)
        print(f"To click through: {page}")
    except UsageError as error:
        print(f"No page to click through: {error}")
    print(f"\n{NEXT}")


def _copy_example(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise InputError("a file", "a folder, or a place for one", source=str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    with as_file(files("axiometer.cli").joinpath("example")) as example:
        for name in EXAMPLE:
            if (folder / name).exists():
                raise InputError(f"a file {name}", "a folder without one", source=str(folder))
            (folder / name).write_bytes((example / name).read_bytes())
    print(f'Try: axiometer evaluate {" ".join(str(folder / name) for name in EXAMPLE)} -m "nDCG@10 AP P@5 RBP(p=0.8)"')
