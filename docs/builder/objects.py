"""What a measure sees, as tables of members."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from axiometer.measures.parts.additive import Additive, Terms
from axiometer.projection.lists import AspectLists, RankedLists
from axiometer.projection.pool import Pool
from axiometer.projection.segments import Segments
from docs.builder.markdown import escaped, first_sentence, table


def ranked_lists(_: str = "") -> str:
    """Describe what a measure sees, class by class."""
    return "\n\n".join(
        part for each in (RankedLists, AspectLists, Pool, Segments, Additive, Terms) for part in _described(each)
    )


def _described(thing: type) -> Iterator[str]:
    yield f"### {thing.__name__}"
    summary = (inspect.getdoc(thing) or "").partition("\n\n")[0]
    yield escaped(summary).replace("\\`\\`", "`")
    if rows := [(f"`{call}`", doc) for call, doc in _members(thing)]:
        yield table(["member", "what it gives"], rows)


def _members(thing: type) -> Iterator[tuple[str, str]]:
    for name, member in vars(thing).items():
        if name.startswith("_"):
            continue
        doc = escaped(first_sentence(inspect.getdoc(member) or "–")).replace("\\`", "`")
        if isinstance(member, property | cached_property):
            yield name, doc
        elif inspect.isroutine(member):
            yield _call(name, getattr(thing, name)), doc


def _call(name: str, function: Callable[..., Any]) -> str:
    """Write a function's signature without its types."""
    signature = inspect.signature(function)
    plain = [p.replace(annotation=p.empty) for p in signature.parameters.values() if p.name != "self"]
    return name + str(signature.replace(parameters=plain, return_annotation=signature.empty))
