"""Tables of values as text, Markdown and LaTeX."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import polars as pl

from axiometer.engines.measurements import Measurements
from axiometer.errors import counted

Rows = list[list[str]]
DECIMALS = 4
MOST_NOTES = 5


def request_table(measurements: Measurements) -> pl.DataFrame:
    """Give the values: one row per system and request, one column per measure."""
    return measurements.to_polars().pivot("measure", index=["system", "request"], values="value", maintain_order=True)


def as_text(table: pl.DataFrame) -> str:
    """Write a table with aligned columns."""
    head, rows = _cells(table)
    is_number = [dtype.is_numeric() for dtype in table.dtypes]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, is_number, strict=True)
        ).rstrip()
        for row in [head, *rows]
    ]
    return "\n".join(lines)


def as_markdown(table: pl.DataFrame) -> str:
    """Write a table in Markdown."""
    head, rows = _cells(table)
    rule = ["---:" if dtype.is_numeric() else "---" for dtype in table.dtypes]
    escaped = [[re.sub(r"([|\\`*_<])", r"\\\1", cell) for cell in row] for row in [head, *rows]]
    return "\n".join("| " + " | ".join(row) + " |" for row in [escaped[0], rule, *escaped[1:]])


def as_latex(table: pl.DataFrame, *, bold: bool = True) -> str:
    """Write a table for LaTeX with the package booktabs; the best value of each column is bold, if wanted."""
    head, rows = _cells(table)
    is_number = [dtype.is_numeric() for dtype in table.dtypes]
    cells = [[_latex(cell) for cell in row] for row in rows]
    for at in range(len(head)):
        best = table.to_series(at).drop_nans().max() if bold and is_number[at] and len(rows) > 1 else None
        for row, value in zip(cells, table.to_series(at), strict=True):
            if best is not None and value == best:
                row[at] = rf"\textbf{{{row[at]}}}"
    lines = [
        rf"\begin{{tabular}}{{{''.join('r' if right else 'l' for right in is_number)}}}",
        r"\toprule",
        " & ".join(map(_latex, head)) + r" \\",
        r"\midrule",
        *(" & ".join(row) + r" \\" for row in cells),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines)


def _cells(table: pl.DataFrame) -> tuple[list[str], Rows]:
    return table.columns, [[_cell(value) for value in row] for row in table.rows()]


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "undefined" if math.isnan(value) else f"{value:.{DECIMALS}f}"
    return str(value)


def _latex(text: str) -> str:
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(special.get(c, "\\" + c if c in "&%$#_{}" else c) for c in text)


def notes(measurements: Measurements) -> Sequence[str]:
    """Say what a reader of the means must know: requests missing, ignored or undefined."""
    effect = {
        "judged": "counted as empty",
        "answered": "left out",
        "relevant": "counted as empty where anything relevant was judged",
    }[measurements.profile.requests]
    told = _folded(measurements.counts, "missing", f"judged but missing from the run, {effect}")
    told += _folded(measurements.counts, "run_only", "of the run not judged, ignored")
    told += measurements.remarks
    strangers = measurements.counts.filter(pl.col("judged_at_10") == 0)["system"].to_list()
    told += [f"{system}: none of its first ten items is judged, in any list" for system in strangers[:MOST_NOTES]]
    policy = {"zero": "count as 0", "drop": "are left out of the means", "nan": "make their means undefined"}
    undefined = measurements.mean().group_by("measure", maintain_order=True).agg(pl.col("undefined").max())
    for measure, most in undefined.filter(pl.col("undefined") > 0).rows():
        does = policy[measurements.profile.undefined]
        told.append(f"{measure}: undefined for {counted(most, 'request')}; undefined values {does}")
    return told


def _folded(counts: pl.DataFrame, column: str, what: str) -> list[str]:
    """Tell a count for each of the first few systems, and of how many more it is to be told."""
    affected = counts.filter(pl.col(column) > 0).select("system", column).rows()
    told = [f"{system}: {counted(count, 'request')} {what}" for system, count in affected[:MOST_NOTES]]
    if len(affected) > MOST_NOTES:
        told.append(f"{counted(len(affected) - MOST_NOTES, 'more system')} with requests {what}; see --details")
    return told
