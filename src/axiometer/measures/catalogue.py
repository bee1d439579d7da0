"""The catalogue: every measure of every family, found by itself."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from inspect import isabstract
from types import MappingProxyType
from typing import TypeGuard

import axiometer.measures as room
from axiometer.measures.base import Measure


def _is_measure(thing: object) -> TypeGuard[type[Measure]]:
    return isinstance(thing, type) and issubclass(thing, Measure) and not isabstract(thing)


@cache
def catalogue() -> Mapping[str, type[Measure]]:
    """Find all measures, by name."""
    found: dict[str, type[Measure]] = {}
    for family in pkgutil.iter_modules(room.__path__, room.__name__ + "."):
        if not family.ispkg:
            continue
        package = importlib.import_module(family.name)
        for module in pkgutil.iter_modules(package.__path__, family.name + "."):
            for thing in vars(importlib.import_module(module.name)).values():
                if _is_measure(thing) and thing.__module__ == module.name:
                    found[thing.name] = thing
    return MappingProxyType(dict(sorted(found.items(), key=lambda named: named[0].lower())))
