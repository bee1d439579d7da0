"""What was found about each two measures, for people: matrices, and lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from axiometer.meta.finding import Finding
from axiometer.report.system_sheets import MOST_PAIRS
from axiometer.sheets.cells import UNDEFINED, number, p_value, rounded, share
from axiometer.sheets.sheet import Column, Footnote, Sheet, intervals, names
from axiometer.sheets.writing import WIDTH

MOST_IN_MATRIX: Final = 8
"""Concordance of more measures than this is listed."""
STRONG, WEAK = 0.01, 0.05
SIDES: Final = (
    "row/column: how often each sides with the gold standard, of (so many) disagreements;"
    f" † p < {WEAK}, ‡ p < {STRONG}, sign test"
)


def concordance_sheets(finding: Finding, *, is_detailed: bool) -> Iterator[Sheet]:
    """Give a matrix for each gold standard; of many measures, a list, and of too many, how each stands."""
    measures = _in_order(finding.table["first"], finding.table["second"])
    for (gold,), table in finding.table.group_by("gold", maintain_order=True):
        title = f"Concordance with {gold}"
        if len(measures) <= MOST_IN_MATRIX:
            cells = {(row["first"], row["second"]): _both_shares(row) for row in table.iter_rows(named=True)}
            is_last = gold == finding.table["gold"][-1]
            yield Sheet(title, _matrix(measures[:-1], measures[1:], cells), [Footnote(SIDES)] if is_last else [])
        elif not is_detailed and table.height > MOST_PAIRS:
            told = f"{table.height} pairs for each gold standard are not shown; --details lists them"
            yield Sheet(title, _standing(measures, table), [Footnote(told, is_hint=True)])
            continue
        if is_detailed or len(measures) > MOST_IN_MATRIX:
            yield Sheet(f"{title}: pairs", _concordance_list(table), is_whole=True)


def _both_shares(row: Mapping[str, Any]) -> str:
    if not row["disagreements"]:
        return f"{UNDEFINED} (0)"
    sign = "‡" if row["p_value"] < STRONG else "†" if row["p_value"] < WEAK else ""
    return f"{row['first_concordant']:.0%}/{row['second_concordant']:.0%}{sign} ({row['disagreements']})"


def _concordance_list(table: pl.DataFrame) -> list[Column]:
    return [
        names("first", table["first"]),
        names("second", table["second"]),
        Column("disagreements", [*map(str, table["disagreements"])]),
        Column("first concordant", [*map(share, table["first_concordant"])]),
        Column("second concordant", [*map(share, table["second_concordant"])]),
        Column("wins", [f"{first}/{second}" for first, second in table.select("wins_first", "wins_second").rows()]),
        Column("p", [*map(p_value, table["p_value"])]),
    ]


def _standing(measures: Sequence[str], table: pl.DataFrame) -> list[Column]:
    """Count for each measure the others that are significantly less and more concordant."""
    won, lost = (dict.fromkeys(measures, 0) for _ in range(2))
    found = table.filter(pl.col("p_value") < WEAK).select("first", "second", "wins_first", "wins_second")
    for first, second, wins_first, wins_second in found.rows():
        better, worse = (first, second) if wins_first > wins_second else (second, first)
        won[better] += 1
        lost[worse] += 1
    ordered = sorted(measures, key=lambda name: lost[name] - won[name])
    return [
        names("measure", ordered),
        Column(f"more concordant than (p < {WEAK})", [str(won[name]) for name in ordered]),
        Column("less concordant than", [str(lost[name]) for name in ordered]),
        Column("neither", [str(len(measures) - 1 - won[name] - lost[name]) for name in ordered]),
    ]


def agreement_sheets(finding: Finding, *, is_detailed: bool) -> Iterator[Sheet]:
    """Give a matrix of shares, and if details are asked for, all numbers."""
    table = finding.table
    measures = _in_order(table["measure"], table["other"])
    shares = table.select("measure", "other", pl.col("share").fill_nan(None)).rows()
    cells = {(measure, other): UNDEFINED if part is None else f"{part:.0%}" for measure, other, part in shares}
    title = "Agreement: share of the pairs of lists decided by the row's measure that the column's decides the same way"
    yield Sheet(title, _matrix(measures, measures, cells))
    if is_detailed:
        columns = [
            names("measure", table["measure"]),
            names("other", table["other"]),
            Column("preferred", [*map(str, table["preferred"])]),
            Column("same", [*map(str, table["same"])]),
            Column("share", [*map(share, table["share"])]),
            *intervals(finding.parameters, table, is_share=True),
            Column("tied by the other", [*map(share, table["tied"])]),
        ]
        yield Sheet("Agreement: pairs", columns)


def correlation_sheets(finding: Finding, *, is_detailed: bool) -> Iterator[Sheet]:
    """Give τ-b as a matrix, and all coefficients as a list, if it is not too long."""
    measures = _in_order(finding.table["first"], finding.table["second"])
    place = {name: at for at, name in enumerate(measures)}
    numbers = (pl.col(side).replace_strict(place) for side in ("first", "second"))
    pairs = finding.table.filter(next(numbers) < next(numbers))
    is_listed = is_detailed or pairs.height <= MOST_PAIRS
    told = [] if is_listed else [Footnote(f"{pairs.height} pairs are not shown; --details lists them", is_hint=True)]
    if pairs.height > 1:
        cells = {
            (first, second): rounded(tau, 2) for first, second, tau in pairs.select("first", "second", "tau_b").rows()
        }
        yield Sheet("Kendall's τ-b of the orders of systems", _matrix(measures[:-1], measures[1:], cells), told)
    if is_listed:
        other = pairs.select(pl.col("first").alias("second"), pl.col("second").alias("first"))
        turned = other.join(finding.table, on=["first", "second"], how="left", maintain_order="left")
        columns = [
            names("first", pairs["first"]),
            names("second", pairs["second"]),
            Column("τ-b", [*map(number, pairs["tau_b"])]),
            *intervals(finding.parameters, pairs, "tau_b_"),
            Column("τ_AP", [*map(number, pairs["tau_ap"])]),
            Column("turned", [*map(number, turned["tau_ap"])]),
            Column("ρ", [*map(number, pairs["spearman"])]),
            Column("RBO", [*map(number, pairs["rbo"])]),
        ]
        how = f"τ_AP of the first judged by the second, and turned; RBO with p = {finding.parameters['persistence']:g}"
        yield Sheet("Orders of systems, by two measures each", columns, [Footnote(how)])


def _matrix(rows: Sequence[str], columns: Sequence[str], cells: Mapping[tuple[str, str], str]) -> list[Column]:
    """Put cells where their row and column meet; where the names are too wide, columns are numbered."""
    every = _in_order(rows, columns)
    width = max(map(len, rows)) + sum(
        2 + max(len(column), *(len(cells.get((row, column), "")) for row in rows)) for column in columns
    )
    is_numbered = width > WIDTH
    if is_numbered:
        # The last column must be named, too.
        rows = every
    first = [names("measure", rows)]
    if is_numbered:
        first.insert(0, Column("#", [str(every.index(row) + 1) for row in rows], is_kept=True))
    heads = [str(every.index(column) + 1) if is_numbered else column for column in columns]
    return first + [
        Column(head, [cells.get((row, column), "") for row in rows])
        for head, column in zip(heads, columns, strict=True)
    ]


def _in_order(*given: Iterable[str]) -> list[str]:
    """Give each name once, in the order in which they come."""
    return [*dict.fromkeys(name for each in given for name in each)]
