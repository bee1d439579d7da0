"""``axiometer profiles``."""

from __future__ import annotations

from typing import Annotated

import polars as pl
import typer

from axiometer.cli.arguments import complete_profile
from axiometer.cli.commands import Command, new_app
from axiometer.conventions.profiles import PROFILES, get_profile
from axiometer.measures.catalogue import catalogue, preference_catalogue, system_catalogue
from axiometer.sheets.writing import as_text

app = new_app()


@app.command(cls=Command)
def profiles(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="Show the conventions of this profile.", autocompletion=complete_profile),
    ] = None,
) -> None:
    """List the profiles, or show what one of them fixes."""
    if name is None:
        rows = [(profile.name, profile.summary) for profile in PROFILES.values()]
        print(as_text(pl.DataFrame(rows, schema=["profile", "follows"], orient="row")))
        return
    titles = {"exceptions": "except", "parameters": "measure"}
    declared = [*catalogue().values(), *system_catalogue().values(), *preference_catalogue().values()]
    for convention, value in get_profile(name).conventions(declared).items():
        if convention not in titles:
            print(f"{convention:12} {'–' if value is None else value}")
        for which, changes in value.items() if convention in titles else ():
            print(f"{titles[convention]:12} {which}: {', '.join(f'{k} {v}' for k, v in changes.items())}")
