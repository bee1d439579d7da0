"""Charts told in Vega-Lite, drawn as pictures for pages and papers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from axiometer.errors import UsageError
from axiometer.plots.pdf import in_one_order
from axiometer.plots.style import CONFIG, FONTS, PER_INCH, VEGA_LITE

INSTALL: Final = 'pip install "axiometer[plots]"'
"""What brings the programs that draw."""
POINTS: Final = 72
"""An inch has so many, and PDF counts in them."""
Picture = Literal["svg", "pdf", "png"]
_SIZE: Final = re.compile(r'width="(?P<width>[\d.]+)" height="(?P<height>[\d.]+)" viewBox="[^"]*"')


def as_svg(chart: Mapping[str, Any]) -> bytes | None:
    """Draw a chart; nothing without the program that does it, which is vl-convert."""
    try:
        refuse_without_program()
    except UsageError:
        return None
    return draw(chart, "svg")


def refuse_without_program() -> None:
    """Refuse to draw where vl-convert is not installed."""
    try:
        import vl_convert  # noqa: F401
    except ImportError:
        raise UsageError(f"figures are drawn by vl-convert, which is not installed: {INSTALL}") from None


def as_altair(chart: Mapping[str, Any]) -> Any:
    """Make a chart of Altair of a chart in Vega-Lite.

    Raises
    ------
    UsageError
        If Altair is not installed.
    """
    try:
        import altair
    except ImportError:
        raise UsageError(f"charts for notebooks are made by Altair, which is not installed: {INSTALL}") from None
    told = {name: each for name, each in chart.items() if name != "data"}
    made: Any = altair.Chart.from_dict(told)
    # Altair would check each number by itself, which takes minutes where there are many.
    if "data" in chart:
        made.data = altair.InlineData(values=chart["data"]["values"])
    return made


def draw(chart: Mapping[str, Any], form: Picture, *, dpi: float = 300) -> bytes:
    """Draw a chart as wide as it was laid out for.

    Parameters
    ----------
    chart
        In Vega-Lite, with its data.
    form
        ``svg``, ``pdf`` with its letters inside, or ``png``.
    dpi
        How many pixels an inch of a PNG has.

    Raises
    ------
    UsageError
        If vl-convert is not installed.
    """
    refuse_without_program()
    import vl_convert

    svg = _fitted(chart)
    match form:
        case "svg":
            return svg.replace(f'font-family="{FONTS[0]}"', f'font-family="{", ".join(FONTS)}"').encode()
        case "pdf":
            return in_one_order(bytes(vl_convert.svg_to_pdf(_sized(svg, POINTS / PER_INCH))))
        case "png":
            return bytes(vl_convert.svg_to_png(svg, scale=POINTS / PER_INCH, ppi=dpi))


def _fitted(chart: Mapping[str, Any]) -> str:
    """Draw a chart whose panels are as wide as its width allows, which is known only when names have been drawn."""
    svg = _svg(chart)
    wanted = chart.get("usermeta", {}).get("width")
    if wanted is None:
        return svg
    across = chart["usermeta"]["across"]
    for _ in range(2):
        missing = wanted - _width(svg)
        if "concat" not in chart or "is_rigid" in chart["usermeta"] or 0 <= missing < across:
            break
        parts = [{**part, "width": max(part["width"] + missing // across, 20)} for part in chart["concat"]]
        chart = {**chart, "concat": parts}
        svg = _svg(chart)
    return _sized(svg, 1.0, wanted)


def _svg(chart: Mapping[str, Any]) -> str:
    import vl_convert

    # Of one font alone the program knows where to look for letters that it lacks.
    config = {**chart.get("config", CONFIG), "font": FONTS[0]}
    told = json.dumps({**chart, "config": config})
    return str(vl_convert.vegalite_to_svg(told, vl_version=VEGA_LITE, allowed_base_urls=[]))


def _width(svg: str) -> float:
    found = _SIZE.search(svg)
    return float(found["width"]) if found else 0.0


def _sized(svg: str, scale: float, width: float | None = None) -> str:
    """Give a picture another size, and perhaps empty space at its right."""

    def size(found: re.Match[str]) -> str:
        wide, high = width or float(found["width"]), float(found["height"])
        return f'width="{wide * scale:g}" height="{high * scale:g}" viewBox="0 0 {wide:g} {high:g}"'

    return _SIZE.sub(size, svg, count=1)
