"""Sheets: tables whose cells have marks, with a title above and footnotes below, as text, Markdown and LaTeX."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Any, Final, Literal

import polars as pl

from axiometer.report import tables
from axiometer.report.escaping import display_width, latex, latex_needs, markdown, visible

Form = Literal["table", "markdown", "latex"]
UNDEFINED: Final = "–"
MOST_PAIRS: Final = 66
"""More pairs than this, those of 12 systems, are not shown, unless details are asked for."""
WIDTH: Final = 120
"""Text is not wider than this, if that is possible."""
MARK_WIDTH: Final = 72
"""Where a table is too wide, longer marks go on in the next line."""
ROUNDING: Final = 1e-12
"""A number closer to 0 is 0."""
SMALLEST_P: Final = 0.0001
SMALLEST_SHARE: Final = 0.001


@dataclass(frozen=True)
class Marked:
    """A value with a mark behind it.

    Attributes
    ----------
    text
        The value.
    mark
        ``>3-5,9``, ``▲`` or ``▲a▼b``; none if empty.
    is_best
        Whether it is the best of its column, which is bold in LaTeX.
    """

    text: str
    mark: str = ""
    is_best: bool = False


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    head
        What stands above it.
    cells
        Its values, written.
    is_right
        Whether they stand on the right.
    is_kept
        Whether the column comes again where a table goes on below because it is too wide.
    """

    head: str
    cells: Sequence[str | Marked]
    is_right: bool = True
    is_kept: bool = False


@dataclass(frozen=True)
class Footnote:
    """A sentence below a table.

    Attributes
    ----------
    text
        The sentence.
    mark
        What it explains, if anything.
    is_hint
        Whether it is for who runs the command, and not for a reader of the table.
    """

    text: str
    mark: str = ""
    is_hint: bool = False


@dataclass(frozen=True)
class Sheet:
    """A table with a title, and what a reader needs to read it.

    Attributes
    ----------
    title
        What it shows.
    columns
        Side by side.
    footnotes
        Below it.
    is_whole
        Whether it is not cut into blocks, however wide it is.
    """

    title: str
    columns: Sequence[Column]
    footnotes: Sequence[Footnote] = ()
    is_whole: bool = False


def write_sheets(sheets: Iterable[Sheet], form: Form) -> str:
    """Write tables one after the other."""
    text = "\n\n".join({"table": _text, "markdown": _markdown, "latex": _latex}[form](each) for each in sheets) + "\n"
    return latex_needs(text) + text if form == "latex" else text


def names(head: str, cells: Iterable[str], *, is_kept: bool = True) -> Column:
    """Make a column of names."""
    return Column(head, [*cells], is_right=False, is_kept=is_kept)


def number(value: float) -> str:
    """Write a number; a small one with its power of ten."""
    is_tiny = ROUNDING < abs(value) < 10**-tables.DECIMALS / 2
    return f"{value:.1e}".replace("-", "−", value < 0) if is_tiny else rounded(value, tables.DECIMALS)


def rounded(value: float, decimals: int) -> str:
    """Write a number with so many decimals."""
    # Adding 0 makes −0 to 0.
    return UNDEFINED if math.isnan(value) else f"{round(value, decimals) + 0.0:.{decimals}f}".replace("-", "−")


def share(value: float) -> str:
    """Write a share in percent."""
    if math.isnan(value):
        return UNDEFINED
    if 0 < value < SMALLEST_SHARE:
        return f"<{SMALLEST_SHARE:.1%}"
    # What is not all is not 100%, either.
    return f">{1 - SMALLEST_SHARE:.1%}" if 1 - SMALLEST_SHARE < value < 1 else f"{value:.1%}"


def p_value(value: float) -> str:
    """Write a p-value."""
    return f"<{SMALLEST_P}" if value < SMALLEST_P else number(value)


def interval(low: float, high: float, *, is_share: bool = False) -> str:
    """Write an interval."""
    write = share if is_share else number
    return UNDEFINED if math.isnan(low) or math.isnan(high) else f"[{write(low)}, {write(high)}]"


def intervals(
    parameters: Mapping[str, Any], table: pl.DataFrame, prefix: str = "", *, is_share: bool = False
) -> list[Column]:
    """Give the column of intervals, if there are any; without confidence, they are the ranges of samples."""
    low, high = table[f"{prefix}low"], table[f"{prefix}high"]
    if low.is_nan().all():
        return []
    cells = [interval(*ends, is_share=is_share) for ends in zip(low, high, strict=True)]
    confidence = parameters.get("confidence")
    return [Column("range" if confidence is None else f"{100 * confidence:g}% interval", cells)]


