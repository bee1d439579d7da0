import json

import polars as pl
import pytest

from axiometer.meta.drawing import Drawing
from axiometer.meta.finding import Finding

TABLE = pl.DataFrame({
    "measure": ["P@10", "x[1].y"],
    "value": [0.5, float("nan")],
    "low": [0.4, float("-inf")],
    "high": [0.6, 0.7],
    "other": [1, 2],
})


def test_points_with_intervals():
    chart = Drawing(title="T", mark="point", x="value", y="measure", low="low", high="high").to_vega_lite(TABLE)
    points, intervals = chart["layer"]
    assert points["encoding"]["x"]["field"] == "value"
    assert points["encoding"]["y"] == {"field": "measure", "type": "nominal", "title": "measure", "sort": None}
    assert intervals["encoding"]["x"]["field"] == "low"
    assert intervals["encoding"]["x2"] == {"field": "high"}


def test_the_data_are_inside_and_can_be_written_as_json():
    chart = Drawing(title="T", mark="point", x="value", y="measure", low="low", high="high").to_vega_lite(TABLE)
    written = json.loads(json.dumps(chart, allow_nan=False))
    assert written["data"]["values"][1] == {"measure": "x[1].y", "value": None, "low": None, "high": 0.7}


def test_panels_and_names_with_dots():
    table = TABLE.rename({"value": "a.b"})
    chart = Drawing(title="T", mark="bar", x="a.b", y="measure", column="other").to_vega_lite(table)
    assert chart["facet"]["column"]["field"] == "other"
    assert chart["spec"]["layer"][0]["encoding"]["x"]["field"] == "a\\.b"


def test_axes_can_grow_by_factors():
    drawing = Drawing(title="T", mark="line", x="other", y="value", logarithmic=frozenset({"other"}))
    encoding = drawing.to_vega_lite(TABLE)["layer"][0]["encoding"]
    assert encoding["x"]["scale"] == {"type": "log"}
    assert "scale" not in encoding["y"]


def test_colours_can_be_those_of_other_charts():
    drawing = Drawing(title="T", mark="bar", x="value", y="other", colour="measure", colours=("none", "P@10"))
    assert drawing.to_vega_lite(TABLE)["layer"][0]["encoding"]["color"]["scale"] == {"domain": ["none", "P@10"]}


def test_a_finding_without_a_drawing_says_so():
    with pytest.raises(ValueError, match="a finding of traits has no drawing"):
        Finding("traits", TABLE).to_vega_lite()


def test_a_finding_draws_a_further_table():
    drawing = Drawing(title="T", mark="line", x="other", y="value", table="curve")
    finding = Finding("power", TABLE, drawing=drawing, more={"curve": TABLE.head(1)})
    assert len(finding.to_vega_lite()["data"]["values"]) == 1


def test_text_never_runs_in_a_page():
    page = Finding("<b>", TABLE, {"x": "<script>"}, ("<i>",))._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
