"""Sheets as HTML: real tables with captions and heads, their numbers on the right and ready to be sorted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import polars as pl

from axiometer.sheets.escaping import html_text
from axiometer.sheets.sheet import Cell, Column, Sheet, sheet_of

MOST_ROWS: Final = 60
"""A notebook shows so many rows."""
_NUMBER: Final = re.compile(r"\D*?([-−]?\d+(?:\.\d+)?(?:e[-−]?\d+)?)")
_UP, _DOWN = "▲", "▼"


def sheets_as_html(sheets: Iterable[Sheet]) -> str:
    """Write tables one after the other, each with its footnotes; hints for who runs a command are left out."""
    return "\n".join(as_html(sheet, is_sortable=True) for sheet in sheets)


def as_html(sheet: Sheet, *, is_sortable: bool = False) -> str:
    """Write a table in a box of its own, in which it is scrolled if it is too wide, and its footnotes.

    The heads of a sortable table are buttons, and cells of its numbers have what to sort by as ``data-value``.
    """
    begin, end = ('<button type="button" class="sort">', "</button>") if is_sortable else ("", "")
    heads = "".join(
        f'<th scope="col"{_attributes(_kind(column), column.hint)}>{begin}{html_text(column.head)}{end}</th>'
        for column in sheet.columns
    )
    written = [[_cell(cell, column, is_sortable=is_sortable) for cell in column.cells] for column in sheet.columns]
    rows = "\n".join(
        f"<tr{_attributes('next' * (at in sheet.rules))}>{''.join(cells)}</tr>"
        for at, cells in enumerate(zip(*written, strict=True))
    )
    caption = f"<caption>{html_text(sheet.title)}</caption>\n" if sheet.title else ""
    kind = " ".join(["sortable"] * is_sortable + [sheet.kind] * bool(sheet.kind))
    table = (
        f'<div class="table"><table{_attributes(kind)}>\n{caption}'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table></div>"
    )
    notes = [
        f'<p class="soft">{f"{_raised(note.mark)}: " if note.mark else ""}{html_text(note.text)}</p>'
        for note in sheet.footnotes
        if not note.is_hint
    ]
    return "\n".join([table, *notes])


def notebook(title: str, table: pl.DataFrame, notes: Iterable[str] = ()) -> str:
    """Write a result for a notebook, which has no style of ours: the first rows, how many more there are, and notes."""
    columns = sheet_of(table.head(MOST_ROWS)).columns
    style = [f' style="text-align: {column.align}"' for column in columns]
    heads = "".join(f"<th{its}>{html_text(column.head)}</th>" for column, its in zip(columns, style, strict=True))
    rows = "".join(
        f"<tr>{''.join(f'<td{its}>{html_text(str(cell))}</td>' for cell, its in zip(row, style, strict=True))}</tr>"
        for row in zip(*(column.cells for column in columns), strict=True)
    )
    left = table.height - MOST_ROWS
    told = [*([f"{left:,} more rows; to_polars() gives all"] if left > 0 else []), *notes]
    listed = "".join(f"<li>{html_text(note)}</li>" for note in told)
    return (
        f"<div><p>{html_text(title)}</p><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        f"{f'<ul>{listed}</ul>' if listed else ''}</div>"
    )


def _cell(given: str | Cell, column: Column, *, is_sortable: bool) -> str:
    cell = Cell(given) if isinstance(given, str) else given
    inner = f"<b>{html_text(cell.text)}</b>" if cell.is_best else html_text(cell.text)
    if cell.mark:
        inner += ("" if column.align == "centre" else " ") + _raised(cell.mark)
    hint = cell.hint
    if cell.link:
        told = _attributes("sign" if column.align == "centre" else "", hint) + (
            f' aria-label="{html_text(cell.label)}"' if cell.label else ""
        )
        inner, hint = f'<a href="{html_text(cell.link)}"{told}>{inner}</a>', ""
    if column.is_kept:
        return f'<th scope="row">{inner}</th>'
    is_number = is_sortable and (column.align == "right" or not isinstance(given, str))
    number = _NUMBER.match(cell.text) if is_number else None
    sorting = f' data-value="{number[1].replace("−", "-")}"' if number else ""
    return f"<td{_attributes(' '.join(filter(None, [_kind(column), cell.kind])), hint)}{sorting}>{inner}</td>"


def _kind(column: Column) -> str:
    return "number" if column.align == "right" else ""


def _attributes(kind: str, hint: str = "") -> str:
    return (f' class="{html_text(kind)}"' if kind else "") + (f' title="{html_text(hint)}"' if hint else "")


def _raised(mark: str) -> str:
    """Write a mark: numbers of systems small and raised, signs in the colour of what they say."""
    if mark.startswith(">"):
        return f"<sup>{html_text(mark[1:].replace('-', '–'))}</sup>"
    told = html_text(mark)
    return told.replace(_UP, f'<span class="good">{_UP}</span>').replace(_DOWN, f'<span class="bad">{_DOWN}</span>')
