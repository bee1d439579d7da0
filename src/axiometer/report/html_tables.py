"""Tables as HTML: real tables with captions and heads, their numbers on the right and ready to be sorted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

import polars as pl

from axiometer.report.escaping import visible
from axiometer.report.finding_tables import Column, Footnote, Marked, Sheet
from axiometer.report.tables import cells_of

_NUMBER: Final = re.compile(r"\D*?([-−]?\d+(?:\.\d+)?(?:e[-−]?\d+)?)")
_UP, _DOWN = "▲", "▼"


def frame_as_html(title: str, table: pl.DataFrame, *, is_sortable: bool = False) -> str:
    """Write a table with its title as HTML."""
    heads, rows = cells_of(table)
    cells = zip(*rows, strict=True) if rows else [()] * len(heads)
    columns = [
        Column(head, its, is_right=dtype.is_numeric(), is_kept=is_sortable and at == 0 and not dtype.is_numeric())
        for at, (head, its, dtype) in enumerate(zip(heads, cells, table.dtypes, strict=True))
    ]
    return table_as_html(title, columns, is_sortable=is_sortable)


def sheets_as_html(sheets: Iterable[Sheet]) -> str:
    """Write tables one after the other as HTML, each with its footnotes; hints for who runs a command are left out."""
    return "\n".join(
        "\n".join([table_as_html(sheet.title, sheet.columns, is_sortable=True), *_footnotes(sheet.footnotes)])
        for sheet in sheets
    )


def table_as_html(title: str, columns: Sequence[Column], *, is_sortable: bool) -> str:
    """Write columns as a table in a box of its own, in which it is scrolled if it is too wide.

    The heads of a sortable table are buttons, and cells of its numbers have what to sort by as ``data-value``.
    """
    style = [' class="number"' if column.is_right else "" for column in columns]
    begin, end = ('<button type="button" class="sort">', "</button>") if is_sortable else ("", "")
    heads = "".join(
        f'<th scope="col"{its}>{begin}{_text(column.head)}{end}</th>'
        for column, its in zip(columns, style, strict=True)
    )
    written = [[_cell(cell, column, is_sortable=is_sortable) for cell in column.cells] for column in columns]
    rows = "\n".join(f"<tr>{''.join(cells)}</tr>" for cells in zip(*written, strict=True))
    caption = f"<caption>{_text(title)}</caption>\n" if title else ""
    return (
        f'<div class="table"><table{" class=sortable" * is_sortable}>\n{caption}'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table></div>"
    )


def _cell(cell: str | Marked, column: Column, *, is_sortable: bool) -> str:
    value, mark = (cell, "") if isinstance(cell, str) else (cell.text, cell.mark)
    text = f"<b>{_text(value)}</b>" if isinstance(cell, Marked) and cell.is_best else _text(value)
    inner = f"{text} {_raised(mark)}" if mark else text
    if column.is_kept:
        return f'<th scope="row">{inner}</th>'
    is_number = is_sortable and (column.is_right or isinstance(cell, Marked))
    number = _NUMBER.match(value) if is_number else None
    sorting = f' data-value="{number[1].replace("−", "-")}"' if number else ""
    style = ' class="number"' if column.is_right else ""
    return f"<td{style}{sorting}>{inner}</td>"


def _raised(mark: str) -> str:
    """Write a mark: numbers of systems small and raised, signs in the colour of what they say."""
    if mark.startswith(">"):
        return f"<sup>{_text(mark[1:].replace('-', '–'))}</sup>"
    told = _text(mark)
    return told.replace(_UP, f'<span class="good">{_UP}</span>').replace(_DOWN, f'<span class="bad">{_DOWN}</span>')


def _footnotes(footnotes: Sequence[Footnote]) -> list[str]:
    return [
        f'<p class="soft">{f"{_raised(note.mark)}: " if note.mark else ""}{_text(note.text)}</p>'
        for note in footnotes
        if not note.is_hint
    ]


def _text(text: str) -> str:
    return escape(visible(text))
