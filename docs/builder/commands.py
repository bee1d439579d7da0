"""The reference of the command line, made of what the commands say of themselves."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any, Literal, get_args, get_origin

from axiometer.cli.main import program
from docs.builder.markdown import escaped, shown_as_code, table

NAME = "axiometer"


@cache
def all_commands() -> dict[str, Any]:
    """Give each command by its full name, groups before their commands."""
    return dict(_below(NAME, program()))


def _below(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    yield name, command
    if hasattr(command, "list_commands"):
        context = command.context_class(command, info_name=name)
        for word in command.list_commands(context):
            each = command.get_command(context, word)
            if not each.hidden:
                yield from _below(f"{name} {word}", each)


def top_commands() -> list[str]:
    """Give the words that follow the program's name."""
    return [name.split()[1] for name in all_commands() if name.count(" ") == 1]


def command_page(word: str) -> str:
    """Describe a command and those below it."""
    above, *below = [name for name in all_commands() if name.split()[1:2] == [word]]
    parts = [_described(above)]
    for name in below:
        parts += [f"## {name}", _described(name)]
    return "\n\n".join(parts)


def command_table(_: str = "") -> str:
    """List the commands with what they do."""
    rows = []
    for word in top_commands():
        names = [name for name in all_commands() if name.split()[1:2] == [word]]
        below = ", ".join(f"`{name.split()[-1]}`" for name in names[1:])
        summary = escaped(_paragraphs(names[0])[0])
        rows.append((f"[`{NAME} {word}`]({word}.md)", f"{summary} Commands: {below}." if below else summary))
    return table(["command", "what it does"], rows)


def _described(name: str) -> str:
    command = all_commands()[name]
    summary, *more = _help(name)
    parts = [summary, f"`{_usage(name)}`", *more]
    if not hasattr(command, "list_commands"):
        parts += list(_tables(command))
    return "\n\n".join(parts)


def _paragraphs(name: str) -> list[str]:
    return inspect.cleandoc(all_commands()[name].help or "").split("\n\n")


def _help(name: str) -> Iterator[str]:
    """Write the help's paragraphs, and its examples one below the other."""
    for is_example, paragraphs in groupby(_paragraphs(name), key=lambda text: text.startswith(f"{NAME} ")):
        if is_example:
            yield shown_as_code(paragraphs)
        else:
            yield from (_marked(each) for each in paragraphs)


def _marked(paragraph: str) -> str:
    """Turn the marks of Rich into those of Markdown."""
    return re.sub(r"\\\[(/?)bold\\\]", "**", escaped(" ".join(paragraph.split())))


def _usage(name: str) -> str:
    command = all_commands()[name]
    arguments = [_argument(each) for each in command.params if each.param_type_name == "argument"]
    if hasattr(command, "list_commands"):
        arguments = ["COMMAND ..."]
    return " ".join([name, "[OPTIONS]", *arguments])


def _argument(param: Any) -> str:
    shown = param.metavar or param.name.upper()
    if not param.required and not shown.startswith("["):
        shown = f"[{shown}]"
    return f"{shown}..." if param.nargs == -1 and not shown.endswith("...") else shown


def _tables(command: Any) -> Iterator[str]:
    """Write one table for the arguments and one for each group of options, with its title."""
    shown = [each for each in command.params if not getattr(each, "hidden", False)]
    arguments = [each for each in shown if each.param_type_name == "argument" and getattr(each, "help", None)]
    if arguments:
        yield table(["argument", "meaning"], [(f"`{_argument(each)}`", escaped(each.help)) for each in arguments])
    options = [each for each in shown if each.param_type_name == "option"]
    panels = dict.fromkeys(getattr(each, "rich_help_panel", None) for each in options)
    for panel in sorted(panels, key=lambda each: each is not None):
        if panel is not None:
            yield f"**{panel}**"
        rows = [_option(each) for each in options if getattr(each, "rich_help_panel", None) == panel]
        yield table(["option", "meaning", "value", "default"], rows)


def _option(param: Any) -> tuple[str, str, str, str]:
    names = ", ".join(f"`{each}`" for each in [*param.opts, *param.secondary_opts])
    return names, escaped(" ".join((param.help or "").split())), _value(param), _default(param)


def _value(param: Any) -> str:
    if param.is_flag:
        return "–"
    if chosen := choices(param):
        return ", ".join(f"`{each}`" for each in chosen)
    kind = _annotation(param)
    shown = param.metavar or {int: "N", float: "NUMBER"}.get(kind, "TEXT")
    return " ".join([f"`{shown}`"] * max(param.nargs, 1)) if " " not in shown else f"`{shown}`"


def choices(param: Any) -> list[str]:
    """Give what an option may be, if that is a few words."""
    annotation = _annotation(param)
    for each in (annotation, *get_args(annotation)):
        if get_origin(each) is Literal:
            return [str(value) for value in get_args(each)]
    return [str(each) for each in getattr(getattr(param, "type", None), "choices", ())]


def _annotation(param: Any) -> Any:
    return getattr(getattr(param, "type_descriptor", None), "annotation", None)


def _default(param: Any) -> str:
    default = param.default
    if default is None or default is False or default in ((), []) or callable(default):
        return "–"
    if isinstance(default, (list, tuple)):
        return ", ".join(f"`{each}`" for each in default)
    return f"`{default}`"
