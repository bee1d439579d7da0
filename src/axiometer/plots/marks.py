"""What is drawn in a panel: bars, lines, points, intervals, and the squares of a matrix with their numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from axiometer.plots.style import DASHES, GREY, PALETTE, SMALL, field_name

MOST_DOTS: Final = 25
"""A line with more points than this has no dots at them."""
MOST_POINTS: Final = 400
LEAST_FOR_NUMBERS: Final = 21.0
"""A square this wide has room for a number of two digits."""
DARK: Final = 0.6
"""From this share of the scale on a square is so dark that letters on it are white."""
TOOLTIP: Final = {"content": "data"}
"""Without titles: these become part of programs, and may have names from files."""
Encoding = dict[str, Any]


def mark_of(kind: str, step: float) -> dict[str, Any]:
    """Tell how bars, points or squares look if each has so much space."""
    size = {"size": round(min(max(step, 2.5), 5.1) ** 2)} if kind == "point" else {}
    return {"type": kind, "tooltip": TOOLTIP, **size}


def line_of(table: pl.DataFrame, by: Sequence[str]) -> dict[str, Any]:
    """Tell how lines look: with dots, unless there were many."""
    longest = table.group_by(by).len()["len"].max() if by else table.height
    has_dots = isinstance(longest, int) and longest <= MOST_DOTS
    return {"type": "line", "tooltip": TOOLTIP, "point": {"size": 16} if has_dots else False}


def thinned(table: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """Leave out points of lines where there are more of them than the eye can tell apart; the ends stay."""
    rest = [pl.lit(0).alias("") if not by else pl.struct(by)]
    place, count = pl.int_range(pl.len()).over(rest), pl.len().over(rest)
    step = (count // MOST_POINTS).clip(1)
    return table.filter((place % step == 0) | (place == count - 1))


def interval(encoding: Encoding, along: str, low: str, high: str, *, step: float) -> dict[str, Any]:
    """Draw a line from one end of an interval to the other."""
    ends = {along: {**encoding[along], "field": field_name(low)}, f"{along}2": {"field": field_name(high)}}
    plain = {"color": PALETTE[0]} if "color" not in encoding else {}
    rest = {name: how for name, how in encoding.items() if name not in {along, "strokeDash"}}
    return {"mark": {"type": "rule", "strokeWidth": 1.1 if step > 5 else 0.6, **plain}, "encoding": {**rest, **ends}}


def nought(along: str) -> dict[str, Any]:
    """Draw the line between gains and losses."""
    return {"mark": {"type": "rule", "color": GREY, "strokeWidth": 0.8}, "encoding": {along: {"datum": 0}}}


def names_scale(names: Sequence[str], titles: Mapping[str, Any]) -> Encoding:
    """Give each name a colour and, where there are more names than colours, a kind of line."""
    colours = [PALETTE[at % len(PALETTE)] for at in range(len(names))]
    dashes = [DASHES[at // len(PALETTE) % len(DASHES)] for at in range(len(names))]
    shared = {"type": "nominal", "sort": None, **titles}
    found = {"color": {**shared, "scale": {"domain": [*names], "range": colours}}}
    if len(names) > len(PALETTE):
        found["strokeDash"] = {**shared, "scale": {"domain": [*names], "range": dashes}}
    return found


def numbers_scale(values: pl.Series) -> dict[str, Any]:
    """Give numbers colours: from light to dark, or from one colour to another where some are below zero."""
    low, high = _range(values)
    if low < 0:
        most = max(-low, high)
        return {"scheme": "blueorange", "domain": [-most, most]}
    return {"range": ["#f3f8fd", "#084a91"], "domain": [low, high], "interpolate": "lab"}


def numbers_inside(encoding: Encoding, values: pl.Series, cell: float) -> dict[str, Any] | None:
    """Write the numbers into the squares of a matrix, if there is room."""
    if cell < LEAST_FOR_NUMBERS:
        return None
    low, high = _range(values)
    field = encoding["color"]["field"]
    most = max(-low, high)
    is_dark: Any = {"field": field, "gt": low + DARK * (high - low)}
    if low < 0:
        is_dark = {"or": [{"field": field, "gt": 0.75 * most}, {"field": field, "lt": -0.75 * most}]}
    form = "d" if values.dtype.is_integer() else ".2f"
    number = {"test": {"field": field, "valid": True}, "field": field, "type": "quantitative", "format": form}
    text = {"condition": number, "value": "–"}
    colour = {"condition": {"test": is_dark, "value": "white"}, "value": "black"}
    places = {name: encoding[name] for name in ("x", "y")}
    mark = {"type": "text", "fontSize": SMALL, "baseline": "middle"}
    return {"mark": mark, "encoding": {**places, "text": text, "color": colour}}


def _range(values: pl.Series) -> tuple[float, float]:
    finite = [value for value in values.cast(pl.Float64).drop_nulls().to_list() if math.isfinite(value)]
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    return (low, high) if low < high else (low - 0.5, high + 0.5)
