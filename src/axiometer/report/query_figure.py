"""The lists of one query as a figure: what is known of each item, and what each rank gave to a measure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import polars as pl

from axiometer.engines.list_views import ShownLists
from axiometer.errors import UsageError
from axiometer.plots.strips import LIGHTEST, Strips
from axiometer.plots.style import Columns

MOST_LISTS: Final = 8
"""So many lists fit on a page."""
RELEVANT: Final = "relevant"


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
    measure, query = shown.rest["measure"][0], shown.rest["query"][0]
    if shown.rest["value"].is_nan().all():
        raise UsageError(f"{measure} is undefined for query {query}: choose another query or another measure")
    if shown.unexplained:
        raise UsageError(f"{measure} does not say what each rank of query {query} gives: choose another measure")
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
    told = f"Query {query}, and what each rank gives to {measure}" if title is None else title
    return strips.to_vega_lite(title=told, columns=columns)


def _heading(system: str, value: float, rest: float | None) -> str:
    if math.isnan(value):
        return f"{system}: undefined"
    has_rest = rest is not None and abs(rest) >= 0.00005
    told = f"{value:.4f}" + (f", of which {rest:.4f} from further ranks" if has_rest else "")
    return f"{system}: {told.replace('-', '−')}"
