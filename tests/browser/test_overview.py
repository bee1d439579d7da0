"""The leaderboard: it has the numbers of evaluate, it sorts, and it follows the chosen measure."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
import pytest

import axiometer as ax
from tests.browser.reports import Report
from tests.browser.visit import Visit, is_shown, number

Visits = Callable[..., Visit]
BOARD = "#leaderboard table"


def means_of(report: Report, measure: str) -> dict[str, float]:
    return dict(report.measured.mean().filter(pl.col("measure") == measure).select("system", "value").rows())


def test_the_leaderboard_has_the_means_of_the_chosen_measure(visit: Visits, small: Report) -> None:
    page = visit(small)
    for measure in reversed(small.names):
        page.choose("#measure", measure)
        assert_means(page, small, measure)


def assert_means(page: Visit, small: Report, measure: str) -> None:
    assert page.heads(BOARD)[:3] == ["rank", "system", measure]
    for name in small.names:
        means = means_of(small, name)
        shown = dict(zip(page.column(BOARD, "system"), page.column(BOARD, name), strict=True))
        assert shown.keys() == means.keys()
        assert all(is_shown(shown[system], means[system]) for system in means)
    expected = sorted(means_of(small, measure).values(), reverse=measure != "SL3")
    assert [number(each) for each in page.column(BOARD, measure)] == pytest.approx(expected, abs=1e-4)


def test_columns_sort_by_mouse_and_by_keyboard(visit: Visits, small: Report) -> None:
    page = visit(small)
    means = means_of(small, "AP")
    worst_first = sorted(means, key=lambda system: means[system])
    head = page.head(BOARD, "AP")
    page.click(head.get_by_role("button"))
    assert head.get_attribute("aria-sort") == "descending"
    assert page.column(BOARD, "system") == worst_first[::-1]
    page.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert page.column(BOARD, "system") == worst_first
    page.click(page.head(BOARD, "system").get_by_role("button"))
    assert page.column(BOARD, "system") == sorted(means)
    assert page.page.locator(f"{BOARD} th[aria-sort]").count() == 1
    page.press("Space")
    assert page.column(BOARD, "system") == sorted(means, reverse=True)


def test_intervals_are_those_of_means(visit: Visits, small: Report) -> None:
    page = visit(small)
    told = page.page.eval_on_selector_all(f"{BOARD} .whisker", "all => all.map(e => e.getAttribute('aria-label'))")
    board = ax.meta.leaderboard(small.measured).table.filter(measure="nDCG@10")
    assert page.column(BOARD, "system") == board["system"].to_list()
    for text, low, high in zip(told, board["low"], board["high"], strict=True):
        assert all(map(is_shown, text.split(" to "), (low, high)))


def test_the_agreement_of_measures_is_that_of_correlation(visit: Visits, small: Report) -> None:
    page = visit(small)
    found = ax.meta.correlation(small.measured, resamples=0).table.select("first", "second", "tau_b").rows()
    names = small.names
    expected = {frozenset(pair[:2]): pair[2] for pair in found}
    cells = page.page.locator("#agreement .role-mark.mark-text text").all_text_contents()
    values = [1.0 if first == second else expected[frozenset({first, second})] for first in names for second in names]
    assert [number(each) for each in cells] == pytest.approx(values, abs=0.00501)


def test_the_name_of_a_system_leads_to_it(visit: Visits, small: Report) -> None:
    page = visit(small)
    system = page.column(BOARD, "system")[3]
    page.click(page.page.get_by_role("button", name=system, exact=True).first)
    assert page.page.is_visible("#panel-systems")
    assert page.page.eval_on_selector("#left", "select => select.selectedOptions[0].text") == system


def test_many_systems_can_be_looked_for(visit: Visits, demo: Report, hostile: Report) -> None:
    page = visit(demo)
    assert not page.page.is_visible("#find"), "twelve systems are seen at once"
    page = visit(hostile)
    page.page.fill("#find", "PROTO")
    assert page.column(BOARD, "system") == ["__proto__"]
    page.page.fill("#find", "")
    assert len(page.rows(BOARD)) == len(hostile.measured.systems)
