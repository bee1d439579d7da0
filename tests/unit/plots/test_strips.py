import polars as pl
import pytest

from axiometer.plots.strips import INSET, Strips
from axiometer.plots.writing import draw

STRIPS = Strips(
    names=["good", "<bad>"],
    cells=pl.DataFrame({
        "name": ["good", "good", "<bad>", "<bad>"],
        "place": [1, 2, 1, 2],
        "kind": ["relevant", "not relevant", "not judged", "relevant"],
    }),
    bands=pl.DataFrame({
        "name": ["good", "good", "<bad>"],
        "place": [1, 1, 2],
        "group": ["x", "y", "x"],
        "darkness": [1.0, 0.5, 0.5],
    }),
    bars=pl.DataFrame({"name": ["good", "<bad>"], "place": [1, 2], "value": [0.6, 0.3]}),
    headings=["good: 0.6", "<bad>: 0.3"],
    groups=["x", "y"],
    group_title="aspect",
)


@pytest.fixture
def layers():
    return STRIPS.to_vega_lite(title="T")["concat"][0]["layer"]


def test_a_cell_is_shared_among_what_it_has(layers):
    one, two, alone = layers[2]["data"]["values"]
    assert one["y"] == pytest.approx(INSET)
    assert one["y2"] == pytest.approx(0.5) == two["y"]
    assert two["y2"] == pytest.approx(1 - INSET)
    assert alone["y2"] - alone["y"] == pytest.approx(1 - 2 * INSET)


def test_what_is_not_judged_is_hatched(layers):
    outlined, hatched = (layer["data"]["values"] for layer in layers[:2])
    assert [(cell["name"], cell["place"]) for cell in outlined] == [("good", 2), ("<bad>", 1)]
    assert len(hatched) == 3
    assert all(0.5 <= line["x"] <= 1.5 and 1 <= line["y"] <= 2 for line in hatched)


def test_all_bars_have_one_scale():
    _, *bars = STRIPS.to_vega_lite(title="T")["concat"]
    assert [part["layer"][0]["encoding"]["y"]["scale"]["domain"] for part in bars] == [[0.0, 0.6]] * 2


def test_it_can_be_drawn():
    picture = draw(STRIPS.to_vega_lite(title="T", columns=1), "svg").decode()
    assert 'width="320"' in picture
    assert "&lt;bad&gt;: 0.3" in picture
