"""A matrix of signs: a coloured square for each row and column, and a sign in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from axiometer.plots.layout import LEAST_ROW, legend_columns, shown_title
from axiometer.plots.style import SMALL, WIDTHS, Columns, field_name, framed, widest

_RING: Final = "M0,-1A1,1,0,1,1,0,1A1,1,0,1,1,0,-1ZM0,-0.75A0.75,0.75,0,1,0,0,0.75A0.75,0.75,0,1,0,0,-0.75Z"
_HALF: Final = "M0,-1A1,1,0,0,0,0,1ZM0,-1A1,1,0,0,1,0,1L0,0.75A0.75,0.75,0,0,0,0,-0.75Z"
SHAPES: Final = {"full": "circle", "half": _HALF, "ring": _RING, "dash": "M-0.8,-0.15H0.8V0.15H-0.8Z"}
"""Drawn, and not letters: few fonts have all of them."""
ROW, COLUMN, KIND, NOTE, PANEL = "row", "column", "kind", "note", "panel"
WIDEST_CELL, TALLEST_CELL = 44.0, 20.0
LEAST_NAMES, MOST_NAMES = 50.0, 0.55


@dataclass(frozen=True)
class Sign:
    """How a kind of cell looks: what it means, its shape, its colour, and that of its square."""

    meaning: str
    shape: str
    colour: str
    ground: str


def sign_matrix(table: pl.DataFrame, signs: Sequence[Sign], *, title: str, columns: Columns = 2) -> dict[str, Any]:
    """Draw a matrix of signs.

    Parameters
    ----------
    table
        ``row``, ``column``, ``kind`` (the meaning of a sign), ``note`` (letters beside the sign), and ``panel``, of
        which each has its own columns.
    signs
        In the order of the legend.
    title
        What it shows.
    columns
        How many columns of a paper it fills.
    """
    there = {*table[KIND]}
    known = [sign for sign in signs if sign.meaning in there]
    panels = table.partition_by(PANEL, maintain_order=True)
    rows = table[ROW].unique(maintain_order=True).to_list()
    total = WIDTHS[columns] - 16.0
    most = max(panel[COLUMN].n_unique() for panel in panels)
    names = min(widest(rows) + 8, max(total - most * LEAST_ROW, LEAST_NAMES), MOST_NAMES * total)
    cell = min((total - names) / most, WIDEST_CELL)
    has_title = len(panels) > 1
    parts = [_panel(each, known, cell, names, width_of_legend=total - names, has_title=has_title) for each in panels]
    values = table.select(ROW, COLUMN, KIND, NOTE, PANEL).to_dicts()
    chart = {"data": {"values": values}, "concat": parts, "columns": 1, "align": "each", "spacing": 8}
    found = framed(chart, title=title, columns=columns)
    # Cells have their size from the number of columns: the figure may be narrower than it could be.
    found["usermeta"]["is_rigid"] = True
    return found


def _panel(
    table: pl.DataFrame, signs: Sequence[Sign], cell: float, names: float, *, width_of_legend: float, has_title: bool
) -> dict[str, Any]:
    rows, heads = (table[name].unique(maintain_order=True).to_list() for name in (ROW, COLUMN))
    width, height = math.floor(cell * len(heads)), round(min(max(cell, 12.0), TALLEST_CELL) * len(rows), 1)
    x = _names(COLUMN, heads, {"labelAngle": -90, "orient": "top"})
    y = _names(ROW, rows, {"labelLimit": math.ceil(names)})
    meanings = [sign.meaning for sign in signs]
    legend = {"title": None, "columns": legend_columns(meanings, width_of_legend), "symbolSize": 60}
    place = {"x": x, "y": y}
    kind = {"field": KIND, "type": "nominal"}
    ground = {**kind, "legend": None, "scale": {"domain": meanings, "range": [sign.ground for sign in signs]}}
    shape = {**kind, "legend": legend, "scale": {"domain": meanings, "range": [SHAPES[sign.shape] for sign in signs]}}
    colour = {**kind, "legend": legend, "scale": {"domain": meanings, "range": [sign.colour for sign in signs]}}
    size = round((0.5 * min(cell, 14.0)) ** 2)
    told = {"text": shown_title(table[PANEL][0], WIDTHS[2]), "fontSize": SMALL, "frame": "bounds", "offset": 3}
    return {
        **({"title": told} if has_title else {}),
        "transform": [{"filter": {"field": PANEL, "equal": table[PANEL][0]}}],
        "width": width,
        "height": height,
        "resolve": {"scale": {"fill": "independent"}},
        "layer": [
            {"mark": {"type": "rect", "stroke": "white"}, "encoding": {**place, "fill": ground}},
            {"mark": {"type": "point", "size": size}, "encoding": {**place, "shape": shape, "color": colour}},
            {
                "mark": {"type": "text", "dx": 0.3 * min(cell, 14.0), "align": "left", "fontSize": SMALL},
                "encoding": {**place, "text": {"field": NOTE}},
            },
        ],
    }


def _names(name: str, texts: Sequence[str], axis: dict[str, Any]) -> dict[str, Any]:
    how = {"title": None, "ticks": False, "domain": False, "labelOverlap": False, **axis}
    scale = {"domain": [*texts], "padding": 0}
    return {"field": field_name(name), "type": "nominal", "sort": None, "axis": how, "scale": scale}
