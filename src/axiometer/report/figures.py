"""Figures of what is no finding: verdicts on axioms, and the lists of one query."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import polars as pl

from axiometer.axioms.verdicts import Verdicts
from axiometer.engines.list_views import ShownLists
from axiometer.errors import UsageError
from axiometer.plots.signs import Sign, sign_matrix
from axiometer.plots.strips import LIGHTEST, Strips
from axiometer.plots.style import Columns
from axiometer.report.axiom_sheets import LONGER, OTHER, Kind, matrices

MOST_LISTS: Final = 8
"""So many lists fit on a page."""
RELEVANT: Final = "relevant"
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
        (cell.verdict.measure, cell.axiom.name, SIGNS[cell.kind].meaning, cell.marks, matrix.title)
        for matrix in matrices(found, against_paper=against_paper)
        for axiom in matrix.axioms
        for cell in matrix.column(axiom)
    ]
    table = pl.DataFrame(rows, schema=["row", "column", "kind", "note", "panel"], orient="row")
    told = [f"Which axioms measures satisfy, tried on about {found.cases} cases each"]
    told += [f"{LONGER}: otherwise on lists longer than the cut-off"] if _has(table, LONGER) else []
    told += [f"{OTHER}: the paper says something else"] if _has(table, OTHER) else []
    return sign_matrix(table, [*SIGNS.values()], title="; ".join(told) if title is None else title, columns=columns)


def _has(table: pl.DataFrame, mark: str) -> bool:
    return bool(table["note"].str.contains(mark, literal=True).any())


def query_figure(
    shown: ShownLists, *, systems: Sequence[str] = (), title: str | None = None, columns: Columns = 1
) -> dict[str, Any]:
    """Draw the lists of one query and one measure.

    Parameters
    ----------
    shown
        The lists of some systems for one query, and what their ranks gave to one measure.
    systems
        The systems in the order in which they are drawn; without them, as they were read.
    title
        Another title; an empty one leaves it out.
    columns
        How many columns of a paper it fills.
    """
    measure, asker, query = shown.rest["measure"][0], shown.asker, shown.rest["query"][0]
    if shown.rest["value"].is_nan().all():
        raise UsageError(f"{measure} is undefined for {asker} {query}: choose another {asker} or another measure")
    if shown.unexplained:
        raise UsageError(f"{measure} does not say what each rank of {asker} {query} gives: choose another measure")
    names = [*systems] or shown.length["system"].to_list()
    if len(names) > MOST_LISTS:
        raise UsageError(f"the lists of {len(names)} systems do not fit on a page: choose at most {MOST_LISTS}")
    cells = shown.lists.select(name="system", place="rank", item="item")
    graded = shown.labels.filter(pl.col("grade") > 0)
    aspects = graded["aspect"].drop_nulls().unique().sort(descending=False).to_list()
    in_order = [each for each in shown.aspects["aspect"].drop_nulls().to_list() if each in {*aspects}]
    most = float(graded["grade"].max() or 1.0)  # type: ignore[arg-type]
    bands = cells.join(graded, on="item", maintain_order="left_right").select(
        "name",
        "place",
        group=pl.col("aspect").fill_null(RELEVANT),
        darkness=LIGHTEST + (1 - LIGHTEST) * pl.col("grade") / most,
    )
    judged = shown.labels.filter(pl.col("grade").is_not_null())["item"].implode()
    is_judged, is_relevant = pl.col("item").is_in(judged), pl.col("item").is_in(graded["item"].implode())
    kind = pl.when(is_relevant).then(pl.lit(RELEVANT)).when(is_judged).then(pl.lit("not relevant"))
    heading = {row[0]: _heading(*row) for row in shown.rest.select("system", "value", "rest").rows()}
    strips = Strips(
        names=names,
        cells=cells.select("name", "place", kind=kind.otherwise(pl.lit("not judged"))),
        bands=bands,
        bars=shown.contributions.select(name="system", place="rank", value="value"),
        headings=[heading[name] for name in names],
        groups=[*in_order, *(each for each in aspects if each not in {*in_order})] or [RELEVANT],
        group_title="aspect",
    )
    told = f"{asker.capitalize()} {query}, and what each rank gives to {measure}" if title is None else title
    return strips.to_vega_lite(title=told, columns=columns)


def _heading(system: str, value: float, rest: float | None) -> str:
    if math.isnan(value):
        return f"{system}: undefined"
    has_rest = rest is not None and abs(rest) >= 0.00005
    told = f"{value:.4f}" + (f", of which {rest:.4f} from further ranks" if has_rest else "")
    return f"{system}: {told.replace('-', '−')}"
