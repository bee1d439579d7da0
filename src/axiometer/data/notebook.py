"""Results as notebooks show them: a title, a table with numbers as people write them, and notes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape
from typing import Any, Final

import polars as pl

MOST_ROWS: Final = 60
SMALLEST: Final = 0.0001
"""Numbers are written with four decimals; of those that would be 0 only the sign is told, and that they are smaller."""


def as_html(title: str, table: pl.DataFrame, notes: Iterable[str] = ()) -> str:
    """Write a table for a notebook, in which nothing that was read from a file is more than text.

    Parameters
    ----------
    title
        Stands above the table.
    table
        Of long ones the first rows are shown, and how many more there are.
    notes
        Stand below.
    """
    align = [
        ' style="text-align: right"' if dtype.is_numeric() else ' style="text-align: left"' for dtype in table.dtypes
    ]
    heads = "".join(f"<th{its}>{escape(name)}</th>" for name, its in zip(table.columns, align, strict=True))
    rows = "".join(
        f"<tr>{''.join(f'<td{its}>{escape(written(cell))}</td>' for cell, its in zip(row, align, strict=True))}</tr>"
        for row in table.head(MOST_ROWS).iter_rows()
    )
    left = table.height - MOST_ROWS
    told = [*([f"{left:,} more rows; to_polars() gives all"] if left > 0 else []), *notes]
    listed = "".join(f"<li>{escape(note)}</li>" for note in told)
    return (
        f"<div><p>{escape(title)}</p><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        f"{f'<ul>{listed}</ul>' if listed else ''}</div>"
    )


def written(value: Any) -> str:
    """Write a cell as people do."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, float):
        return str(value)
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if 0 < abs(value) < SMALLEST / 2:
        return f"<{SMALLEST}" if value > 0 else f">−{SMALLEST}"
    return f"{value:.4f}"
