"""The command makes such a page, also of saved values, which have no lists."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from typer.testing import CliRunner

from axiometer.cli.main import app
from tests.browser.reports import Report
from tests.browser.visit import TABS, Visit, is_shown

Visits = Callable[..., Visit]


def assert_made(*words: str) -> None:
    found = CliRunner().invoke(app, ["report", *words])
    assert found.exit_code == 0, found.output


def test_the_command_makes_a_page_of_files(visit: Visits, tmp_path: Path) -> None:
    (tmp_path / "judgments.txt").write_text("q 0 a 1\nq 0 b 0\nr 0 a 2\n")
    for system, items in {"one": "ab", "two": "ba"}.items():
        lines = [f"{query} Q0 {item} {rank} {9 - rank} {system}" for query in "qr" for rank, item in enumerate(items)]
        (tmp_path / f"{system}.run").write_text("\n".join(lines) + "\n")
    path = tmp_path / "page.html"
    files = [str(tmp_path / name) for name in ("judgments.txt", "one.run", "two.run")]
    assert_made(*files, "-m", "RR", "--title", "Two & two", "--axioms", "none", "--output", str(path))
    page = visit(Report(path, None))
    assert page.text("h1") == "Two & two"
    assert [row[:3] for row in page.rows("#leaderboard table")] == [["1", "one", "1.0000"], ["2", "two", "0.5000"]]
    assert "name several" in page.text("#panel-overview")
    for tab in TABS:
        page.open(tab)
    page.open("query")
    page.page.fill("#query", "r")
    page.press("Enter")
    assert [row[2:4] for row in page.rows("#strips table")] == [["2", ""], ["", "2"]]


def test_a_page_of_saved_values_has_no_lists_and_says_so(visit: Visits, small: Report, tmp_path: Path) -> None:
    values, path = tmp_path / "values.parquet", tmp_path / "page.html"
    small.measured.to_polars().write_parquet(values)
    assert_made(str(values), "--axioms", "none", "--output", str(path))
    page = visit(Report(path, None))
    page.open("query")
    assert "saved values, which have no ranked lists" in page.text("#panel-query")
    page.open("systems")
    assert page.page.is_visible("#differences svg")
    assert page.page.locator("#pair-queries tbody button").count() == 0
    page.choose("#measure", "AP")
    means = dict(small.measured.mean(undefined="drop").filter(measure="AP").select("system", "value").rows())
    row = next(row for row in page.rows("#pair-measures table") if row[0] == "AP")
    assert is_shown(row[1], means[page.heads("#pair-measures table")[1]])
