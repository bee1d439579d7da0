"""Tables of the profiles and of the names of columns."""

from __future__ import annotations

from dataclasses import fields

import axiometer as ax
from axiometer.conventions.profiles import PROFILES
from axiometer.data import schema
from axiometer.measures.catalogue import preference_catalogue
from axiometer.measures.parameters import Parametrised
from docs.builder.markdown import code, escaped, table
from docs.builder.measures import all_measures

_APART = {"name", "summary", "follows", "exceptions", "fixed"}


def profile_summaries(_: str = "") -> str:
    """Say which program each profile follows."""
    return table(["profile", "follows"], [(f"`{each.name}`", escaped(each.summary)) for each in PROFILES.values()])


def profile_table(_: str = "") -> str:
    """Show what the profiles fix, one column per convention that some of them fix."""
    conventions = [field.name for field in fields(ax.Profile) if field.name not in _APART]
    fixed = [each for each in conventions if any(getattr(p, each) is not None for p in PROFILES.values())]
    rows = [(f"`{p.name}`", *(code(getattr(p, each)) for each in fixed)) for p in PROFILES.values()]
    return table(["profile", *(f"`{each}`" for each in fixed)], rows)


def profile_exceptions(_: str = "") -> str:
    """List the measures for which a profile has other conventions."""
    rows = [
        (f"`{p.name}`", escaped(which), ", ".join(f"`{k}` {v}" for k, v in changes.items()))
        for p in PROFILES.values()
        for which, changes in p.conventions(_declared())["exceptions"].items()
    ]
    return table(["profile", "measure", "has"], rows)


def _declared() -> list[type[Parametrised]]:
    return [*all_measures().values(), *preference_catalogue().values()]


def profile_parameters(_: str = "") -> str:
    """List the parameters that profiles give to measures whose name leaves them open."""
    profiles: dict[tuple[str, str], list[str]] = {}
    for profile in PROFILES.values():
        for measure, values in profile.conventions(_declared())["parameters"].items():
            told = ", ".join(f"`{name}={value!r}`" for name, value in values.items())
            profiles.setdefault((measure, told), []).append(f"`{profile.name}`")
    rows = [(f"`{measure}`", told, ", ".join(names)) for (measure, told), names in profiles.items()]
    return table(["measure", "has", "under"], rows)


def column_table(_: str = "") -> str:
    """List the names by which columns are known."""
    rows = [(f"`{ours}`", ", ".join(f"`{each}`" for each in others)) for ours, others in schema.ALIASES.items()]
    return table(["column", "names it is known by"], rows)
