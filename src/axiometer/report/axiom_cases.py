"""Cases of axioms drawn for people: the lists rank by rank, what changed, and what was found."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

import polars as pl

from axiometer.axioms.axiom import AnyAxiom, Axiom, Existential, Threshold
from axiometer.axioms.examples import Example
from axiometer.axioms.published import Published
from axiometer.axioms.verdicts import Verdict, shown
from axiometer.errors import counted
from axiometer.report.citations import bibliography

NOTHING: Final = "–"
CHANGED: Final = "≠"
MOST_ALIKE: Final = 3
"""More ranks than this at which all is the same are drawn as one."""
_SIDES: Final = re.compile(r"Q\([^()]*\)")
_ITEM: Final = re.compile(r"d\d+")
_LABEL: Final = 11
_TURNED: Final = {">": "<", "≥": "≤", "=": "="}


def axiom_table(axioms: Sequence[AnyAxiom]) -> pl.DataFrame:
    """Give one row per axiom: what it says and where it comes from."""
    rows = [
        (
            axiom.family,
            axiom.name,
            axiom.title,
            axiom.statement,
            "; ".join(axiom.assumptions),
            axiom.reading,
            axiom.cites,
            axiom.equation,
            axiom.variant_of,
        )
        for axiom in axioms
    ]
    names = ["set", "axiom", "title", "statement", "assumptions", "reading", "paper", "equation", "variant_of"]
    return pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row")


def describe(axiom: AnyAxiom, width: int) -> str:
    """Write an axiom: its name, what it says, what it assumes, how it is read, and where it comes from."""
    return "\n".join([f"{axiom.name}  {axiom.title}", *_said(axiom, width)])


def paper(axiom: AnyAxiom) -> str:
    """Write the paper of an axiom, and the number of its equation there."""
    entry = bibliography().get(axiom.cites, "")
    authors = re.search(r"author = \{(.*)\}", entry)
    year = re.search(r"year = \{(\d+)\}", entry)
    told = axiom.cites
    if authors and year:
        surnames = [re.sub(r"[{}\\\"']", "", each.split(",")[0]) for each in authors[1].split(" and ")]
        many = ", ".join(surnames[:-1]) + " and " + surnames[-1] if len(surnames) > 1 else surnames[0]
        told = f"{surnames[0] + ' et al.' if len(surnames) > 4 else many} {year[1]}"
    if not axiom.equation:
        return told
    is_number = re.fullmatch(r"[\d.()–, -]+", axiom.equation)
    return f"{told}, equation {axiom.equation}" if is_number else f"{told}, {axiom.equation}"


def draw(
    verdict: Verdict,
    axiom: AnyAxiom,
    width: int,
    *,
    paper: Published | None = None,
) -> str:
    """Draw what was found of one measure and one axiom, and what the paper says of it."""
    head = f"{verdict.measure} · {axiom.name}, {axiom.title} · {verdict.answer}"
    fields = "\n".join([*_said(axiom, width), *_tried(verdict, width)])
    return "\n\n".join([head, fields, *_drawn(verdict, axiom, width, paper)])


def draw_case(
    verdict: Verdict,
    axiom: AnyAxiom,
    width: int,
    *,
    paper: Published | None = None,
) -> str:
    """Draw the same where measure and axiom are named above, and what the axiom says."""
    tried = "\n".join(_tried(verdict, width))
    parts = [tried, *_drawn(verdict, axiom, width, paper)]
    return "\n\n".join(part for part in parts if part)


def _drawn(verdict: Verdict, axiom: AnyAxiom, width: int, paper: Published | None) -> Iterator[str]:
    """Draw the case of a verdict, and say what the paper and longer lists say."""
    if verdict.closest is not None and isinstance(axiom, Threshold):
        letter = "n" if axiom.is_forever else "m"
        yield f"  The lists of {letter} = {len(verdict.closest.lists[0]) // 2}, for the largest gain:"
    elif verdict.closest is not None:
        yield "  The closest call found, small cases first:"
    if case := verdict.example or verdict.closest:
        yield _grid(case, _sides(axiom, len(case.lists)))
        yield "\n".join(_found(verdict, axiom, width, is_smaller_better=verdict.is_smaller_better))
    if paper is not None:
        told = {True: "satisfied", False: "not satisfied", None: "not applicable"}[paper.is_satisfied]
        yield "\n".join(_field("in paper", f"{told}. {paper.explanation or 'That is what was found.'}", width))
    beyond = verdict.beyond
    if beyond is not None:
        told = beyond.reason or f"{beyond.cases} cases: {beyond.tried}"
        yield "\n".join(_field("longer", f"lists longer than the cut-off: {beyond.answer} ({told})", width))
        if beyond.example is not None and beyond.answer != verdict.answer:
            yield _grid(beyond.example, _sides(axiom, len(beyond.example.lists)))
            yield "\n".join(_found(beyond, axiom, width, is_smaller_better=verdict.is_smaller_better))


def _field(label: str, text: str, width: int) -> list[str]:
    indent = " " * (_LABEL + 2)
    room = max(width, 40)
    return textwrap.wrap(
        text, room, initial_indent=f"  {label:<{_LABEL}}", subsequent_indent=indent, break_on_hyphens=False
    )


def said_of(axiom: AnyAxiom) -> dict[str, str]:
    """Give what is to be said of an axiom: its statement, what it assumes, how it is read, and its paper."""
    fields = {
        "says": axiom.statement,
        "assumes": "; ".join(axiom.assumptions),
        "read as": axiom.reading,
        "variant": f"of {axiom.variant_of}" if axiom.variant_of else "",
        "paper": paper(axiom),
    }
    return {label: text for label, text in fields.items() if text}


def _said(axiom: AnyAxiom, width: int) -> list[str]:
    return [line for label, text in said_of(axiom).items() for line in _field(label, text, width)]


def _tried(verdict: Verdict, width: int) -> Iterator[str]:
    """Say how hard it was tried, and which bounds were found."""
    if verdict.reason:
        yield from _field("why", verdict.reason, width)
    if verdict.cases:
        yield from _field("tried", f"{counted(verdict.cases, 'case')}: {verdict.tried}", width)
    if verdict.undefined:
        yield from _field("undefined", f"in {counted(verdict.undefined, 'more case')}", width)
    if verdict.witness:
        yield from _field("found", verdict.witness, width)
    if verdict.answer == "holds":
        yield from _field("found", "no counterexample", width)


def _inner(axiom: AnyAxiom) -> Axiom | None:
    """Give the axiom of which an example is a case."""
    if isinstance(axiom, Existential):
        return axiom.bounds[0][0][1]
    return axiom if isinstance(axiom, Axiom) else None


def _sides(axiom: AnyAxiom, number: int) -> list[str]:
    """Call the lists what the statement calls them, if it names them in their order."""
    inner = _inner(axiom)
    conclusion = axiom.statement.rpartition("⇒")[2]
    sides = list(_SIDES.finditer(conclusion))
    if number == len(sides) == 2 and inner is not None and inner.is_pairwise:
        between = conclusion[sides[0].end() : sides[1].start()].strip()
        if between == inner.relation and sides[0][0] != sides[1][0]:
            return [side[0][2:-1] for side in sides]
    return [f"list {at + 1}" for at in range(number)]


def _grid(example: Example, sides: Sequence[str]) -> str:
    """Draw the lists side by side: each item with its gains, rank by rank, and what nobody retrieved."""
    aspects = list(example.aspects) if len(example.weights) > 1 else ["gain"]
    depth = max(map(len, example.lists), default=0)
    rows = [_row(example, str(rank + 1), [_at(each, rank) for each in example.lists]) for rank in range(depth)]
    rest = [_row(example, "not retrieved", [item] * len(example.lists)) for item in example.unretrieved]
    rows = _folded(rows) + rest
    head = [
        ["", *([""] * (len(aspects) + 1) + [""]) * len(example.lists)],
        ["rank", *["item", *aspects, ""] * len(sides)],
    ]
    widths = [max(map(len, column)) for column in zip(*head, *rows, strict=True)]
    block = len(aspects) + 2
    titles = []
    for at, side in enumerate(sides):
        columns = range(1 + at * block, 1 + (at + 1) * block)
        room = sum(widths[column] for column in columns) + 2 * (block - 1)
        if len(side) > room - 2:
            widths[columns[-1]] += len(side) - room + 2
            room = len(side) + 2
        titles.append(side.ljust(room))
    lines = ["  ".join([" " * widths[0], *titles]).rstrip()]
    for row in [head[1], *rows]:
        cells = [row[0].rjust(widths[0]), *(cell.ljust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    lines.append(" " * widths[0] + f"  {NOTHING} no gain, ? not rated, {CHANGED} differs from the first list")
    return textwrap.indent("\n".join(lines), "  ")


def _at(order: Sequence[int], rank: int) -> int | None:
    return order[rank] if rank < len(order) else None


def _row(example: Example, rank: str, items: Sequence[int | None]) -> list[str]:
    """Draw one rank of all lists; lists after the first that have other gains there than the first are marked."""
    cells = [rank]
    for at, item in enumerate(items):
        hidden = example.hidden[at] if example.hidden else frozenset()
        gains = _gains(example, item)
        is_changed = at > 0 and (gains != _gains(example, items[0]) or (item is None) != (items[0] is None))
        if item is None or item in hidden:
            gains = [""] * len(gains)
        name = "" if item is None else f"d{item + 1}" + (" does not exist" if item in hidden else "")
        cells += [name, *gains, CHANGED if is_changed else ""]
    return cells


def _gains(example: Example, item: int | None) -> list[str]:
    if item is None:
        return [""] * len(example.weights)
    if item in example.unrated:
        found = ["?" if gain else NOTHING for gain in example.items[item]]
        return found if any(gain for gain in example.items[item]) else ["?"] * len(found)
    return [f"{float(gain):g}" if gain else NOTHING for gain in example.items[item]]


def _folded(rows: list[list[str]]) -> list[list[str]]:
    """Draw many ranks in a row at which all is the same, in the lists and from rank to rank, as one."""

    def kind(row: list[str]) -> list[str]:
        return [row[0] if CHANGED in row else "", *("…" if _ITEM.fullmatch(cell) else cell for cell in row[1:])]

    found: list[list[str]] = []
    for same, group in groupby(rows, key=kind):
        some = list(group)
        found += [[f"{some[0][0]}–{some[-1][0]}", *same[1:]]] if len(some) > MOST_ALIKE else some
    return found


def _found(verdict: Verdict, axiom: AnyAxiom, width: int, *, is_smaller_better: bool) -> Iterator[str]:
    """Say what the values are, what they should be, and how that is known."""
    example = verdict.example or verdict.closest
    assert example is not None
    if len(example.weights) > 1:
        weights = zip(example.aspects, example.weights, strict=True)
        yield from _field("weights", ", ".join(f"{aspect} {weight}" for aspect, weight in weights), width)
    sides = [f"Q({side})" for side in _sides(axiom, len(example.lists))]
    told = [f"{side} = {value}" for side, value in zip(sides, shown(verdict.values), strict=True)]
    yield from _field("values", ", ".join(told) + (" (smaller is better)" if is_smaller_better else ""), width)
    inner = _inner(axiom)
    if inner is not None and inner.is_pairwise and len(sides) == 2:
        relation = _TURNED[inner.relation] if is_smaller_better else inner.relation
        yield from _field("must be", f"{sides[0]} {relation} {sides[1]}", width)
        yield from _field("is", f"{sides[0]} {_relation(*verdict.values)} {sides[1]}", width)
    if verdict.confirmed:
        yield from _field("computed", f"with {verdict.confirmed}", width)


def _relation(first: float | None, second: float | None) -> str:
    if first is None or second is None:
        return "?"
    if math.isclose(first, second, rel_tol=1e-12, abs_tol=0):
        return "="
    return ">" if first > second else "<"
