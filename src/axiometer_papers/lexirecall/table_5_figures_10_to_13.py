"""Table 5 and Figures 10 to 13: lexirecall and other measures on the lists of systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import polars as pl

import axiometer as ax
from axiometer_papers.lexirecall.collections import Case, cases_of
from axiometer_papers.lexirecall.measured import ALPHA, COMPARED, How, Numbers, measured, numbers_in
from axiometer_papers.lexirecall.published import TABLE_5
from axiometer_papers.lexirecall.statements import (
    across_agreement,
    across_paired,
    across_ties,
    across_tukey,
    of_collection,
)
from axiometer_papers.lexirecall.table_2_figure_8 import random_pairs
from axiometer_papers.study import Check, Figure, Part, Progress, Result, Same, Setting, Table, few_systems, is_close

NAMES: Final = {"agreement": "agreement", "ties": "ties", "paired": "power, paired", "tukey": "power, Tukey"}
"""What the tables of numbers are called on the page."""
Checks = Callable[..., Sequence[Check]]
"""Takes the numbers of all collections, and the results of other parts."""


@dataclass(frozen=True)
class Shown:
    """A figure over all collections.

    Attributes
    ----------
    number, what, title
        Its number, and what it shows, briefly and in full.
    table
        The table of numbers that is drawn.
    checks
        Checks what the text says of it.
    others
        The names of other parts whose results the checks need.
    """

    number: int
    what: str
    table: str
    title: str
    checks: Checks
    others: tuple[str, ...] = ()


FIGURES: Final = (
    Shown(
        10,
        "agreement with lexirecall",
        "agreement",
        "Share of what each measure prefers that lexirecall prefers, too",
        across_agreement,
    ),
    Shown(11, "tied comparisons", "ties", "Share of tied comparisons of two lists", across_ties, ("figure-8",)),
    Shown(
        12,
        "power by paired tests",
        "paired",
        "Share of pairs of systems that differ significantly: t test, sign test for lexirecall, Holm",
        across_paired,
    ),
    Shown(
        13,
        "power by Tukey's test",
        "tukey",
        "Share of pairs of systems that differ significantly: Tukey's test",
        across_tukey,
    ),
)
NOTES: Final = {
    10: [
        "Ties of the measure are left out; ties of lexirecall count as disagreement.",
        "Intervals: 95 %, over resampled queries.",
    ],
    11: ["Intervals: 95 %, over resampled queries. Two values tie if they differ by 1e-12 of their size or less."],
    12: [
        "The share is that of all pairs of systems. Those that a measure ties in every query are not significant.",
    ],
    13: [
        "The paper does not say how lexirecall, which has no values, enters Tukey's test. Here its value for a list is "
        "the share of the other systems' lists for the query that it beats, a tie counting one half.",
    ],
}


def collection_parts(setting: Setting) -> list[Part]:
    """Plan the numbers of each collection, and then what is shown of all of them, made of these numbers."""
    cases = cases_of(setting)
    how = How(200 if setting.is_quick else 1000, setting.seed, setting.jobs)
    parts = [_numbers_part(case, how) for case in cases]
    names = [part.name for part in parts]
    files = [path for case in cases for path in case.source.files]
    told = f"together: {', '.join(case.name for case in cases)}"
    parameters = {"collections": [case.told for case in cases], **how.parameters}
    make = partial(_table_5, cases)
    parts.append(Part("table-5", "Table 5: the collections", make, parameters, told, files, names))
    for each in FIGURES:
        title = f"Figure {each.number}: {each.what}"
        drawn = {"pairs of random rankings": random_pairs(setting)} if each.others else {}
        make = partial(_figure, each, cases)
        its = {**parameters, **drawn}
        parts.append(Part(f"figure-{each.number}", title, make, its, told, files, [*names, *each.others]))
    return parts


def _numbers_part(case: Case, how: How) -> Part:
    return Part(
        f"numbers-{case.name}",
        f"Figures 10 to 13, {case.name}",
        partial(_numbers, case, how),
        {**case.parameters, **how.parameters},
        case.source.told,
        case.source.files,
    )


def _numbers(case: Case, how: How, progress: Progress) -> Result:
    found = measured(case, how, progress)
    wide = pl.DataFrame({"measure": COMPARED})
    for table, name in NAMES.items():
        shares = getattr(found, table).select("measure", pl.col("share").alias(name))
        wide = wide.join(shares, on="measure", how="left", maintain_order="left")
    facts = found.facts
    return Result(
        found.to_tables(wide),
        checks=of_collection(found),
        notes=[
            *few_systems(case.name, facts.runs),
            f"{facts.runs} systems, {facts.queries} queries with a relevant item, {facts.relevant:.2f} relevant "
            f"items each; lists of {facts.depth:.1f} items in the mean and {facts.deepest} at most: {facts.label}.",
            "short, single: the share of the lists that have fewer items than there are relevant ones, and of those "
            "with at most one relevant item.",
            *ax.note_lines(found.notes),
        ],
    )


def _taken(cases: Sequence[Case], results: Sequence[Result]) -> list[Numbers]:
    return [numbers_in(case, result) for case, result in zip(cases, results, strict=True)]


def _table_5(cases: Sequence[Case], _progress: Progress, *results: Result) -> Result:
    found = _taken(cases, results)
    rows = [
        (
            each.case.task,
            each.case.name,
            each.facts.queries,
            each.facts.runs,
            each.facts.relevant,
            each.facts.labels,
            each.facts.depth,
            each.facts.deepest,
            each.facts.label,
        )
        for each in found
    ]
    names = ["task", "collection", "queries", "runs", "relevant per query", "labels per query"]
    frame = pl.DataFrame(rows, schema=[*names, "items per query", "longest list", "label"], orient="row")
    return Result(
        [Table("table-5", "Collections", frame)],
        checks=[check for each in found for check in table_5_checks(each)],
        notes=[
            "As in the paper, a collection is shallow if its lists have up to 100 items in the mean, standard if up to "
            "1000, else deep. Queries without a relevant item are left out.",
            "labels per query counts an item once for each aspect that it is relevant to.",
            "The paper has 21 collections of TREC, whose runs are given to participants only, and 15 of recommenders, "
            "of public data sets; those can be put into the folder of data in the same layout.",
        ],
    )


def table_5_checks(found: Numbers) -> list[Check]:
    """Put the numbers of a collection that the paper has, too, beside the printed ones."""
    printed = TABLE_5.get(found.case.name)
    if printed is None:
        return []
    facts, (queries, runs, relevant, depth, label) = found.facts, printed
    counted = (
        f"The paper counts an item once for each subtopic it is relevant to. Each item once is {facts.relevant:.2f}."
        if facts.labels != facts.relevant
        else ""
    )
    is_same = is_close(relevant, facts.labels)
    others = "The paper has the runs of the track's participants, which are not public; here are other runs."
    rows: list[tuple[str, str, str, Same, str]] = [
        ("queries", queries, f"{facts.queries}", "yes" if facts.queries == int(queries) else "no", ""),
        ("runs", runs, f"{facts.runs}", "not comparable", others),
        ("relevant per query", relevant, f"{facts.labels:.6g}", "yes" if is_same else "no", counted),
        ("items per query", depth, f"{facts.depth:.2f}", "not comparable", others),
        ("label", label, facts.label, "not comparable", others),
    ]
    return [
        Check("Table 5", f"{found.case.name}: {name}", cell, ours, same, why) for name, cell, ours, same, why in rows
    ]


def _figure(shown: Shown, cases: Sequence[Case], _progress: Progress, *results: Result) -> Result:
    found, others = _taken(cases, results[: len(cases)]), results[len(cases) :]
    frame = pl.concat([
        getattr(each, shown.table).select(
            pl.lit(f"{each.case.name} ({each.facts.label})").alias("collection"), pl.all()
        )
        for each in found
    ])
    has_interval = "low" in frame.columns
    drawing = ax.Drawing(
        title=shown.title,
        mark="point",
        x="share",
        y="collection",
        colour="measure",
        colours=COMPARED,
        titles={"share": shown.what},
        low="low" if has_interval else None,
        high="high" if has_interval else None,
    )
    wide = frame.pivot("collection", index="measure", values="share", maintain_order=True)
    name = f"figure-{shown.number}"
    return Result(
        [Table(name, shown.title, frame, wide)],
        [Figure.of(name, drawing, frame)],
        shown.checks(found, *others),
        [*NOTES[shown.number], *([f"Significant: p below {ALPHA:g}."] if shown.number > 11 else [])],
    )
