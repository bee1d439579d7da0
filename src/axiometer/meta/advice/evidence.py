"""The tables of an advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray
from axiometer.axioms.verdicts import Verdict, Verdicts
from axiometer.meta.advice.dataset_traits import Traits
from axiometer.meta.advice.length_bias import length_notes
from axiometer.meta.advice.pareto import CRITERIA, Standings
from axiometer.meta.advice.reasons import is_cut_short, reasons, recommendation
from axiometer.meta.advice.relevant_axioms import Mattering


@dataclass(frozen=True, eq=False)
class Evidence:
    """What was found about measures.

    Attributes
    ----------
    names
        Of the measures.
    columns
        Their values by each criterion but the axioms, by its name.
    verdicts, matter
        What was found of the axioms that matter, and why these do.
    traits
        What the data are like.
    ends
        How often measures prefer the shorter list.
    """

    names: tuple[str, ...]
    columns: Mapping[str, FloatArray]
    verdicts: Verdicts
    matter: Sequence[Mattering]
    traits: Traits
    ends: pl.DataFrame

    def of(self, measure: str) -> list[Verdict]:
        """Give the verdicts on one measure."""
        return [each for each in self.verdicts if each.measure == measure]

    def standings(self) -> Standings:
        """Put all criteria side by side."""
        met = np.array([sum(each.is_satisfied for each in self.of(name)) for name in self.names])
        asked = np.array([sum(each.answer != "not-applicable" for each in self.of(name)) for name in self.names])
        share = np.divide(met, asked, out=np.full(len(self.names), np.nan), where=asked > 0)
        columns = [self.columns[each.name] for each in CRITERIA[1:]]
        return Standings(self.names, np.stack([share, *columns], axis=1), met, asked)


def main_table(evidence: Evidence, standings: Standings) -> pl.DataFrame:
    """Give one row per measure, by front and mean rank."""
    broken = [
        ", ".join(each.axiom for each in evidence.of(name) if each.answer in {"violated", "no-witness"})
        for name in standings.names
    ]
    return pl.DataFrame({
        "measure": standings.names,
        "axioms_met": standings.met,
        "axioms": standings.asked,
        "axioms_violated": pl.Series(broken, dtype=pl.String),
        **{each.name: standings.values[:, at] for at, each in enumerate(CRITERIA) if at},
        "front": standings.front,
    })[standings.order()]


def further_tables(evidence: Evidence, standings: Standings) -> dict[str, pl.DataFrame]:
    """Give ranks, reasons, traits and axioms."""
    order = standings.order()
    names = [standings.names[number] for number in order]
    known = {note.subject: note.text for note in length_notes(evidence.ends)}
    told = [
        (name, sentence)
        for number, name in zip(order, names, strict=True)
        for sentence in reasons(standings, number, evidence.of(name), known.get(name, ""))
    ]
    return {
        "ranks": _ranks(standings, order),
        "places": _places(standings, order),
        "reasons": _texts(told, "measure", "sentence"),
        "recommendation": _texts(list(recommendation(standings, known)), "measure", "sentence"),
        "traits": evidence.traits.table(),
        "axioms": _axioms(evidence, names),
        "verdicts": _verdicts(evidence, names),
        "ends": evidence.ends[order],
    }


def _texts(rows: Sequence[tuple[str, ...]], *columns: str) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")


def _ranks(standings: Standings, order: list[int]) -> pl.DataFrame:
    ranks = {each.name: standings.ranks[:, at] for at, each in enumerate(CRITERIA)}
    table = pl.DataFrame({"measure": standings.names, **ranks})[order]
    return table.with_columns(pl.col(each.name).replace(0, None) for each in CRITERIA)


def _places(standings: Standings, order: list[int]) -> pl.DataFrame:
    """Give the ranks in rows, for charts."""
    values, ranks = standings.values[order], standings.ranks[order]
    n_measures, n_criteria = ranks.shape
    return pl.DataFrame({
        "measure": np.repeat([standings.names[number] for number in order], n_criteria).tolist(),
        "criterion": [each.name for each in CRITERIA] * n_measures,
        "value": values.ravel(),
        "rank": pl.Series(ranks.ravel()).replace(0, None),
    })


def _axioms(evidence: Evidence, names: Sequence[str]) -> pl.DataFrame:
    rows = []
    for each in evidence.matter:
        axiom = each.axiom
        met = [name for name in names if evidence.verdicts[name, axiom.name].is_satisfied]
        rows.append((axiom.name, axiom.title, each.reason, axiom.statement, ", ".join(met)))
    return _texts(rows, "axiom", "title", "why", "statement", "met_by")


def _verdicts(evidence: Evidence, names: Sequence[str]) -> pl.DataFrame:
    """Give one row per measure and axiom; ``cut_short`` where it is met up to the cut-off only."""
    rows = [
        (each.measure, each.axiom, each.answer, is_cut_short(each), each.cases, each.brief() or each.reason)
        for name in names
        for each in evidence.of(name)
    ]
    columns = {"measure": pl.String, "axiom": pl.String, "verdict": pl.String, "cut_short": pl.Boolean}
    return pl.DataFrame(rows, schema={**columns, "cases": pl.Int64, "example": pl.String}, orient="row")
