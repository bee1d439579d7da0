"""A report as one page of HTML that opens offline: tabs, tables that sort, charts, and the data inside."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from string import Template
from typing import Any, Final

import numpy as np

from axiometer.data.schema import Asker
from axiometer.errors import counted
from axiometer.meta.finding import Finding
from axiometer.notes import lines_of
from axiometer.plots.style import CONFIG, PALETTE, SCHEMA, VEGA_LITE, Columns
from axiometer.plots.writing import refuse_without_program
from axiometer.report.page import payload
from axiometer.report.page.cite_section import cite_section
from axiometer.report.page.conventions_section import conventions_section
from axiometer.report.page.gathering import Choices, Gathered, Stage, gather
from axiometer.report.page.measures_section import STYLE, asset, axiom_section, finding_section
from axiometer.report.page.selection import left_out
from axiometer.report.style import BASE
from axiometer.report.system_sheets import CORRECTIONS, TESTS
from axiometer.sheets.escaping import html_text

__all__ = ["Choices", "make_report"]

SCRIPTS: Final = (
    *("elements", "state", "tabs", "charts", "overview", "systems", "query", "measures", "citing", "start"),
)
TABS: Final = {
    "overview": "Overview",
    "systems": "Systems",
    "query": "$Asker",
    "measures": "Measures",
    "cite": "How to cite",
}
INK: Final = "currentColor"
"""In charts, the colour of the text around them, by day and by night."""


def make_report(
    found: Any,
    judgments: Any = None,
    runs: Any = None,
    *,
    choices: Choices | None = None,
    command: Sequence[str] = (),
    stage: Stage | None = None,
) -> str:
    """Make a report of what was measured: one page of HTML that opens offline, with all its data inside.

    Parameters
    ----------
    found
        Measurements, or a frame of saved ones.
    judgments, runs
        What was measured, as for ``evaluate``; without them, or for saved values, the page has no ranked lists. They
        are read again.
    choices
        What the report should tell, and how.
    command
        The words of the command that makes the report again, as the page tells it.
    stage
        Called with the name of each part of the work; gives a context, in which it is done, with whom to tell how far
        it is.

    Returns
    -------
    str
        The page, to be written to a file.

    Examples
    --------
    >>> import axiometer as ax
    >>> runs = {"x": {"q": ["a"], "r": ["b"]}, "y": {"q": ["b", "a"], "r": ["b"]}}
    >>> measured = ax.evaluate({"q": {"a": 1}, "r": {"b": 1}}, runs, "AP")
    >>> page = ax.make_report(measured, choices=ax.ReportChoices(title="Two runs", axioms="none"))
    >>> "<title>Two runs</title>" in page
    True
    """
    choices = choices or Choices()
    return write_report(gather(found, judgments, runs, choices, stage), choices, command)


def write_report(gathered: Gathered, choices: Choices, command: Sequence[str]) -> str:
    """Write the page; whatever stands in it is shown and never runs."""
    charts = {f"finding-{at}": _charts(each) for at, each in enumerate(gathered.findings)}
    data = payload.pack(_data(gathered, choices, charts))
    scripts = [_vega(), "\n".join(asset(f"{name}.js") for name in SCRIPTS)]
    hashes = " ".join(f"'sha256-{_digest(script)}'" for script in scripts)
    policy = (
        f"default-src 'none'; script-src {hashes} 'unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )
    return "\n".join([
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{html_text(choices.title)}</title>\n<style>{BASE}{STYLE}{asset('report.css')}</style>\n</head>\n<body>",
        _header(gathered, choices),
        '<main id="panels">',
        *(_panel(tab, inner, gathered.outcomes.asker) for tab, inner in _panels(gathered, choices, command).items()),
        "</main>",
        f'<script type="text/plain" id="data">{data}</script>',
        *(f"<script>{script}</script>" for script in scripts),
        "</body>\n</html>\n",
    ])


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@cache
def _vega() -> str:
    """Give the programs that draw charts in a browser."""
    refuse_without_program()
    import vl_convert

    return str(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", VEGA_LITE))


def _data(gathered: Gathered, choices: Choices, charts: Mapping[str, Any]) -> dict[str, Any]:
    outcomes, board, kept = gathered.outcomes, gathered.board, gathered.kept
    best = payload.leaderboards(board, outcomes, choices.alpha)
    first = best[0]["system"]
    baseline = None if choices.baseline is None else outcomes.systems.index(choices.baseline)
    right = baseline if baseline is not None else first[1]
    left = next(system for system in first if system != right)
    measured = gathered.measured
    return {
        "systems": outcomes.systems,
        "queries": outcomes.queries,
        "asker": outcomes.asker,
        "measures": [{"name": each.name, "isSmallerBetter": each.is_smaller_better} for each in outcomes.outcomes],
        "systemMeasures": [
            {"name": str(each), "isSmallerBetter": each.is_smaller_better, "values": payload.exact(column)}
            for each, column in zip(measured.system_measures, measured.system_values.T, strict=True)
        ]
        if measured is not None
        else [],
        "alpha": choices.alpha,
        "tested": _tested(board),
        "baseline": baseline,
        "leaderboard": best,
        "pairs": payload.pairs_of(board, outcomes, choices.alpha),
        "tau": _tau(gathered.orders, outcomes.names),
        "values": payload.values_of(outcomes, gathered.averaged, kept),
        "lists": None if gathered.lists is None else payload.lists_of(gathered.lists, outcomes, kept, choices.ranks),
        "charts": charts,
        "schema": SCHEMA,
        "config": _config(),
        "palette": _palette(),
        "start": {
            "left": left,
            "right": right,
            "systems": [left, right],
            "query": int(kept.list_queries[_widest(gathered, left, right)]),
        },
    }


def _widest(gathered: Gathered, left: int, right: int) -> int:
    """Find, among queries whose lists are kept, the one on which two systems differ most."""
    values = gathered.outcomes.outcomes[0].values[:, gathered.kept.list_queries]
    return int(np.nan_to_num(np.abs(values[left] - values[right]), nan=-1.0).argmax())


def _tested(board: Finding) -> str:
    told = board.parameters
    test = ", ".join(TESTS.get(word, word) for word in str(told["test"]).split(", "))
    correction = ", ".join(CORRECTIONS.get(word, word) for word in str(told["correction"]).split(", "))
    return f"{test}; {correction}; significant below {told['alpha']:g}"


def _tau(orders: Finding | None, names: Sequence[str]) -> list[Any] | None:
    """Give τ for each two measures; 1 for each with itself."""
    if orders is None:
        return None
    at = {name: number for number, name in enumerate(names)}
    matrix = np.eye(len(names))
    for first, second, tau in orders.table.select("first", "second", "tau_b").iter_rows():
        matrix[at[first], at[second]] = tau
    return payload.short(matrix)


def _palette() -> list[str]:
    """Give the colours; black is that of the text, which is white by night."""
    return [INK if colour == "#000000" else colour for colour in PALETTE]


def _config() -> dict[str, Any]:
    """Give the look of charts in a page: that of papers, in the page's colours and font."""
    letters = {"labelColor": INK, "titleColor": INK}
    lines = {"domainColor": INK, "tickColor": INK, "gridColor": INK, "gridOpacity": 0.15}
    return {
        **CONFIG,
        "background": "transparent",
        "font": "system-ui, sans-serif",
        "axis": {**CONFIG["axis"], **letters, **lines, "labelFontSize": 11, "titleFontSize": 12},
        "legend": {**CONFIG["legend"], **letters, "labelFontSize": 12, "titleFontSize": 12},
        "title": {**CONFIG["title"], "color": INK, "fontSize": 13},
        "header": {**letters, "labelFontSize": 12},
        "range": {"category": _palette()},
        "view": {"stroke": INK, "strokeOpacity": 0.2},
        "rule": {"color": INK},
        "text": {"color": INK},
    }


