"""Where ratings were the input, all that a page says and hands over is of users."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import axiometer as ax
from axiometer.simulate import RatingsWorld, simulate_ratings
from tests.browser.reports import written
from tests.browser.test_taking import taken
from tests.browser.visit import TABS, Visit

WORDS: Final = """() => [...document.querySelectorAll("header, main")].map(part => [
  part.innerText, ...[...part.querySelectorAll("svg text")].map(each => each.textContent),
  ...[...part.querySelectorAll("[aria-label], [title]")].flatMap(
    each => [each.ariaLabel, each.title])].join("\\n")).join("\\n")"""


def test_users_and_no_queries(visit: Callable[..., Visit], tmp_path: Path) -> None:
    rated = simulate_ratings(RatingsWorld(users=12, items=200, ratings=(10, 20), systems=3, depth=10))
    judgments = ax.read_ratings(rated.train, rated.test, rated.aspects)
    measured = ax.evaluate(judgments, rated.runs, "nDCG@5 RR")
    page = visit(written(tmp_path, measured, rated.runs, judgments))
    for tab in TABS[:3]:
        page.open(tab)
        said = page.page.evaluate(WORDS)
        assert "user" in said.lower()
        assert not re.findall(r"(?i).*quer(?:y|ies).*", said), tab
    assert page.text("#tab-query") == "User"
    assert taken(page, "values", tmp_path).columns == ["system", "user", "measure", "value"]
    assert "users" in taken(page, "leaderboard", tmp_path).columns
