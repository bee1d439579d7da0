"""Findings for people: tables with titles, as text, Markdown and LaTeX."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import polars as pl

from axiometer.errors import plural
from axiometer.meta.finding import Finding
from axiometer.report.measure_sheets import agreement_sheets, concordance_sheets, correlation_sheets
from axiometer.report.system_sheets import CORRECTIONS, MOST_PAIRS, TESTS, baselines_of, comparison_sheets, named_test
from axiometer.sheets.cells import interval, number, p_value, rounded, share
from axiometer.sheets.sheet import Column, Footnote, Sheet, intervals, names
from axiometer.sheets.writing import Form, write_sheets

SIDES: Final = ("left", "right")
DEGRADED: Final = {
    "ties": "Share of comparisons of two lists that tie",
    "agreement": "Share of the comparisons decided with all labels that have the same winner",
    "same": "Share of comparisons with the same outcome as with all labels",
    "tau": "Kendall's τ-b of the order of systems with that of all labels",
    "power": "Share of pairs of systems that differ significantly",
    "power_kept": "Share of the pairs that differ significantly with all labels that still do",
}


def write_finding(finding: Finding, form: Form, *, is_detailed: bool = False) -> str:
    """Write what a person reads of a finding, without its notes.

    Parameters
    ----------
    finding
        What was found.
    form
        ``table`` for text, ``markdown``, or ``latex``, which needs the package booktabs.
    is_detailed
        Whether to list all pairs and numbers, however many there are.
    """
    return write_sheets(finding_sheets(finding, is_detailed=is_detailed), form)


def finding_sheets(finding: Finding, *, is_detailed: bool = False) -> Iterator[Sheet]:
    """Give the tables that a person reads of a finding."""
    return _SHEETS.get(finding.criterion, _plain)(finding, is_detailed=is_detailed)


def _plain(finding: Finding, *, is_detailed: bool) -> Iterator[Sheet]:  # noqa: ARG001
    yield Sheet("", [*map(_column, finding.table)])


def _column(series: pl.Series) -> Column:
    """Write a column as it is."""
    cells = ["" if value is None else number(value) if isinstance(value, float) else str(value) for value in series]
    is_number = series.dtype.is_numeric()
    return Column(series.name, cells, "right" if is_number else "left", is_kept=series.name == "measure")


def _unanimity(finding: Finding, *, is_detailed: bool) -> Iterator[Sheet]:  # noqa: ARG001
    table = finding.table.sort(pl.col("value").fill_nan(None), descending=True, nulls_last=True, maintain_order=True)
    columns = [names("measure", table["measure"]), Column("unanimity", [*map(number, table["value"])])]
    yield Sheet("Metric unanimity", [*columns, *intervals(finding.parameters, table)])


def _ties(finding: Finding, *, is_detailed: bool) -> Iterator[Sheet]:  # noqa: ARG001
    table = finding.table.sort(pl.col("share").fill_nan(None), nulls_last=True, maintain_order=True)
    columns = [
        names("measure", table["measure"]),
        Column("tied", [*map(share, table["share"])]),
        *intervals(finding.parameters, table, is_share=True),
        Column("ties", [*map(str, table["ties"])]),
        Column("comparisons", [*map(str, table["comparisons"])]),
    ]
    yield Sheet("Tied pairs of lists", columns)


def _power(finding: Finding, *, is_detailed: bool) -> Iterator[Sheet]:
    """Give one column for each way to test, the measure with the largest share by the first one first."""
    table = finding.table
    ways = [name for name in ("test", "correction") if name in table.columns]
    rows = [(_way(way), measure, value) for *way, measure, value in table.select(*ways, "measure", "power").rows()]
    title = "Discriminative power: share of pairs of systems that differ significantly"
    # Measures and preferences are tested in different ways, unless somebody wants it otherwise.
    is_one_way = table["measure"].is_unique().all() and len({way for way, *_ in rows}) > 1
    columns = _crossed([("power", *rest) for _, *rest in rows] if is_one_way else rows, share)
    if is_one_way:
        way_of = {measure: way for way, measure, _ in rows}
        columns.append(names("test", [way_of[str(measure)] for measure in columns[0].cells], is_kept=False))
    yield Sheet(f"{title} (α = {finding.parameters['alpha']:g})", columns)
    if is_detailed:
        columns = [
            names("measure", table["measure"]),
            names("test", (way for way, *_ in rows), is_kept=False),
            *(Column(name, [*map(str, table[name])]) for name in ("pairs", "significant")),
            Column("power", [*map(share, table["power"])]),
            Column("mean p", [*map(p_value, table["mean_p"])]),
        ]
        yield Sheet("Discriminative power: numbers", columns)


def _way(words: Iterable[str]) -> str:
    """Write a test and a correction in words."""
    words = [*words]
    if len(words) == 2 and "tukey" in words[0]:
        words = words[:1]
    return ", ".join(TESTS.get(word, CORRECTIONS.get(word, word)) for word in words)


def _crossed(
    rows: Iterable[tuple[str, str, float]], write: Callable[[float], str], by: str | None = None
) -> list[Column]:
    """Give one row for each measure and one column for each head, the largest values of one column first."""
    found: dict[str, dict[str, float]] = {}
    for head, measure, value in rows:
        found.setdefault(head, {})[measure] = value
    in_turn = [by, *found] if by in found else [*found]

    def key(name: str) -> list[float]:
        values = (found[head].get(name, math.nan) for head in in_turn)
        return [math.inf if math.isnan(value) else -value for value in values]

    ordered = sorted(dict.fromkeys(name for its in found.values() for name in its), key=key)
    columns = [Column(head, [write(its.get(name, math.nan)) for name in ordered]) for head, its in found.items()]
    return [names("measure", ordered), *columns]


def _degradation(finding: Finding, *, is_detailed: bool) -> Iterator[Sheet]:  # noqa: ARG001
    table = finding.table
    shares = [*dict.fromkeys(table["share"])]
    for column, title in DEGRADED.items():
        value = {(measure, left): found for measure, left, found in table.select("measure", "share", column).rows()}
        columns = [Column("labels left", [f"{100 * left:g}%" for left in shares], is_kept=True)]
        for measure in dict.fromkeys(table["measure"]):
            found = [value.get((measure, left), math.nan) for left in shares]
            columns.append(Column(measure, [rounded(each, 3) if column == "tau" else share(each) for each in found]))
        yield Sheet(title, columns)


def _scenarios(finding: Finding, *, is_detailed: bool) -> Iterator[Sheet]:
    """Give one column for each scenario, the best by the last one, or that of all, first."""
    table = finding.table
    by = "all" if "all" in table["scenario"] else table["scenario"][-1]
    rows = table.select("scenario", "measure", "value").rows()
    yield Sheet("Metric unanimity in scenarios", _crossed(rows, number, by))
    if is_detailed:
        columns = [
            names("scenario", table["scenario"], is_kept=False),
            names("measure", table["measure"], is_kept=False),
            Column("value", [*map(number, table["value"])]),
            *intervals(finding.parameters, table),
            Column("samples", [*map(str, table["samples"])]),
        ]
        yield Sheet("Metric unanimity in scenarios: intervals", columns)


def _leaderboard(finding: Finding, *, is_detailed: bool) -> Iterator[Sheet]:  # noqa: ARG001
    """Give one table for each measure: its systems, and which of them do not differ, or how far from the baseline."""
    parameters, askers = finding.parameters, plural(finding.asker)
    for (measure,), table in finding.table.group_by("measure", maintain_order=True):
        columns = [
            Column("#", ["" if rank is None else str(rank) for rank in table["rank"]], is_kept=True),
            names("system", table["system"]),
            Column("mean", [*map(number, table["value"])]),
            Column(f"{100 * (1 - parameters['alpha']):g}% interval", [*map(interval, table["low"], table["high"])]),
            Column(askers, [*map(str, table[askers])]),
        ]
        baselines = baselines_of(finding)
        if baselines:
            against = table.select(pl.col("difference", "p_corrected").fill_null(math.nan))
            columns.append(Column(f"less {baselines[0]}", [*map(number, against["difference"])]))
            columns.append(Column("corrected p", [*map(p_value, against["p_corrected"])]))
            yield Sheet(f"Systems by {measure}", columns, [Footnote(f"p-values: {named_test(parameters)}")])
        else:
            columns.append(Column("groups", table["groups"].fill_null("").to_list(), "left"))
            told = f"systems that share a group do not differ significantly ({named_test(parameters)})"
            yield Sheet(f"Systems by {measure}", columns, [Footnote(told, "groups")])


def _differences(finding: Finding, *, is_detailed: bool) -> Iterator[Sheet]:
    """Give the queries, or those with the largest wins and losses."""
    told, table, asker = finding.parameters, finding.table, finding.asker
    footnotes = []
    if not is_detailed and table.height > MOST_PAIRS:
        half = MOST_PAIRS // 2
        footnotes = [Footnote(f"{table.height - 2 * half} {plural(asker)} in between are not shown", is_hint=True)]
        table = pl.concat([table.head(half), table.tail(half)])
    sides = [] if table["left"].null_count() else [Column(told[side], [*map(number, table[side])]) for side in SIDES]
    columns = [
        names(asker, table[asker]),
        *sides,
        Column("difference", [*map(number, table["difference"])]),
        names("winner", table["winner"].fill_null("–"), is_kept=False),
    ]
    score = f"{told['wins']} wins, {told['ties']} ties, {told['losses']} losses of {told['left']}"
    footnotes.append(Footnote(f"{score} against {told['right']}; mean difference {number(told['mean_difference'])}"))
    yield Sheet(f"{told['left']} and {told['right']} by {told['measure']}, {asker} by {asker}", columns, footnotes)


_SHEETS: Final[Mapping[str, Callable[..., Iterator[Sheet]]]] = {
    "compare": comparison_sheets,
    "leaderboard": _leaderboard,
    "differences": _differences,
    "unanimity": _unanimity,
    "ties": _ties,
    "concordance": concordance_sheets,
    "agreement": agreement_sheets,
    "correlation": correlation_sheets,
    "power": _power,
    "degradation": _degradation,
    "scenarios": _scenarios,
}
