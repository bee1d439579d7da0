"""The look of all charts: sizes for papers, one font, and colours that everybody can tell apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

VEGA_LITE: Final = "6.4"
"""The version of the language in which charts are told, and of the program that draws them."""
SCHEMA: Final = f"https://vega.github.io/schema/vega-lite/v{VEGA_LITE.partition('.')[0]}.json"
PER_INCH: Final = 96
"""Lengths in charts are pixels of which an inch has so many, as in web pages."""
PER_MM: Final = PER_INCH / 25.4
Columns = Literal[1, 2]
WIDTHS: Final[Mapping[int, int]] = {1: 320, 2: 672}
"""How wide a chart is that fills so many columns of a paper: 3.33 and 7 inches."""
TALLEST: Final = 820
"""No chart is made taller than a page by itself."""
PALETTE: Final = [
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#000000",
    "#961e1e",
    "#6969ff",
    "#0000ff",
]
"""Colours that people who see red and green alike can tell apart (those of Okabe and Ito, and a few more)."""
DASHES: Final[Sequence[Sequence[int]]] = ([1, 0], [4, 2], [1, 2], [6, 2, 1, 2])
"""Lines that have the same colour, since there are more of them than colours, differ in these."""
SMALL, MEDIUM, LARGE = 9.5, 10, 11
"""Sizes of letters; the smallest is a little more than 7 points."""
FONTS: Final = ("Liberation Sans", "Arial", "Helvetica", "sans-serif")
"""The first is inside the program that draws; the others are as wide, and one of them is in every browser."""
GREY: Final = "#666666"
CONFIG: Final[Mapping[str, Any]] = {
    "background": "white",
    "padding": 4,
    # Told for each mark by a program in which titles stand as they are.
    "aria": False,
    "font": ", ".join(FONTS),
    "axis": {
        "labelFontSize": SMALL,
        "titleFontSize": MEDIUM,
        "titleFontWeight": "normal",
        "titlePadding": 4,
        "gridColor": "#e4e4e4",
        "domainColor": GREY,
        "tickColor": GREY,
        "tickSize": 4,
    },
    "axisBand": {"grid": False},
    "legend": {
        "labelFontSize": SMALL,
        "titleFontSize": SMALL,
        "titleFontWeight": "normal",
        "symbolLimit": 0,
        "symbolSize": 50,
        "orient": "bottom",
        "offset": 6,
        "rowPadding": 1,
        "columnPadding": 8,
    },
    "title": {"fontSize": LARGE, "fontWeight": "normal", "anchor": "start", "frame": "bounds", "offset": 6},
    "range": {"category": PALETTE},
    "view": {"stroke": "#cccccc"},
    "line": {"strokeWidth": 1.4},
    "point": {"filled": True, "size": 26, "opacity": 1},
    "bar": {"color": PALETTE[0]},
}

_TAKEN: Final = frozenset({
    *("constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString"),
    *("valueOf", "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"),
})
_NARROW, _WIDE = frozenset("iljtfrI.,:;'|!()[]{} /\\-"), frozenset("mwMW@%—…")


def text_width(text: str, size: float = SMALL) -> float:
    """Estimate how wide a text is, a little more rather than less."""
    letters = sum(0.33 if c in _NARROW else 0.95 if c in _WIDE else 0.7 if c.isupper() else 0.57 for c in text)
    return size * letters


def widest(texts: Sequence[str], size: float = SMALL) -> float:
    """Estimate how wide the widest of some texts is."""
    return max((text_width(each, size) for each in texts), default=0.0)


def wrapped(text: str, width: float, size: float) -> list[str]:
    """Break a text between words into lines that are not wider than this."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def field_name(name: str) -> str:
    """Name a column so that its dots and brackets are letters like others."""
    return "".join(f"\\{c}" if c in ".[]" else c for c in name)


def framed(chart: Mapping[str, Any], *, title: str, columns: int, across: int = 1) -> dict[str, Any]:
    """Give a chart all that it needs to be drawn in the house's way.

    Parameters
    ----------
    chart
        Its data and what is drawn of them.
    title
        Is broken into lines; an empty one is left out.
    columns
        How many columns of a paper it fills.
    across
        How many panels are side by side.
    """
    width = WIDTHS[columns]
    told = {"title": {"text": wrapped(title, width - 12, LARGE)}} if title else {}
    usermeta = {"width": width, "across": across}
    return {"$schema": SCHEMA, **told, **harmless(dict(chart)), "config": CONFIG, "usermeta": usermeta}


def harmless(part: Any) -> Any:
    """Set names apart that all objects of Vega's language have already, by a sign without width."""
    match part:
        case str():
            return f"{part}\u200b" if part in _TAKEN else part
        case list() | tuple():
            return [harmless(each) for each in part]
        case dict():
            return {name: harmless(each) for name, each in part.items()}
        case _:
            return part
