"""The command ``axiometer`` and what becomes of errors."""

from __future__ import annotations

import inspect
import io
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import version as installed_version
from typing import Annotated, Any

import typer

from axiometer.cli.advise import advise
from axiometer.cli.axioms import axioms
from axiometer.cli.cite import cite
from axiometer.cli.compare import compare
from axiometer.cli.demo import demo
from axiometer.cli.evaluate import evaluate
from axiometer.cli.explain import explain
from axiometer.cli.measures import measures
from axiometer.cli.meta import meta
from axiometer.cli.plot import plot
from axiometer.cli.prefer import prefer
from axiometer.cli.profiles import profiles
from axiometer.cli.recall import recall
from axiometer.cli.report import report
from axiometer.cli.reproduce import reproduce
from axiometer.cli.simulate import simulate
from axiometer.cli.split import split
from axiometer.cli.validate import validate
from axiometer.errors import AxiometerError, UsageError

app = typer.Typer(
    name="axiometer",
    help="Measure rankings, and measure the measures.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _flowing(text: str) -> str:
    """Let lines of a paragraph run on, so that they break where the terminal ends."""
    return re.sub(r"(?<=\S)\n *(?=\S)", " ", inspect.cleandoc(text))


COMMANDS = (
    evaluate,
    compare,
    explain,
    report,
    prefer,
    axioms,
    advise,
    measures,
    profiles,
    validate,
    split,
    cite,
    demo,
    reproduce,
)
for command in COMMANDS:
    app.command(help=_flowing(command.__doc__ or ""))(command)
for group, name in ((meta, "meta"), (plot, "plot"), (recall, "recall"), (simulate, "simulate")):
    for each in group.registered_commands:
        each.help = _flowing(each.callback.__doc__ or "")
    app.add_typer(group, name=name)


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
def program() -> Callable[[], Any]:
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
            program()()
        finally:
            sys.stdout.flush()  # whoever reads a pipe may be gone, and that is seen only now
    except AxiometerError as error:
        print(f"axiometer: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except BrokenPipeError:
        # The reader of a pipe, such as head, has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
