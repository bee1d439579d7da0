"""docs/command-line.md names every command and option, and no other."""

import re
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

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


def test_sections_name_all_options_and_no_other():
    wrong = {}
    for command in COMMANDS:
        rows = re.findall(r"^\| (`-.+?) \|", section(command), flags=re.MULTILINE)
        told = {option for row in rows for option in re.findall(r"`(-.+?)`", row)}
        if LEFT_TO_COMPARE in section(command):
            assert shared_options(command) <= options_of("axiometer compare")
            told |= shared_options(command)
        if told != options_of(command):
            wrong[command] = told ^ options_of(command)
    assert wrong == {}


def test_sections_name_all_arguments():
    missing = [
        (command, each.metavar)
        for command, declared in COMMANDS.items()
        for each in declared.params
        if each.param_type_name == "argument" and each.metavar.strip("[]{}") not in section(command)
    ]
    assert missing == []


def test_sections_name_all_choices():
    missing, seen = [], 0
    for command, declared in COMMANDS.items():
        hints = get_type_hints(declared.callback) if declared.callback else {}
        pages = [section(command), *([section("axiometer compare")] if LEFT_TO_COMPARE in section(command) else [])]
        for each in declared.params:
            if choices := list(literals(hints.get(each.name))):
                row = re.search(rf"^\| `{each.opts[0]}`.*$", "\n".join(pages), flags=re.MULTILINE)[0]
                missing += [(command, choice) for choice in choices if f"`{choice}`" not in row]
                seen += 1
    assert missing == []
    assert seen > len(COMMANDS), "most commands have choices"


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
