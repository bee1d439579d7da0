"""Measures measured: axioms with their cases, tables that sort, and charts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.reports import Report
from tests.browser.visit import Visit, number


@pytest.fixture
def opened(visit: Callable[..., Visit], demo: Report) -> Visit:
    page = visit(demo)
    page.open("measures")
    return page


def test_a_sign_opens_its_case(opened: Visit, demo: Report) -> None:
    signs = opened.page.locator("table.matrix a.sign")
    assert signs.count() == len(demo.names)
    for at in range(signs.count()):
        sign = signs.nth(at)
        case = opened.text(sign.get_attribute("href") or "")
        opened.click(sign)
        dialog = opened.page.locator("dialog.case")
        assert dialog.get_by_role("heading").text_content() == sign.get_attribute("aria-label")
        assert case.strip()
        assert case in dialog.locator("pre").all_text_contents()
        opened.page.keyboard.press("Escape")
        dialog.wait_for(state="detached")


def test_the_link_of_a_sign_leads_to_its_case(visit: Callable[..., Visit], demo: Report) -> None:
    page = visit(demo, fragment="#axiom-case-2")
    assert page.page.is_visible("#panel-measures")
    assert page.page.is_visible("#axiom-case-2")


def test_a_case_opens_and_closes_by_keyboard(opened: Visit) -> None:
    sign = opened.page.locator("table.matrix a.sign").first
    sign.focus()
    opened.press("Enter")
    assert opened.page.locator("dialog.case").is_visible()
    assert opened.focused() == "Close"
    opened.press("Enter")
    opened.page.locator("dialog.case").wait_for(state="detached")
    assert sign.evaluate("sign => sign === document.activeElement")


def test_tables_of_findings_sort(opened: Visit) -> None:
    table = opened.page.locator("section.finding table.sortable").first
    head = table.locator("th.number").first
    for direction in ("descending", "ascending"):
        opened.click(head.locator("button"))
        assert head.get_attribute("aria-sort") == direction
        values = [number(each) for each in table.locator("tbody tr td:nth-child(2)").all_text_contents()]
        assert values == sorted(values, reverse=direction == "descending")
        assert len(values) > 2


def test_each_finding_has_its_chart(opened: Visit) -> None:
    places = opened.page.locator("#panel-measures [data-chart]:visible")
    assert places.count() >= 4
    for at in range(places.count()):
        assert places.nth(at).get_attribute("aria-label")
        assert places.nth(at).locator("svg.marks path").count() > 2
