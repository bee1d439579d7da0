"""Figure 2: whether measures put perturbed systems in their known order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from axiometer.plots.drawing import Drawing
from axiometer_papers.alphabeta.compared import CUTOFFS, MAIN_CUTOFF, with_main_cutoff
from axiometer_papers.alphabeta.order_statements import correlation_checks
from axiometer_papers.alphabeta.ratings import RatingsSource
from axiometer_papers.alphabeta.systems import PerturbedSystems
from axiometer_papers.study import Figure, Part, Progress, Result, Table

CURVES: Final = "curves-"
"""So the name of the table begins that later parts take."""
SHOWN: Final = (0, 1, 2, 3, 5, 10, 50)
"""The numbers of steps in the table of mean values for people."""


def figure_2(systems: PerturbedSystems) -> Part:
    """Plan the correlations."""
    source = systems.source
    return Part(
        part_name(source),
        f"Figure 2: correlation with the known order of systems, {source.name}",
        lambda progress: made(systems, progress),
        systems.parameters,
        source.told,
        source.files,
    )


def part_name(source: RatingsSource) -> str:
    """Name the part, of which others are made."""
    return f"figure-2-{source.name}"


def curves_of(result: Result) -> pl.DataFrame:
    """Give what the part keeps of each perturbed system: the mean value, and the test against the ideal one."""
    return next(table.frame for table in result.tables if table.name.startswith(CURVES))


def made(systems: PerturbedSystems, progress: Progress) -> Result:
    """Measure all systems, and correlate."""
    orders, curves = systems.measured(progress)
    source = systems.source
    drawing = Drawing(
        title=f"Figure 2: Kendall's τ of the order of systems by each measure with the known order, {source.name}",
        mark="point",
        x="name",
        y="tau_b",
        colour="cut-off",
        column="perturbation",
        titles={"name": "measure", "tau_b": "Kendall's τ"},
    )
    return Result(
        [
            Table(part_name(source), "Correlation with the known order of perturbed systems", orders, _shown(orders)),
            Table(f"{CURVES}{source.name}", "Mean values by the number of steps", curves, _shown_values(curves)),
        ],
        [Figure.of(part_name(source), drawing, orders)],
        correlation_checks(orders, curves, source),
        [source.rated.counts(), *_readings(), systems.unchanged()],
    )


def _shown(orders: pl.DataFrame) -> pl.DataFrame:
    """Put the perturbations beside each other, τ above ρ."""
    named = orders.drop("measure").rename({"name": "measure", "tau_b": "Kendall's τ", "spearman": "Spearman's ρ"})
    key = ["measure", "cut-off", "correlation"]
    long = named.unpivot(
        ["Kendall's τ", "Spearman's ρ"], index=["perturbation", "measure", "cut-off"], variable_name="correlation"
    )
    return long.pivot("perturbation", index=key, values="value", maintain_order=True)


def _shown_values(curves: pl.DataFrame) -> pl.DataFrame:
    """Show some steps for people."""
    some = with_main_cutoff(curves.filter(pl.col("steps").is_in(SHOWN))).drop("measure").rename({"name": "measure"})
    return some.pivot("steps", index=["perturbation", "measure"], values="value", maintain_order=True)


def _readings() -> Iterator[str]:
    other = min(CUTOFFS)
    yield (
        f"The paper names no cut-off. With {other}, most of 50 systems cannot differ; so statements are checked with "
        f"{MAIN_CUTOFF}, which Figure 4 has, too, and {other} stands beside it. That on S-Recall is checked with both."
    )
    yield (
        "For NRBP the paper names p = 0.99 and β = 0.9, but NRBP has one such parameter: β = 0.9 is taken. The α of "
        "α-nDCG is not named; it is 0.5. For S-Recall and S-RR, each rated item shows its genres, whatever the rating."
    )
    yield (
        "After many swaps of aspects, the lists of users with few genres are the ideal ones again, as no genre is left "
        "to take. The last column is that of users whose lists all steps change."
    )
    yield (f"Mean values are shown with {MAIN_CUTOFF}. The file has all steps and cut-offs, and the tests of Figure 3.")
    yield "The correlation is over the perturbed systems, without the ideal one. Systems of the same mean tie (τ-b)."
