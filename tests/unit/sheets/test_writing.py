"""Tables for people."""

from __future__ import annotations

from unittest.mock import ANY

import polars as pl

import axiometer as ax
from axiometer.notes import lines_of
from axiometer.report.citations import citations
from axiometer.sheets.cells import written
from axiometer.sheets.escaping import display_width
from axiometer.sheets.sheet import Cell, Column, Sheet, names, sheet_of
from axiometer.sheets.writing import as_latex, as_markdown, as_text, write_sheets

TABLE = pl.DataFrame({"system": ["a_b", "x|y"], "nDCG@10": [0.5, 0.25], "AP": [float("nan"), 1.0]})


def test_text():
    assert as_text(TABLE).split("\n") == [
        "system  nDCG@10         AP",
        "a_b      0.5000  undefined",
        "x|y      0.2500     1.0000",
    ]


def test_markdown():
    assert as_markdown(TABLE).split("\n") == [
        "| system | nDCG@10 |        AP |",
        "| ------ | ------: | --------: |",
        r"| a\_b   |  0.5000 | undefined |",
        r"| x\|y   |  0.2500 |    1.0000 |",
    ]


def test_latex():
    assert write_sheets([sheet_of(TABLE, lowest=[])], "latex").rstrip().split("\n") == [
        "% needs booktabs",
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r"system & nDCG@10 & AP \\",
        r"\midrule",
        r"a\_b & \textbf{0.5000} & undefined \\",
        r"x\textbar{}y & 0.2500 & \textbf{1.0000} \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_columns_line_up_also_with_wide_letters():
    table = pl.DataFrame({"system": ["検索", "e\u0301te", "abc", "line\nend"], "AP": [0.5, 1.0, 0.25, 0.0]})
    assert as_text(table).split("\n") == [
        "system         AP",
        "検索       0.5000",
        "e\u0301te        1.0000",
        "abc        0.2500",
        r"line\nend  0.0000",
    ]
    for line in as_markdown(table).split("\n"):
        assert display_width(line) == len("| line\\\\nend | 0.0000 |")


def test_narrow_columns_of_markdown_have_three_hyphens():
    assert as_markdown(pl.DataFrame({"a": ["x"], "n": [1]})).split("\n")[1] == "| --- | ---: |"
    assert as_markdown(sheet_of(pl.DataFrame({"a": ["x"]}), align={"a": "centre"})) == "| a     |\n| :---: |\n| x     |"


def test_long_tables_are_long_in_latex():
    table = pl.DataFrame({"n": range(51)})
    assert as_latex(table.head(50)).startswith(r"\begin{tabular}{r}")
    lines = as_latex(table).split("\n")
    assert lines[:6] == [r"\begin{longtable}{r}", r"\toprule", r"n \\", r"\midrule", r"\endhead", r"0 \\"]
    assert lines[-2:] == [r"\bottomrule", r"\end{longtable}"]


def test_one_system_has_no_best_value():
    assert "textbf" not in as_latex(sheet_of(TABLE.head(1), lowest=[]))


def test_notes():
    run = {"q1": ["a"], "q3": ["a"], "new": ["a"]}
    measured = ax.evaluate({"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 0}}, run, ["AP", "P@1"])
    assert lines_of(measured.notes) == [
        "run: 1 query judged but missing from the run, counted as empty",
        "run: 1 query of the run not judged, ignored",
        "AP: undefined for 1 query; undefined values count as 0",
    ]


def test_notes_are_folded():
    run = {f"s{n}": {"q1": ["a"]} for n in range(9)}
    measured = ax.evaluate({"q1": {"a": 1}, "q2": {"a": 1}}, run, "AP")
    assert lines_of(measured.notes) == [
        "s0, s1, s2, s3, s4 and 4 more: 1 query judged but missing from the run, counted as empty"
    ]


def test_citations_name_each_source_once():
    entries = citations([ax.parse_measure("nDCG@10"), ax.parse_measure("DCG")])
    assert [entry.split(",")[0] for entry in entries] == ["@article{jarvelin2002", "@inproceedings{burges2005"]
    assert all(entry.endswith("}") for entry in entries)


def test_what_would_be_shown_as_0_has_its_power_of_ten():
    values = [0.0, 0.00004, -0.00004, 0.00006, 0.00009, 0.0001]
    assert [*map(written, values)] == ["0.0000", "4.0e-05", "-4.0e-05", "0.0001", "0.0001", "0.0001"]


def test_undefined_values_of_the_worst_system_are_told():
    judgments = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 1}}
    runs = {
        "whole": {query: ["a"] for query in judgments},
        "part": {"q1": ["a"]},
        "most": {"q1": ["a"], "q2": ["a"]},
    }
    told = lines_of(ax.evaluate(judgments, runs, "AP Judged@5").notes)
    assert [each for each in told if "undefined" in each] == [
        "Judged@5: undefined for 2 queries; undefined values count as 0"
    ]


def test_a_wide_table_goes_on_below_in_blocks_about_as_wide():
    columns = [Column("x" * 30, [str(number)]) for number in range(4)]
    text = as_text(Sheet("Wide", [names("system", ["a"]), *columns]), width=110)
    assert text.split("\n") == ["Wide", *2 * [f"system  {'x' * 30}  {'x' * 30}", ANY, ""]][:-1]


def test_colours_take_no_space():
    sheet = Sheet(
        "", [Column("sign", [Cell("●", "*", kind="satisfied differs"), "–"], "centre"), Column("n", ["1", "2"])]
    )
    assert as_text(sheet, is_coloured=True).split("\n") == [
        "sign  n",
        " \x1b[32;1;4m●*\x1b[0m   1",
        " –    2",
    ]
