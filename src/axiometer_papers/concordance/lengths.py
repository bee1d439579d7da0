"""The lengths of items, for measures that count the text read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.sources import Source
from axiometer_papers.study import counted

MEDIAN: Final = 5000
DEVIATION: Final = 1.0


def with_lengths(
    judgments: ax.Judgments, path: Path | None, seed: int, *, is_only: bool = True
) -> tuple[ax.Judgments, str]:
    """Give judgments with a length of each judged item, and say where it is from.

    Those of a file come first; judged items that it does not have get its median. Without a file, or if it is about
    another collection, lengths that the judgments have stay, and others are drawn: log-normal, each from the name of
    its item, so that no other item changes it.

    Raises
    ------
    InputError
        If the file has no lengths in characters, or none of a judged item of the only collection.
    """
    if path is None:
        return _own_or_drawn(judgments, seed, "no file of lengths is given")
    items = judgments.frame["item"].unique().sort()
    given = ax.read_judgments(judgments.frame, lengths=path).lengths
    assert given is not None
    unit = next((name for name in ("characters", "length") if name in given.columns), None)
    if unit is None:
        raise ax.InputError("lengths in words", "lengths in characters", source=str(path))
    known = given.select("item", pl.col(unit).alias("length"))
    table = items.to_frame().join(known, on="item", how="left", maintain_order="left")
    median, n_missing = float(np.median(known["length"].to_numpy())), table["length"].null_count()
    if n_missing == table.height and not is_only:
        return _own_or_drawn(judgments, seed, f"{path.name} has none of a judged item here")
    if n_missing == table.height:
        found = f"lengths of {counted(known.height, 'item')}, none of them judged"
        raise ax.InputError(found, f"lengths of judged items, such as {items[0]}", source=str(path))
    missing = (
        f"; {counted(n_missing, 'judged item')} of {table.height} that it does not have got its median, {median:g}"
    )
    told = f"Lengths are from {path.name}{missing if n_missing else ''}."
    return replace(judgments, lengths=table.with_columns(pl.col("length").fill_null(median))), told


def _own_or_drawn(judgments: ax.Judgments, seed: int, why: str) -> tuple[ax.Judgments, str]:
    if judgments.lengths is not None:
        return judgments, "Lengths of items are those of the collection."
    items = judgments.frame["item"].unique().sort()
    told = (
        f"Lengths are simulated, since {why}: log-normal, median {MEDIAN} characters, σ = {DEVIATION:g} of the "
        "logarithm, drawn from the name of each item. D-U and U-IA depend on them."
    )
    drawn = ax.simulate.simulate_lengths(items, seed, median=MEDIAN, deviation=DEVIATION)
    return replace(judgments, lengths=drawn), told


def lengths_told(source: Source, path: Path | None) -> str:
    """Say briefly which lengths a collection has."""
    if path is not None:
        return f"of {path.name}, where it has some of the collection"
    if source.has_lengths:
        return "those of the collection"
    return f"simulated: log-normal, median {MEDIAN}, σ = {DEVIATION:g}"
