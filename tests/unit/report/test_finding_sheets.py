"""Findings for people."""

from __future__ import annotations

import re
from typing import get_args

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.meta.agreement import agreement, ties
from axiometer.meta.compare import compare
from axiometer.meta.concordance import concordance
from axiometer.meta.correlation import correlation
from axiometer.meta.finding import Finding
from axiometer.meta.power import power, power_of_p_values
from axiometer.meta.unanimity import unanimity
from axiometer.report.finding_sheets import write_finding
from axiometer.sheets.cells import interval, number, p_value, rounded, share
from axiometer.sheets.sheet import Cell, Column, Sheet, names
from axiometer.sheets.writing import Form, write_sheets

NAN = float("nan")


def frame(values: dict[str, list[list[float]]]) -> pl.DataFrame:
    """Make a table of values, systems × queries for each measure."""
    rows = [
        (f"s{system}", f"q{query}", measure, value)
        for measure, by_system in values.items()
        for system, its_values in enumerate(by_system)
        for query, value in enumerate(its_values)
    ]
    return pl.DataFrame(rows, schema=["system", "query", "measure", "value"], orient="row")


def drawn(n_measures: int, n_systems: int = 5, n_queries: int = 6) -> pl.DataFrame:
    rng = np.random.default_rng(0)
    quality = rng.normal(0, 0.2, (n_systems, 1))
    names = [f"nDCG(gain=exp)@{measure + 1}" for measure in range(n_measures)]
    return frame({name: (quality + rng.normal(0, 0.2, (n_systems, n_queries))).round(1).tolist() for name in names})


# P@1 sees little, R all, and AP the contrary of R in q2.
SMALL = frame({
    "P@1": [[1, 0, 0], [1, 0, 1], [0, 0, 1]],
    "R": [[0.9, 0.6, 0.2], [0.8, 0.5, 0.3], [0.7, 0.4, 0.6]],
    "AP": [[0.9, 0.6, 0.6], [0.8, 0.5, 0.3], [0.7, 0.4, 0.2]],
})


def lines(finding: Finding, form: Form = "table", **how: bool) -> list[str]:
    """Give the lines; in Markdown without the space that lines up the columns."""
    written = write_finding(finding, form, **how)
    return (re.sub("-{3,}", "---", re.sub(" +", " ", written)) if form == "markdown" else written).split("\n")


def test_unanimity():
    found = unanimity(SMALL, resamples=0)
    values = dict(found.table.select("measure", "value").rows())
    best, *_, worst = sorted(values, key=lambda name: -values[name])
    told = lines(found)
    assert told[:2] == ["Metric unanimity", "measure  unanimity"]
    assert told[2].split() == [best, f"{values[best]:.4f}"]
    assert told[4].split() == [worst, f"{values[worst]:.4f}"]
    assert lines(unanimity(SMALL, resamples=20))[1] == "measure  unanimity       95% interval"


def test_ties_in_each_form():
    found = ties(SMALL, resamples=0)
    assert lines(found) == [
        "Tied pairs of lists",
        "measure   tied  ties  comparisons",
        "R         0.0%     0            9",
        "AP        0.0%     0            9",
        "P@1      55.6%     5            9",
        "",
    ]
    assert lines(found, "markdown") == [
        "**Tied pairs of lists**",
        "",
        "| measure | tied | ties | comparisons |",
        "| --- | ---: | ---: | ---: |",
        "| R | 0.0% | 0 | 9 |",
        "| AP | 0.0% | 0 | 9 |",
        "| P@1 | 55.6% | 5 | 9 |",
        "",
    ]
    assert lines(found, "latex") == [
        "% needs booktabs",
        "% Tied pairs of lists",
        r"\begin{tabular}{lrrr}",
        r"\toprule",
        r"measure & tied & ties & comparisons \\",
        r"\midrule",
        r"R & 0.0\% & 0 & 9 \\",
        r"AP & 0.0\% & 0 & 9 \\",
        r"P@1 & 55.6\% & 5 & 9 \\",
        r"\bottomrule",
        r"\end{tabular}",
        "",
    ]
    assert lines(ties(SMALL, resamples=50))[1] == "measure   tied    95% interval  ties  comparisons"


