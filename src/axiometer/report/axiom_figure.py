"""Verdicts on axioms as a figure."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from axiometer.axioms.verdicts import Verdicts
from axiometer.plots.signs import Sign, sign_matrix
from axiometer.plots.style import Columns
from axiometer.report.axioms import LONGER, OTHER, Kind, matrices

SIGNS: Final[dict[Kind, Sign]] = {
    "satisfied": Sign("satisfied", "full", "#0072b2", "#d6e8f4"),
    "partly": Sign("up to the cut-off", "half", "#8a6100", "#fbeec5"),
    "not": Sign("not satisfied", "ring", "#c24e00", "#fadfce"),
    "none": Sign("not applicable", "dash", "#767676", "#f1f1f1"),
}


def axiom_figure(
    found: Verdicts, *, against_paper: bool = False, title: str | None = None, columns: Columns = 1
) -> dict[str, Any]:
    """Draw which measures satisfy which axioms.

    Parameters
    ----------
    found
        What was found.
    against_paper
        Whether a star marks what the paper says otherwise.
    title
        Another title; an empty one leaves it out.
    columns
        How many columns of a paper it fills.
    """
    rows = [
        (measure, cell.axiom.name, SIGNS[cell.kind].meaning, cell.sign[1:], matrix.title)
        for matrix in matrices(found, against_paper=against_paper)
        for measure in matrix.measures
        for cell in matrix.row(measure)
    ]
    table = pl.DataFrame(rows, schema=["row", "column", "kind", "note", "panel"], orient="row")
    told = [f"Which axioms measures satisfy, tried on about {found.cases} cases each"]
    told += [f"{LONGER}: otherwise on lists longer than the cut-off"] if _has(table, LONGER) else []
    told += [f"{OTHER}: the paper says something else"] if _has(table, OTHER) else []
    return sign_matrix(table, [*SIGNS.values()], title="; ".join(told) if title is None else title, columns=columns)


def _has(table: pl.DataFrame, mark: str) -> bool:
    return bool(table["note"].str.contains(mark, literal=True).any())
