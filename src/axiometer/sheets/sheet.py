"""Sheets: tables with a title, marks and footnotes, before they are written in any form."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import polars as pl

from axiometer.sheets.cells import interval, written

Align = Literal["left", "centre", "right", "wide"]
"""Signs stand in the centre, with their marks behind them; wide columns of sentences are broken in LaTeX."""


@dataclass(frozen=True)
class Cell:
    """A value with a mark behind it.

    Attributes
    ----------
    text
        The value.
    mark
        ``>3-5,9``, ``▲`` or ``▲a▼b``; none if empty.
    is_best
        Whether it is the best of its column, which is bold in LaTeX.
    kind
        What it is, in words that have a colour, such as ``satisfied``.
    link, hint, label
        In HTML, where it leads, what is told where somebody points at it, and what is read aloud.
    """

    text: str
    mark: str = ""
    is_best: bool = False
    kind: str = ""
    link: str = ""
    hint: str = ""
    label: str = ""


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    head
        What stands above it.
    cells
        Its values, written.
    align
        Where they stand.
    is_kept
        Whether the column comes again where a table goes on below because it is too wide.
    width
        Names that are longer go on in the next line of text; 0 if they may be of any length.
    hint
        In HTML, what is told where somebody points at its head.
    """

    head: str
    cells: Sequence[str | Cell]
    align: Align = "right"
    is_kept: bool = False
    width: int = 0
    hint: str = ""


@dataclass(frozen=True)
class Footnote:
    """A sentence below a table.

    Attributes
    ----------
    text
        The sentence.
    mark
        What it explains, if anything.
    is_hint
        Whether it is for who runs the command, and not for a reader of the table.
    """

    text: str
    mark: str = ""
    is_hint: bool = False


@dataclass(frozen=True)
class Sheet:
    """A table with a title, and what a reader needs to read it.

    Attributes
    ----------
    title
        What it shows.
    columns
        Side by side.
    footnotes
        Below it.
    is_whole
        Whether it is not cut into blocks, however wide it is.
    kind
        What it is for the style of a page, such as ``matrix``.
    rules
        The rows above which HTML has a line.
    """

    title: str
    columns: Sequence[Column]
    footnotes: Sequence[Footnote] = ()
    is_whole: bool = False
    kind: str = ""
    rules: Collection[int] = ()


def names(head: str, cells: Iterable[str | Cell], *, is_kept: bool = True, width: int = 0) -> Column:
    """Make a column of names."""
    return Column(head, [*cells], "left", is_kept, width)


def intervals(
    parameters: Mapping[str, Any], table: pl.DataFrame, prefix: str = "", *, is_share: bool = False
) -> list[Column]:
    """Give the column of intervals, if there are any; without confidence, they are the ranges of samples."""
    low, high = table[f"{prefix}low"], table[f"{prefix}high"]
    if low.is_nan().all():
        return []
    cells = [interval(*ends, is_share=is_share) for ends in zip(low, high, strict=True)]
    confidence = parameters.get("confidence")
    return [Column("range" if confidence is None else f"{100 * confidence:g}% interval", cells)]


def sheet_of(
    table: pl.DataFrame,
    title: str = "",
    *,
    align: Mapping[str, Align] | None = None,
    lowest: Collection[str] | None = None,
) -> Sheet:
    """Make a sheet of a frame; numbers stand on the right.

    Parameters
    ----------
    table
        Its first column is one of names, unless it has numbers.
    title
        What it shows.
    align
        Where the cells of some columns stand.
    lowest
        The columns whose smallest value is the best; without it, the best values are not told.
    """
    columns = []
    for at, values in enumerate(table):
        is_number = values.dtype.is_numeric()
        best = _best(values, values.name in lowest) if lowest is not None and is_number and len(values) > 1 else None
        cells = [
            Cell(written(value), is_best=True) if best is not None and value == best else written(value)
            for value in values
        ]
        where = (align or {}).get(values.name, "right" if is_number else "left")
        columns.append(Column(values.name, cells, where, is_kept=at == 0 and not is_number))
    return Sheet(title, columns, is_whole=True)


def _best(values: pl.Series, is_lowest: bool) -> object:  # noqa: FBT001
    values = values.drop_nans()
    return values.min() if is_lowest else values.max()
