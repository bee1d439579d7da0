"""Tables of values as text, Markdown and LaTeX."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Final, Literal

import polars as pl

from axiometer.engines.measurements import Measurements
from axiometer.engines.preferences import Preferences
from axiometer.report.escaping import display_width, latex, latex_needs, markdown, padded, visible

Rows = list[list[str]]
Align = Literal["left", "centre", "right"]
NARROWEST: Final[dict[Align, int]] = {"left": 3, "centre": 5, "right": 4}
"""So wide is a column of Markdown: three hyphens, and the colons that say where it stands."""
LONGEST: Final = 50
"""A table with more rows goes on from page to page in LaTeX."""
DECIMALS = 4


def query_table(measurements: Measurements) -> pl.DataFrame:
    """Give the values: one row per system and query, one column per measure."""
    return measurements.to_polars().pivot("measure", index=["system", "query"], values="value", maintain_order=True)


def as_text(table: pl.DataFrame) -> str:
    """Write a table with aligned columns."""
    return lined_up(*cells_of(table), _is_number(table))


def as_markdown(table: pl.DataFrame, align: Sequence[Align] | None = None) -> str:
    """Write a table in Markdown; numbers stand on the right, unless it is said where columns stand."""
    head, rows = cells_of(table)
    usual: list[Align] = ["right" if is_number else "left" for is_number in _is_number(table)]
    return markdown_table([*map(markdown, head)], [[*map(markdown, row)] for row in rows], align or usual)


def as_latex(table: pl.DataFrame, *, bold: bool = True, lowest: Collection[str] = ()) -> str:
    """Write a table for LaTeX; its first line names the packages that it needs.

    The best value of each column is bold, if wanted: the largest, but in the columns ``lowest``.
    """
    head, rows = cells_of(table)
    is_number = _is_number(table)
    cells = [[*map(latex, row)] for row in rows]
    for at in range(len(head)):
        best = (
            _best(table.to_series(at), table.columns[at] in lowest)
            if bold and is_number[at] and len(rows) > 1
            else None
        )
        for row, value in zip(cells, table.to_series(at), strict=True):
            if best is not None and value == best:
                row[at] = rf"\textbf{{{row[at]}}}"
    written = latex_table([*map(latex, head)], cells, is_number)
    return latex_needs(written) + written


def lined_up(head: list[str], rows: Rows, is_right: Sequence[bool]) -> str:
    """Put cells into columns, some of them to the right."""
    return "\n".join("  ".join(row).rstrip() for row in _equally_wide([head, *rows], is_right, [0] * len(head)))


def _equally_wide(rows: Rows, is_right: Sequence[bool], narrowest: Sequence[int]) -> Rows:
    """Fill the cells of each column with space."""
    widths = [max(least, *map(display_width, cells)) for least, *cells in zip(narrowest, *rows, strict=True)]
    return [
        [padded(cell, width, is_right=right) for cell, width, right in zip(row, widths, is_right, strict=True)]
        for row in rows
    ]


def markdown_table(head: list[str], rows: Rows, align: Sequence[Align]) -> str:
    """Make a table of cells that are written in Markdown; its columns are in line in the source, too."""
    is_right, narrowest = [each == "right" for each in align], [NARROWEST[each] for each in align]
    first, *rest = _equally_wide([head, *rows], is_right, narrowest)
    rule = [_rule(display_width(cell), each) for cell, each in zip(first, align, strict=True)]
    return "\n".join("| " + " | ".join(row) + " |" for row in [first, rule, *rest])


def _rule(width: int, align: Align) -> str:
    """Draw the line below the head of a column, which says where its cells stand."""
    left, right = {"left": ("", ""), "centre": (":", ":"), "right": ("", ":")}[align]
    return left + "-" * (width - len(left + right)) + right


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


def _best(column: pl.Series, is_lowest: bool) -> object:  # noqa: FBT001
    column = column.drop_nans()
    return column.min() if is_lowest else column.max()


def _is_number(table: pl.DataFrame) -> list[bool]:
    return [dtype.is_numeric() for dtype in table.dtypes]


def cells_of(table: pl.DataFrame) -> tuple[list[str], Rows]:
    """Give the head of a table, and its cells as people read them."""
    return [*map(visible, table.columns)], [[_cell(value) for value in row] for row in table.rows()]


def _cell(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        is_tiny = 0 < abs(value) < 10**-DECIMALS / 2
        return "undefined" if math.isnan(value) else f"{value:.1e}" if is_tiny else f"{value:.{DECIMALS}f}"
    return visible(str(value))


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