def test_concordance_is_a_matrix():
    # R and AP disagree on the three pairs of q2; P@1 is with R on two of them, and ties on one.
    found = concordance(SMALL, "P@1")
    assert lines(found) == [
        "Concordance with P@1",
        "measure            AP",
        "R        100%/33% (3)",
        "row/column: how often each sides with the gold standard, of (so many) disagreements; † p < 0.05, ‡ p < 0.01,"
        " sign test",
        "",
    ]
    detailed = lines(found, is_detailed=True)
    assert detailed[5:7] == [
        "Concordance with P@1: pairs",
        "first  second  disagreements  first concordant  second concordant  wins       p",
    ]
    assert detailed[7].split() == ["R", "AP", "3", "100.0%", "33.3%", "2/0", "0.5000"]
    assert r"R & 100\%/33\% (3) \\" in lines(found, "latex")


def test_concordance_has_signs():
    rows = [("P@1", "a", "b", 10, 0.9, 0.1, 9, 1, p) for p in (0.04, 0.001, NAN)]
    rows = [(*row[:2], name, *row[3:]) for row, name in zip(rows, "bcd", strict=True)]
    table = pl.DataFrame(
        [*rows, ("P@1", "b", "c", 0, NAN, NAN, 0, 0, NAN)], schema=concordance(SMALL, "R").table.schema, orient="row"
    )
    found = Finding("concordance", table)
    assert lines(found)[2:4] == [
        "a        90%/10%† (10)  90%/10%‡ (10)  90%/10% (10)",
        "b                               – (0)",
    ]
    assert r"a & 90\%/10\%$^{\dagger}$ (10) & 90\%/10\%$^{\ddagger}$ (10) & 90\%/10\% (10) \\" in lines(found, "latex")


def test_concordance_of_many_measures_is_a_list():
    listed = lines(concordance(drawn(10), "nDCG(gain=exp)@10"))
    assert listed[0] == "Concordance with nDCG(gain=exp)@10: pairs"
    assert len(listed) == 2 + 36 + 1
    many = concordance(drawn(14), "nDCG(gain=exp)@14")
    told = lines(many)
    assert told[-2] == "78 pairs for each gold standard are not shown; --details lists them"
    assert len(told) == 2 + 13 + 2
    counts = np.array([line.split()[1:] for line in told[2:-2]], dtype=int)
    assert (counts.sum(axis=1) == 12).all()
    n_significant = (many.table["p_value"].fill_nan(1.0) < 0.05).sum()
    assert counts[:, 0].sum() == counts[:, 1].sum() == n_significant > 0
    assert len(lines(many, is_detailed=True)) == 2 + 78 + 1
    assert lines(many, "latex")[-2] == f"% {told[-2]}"
    assert lines(many, "markdown")[-2] == f"<!-- {told[-2].replace('--', '- -')} -->"


@pytest.mark.parametrize("n_measures", [6, 8])
def test_where_columns_are_numbered_every_measure_is_named(n_measures):
    names = [f"a_measure_with_a_long_name_{place}" for place in range(n_measures)]
    rng = np.random.default_rng(0)
    values = frame({name: rng.random((4, 6)).tolist() for name in [*names, "gold"]})
    for found in (concordance(values, "gold"), correlation(values.filter(pl.col("measure") != "gold"), resamples=0)):
        told = [line.split() for line in lines(found)]
        heads = [line for line in told if line[:2] == ["#", "measure"]]
        assert [column for head in heads for column in head[2:]] == [str(place) for place in range(2, n_measures + 1)]
        for place, name in enumerate(names):
            assert [str(place + 1), name] in [line[:2] for line in told]


def test_agreement_is_a_matrix():
    found = agreement(SMALL, resamples=0)
    assert lines(found)[1:] == [
        "measure  P@1     R   AP",
        "P@1           100%  50%",
        "R        44%        67%",
        "AP       22%   67%",
        "",
    ]
    detailed = [line.split() for line in lines(found, is_detailed=True)]
    assert ["AP", "P@1", "9", "2", "22.2%", "55.6%"] in detailed


def test_correlation():
    orders = {"X": (1, 2, 3), "Y": (1, 3, 2), "Z": (3, 2, 1)}
    found = correlation(frame({name: [[place] * 2 for place in order] for name, order in orders.items()}), resamples=0)
    assert lines(found)[:7] == [
        "Kendall's τ-b of the orders of systems",
        "measure     Y      Z",
        "X        0.33  −1.00",
        "Y              −0.33",
        "",
        "Orders of systems, by two measures each",
        "first  second      τ-b     τ_AP   turned        ρ     RBO",
    ]
    assert lines(found)[-2] == "τ_AP of the first judged by the second, and turned; RBO with p = 0.9"
    assert r"X & 0.33 & $-$1.00 \\" in lines(found, "latex")


