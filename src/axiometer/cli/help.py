"""Help as people read it: options with what they take, one sentence, and their defaults."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

import typer
from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from axiometer.cli.commands import Command, Group

COLUMN: Final = 28
"""Where the sentences begin; after longer names they begin on the next line."""
LONGEST: Final = 100
"""Lines are not longer, however wide the terminal is."""
ARGUMENTS, OPTIONS, COMMANDS = "Arguments", "Options", "Commands"


def print_help(command: Command | Group, context: typer.Context) -> None:
    """Print how a command is called, what it does, and what its arguments and options mean."""
    console = Console(highlight=False, soft_wrap=False)
    console.width = min(console.width, LONGEST)
    console.print(Text(command.get_usage(context)))
    console.print()
    console.print(Text.from_markup(command.help or ""))
    console.print()
    panels: dict[str, list[tuple[str, str]]] = {ARGUMENTS: [], OPTIONS: []}
    for each in command.get_params(context):
        panel = ARGUMENTS if each.param_type_name == "argument" else getattr(each, "rich_help_panel", None) or OPTIONS
        panels.setdefault(panel, []).append((_name(each), meaning(each)))
    panels[COMMANDS] = [*command.lines().items()]
    for title, rows in panels.items():
        if rows:
            console.print(Text(title, style="bold"))
            for name, sentence in rows:
                console.print(_row(name, sentence, console.width))
            console.print()


def _row(name: str, sentence: str, width: int) -> Text:
    """Write a name and what it means, which goes on below itself; words are never broken."""
    lines = wrap(sentence, width - COLUMN, break_long_words=False, break_on_hyphens=False) or [""]
    first = f"  {name}".ljust(COLUMN)
    shown = [first + lines[0], *lines[1:]] if len(name) + 4 <= COLUMN else [first, *lines]
    text = Text(("\n" + " " * COLUMN).join(shown).rstrip(), no_wrap=True, overflow="ignore")
    text.stylize("cyan", 0, len(name) + 2)
    return text


def _name(parameter: Any) -> str:
    """Name a parameter, and what it takes."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar)
    names = ", ".join(sorted(parameter.opts, key=lambda name: name.startswith("--")))
    return names if parameter.is_flag else f"{names} {parameter.metavar}"


def meaning(parameter: Any) -> str:
    """Say in one sentence what a parameter means, and what holds without it."""
    default = default_of(parameter)
    ends = ["[required]"] if parameter.required else [f"[default: {default}]"] if default else []
    return " ".join([getattr(parameter, "help", None) or "", *ends])


def default_of(parameter: Any) -> str:
    """Say what holds where nothing is given; nothing where there is no such thing."""
    told, value = getattr(parameter, "show_default", True), parameter.default
    if isinstance(told, str):
        return told
    if told is False or value is None or value is False or value == "" or callable(value):
        return ""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
