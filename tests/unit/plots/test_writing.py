"""Charts become pictures, without looking anything up, and say nothing if there is no program that draws."""

import re
import struct
import sys
from xml.etree import ElementTree

import polars as pl
import pytest

from axiometer.errors import UsageError
from axiometer.plots.drawing import Drawing
from axiometer.plots.style import PALETTE, SCHEMA, WIDTHS
from axiometer.plots.writing import as_altair, draw

TABLE = pl.DataFrame({
    "n": [1, 10, 100] * 2,
    "value": [0.1, 0.2, float("nan"), 0.4, 0.5, 0.6],
    "name": ["a"] * 3 + ["<b>"] * 3,
})
LINES = Drawing(title="T", mark="line", x="n", y="value", colour="name", logarithmic=frozenset({"n"}))
PANELS = Drawing(title="T", mark="bar", x="value", y="n", column="name")
HOSTILE = ["<script>alert(1)</script>", "]]>", '"it\'s"', "a.b[0]", "\\", "{{1+1}}"]
SVG = "{http://www.w3.org/2000/svg}"


def texts(picture):
    return {each.text for each in ElementTree.fromstring(picture).iter(f"{SVG}text")}


def size(picture):
    return float(re.search(rb'width="([\d.]+)"', picture)[1])


def test_a_chart_is_drawn():
    picture = draw(LINES.to_vega_lite(TABLE), "svg")
    assert {"n", "value", "a", "<b>", "T"} <= texts(picture)
    strokes = {each.get("stroke") for each in ElementTree.fromstring(picture).iter(f"{SVG}path")}
    assert set(PALETTE[:2]) <= strokes


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("drawing", [LINES, PANELS])
def test_a_figure_is_as_wide_as_was_asked(drawing, columns):
    table = TABLE.with_columns(pl.col("n").cast(pl.String)) if drawing is PANELS else TABLE
    assert size(draw(drawing.to_vega_lite(table, columns=columns), "svg")) == WIDTHS[columns]


def test_a_pdf_has_the_width_in_points_and_its_letters_inside():
    picture = draw(LINES.to_vega_lite(TABLE, columns=1), "pdf")
    assert picture.startswith(b"%PDF")
    assert float(re.search(rb"MediaBox \[0 0 ([\d.]+)", picture)[1]) == pytest.approx(72 * 320 / 96)
    assert b"+LiberationSans" in picture
    assert b"/FontFile2" in picture


def test_a_png_has_as_many_pixels_as_its_inches_have():
    picture = draw(LINES.to_vega_lite(TABLE, columns=2), "png", dpi=150)
    width, _ = struct.unpack(">II", picture[16:24])
    assert width == 7 * 150


@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
def test_the_same_chart_is_the_same_picture(form):
    # Letters that the font lacks bring a second one.
    chart = LINES.to_vega_lite(TABLE, title="T ◐")
    assert draw(chart, form, dpi=50) == draw(chart, form, dpi=50)


def test_hostile_names_are_text():
    table = pl.DataFrame({"x.[y]'\"": range(1, 7), "na.me\\": HOSTILE, "p[0]": ["<i>"] * 6})
    columns = {"x": "x.[y]'\"", "y": "na.me\\", "column": "p[0]", "colour": "na.me\\"}
    drawing = Drawing(title="<b>&", mark="bar", **columns, titles={"na.me\\": "\\\" + 1 + '"})
    found = texts(draw(drawing.to_vega_lite(table), "svg"))
    assert {*HOSTILE, "<i>", "<b>&", "x.[y]'\""} <= found


def test_without_the_program_there_is_no_picture(monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(UsageError, match=re.escape('pip install "axiometer[plots]"')):
        draw(LINES.to_vega_lite(TABLE), "pdf")


def test_altair_takes_charts_as_they_are():
    altair = pytest.importorskip("altair")
    chart = LINES.to_vega_lite(TABLE)
    made = as_altair(chart)
    assert isinstance(made, altair.LayerChart)
    assert made.to_dict()["config"]["range"] == {"category": PALETTE}
    assert made.data.to_dict()["values"] == chart["data"]["values"]


def test_altair_speaks_the_same_version():
    altair = pytest.importorskip("altair")
    major = re.compile(r"/v(\d+)")
    assert major.search(altair.SCHEMA_URL)[1] == major.search(SCHEMA)[1]


def test_without_altair_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)
    with pytest.raises(UsageError, match=re.escape('pip install "axiometer[plots]"')):
        as_altair(LINES.to_vega_lite(TABLE))


def test_a_chart_of_ones_own_is_drawn_as_it_is():
    chart = {"$schema": SCHEMA, "data": {"values": [{"x": 1}]}, "mark": "point", "encoding": {}, "width": 70}
    assert size(draw(chart, "svg"))
