"""Verdicts on axioms as tables: one row per measure, one column per axiom, as the papers print them."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import polars as pl

from axiometer.axioms.axiom import FAMILIES, AnyAxiom
from axiometer.axioms.examples import Example
from axiometer.axioms.published import Published, published
from axiometer.axioms.verdicts import Verdict, Verdicts
from axiometer.sheets.escaping import latex, markdown
from axiometer.sheets.sheet import Cell, Column, Sheet, names, sheet_of
from axiometer.sheets.writing import INDENT, WIDTH, Form, as_latex, as_markdown, joined, name_pieces, write_sheet

Kind = Literal["satisfied", "partly", "not", "none"]
SIGNS: Final[dict[Kind, str]] = {"satisfied": "●", "partly": "◐", "not": "○", "none": "–"}
LONGER: Final = "′"
OTHER: Final = "*"
WIDEST_NAME: Final = 40
"""Longer names of measures go on in the next line."""
TEXT_WIDTH: Final = 100
"""Sentences are not wider than this."""
MOST_LISTED: Final = 100
"""So many letters of a counterexample are told below a table."""


@dataclass(frozen=True)
class VerdictCell:
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

    def sign(self) -> Cell:
        """Give the sign with its marks."""
        text = SIGNS[self.kind] + LONGER * self.is_other_when_longer
        return Cell(text, OTHER * self.differs, kind=self.kind + " differs" * self.differs)

    @property
    def marks(self) -> str:
        """What stands beside the sign."""
        return LONGER * self.is_other_when_longer + OTHER * self.differs

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
    cells: dict[tuple[str, str], VerdictCell]

    def column(self, axiom: AnyAxiom) -> list[VerdictCell]:
        """Give the cells of an axiom."""
        return [self.cells[measure, axiom.name] for measure in self.measures]

    def to_polars(self) -> pl.DataFrame:
        """Give the signs."""
        signs = {axiom.name: [SIGNS[cell.kind] + cell.marks for cell in self.column(axiom)] for axiom in self.axioms}
        return pl.DataFrame({"measure": list(self.measures), **signs})

    def sheet(self, title: str, write: Callable[[VerdictCell], Cell] = VerdictCell.sign, *, width: int = 0) -> Sheet:
        """Give the signs, with names that leave room for them on a screen of some width."""
        if width:
            longest_piece = max(len(piece) for name in self.measures for piece in name_pieces(name)) + len(INDENT)
            left = width - sum(len(axiom.name) + 2 for axiom in self.axioms)
            width = min(max(left, longest_piece), WIDEST_NAME)
        columns = [
            Column(axiom.name, [*map(write, self.column(axiom))], "centre", hint=f"{axiom.title}: {axiom.statement}")
            for axiom in self.axioms
        ]
        return Sheet(title, [names("measure", self.measures, width=width), *columns], kind="matrix")


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


def cell_of(verdict: Verdict, axiom: AnyAxiom, *, against_paper: bool) -> VerdictCell:
    """Put a verdict beside what the paper says, if that is wanted."""
    return VerdictCell(verdict, axiom, published(verdict, axiom) if against_paper else None)


def all_cells(found: Iterable[Matrix]) -> list[VerdictCell]:
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


def told(cell: VerdictCell) -> str:
    """Write what was found in one line."""
    verdict = cell.verdict
    if verdict.is_satisfied:
        where = " on lists up to the cut-off" if cell.kind == "partly" else ""
        return f"satisfied{where} ({verdict.witness or f'no counterexample in {verdict.cases} cases'})"
    if verdict.answer == "not-applicable":
        return f"not applicable ({verdict.reason})"
    return f"not satisfied ({_short(verdict.brief())})"


def difference_table(cells: Iterable[VerdictCell]) -> pl.DataFrame:
    """Give what differs from the paper: what it says, what was found, and why."""
    rows = [
        (cell.verdict.measure, cell.axiom.name, said(cell.paper), told(cell), cell.paper.explanation)
        for cell in cells
        if cell.paper is not None
    ]
    return pl.DataFrame(rows, schema=["measure", "axiom", "the paper", "found", "why"], orient="row")


def write_verdicts(
    verdicts: Verdicts,
    form: Form,
    *,
    against_paper: bool = False,
    width: int = WIDTH,
    is_coloured: bool = False,
) -> str:
    """Write verdicts as matrices, and below them what the signs mean and what differs from the papers.

    Parameters
    ----------
    verdicts
        What was found; there is one matrix for each set of axioms.
    form
        How to write them.
    against_paper
        Whether to say what differs from the papers.
    width, is_coloured
        Of text: how wide the screen is, and whether it shows colours.
    """
    found = matrices(verdicts, against_paper=against_paper)
    has_titles = len(found) > 1 or form == "latex"
    sheets = [each.sheet(each.title if has_titles else "", width=width * (form == "table")) for each in found]
    differing = [cell for cell in all_cells(found) if cell.differs]
    signs, agreed = legend(found, verdicts.cases), [agreement(found)] if against_paper else []
    tables = [write_sheet(sheet, form, width=width, is_coloured=is_coloured) for sheet in sheets]
    match form:
        case "table":
            below = ["\n".join(signs), *agreed, *_differences(differing, min(width, TEXT_WIDTH))]
        case "markdown":
            below = ["  \n".join(map(markdown, signs)), *agreed]
            below += [as_markdown(difference_table(differing))] if differing else []
        case "latex":
            below = [rf"\par\smallskip{{\footnotesize {'; '.join(map(_tex, [*signs, *agreed]))}}}"]
            wide = sheet_of(difference_table(differing), align={"found": "wide", "why": "wide"})
            below += [r"{\footnotesize" + f"\n{as_latex(wide)}\n}}"] if differing else []
    return joined([*tables, *below], form)


def _differences(cells: Iterable[VerdictCell], width: int) -> Iterator[str]:
    """Tell what differs from the paper, and each reason once."""
    by_reason: dict[str, list[str]] = {}
    for cell in cells:
        line = f"{cell.verdict.measure} {cell.axiom.name}: {said(cell.paper)} in the paper, found {told(cell)}"
        by_reason.setdefault(cell.paper.explanation if cell.paper else "", []).append(line)
    for reason, lines in by_reason.items():
        wrapped = [part for line in lines for part in textwrap.wrap(line, width, subsequent_indent="  ")]
        yield "\n".join([*wrapped, *textwrap.wrap(reason, width, initial_indent="  → ", subsequent_indent="    ")])


def _tex(text: str) -> str:
    """Write what a sign means for LaTeX, and the mark of what the paper says otherwise small and raised."""
    told = latex(text)
    return told.replace(OTHER, f"$^{{{OTHER}}}$") if text[:1] in {OTHER, *SIGNS.values()} else told


def verdict_table(verdicts: Verdicts, *, against_paper: bool) -> pl.DataFrame:
    """Give one row per measure and axiom, for programs; empty where there is nothing to say."""
    table = verdicts.to_polars()
    if against_paper:
        papers = [published(verdict, verdicts.axiom_of(verdict)) for verdict in verdicts]
        agrees = ["" if paper is None else "yes" if paper.agrees else "no" for paper in papers]
        table = table.with_columns(paper=pl.Series([said(paper) for paper in papers]), agrees=pl.Series(agrees))
    return table.with_columns(pl.col(pl.String).replace("", None))


def records(verdicts: Verdicts, *, against_paper: bool) -> list[dict[str, Any]]:
    """Give all that is known of each verdict, for programs."""
    found = []
    for verdict in verdicts:
        axiom = verdicts.axiom_of(verdict)
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
