"""Two systems side by side: what the page says is what compare says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import polars as pl
import pytest

import axiometer as ax
from tests.browser.reports import Report
from tests.browser.visit import Visit, is_shown, number

Visits = Callable[..., Visit]


@pytest.fixture
def opened(visit: Visits, small: Report) -> Visit:
    page = visit(small)
    page.open("systems")
    return page


@pytest.fixture(scope="session")
def compared(small: Report) -> pl.DataFrame:
    return ax.compare(small.measured).table


def pair_of(compared: pl.DataFrame, measure: str, left: str, right: str) -> dict[str, Any]:
    return compared.row(
        by_predicate=(pl.col("measure") == measure) & (pl.col("left") == left) & (pl.col("right") == right), named=True
    )


def assert_probability(text: str, p: float) -> None:
    assert (p < 0.001) if text == "< 0.001" else abs(float(text) - p) <= 0.00050001


def values_of(report: Report, measure: str, system: str) -> dict[str, float]:
    values = report.measured.to_polars().filter((pl.col("measure") == measure) & (pl.col("system") == system))
    return dict(values.select("query", pl.col("value").fill_nan(0.0)).rows())


@pytest.mark.parametrize(("left", "right"), [("s01", "s04"), ("s02", "s06")])
def test_numbers_are_those_of_compare(opened: Visit, compared: pl.DataFrame, left: str, right: str) -> None:
    opened.choose("#left", left)
    opened.choose("#right", right)
    for row in opened.rows("#pair-measures table"):
        expected = pair_of(compared, row[0], left, right)
        assert is_shown(row[3], expected["difference"])
        assert_probability(row[4], expected["p_corrected"])
        assert [int(each) for each in row[5:]] == [expected[name] for name in ("wins", "ties", "losses")]


@pytest.mark.parametrize("measure", ["nDCG@10", "alpha_nDCG@10", "SL3"])
def test_the_verdict_is_that_of_compare(opened: Visit, compared: pl.DataFrame, measure: str) -> None:
    opened.choose("#measure", measure)
    opened.choose("#left", "s01")
    opened.choose("#right", "s04")
    expected = pair_of(compared, measure, "s01", "s04")
    told = opened.text("#pair-told .verdict")
    better, difference, low, high, rest, p = re.fullmatch(
        r"(\S+) is better by \S+: (\S+) \(95% interval (\S+) to (\S+)\), and that (.+) \(p (.+)\)\.", told
    ).groups()  # type: ignore[union-attr]
    assert better == ("s01" if (expected["difference"] > 0) != (measure == "SL3") else "s04")
    assert is_shown(difference, expected["difference"])
    assert is_shown(low, expected["low"])
    assert is_shown(high, expected["high"])
    assert_probability(p, expected["p_corrected"])
    assert rest == ("is significant" if expected["p_corrected"] < 0.05 else "may be chance")
    label = opened.page.get_attribute("#pair-told .tally", "aria-label")
    assert label == f"s01 wins {expected['wins']}, ties {expected['ties']}, loses {expected['losses']}"


def test_other_systems_change_text_charts_and_table(opened: Visit) -> None:
    def seen() -> list[str]:
        charts = [opened.page.inner_html(f"#{each} svg") for each in ("differences", "scatter")]
        labels = [opened.page.get_attribute(f"#{each}", "aria-label") or "" for each in ("differences", "scatter")]
        return [*charts, *labels, opened.text("#pair-told"), str(opened.rows("#pair-queries table"))]

    before = seen()
    opened.choose("#left", "s04")
    opened.choose("#right", "s06")
    after = seen()
    assert [old for old, new in zip(before, after, strict=True) if old == new] == []
    assert "s04 less s06" in after[2]


def test_swap_changes_sides(opened: Visit) -> None:
    opened.choose("#left", "s04")
    opened.choose("#right", "s06")
    before = opened.rows("#pair-measures table")
    opened.click("#swap")
    after = opened.rows("#pair-measures table")
    assert opened.heads("#pair-measures table")[1:3] == ["s06", "s04"]
    for old, new in zip(before, after, strict=True):
        assert [new[at] for at in (2, 1, 4, 7, 6, 5)] == [old[at] for at in (1, 2, 4, 5, 6, 7)]
        assert number(new[3]) == -number(old[3])


def test_a_system_beside_itself_is_nothing_to_compare(opened: Visit) -> None:
    opened.choose("#left", "s04")
    opened.choose("#right", "s04")
    assert opened.text("#pair-told") == "Choose two different systems."
    assert not opened.page.is_visible("#differences")
    opened.choose("#right", "s01")
    assert opened.page.is_visible("#differences svg")


def test_the_first_queries_are_those_that_differ_most(opened: Visit, small: Report) -> None:
    opened.choose("#measure", "alpha_nDCG@10")
    opened.choose("#left", "s01")
    opened.choose("#right", "s04")
    left, right = (values_of(small, "alpha_nDCG@10", system) for system in ("s01", "s04"))
    gaps = {query: left[query] - right[query] for query in left.keys() & right.keys()}
    rows = opened.rows("#pair-queries table")
    assert len(rows) == 20
    largest = sorted((abs(gap) for gap in gaps.values()), reverse=True)
    for row, size in zip(rows, largest[:20], strict=True):
        assert is_shown(row[3], gaps[row[0]])
        assert is_shown(row[4], size)
    opened.click("#pair-queries .rest button")
    assert {row[0] for row in opened.rows("#pair-queries table")} == gaps.keys()
    assert opened.page.locator("#differences .mark-rect path").count() == len(gaps)
    assert opened.page.locator("#scatter .mark-symbol path").count() == len(gaps)


def test_a_query_opens_with_the_lists_of_both(opened: Visit) -> None:
    opened.choose("#left", "s01")
    opened.choose("#right", "s04")
    query = opened.rows("#pair-queries table")[2][0]
    opened.click(opened.page.locator("#pair-queries tbody button").nth(2))
    assert opened.page.is_visible("#panel-query")
    assert opened.page.input_value("#query") == query
    assert [row[0] for row in opened.rows("#strips table")] == ["s01", "s04"]
