"""``axiometer demo``."""

from __future__ import annotations

import shlex
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Final

from axiometer.cli.arguments import option
from axiometer.cli.commands import Command, new_app
from axiometer.errors import InputError

EXAMPLE: Final = ("judgments.txt", "bm25.run", "dense.run", "fusion.run")
OUTPUT: Final = Path("axiometer-demo")
MOST_ROWS: Final = 20
"""Longer tables are on the page only."""
NEXT: Final = """Next, with your own files:
  axiometer evaluate qrels.txt "runs/*.run" -m "nDCG@10 AP"
  axiometer compare qrels.txt "runs/*.run" -m nDCG@10 --baseline NAME
  axiometer report qrels.txt "runs/*.run" --output report.html
  axiometer advise qrels.txt "runs/*.run"
and the papers behind the measures: axiometer reproduce all --quick"""

app = new_app()


@app.command(cls=Command)
def demo(
    output: Annotated[
        Path, option("--output", "-o", metavar="FOLDER", help="Where the collection and the pages go.")
    ] = OUTPUT,
    example: Annotated[
        Path | None,
        option(
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
    import axiometer as ax
    from axiometer.cli.demonstration import WORLD, Demonstration, is_written, page
    from axiometer.data.whole_files import write_whole
    from axiometer.io.simulated import write_search

    if output.exists() and not output.is_dir():
        raise InputError("a file", "a folder, or a place for one", source=str(output))
    collection = output / "collection"
    if not is_written(collection):
        _refuse_other_files(output)
        write_search(ax.simulate.simulate_search(WORLD), collection, "trec")
    print(
        f"Simulated {WORLD.systems} systems and {WORLD.queries} queries in {collection}, where the commands run.\n",
        flush=True,
    )
    demonstration, steps = Demonstration(collection), []
    for step in demonstration.steps():
        steps.append(step)
        print(f"{step.title}\n> {step.command}")
        shown = {title: table for title, table in step.tables.items() if table.height <= MOST_ROWS}
        print("\n".join(f"{title}\n{ax.write_table(table)}\n" for title, table in shown.items()), flush=True)
    command = "axiometer demo" if output == OUTPUT else shlex.join(["axiometer", "demo", "--output", str(output)])
    write_whole(page(steps, command).encode(), output / "page.html")
    print(f"All of it, with figures: {output / 'page.html'}")
    report = output / "report.html"
    write_whole(demonstration.report(report).encode(), report)
    print(f"To click through: {report}\n\n{NEXT}")


def _refuse_other_files(output: Path) -> None:
    """Refuse to put pages into a folder that has something else."""
    if output.exists() and any(path.name != "collection" for path in output.iterdir()):
        raise InputError("other files", "an empty folder, a new one, or that of axiometer demo", source=str(output))


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
