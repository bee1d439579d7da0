"""``axiometer measures``."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import MISSING
from typing import Annotated, Any

import polars as pl
import typer

from axiometer.cli.arguments import PluginOption, complete_measure
from axiometer.cli.commands import Command, new_app
from axiometer.cli.inputs import parse_with
from axiometer.engines.prefer import parse_compared
from axiometer.errors import UsageError
from axiometer.io.plugins import load_plugins
from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue
from axiometer.measures.names import parse_wanted
from axiometer.measures.parameters import Parametrised
from axiometer.report.citations import bibliography
from axiometer.sheets.writing import as_text

app = new_app()


@app.command(cls=Command)
def measures(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Explain this one.", autocompletion=complete_measure)
    ] = None,
    plugin: PluginOption = None,
) -> None:
    """List all measures and preferences with their parameters, or explain one."""
    own = load_plugins(plugin or [])
    if name is None:
        if own.names:
            print(as_text(_list("your own", dict.fromkeys(type(each) for each in own.all()))))
            print()
        print(as_text(_list("measure", catalogue().values())))
        print()
        print(as_text(_list("measure of systems", system_catalogue().values())))
        print()
        print(as_text(_list("preference", preference_catalogue().values())))
    else:
        (found,) = parse_with(own, [name], lambda things: [_found(each) for each in things[:1]])
        print(_explanation(found))


def _found(name: Any) -> type[Parametrised]:
    """Find what has this name, a measure or a preference; some names of measures cannot stand alone."""
    if not isinstance(name, str):
        return type(name)
    if name in catalogue():
        return catalogue()[name]
    with suppress(UsageError):
        return type(parse_wanted(name)[0])
    return type(parse_compared(name)[0])


def _list(what: str, kinds: Iterable[type[Parametrised]]) -> pl.DataFrame:
    return pl.DataFrame(
        [(_name(kind), _title(kind), " ".join(_parameters(kind))) for kind in kinds],
        schema=[what, "what it is", "parameters"],
        orient="row",
    )


def _title(measure: type[Parametrised]) -> str:
    """Give what stands before the equation in the first sentence."""
    return (inspect.getdoc(measure) or "").split("\n")[0].split(":")[0].rstrip(".")


def described(measure: type[Parametrised]) -> str:
    """Give what the docstring of a measure says before its examples."""
    return (inspect.getdoc(measure) or "").partition("\n\nExamples\n")[0]


def _name(measure: type[Parametrised]) -> str:
    return measure.name + ("[@k]" if "cutoff" in measure.parameters() else "")


def _parameters(measure: type[Parametrised]) -> list[str]:
    return [name for name in measure.parameters() if name != "cutoff"]


def _signature(measure: type[Parametrised]) -> str:
    defaults = {name: measure.parameters()[name].default for name in _parameters(measure)}
    told = ",".join(name if value is MISSING else f"{name}={value!r}" for name, value in defaults.items())
    return measure.name + (f"({told})" if told else "") + ("[@k]" if "cutoff" in measure.parameters() else "")


def _explanation(measure: type[Parametrised]) -> str:
    parts = [_signature(measure), "", described(measure), "", "Parameters"]
    for name, each in measure.parameters().items():
        default = "" if each.default in (None, MISSING) else f" (default {each.default})"
        parts.append(f"  {'@k' if name == 'cutoff' else name}: {each.metadata['meaning']}{default}")
    return "\n".join([*parts, "", *(bibliography()[key] for key in measure.cites if key in bibliography())])
