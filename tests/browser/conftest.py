"""What the tests in a browser share: the browser, the reports, and visits that end without complaint."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import reports
from tests.browser.reports import Report

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a window."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.skip("playwright is not installed")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip(f"there is no browser: none of {', '.join(BROWSERS)} is installed")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens reports; after the test, none of them may have complained or asked for anything."""
    from tests.browser.visit import Visit

    opened: list[Visit] = []

    def open_report(report: Report, **how: Any) -> Visit:
        opened.append(Visit(browser, report.path, **how))
        return opened[-1]

    yield open_report
    for each in opened:
        each.end()


@pytest.fixture(scope="session")
def demo(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Report:  # noqa: ARG001
    """The collection of the demonstration, with all that a page can have."""
    return reports.demo(tmp_path_factory.mktemp("demo"))


@pytest.fixture(scope="session")
def small(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Report:  # noqa: ARG001
    """Six systems and 25 queries, one without a relevant item."""
    return reports.small(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="session")
def hostile(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Report:  # noqa: ARG001
    """Names that would do harm if they were more than text."""
    return reports.hostile(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="session")
def hostile_values(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Report:  # noqa: ARG001
    """Saved values with such names, also of measures."""
    return reports.hostile_values(tmp_path_factory.mktemp("hostile_values"))


@pytest.fixture(scope="session")
def covid(browser: Any, shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Report:  # noqa: ARG001
    """A real collection of 143 systems."""
    return reports.covid(tmp_path_factory.mktemp("covid"), shared_data)
