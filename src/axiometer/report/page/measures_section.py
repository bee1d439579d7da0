"""What was found of measures, as parts of a page: which axioms they satisfy, and what criteria say of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from axiometer.axioms.verdicts import Verdicts
from axiometer.meta.finding import Finding
from axiometer.notes import Note, lines_of
from axiometer.report.axiom_cases import draw_case, said_of
from axiometer.report.axiom_sheets import (
    SIGNS,
    Matrix,
    VerdictCell,
    agreement,
    all_cells,
    difference_table,
    legend,
    matrices,
    told,
)
from axiometer.report.finding_sheets import finding_sheets
from axiometer.report.style import whole_page
from axiometer.sheets.escaping import html_text
from axiometer.sheets.html_tables import as_html, sheets_as_html
from axiometer.sheets.sheet import Cell, Sheet, sheet_of

WIDTH: Final = 100
MOST_TABLES: Final = 2
"""Of a finding with more tables, the first is shown, and the others are folded."""
STYLE: Final = """
table.matrix td, table.matrix thead th + th { text-align: center; padding: .2em .45em }
table.matrix tbody th { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .9em }
a.sign { display: block; min-width: 1.4em; text-decoration: none; color: inherit }
a.sign:hover { background: var(--block) }
.differs { outline: 2px solid var(--bad); outline-offset: -3px }
.axiom-cases details { margin-left: 1.2em } .said { margin: .3em 0 } .said dt { float: left; margin: 0 .6em 0 0 }
.said dd { margin: 0 0 .25em 5.5em } .said dd::after { content: ""; display: block; clear: left }
dialog.case { width: min(60em, 94vw); max-height: 88vh; box-sizing: border-box; overflow: auto;
              color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 6px }
