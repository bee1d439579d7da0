"""Pages of commands name every command, argument, option and choice, and no page an option that is not there."""

import re
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest

from docs.builder.commands import all_commands, command_page, top_commands

ROOT = Path(__file__).parents[2]
HELP = {"--help", "-h", "--version"}
COMMANDS = all_commands()
PAGES = {word: command_page(word) for word in top_commands()}


def section(name):
    """Give what the page of a command says of it, without the commands below it."""
    page = PAGES[name.split()[1]]
    if name.count(" ") == 1:
        return re.split(r"^## ", page, flags=re.MULTILINE)[0]
    return re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", page, flags=re.MULTILINE | re.DOTALL)[1]


def declared(name, kind):
    return [
        each for each in COMMANDS[name].params if each.param_type_name == kind and not getattr(each, "hidden", False)
    ]


def choices(param):
    """Give the words that the type of an option names."""
    annotation = getattr(getattr(param, "type_descriptor", None), "annotation", None)
    for each in (annotation, *get_args(annotation)):
        if get_origin(each) is Literal:
            return [str(value) for value in get_args(each)]
    return [str(each) for each in getattr(getattr(param, "type", None), "choices", ())]


def test_commands_are_found():
    assert {"evaluate", "compare", "report"} <= set(top_commands())
    assert "axiometer meta unanimity" in COMMANDS
    assert len(COMMANDS) > 30


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "axiometer"])
def test_section_names_arguments_options_and_choices(name):
    text = section(name)
    assert f"`{name} [OPTIONS]" in text
    if hasattr(COMMANDS[name], "list_commands"):
        return
    rows = re.findall(r"^\| (`-.+?) \|", text, flags=re.MULTILINE)
    told = {option for row in rows for option in re.findall(r"`(-.+?)`", row)}
    assert told == {option for each in declared(name, "option") for option in [*each.opts, *each.secondary_opts]}
    told = text.partition("| option |")[0]
    assert [each.name for each in declared(name, "argument") if (each.metavar or each.name.upper()) not in told] == []
    for each in declared(name, "option"):
        row = re.search(rf"^\| `{each.opts[0]}`.*$", text, flags=re.MULTILINE)[0]
        assert [choice for choice in choices(each) if choice not in row] == []


def test_choices_are_found():
    form = next(each for each in COMMANDS["axiometer recall depth"].params if each.name == "form")
    assert "markdown" in choices(form)


def test_marks_of_rich_become_those_of_markdown():
    assert "[/bold]" not in PAGES["evaluate"]
    assert "**Examples**" in PAGES["evaluate"]


def test_every_page_uses_options_that_exist():
    known = HELP | {
        option for each in COMMANDS.values() for p in each.params for option in [*p.opts, *p.secondary_opts]
    }
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        lines = re.findall(r"axiometer [^\n`]*", page.read_text(encoding="utf-8"))
        used = {option for line in lines for option in re.findall(r"(?<= )--?[a-z][a-z-]*", line)}
        assert used <= known, page.name
