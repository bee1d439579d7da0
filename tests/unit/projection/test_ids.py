"""Numbers for ids, and their order."""

from itertools import permutations

import polars as pl

from axiometer.projection.ids import in_order_of_names


def test_whole_numbers_stand_before_names_and_in_order_of_size():
    names = ["-1", "2", "02", "10", "", "1.5", "9" * 30, "a", "b"]
    expected = ["-1", "02", "2", "10", "", "1.5", "9" * 30, "a", "b"]
    assert in_order_of_names(pl.Series("aspect", names[::-1] * 2)).to_list() == expected


def test_order_does_not_depend_on_what_comes_first_or_on_what_else_there_is():
    names = ["2", "10", "x", "1e1"]
    for some in permutations(names, 3):
        expected = [name for name in ["2", "10", "1e1", "x"] if name in some]
        assert in_order_of_names(pl.Series("aspect", some)).to_list() == expected