@pytest.mark.parametrize("n_measures", [2, 3, 10, 30])
def test_correlation_of_many_measures(n_measures):
    found = correlation(drawn(n_measures), resamples=10)
    told = lines(found)
    assert max(map(len, told)) <= 120
    is_listed = n_measures <= 10
    assert ("Orders of systems, by two measures each" in told) == is_listed
    assert ("435 pairs are not shown; --details lists them" in told) != is_listed
    assert ("Kendall's τ-b of the orders of systems" in told) == (n_measures > 2)
    if is_listed:
        rows = told[told.index("Orders of systems, by two measures each") + 2 : -2]
        assert len(rows) == n_measures * (n_measures - 1) // 2
        known = {(row["first"], row["second"]): row for row in found.table.iter_rows(named=True)}
        for first, second, *numbers in (re.sub(r"\[.*?\]", "", row).split() for row in rows):
            its, turned = known[first, second], known[second, first]
            values = [its["tau_b"], its["tau_ap"], turned["tau_ap"], its["spearman"], its["rbo"]]
            assert numbers == [number(value) for value in values]


def test_power():
    found = power(drawn(3, n_queries=12), tests=["t", "tukey-hsd"], corrections=["none", "holm"])
    told = lines(found, is_detailed=True)
    assert told[0] == "Discriminative power: share of pairs of systems that differ significantly (α = 0.05)"
    assert re.split("  +", told[1]) == ["measure", "paired t test, uncorrected", "paired t test, Holm", "Tukey HSD"]
    of = {tuple(row[:3]): row[3] for row in found.table.select("measure", "test", "correction", "power").rows()}
    shown = [line.split() for line in told[2:5]]
    ways = (("t", "none"), ("t", "holm"), ("tukey-hsd", "none"))
    for measure, *values in shown:
        assert values == [share(of[measure, *way]) for way in ways]
    first = [of[measure, "t", "none"] for measure, *_ in shown]
    assert first == sorted(first, reverse=True)
    assert told[6] == "Discriminative power: numbers"
    assert len(told[8:-1]) == 9


def test_power_with_one_test_each():
    runs = {"one": {"q1": ["a"], "q2": ["a"]}, "two": {"q1": ["b", "a"], "q2": ["b", "a"]}}
    judged = {"q1": {"a": 1}, "q2": {"a": 1}}
    found = power([ax.evaluate(judged, runs, "AP"), ax.prefer(judged, runs, "lexirecall")])
    told = lines(found)
    assert re.split("  +", told[1]) == ["measure", "power", "test"]
    assert {tuple(re.split("  +", line)) for line in told[2:4]} == {
        ("AP", "–", "paired t test, Holm"),
        ("lexirecall", "0.0%", "sign test, Holm"),
    }
    known = power_of_p_values(pl.DataFrame({"x_y": [0.01, 0.5], "z": [0.01, 0.02]}))
    assert lines(known)[1:] == ["measure  uncorrected", "z             100.0%", "x_y            50.0%", ""]
    assert r"x\_y & 50.0\% \\" in lines(known, "latex")


def test_degradation():
    columns = ["ties", "agreement", "same", "tau", "power", "power_kept"]
    rows = [
        (measure, left, 2, *([value] * len(columns)))
        for measure, value in (("AP", 0.5), ("SL3", NAN))
        for left in (1.0, 0.5, 0.125)
    ]
    table = pl.DataFrame(rows, schema=["measure", "share", "samples", *columns], orient="row")
    told = lines(Finding("degradation", table))
    assert told[:5] == [
        "Share of comparisons of two lists that tie",
        "labels left     AP  SL3",
        "       100%  50.0%    –",
        "        50%  50.0%    –",
        "      12.5%  50.0%    –",
    ]
    assert "      12.5%  0.500    –" in told
    assert len(told) == 6 * 6


