"""The reference of Python: which names are public, and the pages that Sphinx makes of their docstrings."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import shutil
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from docs.builder.markdown import escaped, first_sentence, table
from docs.builder.measures import all_measures

NAMESPACES = {
    "axiometer": "Read, measure, compare: the front door, `import axiometer as ax`.",
    "axiometer.measures": "Every measure and preference as a class, and what a measure of your own is made of.",
    "axiometer.meta": "Measure the measures, and compare systems.",
    "axiometer.simulate": "Collections whose truth is known.",
    "axiometer.testing": "Checks for measures of your own.",
    "axiometer.spark": "Measure where Spark has the data.",
    "axiometer.integrations": "Other libraries.",
}
"""The public namespaces; what lies below the last one is found."""


@cache
def public_names() -> dict[str, dict[str, Any]]:
    """Give the public names of each namespace that is there."""
    found = [*NAMESPACES, *_below("axiometer.integrations")]
    modules = {name: importlib.import_module(name) for name in found if _is_there(name)}
    return {
        name: {each: getattr(module, each) for each in module.__all__ if not inspect.ismodule(getattr(module, each))}
        for name, module in modules.items()
        if getattr(module, "__all__", ())
    }


def _is_there(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _below(package: str) -> list[str]:
    if not _is_there(package):
        return []
    path = importlib.import_module(package).__path__
    return [f"{package}.{each.name}" for each in pkgutil.iter_modules(path) if not each.name.startswith("_")]


def documented() -> Iterator[tuple[str, Any]]:
    """Give the names that have a page made of their docstring, each thing once; measures have pages of their own."""
    seen = [*all_measures().values()]
    for namespace, names in public_names().items():
        for name, thing in names.items():
            if not any(thing is each for each in seen):
                seen.append(thing)
                yield f"{namespace}.{name}", thing


def name_tables(_: str = "") -> str:
    """List the public names, namespace by namespace."""
    parts = []
    for namespace, names in public_names().items():
        parts += [f"## {namespace}", NAMESPACES.get(namespace, "")]
        rows = [(_linked(namespace, name, thing), _summary(thing)) for name, thing in names.items()]
        parts.append(table(["name", "what it is"], rows))
    return "\n\n".join(part for part in parts if part)


def _linked(namespace: str, name: str, thing: Any) -> str:
    if thing in all_measures().values():
        return f"[`{name}`](../measures/{name}.md)"
    return f"`{namespace.replace('axiometer', 'ax', 1)}.{name}`"


def _summary(thing: Any) -> str:
    return escaped(first_sentence(inspect.getdoc(thing) or "–")) if callable(thing) else "–"


def write_pages(folder: Path) -> list[str]:
    """Write a page for each public name, where Sphinx puts the docstring, and give their names."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, thing in documented():
        title = name.replace("axiometer", "ax", 1)
        lines = [title, "=" * len(title), "", f".. {_directive(thing)}:: {name}"]
        if isinstance(thing, type) and not issubclass(thing, Exception):
            lines.append("   :members:")
        (folder / f"{name}.rst").write_text("\n".join([*lines, ""]), encoding="utf-8")
    return [name for name, _ in documented()]


def _directive(thing: Any) -> str:
    if isinstance(thing, type):
        return "autoexception" if issubclass(thing, Exception) else "autoclass"
    return "autofunction" if inspect.isroutine(thing) else "autodata"
