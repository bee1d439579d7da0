"""How a table is drawn, told in a language that plotting programs know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import polars as pl

SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v5.json"
Mark = Literal["bar", "line", "point", "rect"]


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A chart of a table: its columns, and where they go.

    Attributes
    ----------
    title
        What it shows.
    mark
        Bars, lines, points, or coloured squares of a matrix.
    x, y
        The columns of the two axes.
    colour
        The column that tells lines or squares apart.
    low, high
        The columns of the ends of intervals, along the axis that has numbers.
    column
        The column with one panel for each of its values.
    table
        Which further table of the finding is drawn; without it, the main one.
    titles
        What to write at an axis instead of the name of its column.
    logarithmic
        The columns whose axes grow by factors.
    colours
        What the colours stand for, in this order, also where a table lacks some, so that charts can be compared.
    """

    title: str
    mark: Mark
    x: str
    y: str
    colour: str | None = None
    low: str | None = None
    high: str | None = None
    column: str | None = None
    table: str | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    logarithmic: frozenset[str] = frozenset()
    colours: Sequence[str] = ()

    def to_vega_lite(self, table: pl.DataFrame) -> dict[str, Any]:
        """Give the chart of a table with the data inside; undefined numbers are null."""
        encoding = {"x": self._axis(table, self.x), "y": self._axis(table, self.y)}
        if self.colour is not None:
            encoding["color"] = self._axis(table, self.colour)
            if self.colours:
                encoding["color"]["scale"] = {"domain": [*self.colours]}
        mark = {"type": self.mark, "tooltip": True, **({"point": True} if self.mark == "line" else {})}
        layers: list[dict[str, Any]] = [{"mark": mark, "encoding": encoding}]
        if self.low is not None and self.high is not None:
            layers.append({"mark": "rule", "encoding": self._interval(table, encoding)})
        shown = sorted({each for each in vars(self).values() if isinstance(each, str) and each in table.columns})
        chart: dict[str, Any] = {"layer": layers}
        if self.column is not None:
            panels = {
                "field": _field(self.column),
                "type": "nominal",
                "title": self.titles.get(self.column),
                "sort": None,
            }
            chart = {"facet": {"column": panels}, "spec": chart}
        # Infinite numbers cannot be written in JSON either.
        is_float = pl.selectors.float()
        data = table.select(shown).with_columns(pl.when(is_float.is_finite()).then(is_float))
        return {"$schema": SCHEMA, "title": self.title, "data": {"values": data.to_dicts()}, **chart}

    def _interval(self, table: pl.DataFrame, encoding: dict[str, Any]) -> dict[str, Any]:
        along = "x" if table.schema[self.x].is_numeric() and not table.schema[self.y].is_numeric() else "y"
        ends = {along: self._axis(table, self.low or ""), f"{along}2": {"field": _field(self.high or "")}}
        ends[along]["title"] = encoding[along]["title"]
        return {**encoding, **ends}

    def _axis(self, table: pl.DataFrame, name: str) -> dict[str, Any]:
        kind = "quantitative" if table.schema[name].is_numeric() else "nominal"
        # Names stay in the order of the table, which is that of what was asked for.
        order = {"sort": None} if kind == "nominal" else {}
        scale = {"scale": {"type": "log"}} if name in self.logarithmic else {}
        return {"field": _field(name), "type": kind, "title": self.titles.get(name, name), **order, **scale}


def _field(name: str) -> str:
    """Name a column so that its dots and brackets are letters like others."""
    return "".join(f"\\{c}" if c in ".[]\\" else c for c in name)
