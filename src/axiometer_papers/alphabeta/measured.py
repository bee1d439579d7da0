"""What is measured: systems made of the ideal order by perturbing it step by step, by the measures of the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.alphabeta.orderings import Orderings
from axiometer_papers.alphabeta.perturbation import Perturbed, perturbation
from axiometer_papers.alphabeta.perturbed_orderings import (
    redundant_aspect,
    swapped_aspect,
    swapped_bottom_to_top,
    unchanged_queries,
)
from axiometer_papers.alphabeta.ratings import RatingsSource
from axiometer_papers.arrays import BoolArray, FloatArray
from axiometer_papers.study import Progress

SWAPS, REDUNDANCY, ASPECTS = "a) swaps bottom to top", "b) redundant aspect", "c) swapped aspects"
ALL_ASPECTS: Final = "d) as c, some users"
"""The third perturbation again, without the users whose lists are the ideal ones again after many steps."""
MAIN_CUTOFF: Final = 100
CUTOFFS: Final = (MAIN_CUTOFF, 10)
NO_CUTOFF: Final = "none"
OURS, SUBTOPIC = "αβ-nDCG", ("S-Recall", "S-RR")
WITH_CUTOFF: Final = {
    OURS: "alphabeta_nDCG(alpha=0.005,beta=0.5)",
    "RBU": "RBU(p=0.99,e=0.05,gain='linear')",
    "α-nDCG": "alpha_nDCG(alpha=0.5,gain='linear')",
    "S-Recall": "S_Recall(rel=0)",
}
WITHOUT_CUTOFF: Final = {
    "NRBP": "NRBP(alpha=0.25,beta=0.9,gain='linear')",
    "EU": "EU(alpha=0.25,e=0.05,gain='linear')",
    "S-RR": "S_RR(rel=0)",
}
ORDER: Final = (OURS, "RBU", "EU", "NRBP", "α-nDCG", *SUBTOPIC)
"""As they are shown."""
GRADED: Final = ("RBU", "NRBP", "EU", OURS)
WEIGHTED: Final = ("EU", "RBU", OURS)
"""Those that look at ratings, and those that know the weights of aspects: the paper speaks of them together."""
FLAT: Final = 1e-9
"""Changes that are not larger are none."""
PERTURBATIONS: Final[Mapping[str, Callable[[Orderings, int], Orderings]]] = {
    SWAPS: swapped_bottom_to_top,
    REDUNDANCY: redundant_aspect,
    ASPECTS: swapped_aspect,
    ALL_ASPECTS: swapped_aspect,
}
FILES: Final = {SWAPS: "swaps", REDUNDANCY: "redundancy", ASPECTS: "aspects", ALL_ASPECTS: "all-aspects"}
SYSTEMS: Final = {SWAPS: 50, REDUNDANCY: 50, ASPECTS: 10, ALL_ASPECTS: 10}
FEWER_SYSTEMS: Final = {SWAPS: 10, REDUNDANCY: 10, ASPECTS: 6, ALL_ASPECTS: 6}


def measures() -> list[tuple[str, str, str]]:
    """Give the short name, the cut-off and the full name of all measures."""
    found = [
        *((name, str(k), f"{full}@{k}") for name, full in WITH_CUTOFF.items() for k in CUTOFFS),
        *((name, NO_CUTOFF, full) for name, full in WITHOUT_CUTOFF.items()),
    ]
    found.sort(key=lambda each: ORDER.index(each[0]))
    return [(name, cutoff, str(ax.parse_measure(full))) for name, cutoff, full in found]


def with_main_cutoff(table: pl.DataFrame) -> pl.DataFrame:
    """Keep the main cut-off, and measures that have none."""
    return table.filter(pl.col("cut-off").is_in([str(MAIN_CUTOFF), NO_CUTOFF]))


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
        # Made once, as the ideal lists of αβ-nDCG are then.
        evaluator = ax.Evaluator(rated.judgments, [full for _, _, full in names])
        short = pl.DataFrame(names, schema=["name", "cut-off", "measure"], orient="row")
        whole, done = measured(evaluator, rated.ideal), 0
        tables: tuple[list[pl.DataFrame], list[pl.DataFrame]] = ([], [])
        for kind, n in self.systems.items():
            users = _users(evaluator, rated.ideal, kind, n)
            systems = perturbed(evaluator, rated.ideal, kind, n, self._told(progress, done))
            some = (Perturbed(each.steps, each.values[users]) for each in systems)
            found = perturbation([str(each) for each in evaluator.measures], whole[users], some)
            for kept, table in zip(tables, found, strict=True):
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


def perturbed(
    evaluator: ax.Evaluator, ideal: Orderings, kind: str, n: int, tell: Callable[[int], None]
) -> Iterator[Perturbed]:
    """Perturb the ideal order once, twice and so on, measure each system, and forget it."""
    for steps in range(1, n + 1):
        yield Perturbed(steps, measured(evaluator, PERTURBATIONS[kind](ideal, steps)))
        tell(steps)


def measured(evaluator: ax.Evaluator, orderings: Orderings) -> FloatArray:
    """Give queries × measures of one system."""
    values: FloatArray = evaluator.evaluate(orderings.frame().drop("aspect")).values[0]
    return values


def _users(evaluator: ax.Evaluator, ideal: Orderings, kind: str, n: int) -> BoolArray:
    """Tell who is looked at: all, or those whose lists the last step still changes."""
    if kind != ALL_ASPECTS:
        return np.ones(len(evaluator.queries), bool)
    unchanged = unchanged_queries(ideal, PERTURBATIONS[kind](ideal, n))
    return ~pl.Series(evaluator.queries, dtype=pl.String).is_in(unchanged.implode()).to_numpy()


def some_of(numbers: Mapping[str, float], *names: str) -> Mapping[str, float]:
    """Take a few."""
    return {name: numbers[name] for name in names}


def is_defined(numbers: Mapping[str, float]) -> bool:
    """Tell whether all numbers are there."""
    return not any(np.isnan(number) for number in numbers.values())
