"""The papers' tables of axioms, made by the axiom engine, each cell beside the printed one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

import axiometer as ax
from axiometer_papers.study import Check, Part, Progress, Result, Same, Setting, Table

MARKS: Final = {True: "●", False: "○", None: "–"}
OTHER: Final = "≠"
CASES: Final = 20_000
"""How many cases are tried of each measure and axiom in full."""


def axiom_part(
    setting: Setting,
    family: str,
    where: str,
    *,
    measures: Sequence[str],
    axioms: str,
    quick_cases: int = 1000,
    notes: Sequence[str] = (),
) -> Part:
    """Plan the check of the axioms of a paper for its measures.

    Parameters
    ----------
    family
        The set of axioms.
    where
        What the table is called in the paper.
    measures, axioms
        Its rows, with parameters where the paper leaves them open, and its columns.
    quick_cases
        How many cases are tried of each measure and axiom in the quick form: enough to come to the same verdicts.
    notes
        What a reader of this table must know besides.
    """
    cases = quick_cases if setting.is_quick else CASES
    name, chosen = where.lower().replace(" ", "-"), [f"{family}:{axiom}" for axiom in axioms.split()]

    def make(progress: Progress) -> Result:
        found = ax.check_axioms(measures, chosen, cases=cases, seed=setting.seed, jobs=setting.jobs, progress=progress)
        return beside_paper(found, name, where, notes)

    parameters = {"measures": [*measures], "axioms": chosen, "cases": cases, "seed": setting.seed}
    return Part(name, f"{where}: the axioms that measures satisfy", make, parameters, "none: cases are generated")


def beside_paper(found: ax.Verdicts, name: str, where: str, notes: Sequence[str] = ()) -> Result:
    """Put verdicts beside the cells of the paper's table."""
    rows, checks = [], []
    for verdict in found:
        if (said := found.published(verdict)) is None:
            continue
        ours = None if verdict.answer == "not-applicable" else verdict.is_satisfied
        brief, why = verdict.brief(), said.explanation
        rows.append({
            "measure": verdict.measure,
            "axiom": verdict.axiom,
            "published": MARKS[said.is_satisfied],
            "ours": MARKS[ours],
            "verdict": verdict.answer,
            "cases": verdict.cases,
            "example": brief or verdict.reason,
            "explanation": why,
        })
        why = f"{why} Counterexample: {brief}" if why and verdict.example is not None else why
        same: Same = "yes" if said.agrees else "no" if said.is_comparable else "not comparable"
        what = f"{verdict.measure}, {verdict.axiom}"
        checks.append(Check(where, what, MARKS[said.is_satisfied], MARKS[ours], same, why))
    frame = pl.DataFrame(rows)
    cell = pl.col("ours") + pl.when(pl.col("ours") == pl.col("published")).then(pl.lit("")).otherwise(pl.lit(OTHER))
    shown = frame.with_columns(cell.alias("cell")).pivot("axiom", index="measure", values="cell", maintain_order=True)
    n_other = sum(check.same != "yes" for check in checks)
    general = [
        f"{MARKS[True]} satisfied, {MARKS[False]} not satisfied, {MARKS[None]} not applicable; {OTHER} where the "
        f"paper's table says something else, {n_other} of {len(rows)} cells. Where it speaks of a class of measures, "
        "or under a condition, a cell cannot be compared.",
        f"About {found.cases} cases were tried for each measure and axiom. A counterexample is computed again without "
        "rounding, and is proof; that none was found is not. The counterexamples are in the file of the table.",
        "Lists are within the cut-off of a measure, if it has one.",
    ]
    title = "Axioms that measures satisfy, as found by a search for counterexamples"
    stated = [f"{axiom.name}, {axiom.title}: {axiom.statement}" for axiom in found.axioms]
    return Result([Table(name, title, frame, shown)], checks=checks, notes=[*general, *notes, *stated])
