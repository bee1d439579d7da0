"""What can be taken along: texts to copy, and tables as files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import axiometer as ax
from tests.browser.reports import Report
from tests.browser.visit import Visit

Visits = Callable[..., Visit]
NAMES = dict.fromkeys(("system", "query", "measure", "left", "right", "groups"), pl.String)
KEY = ["system", "query", "measure"]


def taken(page: Visit, name: str, folder: Path) -> pl.DataFrame:
    page.open("cite")
    with page.page.expect_download() as download:
        page.page.click(f"[data-download={name}]")
    assert download.value.suggested_filename == f"{name}.csv"
    path = folder / f"{name}.csv"
    download.value.save_as(path)
    return pl.read_csv(path, schema_overrides=NAMES)


@pytest.mark.parametrize("name", ["small", "hostile"])
def test_values_are_taken_along_exactly(
    visit: Visits, request: pytest.FixtureRequest, tmp_path: Path, name: str
) -> None:
    report: Report = request.getfixturevalue(name)
    expected = report.measured.to_polars()
    found = taken(visit(report), "values", tmp_path)
    assert_frame_equal(found.sort(KEY), expected.sort(KEY), check_exact=True)


def test_undefined_values_are_taken_along_as_nan(visit: Visits, small: Report, tmp_path: Path) -> None:
    found = taken(visit(small), "values", tmp_path)
    n_undefined = small.measured.to_polars()["value"].is_nan().sum()
    assert found["value"].is_nan().sum() == n_undefined > 0


def test_means_are_taken_along(visit: Visits, small: Report, tmp_path: Path) -> None:
    found = taken(visit(small), "leaderboard", tmp_path)
    expected = small.measured.mean().select("system", "measure", "value", "queries")
    assert_frame_equal(
        found.select("system", "measure", value="mean", queries="queries").sort("system", "measure"),
        expected.sort("system", "measure"),
        check_dtypes=False,
        rel_tol=1e-12,
    )


def test_pairs_are_taken_along(visit: Visits, small: Report, tmp_path: Path) -> None:
    found = taken(visit(small), "pairs", tmp_path)
    key = ["measure", "left", "right"]
    expected = ax.compare(small.measured).table.select(found.columns).with_columns(pl.selectors.float().fill_nan(None))
    assert_frame_equal(found.sort(key), expected.sort(key), rel_tol=1e-4)


def test_texts_are_copied(visit: Visits, small: Report) -> None:
    page = visit(small)
    for name in ("cite-bibtex", "cite-command"):
        page.open("cite")
        text = page.text(f"#{name}")
        assert text
        button = page.page.locator(f"[data-copies='#{name}']")
        button.click()
        page.page.wait_for_selector(f"[data-copies='#{name}'] >> text=Copied")
        page.open("query")
        page.page.fill("#query", "")
        page.page.focus("#query")
        page.page.keyboard.press("ControlOrMeta+v")
        # A field of one line has spaces for the ends of lines.
        assert page.page.input_value("#query") == " ".join(text.splitlines())
