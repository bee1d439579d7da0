"""Pages: headings, paragraphs, tables and pictures, as Markdown and as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, Literal
from urllib.parse import quote

import polars as pl

import axiometer as ax

Form = Literal["markdown", "html"]
MOST_ROWS: Final = 40
"""Of a longer table the first rows are shown, and the file that has them all is named."""
FEWEST_LISTED: Final = 4
"""Pages with so many sections begin with a list of them."""
STYLE: Final = "nav ul { columns: 20em; padding-left: 1.2em } summary { color: var(--soft) }\n"


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
    parts = [f"# {_shown(page.title)}", *map(_markdown_block, page.blocks)]
    for section in page.sections:
        parts += [f"{'#' * section.level} {_shown(section.title)}", *map(_markdown_block, section.blocks)]
    return "\n\n".join(parts) + "\n"


def _markdown_block(block: Block) -> str:
    match block:
        case Listing():
            return "\n".join(f"- {_shown(each)}" for each in block.items)
        case Folded():
            return f"{_shown(block.title)}:\n\n{_markdown_block(Listing(block.items))}"
        case Picture():
            return f"![{_shown(block.caption)}]({quote(block.path)})\n\n{_shown(block.caption)}"
        case Shown():
            told = _rest(block, f"[{_shown(block.path)}]({quote(block.path)})")
            table = ax.write_table(block.table[:MOST_ROWS], "markdown")
            return f"**{_shown(block.title)}**\n\n{table}\n\n{told}".rstrip()
        case Commands():
            fence = "`" * max(3, 1 + max(map(len, re.findall("`+", block.text)), default=0))
            return f"{fence}\n{block.text}\n{fence}"
        case str():
            return _shown(block)


def _shown(text: str) -> str:
    """Write text from anywhere so that Markdown shows it as it is: no markup, no HTML, no links, no mathematics."""
    text = "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)
    text = escape(text, quote=False).replace("$", "&#36;").replace("~", "&#126;")
    return re.sub(r"([|\\`*_{}]|\](?=[(\[:]))", r"\\\1", text)


def _rest(shown: Shown, link: str) -> str:
    """Say where the rest of a table is."""
    if not shown.path:
        return ""
    n = shown.table.height
    return f"The first {MOST_ROWS} of {n} rows; all are in {link}." if n > MOST_ROWS else f"As a file: {link}."


def _html(page: Page) -> str:
    parts = [
        *map(_html_block, page.blocks),
        *([_contents(page.sections)] if len(page.sections) >= FEWEST_LISTED else []),
        *_html_sections(page.sections),
    ]
    return ax.html_page(page.title, parts, style=STYLE)


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
            return ax.write_table(block.table[:MOST_ROWS], "html", title=block.title) + (
                f'\n<p class="soft">{told}</p>' if told else ""
            )
        case Commands():
            return f"<pre>{escape(block.text)}</pre>"
        case str():
            return f"<p>{escape(block)}</p>"
