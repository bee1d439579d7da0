"""Aspects of items in all the forms in which people have them."""

from __future__ import annotations

import datetime

import pandas as pd
import polars as pl
import pytest

import axiometer as ax
from axiometer.data.aspects import item_aspects_of

PAIRS = [("1", "Comedy"), ("1", "Drama"), ("2", "Drama")]
ITEMS = ["1", "2", "3"]
LISTS = [["Comedy", "Drama"], ["Drama"], []]


def frame(**columns: list) -> pl.DataFrame:
    return pl.DataFrame(columns, strict=False)


ONE_HOT = frame(movieId=[1, 2, 3], title=["A", "1984", "C"], Comedy=[1, 0, 0], Drama=[1, 1, 0])

FORMS = {
    "packed": frame(movieId=[1, 2, 3], title=["A", "B", "C"], genres=["Comedy|Drama", "Drama", "(no genres listed)"]),
    "packed with gaps": frame(item=[1, 2, 3], categories=["Comedy | Drama", "Drama", None]),
    "long": frame(item=[1, 1, 2, 3], genre=["Comedy", "Drama", "Drama", "(no genres listed)"]),
    "long, repeated": frame(item=[1, 1, 2, 2, 3], tag=["Comedy", "Drama", "Drama", "Drama", None]),
    "lists": frame(item=ITEMS, aspects=LISTS),
    "lists with gaps": frame(item=ITEMS, features=[*LISTS[:2], None]),
    "one-hot": ONE_HOT,
    "one-hot floats": ONE_HOT.with_columns(pl.col("Comedy", "Drama").cast(pl.Float64)),
    "one-hot booleans": ONE_HOT.with_columns(pl.col("Comedy", "Drama").cast(pl.Boolean)),
    "one-hot text": ONE_HOT.with_columns(pl.col("Comedy", "Drama").cast(pl.String)),
    "one-hot with none listed": ONE_HOT.with_columns(pl.Series("(no genres listed)", [0, 0, 1])),
    "pandas": pd.DataFrame({"item": [1, 2, 3], "genres": ["Comedy|Drama", "Drama", None]}),
    "pandas lists": pd.DataFrame({"item": ITEMS, "genres": LISTS}),
    "dictionary": dict(zip(ITEMS, LISTS, strict=True)),
    "dictionary of single aspects": {1: ("Comedy", "Drama"), 2: "Drama", 3: ()},
}


@pytest.mark.parametrize("form", FORMS)
def test_forms_are_read_alike(form):
    aspects = item_aspects_of(FORMS[form])
    assert aspects.pairs.columns == ["item", "aspect"]
    assert sorted(aspects.pairs.rows()) == PAIRS
    assert sorted(aspects.items) == ITEMS


def test_arrays_and_numbers():
    table = pl.DataFrame({"item": ["a"], "features": [[3, 4]]}, schema_overrides={"features": pl.Array(pl.Int64, 2)})
    assert item_aspects_of(table).pairs.rows() == [("a", "3"), ("a", "4")]
    assert item_aspects_of(frame(item=["a", "a"], feature=[3, 4])).pairs.rows() == [("a", "3"), ("a", "4")]


def test_an_aspect_that_no_item_has_is_none():
    table = frame(item=["a", "b"], Comedy=[0, 0], Drama=[1, 0])
    assert item_aspects_of(table).pairs.rows() == [("a", "Drama")]


def test_one_column_of_0_and_1_beside_named_aspects_is_no_aspect():
    table = frame(item=["a", "b"], genres=["x", "y"], adult=[0, 1])
    assert item_aspects_of(table).pairs.rows() == [("a", "x"), ("b", "y")]


@pytest.mark.parametrize("other", [[datetime.date(2020, 1, 1)] * 2, [["x"], ["y"]], [None, None]])
def test_columns_that_are_no_numbers_stand_beside_those_of_0_and_1(other):
    found = item_aspects_of(frame(item=["a", "b"], War=[1, 0], Noir=[1, 1], other=other))
    assert sorted(found.pairs.rows()) == [("a", "Noir"), ("a", "War"), ("b", "Noir")]


BAD = [
    (frame(item=["a", "b"], genres=["x", "x||y"]), "an empty aspect of item 'b', row 2; expected the name of the asp"),
    (frame(item=["a", "b"], genres=["x", " "]), "an empty aspect of item 'b', row 2"),
    (frame(item=["a"], genres=[["x", None]]), "an empty aspect of item 'a', row 1"),
    (frame(item=["a", " "], genres=["x", "y"]), "an empty item, row 2"),
    (frame(item=["a", None], genres=["x", "y"]), "None in the column 'item', row 2"),
    (frame(item=[1.0], genres=["x"]), "floats in the column 'item'"),
    (frame(item=["a"], genres=[1.5]), "values of type Float64 in the column 'genres'; expected text"),
    (frame(item=["a"], genres=[[[1]]]), "values of type List"),
    (frame(thing=["a"], genres=["x"]), "the columns thing, genres; expected a column for the item"),
    (
        frame(item=["a"], title=["x"]),
        "the columns item, title; expected a column for the aspects, called one of aspect",
    ),
    (frame(item=["a"], Drama=[1]), "the columns item, Drama; expected a column for the aspects"),
    (frame(item=["a"], genres=["x"], tags=["y"]), "the columns genres, tags, any of which may be the aspects"),
    (frame(item=["a"], genres=["x"], War=[0], Noir=[1]), "the columns genres, War, Noir, any of which may be the asp"),
    (frame(item=["a"], feature=[1], War=[0]), "the columns feature, War, any of which may be the aspects"),
    (frame(item=["a", "b"], War=[0, 1], Noir=[0, 1], Drama=[1, 2]), "2 in the column 'Drama', row 2; expected 0 or 1"),
    (frame(item=["a", "b"], War=[0, 1], Noir=[0, 1], Drama=[1, None]), "None in the column 'Drama', row 2"),
    (frame(item=["a"], War=[0], Noir=[1], year=["1995"]), "'1995' in the column 'year', row 1; expected 0 or 1"),
    (frame(item=[], genres=[]), "found no rows"),
    ({}, "found no rows"),
    ({"a": None}, "None for item 'a'; expected a list of aspects"),
    ({"a": [1.5]}, r"\[1.5\] for item 'a'; expected a list of aspects, each text or a whole number"),
    ({"a": [""]}, "an empty aspect of item 'a'"),
    ({1: ["x"], "1": ["y"]}, "two ids that are '1' as text"),
    ([("a", "x")], "list for the aspects; expected a file, a frame or a dictionary {item: "),
]


@pytest.mark.parametrize(("aspects", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_aspects(aspects, message):
    with pytest.raises(ax.InputError, match=message) as raised:
        item_aspects_of(aspects)
    assert raised.value.source == "aspects"


@pytest.mark.parametrize("text", ["['A', 'B']", "A, B", "A;B"])
def test_other_separators_are_refused(text):
    frame = pl.DataFrame({"item": ["x", "y", "z"], "genres": ["C", text, text]})
    with pytest.raises(ax.InputError, match=r"\| between the aspects of an item"):
        item_aspects_of(frame)


def test_a_few_aspects_may_have_commas_in_their_names():
    genres = ["Clothing, Shoes", *"ABCDEFGH"]
    frame = pl.DataFrame({"item": list("stuvwxyzq"), "category": genres})
    assert item_aspects_of(frame).pairs["aspect"].to_list() == genres
