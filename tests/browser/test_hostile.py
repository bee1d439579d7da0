"""Names are text: none runs, none breaks the page, and all of their letters are seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from tests.browser import reports
from tests.browser.reports import SAVED_MEASURES, WITH_SPACES, WITHOUT_SPACES, Report
from tests.browser.visit import TABS, Visit

Visits = Callable[..., Visit]
BOARD = "#leaderboard table"
SEEN_AS = {
    "\u202eexe.gpj": "\\u202eexe.gpj",
    "bell\x07escape\x1b[31m": "bell\\x07escape\\x1b[31m",
    "two\nlines": "two\\nlines",
    " ": "␣",
}
"""Letters that do not show, or that turn the line, are written as what they are."""


def seen(name: str) -> str:
    return SEEN_AS.get(name, name)


def walk(page: Visit) -> None:
    """Open all tabs, and what is folded."""
    for tab in TABS:
        page.open(tab)
    for summary in page.page.locator("#panel-overview details:not(.vega-embed details) > summary").all():
        if summary.is_visible():
            summary.click()


@pytest.mark.parametrize("name", ["hostile", "hostile_values"])
def test_names_are_shown_letter_by_letter(visit: Visits, request: pytest.FixtureRequest, name: str) -> None:
    report: Report = request.getfixturevalue(name)
    page = visit(report)
    expected = {seen(each) for each in WITH_SPACES if name == "hostile_values" or each != " "}
    assert set(page.column(BOARD, "system")) == expected
    walk(page)


def test_any_system_and_query_can_be_chosen(visit: Visits, hostile: Report) -> None:
    page = visit(hostile)
    names = [seen(name) for name in WITH_SPACES if name != " "]
    page.open("systems")
    for left, right in zip(names[::4], names[3::4], strict=False):
        page.choose("#left", left)
        page.choose("#right", right)
        assert page.heads("#pair-queries table")[1:3] == [left, right]
        assert left in (page.page.get_attribute("#differences", "aria-label") or "")
    page.open("query")
    for _ in range(3):
        page.click("#next")
        page.page.locator("#strips .cell").nth(3).hover()
        assert page.text("#cell-told").startswith("Rank 4 of ")


def test_measures_may_have_any_name(visit: Visits, hostile_values: Report) -> None:
    page = visit(hostile_values)
    for name in SAVED_MEASURES:
        page.choose("#measure", name)
        assert page.heads(BOARD)[2] == name
        page.open("systems")
        assert page.page.locator("#scatter .mark-symbol path").count() == len(WITH_SPACES)
        page.open("overview")


def test_files_of_trec_with_such_names(visit: Visits, tmp_path: Path) -> None:
    from axiometer import evaluate, read_judgments, read_runs

    names = [name for name in WITHOUT_SPACES if name.isprintable() or "\u202e" in name]
    run, judgments = tmp_path / "hostile.run", tmp_path / "hostile.qrels"
    lines = [
        f"{query} Q0 {item} {rank} {100 - rank} {system}"
        for at, system in enumerate(names)
        for query in names[:4]
        for rank, item in enumerate([*names[at:], *names[:at]], 1)
    ]
    run.write_text("\n".join(lines) + "\n", encoding="utf-8")
    judged = [f"{query} 0 {item} {at % 2}" for query in names[:4] for at, item in enumerate(names)]
    judgments.write_text("\n".join(judged) + "\n", encoding="utf-8")
    runs, read = read_runs(run).to_polars(), read_judgments(judgments)
    report = reports.written(tmp_path, evaluate(read, runs, "AP P@3"), runs, read, title=names[0])
    page = visit(report)
    assert set(page.column(BOARD, "system")) == {seen(name) for name in names}
    assert page.page.title() == names[0]
    walk(page)


def test_saved_values_from_a_file(visit: Visits, hostile_values: Report, tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    hostile_values.measured.write_parquet(path)
    page = visit(reports.written(tmp_path, pl.read_parquet(path), title="</title><script>window.hacked=1</script>"))
    assert page.page.title() == "</title><script>window.hacked=1</script>"
    walk(page)
    assert "no ranked lists" in page.text("#panel-query")
