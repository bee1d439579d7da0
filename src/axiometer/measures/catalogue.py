"""The catalogue: every measure of every family, and every preference, found by itself."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from inspect import isabstract
from types import MappingProxyType
from typing import TypeVar

import axiometer.measures as room
from axiometer.measures.base import Measure, SystemMeasure
from axiometer.measures.preferences.base import Preference

T = TypeVar("T", Measure, SystemMeasure, Preference)


@cache
def catalogue() -> Mapping[str, type[Measure]]:
    """Find all measures of lists, by name."""
    return _all_of(Measure)  # type: ignore[type-abstract]


@cache
def system_catalogue() -> Mapping[str, type[SystemMeasure]]:
    """Find all measures of systems, by name."""
    return _all_of(SystemMeasure)  # type: ignore[type-abstract]


@cache
def preference_catalogue() -> Mapping[str, type[Preference]]:
    """Find all preferences, by name."""
    return _all_of(Preference)  # type: ignore[type-abstract]


def _all_of(kind: type[T]) -> Mapping[str, type[T]]:
    found: dict[str, type[T]] = {}
    for family in pkgutil.iter_modules(room.__path__, room.__name__ + "."):
        if not family.ispkg:
            continue
        package = importlib.import_module(family.name)
        for module in pkgutil.iter_modules(package.__path__, family.name + "."):
            for thing in vars(importlib.import_module(module.name)).values():
                is_one = isinstance(thing, type) and issubclass(thing, kind) and not isabstract(thing)
                if is_one and thing.__module__ == module.name:
                    found[thing.name] = thing
    return MappingProxyType(dict(sorted(found.items(), key=lambda named: named[0].lower())))
