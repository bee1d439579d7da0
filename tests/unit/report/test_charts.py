"""Charts become pictures, without looking anything up, and say nothing if there is no program that draws."""

import sys
from xml.etree import ElementTree

import polars as pl

from axiometer.meta.drawing import Drawing
from axiometer.report.charts import PALETTE, as_svg

TABLE = pl.DataFrame({
    "n": [1, 10, 100] * 2,
    "value": [0.1, 0.2, float("nan"), 0.4, 0.5, 0.6],
    "name": ["a"] * 3 + ["<b>"] * 3,
})
LINES = Drawing(title="T", mark="line", x="n", y="value", colour="name", logarithmic=frozenset({"n"}))


def test_a_chart_is_drawn():
    picture = as_svg(LINES.to_vega_lite(TABLE))
    root = ElementTree.fromstring(picture)
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"n", "value", "name", "a", "<b>", "T"} <= set(texts)
    strokes = {each.get("stroke") for each in root.iter("{http://www.w3.org/2000/svg}path")}
    assert set(PALETTE[:2]) <= strokes


def test_the_same_chart_is_the_same_picture():
    assert as_svg(LINES.to_vega_lite(TABLE)) == as_svg(LINES.to_vega_lite(TABLE))


def test_without_the_program_there_is_no_picture(monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    assert as_svg(LINES.to_vega_lite(TABLE)) is None
