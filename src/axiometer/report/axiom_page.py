"""Verdicts on axioms as a page of HTML: the matrices, and each case to unfold."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from typing import Final

from axiometer.report.axiom_cases import draw
from axiometer.report.axioms import SIGNS, Cell, Matrix, agreement, all_cells, difference_table, legend, told

WIDTH: Final = 100
STYLE: Final = """
body { font-family: sans-serif; margin: 2em; color: #222; background: #fff }
table { border-collapse: collapse; margin: 1em 0 }
th, td { padding: .25em .6em; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top }
table.matrix td, table.matrix thead th { text-align: center }
table.matrix th:first-child { text-align: left; font-weight: normal; font-family: monospace }
td a { text-decoration: none; color: inherit }
.satisfied { color: #17702f } .partly { color: #8a6100 } .not { color: #b3261e } .none { color: #767676 }
.differs { outline: 2px solid #b3261e; outline-offset: -3px }
pre { background: #f6f6f6; padding: .8em; overflow-x: auto }
:target { outline: 2px solid #4a7dbd }
"""
OPENER: Final = """
addEventListener("hashchange", () => {
  const found = document.getElementById(location.hash.slice(1));
  if (found && found.tagName === "DETAILS") { found.open = true; found.scrollIntoView(); }
});
"""
"""Unfolds a case whose sign is clicked; without it, the case is only scrolled to."""


def as_html(
    found: Sequence[Matrix], cases: int, *, against_paper: bool, smaller_better: Collection[str] = frozenset()
) -> str:
    """Write a page that needs nothing else; pointing at a sign tells what was found, clicking shows the case."""
    numbers = {id(cell): f"case-{number}" for number, cell in enumerate(all_cells(found), 1)}
    parts = [_matrix(matrix, numbers, with_title=len(found) > 1) for matrix in found]
    parts.append("<p>" + "<br>\n".join(map(escape, legend(found, cases))) + "</p>")
    if against_paper:
        parts.append(f"<p>{escape(agreement(found))}</p>")
        parts += [_differences(cells)] if (cells := [cell for cell in all_cells(found) if cell.differs]) else []
    parts += [_details(cell, numbers[id(cell)], smaller_better) for cell in all_cells(found)]
    title = "Axioms that measures satisfy"
    return "\n".join([
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f"<title>{title}</title>\n<style>{STYLE}</style>\n<script>{OPENER}</script>\n</head>\n<body>",
        f"<h1>{title}</h1>",
        *parts,
        "</body>\n</html>\n",
    ])


def _matrix(matrix: Matrix, numbers: dict[int, str], *, with_title: bool) -> str:
    heads = [
        f'<th scope="col" title="{escape(f"{axiom.title}: {axiom.statement}")}">{escape(axiom.name)}</th>'
        for axiom in matrix.axioms
    ]
    rows = [
        f'<tr><th scope="row">{escape(name)}</th>{"".join(_sign(c, numbers[id(c)]) for c in matrix.row(name))}</tr>'
        for name in matrix.measures
    ]
    return "\n".join([
        *([f"<h2>{escape(matrix.title)}</h2>"] if with_title else []),
        '<table class="matrix">',
        f'<thead><tr><th scope="col">measure</th>{"".join(heads)}</tr></thead>',
        "<tbody>",
        *rows,
        "</tbody>\n</table>",
    ])


def _sign(cell: Cell, number: str) -> str:
    style = cell.kind + (" differs" if cell.differs else "")
    hover = f"{cell.axiom.name}: {told(cell)}"
    return f'<td class="{style}" title="{escape(hover)}"><a href="#{number}">{escape(cell.sign)}</a></td>'


def _differences(cells: Sequence[Cell]) -> str:
    table = difference_table(cells)
    rows = ["".join(f"<td>{escape(str(value))}</td>" for value in row) for row in table.rows()]
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in table.columns)
    return "\n".join([
        "<h2>What differs from the paper</h2>",
        f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>",
        *(f"<tr>{row}</tr>" for row in rows),
        "</tbody>\n</table>",
    ])


def _details(cell: Cell, number: str, smaller_better: Collection[str]) -> str:
    verdict, axiom = cell.verdict, cell.axiom
    drawn = draw(verdict, axiom, WIDTH, is_smaller_better=verdict.measure in smaller_better)
    head = f'<span class="{cell.kind}">{SIGNS[cell.kind]}</span> {escape(f"{verdict.measure}, {axiom.name}")}'
    return f'<details id="{number}"><summary>{head}</summary>\n<pre>{escape(drawn)}</pre></details>'
