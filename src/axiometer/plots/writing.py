"""Charts told in Vega-Lite, drawn as pictures for pages and papers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from axiometer.errors import UsageError
from axiometer.plots.style import CONFIG, FONTS, PER_INCH, VEGA_LITE

INSTALL: Final = 'pip install "axiometer[plots]"'
"""What brings the programs that draw."""
POINTS: Final = 72
"""An inch has so many, and PDF counts in them."""
Picture = Literal["svg", "pdf", "png", "html"]
_SIZE: Final = re.compile(r'width="(?P<width>[\d.]+)" height="(?P<height>[\d.]+)" viewBox="[^"]*"')


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
    """Draw a chart as wide as it was laid out for: ``draw(finding.to_vega_lite(), "pdf")``.

    Parameters
    ----------
    chart
        In Vega-Lite, with its data.
    form
        ``svg``, ``pdf`` with its letters inside, ``png``, or ``html``, an interactive page that works offline.
    dpi
        How many pixels an inch of a PNG has.

    Raises
    ------
    UsageError
        If vl-convert is not installed.

    Examples
    --------
    >>> import axiometer as ax
    >>> import polars as pl
    >>> table = pl.DataFrame({"measure": ["AP", "RR"], "tau": [0.8, 0.6]})
    >>> bars = ax.Drawing(title="Two measures", mark="bar", x="tau", y="measure")
    >>> draw(bars.to_vega_lite(table), "svg")[:4]
    b'<svg'
    """
    refuse_without_program()
    import vl_convert

    if form == "html":
        return str(vl_convert.vegalite_to_html(json.dumps(chart), vl_version=VEGA_LITE, bundle=True)).encode()
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


_START: Final = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
_ENTRY: Final = re.compile(rb"(\d{10}) (\d{5}) n")
_OBJECT: Final = re.compile(rb"(\d+) 0 obj\s*(.*?)\s*endobj\s*$", re.DOTALL)
_REFERENCE: Final = re.compile(rb"(?<![\d.])(\d+) 0 R\b")
_NAMED: Final = re.compile(rb"(?:^[ \t]*/\S+ \d+ 0 R\n){2,}", re.MULTILINE)
_STREAM: Final = b"stream\n"


def in_one_order(pdf: bytes) -> bytes:
    """Give the objects of a PDF numbers in the order in which they are referred to, and sort what they refer to.

    The program that makes PDF files writes fonts in any order. A file that is not written as that program does is left
    as it is.
    """
    start = _START.search(pdf)
    if start is None or b"/ObjStm" in pdf:
        return pdf
    table = pdf[int(start[1]) :]
    offsets = sorted(int(found[1]) for found in _ENTRY.finditer(table))
    ends = [*offsets[1:], int(start[1])]
    objects = {}
    for offset, end in zip(offsets, ends, strict=True):
        found = _OBJECT.match(pdf[offset:end])
        if found is None:
            return pdf
        objects[int(found[1])] = _split(found[2])
    trailer = table[table.index(b"trailer") : table.index(b"startxref")]
    number = _numbers(trailer, objects)
    if len(number) != len(objects):
        return pdf
    return _written(pdf[: offsets[0]], trailer, objects, number)


def _split(content: bytes) -> tuple[bytes, bytes]:
    """Part what an object says from its stream, and sort what it names."""
    at = content.find(_STREAM)
    said, stream = (content, b"") if at < 0 else (content[:at], content[at:])
    return _NAMED.sub(lambda found: b"".join(sorted(found[0].splitlines(keepends=True))), said), stream


def _numbers(trailer: bytes, objects: dict[int, tuple[bytes, bytes]]) -> dict[int, int]:
    number: dict[int, int] = {}
    waiting = [int(each) for each in _REFERENCE.findall(trailer)]
    while waiting:
        old = waiting.pop(0)
        if old not in number and old in objects:
            number[old] = len(number) + 1
            waiting += [int(each) for each in _REFERENCE.findall(objects[old][0])]
    return number


def _written(head: bytes, trailer: bytes, objects: dict[int, tuple[bytes, bytes]], number: dict[int, int]) -> bytes:
    def renumbered(text: bytes) -> bytes:
        return _REFERENCE.sub(lambda found: b"%d 0 R" % number[int(found[1])], text)

    data, offsets = bytearray(head), []
    for old in number:
        said, stream = objects[old]
        offsets.append(len(data))
        data += b"%d 0 obj\n" % number[old] + renumbered(said) + stream + b"\nendobj\n\n"
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f\r\n" % (len(number) + 1)
    data += b"".join(b"%010d 00000 n\r\n" % offset for offset in offsets)
    data += renumbered(trailer) + b"startxref\n%d\n%%%%EOF" % start
    return bytes(data)
