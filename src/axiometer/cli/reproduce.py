"""``axiometer reproduce``."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Final

import typer

from axiometer.cli.arguments import SeedOption, option
from axiometer.cli.commands import Command, new_app
from axiometer.cli.output import show_notes
from axiometer.errors import InputError, UsageError, counted

if TYPE_CHECKING:
    from axiometer_papers.running import Ran
    from axiometer_papers.study import Part, Progress, Setting, Study

PAPERS: Final = ("rbu", "concordance", "alphabeta", "lexirecall")
ALL: Final = "all"
OUTPUT: Final = Path("axiometer-papers")
PATIENCE: Final = 20.0
"""Seconds after which a log says how far a part is."""
INTERRUPTED: Final = 130
"""The exit code of a command that somebody stopped."""

app = new_app()


@app.command(cls=Command)
def reproduce(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help=f"{', '.join(PAPERS)}, or {ALL} of them.")],
    data: Annotated[
        Path | None, option(metavar="FOLDER", help="Folder with collections.", show_default="simulated data")
    ] = None,
    quick: Annotated[
        bool, option("--quick", help="Smaller grids, fewer samples, smaller simulated collections.")
    ] = False,
    output: Annotated[
        Path, option("--output", "-o", metavar="FOLDER", help="Where the folder of each paper goes.")
    ] = OUTPUT,
    lengths: Annotated[
        Path | None, option(metavar="FILE", help="Lengths of items: item, length; for concordance.")
    ] = None,
    fresh: Annotated[bool, option("--fresh", help="Run all parts again, also those that are there.")] = False,
    seed: SeedOption = 0,
    jobs: Annotated[int, option(metavar="N", min=1, help="Number of things to work on at the same time.")] = 2,
) -> None:
    """Run the experiments of a paper again, and put what it prints beside what comes out.

    For each paper there will be a folder with a page (page.html, page.md), its tables and figures, all published
    numbers beside ours (published.tsv), and parameters, seeds, data and times (run.json). Parts that are done are kept:
    the same command goes on where it was interrupted.

    rbu: Rank-biased utility, axioms and metric unanimity. concordance: the concordance test and the diversity
    U-measures. alphabeta: αβ-nDCG. lexirecall: total search efficiency and lexicographic recall.

    [bold]Examples[/bold]

    axiometer reproduce all --quick

    axiometer reproduce lexirecall --data collections --output papers
    """
    # What only this command needs would make all others start later.
    from axiometer_papers.running import data_of, run_study
    from axiometer_papers.study import Setting

    studies = _chosen(paper)
    setting = Setting(data=data, is_quick=quick, lengths=lengths, seed=seed, jobs=jobs)
    if output.exists() and not output.is_dir():
        raise InputError("a file", "a folder, or a place for one", source=str(output))
    if lengths is not None and not lengths.is_file():
        raise InputError("no such file", "a file with the lengths of items", source=str(lengths))
    for study in studies:
        command = _command(study, setting, output)
        start = perf_counter()
        try:
            with _watching(study) as watch:
                ran = run_study(study, setting, output / study.name, command=command, is_fresh=fresh, watch=watch)
        except KeyboardInterrupt:
            print("interrupted: what is done is kept, and the same command goes on from there", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
        _tell(study, ran, output / study.name, perf_counter() - start)
        if setting.data is not None:
            show_notes(told for told in data_of(setting, ran) if "simulated, since" in told)


def _chosen(paper: str) -> Sequence[Study]:
    if paper not in {*PAPERS, ALL}:
        raise UsageError(f"there is no paper {paper!r}; choose of {', '.join(PAPERS)}, or {ALL}")
    from axiometer_papers.papers import STUDIES

    return [STUDIES[name] for name in (PAPERS if paper == ALL else (paper,))]


def _command(study: Study, setting: Setting, output: Path) -> str:
    words = ["axiometer", "reproduce", study.name]
    words += ["--data", str(setting.data)] if setting.data else []
    words += ["--quick"] if setting.is_quick else []
    words += ["--lengths", str(setting.lengths)] if setting.lengths else []
    words += ["--seed", str(setting.seed)] if setting.seed else []
    words += ["--output", str(output)] if output != OUTPUT else []
    return shlex.join(words)


@contextmanager
def _watching(study: Study) -> Iterator[Callable[[Part, int, int], Progress]]:
    """Show a bar on a terminal, and a line for each part elsewhere."""
    if not sys.stderr.isatty():

        def tell(part: Part, number: int, of: int) -> Progress:
            print(f"{study.name} {number}/{of}: {part.title}", file=sys.stderr, flush=True)
            return _now_and_then()

        yield tell
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        all_parts, one = bar.add_task(study.name, total=None), bar.add_task("")

        def show(part: Part, number: int, of: int) -> Progress:
            bar.update(all_parts, completed=number - 1, total=of, description=f"{study.name} {number}/{of}")
            bar.reset(one, total=None, description=part.title)
            return lambda done, total: bar.update(one, completed=done, total=total)

        yield show


def _now_and_then() -> Progress:
    """Print how far a long part is, not more often than people who read a log want to know."""
    last = perf_counter()

    def tell(done: int, total: int) -> None:
        nonlocal last
        if perf_counter() - last > PATIENCE:
            last = perf_counter()
            print(f"  {done} of {total}", file=sys.stderr, flush=True)

    return tell


def _tell(study: Study, ran: Ran, folder: Path, seconds: float) -> None:
    from axiometer_papers.running import checks_of, summary

    n_old = sum(its.is_old for _, its in ran)
    before = f", {n_old} of them done before" if n_old else ""
    print(f"{study.name}: {counted(len(ran), 'part')}{before}, {seconds:.1f} s")
    print(f"  {summary(checks_of(ran))}")
    print(f"  {folder / 'page.html'}")
