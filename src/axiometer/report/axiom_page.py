"""Verdicts on axioms as a page of HTML: the matrices, and each case to open."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from axiometer.report.axioms import Matrix, agreement, all_cells, difference_table
from axiometer.report.html_tables import frame_as_html
from axiometer.report.interactive.measures import STYLE, case_list, matrix_parts, script
from axiometer.report.style import whole_page


def as_html(
    found: Sequence[Matrix], cases: int, *, against_paper: bool, smaller_better: Collection[str] = frozenset()
) -> str:
    """Write a page that needs nothing else; pointing at a sign tells what was found, clicking shows the case."""
    parts = [*matrix_parts(found, cases)]
    if against_paper:
        parts.append(f"<p>{escape(agreement(found))}</p>")
        differing = [cell for cell in all_cells(found) if cell.differs]
        parts += [frame_as_html("What differs from the paper", difference_table(differing))] if differing else []
    parts.append(case_list(found, smaller_better))
    return whole_page("Axioms that measures satisfy", parts, style=STYLE, script=script())
