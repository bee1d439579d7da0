"""Charts told in Vega-Lite, drawn as pictures for pages and papers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

PALETTE: Final = [
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#000000",
    "#8a8a8a",
    "#7f3c8d",
    "#4d7c0f",
]
"""Colours that people who see red and green alike can tell apart (those of Okabe and Ito, and a few more)."""
CONFIG: Final[Mapping[str, Any]] = {
    "background": "white",
    "font": "Helvetica, Arial, sans-serif",
    "axis": {"labelFontSize": 11, "titleFontSize": 12, "labelLimit": 260},
    "legend": {"labelFontSize": 11, "titleFontSize": 12, "labelLimit": 260, "symbolLimit": 60},
    "title": {"fontSize": 13, "anchor": "start"},
    "header": {"labelFontSize": 12, "titleFontSize": 12},
    "range": {"category": PALETTE},
    "view": {"continuousWidth": 300, "continuousHeight": 220},
}
INSTALL: Final = 'pip install "axiometer[plots]"'
"""What brings the program that draws."""


def as_svg(chart: Mapping[str, Any]) -> bytes | None:
    """Draw a chart; nothing without the program that does it, which is vl-convert."""
    try:
        import vl_convert
    except ImportError:
        return None
    told = json.dumps({**chart, "config": CONFIG})
    return str(vl_convert.vegalite_to_svg(told, vl_version="5.20", allowed_base_urls=[])).encode()
