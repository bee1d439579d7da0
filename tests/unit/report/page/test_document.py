from __future__ import annotations

import base64
import hashlib
import re
import sys
from html.parser import HTMLParser

import polars as pl
import pytest

from axiometer.engines.evaluator import evaluate
from axiometer.errors import UsageError
from axiometer.meta.finding import Finding
from axiometer.report.page import document
from axiometer.report.page.document import make_report
from axiometer.report.page.gathering import Choices

HOSTILE = '"><script>window.hacked=1</script>'
JUDGMENTS = {str(n): {f"a{HOSTILE}": 2, "b": 1} for n in range(5)}
RUNS = {
    f"one{HOSTILE}": {str(n): [f"a{HOSTILE}", "b"] for n in range(5)},
    "two": {str(n): ["b", f"a{HOSTILE}"] if n else ["x"] for n in range(5)},
}


class Reader(HTMLParser):
    """Collects what a browser would run, or fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.policy = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if ("http-equiv", "Content-Security-Policy") in attrs:
            self.policy = dict(attrs)["content"] or ""


@pytest.fixture(scope="module")
def written() -> str:
    choices = Choices(title=f"Title {HOSTILE}", cases=20)
    return make_report(
        evaluate(JUDGMENTS, RUNS, "nDCG@2 AP"), JUDGMENTS, RUNS, choices=choices, command=["axiometer", HOSTILE]
    )


def test_only_the_scripts_of_the_page_may_run(written):
    found = Reader(written)
    scripts = re.findall(r"<script>(.*?)</script>", written, flags=re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    assert len(scripts) == 2
    assert all(f"'sha256-{each}'" in found.policy for each in hashes)
    assert "default-src 'none'" in found.policy
    assert [attributes for tag, attributes in found.tags if tag == "script"] == [
        {"type": "text/plain", "id": "data"},
        {},
        {},
    ]
    assert not [name for _, attributes in found.tags for name in attributes if name.startswith("on")]


def test_nothing_is_fetched(written):
    fetching = {"src", "srcset", "data", "action", "poster"}
    found = Reader(written)
    assert not [(tag, name) for tag, attributes in found.tags for name in attributes if name in fetching]
    assert not [tag for tag, _ in found.tags if tag in {"link", "iframe", "object", "embed", "base", "img"}]
    assert all((attributes["href"] or "").startswith("#") for tag, attributes in found.tags if tag == "a")


def test_every_tab_has_its_panel(written):
    tags = Reader(written).tags
    tabs = [attributes for _, attributes in tags if attributes.get("role") == "tab"]
    panels = {attributes["id"] for _, attributes in tags if attributes.get("role") == "tabpanel"}
    assert [tab["data-tab"] for tab in tabs] == [*document.TABS]
    assert {tab["aria-controls"] for tab in tabs} == panels


def test_ids_are_given_once(written):
    ids = [attributes["id"] for _, attributes in Reader(written).tags if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_the_same_twice(written):
    again = make_report(
        evaluate(JUDGMENTS, RUNS, "nDCG@2 AP"),
        JUDGMENTS,
        RUNS,
        choices=Choices(title=f"Title {HOSTILE}", cases=20),
        command=["axiometer", HOSTILE],
    )
    assert again == written


def test_without_the_program_that_draws_the_way_to_it_is_told(monkeypatch):
    document._vega.cache_clear()
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(UsageError, match=r"axiometer\[plots\]"):
        document._vega()


def test_saved_values_have_no_lists_and_the_page_says_so():
    written = make_report(evaluate(JUDGMENTS, RUNS, "AP").to_polars(), choices=Choices(axioms="none"))
    assert "which have no ranked lists" in written
    assert "No axioms were checked" in written
    assert "There is only one measure" in written
    assert "made from Python" in written


def test_a_finding_without_a_drawing_has_no_chart():
    assert document._charts(Finding("traits", pl.DataFrame())) is None
