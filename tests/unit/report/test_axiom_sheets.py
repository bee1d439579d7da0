"""Verdicts on axioms, drawn; made by hand, so that nothing has to be searched."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from axiometer.axioms.checking import find_axiom, find_axioms
from axiometer.axioms.examples import Example
from axiometer.axioms.published import Published
from axiometer.axioms.verdicts import Verdict, Verdicts
from axiometer.report import axiom_sheets
from axiometer.report.axiom_cases import axiom_table, describe, draw
from axiometer.report.axiom_sheets import agreement, matrices, write_verdicts
from axiometer.report.page.measures_section import axiom_page

HALF = Fraction(1, 2)
EXAMPLE = Example((HALF, HALF), ((HALF, Fraction(0)), (HALF, Fraction(0)), (Fraction(0), HALF)), ((0, 2), (0, 1)))
VIOLATED = {"answer": "violated", "cases": 9, "example": EXAMPLE, "values": (0.75, 0.75), "confirmed": "fractions"}
EVIL = "<b>&'\"(x=1)"


def verdict(measure: str, axiom: str, family: str = "search", **found) -> Verdict:
    return Verdict(measure, axiom, **{"answer": "holds", "cases": 5, "tried": "5 random", **found}, family=family)


def verdicts_of(*found: Verdict) -> Verdicts:
    names = dict.fromkeys(f"{each.family}:{each.axiom}" for each in found)
    return Verdicts(found, tuple(find_axiom(name) for name in names), seed=0, cases=100)


@pytest.fixture
def found() -> Verdicts:
    return verdicts_of(
        verdict("nDCG@20", "Pri", beyond=verdict("nDCG@20", "Pri", **VIOLATED)),
        verdict("nDCG@20", "Red", **VIOLATED),
        verdict("nDCG@20", "DeepTh", answer="witness", witness="from n = 16 on"),
        verdict(EVIL, "Pri", answer="not-applicable", reason="<i>none", beyond=verdict(EVIL, "Pri")),
        verdict(EVIL, "Red"),
        verdict(EVIL, "DeepTh", answer="no-witness"),
    )


@pytest.fixture
def paper(monkeypatch):
    def published(verdict, axiom):
        if verdict.measure == EVIL:
            return None
        return Published(axiom.name != "DeepTh", axiom.name == "Pri", "the <paper> & we differ")

    monkeypatch.setattr(axiom_sheets, "published", published)


def test_matrix_is_that_of_the_papers(found):
    text = write_verdicts(
        found,
        "table",
        width=100,
        is_coloured=False,
        against_paper=False,
    )
    assert text.split("\n\n")[0].split("\n") == [
        "measure      Pri  Red  DeepTh",
        "nDCG@20       ◐    ○     ●",
        "<b>&'\"(x=1)   –′   ●     ○",
    ]
    assert [line[0] for line in text.split("\n\n")[1].splitlines()] == ["●", "◐", "○", "–", "′"]


@pytest.mark.usefixtures("paper")
def test_colours_change_nothing_else(found):
    plain, coloured = (
        write_verdicts(found, "table", width=100, is_coloured=each, against_paper=True) for each in (False, True)
    )
    assert "\x1b" not in plain
    assert "\x1b[32m●\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


@pytest.mark.usefixtures("paper")
def test_what_differs_from_the_paper_is_marked_and_explained_once(found):
    text = write_verdicts(found, "table", width=100, is_coloured=False, against_paper=True)
    assert "nDCG@20       ◐    ○*    ●*" in text
    assert "1 of 3 verdicts are as in the paper" in text
    assert "nDCG@20 Red: satisfied in the paper, found not satisfied ([a0.5 b0.5] = 0.75; [a0.5 a0.5]" in text
    assert text.count("the <paper> & we differ") == 1


def test_long_names_and_many_axioms_stay_within_the_width():
    names = ["MyMeasure(" + ",".join(f"parameter{n}={n}" for n in range(9)) + ")@20", "X" * 90]
    chosen = find_axioms("all")
    made = [verdict(name, axiom.name, axiom.family) for name in names for axiom in chosen]
    found = Verdicts(tuple(made), tuple(chosen), 0, 100)
    text = write_verdicts(found, "table", width=100, is_coloured=False, against_paper=False)
    assert max(map(len, text.splitlines())) <= 100
    assert text.count("●") == len(made) + 1
    assert "parameter8=8)@20" in text


@pytest.mark.usefixtures("paper")
def test_tables_for_programs(found):
    plain = axiom_sheets.verdict_table(found, against_paper=False)
    assert plain.columns == ["measure", "axiom", "verdict", "cases", "example"]
    table = axiom_sheets.verdict_table(found, against_paper=True)
    assert table.columns == [*plain.columns, "paper", "agrees"]
    assert table.row(1) == (
        "nDCG@20",
        "Red",
        "violated",
        9,
        "[a0.5 b0.5] = 0.75; [a0.5 a0.5] = 0.75; w = 1/2,1/2",
        "satisfied",
        "no",
    )
    assert table.row(4)[4:] == (None, None, None)


def test_records_hold_the_case_in_plain_numbers(found):
    records = json.loads(json.dumps(axiom_sheets.records(found, against_paper=False)))
    assert records[1]["case"] == {
        "aspects": ["a", "b"],
        "weights": [0.5, 0.5],
        "exact_weights": ["1/2", "1/2"],
        "gains": [[0.5, 0], [0.5, 0], [0, 0.5]],
        "unrated": [],
        "lists": [[0, 2], [0, 1]],
        "hidden": [],
    }
    assert records[0]["beyond"]["verdict"] == "violated"
    assert "paper" not in records[0]


@pytest.mark.usefixtures("paper")
def test_markdown_and_latex(found):
    markdown = write_verdicts(found, "markdown", against_paper=True)
    assert markdown.split("\n")[:3] == [
        "| measure               | Pri   | Red   | DeepTh |",
        "| --------------------- | :---: | :---: | :----: |",
        r"| nDCG@20               | ◐     | ○\*   | ●\*    |",
    ]
    latex = write_verdicts(found, "latex", against_paper=True)
    assert r"\begin{tabular}{lccc}" in latex
    assert r"nDCG@20 & $\bullet^{\dagger}$ & $\circ$$^{*}$ & $\bullet$$^{*}$ \\" in latex
    assert r"the $<$paper$>$ \& we differ" in latex
    assert latex.isascii()
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}") == 2


@pytest.mark.usefixtures("paper")
def test_page_is_whole_and_escapes_names(found):
    page = axiom_page(found, against_paper=True)
    assert EVIL not in page
    assert "<i>none" not in page
    assert "<paper>" not in page
    assert "&lt;b&gt;&amp;&#x27;&quot;(x=1)" in page
    assert set(re.findall(r'(?:href="#|data-said=")(.*?)"', page)) == set(re.findall(r'id="(.*?)"', page))
    assert page.count("<details") == page.count("</details>") == len(found) + len(found.axioms)
    assert "the &lt;paper&gt; &amp; we differ" in page


def test_a_case_is_drawn_rank_by_rank(found):
    drawn = draw(found["nDCG@20", "Red"], find_axiom("Red"), 100)
    assert (
        "\n".join([
            "        L, d'             L, d",
            "  rank  item  a    b      item  a    b",
            "     1  d1    0.5  –      d1    0.5  –",
            "     2  d3    –    0.5    d2    0.5  –  ≠",
            "        – no gain, ? not rated, ≠ differs from the first list",
            "",
            "  weights    a 1/2, b 1/2",
            "  values     Q(L, d') = 0.75, Q(L, d) = 0.75",
            "  must be    Q(L, d') > Q(L, d)",
            "  is         Q(L, d') = Q(L, d)",
            "  computed   with fractions",
        ])
        in drawn
    )
    turned = replace(found["nDCG@20", "Red"], is_smaller_better=True)
    assert "Q(L, d') < Q(L, d)" in draw(turned, find_axiom("Red"), 100)


def test_long_lists_are_folded_and_what_is_unrated_or_not_retrieved_is_shown():
    items = ((Fraction(0),),) * 20 + ((Fraction(1, 10),), (Fraction(1, 5),), (Fraction(1),))
    example = Example((Fraction(1),), items, ((*range(20), 20), (*range(20), 22)), unrated=frozenset({22}))
    drawn = draw(verdict("X", "Pri", **{**VIOLATED, "example": example}), find_axiom("Pri"), 100)
    assert re.search(r"\n +1–20  … +– +… +–\n", drawn)
    assert re.search(r"\n +21  d21 +0\.1 +d23 +\? +≠\n", drawn)
    assert re.search(r"\n +not retrieved  d22 +0\.2", drawn)


def test_every_axiom_can_be_described_and_listed():
    chosen = find_axioms("all")
    assert axiom_table(chosen).height == len(chosen)
    for axiom in chosen:
        text = describe(axiom, 100)
        assert axiom.title in text
        assert max(map(len, text.splitlines())) <= 100


def test_measures_that_no_paper_has_are_said_to_be_in_none(found, monkeypatch):
    monkeypatch.setattr(axiom_sheets, "published", lambda *_: None)
    assert agreement(matrices(found, against_paper=True)) == "the paper's table has none of these measures"


def test_what_is_undefined_is_neither_larger_nor_smaller():
    drawn = draw(verdict("AP", "Red", **VIOLATED | {"values": (None, 0.75)}), find_axiom("Red"), 100)
    assert re.search(r"is +Q\(.+?\) \? Q\(.+?\)", drawn)