dialog.case::backdrop { background: rgb(0 0 0 / 45%) } dialog.case h2 { margin-top: 0 }
dialog.case form { position: sticky; top: 0; float: right }
"""
"""What these parts need beyond the style of all pages."""
TITLES: Final = {
    "unanimity": "Metric unanimity",
    "concordance": "Concordance with gold standards",
    "power": "Discriminative power",
    "ties": "Ties",
    "degradation": "With fewer labels",
    "perturbation": "With changed labels",
    "agreement": "Agreement of measures",
    "correlation": "Correlation of the orders of systems",
    "scenarios": "Metric unanimity in scenarios",
    "compare": "Systems compared",
    "leaderboard": "Leaderboard",
    "differences": "Differences of two systems",
}
"""What criteria are called above their tables; others go by their own name."""


@cache
def asset(name: str) -> str:
    """Give a script, a style or a part of the page that is kept beside this module."""
    return files("axiometer.report.page").joinpath("assets", name).read_text(encoding="utf-8")


def axiom_section(verdicts: Verdicts) -> str:
    """Write which axioms measures satisfy: one matrix for each set, what the signs mean, and all cases to unfold."""
    found = matrices(verdicts, against_paper=False)
    return "\n".join([*_matrix_parts(found, verdicts.cases), _case_list(found)])


def axiom_page(verdicts: Verdicts, *, against_paper: bool) -> str:
    """Write a page that needs nothing else; pointing at a sign tells what was found, clicking shows the case."""
    found = matrices(verdicts, against_paper=against_paper)
    parts = [*_matrix_parts(found, verdicts.cases)]
    if against_paper:
        parts.append(f"<p>{escape(agreement(found))}</p>")
        differing = [cell for cell in all_cells(found) if cell.differs]
        parts += [as_html(sheet_of(difference_table(differing), "What differs from the paper"))] if differing else []
    return whole_page(
        "Axioms that measures satisfy", [*parts, _case_list(found)], style=STYLE, script=asset("measures.js")
    )


def _matrix_parts(found: Sequence[Matrix], cases: int) -> Iterator[str]:
    """Write matrices, each sign a link to its case, and below them what the signs mean."""
    numbers = _numbers(found)
    for matrix in found:
        yield as_html(matrix.sheet(_begun(matrix.title), lambda cell: _sign(cell, numbers[id(cell)])))
    yield '<p class="legend">' + "<br>\n".join(map(html_text, legend(found, cases))) + "</p>"


def _case_list(found: Sequence[Matrix]) -> str:
    """Write all cases, below what their axiom says, all of it to unfold."""
    numbers = _numbers(found)
    axioms = [(matrix, axiom) for matrix in found for axiom in matrix.axioms]
    groups = []
    for number, (matrix, axiom) in enumerate(axioms, 1):
        groups.append(_axiom_cases(number, matrix.column(axiom), numbers))
    return "\n".join(['<section class="axiom-cases">\n<h3>All cases, axiom by axiom</h3>', *groups, "</section>"])


def _numbers(found: Sequence[Matrix]) -> dict[int, int]:
    return {id(cell): number for number, cell in enumerate(all_cells(found), 1)}


def _sign(cell: VerdictCell, number: int) -> Cell:
    """Give the sign as a link to its case."""
    hint = f"{cell.verdict.measure}, {cell.axiom.name}: {told(cell)}"
    label = f"{cell.verdict.measure}, {cell.axiom.name} ({cell.axiom.title}): {_answer(cell)}"
    return replace(cell.sign(), link=f"#axiom-case-{number}", hint=hint, label=label)


def _answer(cell: VerdictCell) -> str:
    return {"satisfied": "satisfied", "partly": "partly satisfied", "not": "not satisfied", "none": "not applicable"}[
        cell.kind
    ]


def _axiom_cases(axiom_number: int, cells: Sequence[VerdictCell], numbers: dict[int, int]) -> str:
    axiom = cells[0].axiom
    fields = "".join(f"<dt>{html_text(label)}</dt><dd>{html_text(text)}</dd>" for label, text in said_of(axiom).items())
    signs = "".join(f'<span class="{cell.kind}">{SIGNS[cell.kind]}</span>' for cell in cells)
    return "\n".join([
        f"<details><summary>{html_text(f'{axiom.name}, {axiom.title}')} {signs}</summary>",
        f'<dl class="said" id="axiom-said-{axiom_number}">{fields}</dl>',
        *(_case(cell, numbers[id(cell)], axiom_number) for cell in cells),
        "</details>",
    ])


def _case(cell: VerdictCell, number: int, axiom_number: int) -> str:
    """Write one case; its link leads to what is folded, for which browsers unfold it by themselves."""
    verdict = cell.verdict
    drawn = draw_case(verdict, cell.axiom, WIDTH, paper=cell.paper)
    sign = f'<span class="{cell.kind}">{SIGNS[cell.kind]}{cell.marks}</span>'
    head = f"{sign} {html_text(f'{verdict.measure}: {_answer(cell)}')}"
    return (
        f'<details><summary>{head}</summary>\n<pre id="axiom-case-{number}" data-said="axiom-said-{axiom_number}">'
        f"{escape(drawn)}</pre></details>"
    )


def finding_section(finding: Finding, chart_id: str = "", *, told_before: Collection[Note] = ()) -> str:
    """Write what a criterion found: its tables, what to beware of, how it was made, and room for its chart.

    Parameters
    ----------
    finding
        What was found.
    chart_id
        The name of the chart that a script is to draw here; without it, there is no room for one.
    told_before
        Notes that the page has elsewhere; here it is only said that there are some.
    """
    title = TITLES.get(finding.criterion, _words(finding.criterion))
    sheets = [replace(sheet, title="" if sheet.title == title else sheet.title) for sheet in finding_sheets(finding)]
    how = "".join(
        f"<dt>{html_text(_words(name))}</dt><dd>{html_text(str(it))}</dd>" for name, it in finding.parameters.items()
    )
    return "\n".join([
        f'<section class="finding">\n<h3>{html_text(title)}</h3>',
        *([f'<div class="chart" data-chart="{html_text(chart_id)}"></div>'] if chart_id else []),
        *_tables(sheets),
        *_notes(finding.notes, told_before),
        *([f"<details><summary>How it was made</summary>\n<dl>{how}</dl></details>"] if how else []),
        "</section>",
    ])


def _tables(sheets: Sequence[Sheet]) -> Iterator[str]:
    """Write tables; of many, all but the first are folded."""
    n_shown = len(sheets) if len(sheets) <= MOST_TABLES else 1
    yield sheets_as_html(sheets[:n_shown])
    if rest := sheets[n_shown:]:
        summary = f"{len(rest)} more tables"
        yield f"<details><summary>{summary}</summary>\n{sheets_as_html(rest)}</details>"


def _notes(notes: Sequence[Note], told_before: Collection[Note]) -> Iterator[str]:
    rest = [note for note in notes if note not in told_before]
    if rest:
        lines = "".join(f"<li>{html_text(line)}</li>" for line in lines_of(rest))
        yield f'<p>Beware:</p>\n<ul class="notes">{lines}</ul>'
    if len(notes) > len(rest):
        yield '<p class="soft">The notes on the overview hold here, too.</p>'


def _begun(title: str) -> str:
    return title[:1].upper() + title[1:]


def _words(name: str) -> str:
    return name.replace("_", " ")
