"""Providers of items: who publishes, sells or made them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from numbers import Integral
from typing import Any, Final

import polars as pl

from axiometer.data import frames, schema
from axiometer.errors import InputError


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


def _wrong(table: pl.DataFrame, origin: frames.Origin, _: Sequence[str]) -> Iterator[InputError]:
    # No field has to be a number, so nothing else tells that the first row of a text names its columns.
    if all(schema.plain(table[ours][0]) in schema.ALIASES[ours] for ours in schema.PROVIDERS_REQUIRED):
        found = f"names of columns ({' '.join(table.row(0))}) among the ids"
        yield origin.error(0, found, "no such line in text, or commas or tabs between the columns of a table")
    for ours in schema.PROVIDERS_REQUIRED:
        for row in (table[ours].str.strip_chars() == "").arg_true():
            yield origin.error(row, f"an empty {ours}", f"the id of the {ours}")
    for row, item, provider in frames.repeated(table, schema.PROVIDERS_REQUIRED):
        yield origin.error(row, f"provider {provider!r} of item {item!r} again", "each provider of an item once")


PROVIDERS: Final = frames.Rules(
    name="providers",
    required=schema.PROVIDERS_REQUIRED,
    optional=(),
    of_dictionary=_from_dictionary,
    example="a dictionary {item: provider}",
    wrong=_wrong,
)
