import polars as pl

from axiometer.plots.signs import Sign, sign_matrix
from axiometer.plots.writing import draw

SIGNS = [
    Sign("yes", "full", "#0072b2", "#eeeeee"),
    Sign("no", "ring", "#c24e00", "#ffffff"),
    Sign("?", "dash", "#000000", "#ffffff"),
]
TABLE = pl.DataFrame({
    "row": ["a", "b", "a", "b"],
    "column": ["One", "One", "Two", "Two"],
    "kind": ["yes", "no", "no", "no"],
    "note": ["", "*", "", ""],
    "panel": ["first", "first", "second", "second"],
})


def test_each_set_of_columns_is_a_panel():
    chart = sign_matrix(TABLE, SIGNS, title="T")
    assert [part["title"]["text"] for part in chart["concat"]] == ["first", "second"]
    assert "title" not in sign_matrix(TABLE.head(2), SIGNS, title="T")["concat"][0]


def test_only_signs_that_are_there_are_explained():
    shape = sign_matrix(TABLE, SIGNS, title="T")["concat"][0]["layer"][1]["encoding"]["shape"]
    assert shape["scale"]["domain"] == ["yes", "no"]


def test_it_can_be_drawn():
    picture = draw(sign_matrix(TABLE, SIGNS, title="T", columns=1), "svg").decode()
    assert 'width="320"' in picture
    assert ">One<" in picture
