"""Nothing overlaps, nothing is cut, and all can be read: wide and narrow, by day and by night."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.reports import Report
from tests.browser.visit import TABS, Visit

LOOKS = (Path(__file__).parent / "looks.js").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "width"),
    [("demo", 1280), ("demo", 768), ("demo", 390), ("hostile", 1280), ("hostile", 390), ("hostile_values", 390)],
)
def test_nothing_overlaps_or_is_cut(
    visit: Callable[..., Visit], request: pytest.FixtureRequest, tmp_path: Path, name: str, width: int
) -> None:
    assert_looks_well(visit(request.getfixturevalue(name), width=width), tmp_path, f"{name}-{width}")


@pytest.mark.parametrize("name", ["demo", "hostile"])
def test_all_can_be_read_in_the_dark(
    visit: Callable[..., Visit], request: pytest.FixtureRequest, tmp_path: Path, name: str
) -> None:
    report: Report = request.getfixturevalue(name)
    assert_looks_well(visit(report, scheme="dark"), tmp_path, f"{name}-dark")


def assert_looks_well(page: Visit, folder: Path, name: str) -> None:
    found = []
    for tab in TABS:
        page.open(tab)
        looks = page.page.evaluate(LOOKS)
        found += [f"{tab}: {problem}" for problem in looks["shape"] + looks["contrast"]]
        page.keep_picture(f"{name}-{tab}", folder if found else None)
    assert found == []


def test_charts_follow_the_width_of_the_window(visit: Callable[..., Visit], small: Report) -> None:
    page = visit(small)
    page.open("systems")
    page.page.set_viewport_size({"width": 390, "height": 900})
    page.page.wait_for_function("() => document.querySelector('#differences svg').clientWidth < 390")
    page.settle()
    assert page.page.evaluate(LOOKS) == {"shape": [], "contrast": []}
