"""A finding as one page of HTML: its figure, its tables, and its notes."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import polars as pl

from axiometer.meta.finding import Finding
from axiometer.notes import lines_of
from axiometer.plots.writing import draw
from axiometer.report.findings import finding_sheets
from axiometer.report.html_tables import frame_as_html, sheets_as_html
from axiometer.report.style import whole_page


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
    if table is None:
        shown = sheets_as_html(finding_sheets(finding, is_detailed=is_detailed), is_sortable=False)
    else:
        shown = frame_as_html("", table)
    figure = draw(chart, "svg").decode()
    notes = "".join(f"<li>{escape(note)}</li>" for note in lines_of(finding.notes))
    return whole_page(
        finding.criterion.capitalize(), [f"<figure>{figure}</figure>", shown, *([f"<ul>{notes}</ul>"] if notes else [])]
    )
