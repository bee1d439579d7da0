"""``axiometer measures``."""

from __future__ import annotations

import inspect
from dataclasses import MISSING
from typing import Annotated

import polars as pl
import typer

from axiometer.measures.base import Measure
from axiometer.measures.catalogue import catalogue
from axiometer.measures.names import parse_measure
from axiometer.report.citations import bibliography
from axiometer.report.tables import as_text


def measures(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Explain this measure.")] = None,
) -> None:
    """List all measures with their parameters, or explain one."""
    if name is None:
        print(as_text(_list()))
    else:
        print(_explanation(catalogue().get(name) or type(parse_measure(name))))


def _list() -> pl.DataFrame:
    return pl.DataFrame(
        [(_name(measure), _title(measure), " ".join(_parameters(measure))) for measure in catalogue().values()],
        schema=["measure", "what it is", "parameters"],
        orient="row",
    )


def _title(measure: type[Measure]) -> str:
    """Give what stands before the equation in the first sentence."""
    return (inspect.getdoc(measure) or "").split("\n")[0].split(":")[0].rstrip(".")


def _name(measure: type[Measure]) -> str:
    return measure.name + ("[@k]" if "cutoff" in measure.parameters() else "")


def _parameters(measure: type[Measure]) -> list[str]:
    return [name for name in measure.parameters() if name != "cutoff"]


def _signature(measure: type[Measure]) -> str:
    defaults = {name: measure.parameters()[name].default for name in _parameters(measure)}
    told = ",".join(name if value is MISSING else f"{name}={value!r}" for name, value in defaults.items())
    return measure.name + (f"({told})" if told else "") + ("[@k]" if "cutoff" in measure.parameters() else "")


def _explanation(measure: type[Measure]) -> str:
    parts = [_signature(measure), "", inspect.getdoc(measure) or "", "", "Parameters"]
    for name, each in measure.parameters().items():
        default = "" if each.default in (None, MISSING) else f" (default {each.default})"
        parts.append(f"  {'@k' if name == 'cutoff' else name}: {each.metadata['meaning']}{default}")
    return "\n".join([*parts, "", *(bibliography()[key] for key in measure.cites)])
