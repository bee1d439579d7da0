import json

import polars as pl
import pytest

from axiometer.meta.finding import Finding
from axiometer.plots.drawing import Drawing
from axiometer.plots.marks import MOST_POINTS
from axiometer.plots.style import TALLEST

TABLE = pl.DataFrame({
    "measure": ["P@10", "x[1].y"],
    "value": [0.5, float("nan")],
    "low": [0.4, float("-inf")],
    "high": [0.6, 0.7],
    "other": [1, 2],
})


def test_points_with_intervals():
    chart = Drawing(title="T", mark="point", x="value", y="measure", low="low", high="high").to_vega_lite(TABLE)
    intervals, points = chart["layer"]
    assert points["encoding"]["x"]["field"] == "value"
    assert points["encoding"]["y"]["scale"]["domain"] == ["P@10", "x[1].y"]
    assert intervals["encoding"]["x"]["field"] == "low"
    assert intervals["encoding"]["x2"] == {"field": "high"}


def test_the_data_are_inside_and_can_be_written_as_json():
    chart = Drawing(title="T", mark="point", x="value", y="measure", low="low", high="high").to_vega_lite(TABLE)
    written = json.loads(json.dumps(chart, allow_nan=False))
    assert written["data"]["values"][1] == {"measure": "x[1].y", "value": None, "low": None, "high": 0.7}


def test_panels_and_names_with_dots():
    table = TABLE.rename({"value": "a.b"})
    chart = Drawing(title="T", mark="bar", x="a.b", y="measure", column="other").to_vega_lite(table)
    assert [part["transform"][0]["filter"] for part in chart["concat"]] == [
        {"field": "other", "equal": 1},
        {"field": "other", "equal": 2},
    ]
    assert chart["concat"][0]["layer"][-1]["encoding"]["x"]["field"] == "a\\.b"


def test_only_panels_at_the_left_have_names():
    chart = Drawing(title="T", mark="point", x="value", y="measure", column="other").to_vega_lite(TABLE)
    first, second = (part["layer"][-1]["encoding"]["y"]["axis"] for part in chart["concat"])
    assert "labels" not in first
    assert second["labels"] is False


@pytest.mark.parametrize(("columns", "across"), [(1, 1), (2, 3)])
def test_panels_are_put_below_each_other_where_the_width_ends(columns, across):
    table = pl.DataFrame({"n": [1, 2] * 6, "v": [0.5, 1.0] * 6, "p": [f"p{at // 2}" for at in range(12)]})
    chart = Drawing(title="T", mark="line", x="n", y="v", column="p").to_vega_lite(table, columns=columns)
    assert chart["columns"] == chart["usermeta"]["across"] == across


def test_names_that_would_touch_are_left_out_and_counted():
    table = pl.DataFrame({"system": [f"s{at}" for at in range(143)], "value": [at / 143 for at in range(143)]})
    chart = Drawing(title="T", mark="point", x="value", y="system").to_vega_lite(table, columns=1)
    axis = chart["layer"][-1]["encoding"]["y"]["axis"]
    assert axis == {"labels": False, "ticks": False, "title": "system (143, names left out)"}
    assert chart["height"] <= TALLEST
    taller = Drawing(title="T", mark="point", x="value", y="system").to_vega_lite(table, height=2000)
    assert "labels" not in taller["layer"][-1]["encoding"]["y"]["axis"]


def test_a_matrix_has_its_columns_in_the_order_of_its_rows_and_numbers_where_there_is_room():
    names = ["a", "b", "c"]
    rows = [(one, two, 0.5 if one < two else -0.25) for one in names for two in names if one != two]
    table = pl.DataFrame(rows, schema=["one", "two", "tau"], orient="row")
    drawing = Drawing(title="T", mark="rect", x="two", y="one", colour="tau")
    squares, numbers = drawing.to_vega_lite(table)["layer"]
    assert squares["encoding"]["x"]["scale"]["domain"] == names
    assert squares["encoding"]["color"]["scale"]["domain"] == [-0.5, 0.5]
    assert numbers["encoding"]["text"]["condition"]["format"] == ".2f"
    assert numbers["encoding"]["text"]["value"] == "–"  # where there is no number


def test_long_lines_are_thinned_and_keep_their_ends():
    table = pl.DataFrame({"n": range(5001), "value": [at / 5000 for at in range(5001)]})
    values = Drawing(title="T", mark="line", x="n", y="value").to_vega_lite(table)["data"]["values"]
    assert MOST_POINTS <= len(values) <= 2 * MOST_POINTS
    assert (values[0]["n"], values[-1]["n"]) == (0, 5000)


def test_panels_whose_numbers_are_far_apart_have_scales_of_their_own():
    table = pl.DataFrame({"system": ["a", "b"] * 2, "value": [0.1, 0.2, 0.8, 0.9], "measure": ["x", "x", "y", "y"]})
    drawing = Drawing(title="T", mark="point", x="value", y="system", column="measure")
    assert drawing.to_vega_lite(table)["resolve"] == {"scale": {"x": "independent"}}
    near = table.with_columns(pl.Series("value", [0.1, 0.9, 0.2, 0.8]))
    assert drawing.to_vega_lite(near)["resolve"] == {"scale": {"x": "shared"}}


def test_more_names_than_colours_differ_in_their_lines():
    table = pl.DataFrame({"n": [1, 2] * 12, "v": [1.0, 2.0] * 12, "name": [f"m{at // 2}" for at in range(24)]})
    encoding = Drawing(title="T", mark="line", x="n", y="v", colour="name").to_vega_lite(table)["layer"][0]["encoding"]
    looks = zip(encoding["color"]["scale"]["range"], map(tuple, encoding["strokeDash"]["scale"]["range"]), strict=True)
    assert len({*looks}) == 12


def test_a_long_title_is_broken_and_an_empty_one_left_out():
    drawing = Drawing(title="word " * 30, mark="bar", x="value", y="measure")
    assert len(drawing.to_vega_lite(TABLE, columns=1)["title"]["text"]) > 2
    assert "title" not in drawing.to_vega_lite(TABLE, title="")


def test_axes_can_grow_by_factors():
    drawing = Drawing(title="T", mark="line", x="other", y="value", logarithmic=frozenset({"other"}))
    encoding = drawing.to_vega_lite(TABLE)["layer"][0]["encoding"]
    assert encoding["x"]["scale"] == {"type": "log"}
    assert "scale" not in encoding["y"]


def test_colours_can_be_those_of_other_charts():
    drawing = Drawing(title="T", mark="bar", x="value", y="other", colour="measure", colours=("none", "P@10"))
    assert drawing.to_vega_lite(TABLE)["layer"][0]["encoding"]["color"]["scale"]["domain"] == ["none", "P@10"]


def test_a_finding_without_a_drawing_says_so():
    with pytest.raises(ValueError, match="a finding of traits has no drawing"):
        Finding("traits", TABLE).to_vega_lite()


def test_a_finding_draws_a_further_table():
    drawing = Drawing(title="T", mark="line", x="other", y="value", table="curve")
    finding = Finding("power", TABLE, drawing=drawing, more={"curve": TABLE.head(1)})
    assert len(finding.to_vega_lite()["data"]["values"]) == 1


def test_panels_of_which_nothing_is_known_share_a_scale():
    table = pl.DataFrame({"v": [float("nan")] * 2, "name": ["a", "b"], "panel": ["one", "two"]})
    chart = Drawing(title="T", mark="bar", x="v", y="name", column="panel").to_vega_lite(table)
    assert "independent" not in str(chart.get("resolve"))
