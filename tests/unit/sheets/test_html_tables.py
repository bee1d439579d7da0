"""Tables as HTML."""

import polars as pl
import pytest

import axiometer as ax
from axiometer.sheets.html_tables import as_html, sheets_as_html
from axiometer.sheets.sheet import Cell, Column, Footnote, Sheet, names, sheet_of

EVIL = "<script>alert(1)</script>\n"
SAFE = "&lt;script&gt;alert(1)&lt;/script&gt;\\n"


def test_numbers_stand_on_the_right_and_can_be_sorted():
    columns = [
        names("system", ["a", "b", "c", "d"]),
        Column("share", ["<0.1%", "−2.5%", "–", "1.2e-05"]),
        Column("interval", ["[−0.1, 0.2]", "–", "12", "3/0/1"]),
    ]
    html = sheets_as_html([Sheet("title", columns)])
    assert '<table class="sortable">\n<caption>title</caption>\n<thead><tr><th scope="col"><button' in html
    assert '<tr><th scope="row">a</th><td class="number" data-value="0.1">&lt;0.1%</td>' in html
    assert '<td class="number" data-value="-2.5">−2.5%</td><td class="number">–</td></tr>' in html
    assert '<td class="number" data-value="-0.1">[−0.1, 0.2]</td>' in html
    assert 'data-value="1.2e-05"' in html


def test_marks_are_shown_and_hints_are_not():
    cells = [Cell("0.5", ">2-3", is_best=True), Cell("0.4", "▲a▼b"), Cell("0.3")]
    footnotes = [Footnote("better", ">1"), Footnote("see --pairs", is_hint=True)]
    html = sheets_as_html([Sheet("", [Column("AP", cells, align="left")], footnotes)])
    assert '<td data-value="0.5"><b>0.5</b> <sup>2–3</sup></td>' in html
    assert '<td data-value="0.4">0.4 <span class="good">▲</span>a<span class="bad">▼</span>b</td>' in html
    assert '<td data-value="0.3">0.3</td>' in html
    assert '<p class="soft"><sup>1</sup>: better</p>' in html
    assert "--pairs" not in html
    assert "<caption>" not in html


def test_text_is_only_ever_text():
    sheet = Sheet(EVIL, [names(EVIL, [EVIL]), Column("n", [Cell(EVIL, EVIL)])], [Footnote(EVIL, EVIL)])
    html = sheets_as_html([sheet]) + as_html(sheet_of(pl.DataFrame({EVIL: [EVIL]}), EVIL))
    assert "<script" not in html
    assert html.count(SAFE) == 10


def test_a_table_without_rows_keeps_its_head():
    html = as_html(sheet_of(pl.DataFrame({"a": [], "b": []}), "none"), is_sortable=True)
    assert html.count("<th ") == 2
    assert "<td" not in html


@pytest.mark.parametrize(("form", "begins"), [("table", "measure"), ("markdown", "| measure"), ("latex", "% needs")])
def test_frames_are_written_in_all_forms(form, begins):
    table = pl.DataFrame({"measure": ["a<b"], "value": [1 / 3]})
    written = ax.write_table(table, form)
    assert written.startswith(begins)
    assert "0.3333" in written
    assert "<caption>T</caption>" in ax.write_table(table, "html", title="T")


def test_pages_have_a_title_and_what_stands_below_it():
    page = ax.html_page("a & b", ["<p>more</p>"])
    assert "<h1>a &amp; b</h1>\n<p>more</p>" in page
