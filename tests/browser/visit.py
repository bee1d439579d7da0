"""A report opened in a browser: what a person does there, and what the page says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Route

TABS: Final = ("overview", "systems", "query", "measures", "cite")
OWN: Final = ("file:", "data:", "blob:")
DRAWN: Final = "() => stale.size === 0 && [...drawn.values()].every(turn => turn.view)"
"""All panels are drawn, and so are the charts of those whose place is there."""


class Visit:
    """One visit to a page, in a window of its own.

    Attributes
    ----------
    page
        The page, as Playwright drives it.
    complaints
        Errors and warnings of the page, and addresses that it asked for beyond itself.
    """

    def __init__(
        self, browser: Browser, path: Path, *, width: int = 1280, scheme: Any = "light", fragment: str = ""
    ) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.context.route("**/*", self._only_itself)
        self.page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.set_default_timeout(10_000)
        self.address = path.as_uri()
        self.page.goto(self.address + fragment)
        self.settle()

    def _only_itself(self, route: Route) -> None:
        address = route.request.url
        if address.startswith(OWN) and (not address.startswith("file:") or address.partition("#")[0] == self.address):
            route.continue_()
        else:
            self.complaints.append(f"asked for {address}")
            route.abort()

    def settle(self) -> None:
        """Wait until all is drawn."""
        self.page.wait_for_selector("html[data-ready]", state="attached")
        self.page.wait_for_function(DRAWN)

    def open(self, tab: str) -> None:
        """Open a tab with the mouse."""
        self.page.click(f"#tab-{tab}")
        self.settle()

    def choose(self, select: str, label: str) -> None:
        """Choose from a list."""
        self.page.select_option(select, label=label)
        self.settle()

    def click(self, what: str | Locator) -> None:
        """Click, and wait until all is drawn."""
        (self.page.locator(what) if isinstance(what, str) else what).click()
        self.settle()

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
        self.settle()

    def text(self, selector: str) -> str:
        """Give the text of an element, as it is in the page."""
        return self.page.locator(selector).first.text_content() or ""

    def rows(self, selector: str) -> list[list[str]]:
        """Give the cells of the body of a table."""
        rows: list[list[str]] = self.page.eval_on_selector(
            selector, "table => [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.textContent))"
        )
        return rows

    def heads(self, selector: str) -> list[str]:
        """Give the heads of the columns of a table."""
        heads: list[str] = self.page.eval_on_selector(
            selector, "table => [...table.tHead.rows[0].cells].map(cell => cell.textContent)"
        )
        return heads

    def head(self, selector: str, name: str) -> Locator:
        """Give the head of a column."""
        return self.page.locator(f"{selector} thead th").nth(self.heads(selector).index(name))

    def column(self, selector: str, head: str) -> list[str]:
        """Give one column of a table."""
        at = self.heads(selector).index(head)
        return [row[at] for row in self.rows(selector)]

    def focused(self) -> str:
        """Give the id of what has the focus, or its text."""
        found: str = self.page.evaluate("() => document.activeElement.id || document.activeElement.textContent")
        return found

    def keep_picture(self, name: str, folder: Path | None) -> None:
        """Take a picture of the whole page, into the folder if there is one, and where AXIOMETER_SCREENSHOTS says."""
        for wanted in filter(None, (folder, os.environ.get("AXIOMETER_SCREENSHOTS"))):
            self.page.screenshot(path=Path(wanted) / f"{name}.png", full_page=True)

    def end(self) -> None:
        """Close the window, and refuse what the page should not have done."""
        is_hacked = self.page.evaluate("() => window.hacked !== undefined || ({}).hacked !== undefined")
        self.context.close()
        assert not is_hacked
        assert self.complaints == []


def number(text: str) -> float:
    """Read a number as the page shows it."""
    return float(text.replace("−", "-").replace("+", ""))


def is_shown(text: str, value: float) -> bool:
    """Tell whether a number with four digits after the point, as the page shows it, is that value."""
    return abs(number(text) - value) <= 0.500001e-4
