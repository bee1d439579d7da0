"""How long an HTML report takes: making it, its size, and in a browser until it is seen and until all is drawn."""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from command import report, say
from timing import Line, PartlyTimed, Target, Timing, time_in_turns, timed

import axiometer as ax
from axiometer.report.page.document import make_report
from axiometer.report.page.gathering import Choices
from axiometer.simulate.search import SearchWorld, simulate_search

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
COVID = Path(__file__).resolve().parents[2] / "shared" / "data" / "covid1"
MEASURES = "nDCG@10 nDCG@20 AP P@5 P@10 RR alpha_nDCG@10 ERR_IA@20"
MADE, SEEN, SIZE = Target(60, "s"), Target(2, "s"), Target(8, "MB")
TABS = ("systems", "query", "measures", "cite", "overview")
IS_SEEN = "() => document.querySelector('#leaderboard tbody tr')"
IS_DRAWN = "() => stale.size === 0 && [...drawn.values()].every(turn => turn.view)"


@dataclass(frozen=True)
class Input:
    """What a report is made of: measurements or saved values, and perhaps runs and judgments."""

    found: Any
    runs: Any = None
    judgments: Any = None

    def page(self) -> str:
        """Make the report, without axioms, whose time does not depend on the input."""
        return make_report(self.found, self.judgments, self.runs, choices=Choices(axioms="none"))


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="how often to time each call (3)")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args()
    inputs: dict[str, Callable[[], Input]] = {
        "20 systems × 250 queries × 8 measures": lambda: simulated(20, 250),
        "20 systems × 10,000 queries × 8 measures": lambda: simulated(20, 10_000),
        "saved values, 150 systems × 10,000 queries × 1 measure": lambda: saved(150, 10_000),
    }
    if COVID.is_dir():
        inputs["TREC-COVID, 143 systems × 30 queries × 3 measures"] = covid
    lines = [line for what, make in inputs.items() for line in lines_of(what, make, options.repeat)]
    report(lines, ["playwright"] if program() else [], options)


def simulated(n_systems: int, n_queries: int) -> Input:
    """Simulate runs and judgments of aspects, and measure them."""
    world = simulate_search(SearchWorld(systems=n_systems, queries=n_queries, depth=30, vary=("relevance",), seed=3))
    return Input(ax.evaluate(world.judgments, world.runs, MEASURES), world.runs, world.judgments)


def saved(n_systems: int, n_queries: int) -> Input:
    """Draw values of systems that differ a little."""
    rng = np.random.default_rng(3)
    system, query = (index.ravel() for index in np.indices((n_systems, n_queries)))
    value = np.clip(rng.normal(0.4 + 0.001 * system, 0.2), 0, 1)
    numbers = pl.DataFrame({"system": system, "query": query, "value": value})
    return Input(
        numbers.select(
            pl.format("s{}", "system").alias("system"), pl.col("query").cast(str), measure=pl.lit("AP"), value="value"
        )
    )


def covid() -> Input:
    """Read the first round of TREC-COVID, and measure it."""
    runs, judgments = ax.read_runs(COVID / "runs_top100.run.gz"), ax.read_judgments(COVID / "qrels.txt.gz")
    return Input(ax.evaluate(judgments, runs, "nDCG@10 AP P@5"), runs, judgments)


def lines_of(what: str, make: Callable[[], Input], repeat: int) -> Iterator[Line]:
    """Time one report: its making once, looking at it several times."""
    say(what)
    given = make()
    start = time.perf_counter()
    page = given.page()
    made = Timing((time.perf_counter() - start,))
    size = len(page.encode()) / 1e6
    yield Line(what)
    yield timed("making the report of what is measured", made, target=MADE)
    yield Line("  size", f"{size:.2f} MB", target=str(SIZE), is_met=SIZE.is_met_by(size))
    if not program():
        yield Line("  the browser is left out: there is no Chromium, or no playwright")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        path.write_text(page, encoding="utf-8")
        seen, drawn = looked_at(path, repeat)
    yield timed("from the address to the leaderboard", seen, target=SEEN)
    yield timed("from the address until all tabs were opened and drawn", drawn)


def program() -> str | None:
    """Find the browser, unless what drives it is missing."""
    if find_spec("playwright") is None:
        return None
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def looked_at(path: Path, repeat: int) -> tuple[Timing, Timing]:
    """Open the page in fresh windows, and go through all tabs."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox"])

        def visit(*, is_whole: bool) -> PartlyTimed:
            page = browser.new_context().new_page()
            page.set_default_timeout(120_000)
            start = time.perf_counter()
            page.goto(path.as_uri(), wait_until="commit")
            page.wait_for_function(IS_SEEN)
            if is_whole:
                page.wait_for_selector("html[data-ready]", state="attached")
                for tab in TABS:
                    page.click(f"#tab-{tab}")
                page.wait_for_function(IS_DRAWN)
            passed = time.perf_counter() - start
            page.context.close()
            return PartlyTimed(None, passed)

        calls = {"seen": lambda: visit(is_whole=False), "drawn": lambda: visit(is_whole=True)}
        timings = time_in_turns(calls, repeat)
        browser.close()
    return timings["seen"], timings["drawn"]


if __name__ == "__main__":
    main()
