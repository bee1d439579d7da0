"""Verdicts on axioms as tables: one row per measure, one column per axiom, as the papers print them."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import polars as pl

from axiometer.axioms.axiom import FAMILIES, AnyAxiom
from axiometer.axioms.examples import Example
from axiometer.axioms.published import Published, published
from axiometer.axioms.verdicts import Verdict, Verdicts
from axiometer.report.escaping import latex, latex_needs, markdown
from axiometer.report.tables import Align, cells_of, latex_table
from axiometer.report.tables import as_markdown as table_as_markdown

Kind = Literal["satisfied", "partly", "not", "none"]
SIGNS: Final[dict[Kind, str]] = {"satisfied": "●", "partly": "◐", "not": "○", "none": "–"}
LONGER: Final = "′"
OTHER: Final = "*"
COLOURS: Final[dict[Kind, str]] = {"satisfied": "32", "partly": "33", "not": "31", "none": "2"}
WIDEST_NAME: Final = 40
INDENT: Final = "  "
"""Longer names of measures go on in the next line, after so much space."""
TEXT_WIDTH: Final = 100
"""Sentences are not wider than this."""
MOST_LISTED: Final = 100
"""So many letters of a counterexample are told below a table."""


@dataclass(frozen=True)
class Cell:
    """One measure and one axiom, and what the paper says of them if that was asked for."""

    verdict: Verdict
    axiom: AnyAxiom
    paper: Published | None = None

    @property
    def kind(self) -> Kind:
        """Whether the measure does what the axiom says; partly if only up to its cut-off."""
        if self.verdict.answer == "not-applicable":
            return "none"
        if not self.verdict.is_satisfied:
            return "not"
        return "partly" if self._longer is False else "satisfied"

    @property
    def is_other_when_longer(self) -> bool:
        """Whether something else was found for lists longer than the cut-off, and the sign does not say so."""
        own = None if self.verdict.answer == "not-applicable" else self.verdict.is_satisfied
        return self.kind != "partly" and self._longer not in {None, own}

    @property
    def differs(self) -> bool:
        """Whether the paper says something else."""
        return self.paper is not None and not self.paper.agrees

    @property
    def sign(self) -> str:
        """The sign with its marks."""
        return SIGNS[self.kind] + LONGER * self.is_other_when_longer + OTHER * self.differs

    @property
    def _longer(self) -> bool | None:
        beyond = self.verdict.beyond
        return None if beyond is None or beyond.answer == "not-applicable" else beyond.is_satisfied


@dataclass(frozen=True, eq=False)
class Matrix:
    """The verdicts on the axioms of one set."""

    title: str
    measures: tuple[str, ...]
    axioms: tuple[AnyAxiom, ...]
    cells: dict[tuple[str, str], Cell]

    def row(self, measure: str) -> list[Cell]:
        """Give the cells of a measure."""
        return [self.cells[measure, axiom.name] for axiom in self.axioms]

    def to_polars(self) -> pl.DataFrame:
        """Give the signs."""
        columns = {axiom.name: [self.cells[name, axiom.name].sign for name in self.measures] for axiom in self.axioms}
        return pl.DataFrame({"measure": list(self.measures), **columns})

    @property
    def differing(self) -> list[Cell]:
        """The cells of which the paper says something else."""
        return [cell for cell in self.cells.values() if cell.differs]


def matrices(verdicts: Verdicts, *, against_paper: bool) -> list[Matrix]:
    """Put verdicts into one matrix for each set of axioms."""
    found = []
    for family, title in FAMILIES.items():
        axioms = tuple(axiom for axiom in verdicts.axioms if axiom.family == family)
        by_name = {axiom.name: axiom for axiom in axioms}
        cells = {
            (verdict.measure, verdict.axiom): cell_of(verdict, by_name[verdict.axiom], against_paper=against_paper)
            for verdict in verdicts
            if verdict.family == family
        }
        if cells:
            measures = tuple(dict.fromkeys(measure for measure, _ in cells))
            found.append(Matrix(title, measures, axioms, cells))
    return found


def cell_of(verdict: Verdict, axiom: AnyAxiom, *, against_paper: bool) -> Cell:
    """Put a verdict beside what the paper says, if that is wanted."""
    return Cell(verdict, axiom, published(verdict, axiom) if against_paper else None)


def all_cells(found: Iterable[Matrix]) -> list[Cell]:
    """Give the cells of all matrices."""
    return [cell for matrix in found for cell in matrix.cells.values()]


def legend(found: Sequence[Matrix], cases: int) -> list[str]:
    """Explain the signs that there are."""
    cells = all_cells(found)
    kinds = {cell.kind for cell in cells}
    told = {
        "satisfied": f"satisfied: no counterexample in about {cases} cases, or bounds were found",
        "partly": "satisfied on lists up to the cut-off, but not on longer ones",
        "not": "not satisfied: there is a counterexample, or no bounds were found",
        "none": "not applicable",
    }
    lines = [f"{SIGNS[kind]} {text}" for kind, text in told.items() if kind in kinds]
    if any(cell.is_other_when_longer for cell in cells):
        lines.append(f"{LONGER} it is otherwise on lists longer than the cut-off")
    if any(cell.differs for cell in cells):
        lines.append(f"{OTHER} the paper says something else, see below")
    return lines


def agreement(found: Iterable[Matrix]) -> str:
    """Say in how many cells the paper says the same."""
    known = [cell for cell in all_cells(found) if cell.paper is not None]
    if not known:
        return "the paper's table has none of these measures"
    return f"{sum(not cell.differs for cell in known)} of {len(known)} verdicts are as in the paper"


def said(paper: Published | None) -> str:
    """Write what a paper says."""
    if paper is None:
        return ""
    return {None: "not applicable", True: "satisfied", False: "not satisfied"}[paper.is_satisfied]


def told(cell: Cell) -> str:
    """Write what was found in one line."""
    verdict = cell.verdict
    if verdict.is_satisfied:
        where = " on lists up to the cut-off" if cell.kind == "partly" else ""
        return f"satisfied{where} ({verdict.witness or f'no counterexample in {verdict.cases} cases'})"
    if verdict.answer == "not-applicable":
        return f"not applicable ({verdict.reason})"
    return f"not satisfied ({_short(verdict.brief())})"


def difference_table(cells: Iterable[Cell]) -> pl.DataFrame:
    """Give what differs from the paper: what it says, what was found, and why."""
    rows = [
        (cell.verdict.measure, cell.axiom.name, said(cell.paper), told(cell), cell.paper.explanation)
        for cell in cells
        if cell.paper is not None
    ]
    return pl.DataFrame(rows, schema=["measure", "axiom", "the paper", "found", "why"], orient="row")


def as_text(found: Sequence[Matrix], cases: int, *, width: int, is_coloured: bool, against_paper: bool) -> str:
    """Draw matrices for a screen, and below them what the signs mean and what differs from the papers."""
    parts = []
    for matrix in found:
        title = [matrix.title] if len(found) > 1 else []
        parts += ["\n".join([*title, block]) for block in _blocks(matrix, width, is_coloured=is_coloured)]
    parts.append("\n".join(legend(found, cases)))
    if against_paper:
        parts.append(agreement(found))
        parts += _differences([cell for cell in all_cells(found) if cell.differs], min(width, TEXT_WIDTH))
    return "\n\n".join(parts) + "\n"


def _blocks(matrix: Matrix, width: int, *, is_coloured: bool) -> Iterator[str]:
    """Draw a matrix in as many blocks of columns as it needs."""
    longest_piece = max(len(piece) for name in matrix.measures for piece in _pieces(name)) + len(INDENT)
    left = width - sum(len(axiom.name) + 2 for axiom in matrix.axioms)
    most = min(max(left, longest_piece), WIDEST_NAME)
    names = {measure: _wrapped_name(measure, most) for measure in matrix.measures}
    name_width = max(len(line) for lines in [["measure"], *names.values()] for line in lines)
    for block in _balanced(matrix.axioms, width - name_width):
        lines = ["  ".join(["measure".ljust(name_width), *(axiom.name for axiom in block)])]
        for measure in matrix.measures:
            cells = [_drawn(matrix.cells[measure, each.name], len(each.name), is_coloured) for each in block]
            first, *rest = names[measure]
            lines += ["  ".join([first.ljust(name_width), *cells]).rstrip(), *rest]
        yield "\n".join(lines)


def _balanced(axioms: Sequence[AnyAxiom], width: int) -> list[list[AnyAxiom]]:
    """Put columns into as few blocks of this width as possible, all about as wide."""
    found = _filled(axioms, width)
    while width > 1 and len(narrower := _filled(axioms, width - 1)) == len(found):
        found, width = narrower, width - 1
    return found


def _filled(axioms: Sequence[AnyAxiom], width: int) -> list[list[AnyAxiom]]:
    blocks: list[list[AnyAxiom]] = [[]]
    for axiom in axioms:
        if blocks[-1] and sum(len(each.name) + 2 for each in [*blocks[-1], axiom]) > width:
            blocks.append([])
        blocks[-1].append(axiom)
    return blocks


def _pieces(name: str) -> list[str]:
    return re.findall(r"[^,]*,|[^,]+$", name)


def _wrapped_name(name: str, most: int) -> list[str]:
    """Break a long name after commas, or anywhere if there are none."""
    lines = [""]
    for piece in _pieces(name):
        if lines[-1] and len(lines[-1]) + len(piece) > most:
            lines.append(INDENT)
        lines[-1] += piece
    return [line[at : at + most] for line in lines for at in range(0, max(len(line), 1), most)]


def _drawn(cell: Cell, width: int, is_coloured: bool) -> str:  # noqa: FBT001
    left = (width - 1) // 2
    text = (" " * left + cell.sign).ljust(width)
    if not is_coloured:
        return text
    # A cell that differs from the paper is underlined, too.
    style = COLOURS[cell.kind] + (";1;4" if cell.differs else "")
    return text.replace(cell.sign, f"\x1b[{style}m{cell.sign}\x1b[0m")


def _differences(cells: Iterable[Cell], width: int) -> Iterator[str]:
    """Tell what differs from the paper, and each reason once."""
    by_reason: dict[str, list[str]] = {}
    for cell in cells:
        line = f"{cell.verdict.measure} {cell.axiom.name}: {said(cell.paper)} in the paper, found {told(cell)}"
        by_reason.setdefault(cell.paper.explanation if cell.paper else "", []).append(line)
    for reason, lines in by_reason.items():
        wrapped = [part for line in lines for part in textwrap.wrap(line, width, subsequent_indent="  ")]
        yield "\n".join([*wrapped, *textwrap.wrap(reason, width, initial_indent="  → ", subsequent_indent="    ")])


def as_markdown(found: Sequence[Matrix], cases: int, *, against_paper: bool) -> str:
    """Write matrices in Markdown."""
    parts = []
    for matrix in found:
        parts += [f"**{matrix.title}**"] if len(found) > 1 else []
        centred: list[Align] = ["centre"] * len(matrix.axioms)
        parts.append(table_as_markdown(matrix.to_polars(), ["left", *centred]))
    parts.append("  \n".join(map(markdown, legend(found, cases))))
    if against_paper:
        parts.append(agreement(found))
        differing = [cell for matrix in found for cell in matrix.differing]
        parts += [table_as_markdown(difference_table(differing))] if differing else []
    return "\n\n".join(parts) + "\n"


def as_latex(found: Sequence[Matrix], cases: int, *, against_paper: bool) -> str:
    """Write matrices for LaTeX; the first line names the packages that they need."""
    parts = []
    for matrix in found:
        parts.append(f"% {matrix.title}\n{_tex_table(matrix.to_polars(), 'l' + 'c' * len(matrix.axioms))}")
    told = [*legend(found, cases), *([agreement(found)] if against_paper else [])]
    parts.append(rf"\par\smallskip{{\footnotesize {'; '.join(map(_tex, told))}}}")
    differing = [cell for matrix in found for cell in matrix.differing]
    if differing:
        wide = r"p{0.25\linewidth}"
        parts.append(r"{\footnotesize" + "\n" + _tex_table(difference_table(differing), f"lll{wide}{wide}") + "\n}")
    text = "\n\n".join(parts) + "\n"
    return latex_needs(text) + text


def _tex_table(table: pl.DataFrame, columns: str) -> str:
    head, rows = cells_of(table)
    text = latex_table([*map(latex, head)], [[latex(row[0]), *map(_tex, row[1:])] for row in rows], [False] * len(head))
    return text.replace(f"{{{'l' * len(head)}}}", f"{{{columns}}}", 1)


def _tex(text: str) -> str:
    """Write text for LaTeX, and the mark of what the paper says otherwise small and raised."""
    told = latex(text)
    return told.replace(OTHER, f"$^{{{OTHER}}}$") if text[:1] in {OTHER, *SIGNS.values()} else told


def verdict_table(verdicts: Verdicts, *, against_paper: bool) -> pl.DataFrame:
    """Give one row per measure and axiom, for programs; empty where there is nothing to say."""
    table = verdicts.to_polars()
    if against_paper:
        papers = [published(verdict, axiom_of(verdicts, verdict)) for verdict in verdicts]
        agrees = ["" if paper is None else "yes" if paper.agrees else "no" for paper in papers]
        table = table.with_columns(paper=pl.Series([said(paper) for paper in papers]), agrees=pl.Series(agrees))
    return table.with_columns(pl.col(pl.String).replace("", None))


def axiom_of(verdicts: Verdicts, verdict: Verdict) -> AnyAxiom:
    """Find the axiom of a verdict."""
    return next(each for each in verdicts.axioms if (each.family, each.name) == (verdict.family, verdict.axiom))


def records(verdicts: Verdicts, *, against_paper: bool) -> list[dict[str, Any]]:
    """Give all that is known of each verdict, for programs."""
    found = []
    for verdict in verdicts:
        axiom = axiom_of(verdicts, verdict)
        record = {"measure": verdict.measure, "axiom": verdicts.label(verdict), **_record(verdict)}
        record["beyond"] = None if verdict.beyond is None else _record(verdict.beyond)
        if against_paper:
            paper = published(verdict, axiom)
            record["paper"] = said(paper) or None
            record["agrees"] = None if paper is None else paper.agrees
            record["explanation"] = (paper.explanation if paper else "") or None
        record |= {
            "set": axiom.family,
            "title": axiom.title,
            "statement": axiom.statement,
            "assumptions": list(axiom.assumptions),
            "reading": axiom.reading or None,
            "variant_of": axiom.variant_of or None,
            "cites": axiom.cites,
            "equation": axiom.equation or None,
            "seed": verdicts.seed,
        }
        found.append(record)
    return found


def _record(verdict: Verdict) -> dict[str, Any]:
    return {
        "verdict": verdict.answer,
        "cases": verdict.cases,
        "example": verdict.brief() or verdict.reason or None,
        "tried": verdict.tried or None,
        "undefined": verdict.undefined,
        "confirmed": verdict.confirmed or None,
        "values": [value if value is not None and math.isfinite(value) else None for value in verdict.values],
        "case": None if verdict.example is None else _plain(verdict.example),
        "closest": None if verdict.closest is None else _plain(verdict.closest),
        "witness": verdict.witness or None,
        "reason": verdict.reason or None,
    }


def _plain(example: Example) -> dict[str, Any]:
    """Write an example in plain numbers; items are numbered from 0, and weights are given exactly, too."""
    return {
        "aspects": list(example.aspects),
        "weights": [float(weight) for weight in example.weights],
        "exact_weights": [str(weight) for weight in example.weights],
        "gains": [[float(gain) for gain in item] for item in example.items],
        "unrated": sorted(example.unrated),
        "lists": [list(each) for each in example.lists],
        "hidden": [sorted(each) for each in example.hidden],
    }


def _short(text: str) -> str:
    return text if len(text) <= MOST_LISTED else text[: MOST_LISTED - 1] + "…"