def _charts(finding: Finding) -> dict[str, Any] | None:
    """Give a chart of a finding for wide and for narrow screens; their look is that of the page."""
    if finding.drawing is None:
        return None
    found: dict[str, Any] = {"title": finding.drawing.title}
    widths: dict[str, Columns] = {"wide": 2, "narrow": 1}
    for name, columns in widths.items():
        chart = finding.to_vega_lite(columns=columns)
        found[name] = {key: value for key, value in chart.items() if key not in {"config", "usermeta", "$schema"}}
    return found


def _header(gathered: Gathered, choices: Choices) -> str:
    outcomes = gathered.outcomes
    size = " × ".join([
        counted(len(outcomes.systems), "system"),
        counted(len(outcomes.queries), outcomes.asker),
        counted(len(outcomes.names), "measure"),
    ])
    tabs = "".join(
        f'<button type="button" role="tab" id="tab-{tab}" data-tab="{tab}" aria-controls="panel-{tab}" '
        f'aria-selected="{str(tab == "overview").lower()}">{_saying(name, outcomes.asker)}</button>'
        for tab, name in TABS.items()
    )
    return "\n".join([
        f'<header>\n<h1>{html_text(choices.title)}</h1>\n<p class="soft">{size}</p>',
        '<p id="failed" hidden>This browser is too old to unpack the data of this page; any of 2023 or later can.</p>',
        "<noscript><p>The tables and charts of this page are drawn by its own scripts, which are switched off.</p>",
        "</noscript>",
        f'<div class="bar"><div role="tablist" aria-label="Parts of the report">{tabs}</div>',
        '<label class="choice">Measure <select id="measure"></select></label>',
        '<button type="button" id="theme" aria-label="Change between light and dark">Dark</button></div>\n</header>',
    ])


