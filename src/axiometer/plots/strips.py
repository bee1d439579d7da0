"""Lists drawn as strips of cells, one beside the other, above bars of what each place gave."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from axiometer.plots.layout import legend_columns, shown_title
from axiometer.plots.style import GREY, PALETTE, SMALL, WIDTHS, Columns, framed, widest

STRIP: Final = 18
BARS: Final = 34
INSET: Final = 0.07
"""What is left free at each side of a cell."""
LIGHTEST: Final = 0.35
"""How dark the smallest grade is; the largest is 1."""
MOST_NAMES: Final = 0.35
"""Names take at most this share of the width."""
HATCHING: Final = ((0.0, 0.5, 0.5, 0.0), (0.0, 1.0, 1.0, 0.0), (0.5, 1.0, 1.0, 0.5))
"""Lines across a cell, from x and y to x and y, as parts of its width and height."""
HOW_TO_READ: Final = "Darker: larger grade. Empty: judged, not relevant. Hatched: not judged."


@dataclass(frozen=True, kw_only=True, eq=False)
class Strips:
    """What is drawn of some lists.

    Attributes
    ----------
    names
        Of the lists, in their order.
    cells
        ``name``, ``place`` (from 1) and ``kind`` of each cell: ``relevant``, ``not relevant``, or ``not judged``.
    bands
        ``name``, ``place``, ``group`` and ``darkness`` (up to 1) of what a relevant cell has, one row for each band.
    bars
        ``name``, ``place``, ``value``: what each place gave.
    headings
        Of the bars of each list.
    groups
        What the colours stand for; a single one needs no legend.
    group_title
        What the groups are.
    """

    names: Sequence[str]
    cells: pl.DataFrame
    bands: pl.DataFrame
    bars: pl.DataFrame
    headings: Sequence[str]
    groups: Sequence[str]
    group_title: str = ""

    def to_vega_lite(self, *, title: str, columns: Columns = 2) -> dict[str, Any]:
        """Give the chart, its data inside."""
        before = min(widest(self.names) + 12, MOST_NAMES * WIDTHS[columns])
        width = math.floor(WIDTHS[columns] - 12 - before)
        last = max(self.cells["place"].to_list(), default=1)
        parts = [self._strips(width, last, before)]
        parts += [self._bars(at, width, last) for at in range(len(self.names))]
        chart = {"concat": parts, "columns": 1, "align": "each", "spacing": 8}
        chart["resolve"] = {"scale": {"y": "independent"}}
        found = framed(chart, title=title, columns=columns)
        if title:
            found["title"] |= {"subtitle": HOW_TO_READ, "subtitleFontSize": SMALL, "subtitleColor": GREY}
        return found

    def _strips(self, width: int, last: int, before: float) -> dict[str, Any]:
        n = len(self.names)
        y = {"type": "quantitative", "axis": None, "scale": {"domain": [n, 0], "nice": False, "zero": False}}
        place = {"x": {"field": "x", **_places(last, has_labels=False)}, "x2": {"field": "x2"}}
        place |= {"y": {"field": "y", **y}, "y2": {"field": "y2"}}
        cells = self._placed(self.cells)
        outlines = cells.filter(pl.col("kind") != "relevant")
        named = pl.DataFrame({"name": self.names, "y": [at + 0.5 for at in range(n)]})
        text = {"type": "text", "align": "right", "fontSize": SMALL, "limit": math.floor(before - 8), "x": -5}
        rule = {"type": "rule", "color": GREY, "strokeWidth": 0.7}
        layers = [
            _layer({"type": "rect", "fill": "white", "stroke": GREY, "strokeWidth": 0.7}, place, outlines),
            _layer(rule, place, _hatched(cells.filter(pl.col("kind") == "not judged"))),
            _layer({"type": "rect"}, {**place, **self._colours(width)}, self._split()),
            _layer(text, {"y": {"field": "y", **y}, "text": {"field": "name"}}, named),
        ]
        return {"width": width, "height": STRIP * n, "view": {"stroke": None}, "layer": layers}

    def _colours(self, room: int) -> dict[str, Any]:
        scale = {"domain": [*self.groups], "range": [PALETTE[at % len(PALETTE)] for at in range(len(self.groups))]}
        legend: dict[str, Any] = {"title": self.group_title or None, "titleOrient": "left", "labelLimit": room - 80}
        legend["columns"] = legend_columns(self.groups, room - 50)
        shown = legend if len(self.groups) > 1 else None
        colour = {"field": "group", "type": "nominal", "scale": scale, "legend": shown}
        darkness = {"field": "darkness", "type": "quantitative", "scale": None, "legend": None}
        return {"fill": colour, "fillOpacity": darkness}

    def _bars(self, at: int, width: int, last: int) -> dict[str, Any]:
        name = self.names[at]
        bars = self.bars.filter(pl.col("name") == name).select(
            (pl.col("place") - 0.5 + 2 * INSET).alias("x"), (pl.col("place") + 0.5 - 2 * INSET).alias("x2"), "value"
        )
        most, least = (float(each or 0.0) for each in (self.bars["value"].max(), self.bars["value"].min()))  # type: ignore[arg-type]
        ends = [min(least, 0.0), max(most, 0.0) if most > 0 or least < 0 else 1.0]
        y = {
            "field": "value",
            "type": "quantitative",
            "title": None,
            "axis": {"tickCount": 2},
            "scale": {"domain": ends, "nice": False},
        }
        is_last = at == len(self.names) - 1
        x = {"field": "x", **_places(last, has_labels=is_last)}
        encoding = {"x": x, "x2": {"field": "x2"}, "y": y, "y2": {"datum": 0}}
        heading = {"text": shown_title(self.headings[at], width), "fontSize": SMALL, "frame": "group", "offset": 2}
        mark = {"type": "rect", "fill": "#4c4c4c"}
        return {"title": heading, "width": width, "height": BARS, "layer": [_layer(mark, encoding, bars)]}

    def _placed(self, table: pl.DataFrame) -> pl.DataFrame:
        """Find the corners of the cells."""
        row = pl.col("name").replace_strict({name: at for at, name in enumerate(self.names)}, return_dtype=pl.Int64)
        return table.with_columns(
            x=pl.col("place") - 0.5 + INSET,
            x2=pl.col("place") + 0.5 - INSET,
            y=row + INSET,
            y2=row + 1 - INSET,
        )

    def _split(self) -> pl.DataFrame:
        """Share a cell among all that it has, one band below the other."""
        key = ["name", "place"]
        share = (1 - 2 * INSET) / pl.len().over(key)
        band = pl.int_range(pl.len()).over(key)
        return self._placed(self.bands).with_columns(y=pl.col("y") + band * share, y2=pl.col("y") + (band + 1) * share)


def _places(last: int, *, has_labels: bool) -> dict[str, Any]:
    step = next(step for step in (1, 5, 10, 20, 50, 100, last) if last / step <= 10)
    axis: Any = {"values": [1, *range(max(step, 2), last + 1, step)], "grid": False, "format": "d", "title": "rank"}
    return {
        "type": "quantitative",
        "scale": {"domain": [0.5, last + 0.5], "nice": False, "zero": False},
        "axis": axis if has_labels else None,
    }


def _hatched(cells: pl.DataFrame) -> pl.DataFrame:
    wide, high = pl.col("x2") - pl.col("x"), pl.col("y2") - pl.col("y")
    lines = [
        cells.select(
            x=pl.col("x") + wide * left,
            y=pl.col("y") + high * above,
            x2=pl.col("x") + wide * right,
            y2=pl.col("y") + high * below,
        )
        for left, above, right, below in HATCHING
    ]
    return pl.concat(lines)


def _layer(mark: dict[str, Any], encoding: dict[str, Any], table: pl.DataFrame) -> dict[str, Any]:
    return {"data": {"values": table.to_dicts()}, "mark": mark, "encoding": encoding}