def test_scenarios():
    rows = [
        (scenario, measure, value, value - 0.1, value + 0.1, 3)
        for scenario, values in (("official", (0.1, 0.2, 0.3)), ("all", (0.5, 0.7, NAN)), ("all-50", (0.9, 0.8, 0.7)))
        for measure, value in zip(("AP", "RR", "P_x"), values, strict=True)
    ]
    table = pl.DataFrame(rows, schema=["scenario", "measure", "value", "low", "high", "samples"], orient="row")
    found = Finding("scenarios", table)
    assert lines(found) == [
        "Metric unanimity in scenarios",
        "measure  official     all  all-50",
        "RR         0.2000  0.7000  0.8000",
        "AP         0.1000  0.5000  0.9000",
        "P_x        0.3000       –  0.7000",
        "",
    ]
    assert "| P\\_x | 0.3000 | – | 0.7000 |" in lines(found, "markdown")
    assert "all       RR       0.7000  [0.6000, 0.8000]        3" in lines(found, is_detailed=True)
    some = Finding("scenarios", table.filter(pl.col("scenario") != "all"))
    assert [line.split()[0] for line in lines(some)[2:5]] == ["AP", "RR", "P_x"]


def test_anything_else_is_a_table():
    table = pl.DataFrame({"what": ["a_b", None], "value": [0.5, NAN], "n": [1, 2]})
    found = Finding("advice", table)
    assert lines(found) == ["what   value  n", "a_b   0.5000  1", "           –  2", ""]
    assert lines(found, "markdown")[2:4] == [r"| a\_b | 0.5000 | 1 |", "| | – | 2 |"]
    assert lines(found, "latex")[5] == r"a\_b & 0.5000 & 1 \\"


@pytest.mark.parametrize("form", get_args(Form))
def test_names_of_measures_are_escaped(form):
    names = ["nDCG(gain=exp)@10", "a|b_c", "<b>", "50%$"]
    rng = np.random.default_rng(1)
    values = frame({name: rng.random((4, 5)).tolist() for name in names})
    found = [unanimity(values), ties(values), agreement(values), correlation(values), power(values), compare(values)]
    for each in [*found, concordance(values, names[0])]:
        text = write_finding(each, form, is_detailed=True)
        if form == "markdown":
            assert "<b>" not in text
            assert "$" not in text
            assert "a|b" not in text
        if form == "latex":
            shown = [line for line in text.split("\n") if not line.startswith("%")]
            assert not any(re.search(r"(?<!\\)[%_|]", line) for line in shown)
            assert all(line.count("$") % 2 == line.count(r"\$") % 2 for line in shown)
            assert all(line.isascii() for line in shown)


def test_numbers():
    told = [number(value) for value in (0.5, -0.5, 3e-5, -3e-5, 1e-15, -1e-15, NAN, 12345.6)]
    assert told == ["0.5000", "−0.5000", "3.0e-05", "−3.0e-05", "0.0000", "0.0000", "–", "12345.6000"]
    assert [rounded(value, 2) for value in (-0.001, 0.999, NAN)] == ["0.00", "1.00", "–"]
    assert [p_value(value) for value in (0.0, 0.00009, 0.0001, 1.0, NAN)] == [
        "<0.0001",
        "<0.0001",
        "0.0001",
        "1.0000",
        "–",
    ]
    assert [share(value) for value in (0.0, 0.0002, 0.5, 0.9999, 1.0, NAN)] == [
        "0.0%",
        "<0.1%",
        "50.0%",
        ">99.9%",
        "100.0%",
        "–",
    ]
    assert [interval(-1, 2), interval(0.5, 1, is_share=True), interval(NAN, 1)] == [
        "[−1.0000, 2.0000]",
        "[50.0%, 100.0%]",
        "–",
    ]


def test_wide_tables_go_on_below():
    found = agreement(drawn(30), resamples=0)
    told = lines(found)
    assert max(map(len, told)) <= 120
    heads = [line.split() for line in told if line.split()[:2] == ["#", "measure"]]
    assert len(heads) == 2
    assert [column for head in heads for column in head[2:]] == [str(place + 1) for place in range(30)]


def test_long_marks_are_broken_at_commas():
    mark = ",".join(map(str, range(100, 140)))
    wide = Column("value", [Cell("0.25", "a"), Cell("0.5", mark)])
    text = write_sheets([Sheet("", [names("", ["one", "two"]), wide])], "table")
    assert max(map(len, text.split("\n"))) <= 120
    assert "100, 101, 102" in text
    assert re.sub(r"[^\d,]", "", text.partition("100")[2]) == mark.removeprefix("100")
