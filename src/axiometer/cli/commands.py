"""Commands as axiometer has them: options that they share are the fields of a class, and groups load what is called."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

import typer
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from dataclasses import Field
    from typing import ClassVar


class Shared(Protocol):
    """What commands have in common: a dataclass whose fields are arguments and options."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    FIRST: ClassVar[tuple[str, ...]]

    def around(self) -> AbstractContextManager[None]:
        """Stand around the work of the command."""


def new_app(about: str | None = None) -> typer.Typer:
    """Give what commands are registered with: one for a module of one command, or for a group."""
    return typer.Typer(
        help=about, cls=Group, add_completion=False, no_args_is_help=about is not None, rich_markup_mode="rich"
    )


class Command(TyperCommand):
    """A command whose help flows, and says types and defaults as people read them."""

    def __init__(self, *args: Any, help: str | None = None, **how: Any) -> None:
        super().__init__(*args, help=flowing(help or ""), **how)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Name the arguments as the help names them."""
        return _usage(self)

    def lines(self) -> dict[str, str]:
        """Give one line of help for each command below this one: there is none."""
        return {}

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Print the help."""
        from axiometer.cli.help import print_help

        print_help(self, ctx)


class Group(TyperGroup):
    """A group of commands with the same help."""

    def __init__(self, *, help: str | None = None, **how: Any) -> None:
        super().__init__(help=flowing(help or ""), **how)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Say that a command follows."""
        return [*_usage(self), "COMMAND [ARGUMENTS]..."]

    def lines(self) -> dict[str, str]:
        """Give one line of help for each command."""
        return {name: first_line(command.help) for name, command in self.commands.items()}

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Print the help."""
        from axiometer.cli.help import print_help

        print_help(self, ctx)


class Loaded(Mapping[str, Any]):
    """Commands by name, each of which is imported when somebody asks for it.

    A command stands in a module of its name in ``axiometer.cli``, where ``app`` has it.
    """

    def __init__(self, lines: Mapping[str, str]) -> None:
        self.lines = lines

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, name: str) -> Any:
        if name not in self.lines:
            raise KeyError(name)
        return _loaded(name)


@cache
def _loaded(name: str) -> Any:
    command = typer.main.get_command(import_module(f"axiometer.cli.{name}").app)
    command.name = name
    return command


class LazyGroup(Group):
    """A group that knows the names of its commands, and a line about each, before it imports any."""

    def __init__(self, *, lines: Mapping[str, str], **how: Any) -> None:
        super().__init__(**{**how, "commands": Loaded(lines)})
        self._lines = lines

    def lines(self) -> dict[str, str]:
        """Give one line of help for each command."""
        return {**self._lines}

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Name the commands."""
        return [*self._lines]

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:  # noqa: ARG002
        """Complete the names of commands without importing any of them."""
        commands: dict[str, Any] = {name: TyperCommand(name, help=line) for name, line in self._lines.items()}
        outline = TyperGroup(name=self.name, commands=commands, params=self.params)
        with outline.make_context(self.name, [], resilient_parsing=True) as context:
            return outline.shell_complete(context, incomplete)


@cache
def sharing(kind: type[Shared]) -> type[Command]:
    """Make the class of the commands that take the arguments and options of a dataclass beside their own.

    The function of such a command finds what was given as ``context.obj``. Its own options stand before those that it
    shares, and one of its own that is called as a shared one stands in its place.
    """

    class Sharing(Command):
        shared = kind

        def __init__(self, *args: Any, params: list[Any], **how: Any) -> None:
            own = {each.name for each in params}
            shared = [each for each in _made(kind).params if each.name not in own]
            self._only_shared = [each.name for each in shared]
            first = [each for each in shared if each.param_type_name == "argument" or each.name in kind.FIRST]
            rest = [each for each in shared if each not in first]
            super().__init__(*args, params=[*first, *params, *rest], **how)

        def invoke(self, ctx: Any) -> Any:
            given = {each.name: ctx.params[each.name] for each in _made(kind).params}
            for name in self._only_shared:
                del ctx.params[name]
            ctx.obj = _made(kind).callback(**given)
            with ctx.obj.around():
                return super().invoke(ctx)

    return Sharing


@cache
def _made(kind: type[Shared]) -> Any:
    """Let Typer make a command of a class: its parameters are the fields, and calling it gives an object."""
    app = typer.Typer(add_completion=False)
    app.command()(kind)
    return typer.main.get_command(app)


def flowing(text: str) -> str:
    """Let lines of a paragraph run on, so that they break where the terminal ends."""
    return re.sub(r"(?<=\S)\n *(?=\S)", " ", inspect.cleandoc(text))


def first_line(text: str | None) -> str:
    """Give the first paragraph."""
    return (text or "").split("\n\n")[0]


def _usage(command: Any) -> list[str]:
    return ["[OPTIONS]", *(each.metavar for each in command.params if each.param_type_name == "argument")]
