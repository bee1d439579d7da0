"""How a table is drawn, told in a language that plotting programs know."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import polars as pl

from axiometer.plots.layout import Layout, Wanted, legend_columns, shown_title
from axiometer.plots.marks import (
    interval,
    line_of,
    mark_of,
    names_scale,
    nought,
    numbers_inside,
    numbers_scale,
    thinned,
)
from axiometer.plots.style import LARGE, MEDIUM, PALETTE, SMALL, WIDTHS, Columns, field_name, framed

Mark = Literal["bar", "line", "point", "rect"]
SPREAD: Final = 1.8
"""Panels have scales of their own if one for all were so many times as long as the longest of theirs."""
SCALE_OF_COLOURS: Final = 130
UNSAFE: Final = "\"'`\\\n\r"
ROLES: Final = ("x", "y", "colour", "low", "high", "column")
NO_SQUARE: Final = "#ececec"


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

    Examples
    --------
    >>> bars = Drawing(title="Two measures", mark="bar", x="tau", y="measure")
    >>> bars.to_vega_lite(pl.DataFrame({"measure": ["AP", "RR"], "tau": [0.8, 0.6]}))["title"]["text"]
    ['Two measures']
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

    def to_vega_lite(
        self, table: pl.DataFrame, *, columns: Columns = 2, height: float | None = None, title: str | None = None
    ) -> dict[str, Any]:
        """Give the chart of a table with the data inside; undefined numbers are null.

        Parameters
        ----------
        table
            What is drawn.
        columns
            How many columns of a paper the chart fills.
        height
            Of a panel, in pixels of which an inch has 96; by default as its content needs.
        title
            Another title; an empty one leaves it out.
        """
        return _Chart(self, table, columns, height).told(self.title if title is None else title)


class _Chart:
    """One drawing of one table."""

    def __init__(self, drawing: Drawing, table: pl.DataFrame, columns: Columns, height: float | None) -> None:
        drawing, table = _with_plain_names(drawing, table)
        self.drawing, self.table, self.columns = drawing, table, columns
        self.panels = [None] if drawing.column is None else _names(table, drawing.column)
        self.layout: Layout = Wanted(
            mark=drawing.mark,
            panels=max(len(self.panels), 1),
            y=(rows := self._texts(drawing.y)),
            x=self._in_order(self._texts(drawing.x), rows),
            y_title=self._title(drawing.y),
            x_title=self._title(drawing.x),
            columns=columns,
            height=height,
            per_row=len(self._below_each_other()) or 1,
        ).layout()

    def told(self, title: str) -> dict[str, Any]:
        data = {"data": {"values": self._values()}}
        width, height = math.floor(self.layout.width), round(self.layout.height, 1)
        if self.drawing.column is None:
            fit = {"autosize": {"type": "fit-x", "contains": "padding"}, "width": WIDTHS[self.columns]}
            return framed(
                {**data, **fit, "height": height, "layer": self._layers(), **self._ground()},
                title=title,
                columns=self.columns,
            )
        parts = [self._panel(at, width, height) for at in range(len(self.panels))]
        own = "independent" if self._has_own_scales() else "shared"
        chart = {
            **data,
            "concat": parts,
            "columns": self.layout.across,
            "align": "each",
            "spacing": {"column": 14, "row": 10},
            "resolve": {"scale": {self._along(): own}},
        }
        return framed(chart, title=title, columns=self.columns, across=self.layout.across)

    def _panel(self, at: int, width: int, height: float) -> dict[str, Any]:
        """Tell one panel; only those at the left and at the bottom have what all have in common."""
        name, across = self.panels[at], self.layout.across
        is_same = {"filter": {"field": field_name(self.drawing.column or ""), "equal": name}}
        is_left, is_last = at % across == 0, at + across >= len(self.panels)
        own_scales, told = self._has_own_scales(), self.drawing.titles.get(self.drawing.column or "")
        return {
            "title": {
                "text": shown_title(f"{told}: {name}" if told else str(name), width),
                "fontSize": SMALL,
                "anchor": "middle",
                "frame": "group",
                "offset": 3,
            },
            "transform": [is_same],
            "width": width,
            "height": height,
            **self._ground(),
            "layer": self._layers(is_left=is_left, is_last=is_last or own_scales),
        }

    def _ground(self) -> dict[str, Any]:
        """Tell squares that are not there from light ones."""
        return {"view": {"fill": NO_SQUARE}} if self.drawing.mark == "rect" else {}

    def _layers(self, *, is_left: bool = True, is_last: bool = True) -> list[dict[str, Any]]:
        drawing, along = self.drawing, self._along()
        encoding = {"x": self._axis(drawing.x, is_below=True), "y": self._axis(drawing.y, is_below=False)}
        if not is_left:
            encoding["y"]["axis"] = {**encoding["y"]["axis"], "labels": False, "ticks": False, "title": None}
        if not is_last:
            encoding["x"]["axis"] = {**encoding["x"]["axis"], "labels": False, "ticks": False, "title": None}
        encoding |= self._colour()
        if names := self._below_each_other():
            place = {"field": field_name(drawing.colour or ""), "type": "nominal", "sort": None}
            encoding["yOffset"] = {**place, "scale": {"domain": names, "paddingOuter": 0.3}}
        along_names = self.layout.rows or self.layout.steps
        step = along_names.step if along_names else LARGE
        by = [name for name in (drawing.colour, drawing.column) if name is not None]
        mark = line_of(self.table, by) if drawing.mark == "line" else mark_of(drawing.mark, step)
        if self._has_bars_of_numbers():
            mark["width"] = round(max(0.9 * self.layout.width / max(self.table.height, 1), 0.5), 2)
        if drawing.colour is None and drawing.mark in {"point", "line"}:
            mark["color"] = PALETTE[0]
        layers: list[dict[str, Any]] = [{"mark": mark, "encoding": encoding}]
        if drawing.low is not None and drawing.high is not None:
            layers.insert(0, interval(encoding, along, drawing.low, drawing.high, step=step))
        if drawing.mark in {"bar", "point"} and self._goes_below_zero():
            layers.insert(0, nought(along))
        if drawing.mark == "rect" and self._is_number(drawing.colour):
            cell = self.layout.steps.step if self.layout.steps else 0.0
            inside = numbers_inside(encoding, self.table[drawing.colour or ""], cell)
            if inside is not None:
                encoding["color"]["legend"] = None
                layers.append(inside)
        return layers

    def _axis(self, name: str, *, is_below: bool) -> dict[str, Any]:
        names = self.layout.steps if is_below else self.layout.rows
        if names is not None:
            scale: dict[str, Any] = {"domain": [*names.texts]}
            if self.drawing.mark == "rect":
                scale["padding"] = 0
            told = {
                "type": "nominal",
                "sort": None,
                "axis": names.axis(is_below=is_below, is_titled=is_below and self.drawing.mark != "rect"),
                "scale": scale,
            }
        else:
            length = self.layout.width if is_below else self.layout.height
            scale = {"type": "log"} if name in self.drawing.logarithmic else {}
            if not scale and self.drawing.mark == "point":
                scale = {"zero": False}
            ticks = max(3, math.floor(length / (50 if is_below else 26)))
            if is_below and self._has_bars_of_numbers():
                scale = {"domain": [self.table[name].min() - 0.5, self.table[name].max() + 0.5], "nice": False}  # type: ignore[operator]
            axis = {"tickCount": ticks, "title": self._title(name), "titleLimit": math.ceil(1.1 * length)}
            told = {"type": "quantitative", "axis": axis, **({"scale": scale} if scale else {})}
        return {"field": field_name(name), **told}

    def _colour(self) -> dict[str, Any]:
        name = self.drawing.colour
        if name is None:
            return {}
        title = self._title(name)
        if self._is_number(name):
            legend = {"title": title, "gradientLength": SCALE_OF_COLOURS, "titleFontSize": MEDIUM}
            scale = numbers_scale(self.table[name])
            how = {"field": field_name(name), "type": "quantitative", "legend": legend, "scale": scale}
            return {"color": how}
        shown = list(self.drawing.colours) or _names(self.table, name)
        room = math.floor(self.layout.width * self.layout.across)
        legend = {"title": None, "columns": legend_columns(shown, room), "labelLimit": max(room - 30, 60)}
        return names_scale(shown, {"field": field_name(name), "title": title, "legend": legend})

    def _values(self) -> list[dict[str, Any]]:
        """Give the columns that are drawn; infinite numbers cannot be written in JSON either."""
        told = vars(self.drawing).values()
        drawn = sorted({each for each in told if isinstance(each, str) and each in self.table.columns})
        is_float = pl.selectors.float()
        named = [pl.col(name).cast(pl.String) for name in drawn if not self._is_number(name)]
        finite = pl.when(is_float.is_finite()).then(is_float)
        table = self.table.select(drawn).with_columns(finite, *named)
        by = [name for name in (self.drawing.colour, self.drawing.column) if name is not None]
        return (thinned(table, by) if self.drawing.mark == "line" else table).to_dicts()

    def _along(self) -> Literal["x", "y"]:
        """Tell which axis has numbers."""
        is_x = self._is_number(self.drawing.x) and not self._is_number(self.drawing.y)
        return "x" if is_x else "y"

    def _has_own_scales(self) -> bool:
        """Tell whether one scale for all panels would leave most of them empty."""
        along = self.drawing.x if self._along() == "x" else self.drawing.y
        if self.drawing.mark not in {"bar", "point"} or self._along() != "x" or len(self.panels) < 2:
            return False
        by = self.table.filter(pl.col(along).is_finite()) if self.table.schema[along].is_float() else self.table
        ends = by.group_by(self.drawing.column or "").agg(low=pl.col(along).min(), high=pl.col(along).max())
        if ends.is_empty():
            return False
        each, every = (ends["high"] - ends["low"]).max(), ends["high"].max() - ends["low"].min()  # type: ignore[operator]
        return bool(every > SPREAD * each)  # type: ignore[operator]

    def _goes_below_zero(self) -> bool:
        along = self.drawing.x if self._along() == "x" else self.drawing.y
        return self._is_number(along) and bool((self.table[along] < 0).any())

    def _below_each_other(self) -> list[str]:
        """Give what stands below each other in a row, so that intervals of several colours do not cover each other."""
        colour, y = self.drawing.colour, self.drawing.y
        if self.drawing.mark != "point" or colour is None or self._is_number(colour) or self._is_number(y):
            return []
        return list(self.drawing.colours) or _names(self.table, colour)

    def _has_bars_of_numbers(self) -> bool:
        """Tell whether bars stand at numbers, which are places, and not at names."""
        return self.drawing.mark == "bar" and self._is_number(self.drawing.x) and self._is_number(self.drawing.y)

    def _is_number(self, name: str | None) -> bool:
        return name is not None and self.table.schema[name].is_numeric()

    def _texts(self, name: str) -> list[str] | None:
        return None if self._is_number(name) else _names(self.table, name)

    def _in_order(self, names: list[str] | None, rows: list[str] | None) -> list[str] | None:
        """Put the names of a matrix in the order of its rows, where it has them, so that both ways are alike."""
        if names is None or rows is None:
            return names
        return [name for name in rows if name in {*names}] + [name for name in names if name not in {*rows}]

    def _title(self, name: str) -> str:
        return self.drawing.titles.get(name, name.replace("_", " "))


def _with_plain_names(drawing: Drawing, table: pl.DataFrame) -> tuple[Drawing, pl.DataFrame]:
    """Give columns other names where theirs would end a text in the language of charts; they are shown as they were."""
    plain = {name: f"column {at}" for at, name in enumerate(table.columns) if {*name} & {*UNSAFE}}
    if not plain:
        return drawing, table
    used = {role: name for role in ROLES if (name := getattr(drawing, role)) in plain}
    titles = {plain[name]: name for role, name in used.items() if role in {"x", "y", "colour"}}
    titles |= {plain.get(name, name): title for name, title in drawing.titles.items()}
    logarithmic = frozenset(plain.get(name, name) for name in drawing.logarithmic)
    renamed: dict[str, Any] = {role: plain[name] for role, name in used.items()}
    return replace(drawing, **renamed, titles=titles, logarithmic=logarithmic), table.rename(plain)


def _names(table: pl.DataFrame, name: str) -> list[Any]:
    """Give the values of a column in their order, which is that of what was asked for."""
    values = table[name].unique(maintain_order=True).drop_nulls()
    return values.to_list() if values.dtype.is_numeric() else values.cast(pl.String).to_list()
