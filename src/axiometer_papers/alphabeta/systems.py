"""Systems made of the ideal order by perturbing it step by step, measured one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray
from axiometer_papers.alphabeta.bench import Bench
from axiometer_papers.alphabeta.compared import ALL_ASPECTS, ASPECTS, REDUNDANCY, SWAPS, measures
from axiometer_papers.alphabeta.ratings import RatingsSource
from axiometer_papers.orderings import Orderings
from axiometer_papers.perturbation import Perturbed, perturbation
from axiometer_papers.perturbed_orderings import (
    redundant_aspect,
    swapped_aspect,
    swapped_bottom_to_top,
    unchanged_queries,
)
from axiometer_papers.study import Progress

PERTURBATIONS: Final[Mapping[str, Callable[[Orderings, int], Orderings]]] = {
    SWAPS: swapped_bottom_to_top,
    REDUNDANCY: redundant_aspect,
    ASPECTS: swapped_aspect,
    ALL_ASPECTS: swapped_aspect,
}
FILES: Final = {SWAPS: "swaps", REDUNDANCY: "redundancy", ASPECTS: "aspects", ALL_ASPECTS: "all-aspects"}
SYSTEMS: Final = {SWAPS: 50, REDUNDANCY: 50, ASPECTS: 10, ALL_ASPECTS: 10}
FEWER_SYSTEMS: Final = {SWAPS: 10, REDUNDANCY: 10, ASPECTS: 6, ALL_ASPECTS: 6}


@dataclass(frozen=True, eq=False)
class PerturbedSystems:
    """The perturbed systems of a source.

    Attributes
    ----------
    source
        The ratings.
    systems
        How many systems each perturbation has.
    """

    source: RatingsSource
    systems: Mapping[str, int]

    @property
    def parameters(self) -> dict[str, Any]:
        """All that the results depend on."""
        return {
            "measures": [full for _, _, full in measures()],
            "systems": [f"{FILES[kind]} {n}" for kind, n in self.systems.items()],
            **self.source.parameters,
        }

    def measured(self, progress: Progress) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Give the correlations and the curves of all perturbations."""
        rated, names = self.source.rated, measures()
        bench = Bench(rated.judgments, [full for _, _, full in names])
        short = pl.DataFrame(names, schema=["name", "cut-off", "measure"], orient="row")
        whole, done = bench.values(rated.ideal), 0
        tables: tuple[list[pl.DataFrame], list[pl.DataFrame]] = ([], [])
        for kind, n in self.systems.items():
            users = _users(bench, rated.ideal, kind, n)
            systems = perturbed(bench, rated.ideal, kind, n, self._told(progress, done))
            some = (Perturbed(each.steps, each.values[users]) for each in systems)
            found = perturbation([str(each) for each in bench.measures], whole[users], some)
            for kept, table in zip(tables, (found.table, found.more["curve"]), strict=True):
                named = short.join(table, on="measure", maintain_order="left_right")
                kept.append(named.select(pl.lit(kind).alias("perturbation"), pl.all()))
            done += n
        return pl.concat(tables[0]), pl.concat(tables[1])

    def unchanged(self) -> str:
        """Say how many lists the perturbations leave as they are."""
        ideal = self.source.rated.ideal
        told = [
            f"{n} of {FILES[kind]}: {len(unchanged_queries(ideal, PERTURBATIONS[kind](ideal, n))):,}"
            for kind, most in self.systems.items()
            for n in (1, most)
            if kind != ALL_ASPECTS
        ]
        n_users = f"{len(ideal.queries):,}"
        return f"Users, of {n_users}, whose lists are still the ideal ones after so many steps: {', '.join(told)}."

    def _told(self, progress: Progress, before: int) -> Callable[[int], None]:
        return lambda done: progress(before + done, sum(self.systems.values()))


def perturbed(bench: Bench, ideal: Orderings, kind: str, n: int, tell: Callable[[int], None]) -> Iterator[Perturbed]:
    """Perturb the ideal order once, twice and so on, measure each system, and forget it."""
    for steps in range(1, n + 1):
        yield Perturbed(steps, bench.values(PERTURBATIONS[kind](ideal, steps)))
        tell(steps)


def _users(bench: Bench, ideal: Orderings, kind: str, n: int) -> BoolArray:
    """Tell who is looked at: all, or those whose lists the last step still changes."""
    if kind != ALL_ASPECTS:
        return np.ones(len(bench.executor.queries), bool)
    unchanged = unchanged_queries(ideal, PERTURBATIONS[kind](ideal, n))
    return ~pl.Series(bench.executor.queries, dtype=pl.String).is_in(unchanged.implode()).to_numpy()
