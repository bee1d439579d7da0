"""The papers' tables of axioms, made by the axiom engine, each cell beside the printed one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from axiometer.axioms.axiom import Family
from axiometer.axioms.checking import CASES, check_axioms
from axiometer.axioms.published import AXIOMS_OF, Published, measures_of, published
from axiometer.axioms.verdicts import Verdict, Verdicts
from axiometer_papers.study import Check, Part, Progress, Result, Same, Setting, Table

MARKS: Final = {True: "●", False: "○", None: "–"}
OTHER: Final = "≠"


def axiom_part(
    setting: Setting, family: Family, name: str, where: str, *, quick_cases: int = 1000, notes: Sequence[str] = ()
) -> Part:
    """Plan the check of the axioms of a paper for its measures.

    Parameters
    ----------
    family
        The set of axioms.
    name, where
        What the part is called, and what the table is called in the paper.
    quick_cases
        How many cases are tried of each measure and axiom in the quick form: enough to come to the same verdicts.
    notes
        What a reader of this table must know besides.
    """
    cases = quick_cases if setting.is_quick else CASES
    measures, axioms = [*measures_of(family)], [f"{family}:{axiom}" for axiom in AXIOMS_OF[family].split()]

    def make(progress: Progress) -> Result:
        found = check_axioms(measures, axioms, cases=cases, seed=setting.seed, jobs=setting.jobs, progress=progress)
        return beside_paper(found, name, where, notes)

    parameters = {"measures": measures, "axioms": axioms, "cases": cases, "seed": setting.seed}
    return Part(name, f"{where}: the axioms that measures satisfy", make, parameters, "none: cases are generated")


def beside_paper(found: Verdicts, name: str, where: str, notes: Sequence[str] = ()) -> Result:
    """Put verdicts beside the cells of the paper's table."""
    axiom_of = {axiom.name: axiom for axiom in found.axioms}
    told = [(each, said) for each in found if (said := published(each, axiom_of[each.axiom])) is not None]
    frame = pl.DataFrame([_row(*each) for each in told])
    cell = pl.col("ours") + pl.when(pl.col("ours") == pl.col("published")).then(pl.lit("")).otherwise(pl.lit(OTHER))
    shown = frame.with_columns(cell.alias("cell")).pivot("axiom", index="measure", values="cell", maintain_order=True)
    n_other = sum(not said.agrees for _, said in told)
    general = [
        f"{MARKS[True]} satisfied, {MARKS[False]} not satisfied, {MARKS[None]} not applicable; {OTHER} where the "
        f"paper's table says something else, {n_other} of {len(told)} cells. Where it speaks of a class of measures, "
        "or under a condition, a cell cannot be compared.",
        f"About {found.cases} cases were tried for each measure and axiom. A counterexample is computed again without "
        "rounding, and is proof; that none was found is not. The counterexamples are in the file of the table.",
        "Lists are within the cut-off of a measure, if it has one.",
    ]
    title = "Axioms that measures satisfy, as found by a search for counterexamples"
    checks = [_check(where, *each) for each in told]
    return Result([Table(name, title, frame, shown)], checks=checks, notes=[*general, *notes, *explained(found)])


def explained(found: Verdicts) -> list[str]:
    """Say what each axiom asks for."""
    return [f"{axiom.name}, {axiom.title}: {axiom.statement}" for axiom in found.axioms]


def _row(verdict: Verdict, said: Published) -> dict[str, object]:
    return {
        "measure": verdict.measure,
        "axiom": verdict.axiom,
        "published": MARKS[said.is_satisfied],
        "ours": MARKS[_ours(verdict)],
        "verdict": verdict.answer,
        "cases": verdict.cases,
        "example": verdict.brief() or verdict.reason,
        "explanation": said.explanation,
    }


def _ours(verdict: Verdict) -> bool | None:
    return None if verdict.answer == "not-applicable" else verdict.is_satisfied


def _check(where: str, verdict: Verdict, said: Published) -> Check:
    why = said.explanation
    if why and verdict.example is not None:
        why = f"{why} Counterexample: {verdict.brief()}"
    same: Same = "yes" if said.agrees else "no" if said.is_comparable else "not comparable"
    what = f"{verdict.measure}, {verdict.axiom}"
    return Check(where, what, MARKS[said.is_satisfied], MARKS[_ours(verdict)], same, why)
