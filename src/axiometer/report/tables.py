"""Tables of values as text, Markdown and LaTeX."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from html import escape
from typing import Final

import numpy as np
import polars as pl

from axiometer.engines.measurements import Measurements
from axiometer.engines.preferences import Preferences
from axiometer.engines.telling import MOST_NOTES, items_told, requests_told
from axiometer.errors import counted

Rows = list[list[str]]
LONGEST: Final = 50
"""A table with more rows goes on from page to page in LaTeX."""
DECIMALS = 4


def request_table(measurements: Measurements) -> pl.DataFrame:
    """Give the values: one row per system and request, one column per measure."""
    return measurements.to_polars().pivot("measure", index=["system", "request"], values="value", maintain_order=True)


def as_text(table: pl.DataFrame) -> str:
    """Write a table with aligned columns."""
    return lined_up(*cells_of(table), _is_number(table))


def as_markdown(table: pl.DataFrame) -> str:
    """Write a table in Markdown."""
    head, rows = cells_of(table)
    return markdown_table([*map(markdown, head)], [[*map(markdown, row)] for row in rows], _is_number(table))


def as_latex(table: pl.DataFrame, *, bold: bool = True, lowest: Collection[str] = ()) -> str:
    """Write a table for LaTeX with the package booktabs; the best value of each column is bold, if wanted.

    The best value is the largest, but in the columns ``lowest``.
    """
    head, rows = cells_of(table)
    is_number = _is_number(table)
    cells = [[*map(latex, row)] for row in rows]
    for at in range(len(head)):
        best = _best(table.to_series(at), head[at] in lowest) if bold and is_number[at] and len(rows) > 1 else None
        for row, value in zip(cells, table.to_series(at), strict=True):
            if best is not None and value == best:
                row[at] = rf"\textbf{{{row[at]}}}"
    needed = "% needs booktabs, longtable\n" if len(rows) > LONGEST else ""
    return needed + latex_table([*map(latex, head)], cells, is_number)


def lined_up(head: list[str], rows: Rows, is_right: Sequence[bool]) -> str:
    """Put cells into columns, some of them to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, is_right, strict=True)
        ).rstrip()
        for row in [head, *rows]
    ]
    return "\n".join(lines)


def markdown_table(head: list[str], rows: Rows, is_right: Sequence[bool]) -> str:
    """Make a table of cells that are written in Markdown."""
    rule = ["---:" if right else "---" for right in is_right]
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, rule, *rows])


def latex_table(head: list[str], rows: Rows, is_right: Sequence[bool]) -> str:
    """Make a table of cells that are written for LaTeX."""
    # A row that starts with [ or * would be an option of the line end before it.
    begun = ["{}" + cells[0] if cells[0].startswith(("[", "*")) else cells[0] for cells in rows]
    is_long = len(rows) > LONGEST
    name = "longtable" if is_long else "tabular"
    lines = [
        rf"\begin{{{name}}}{{{''.join('r' if right else 'l' for right in is_right)}}}",
        r"\toprule",
        " & ".join(head) + r" \\",
        r"\midrule",
        *([r"\endhead"] if is_long else []),
        *(" & ".join([first, *row[1:]]) + r" \\" for first, row in zip(begun, rows, strict=True)),
        r"\bottomrule",
        rf"\end{{{name}}}",
    ]
    return "\n".join(lines)


def markdown(text: str) -> str:
    """Write text from anywhere so that Markdown shows it as it is: no markup, no HTML, no links, no mathematics."""
    # Not all readers of Markdown know a backslash before these.
    text = escape(text, quote=False).replace("$", "&#36;").replace("~", "&#126;")
    return re.sub(r"([|\\`*_{}]|\](?=[(\[:]))", r"\\\1", text)


def latex(text: str) -> str:
    """Write text from anywhere so that LaTeX shows it as it is."""
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(special.get(c, "\\" + c if c in "&%$#_{}" else c) for c in text)


