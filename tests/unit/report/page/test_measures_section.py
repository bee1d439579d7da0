"""What is found of measures, as parts of a page."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import polars as pl
import pytest

import axiometer as ax
from axiometer.axioms.checking import check_axioms
from axiometer.axioms.verdicts import Verdicts
from axiometer.meta.finding import Finding
from axiometer.notes import Note, lines_of
from axiometer.report.page import measures_section

EVIL = '<img src=x onerror=alert(1)>"'
VOID = {"br"}


class Reader(HTMLParser):
    """Notes ids, and all attributes and texts of links; refuses what is closed in a wrong order."""

    def __init__(self, html: str):
        super().__init__()
        self.open, self.ids, self.links, self.attributes = [], [], [], set()
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.attributes |= set(found)
        self.ids += [found["id"]] if "id" in found else []
        if tag == "a":
            self.links.append(found)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def verdicts():
    return check_axioms(["nDCG@20", "P@10"], ["Pri", "Red", "Conf"], cases=100)


def test_every_sign_leads_to_its_case(verdicts):
    reader = Reader(measures_section.axiom_section(verdicts))
    assert len(reader.links) == len(verdicts) == 6
    assert len(set(reader.ids)) == len(reader.ids)
    assert {link["href"].removeprefix("#") for link in reader.links} <= set(reader.ids)
    labels = {link["aria-label"] for link in reader.links}
    assert {label for label in labels if "Red" in label} == {
        f"{name}, Red (Redundancy): not satisfied" for name in ("nDCG@20", "P@10")
    }
    assert all(link["title"].startswith(link["aria-label"].split(" (")[0]) for link in reader.links)
    assert all(each.startswith("axiom-") for each in reader.ids)


def test_an_axiom_is_stated_once_and_its_cases_are_drawn(verdicts):
    smaller = [replace(each, is_smaller_better=each.measure == "P@10") for each in verdicts]
    html = measures_section.axiom_section(replace(verdicts, verdicts=tuple(smaller)))
    assert html.count("Amigó, Spina and Carrillo-de-Albornoz 2018") == len(verdicts.axioms)
    assert html.count("differs from the first list") >= 2
    assert "(smaller is better)" in html
    assert "(smaller is better)" not in measures_section.axiom_section(verdicts)
    assert "● satisfied: no counterexample in about 100 cases" in html


def test_names_of_measures_are_only_text(verdicts):
    evil = [replace(each, measure=EVIL) if each.measure == "P@10" else each for each in verdicts]
    html = measures_section.axiom_section(Verdicts(tuple(evil), verdicts.axioms, 0, 100))
    assert "<img" not in html
    assert not any(name.startswith("on") for name in Reader(html).attributes)


def test_the_script_makes_no_markup_of_text():
    script = measures_section.asset("measures.js")
    assert "addEventListener" in script
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|https?:", script)


@pytest.fixture(scope="module")
def measured():
    judgments = {f"q{number}": {"a": 2, "b": 1, "c": 0, "d": number % 2} for number in range(8)}
    lists = {"one": "abcd", EVIL: "cxda", "two": "dab"}
    runs = {name: {query: [*items] for query in judgments} for name, items in lists.items()}
    return runs, judgments, ax.evaluate(judgments, runs, ["AP", "nDCG@10", "P@2"])


def test_every_criterion_has_its_tables(measured):
    runs, judgments, values = measured
    findings = [
        ax.meta.unanimity(values, resamples=0),
        ax.meta.concordance(values, "P@2"),
        ax.meta.power(values),
        ax.meta.ties(values, resamples=0),
        ax.meta.agreement(values),
        ax.meta.correlation(values, resamples=0),
        ax.meta.degradation(judgments, runs, ["AP"], shares=[0.5], samples=2),
        ax.compare(values),
    ]
    for finding in findings:
        html = measures_section.finding_section(finding, "finding-1")
        Reader(html)
        assert html.count("<table") >= 1
        assert '<div class="chart" data-chart="finding-1"></div>' in html
        assert f"<h3>{measures_section.TITLES[finding.criterion]}</h3>" in html
        assert html.count("<li>") == len(lines_of(finding.notes))
        assert html.count("<dt>") == len(finding.parameters)
        assert "<img" not in html


def test_of_many_tables_all_but_the_first_are_folded(measured):
    runs, judgments, values = measured
    many = measures_section.finding_section(ax.meta.degradation(judgments, runs, ["AP"], shares=[0.5], samples=2))
    before, after = many.split("<details><summary>5 more tables</summary>")
    assert (before.count("<table"), after.count("<table")) == (1, 5)
    assert "more tables" not in measures_section.finding_section(ax.meta.correlation(values, resamples=0))


def test_notes_that_were_told_before_are_only_pointed_at():
    old, new, older = (Note("kind", "AP", text) for text in ("old", "new", "older"))
    finding = Finding("other", pl.DataFrame({"x": [1]}), {}, (old, new, older))
    html = measures_section.finding_section(finding, told_before=[old, older])
    assert re.findall("<li>(.*?)</li>", html) == ["AP: new"]
    assert "The notes on the overview hold here, too." in html


def test_what_a_finding_says_is_only_text():
    finding = Finding(EVIL, pl.DataFrame({EVIL: [EVIL]}), {EVIL: EVIL}, (Note(EVIL, EVIL, EVIL),))
    html = measures_section.finding_section(finding, EVIL)
    assert "<img" not in html
    assert Reader(html).attributes <= {"class", "data-chart", "scope", "type"}
    assert "data-chart" not in measures_section.finding_section(finding)