def _panel(tab: str, inner: str, asker: Asker) -> str:
    is_first = ' class="chosen"' if tab == "overview" else ""
    return (
        f'<section role="tabpanel" id="panel-{tab}" aria-labelledby="tab-{tab}"{is_first} tabindex="-1">\n'
        f'<h2 class="printed">{_saying(TABS[tab], asker)}</h2>\n{inner}\n</section>'
    )


def _panels(gathered: Gathered, choices: Choices, command: Sequence[str]) -> dict[str, str]:
    asker = gathered.outcomes.asker
    return {
        "overview": _overview(gathered),
        "systems": _saying(asset("systems.html"), asker),
        "query": _saying(asset("query.html"), asker) if gathered.lists is not None else _NO_LISTS,
        "measures": _measures(gathered, choices),
        "cite": _cite(gathered, choices, command),
    }


def _saying(part: str, asker: Asker) -> str:
    """Write who asks for lists into a part of the page."""
    return Template(part).substitute(asker=asker, Asker=asker.capitalize())


def _cite(gathered: Gathered, choices: Choices, command: Sequence[str]) -> str:
    told = gathered.board.parameters
    tests = f"{told['test']}, {told['correction']}".split(", ")
    return cite_section(
        gathered.outcomes.names if gathered.measured is None else gathered.measured.measures,
        [*tests, *(each.criterion for each in gathered.findings)],
        command or "made from Python, with make_report",
        choices.title,
        axioms=gathered.verdicts.axioms if gathered.verdicts is not None else (),
        asker=gathered.outcomes.asker,
    )


_NO_LISTS: Final = (
    "<p>This report was made of saved values, which have no ranked lists: name judgments and runs to see lists here."
    "</p>"
)


def _overview(gathered: Gathered) -> str:
    outcomes, board = gathered.outcomes, gathered.board
    told = _tested(board)
    baseline = board.parameters.get("baseline")
    against = f"Differences are from the baseline, <bdi>{html_text(str(baseline))}</bdi> ({escape(told)})."
    grouped = f"Systems that share a group do not differ significantly ({escape(told)}); a–c are the groups a, b and c."
    groups = f"Intervals are of the means. {grouped if baseline is None else against}"
    has_lists, told_below = gathered.lists is not None, gathered.averaged.all_notes()
    rest = [*left_out(gathered.kept, outcomes, has_lists=has_lists, baseline=baseline), *lines_of(gathered.notes)]
    parts = [
        "<h2>Which system is better?</h2>",
        f'<p class="soft">{groups} The name of a system leads to the two side by side.</p>',
        '<p id="finder" hidden><label>Find a system <input id="find" type="search" autocomplete="off"></label></p>',
        '<div id="leaderboard"></div>',
        *_listed(lines_of(note for note in board.notes if note not in told_below)),
        "<h2>Which measures agree about the order?</h2>",
        '<p class="soft">Kendall\'s τ between the orders in which each two measures put the systems: 1 is the same '
        'order, −1 the opposite.</p>\n<div class="chart" id="agreement"></div>'
        if gathered.orders is not None
        else "<p>There is only one measure; name several to see which agree.</p>",
    ]
    if rest:
        parts += ['<h2 id="left-out">What was left out</h2>', *_listed(rest)]
    return "\n".join([*parts, conventions_section(gathered.measured, outcomes)])


def _listed(told: Sequence[str]) -> list[str]:
    """Write sentences below each other, if there are any."""
    return ["<ul>", *(f"<li>{html_text(each)}</li>" for each in told), "</ul>"] if told else []


def _measures(gathered: Gathered, choices: Choices) -> str:
    parts = []
    if gathered.verdicts is None:
        parts.append("<p>No axioms were checked.</p>")
    else:
        parts.append("<h2>Which axioms do the measures satisfy?</h2>")
        parts.append(axiom_section(gathered.verdicts))
    told = {*gathered.outcomes.all_notes(), *gathered.averaged.all_notes()}
    parts += [finding_section(each, f"finding-{at}", told_before=told) for at, each in enumerate(gathered.findings)]
    if not choices.is_meta:
        more = "unanimity, discriminative power, ties, degradation, and with --gold concordance"
        parts.append(f'<p class="soft">With --meta there is more about the measures: {more}.</p>')
    elif not choices.gold:
        parts.append('<p class="soft">Concordance needs a measure to trust: name it with --gold.</p>')
    return "\n".join(parts)
