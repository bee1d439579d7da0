"""docs/command-line.md names every command and option, and no other."""

import re
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
import typer

from axiometer.cli.asked import Asked, AskedOrSaved
from axiometer.cli.given import taking
from axiometer.cli.main import program

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
HELP = {"--help", "-h"}
LEFT_TO_COMPARE = "What is read and written, and by which conventions, is said as for [`axiometer compare`]"
"""A section with this sentence tells only of what else a command has."""


def commands_of(name, command):
    yield name, command
    for word, each in getattr(command, "commands", {}).items():
        yield from commands_of(f"{name} {word}", each)


COMMANDS = dict(commands_of("axiometer", program()))


def section(command):
    found = re.search(rf"^## {command}\n(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL)
    assert found, f"docs/command-line.md has no section {command!r}"
    return found[1]


def options_of(command):
    declared = (p for p in COMMANDS[command].params if p.param_type_name == "option")
    return {option for each in declared for option in each.opts} | HELP


def shared_options(command):
    """Give what all commands have that take systems, or also values."""
    only_these = typer.Typer(add_completion=False)
    kind = AskedOrSaved if "--smaller-better" in options_of(command) else Asked
    only_these.command()(taking(kind)(lambda _: None))
    declared = (p for p in typer.main.get_command(only_these).params if p.param_type_name == "option")
    return {option for each in declared for option in each.opts}


@pytest.mark.parametrize("command", COMMANDS)
def test_options_are_those_of_the_table(command):
    rows = re.findall(r"^\| (`-.+?) \|", section(command), flags=re.MULTILINE)
    told = {option for row in rows for option in re.findall(r"`(-.+?)`", row)}
    if LEFT_TO_COMPARE in section(command):
        assert shared_options(command) <= options_of("axiometer compare")
        assert told | shared_options(command) == options_of(command)
    else:
        assert told == options_of(command)


@pytest.mark.parametrize("command", COMMANDS)
def test_arguments_are_named(command):
    arguments = [p.metavar for p in COMMANDS[command].params if p.param_type_name == "argument"]
    assert [name for name in arguments if name.strip("[]{}") not in section(command)] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_choices_are_those_of_the_option(command):
    function = COMMANDS[command].callback
    hints = get_type_hints(function) if function else {}
    for each in COMMANDS[command].params:
        if choices := list(literals(hints.get(each.name))):
            pages = [section(command), *([section("axiometer compare")] if LEFT_TO_COMPARE in section(command) else [])]
            row = re.search(rf"^\| `{each.opts[0]}`.*$", "\n".join(pages), flags=re.MULTILINE)[0]
            assert [choice for choice in choices if f"`{choice}`" not in row] == []


def literals(annotation):
    for part in get_args(annotation):
        yield from [part] if get_origin(annotation) is Literal else literals(part)


def test_choices_are_found():
    hints = get_type_hints(COMMANDS["axiometer recall depth"].callback)
    assert "markdown" in literals(hints["form"])


def test_commands_are_those_of_the_program():
    assert set(re.findall(r"^## (.+)$", PAGE, flags=re.MULTILINE)) == set(COMMANDS)


def test_every_page_uses_options_that_exist():
    known = {option for command in COMMANDS for option in options_of(command)}
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        lines = re.findall(r"axiometer [^\n`]*", page.read_text(encoding="utf-8"))
        used = {option for line in lines for option in re.findall(r"(?<= )--?[a-z][a-z-]*", line)}
        assert used <= known, page.name
