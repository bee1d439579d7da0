"""Providers of items: who publishes, sells or made them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from numbers import Integral
from typing import Any

import polars as pl

from axiometer.data import frames, schema
from axiometer.errors import InputError


def providers_of(providers: Any, source: str = "providers") -> pl.DataFrame:
    """Make a table of providers of what they are given as: a frame, or ``{item: provider}``, or a list for several."""
    frame = frames.frame_of(providers, source, _from_dictionary, "a dictionary {item: provider}")
    return providers_of_frame(frame, frames.Origin(source))


def _from_dictionary(providers: Mapping[Any, Any], source: str) -> pl.DataFrame:
    frames.refuse_merged_ids(providers, "an item", source)
    pairs = []
    for item, given in providers.items():
        ids = given if isinstance(given, list | tuple) else [given]
        if not ids or not all(isinstance(each, str | Integral) for each in ids):
            expected = "the id of a provider, text or a whole number, or a list of such ids"
            raise InputError(f"{given!r} for item {item!r}", expected, source=source)
        pairs += [(str(item), str(each)) for each in ids]
    return pl.DataFrame(pairs, dict.fromkeys(schema.PROVIDERS_REQUIRED, pl.String), orient="row")


def providers_of_frame(frame: pl.DataFrame, origin: frames.Origin) -> pl.DataFrame:
    """Check a frame of providers: ``item`` and ``provider``, a row for each provider of an item."""
    for problem in provider_problems(frame, origin):
        raise problem
    return _standard(frame, origin)


def provider_problems(frame: pl.DataFrame, origin: frames.Origin) -> Iterator[InputError]:
    """Find everything that is wrong with a frame of providers."""
    problems = list(frames.column_problems(frame, schema.PROVIDERS_REQUIRED, (), origin))
    if problems:
        yield from problems
        return
    table = _standard(frame, origin)
    # No field has to be a number, so nothing else tells that the first row of a text names its columns.
    if all(schema.plain(table[ours][0]) in schema.ALIASES[ours] for ours in schema.PROVIDERS_REQUIRED):
        found = f"names of columns ({' '.join(table.row(0))}) among the ids"
        yield origin.error(0, found, "no such line in text, or commas or tabs between the columns of a table")
    for ours in schema.PROVIDERS_REQUIRED:
        for row in (table[ours].str.strip_chars() == "").arg_true():
            yield origin.error(row, f"an empty {ours}", f"the id of the {ours}")
    if frames.has_repeated(table, schema.PROVIDERS_REQUIRED):
        is_again = ~pl.struct(schema.PROVIDERS_REQUIRED).is_first_distinct()
        for row, item, provider in table.with_row_index("row").filter(is_again).rows():
            yield origin.error(row, f"provider {provider!r} of item {item!r} again", "each provider of an item once")


def _standard(frame: pl.DataFrame, origin: frames.Origin) -> pl.DataFrame:
    return frames.standardise(frame, schema.PROVIDERS_REQUIRED, (), origin)