def _text(sheet: Sheet) -> str:
    """Write a table that is as wide as a screen, in several blocks if it must be."""
    columns = [_plain_column(column) for column in sheet.columns]
    laid_out = [_laid_out(column, None) for column in columns]
    if _width(laid_out) > WIDTH:
        laid_out = [_laid_out(column, MARK_WIDTH) for column in columns]
    parts = [visible(sheet.title)] if sheet.title else []
    blocks = [laid_out] if sheet.is_whole else [*_blocks(laid_out)]
    parts += ["\n\n".join(map(_lined_up, _without_idle_rows(blocks)))]
    for note in sheet.footnotes:
        told = visible(f"{note.mark}: {note.text}" if note.mark else note.text)
        parts += textwrap.wrap(told, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(parts)


_Lines = list[list[str]]
"""The cells of a column, each of one or more lines."""
_Block = Sequence[tuple[Column, _Lines]]
"""Columns that stand side by side."""


def _laid_out(column: Column, mark_width: int | None) -> tuple[Column, _Lines]:
    """Put values below each other, and marks behind them; break long marks at commas."""
    value_width = max((len(cell.text) for cell in column.cells if isinstance(cell, Marked)), default=0)
    lines = []
    for cell in column.cells:
        if isinstance(cell, str):
            lines.append([cell])
            continue
        first, *rest = _broken(cell.mark, mark_width)
        indent = " " * (value_width + 2)
        lines.append([f"{cell.text.rjust(value_width)} {first}".rstrip(), *(indent + each for each in rest)])
    return column, lines


def _broken(mark: str, width: int | None) -> list[str]:
    if width is None or len(mark) <= width:
        return [mark]
    return textwrap.wrap(mark.replace(",", ", "), width, break_long_words=False, break_on_hyphens=False)


def _width(laid_out: Iterable[tuple[Column, _Lines]]) -> int:
    widths = [
        max(display_width(column.head), *(display_width(line) for cell in lines for line in cell), 0)
        for column, lines in laid_out
    ]
    return sum(widths) + 2 * (len(widths) - 1)


def _blocks(laid_out: _Block) -> Iterator[_Block]:
    """Put columns into blocks that are narrow enough, each with the columns that are kept."""
    kept = [each for each in laid_out if each[0].is_kept]
    block = [*kept]
    for each in laid_out:
        if each[0].is_kept:
            continue
        if len(block) > len(kept) and _width([*block, each]) > WIDTH:
            yield block
            block = [*kept]
        block.append(each)
    yield block


def _without_idle_rows(blocks: Sequence[_Block]) -> Iterator[_Block]:
    """Leave rows that have nothing in a block out of it; those that have nothing anywhere stay in the last one."""
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
    rows: tables.Rows = []
    for cells in zip(*(lines for _, lines in block), strict=True):
        height = max(map(len, cells))
        rows += [[cell[at] if at < len(cell) else "" for cell in cells] for at in range(height)]
    return tables.lined_up([column.head for column, _ in block], rows, [column.is_right for column, _ in block])


def _plain_column(column: Column) -> Column:
    cells = [
        replace(each, text=visible(each.text)) if isinstance(each, Marked) else visible(each) for each in column.cells
    ]
    return replace(column, head=visible(column.head), cells=cells)


def _markdown(sheet: Sheet) -> str:
    def cell(given: str | Marked) -> str:
        return markdown(given) if isinstance(given, str) else f"{markdown(given.text)} {_raised(given.mark)}".rstrip()

    parts = [f"**{markdown(sheet.title)}**"] if sheet.title else []
    rows = [[*map(cell, row)] for row in zip(*(column.cells for column in sheet.columns), strict=True)]
    align: list[tables.Align] = ["right" if column.is_right else "left" for column in sheet.columns]
    parts.append(tables.markdown_table([markdown(column.head) for column in sheet.columns], rows, align))
    for note in sheet.footnotes:
        told = (f"{_raised(note.mark)}: " if note.mark else "") + markdown(note.text)
        parts.append(f"<!-- {told.replace('--', '- -')} -->" if note.is_hint else told)
    return "\n\n".join(parts)


def _raised(mark: str) -> str:
    """Write a mark in Markdown: numbers small and raised, signs as they are."""
    return f"<sup>{mark[1:].replace('-', '–')}</sup>" if mark.startswith(">") else mark


def _latex(sheet: Sheet) -> str:
    def cell(given: str | Marked) -> str:
        if isinstance(given, str):
            return latex(given)
        text = latex(given.text)
        return (rf"\textbf{{{text}}}" if given.is_best else text) + _exponent(given.mark)

    parts = [f"% {visible(sheet.title)}"] if sheet.title else []
    rows = [[*map(cell, row)] for row in zip(*(column.cells for column in sheet.columns), strict=True)]
    is_right = [column.is_right for column in sheet.columns]
    parts.append(tables.latex_table([latex(column.head) for column in sheet.columns], rows, is_right))
    for note in sheet.footnotes:
        if note.is_hint:
            parts.append(f"% {visible(note.text)}")
            continue
        told = (f"{_exponent(note.mark)}: " if note.mark else "") + latex(note.text)
        parts.append(rf"\par\smallskip{{\footnotesize {told}\par}}")
    return "\n".join(parts)


def _exponent(mark: str) -> str:
    """Write a mark for LaTeX."""
    if not mark:
        return ""
    if mark.startswith(">"):
        return f"$^{{{mark[1:]}}}$".replace("-", r"\text{--}")
    mark = mark.replace("▼", r"\blacktriangledown").replace("▲", r"\blacktriangle")
    # A letter must not become part of a command.
    return "$^{" + re.sub(r"(\\blacktriangle(?:down)?)(?!down)(?=[a-z])", r"\1 ", mark) + "}$"
