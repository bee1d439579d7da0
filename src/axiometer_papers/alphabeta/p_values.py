"""Figure 3: whether tests find perturbed systems worse than the ideal one."""

from __future__ import annotations

from typing import Final

import polars as pl

from axiometer.plots.drawing import Drawing
from axiometer_papers.alphabeta.compared import with_main_cutoff
from axiometer_papers.alphabeta.orders import curves_of, part_name
from axiometer_papers.alphabeta.power_statements import power_checks
from axiometer_papers.alphabeta.ratings import RatingsSource
from axiometer_papers.alphabeta.systems import FILES, PERTURBATIONS, PerturbedSystems
from axiometer_papers.study import Figure, Part, Result, Table

PANELS: Final = {"p_better": "p-value", "effect": "effect"}
NUMBERS: Final = ("p_better", "p_worse", "effect")
SHOWN: Final = (1, 2, 3, 5, 10, 50)
"""The numbers of steps in the table for people."""
NOTES: Final = (
    "p_better is the p-value of the paper, whose null hypothesis is that the perturbed system is no better: it nears 1 "
    "for a system that is seen to be worse. p_worse is that of the other side. The effect is the rank-biserial "
    "correlation of matched pairs: −1 if the perturbed list of each user is worse, 1 if each is better.",
    "Where no list has another value, there is no p-value.",
    "How many lists each perturbation leaves as they are is said at Figure 2, with whose systems these tests are made.",
)


def figure_3(systems: PerturbedSystems) -> Part:
    """Plan the tests, which are made with the correlations."""
    source = systems.source
    return Part(
        f"figure-3-{source.name}",
        f"Figure 3: p-values against the ideal order, {source.name}",
        lambda _, correlated: made(source, curves_of(correlated)),
        {**systems.parameters, "test": "Wilcoxon's signed-rank test, one-sided"},
        source.told,
        source.files,
        [part_name(source)],
    )


def made(source: RatingsSource, curves: pl.DataFrame) -> Result:
    """Show p-values and effects."""
    name, main = f"figure-3-{source.name}", with_main_cutoff(curves.filter(pl.col("steps") > 0))
    return Result(
        [_table(curves, kind, f"{name}-{FILES[kind]}") for kind in PERTURBATIONS],
        [_figure(main, kind, f"{name}-{FILES[kind]}", source.name) for kind in PERTURBATIONS],
        power_checks(main, source),
        NOTES,
    )


def _table(curves: pl.DataFrame, kind: str, name: str) -> Table:
    """Show some steps for people."""
    its = curves.filter(pl.col("perturbation") == kind)
    some = with_main_cutoff(its.filter(pl.col("steps").is_in(SHOWN))).drop("value", "measure")
    long = some.rename({"name": "measure"}).unpivot(NUMBERS, index=["measure", "steps"], variable_name="number")
    shown = long.pivot("steps", index=["number", "measure"], values="value", maintain_order=True)
    return Table(name, f"Wilcoxon's test against the ideal order by the number of steps, {kind}", its, _written(shown))


def _written(shown: pl.DataFrame) -> pl.DataFrame:
    """Write p-values with their powers of ten, which four digits after the point would hide."""
    numbers = [name for name in shown.columns if shown.schema[name].is_float()]
    texts = [pl.Series(name, [_number(each) for each in shown[name]], dtype=pl.String) for name in numbers]
    return shown.with_columns(texts)


def _number(value: float | None) -> str:
    return "" if value is None else "–" if value != value else f"{value:.3g}"


def _figure(curves: pl.DataFrame, kind: str, name: str, source: str) -> Figure:
    """Draw p-values and effects beside each other."""
    its = curves.filter(pl.col("perturbation") == kind).drop("value").rename(PANELS)
    long = its.unpivot([*PANELS.values()], index=["name", "steps"], variable_name="number")
    drawing = Drawing(
        title=f"Figure 3, {kind}: one-sided p-values, and effects, against the ideal system, {source}",
        mark="line",
        x="steps",
        y="value",
        colour="name",
        column="number",
        titles={"steps": "perturbations", "value": "p-value, effect", "name": "measure"},
    )
    return Figure.of(name, drawing, long.filter(pl.col("value").is_not_nan()))
