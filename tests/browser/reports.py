"""The reports that the tests open: what they are made of, and their pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer.cli.demonstration import GOLD, MEASURES, WORLD
from axiometer.report.page.document import make_report
from axiometer.report.page.gathering import Choices
from axiometer.simulate.search import SearchWorld, simulate_search

WITHOUT_SPACES: Final = (
    "<script>window.hacked=1</script>",
    '"><img/src=x/onerror=window.hacked=1>',
    "</script><script>window.hacked=1</script>",
    "<!--",
    "]]>",
    "javascript:window.hacked=1",
    "{{constructor.constructor('window.hacked=1')()}}",
    "${window.hacked=1}",
    "__proto__",
    "constructor",
    "toString",
    "\u202eexe.gpj",
    "🦉🌙",
    "検索システム",
    "n" * 300,
    "a.b[0]['c'].d",
    "back\\slash'\"`",
    "&lt;b&gt;&amp;",
    "bell\x07escape\x1b[31m",
    "0",
    "-",
)
"""Names that no space is in, as TREC files have them."""
WITH_SPACES: Final = (
    *WITHOUT_SPACES,
    '"><img src=x onerror=window.hacked=1>',
    "<svg onload=window.hacked=1>",
    "two\nlines",
    "a, b; c",
    " ",
)
AXIOMS: Final = "search:Red"
"""One of them is enough to open its cases."""
SAVED_MEASURES: Final = ("<img src=x onerror=window.hacked=1>", "datum['x'].y\\z", "</script>", "__proto__")


@dataclass(frozen=True, eq=False)
class Report:
    """A page, and what it is made of.

    Attributes
    ----------
    path
        The file.
    measured
        What was measured, or a frame of saved values.
    runs, judgments
        What it was measured of; None for saved values.
    """

    path: Path
    measured: Any
    runs: pl.DataFrame | None = None
    judgments: Any = None
    names: tuple[str, ...] = field(default=())


def written(folder: Path, found: Any, runs: Any = None, judgments: Any = None, **choices: Any) -> Report:
    """Write a report into a folder."""
    names = tuple(map(str, found.measures)) if isinstance(found, ax.Measurements) else ()
    chosen = Choices(**{"axioms": "none", "jobs": 1, **choices})
    path = folder / "report.html"
    command = f"axiometer report -m {' '.join(names)} --title {chosen.title}"
    path.write_text(make_report(found, judgments, runs, choices=chosen, command=command), encoding="utf-8")
    return Report(path, found, runs, judgments, names)


def demo(folder: Path) -> Report:
    """Report of the collection of ``axiometer demo``, with all that a page can have."""
    world = simulate_search(WORLD)
    judgments = ax.Judgments.of(world.judgments).with_weights(world.weights, "weights")
    measured = ax.evaluate(judgments, world.runs, [*dict.fromkeys((*MEASURES, *GOLD))])
    more = {"is_meta": True, "gold": GOLD, "axioms": AXIOMS, "cases": 20, "draws": 100}
    return written(folder, measured, world.runs, judgments, title="Twelve systems", **more)


def covid(folder: Path, data: Path) -> Report:
    """Report of the first round of TREC-COVID: many systems."""
    runs = ax.read_runs(data / "covid1" / "runs_top100.run.gz").to_polars()
    judgments = ax.read_judgments(data / "covid1" / "qrels.txt.gz")
    measured = ax.evaluate(judgments, runs, "nDCG@10 AP P@5")
    return written(folder, measured, runs, judgments, title="TREC-COVID, round 1")


def hostile(folder: Path) -> Report:
    """Report of names that would do harm if they were more than text."""
    names = [name for name in WITH_SPACES if name != " "]
    rng = np.random.default_rng(7)
    rows = []
    for system in names:
        for query in names[:8]:
            order = rng.permutation(len(names))[:12]
            rows += [(system, query, names[item], 100.0 - rank) for rank, item in enumerate(order)]
    runs = pl.DataFrame(rows, schema=["system", "query", "item", "score"], orient="row")
    judgments = pl.DataFrame(
        [
            (query, aspect, item, int(rng.integers(3)))
            for query in names[:8]
            for aspect in names[:5]
            for item in names[:15]
        ],
        schema=["query", "aspect", "item", "grade"],
        orient="row",
    )
    measured = ax.evaluate(judgments, runs, "alpha_nDCG@10 S_Recall@5 P@5")
    return written(folder, measured, runs, judgments, title="".join(WITH_SPACES[:8]), axioms=AXIOMS, cases=10)


def hostile_values(folder: Path) -> Report:
    """Report of saved values whose measures have such names, too."""
    rng = np.random.default_rng(8)
    rows = [
        (system, query, measure, float(rng.random()))
        for system in WITH_SPACES
        for query in WITH_SPACES
        for measure in SAVED_MEASURES
    ]
    values = pl.DataFrame(rows, schema=["system", "query", "measure", "value"], orient="row")
    return written(folder, values, title=SAVED_MEASURES[0], axioms=AXIOMS, is_meta=True, draws=100)


def wide(folder: Path) -> Report:
    """Report of 20 systems, 250 queries and 8 measures."""
    world = simulate_search(SearchWorld(systems=20, queries=250, depth=30, vary=("relevance",), seed=3))
    measured = ax.evaluate(world.judgments, world.runs, "nDCG@10 nDCG@20 AP P@5 P@10 RR alpha_nDCG@10 ERR_IA@20")
    return written(folder, measured, world.runs, world.judgments)


def small(folder: Path) -> Report:
    """Report of a few systems and queries, not all of them answered, and of a measure whose smaller values are better.

    The last query has no relevant item, and not all that is shown is judged.
    """
    world = simulate_search(SearchWorld(systems=6, queries=25, depth=30, pool_depth=5, vary=("relevance",), seed=4))
    is_last = pl.col("query") == "25"
    judgments = world.judgments.with_columns(grade=pl.when(is_last).then(0).otherwise("grade"))
    is_hole = (pl.col("system") == "s04") & pl.col("query").is_in(["2", "3", "5", "7"])
    runs = world.runs.filter(~is_hole)
    profile = ax.get_profile("trec_eval", queries="answered", corpus_size=10_000)
    measured = ax.evaluate(judgments, runs, "nDCG@10 AP P@5 alpha_nDCG@10 SL3", profile=profile)
    return written(folder, measured, runs, judgments)
