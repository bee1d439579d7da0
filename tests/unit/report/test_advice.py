"""Advice as a page."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import polars as pl
import pytest

import axiometer as ax
from axiometer.meta.advice.advising import advise
from axiometer.meta.agreement import ties
from axiometer.notes import Note, lines_of
from axiometer.report.advice import TITLE, write_advice

BAD = "<script>alert('&')</script>"
VOID = {"meta", "br"}
JUDGMENTS = {f"q{number}": {"a": 2, "b": 1, "c": 0, "d": 1} for number in range(4)}
RUNS = {
    "one": {query: ["a", "b", "c", "d"] for query in JUDGMENTS},
    BAD: {query: ["c", "x", "d"] if query < "q2" else ["y", "b", "a"] for query in JUDGMENTS},
    "two": {query: ["d", "a"] for query in JUDGMENTS},
}


@pytest.fixture(scope="module")
def advice():
    return advise(JUDGMENTS, RUNS, ["AP", "nDCG@10", "RR", "P@10"], cases=50, samples=2)


class Reader(HTMLParser):
    """Notes what is opened and closed, all ids and links, and the text of table cells."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.ids, self.links, self.cells = [], set(), [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        found = dict(attrs)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if "href" in found else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "td":
            self.cells.append(data)


def test_the_page_is_whole_and_safe(advice):
    page = write_advice(advice, "html")
    reader = Reader()
    reader.feed(page)
    assert not reader.open
    assert "script" not in reader.tags
    assert "<script" not in page
    assert "http" not in page
    assert "&lt;script&gt;" in page  # the system with the fewest judged items is named
    assert len(set(reader.ids)) == len(reader.ids)
    assert {link.removeprefix("#") for link in reader.links} == set(reader.ids)


def test_names_of_measures_are_escaped(advice):
    tables = {name: swapped(table) for name, table in advice.more.items()}
    page = write_advice(
        type(advice)("advice", swapped(advice.table), advice.parameters, (Note("kind", BAD, "few"),), None, tables),
        "html",
    )
    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 5  # the trait, two tables, the reasons, the note


def swapped(table):
    return table.with_columns(pl.col("measure").replace("AP", BAD)) if "measure" in table.columns else table


@pytest.mark.parametrize("form", ["table", "markdown", "html"])
def test_every_number_and_rank_is_on_the_page(advice, form):
    page = write_advice(advice, form)
    assert TITLE in page
    ranks = advice.more["ranks"]
    for row, places in zip(advice.table.to_dicts(), ranks.to_dicts(), strict=True):
        for name in ("unanimity", "power", "ties", "stability"):
            assert re.search(rf"{row[name]:.3f} \({places[name]}=?\)", page)
        assert f"{row['axioms_met']} of {row['axioms']}" in page


@pytest.mark.parametrize("form", ["table", "markdown", "html"])
def test_every_sentence_is_on_the_page(advice, form):
    page = " ".join(re.sub(r"\\(.)", r"\1", unescape(write_advice(advice, form))).split())
    for sentence in [*advice.more["reasons"]["sentence"], *advice.more["axioms"]["why"], *lines_of(advice.notes)]:
        assert " ".join(sentence[1:].split()) in page, sentence
    for sentence in advice.more["recommendation"]["sentence"]:
        assert sentence[1:] in page


@pytest.mark.parametrize(("form", "written"), [("table", "- {}"), ("markdown", "- {}"), ("html", "<li>{}</li>")])
def test_names_in_notes_stay_as_they_are(advice, form, written):
    notes = (Note("few", "nDCG", "too few queries"), Note("left_out", "lexirecall", "left out"))
    page = write_advice(replace(advice, notes=notes), form).split("Beware", 1)[1].split("\n")
    for note in notes:
        assert written.format(note) in page


def test_text_is_not_wider_than_it_should_be(advice):
    page = write_advice(advice)
    assert max(map(len, page.split("\n"))) <= 120


def test_markdown_escapes_what_would_be_markup(advice):
    page = write_advice(advice, "markdown")
    assert "script" in page
    assert not re.search(r"(?<!\\)<script", page)


def test_other_findings_and_forms_are_refused(advice):
    with pytest.raises(ax.UsageError, match="a finding of ties is no advice"):
        write_advice(ties(ax.evaluate(JUDGMENTS, RUNS, "AP")))
    with pytest.raises(ax.UsageError, match="choose one of table, markdown, html"):
        write_advice(advice, "latex")
