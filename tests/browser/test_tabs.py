"""Tabs by mouse and by keyboard, the address that remembers, the theme, and who uses no mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.reports import Report
from tests.browser.visit import TABS, Visit

Visits = Callable[..., Visit]
NAMED = {"button", "combobox", "textbox", "searchbox", "tab", "link", "tablist", "figure"}
"""The roles that must have a name."""


def assert_open(visit: Visit, tab: str) -> None:
    told = visit.page.eval_on_selector_all("[role=tab]", "all => all.map(e => [e.dataset.tab, e.ariaSelected])")
    assert told == [[each, str(each == tab).lower()] for each in TABS]
    seen = [each for each in TABS if visit.page.is_visible(f"#panel-{each}")]
    assert seen == [tab]


def test_a_click_opens_a_tab(visit: Visits, small: Report) -> None:
    page = visit(small)
    assert_open(page, "overview")
    for tab in (*TABS, *reversed(TABS)):
        page.open(tab)
        assert_open(page, tab)


@pytest.mark.parametrize("name", ["demo", "covid", "hostile"])
def test_keys_open_tabs(visit: Visits, request: pytest.FixtureRequest, name: str) -> None:
    page = visit(request.getfixturevalue(name))
    page.press("Tab")
    assert page.focused() == "tab-overview"
    outline = page.page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    for key, tab in [
        *(("ArrowRight", tab) for tab in (*TABS[1:], TABS[0])),
        *(("ArrowLeft", tab) for tab in reversed(TABS)),
        ("End", TABS[-1]),
        ("Home", TABS[0]),
    ]:
        page.press(key)
        assert page.focused() == f"tab-{tab}"
        assert_open(page, tab)


def test_tab_goes_from_the_chosen_tab_through_the_choices_into_the_panel(visit: Visits, small: Report) -> None:
    page = visit(small)
    page.open("systems")
    found = []
    for _ in range(5):
        page.press("Tab")
        found.append(page.focused())
    assert found == ["measure", "theme", "left", "swap", "right"]


def test_the_address_leads_to_what_was_seen(visit: Visits, small: Report) -> None:
    page = visit(small)
    page.choose("#measure", "AP")
    page.open("systems")
    page.choose("#left", "s05")
    page.choose("#right", "s03")
    page.open("query")
    page.page.fill("#query", "4")
    page.press("Enter")
    page.open("systems")
    told, fragment = page.text("#pair-told"), page.page.url.partition("#")[2]
    again = visit(small, fragment=f"#{fragment}")
    assert_open(again, "systems")
    assert again.text("#pair-told") == told
    assert again.page.eval_on_selector("#measure", "select => select.selectedOptions[0].text") == "AP"
    again.open("query")
    assert again.page.input_value("#query") == "4"
    again.page.reload()
    again.settle()
    assert_open(again, "query")
    again.page.evaluate("location.hash = '#tab=systems&measure=2&left=0&right=2'")
    again.settle()
    assert_open(again, "systems")
    chosen = "ids => ids.map(id => document.getElementById(id).selectedOptions[0].text)"
    assert again.page.evaluate(chosen, ["measure", "left", "right"]) == ["P@5", "s01", "s03"]


def test_an_address_that_names_nothing_is_passed_over(visit: Visits, small: Report) -> None:
    page = visit(small, fragment="#tab=none&measure=99&left=-1&right=x&query=1e9&systems=99.x.<img>")
    assert_open(page, "overview")
    page.open("systems")
    assert "better by nDCG@10" in page.text("#pair-told")
    page.open("query")
    assert page.rows("#strips table")


def test_the_theme_follows_the_system_and_the_button(visit: Visits, small: Report) -> None:
    paper = "() => getComputedStyle(document.body).backgroundColor"
    light, dark = visit(small), visit(small, scheme="dark")
    colours = [light.page.evaluate(paper), dark.page.evaluate(paper)]
    assert colours[0] != colours[1]
    for page, other, label in ((light, colours[1], "Light"), (dark, colours[0], "Dark")):
        page.click("#theme")
        assert page.page.evaluate(paper) == other
        assert page.text("#theme") == label


def test_a_page_can_be_heard(visit: Visits, demo: Report) -> None:
    page = visit(demo)
    assert page.page.get_attribute("html", "lang") == "en"
    assert page.page.locator("h1").count() == 1
    for tab in TABS:
        page.open(tab)
        tree = page.context.new_cdp_session(page.page).send("Accessibility.getFullAXTree")["nodes"]
        named = [node for node in tree if node.get("role", {}).get("value") in NAMED and not node["ignored"]]
        assert len(named) > 8
        assert [node for node in named if not node.get("name", {}).get("value")] == []


def test_on_paper_all_is_there_but_the_controls(visit: Visits, demo: Report) -> None:
    page = visit(demo)
    page.page.emulate_media(media="print")
    for tab in TABS:
        assert page.page.is_visible(f"#panel-{tab}")
        assert page.page.is_visible(f"#panel-{tab} > h2.printed")
    for control in (".bar", "#theme", "#swap", "#previous", "#next", "#add", ".copy", "[data-download]", ".remove"):
        assert not page.page.locator(control).first.is_visible(), control
    assert page.page.is_visible("#leaderboard button.link")
    cut = "all => all.filter(e => e.getBoundingClientRect().right > innerWidth).length"
    page.page.set_viewport_size({"width": 720, "height": 1000})
    assert page.page.eval_on_selector_all(".chart svg", cut) == 0
    written = page.page.pdf()
    assert written.startswith(b"%PDF")
    assert written.count(b"/Type /Page\n") > len(TABS)
