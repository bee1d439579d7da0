"""Results in notebooks: numbers as people write them, and nothing of a file that runs."""

import polars as pl
import pytest

import axiometer as ax
from axiometer.notes import lines_of
from axiometer.sheets.cells import written
from axiometer.sheets.html_tables import MOST_ROWS, notebook

HOSTILE = "<script>alert('&')</script>"
JUDGMENTS = {"q1": {"a": 2, "b": 1}, "q2": {"a": 1}}
RUNS = {HOSTILE: {"q1": ["a", "b"], "q2": ["b", "a"]}, "other": {"q1": ["b"], "q2": ["a"]}}
RESULTS = {
    "Measurements": lambda: ax.evaluate(JUDGMENTS, RUNS, "RR"),
    "Preferences": lambda: ax.prefer(JUDGMENTS, RUNS, "lexirecall"),
    "Explanation": lambda: ax.explain(JUDGMENTS, RUNS, "RR", HOSTILE, "q1"),
    "Finding": lambda: ax.compare(ax.evaluate(JUDGMENTS, RUNS, "RR")),
    "advice": lambda: ax.advise(JUDGMENTS, RUNS, ["RR", "P@2"], cases=20, samples=1),
}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.25, "0.2500"),
        (float("nan"), "undefined"),
        (float("-inf"), "−∞"),
        (None, "–"),
        (True, "yes"),
        (12345, "12345"),
        (1e-9, "1.0e-09"),
        (-1e-9, "-1.0e-09"),
        (0.0, "0.0000"),
        ("P@10", "P@10"),
    ],
)
def test_cells_are_written_as_people_do(value, text):
    assert written(value) == text


def test_names_titles_and_notes_are_text():
    page = notebook("<i>", pl.DataFrame({"<b>": [HOSTILE]}), ["<u>"])
    for tag in ("<i>", "<b>", "<u>", "<script>"):
        assert tag not in page
    assert "&lt;script&gt;" in page


def test_rows_that_are_not_shown_are_counted():
    page = notebook("T", pl.DataFrame({"n": range(MOST_ROWS + 1_500)}))
    assert page.count("<tr>") == MOST_ROWS + 1
    assert "1,500 more rows" in page


@pytest.mark.parametrize("kind", RESULTS)
def test_results_show_a_title_and_a_table_and_escape_names(kind):
    page = RESULTS[kind]()._repr_html_()
    assert page.startswith("<div><p>")
    assert "<table>" in page
    assert "<script>" not in page
    assert kind == "advice" or "&lt;script&gt;" in page


def test_findings_show_their_notes():
    found = ax.compare(ax.evaluate(JUDGMENTS, RUNS, "RR"))
    assert found.notes

    assert found._repr_html_().count("<li>") == len(lines_of(found.notes))


def test_verdicts_show_signs_of_measures():
    page = ax.check_axioms(["RR"], ["Pri"], cases=20)._repr_html_()
    assert "about 20 cases each" in page
    assert "violated" in page
