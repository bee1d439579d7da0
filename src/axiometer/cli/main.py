"""The command ``axiometer`` and what becomes of errors."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import version as installed_version
from typing import Annotated, Any, Final

import typer

from axiometer.cli.commands import LazyGroup
from axiometer.errors import AxiometerError, UsageError

COMMANDS: Final[Mapping[str, str]] = {
    "evaluate": "Measure runs against judgments.",
    "compare": "Compare systems: differences of means, their confidence intervals, and significance tests.",
    "leaderboard": "Rank systems by their means, with confidence intervals and significance groups.",
    "differences": "Compare two systems query by query, the largest gain of the left one first.",
    "prefer": "Preferences of lists: which of two systems has the better list, in how many queries.",
    "explain": "Explain the value of one list: what each rank gave, for which aspect, and what was lost.",
    "report": "Make an HTML report: who is better and where, what the lists look like, how the measures behave.",
    "plot": "Figures of lists; commands that find something out draw it with --figure or --output figure.pdf.",
    "advise": "Advise on measures for your data: rank candidates by what can be measured of measures, and say why.",
    "meta": "Meta-evaluation, measuring the measures: unanimity, concordance, discriminative power, robustness.",
    "axioms": "Check which axioms measures satisfy, and show the smallest counterexample for those that they do not.",
    "recall": "Measures and recall: orientation, ties, the worst-off user, exposure of providers.",
    "measures": "List all measures and preferences with their parameters, or explain one.",
    "profiles": "List the profiles, or show what one of them fixes.",
    "cite": "Print the BibTeX entries of measures and preferences.",
    "validate": "Show all problems of run and judgment files, with line numbers.",
    "split": "Split ratings into training and test ratings, user by user.",
    "simulate": "Simulated collections with known truth: which system is better, and in what.",
    "demo": "Measure and compare twelve simulated systems, and find out which measure tells their true order.",
    "reproduce": "Run the experiments of a paper again, and put what it prints beside what comes out.",
}
"""The commands, each in a module of its name, and what the first line of its help says."""


class Program(LazyGroup):
    """All commands."""

    def __init__(self, **how: Any) -> None:
        super().__init__(lines=COMMANDS, **how)


app = typer.Typer(
    name="axiometer",
    help="Measure rankings, and measure the measures.",
    cls=Program,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        print(f"axiometer {installed_version('axiometer')}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


@cache
def program() -> Callable[..., Any]:
    """Build the commands from their functions, once in a process."""
    return typer.main.get_command(app)


def _prepare(stream: io.TextIOWrapper) -> None:
    """Let a terminal show what it can, and files and pipes get the same bytes on Windows as elsewhere."""
    if sys.platform == "win32" and not stream.isatty() and "PYTHONIOENCODING" not in os.environ:
        stream.reconfigure(encoding="utf-8", newline="\n")
    stream.reconfigure(errors="replace")  # a terminal without Σ shows a question mark


def main() -> None:
    """Run a command: exit code 0 if all is well, 1 for bad input, 2 for bad usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            _prepare(stream)
    try:
        try:
            program()(prog_name="axiometer")
        finally:
            sys.stdout.flush()  # whoever reads a pipe may be gone, and that is seen only now
    except AxiometerError as error:
        print(f"axiometer: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except BrokenPipeError:
        # The reader of a pipe, such as head, has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
