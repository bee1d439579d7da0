"""Tables of preferences for people."""

from __future__ import annotations

import polars as pl
import pytest

import axiometer as ax
from axiometer.notes import lines_of
from axiometer.report.result_tables import preference_tables
from axiometer.sheets.sheet import sheet_of
from axiometer.sheets.writing import as_latex, as_text

RUNS = {"one": {"q": ["a"], "p": ["x", "a"]}, "two": {"q": ["x", "a"], "p": ["a"]}, "three": {"q": ["y", "x", "a"]}}
JUDGED = {"q": {"a": 1}, "p": {"a": 1}, "none": {"a": 0}}


def test_order_marks_ties():
    shown = dict(preference_tables(ax.prefer(JUDGED, RUNS, "lexirecall RPP"), with_pairs=False))
    assert list(shown) == ["lexirecall: systems", "RPP: systems"]
    table = shown["RPP: systems"]
    assert table.columns == ["system", "win rate", "win rate rank", "Borda", "Borda rank", "MC4", "MC4 rank"]
    assert table["system"].to_list() == ["one", "two", "three"]
    for way in ("win rate", "Borda", "MC4"):
        assert table[f"{way} rank"].to_list() == ["1=", "1=", "3"]


def test_pairs_have_p_values_to_read():
    queries = [f"q{number}" for number in range(40)]
    runs = {"one": {query: ["a"] for query in queries}, "two": {query: ["x", "a"] for query in queries}}
    found = ax.prefer({query: {"a": 1} for query in queries}, runs, "RPP lexirecall")
    table = dict(preference_tables(found, with_pairs=True))["lexirecall: pairs"]
    assert table.rows() == [("one", "two", 40, 0, 0, 1.0, *[pytest.approx(2 * 0.5**40)] * 2)]
    assert as_text(table).split("\n")[1].split()[-3:] == ["1.0000", "1.8e-12", "1.8e-12"]


def test_notes():
    assert lines_of(ax.prefer(JUDGED, RUNS, "lexirecall P@1 AP").notes) == [
        "one, two: 1 query judged but missing from the run, counted as empty",
        "three: 2 queries judged but missing from the run, counted as empty",
        "lexirecall, AP: undefined for 1 query, left out",
    ]


def test_the_smallest_is_bold_where_it_is_the_best():
    table = pl.DataFrame({"system": ["a", "b", "c"], "SL3": [3.0, 1.0, float("nan")], "AP": [0.5, 0.25, 0.5]})
    rows = as_latex(sheet_of(table, lowest={"SL3"})).split("\n")[4:7]
    assert rows == [
        r"a & 3.0000 & \textbf{0.5000} \\",
        r"b & \textbf{1.0000} & 0.2500 \\",
        r"c & undefined & \textbf{0.5000} \\",
    ]
    assert r"\textbf{3.0000}" in as_latex(sheet_of(table, lowest=[]))
