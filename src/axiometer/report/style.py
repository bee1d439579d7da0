"""How all pages look: colours by day and by night, on paper, and in the hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

LIGHT: Final[Mapping[str, str]] = {
    "ink": "#1f2328",
    "paper": "#ffffff",
    "line": "#d5d9df",
    "soft": "#57606a",
    "block": "#f4f5f7",
    "accent": "#1a5fb4",
    "good": "#17702f",
    "fair": "#7d5700",
    "bad": "#b3261e",
    "none": "#666d76",
}
"""Colours of letters can be read on paper and on blocks: their contrast is 4.5 or more."""
DARK: Final[Mapping[str, str]] = {
    "ink": "#e1e4e9",
    "paper": "#16181c",
    "line": "#3a3e46",
    "soft": "#a8adb7",
    "block": "#22252b",
    "accent": "#8ab4f8",
    "good": "#6fce8a",
    "fair": "#e0b44c",
    "bad": "#f28b82",
    "none": "#9ba0a9",
}


def _variables(colours: Mapping[str, str]) -> str:
    return "; ".join(f"--{name}: {colour}" for name, colour in colours.items())


COLOURS: Final = f"""
:root {{ color-scheme: light; {_variables(LIGHT)} }}
@media screen and (prefers-color-scheme: dark) {{
  :root:not([data-theme=light]) {{ color-scheme: dark; {_variables(DARK)} }}
}}
@media screen {{
  :root[data-theme=dark] {{ color-scheme: dark; {_variables(DARK)} }}
}}
"""
"""The colours as variables; ``data-theme`` of the root overrides what the system wants, and paper is always white."""
SHAPES: Final = """
body { font: 100%/1.45 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em;
       color: var(--ink); background: var(--paper) }
h1 { font-size: 1.7em; line-height: 1.2 } h2 { font-size: 1.3em } h3 { font-size: 1.08em }
h2 { margin-top: 2em; padding-bottom: .15em; border-bottom: 1px solid var(--line) } h3 { margin-top: 1.6em }
a { color: var(--accent) } .soft, figcaption { color: var(--soft) }
:focus-visible, :target { outline: 2px solid var(--accent); outline-offset: 2px }
.table { overflow-x: auto; max-width: 100% } table { border-collapse: collapse; margin: .6em 0 }
caption { text-align: left; font-weight: 600; padding: .3em 0; min-width: 16em }
@media (min-width: 40em) { caption { white-space: nowrap } }
th, td { padding: .2em .6em; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
th { font-weight: 600 } tbody th { font-weight: normal }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.table tr > :first-child { position: sticky; left: 0; background: var(--paper) }
th button { all: unset; cursor: pointer; font: inherit } th button:hover { color: var(--accent) }
th[aria-sort=ascending] button::after { content: " ▴" } th[aria-sort=descending] button::after { content: " ▾" }
summary { cursor: pointer; margin: .5em 0 }
dt { font-weight: 600; margin-top: .5em } dd { margin-left: 1.5em }
pre, code, .name { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .9em }
pre { background: var(--block); padding: .8em; overflow-x: auto; line-height: 1.35 }
figure { margin: 1.2em 0 } figure img { max-width: 100%; background: #fff }
.satisfied, .good { color: var(--good) } .partly, .fair { color: var(--fair) }
.not, .bad { color: var(--bad) } .none { color: var(--none) }
"""
PRINTED: Final = """
@media print {
  body { font-size: 10pt; max-width: none; margin: 0; padding: 0 }
  .table { overflow: visible } .table tr > :first-child { position: static }
  tr, pre, figure { break-inside: avoid } h1, h2, h3, caption { break-after: avoid }
  pre { white-space: pre-wrap } a { color: inherit; text-decoration: none } nav, button:not(th button) { display: none }
}
@media (max-width: 40em) { body { margin-top: 1em } .table tbody th { max-width: 11em; overflow-wrap: anywhere } }
"""
BASE: Final = COLOURS + SHAPES + PRINTED
"""What all pages share; a page adds only what is its own."""


def whole_page(title: str, parts: Iterable[str], *, style: str = "", script: str = "") -> str:
    """Write a page of HTML that needs nothing else and looks like a report.

    Parameters
    ----------
    title
        The heading.
    parts
        What stands below it, in HTML, such as tables of ``write_table``.
    style, script
        What the page has of CSS and JavaScript besides.

    Examples
    --------
    >>> import axiometer as ax
    >>> "<h1>Two systems</h1>" in ax.html_page("Two systems", ["<p>They are the same.</p>"])
    True
    """
    return "\n".join([
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>\n<style>{BASE}{style}</style>",
        *([f"<script>{script}</script>"] if script else []),
        "</head>\n<body>",
        f"<h1>{escape(title)}</h1>",
        *parts,
        "</body>\n</html>\n",
    ])
