"""Pages: headings, paragraphs, tables and pictures, as Markdown and as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, Literal
from urllib.parse import quote

import polars as pl

from axiometer.report.tables import as_markdown, cells_of, markdown

Form = Literal["markdown", "html"]
MOST_ROWS: Final = 40
"""Of a longer table the first rows are shown, and the file that has them all is named."""
FEWEST_LISTED: Final = 4
"""Pages with so many sections begin with a list of them."""
STYLE: Final = """
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --line: #ddd; --soft: #666; --block: #f6f6f6 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ddd; --paper: #16181c; --line: #3a3d44; --soft: #a0a4ab; --block: #22252b }
}
body { font-family: system-ui, sans-serif; line-height: 1.45; max-width: 70em; margin: 2em auto; padding: 0 1em;
       color: var(--ink); background: var(--paper) }
h2 { margin-top: 2.2em; border-bottom: 1px solid var(--line) } h3 { margin-top: 1.8em }
.table { overflow-x: auto } table { border-collapse: collapse; margin: .6em 0 }
caption { text-align: left; font-weight: 600; padding: .3em 0; min-width: 16em }
th:first-child, td:first-child { position: sticky; left: 0; background: var(--paper) }
nav ul { columns: 20em; padding-left: 1.2em }
summary { color: var(--soft); cursor: pointer; margin: .8em 0 }
th, td { padding: .2em .6em; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
figure { margin: 1.2em 0 } figure img { max-width: 100%; background: #fff } figcaption, .soft { color: var(--soft) }
pre { background: var(--block); padding: .8em; overflow-x: auto }
"""


@dataclass(frozen=True)
class Listing:
    """Sentences below each other."""

    items: Sequence[str]


@dataclass(frozen=True)
class Folded:
    """Sentences that few want to read, below a title that unfolds them."""

    title: str
    items: Sequence[str]


@dataclass(frozen=True)
class Picture:
    """A picture in a file beside the page."""

    path: str
    caption: str


@dataclass(frozen=True)
class Shown:
    """A table, and the file beside the page that has all of it, if there is one."""

    title: str
    table: pl.DataFrame
    path: str = ""


@dataclass(frozen=True)
class Commands:
    """What to type."""

    text: str


Block = str | Listing | Folded | Picture | Shown | Commands


@dataclass(frozen=True)
class Section:
    """A heading, of the second level or below, and what stands under it."""

    title: str
    blocks: Sequence[Block]
    level: int = 2


@dataclass(frozen=True)
class Page:
    """A title, what stands before the first heading, and sections."""

    title: str
    blocks: Sequence[Block]
    sections: Sequence[Section]


def write_page(page: Page, form: Form) -> str:
    """Write a page; whatever stands in it is shown and never runs."""
    return _html(page) if form == "html" else _markdown(page)


def _markdown(page: Page) -> str:
    parts = [f"# {markdown(page.title)}", *map(_markdown_block, page.blocks)]
    for section in page.sections:
        parts += [f"{'#' * section.level} {markdown(section.title)}", *map(_markdown_block, section.blocks)]
    return "\n\n".join(parts) + "\n"


def _markdown_block(block: Block) -> str:
    match block:
        case Listing():
            return "\n".join(f"- {markdown(each)}" for each in block.items)
        case Folded():
            return f"{markdown(block.title)}:\n\n{_markdown_block(Listing(block.items))}"
        case Picture():
            return f"![{markdown(block.caption)}]({quote(block.path)})\n\n{markdown(block.caption)}"
        case Shown():
            told = _rest(block, f"[{markdown(block.path)}]({quote(block.path)})")
            return f"**{markdown(block.title)}**\n\n{as_markdown(block.table[:MOST_ROWS])}\n\n{told}".rstrip()
        case Commands():
            fence = "`" * max(3, 1 + max(map(len, re.findall("`+", block.text)), default=0))
            return f"{fence}\n{block.text}\n{fence}"
        case str():
            return markdown(block)


def _rest(shown: Shown, link: str) -> str:
    """Say where the rest of a table is."""
    if not shown.path:
        return ""
    n = shown.table.height
    return f"The first {MOST_ROWS} of {n} rows; all are in {link}." if n > MOST_ROWS else f"As a file: {link}."


def _html(page: Page) -> str:
    return "\n".join([
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(page.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        f"<h1>{escape(page.title)}</h1>",
        *map(_html_block, page.blocks),
        *([_contents(page.sections)] if len(page.sections) >= FEWEST_LISTED else []),
        *_html_sections(page.sections),
        "</body>\n</html>\n",
    ])


def _contents(sections: Sequence[Section]) -> str:
    rows = (f'<li><a href="#section-{n}">{escape(each.title)}</a></li>' for n, each in enumerate(sections, 1))
    return "<nav><ul>\n" + "\n".join(rows) + "\n</ul></nav>"


def _html_sections(sections: Sequence[Section]) -> Iterator[str]:
    for number, section in enumerate(sections, 1):
        yield f'<h{section.level} id="section-{number}">{escape(section.title)}</h{section.level}>'
        yield from map(_html_block, section.blocks)


def _html_block(block: Block) -> str:
    match block:
        case Listing():
            return "<ul>\n" + "\n".join(f"<li>{escape(each)}</li>" for each in block.items) + "\n</ul>"
        case Folded():
            inner = _html_block(Listing(block.items))
            return f"<details><summary>{escape(block.title)}</summary>\n{inner}\n</details>"
        case Picture():
            alt = escape(block.caption)
            return f'<figure><img src="{quote(block.path)}" alt="{alt}"><figcaption>{alt}</figcaption></figure>'
        case Shown():
            told = _rest(block, f'<a href="{quote(block.path)}">{escape(block.path)}</a>')
            return _html_table(block) + (f'\n<p class="soft">{told}</p>' if told else "")
        case Commands():
            return f"<pre>{escape(block.text)}</pre>"
        case str():
            return f"<p>{escape(block)}</p>"


def _html_table(shown: Shown) -> str:
    table = shown.table[:MOST_ROWS]
    style = [' class="number"' if dtype.is_numeric() else "" for dtype in table.dtypes]
    heads, rows = cells_of(table)
    head = "".join(f'<th scope="col"{its}>{escape(name)}</th>' for name, its in zip(heads, style, strict=True))
    body = "\n".join(
        "<tr>" + "".join(f"<td{its}>{escape(cell)}</td>" for cell, its in zip(row, style, strict=True)) + "</tr>"
        for row in rows
    )
    return (
        f'<div class="table"><table>\n<caption>{escape(shown.title)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>"
    )
