"""Sheets as text, Markdown and LaTeX."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, pairwise
from typing import Final, Literal

import polars as pl

from axiometer.sheets.escaping import display_width, latex, latex_needs, markdown, padded, visible
from axiometer.sheets.sheet import Align, Cell, Column, Sheet, sheet_of

Form = Literal["table", "markdown", "latex"]
WIDTH: Final = 120
"""Text is not wider than this, if that is possible."""
MARK_WIDTH: Final = 72
"""Where a table is too wide, longer marks go on in the next line."""
INDENT: Final = "  "
"""Names go on in the next line after so much space."""
COLOURS: Final = {"satisfied": "32", "partly": "33", "not": "31", "none": "2", "differs": "1;4"}
"""How a screen shows kinds of cells: green, yellow, red, faint; bold and underlined."""
RULES: Final[dict[Align, tuple[str, str]]] = {
    "left": ("---", ""),
    "centre": (":---", ":"),
    "right": ("---", ":"),
    "wide": ("---", ""),
}
"""The shortest line of Markdown below a head, which says where its cells stand."""
LATEX_COLUMNS: Final[dict[Align, str]] = {"left": "l", "centre": "c", "right": "r", "wide": r"p{0.25\linewidth}"}
LONGEST: Final = 50
"""A table with more rows goes on from page to page in LaTeX."""

_Lines = list[list[str]]
"""The cells of a column, each of one or more lines."""
_Block = Sequence[tuple[Column, _Lines]]
"""Columns that stand side by side."""


def write_sheets(sheets: Iterable[Sheet], form: Form, *, width: int = WIDTH, is_coloured: bool = False) -> str:
    """Write tables below each other; what LaTeX needs for them is told in its first line.

    Parameters
    ----------
    sheets
        The tables.
    form
        How to write them.
    width, is_coloured
        Of text: how wide the screen is, and whether it shows colours.
    """
    return joined((write_sheet(each, form, width=width, is_coloured=is_coloured) for each in sheets), form)


def joined(parts: Iterable[str], form: Form) -> str:
    """Put what is written below each other, and before it what LaTeX needs."""
    text = "\n\n".join(parts) + "\n"
    return latex_needs(text) + text if form == "latex" else text


def write_sheet(table: Sheet | pl.DataFrame, form: Form, *, width: int = WIDTH, is_coloured: bool = False) -> str:
    """Write one table, without what LaTeX needs for it."""
    if form == "table":
        return as_text(table, width=width, is_coloured=is_coloured)
    return as_markdown(table) if form == "markdown" else as_latex(table)


def as_text(table: Sheet | pl.DataFrame, *, width: int = WIDTH, is_coloured: bool = False) -> str:
    """Write a table that is as wide as a screen, in several blocks if it must be."""
    sheet = sheet_of(table) if isinstance(table, pl.DataFrame) else table
    laid_out = [_laid_out(column, None, is_coloured=is_coloured) for column in sheet.columns]
    if not sheet.is_whole and sum(_widths(laid_out)) - 2 > width:
        laid_out = [_laid_out(column, MARK_WIDTH, is_coloured=is_coloured) for column in sheet.columns]
    parts = [visible(sheet.title)] if sheet.title else []
    blocks = [laid_out] if sheet.is_whole else _blocks(laid_out, width)
    parts += ["\n\n".join(map(_lined_up, _without_idle_rows(blocks)))]
    for note in sheet.footnotes:
        told = visible(f"{note.mark}: {note.text}" if note.mark else note.text)
        parts += textwrap.wrap(told, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(parts)


def name_pieces(name: str) -> list[str]:
    """Cut a name where it can go on in the next line: after its commas."""
    return re.findall(r"[^,]*,|[^,]+$", name)


def _laid_out(column: Column, mark_width: int | None, *, is_coloured: bool) -> tuple[Column, _Lines]:
    """Put values below each other, and marks behind them; break long marks and names at commas."""
    values = [visible(cell.text) for cell in column.cells if isinstance(cell, Cell) and _has_room(cell, column)]
    value_width = max(map(len, values), default=0)
    lines = []
    for cell in column.cells:
        if isinstance(cell, str) or not _has_room(cell, column):
            lines.append(_lines_of(cell, column, is_coloured=is_coloured))
            continue
        first, *rest = _broken(cell.mark, mark_width)
        indent = " " * (value_width + 2)
        lines.append([f"{visible(cell.text).rjust(value_width)} {first}".rstrip(), *(indent + each for each in rest)])
    return column, lines


def _has_room(cell: Cell, column: Column) -> bool:
    """Tell whether there is a place for a mark behind a value: not at names, signs, and words that stand for values."""
    return column.align != "centre" and not column.is_kept and bool(cell.mark or not cell.kind)


def _lines_of(cell: str | Cell, column: Column, *, is_coloured: bool) -> list[str]:
    """Write a cell without a mark, or one whose mark stands at its value."""
    text = visible(cell if isinstance(cell, str) else cell.text + cell.mark)
    if column.width:
        return _wrapped_name(text, column.width)
    colours = [COLOURS[word] for word in cell.kind.split()] if is_coloured and isinstance(cell, Cell) else []
    return [f"\x1b[{';'.join(colours)}m{text}\x1b[0m" if colours else text]


def _wrapped_name(name: str, most: int) -> list[str]:
    """Break a long name after commas, or anywhere if there are none."""
    lines = [""]
    for piece in name_pieces(name):
        if lines[-1] and len(lines[-1]) + len(piece) > most:
            lines.append(INDENT)
        lines[-1] += piece
    return [line[at : at + most] for line in lines for at in range(0, max(len(line), 1), most)]


def _broken(mark: str, width: int | None) -> list[str]:
    if width is None or len(mark) <= width:
        return [mark]
    return textwrap.wrap(mark.replace(",", ", "), width, break_long_words=False, break_on_hyphens=False)


def _widths(laid_out: _Block) -> list[int]:
    """Give the width of each column and of the space behind it."""
    return [
        2 + max(display_width(visible(column.head)), *(display_width(line) for cell in lines for line in cell), 0)
        for column, lines in laid_out
    ]


def _blocks(laid_out: _Block, width: int) -> list[_Block]:
    """Put columns into as few blocks as possible, all about as wide, each with the columns that are kept."""
    widths = [*zip(laid_out, _widths(laid_out), strict=True)]
    kept = [each for each in laid_out if each[0].is_kept]
    others = [each for each in laid_out if not each[0].is_kept]
    room = width + 2 - sum(wide for (column, _), wide in widths if column.is_kept)
    wide = [wide for (column, _), wide in widths if not column.is_kept]
    sizes = _filled(wide, room)
    while len(sizes) > 1 and room > 0 and len(narrower := _filled(wide, room - 1)) == len(sizes):
        sizes, room = narrower, room - 1
    ends = [sum(sizes[:at]) for at in range(len(sizes) + 1)]
    return [[*kept, *others[begin:end]] for begin, end in pairwise(ends)]


def _filled(widths: Sequence[int], room: int) -> list[int]:
    """Count the columns that fit into each block, at least one."""
    sizes, left = [0], room
    for wide in widths:
        if sizes[-1] and wide > left:
            sizes.append(0)
            left = room
        sizes[-1] += 1
        left -= wide
    return sizes


def _without_idle_rows(blocks: Sequence[_Block]) -> Iterator[_Block]:
    """Leave rows that have nothing in a block out of it; those that have nothing anywhere stay in the last one."""
    if len(blocks) == 1:
        yield from blocks
        return
    has_something = [
        [
            any(cell[0] for cell in row)
            for row in zip(*(lines for column, lines in block if not column.is_kept), strict=True)
        ]
        for block in blocks
    ]
    is_idle_everywhere = [not any(row) for row in zip(*has_something, strict=True)]
    for block, its in zip(blocks, has_something, strict=True):
        is_last = block is blocks[-1]
        is_shown = [some or (is_last and idle) for some, idle in zip(its, is_idle_everywhere, strict=True)]
        yield [(column, [*compress(lines, is_shown)]) for column, lines in block]


def _lined_up(block: _Block) -> str:
    """Put the columns of a block side by side."""
    heads = [visible(column.head) for column, _ in block]
    columns = []
    for head, (column, lines), wide in zip(heads, block, _widths(block), strict=True):
        # Of a sign, the first letter stands in the middle of what is below the head.
        before = " " * ((len(head) - 1) // 2) if column.align == "centre" else ""
        is_right = column.align == "right"
        filled = [[padded(before + line, wide - 2, is_right=is_right) for line in cell] for cell in lines]
        columns.append([[padded(head, wide - 2, is_right=is_right)], *filled])
    rows = []
    for cells in zip(*columns, strict=True):
        for at in range(max(map(len, cells))):
            line = [cell[at] if at < len(cell) else " " * display_width(cell[0]) for cell in cells]
            rows.append("  ".join(line).rstrip())
    return "\n".join(rows)


def as_markdown(table: Sheet | pl.DataFrame) -> str:
    """Write a table in Markdown; its columns are in line in the source, too."""
    sheet = sheet_of(table) if isinstance(table, pl.DataFrame) else table
    parts = [f"**{markdown(sheet.title)}**"] if sheet.title else []
    columns = []
    for column in sheet.columns:
        before, behind = RULES[column.align]
        cells = [markdown(column.head), *(_markdown_cell(cell, column) for cell in column.cells)]
        wide = max(len(before + behind), *map(display_width, cells))
        first, *rest = (padded(cell, wide, is_right=column.align == "right") for cell in cells)
        columns.append([first, before.ljust(wide - len(behind), "-") + behind, *rest])
    parts.append("\n".join("| " + " | ".join(row) + " |" for row in zip(*columns, strict=True)))
    for note in sheet.footnotes:
        told = (f"{_raised(note.mark)}: " if note.mark else "") + markdown(note.text)
        parts.append(f"<!-- {told.replace('--', '- -')} -->" if note.is_hint else told)
    return "\n\n".join(parts)


def _markdown_cell(cell: str | Cell, column: Column) -> str:
    if isinstance(cell, str):
        return markdown(cell)
    space = "" if column.align == "centre" else " "
    return f"{markdown(cell.text)}{space}{_raised(cell.mark)}".rstrip()


def _raised(mark: str) -> str:
    """Write a mark in Markdown: numbers small and raised, signs as they are."""
    return f"<sup>{mark[1:].replace('-', '–')}</sup>" if mark.startswith(">") else markdown(mark)


def as_latex(table: Sheet | pl.DataFrame) -> str:
    """Write a table for LaTeX, without what it needs."""
    sheet = sheet_of(table) if isinstance(table, pl.DataFrame) else table
    rows = [[*map(_latex_cell, row)] for row in zip(*(column.cells for column in sheet.columns), strict=True)]
    is_long = len(rows) > LONGEST
    name = "longtable" if is_long else "tabular"
    lines = [
        *([f"% {visible(sheet.title)}"] if sheet.title else []),
        rf"\begin{{{name}}}{{{''.join(LATEX_COLUMNS[column.align] for column in sheet.columns)}}}",
        r"\toprule",
        " & ".join(latex(column.head) for column in sheet.columns) + r" \\",
        r"\midrule",
        *([r"\endhead"] if is_long else []),
        # A row that starts with [ or * would be an option of the line end before it.
        *("{}" * row[0].startswith(("[", "*")) + " & ".join(row) + r" \\" for row in rows),
        r"\bottomrule",
        rf"\end{{{name}}}",
    ]
    for note in sheet.footnotes:
        told = (f"{_exponent(note.mark)}: " if note.mark else "") + latex(note.text)
        lines.append(f"% {visible(note.text)}" if note.is_hint else rf"\par\smallskip{{\footnotesize {told}\par}}")
    return "\n".join(lines)


def _latex_cell(cell: str | Cell) -> str:
    if isinstance(cell, str):
        return latex(cell)
    text = latex(cell.text)
    return (rf"\textbf{{{text}}}" if cell.is_best else text) + _exponent(cell.mark)


def _exponent(mark: str) -> str:
    """Write a mark for LaTeX."""
    if not mark:
        return ""
    if mark.startswith(">"):
        return f"$^{{{mark[1:]}}}$".replace("-", r"\text{--}")
    mark = mark.replace("▼", r"\blacktriangledown").replace("▲", r"\blacktriangle")
    # A letter must not become part of a command.
    return "$^{" + re.sub(r"(\\blacktriangle(?:down)?)(?!down)(?=[a-z])", r"\1 ", mark) + "}$"
