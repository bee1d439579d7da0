"""Many systems and queries: the page stays small, and says what it has no room for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from axiometer.report.page import selection
from tests.browser import reports
from tests.browser.test_looks import assert_looks_well
from tests.browser.visit import TABS, Visit

Visits = Callable[..., Visit]
BOARD = "#leaderboard table"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_a_real_collection_looks_well(
    visit: Visits, covid: reports.Report, tmp_path: Path, width: int, scheme: str
) -> None:
    page = visit(covid, width=width, scheme=scheme)
    assert_looks_well(page, tmp_path, f"covid-{width}-{scheme}")


def test_all_systems_of_a_real_collection_are_there(visit: Visits, covid: reports.Report) -> None:
    page = visit(covid)
    assert len(page.rows(BOARD)) == 40
    page.click("#leaderboard .rest button")
    assert set(page.column(BOARD, "system")) == set(covid.measured.systems)
    page.page.fill("#find", "bm25")
    assert len(page.rows(BOARD)) == sum("bm25" in name.lower() for name in covid.measured.systems)


def test_a_real_collection_sorts_and_compares(visit: Visits, covid: reports.Report) -> None:
    page = visit(covid)
    page.click(page.head(BOARD, "AP").get_by_role("button"))
    best = covid.measured.table().sort("AP", descending=True)["system"].to_list()
    assert page.column(BOARD, "system")[:5] == best[:5]
    page.open("systems")
    told, drawn = page.text("#pair-told"), page.page.inner_html("#differences svg")
    page.choose("#left", best[2])
    page.choose("#right", best[60])
    assert page.text("#pair-told") != told
    assert best[60] in page.text("#pair-told")
    assert page.page.inner_html("#differences svg") != drawn


def test_twenty_systems_and_250_queries_fit(visit: Visits, tmp_path: Path) -> None:
    report = reports.wide(tmp_path)
    assert report.path.stat().st_size < 8_000_000
    page = visit(report)
    assert page.page.locator("#left-out").count() == 0
    for tab in TABS:
        page.open(tab)


def test_what_is_left_out_is_said(visit: Visits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "FEWEST_SYSTEMS", 2)
    monkeypatch.setattr(selection, "MOST_VALUES", 120)
    monkeypatch.setattr(selection, "MOST_CELLS", 120)
    page = visit(reports.small(tmp_path))
    told = page.text("#panel-overview h2#left-out + ul")
    assert "2 best of 6 systems by nDCG@10" in told
    assert "first 2 of 5 measures" in told
    assert "3 queries of 25" in told
    best = page.column(BOARD, "system")
    assert len(best) == 6
    page.open("systems")
    assert page.page.is_visible("#differences svg")
    page.choose("#right", best[4])
    assert "see what was left out" in page.text("#pair-queries")
    assert "better by nDCG@10" in page.text("#pair-told")
    assert not page.page.is_visible("#differences")
    page.choose("#right", best[1])
    page.choose("#measure", "P@5")
    assert "see what was left out" in page.text("#pair-queries")
    page.open("query")
    assert_lists_left_out(page, best)


def assert_lists_left_out(page: Visit, best: list[str]) -> None:
    kept = page.page.evaluate("() => data.lists.queries.map(query => data.queries[query])")
    other = next(query for query in map(str, range(1, 26)) if query not in kept)
    assert len(kept) == 3
    for query in (other, kept[0]):
        page.page.fill("#query", query)
        page.press("Enter")
        assert page.page.is_visible("#strips") == (query != other)
        assert ("See what was left out" in page.text("#query-told")) == (query == other)
    assert page.page.locator("#add option").all_text_contents() == ["Add a system …"]
    page.open("systems")
    page.choose("#left", best[3])
    page.open("query")
    page.click("#next")
    assert f"no lists of {best[3]}" in page.text("#query-told")
