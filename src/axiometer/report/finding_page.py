"""A finding as one page of HTML: its figure, its tables, and its notes."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import polars as pl

from axiometer.meta.finding import Finding
from axiometer.notes import lines_of
from axiometer.plots.writing import draw
from axiometer.report.finding_sheets import finding_sheets
from axiometer.report.style import whole_page
from axiometer.sheets.html_tables import as_html
from axiometer.sheets.sheet import sheet_of


def finding_page(
    finding: Finding, chart: Mapping[str, Any], *, table: pl.DataFrame | None = None, is_detailed: bool = False
) -> str:
    """Write a page that needs nothing else.

    Parameters
    ----------
    finding
        What was found.
    chart
        Its figure, laid out.
    table
        One of its further tables, instead of those for people.
    is_detailed
        Whether to list all pairs and numbers, however many there are.
    """
    sheets = finding_sheets(finding, is_detailed=is_detailed) if table is None else [sheet_of(table)]
    shown = "\n".join(map(as_html, sheets))
    figure = draw(chart, "svg").decode()
    notes = "".join(f"<li>{escape(note)}</li>" for note in lines_of(finding.notes))
    return whole_page(
        finding.criterion.capitalize(), [f"<figure>{figure}</figure>", shown, *([f"<ul>{notes}</ul>"] if notes else [])]
    )
