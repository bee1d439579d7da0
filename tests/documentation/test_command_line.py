"""docs/command-line.md names every command and option, and no other."""

import re
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
import typer

from axiometer.cli.main import app

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
HELP = {"--help", "-h"}


def commands_of(name, command):
    yield name, command
    for word, each in getattr(command, "commands", {}).items():
        yield from commands_of(f"{name} {word}", each)


COMMANDS = dict(commands_of("axiometer", typer.main.get_command(app)))


def section(command):
    found = re.search(rf"^## {command}\n(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL)
    assert found, f"docs/command-line.md has no section {command!r}"
    return found[1]


def options_of(command):
    declared = (p for p in COMMANDS[command].params if p.param_type_name == "option")
    return {option for each in declared for option in each.opts} | HELP


@pytest.mark.parametrize("command", COMMANDS)
def test_options_are_those_of_the_table(command):
    rows = re.findall(r"^\| (`-.+?) \|", section(command), flags=re.MULTILINE)
    assert {option for row in rows for option in re.findall(r"`(-.+?)`", row)} == options_of(command)


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
            row = re.search(rf"^\| `{each.opts[0]}`.*$", section(command), flags=re.MULTILINE)[0]
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