def _best(column: pl.Series, is_lowest: bool) -> object:  # noqa: FBT001
    column = column.drop_nans()
    return column.min() if is_lowest else column.max()


def _is_number(table: pl.DataFrame) -> list[bool]:
    return [dtype.is_numeric() for dtype in table.dtypes]


def cells_of(table: pl.DataFrame) -> tuple[list[str], Rows]:
    """Give the head of a table, and its cells as people read them."""
    return table.columns, [[_cell(value) for value in row] for row in table.rows()]


def _cell(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        is_tiny = 0 < abs(value) < 10**-DECIMALS / 2
        return "undefined" if math.isnan(value) else f"{value:.1e}" if is_tiny else f"{value:.{DECIMALS}f}"
    return str(value)


def preference_tables(preferences: Preferences, *, with_pairs: bool) -> list[tuple[str, pl.DataFrame]]:
    """Give, for each preference, the order of the systems and the pairs, each with its title."""
    orders, pairs = (
        frame.partition_by("preference", maintain_order=True, include_key=False)
        for frame in (preferences.order(), preferences.summary())
    )
    shown = []
    for name, order, its_pairs in zip(preferences.names, orders, pairs, strict=True):
        shown.append((f"{name}: systems", _order_table(order)))
        if with_pairs:
            shown.append((f"{name}: pairs", its_pairs))
    return shown


def _order_table(order: pl.DataFrame) -> pl.DataFrame:
    """Put each rank beside its score; = marks ties."""
    columns = {"system": order["system"]}
    for way, title in (("win_rate", "win rate"), ("borda", "Borda"), ("mc4", "MC4")):
        rank = order[f"{way}_rank"]
        tie = rank.is_duplicated()
        columns[title] = order[way]
        columns[f"{title} rank"] = pl.Series([f"{r}{'=' if t else ''}" for r, t in zip(rank, tie, strict=True)])
    return pl.DataFrame(columns)


def notes(measurements: Measurements) -> Sequence[str]:
    """Say what a reader of the means must know: requests missing, ignored or undefined."""
    told = requests_told(measurements.counts, measurements.profile, "see --details", unjudged=_unjudged(measurements))
    told += items_told(measurements.counts, "see --details")
    told += measurements.remarks
    strangers = measurements.counts.filter(pl.col("judged_at_10") == 0)
    swapped = strangers.filter(pl.col("profile_items") > 0) if "profile_items" in strangers.columns else strangers[:0]
    for system in strangers["system"][:MOST_NOTES]:
        hint = "; are train and test swapped?" if system in swapped["system"] else ""
        told.append(f"{system}: none of its first ten items is judged, in any list{hint}")
    policy = {"zero": "count as 0", "drop": "are left out of the means", "nan": "make their means undefined"}
    # Of requests that are not judged, for which all is undefined, the notes have told before.
    n_unjudged = np.repeat(measurements.n_unjudged, len(measurements.measures))
    of_lists = measurements.mean().filter(pl.col("measure").is_in([str(each) for each in measurements.measures]))
    undefined = of_lists.select("measure", pl.col("undefined") - n_unjudged)
    most_undefined = undefined.group_by("measure", maintain_order=True).agg(pl.col("undefined").max())
    for measure, most in most_undefined.filter(pl.col("undefined") > 0).rows():
        does = policy[measurements.profile.undefined]
        told.append(f"{measure}: undefined for {counted(most, 'request')}; undefined values {does}")
    return told


def preference_notes(preferences: Preferences) -> Sequence[str]:
    """Say what a reader of preferences must know: requests missing, ignored or undefined."""
    where = "see Preferences.counts"
    counts, profile = preferences.counts, preferences.profile
    return [*requests_told(counts, profile, where), *items_told(counts, where), *preferences.remarks]


def _unjudged(measurements: Measurements) -> str:
    """Say what the means make of requests of a run that are not judged."""
    if not measurements.n_unjudged.any():
        return "ignored"
    policy = {"zero": "counted as 0", "drop": "left out of the means", "nan": "which makes the means undefined"}
    return policy[measurements.profile.undefined]
