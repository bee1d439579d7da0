"""The lists of one query: what the cells say is in the runs, in the judgments, and in explain."""

from __future__ import annotations

import re
from collections.abc import Callable

import polars as pl
import pytest

import axiometer as ax
from tests.browser.reports import Report
from tests.browser.visit import Visit, is_shown

Visits = Callable[..., Visit]
MEASURE, QUERY = "nDCG@10", "17"


@pytest.fixture
def opened(visit: Visits, small: Report) -> Visit:
    page = visit(small)
    page.choose("#measure", MEASURE)
    page.open("query")
    go_to(page, QUERY)
    return page


def go_to(page: Visit, query: str) -> None:
    page.page.fill("#query", query)
    page.press("Enter")


def list_of(report: Report, system: str, query: str) -> list[str]:
    runs = report.runs.filter((pl.col("system") == system) & (pl.col("query") == query))  # type: ignore[union-attr]
    return runs.sort("score", "item", descending=True)["item"].to_list()


def grades_of(report: Report, query: str) -> dict[str, dict[str, float]]:
    """Give the grades of each judged item, by aspect."""
    found: dict[str, dict[str, float]] = {}
    judged = ax.Judgments.of(report.judgments).to_polars().filter(pl.col("query") == query)
    for item, aspect, grade in judged.select("item", "aspect", "grade").iter_rows():
        found.setdefault(item, {})[aspect] = grade
    return found


def shown_systems(page: Visit) -> list[str]:
    return [row[0] for row in page.rows("#strips table")]


def test_an_undefined_value_is_not_shown_as_0(opened: Visit) -> None:
    opened.choose("#measure", "AP")
    go_to(opened, "25")
    assert [row[1] for row in opened.rows("#strips table")] == ["undefined"] * 2
    assert opened.text("#contributions-told").count("AP is undefined here") == 2
    assert "contributed" not in (opened.page.get_attribute("#strips .cell", "aria-label") or "")


def test_cells_agree_with_runs_and_judgments(opened: Visit, small: Report) -> None:
    judged, kinds = grades_of(small, QUERY), set()
    for place, system in enumerate(shown_systems(opened)):
        cells = opened.page.locator("#strips tbody tr").nth(place).locator(".cell")
        labels = cells.evaluate_all("all => all.map(cell => [cell.getAttribute('aria-label'), cell.className])")
        items = list_of(small, system, QUERY)[:20]
        assert len(labels) == len(items)
        for rank, (item, (label, kind)) in enumerate(zip(items, labels, strict=True), 1):
            assert label.startswith(f"Rank {rank} of {system}: {item}; ")
            grades = judged.get(item)
            kinds.add(kind)
            if grades is None:
                assert "; not judged" in label
                assert "unjudged" in kind
                continue
            told = dict(re.findall(r"(\w+): grade ([\d.]+)", label.split("; ")[1]))
            assert {aspect: float(grade) for aspect, grade in told.items()} == grades
            assert ("relevant" in kind) == (max(grades.values()) > 0)
    assert kinds == {"cell relevant", "cell judged", "cell unjudged"}


def test_walking_over_cells_tells_what_explain_tells(opened: Visit, small: Report) -> None:
    system = shown_systems(opened)[0]
    why = ax.explain(small.judgments, small.runs, MEASURE, system, QUERY)
    gave = dict(why.contributions.group_by("rank").agg(pl.col("value").sum()).rows())
    opened.page.locator("#strips .cell").first.focus()
    for rank in range(1, 21):
        told = opened.text("#cell-told")
        assert told.startswith(f"Rank {rank} of {system}: ")
        assert is_shown(told.rpartition("contributed ")[2], gave.get(rank, 0.0))
        opened.press("ArrowRight")
    opened.press("ArrowDown")
    assert opened.text("#cell-told").startswith(f"Rank 20 of {shown_systems(opened)[1]}: ")
    assert is_shown(opened.rows("#strips table")[0][1], why.value)
    assert f"{system}: " in opened.text("#contributions-told")
    assert is_shown(opened.text("#contributions-told li").split()[1], why.value)


def test_the_same_item_is_marked_in_other_lists(opened: Visit, small: Report) -> None:
    first, second = (list_of(small, system, QUERY)[:20] for system in shown_systems(opened))
    shared = next(item for item in first if item in second)
    opened.page.locator("#strips tbody tr").first.locator(".cell").nth(first.index(shared)).hover()
    marked = opened.page.locator("#strips .same")
    assert marked.count() == 2
    assert f": {shared};" in (marked.nth(1).get_attribute("aria-label") or "")


def test_systems_can_be_added_and_left_out(opened: Visit) -> None:
    before = shown_systems(opened)
    new = next(system for system in ("s03", "s04", "s05") if system not in before)
    opened.choose("#add", new)
    assert shown_systems(opened) == [*before, new]
    assert new not in opened.page.locator("#add option").all_text_contents()
    assert {*before, new} <= {*opened.page.locator("#contributions svg text").all_text_contents()}
    opened.click(opened.page.get_by_role("button", name=f"Leave out {before[0]}"))
    opened.click(opened.page.get_by_role("button", name=f"Leave out {before[1]}"))
    assert shown_systems(opened) == [new]
    assert opened.page.get_by_role("button", name=f"Leave out {new}").is_disabled()


def test_previous_and_next_go_through_all_queries(opened: Visit, small: Report) -> None:
    queries = sorted(small.measured.queries, key=int)
    at = queries.index(QUERY)
    opened.click("#next")
    assert opened.page.input_value("#query") == queries[at + 1]
    opened.click("#previous")
    opened.click("#previous")
    assert opened.page.input_value("#query") == queries[at - 1]
    go_to(opened, queries[0])
    opened.click("#previous")
    assert opened.page.input_value("#query") == queries[-1]


def test_an_unknown_query_is_told_and_changes_nothing(opened: Visit) -> None:
    before = opened.rows("#strips table")
    address = opened.page.url
    go_to(opened, "no such query")
    message = "element => element.validationMessage"
    assert opened.page.eval_on_selector("#query", message) == "There is no query of this name."
    assert (opened.rows("#strips table"), opened.page.url) == (before, address)
    opened.click("#next")
    assert opened.page.eval_on_selector("#query", message) == ""
    assert opened.rows("#strips table") != before


def test_the_values_follow_the_measure(opened: Visit, small: Report) -> None:
    values = {tuple(row[:3]): row[3] for row in small.measured.to_polars().iter_rows()}
    for name in small.names:
        opened.choose("#measure", name)
        assert opened.heads("#strips table")[1] == name
        assert opened.rows("#strips table")
        for system, shown, *_ in opened.rows("#strips table"):
            assert is_shown(shown, values[system, QUERY, name])
