"""Frames as tables, in any form."""

from __future__ import annotations

from typing import Literal

import polars as pl

from axiometer.sheets.escaping import latex_needs
from axiometer.sheets.html_tables import as_html
from axiometer.sheets.sheet import sheet_of
from axiometer.sheets.writing import write_sheet


def write_table(
    table: pl.DataFrame, form: Literal["table", "markdown", "latex", "html"] = "table", *, title: str = ""
) -> str:
    """Write a frame as reports do: numbers rounded and on the right, and no text in it does anything.

    Parameters
    ----------
    table
        What is written.
    form
        ``table`` in aligned columns of text, ``markdown``, ``latex``, whose first line names the packages that it
        needs, or ``html``.
    title
        What stands above it.

    Examples
    --------
    >>> import axiometer as ax
    >>> import polars as pl
    >>> print(ax.write_table(pl.DataFrame({"measure": ["AP"], "value": [1 / 3]}), "markdown"))
    | measure |  value |
    | ------- | -----: |
    | AP      | 0.3333 |
    """
    sheet = sheet_of(table, title)
    if form == "html":
        return as_html(sheet)
    written = write_sheet(sheet, form)
    return latex_needs(written) + written if form == "latex" else written
