"""Advice on measures as one page: text, Markdown or HTML."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final, Literal, get_args

import polars as pl

from axiometer.errors import UsageError
from axiometer.meta.advice.pareto import AXIOMS, CRITERIA
from axiometer.meta.finding import Finding
from axiometer.notes import lines_of
from axiometer.report.axiom_sheets import SIGNS, TEXT_WIDTH, Kind
from axiometer.report.page.measures_section import STYLE as MATRIX_STYLE
from axiometer.report.style import whole_page
from axiometer.sheets.escaping import markdown
from axiometer.sheets.html_tables import as_html
from axiometer.sheets.sheet import Cell, Column, Sheet, names, sheet_of
from axiometer.sheets.writing import as_markdown, as_text

Form = Literal["table", "markdown", "html"]
TITLE: Final = "Which measure for these data?"
BROKEN: Final = ("violated", "no-witness")
STYLE: Final = f"""{MATRIX_STYLE}
h3 {{ margin-bottom: .3em }}
h3, table.ranks tbody th, .example {{ font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .9em }}
table.ranks td, table.ranks thead th + th {{ text-align: right; white-space: nowrap }}
table.ranks *, table.matrix * {{ vertical-align: baseline }} th a {{ color: inherit }}
table.ranks tr.next > * {{ border-top: 2px solid var(--soft) }}
.best {{ color: var(--good); font-weight: bold }} .worst {{ color: var(--bad) }} .unknown {{ color: var(--none) }}
"""


@dataclass(frozen=True)
class _Terms:
    """Things, and sentences about each."""

    rows: Sequence[tuple[str, Sequence[str]]]


_Block = str | _Terms | Sheet


@dataclass(frozen=True)
class _Section:
    title: str
    blocks: Sequence[_Block]


def write_advice(finding: Finding, form: Form = "table") -> str:
    """Write what ``advise`` found as one page: a ``table`` with text around it, ``markdown``, or ``html``."""
    if form not in get_args(Form):
        raise UsageError(f"advice cannot be written as {form!r}; choose one of {', '.join(get_args(Form))}")
    if finding.criterion != "advice":
        raise UsageError(f"a finding of {finding.criterion} is no advice; advise gives one")
    sections = list(_sections(finding, form))
    if form == "html":
        return _html(finding, sections)
    return _text(sections) if form == "table" else _markdown(sections)


def _sections(finding: Finding, form: Form) -> Iterator[_Section]:
    more = finding.more
    facts = _Terms([(name, [f"{value}; {meaning}."]) for name, value, meaning in more["traits"].rows()])
    yield _Section("What your data are like", [facts if form == "table" else sheet_of(more["traits"])])
    ranked = "In brackets: the rank by each criterion, = where it is shared. Rows are sorted by front; see how to read."
    yield _Section("The measures", [_ranked(finding), ranked])
    general = " ".join(text for name, text in more["recommendation"].rows() if not name)
    trades = [(name, [_sentence(text)]) for name, text in more["recommendation"].rows() if name]
    yield _Section("What you get, and what you pay", [general, _Terms(trades)])
    signs = f"{SIGNS['satisfied']} met, {SIGNS['partly']} met on lists up to the cut-off only, {SIGNS['not']} not met"
    why = [(f"{axiom} ({title})", [_sentence(why)]) for axiom, title, why, *_ in more["axioms"].rows()]
    yield _Section("The axioms that matter here", [_Terms(why), _signs(finding), signs])
    reasons = more["reasons"].group_by("measure", maintain_order=True).agg("sentence").rows()
    yield _Section("Measure by measure", [_Terms(reasons)])
    yield _Section("How to read this", list(_how_to_read(finding)))
    yield _Section("Beware", [_Terms([("", [each]) for each in lines_of(finding.notes)])])


def _how_to_read(finding: Finding) -> Iterator[_Block]:
    yield (
        "There is no total score: it would hide what is traded for what. A measure is on front 1 if no other is at "
        "least as good by all criteria and better by one; on front 2 if only measures of front 1 are, and so on. What "
        "is unknown is not compared. Within a front, measures are sorted by the mean of their ranks, which is no "
        "score, only an order to show them in."
    )
    yield _Terms([(each.name, [_sentence(each.meaning)]) for each in CRITERIA])
    how = ", ".join(f"{name} {value}" for name, value in finding.parameters.items())
    yield f"How it was made: {how}."


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _ranked(finding: Finding) -> Sheet:
    """Put the rank beside each value."""
    table, ranks = finding.table, finding.more["ranks"]
    linked = [Cell(name, link=f"#measure-{number}") for number, name in enumerate(table["measure"], 1)]
    columns = [names("measure", linked), Column("front", [str(n) for n in table["front"]], "left")]
    for each in CRITERIA:
        if each is AXIOMS:
            shown = [f"{met} of {n}" for met, n in table.select("axioms_met", "axioms").rows()]
        else:
            shown = ["unknown" if math.isnan(value) else f"{value:.3f}" for value in table[each.name]]
        places = ranks[each.name]
        marked = zip(shown, places, places.is_duplicated(), strict=True)
        cells = [
            Cell(value, kind="unknown")
            if place is None
            else Cell(value, f"({place}{'=' * is_shared})", kind=_kind(place, places))
            for value, place, is_shared in marked
        ]
        columns.append(Column(each.name, cells, "left", hint=each.meaning))
    fronts = table["front"].to_list()
    rules = [at for at, (before, after) in enumerate(pairwise(fronts), 1) if before != after]
    return Sheet("", columns, is_whole=True, kind="ranks", rules=rules)


def _kind(place: int, places: pl.Series) -> str:
    return "best" if place == 1 else "worst" if place == places.max() else ""


def _signs(finding: Finding) -> Sheet:
    """Give a sign for each measure and axiom."""
    signs: dict[str, list[Cell]] = {}
    measures = dict.fromkeys(finding.more["verdicts"]["measure"])
    for row in finding.more["verdicts"].iter_rows(named=True):
        kind: Kind = "partly" if row["cut_short"] else "satisfied"
        kind = "none" if row["verdict"] == "not-applicable" else "not" if row["verdict"] in BROKEN else kind
        signs.setdefault(row["axiom"], []).append(Cell(SIGNS[kind], kind=kind, hint=row["example"]))
    columns = [Column(axiom, cells, "centre") for axiom, cells in signs.items()]
    return Sheet("", [names("measure", measures), *columns], is_whole=True, kind="matrix")


def _text(sections: Sequence[_Section]) -> str:
    parts = [f"{TITLE}\n{'=' * len(TITLE)}"]
    for section in sections:
        parts.append(f"{section.title}\n{'-' * len(section.title)}")
        parts += [_block_text(block) for block in section.blocks]
    return "\n\n".join(parts) + "\n"


def _block_text(block: _Block) -> str:
    if isinstance(block, str):
        return textwrap.fill(block, TEXT_WIDTH)
    if isinstance(block, _Terms):
        lines = []
        for term, sentences in block.rows:
            told = " ".join(sentences)
            head = f"{term}: " if term else "- "
            lines.append(textwrap.fill(head + told, TEXT_WIDTH, subsequent_indent="  ", break_long_words=False))
        return "\n".join(lines)
    return as_text(block)


def _markdown(sections: Sequence[_Section]) -> str:
    parts = [f"# {TITLE}"]
    for section in sections:
        parts.append(f"## {section.title}")
        parts += [_block_markdown(block) for block in section.blocks]
    return "\n\n".join(parts) + "\n"


def _block_markdown(block: _Block) -> str:
    if isinstance(block, str):
        return markdown(block)
    if isinstance(block, _Terms):
        rows = ((f"**{markdown(term)}**: " if term else "", " ".join(sentences)) for term, sentences in block.rows)
        return "\n".join(f"- {head}{markdown(told)}" for head, told in rows)
    return as_markdown(block)


def _html(finding: Finding, sections: Sequence[_Section]) -> str:
    parts = []
    for section in sections:
        parts.append(f"<h2>{escape(section.title)}</h2>")
        is_list = section.title == "Measure by measure"
        parts += _measures(finding) if is_list else map(_block_html, section.blocks)
    return whole_page(TITLE, parts, style=STYLE)


def _block_html(block: _Block) -> str:
    if isinstance(block, str):
        return f"<p>{escape(block)}</p>"
    if isinstance(block, Sheet):
        return as_html(block)
    if not any(term for term, _ in block.rows):
        return "<ul>\n" + "\n".join(f"<li>{escape(' '.join(told))}</li>" for _, told in block.rows) + "\n</ul>"
    rows = [f"<dt>{escape(term)}</dt><dd>{escape(' '.join(told))}</dd>" for term, told in block.rows]
    return "<dl>\n" + "\n".join(rows) + "\n</dl>"


def _measures(finding: Finding) -> Iterator[str]:
    """Write what is said of each measure, with all counterexamples to unfold."""
    told = finding.more["reasons"].group_by("measure", maintain_order=True).agg("sentence").rows()
    verdicts = finding.more["verdicts"].filter(pl.col("verdict").is_in(BROKEN))
    for number, (measure, sentences) in enumerate(told, 1):
        yield f'<h3 id="measure-{number}">{escape(measure)}</h3>\n<p>{escape(" ".join(sentences))}</p>'
        broken = verdicts.filter(pl.col("measure") == measure).select("axiom", "example").rows()
        if broken:
            rows = [f'<dt>{escape(axiom)}</dt><dd class="example">{escape(case)}</dd>' for axiom, case in broken]
            yield f"<details><summary>Counterexamples</summary>\n<dl>{''.join(rows)}</dl>\n</details>"
