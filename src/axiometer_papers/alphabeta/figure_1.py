"""Figure 1: values of αβ-nDCG after swaps."""

from __future__ import annotations

from typing import Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.alphabeta.measured import FEWER_SYSTEMS, FLAT, SWAPS, SYSTEMS, measured, perturbed
from axiometer_papers.alphabeta.perturbation import perturbation
from axiometer_papers.alphabeta.ratings import RatingsSource
from axiometer_papers.study import Check, Figure, Part, Progress, Result, Setting, Table, claim, written

ALPHAS: Final = (0.001, 0.005, 0.01, 0.05)
BETAS: Final = (0.1, 0.5, 0.9, 1.0)
CUTOFF: Final = 10
SHOWN: Final = (0, 1, 2, 3, 4, 5, 6, 8, 10, 20, 50)
"""The numbers of swaps in the table for people."""


def figure_1(setting: Setting, source: RatingsSource) -> Part:
    """Plan the values by the number of swaps."""
    n_swaps = (FEWER_SYSTEMS if setting.is_quick else SYSTEMS)[SWAPS]
    return Part(
        f"figure-1-{source.name}",
        f"Figure 1: values of αβ-nDCG@{CUTOFF} after swaps, {source.name}",
        lambda progress: made(source, n_swaps, progress),
        {"alpha": [*ALPHAS], "beta": [*BETAS], "cut-off": CUTOFF, "swaps": n_swaps, **source.parameters},
        source.told,
        source.files,
    )


def made(source: RatingsSource, n_swaps: int, progress: Progress) -> Result:
    """Measure all systems."""
    table = values(source, n_swaps, progress)
    name, drawn = f"figure-1-{source.name}", table.with_columns(pl.format("α = {}", "α"), pl.col("β").cast(pl.String))
    drawing = ax.Drawing(
        title=f"Figure 1: mean αβ-nDCG@{CUTOFF} by the number of bottom-to-top swaps, {source.name}",
        mark="line",
        x="steps",
        y="value",
        colour="β",
        column="α",
        titles={"steps": "swaps", "value": f"αβ-nDCG@{CUTOFF}"},
    )
    some = table.filter(pl.col("steps").is_in(SHOWN)).with_columns(pl.col("α", "β").cast(pl.String))
    shown = some.pivot("steps", index=["α", "β"], values="value", maintain_order=True)
    notes = [
        source.rated.counts(),
        "The paper's figure is a picture, and its text names neither α nor β; these here are ours.",
        f"With {CUTOFF} swaps the first {CUTOFF} items are all others, and more swaps change nothing within the "
        "cut-off. A user with k ratings in test has a list of k items, which ⌊k/2⌋ swaps turn round.",
    ]
    return Result(
        [Table(name, f"Mean αβ-nDCG@{CUTOFF} by the number of swaps", table, shown)],
        [Figure.of(name, drawing, drawn)],
        value_checks(table, source),
        notes,
    )


def values(source: RatingsSource, n_swaps: int, progress: Progress) -> pl.DataFrame:
    """Give the mean ``value`` by ``α``, ``β`` and ``steps``."""
    grid = [(alpha, beta) for alpha in ALPHAS for beta in BETAS]
    rated = source.rated
    evaluator = ax.Evaluator(rated.judgments, [f"alphabeta_nDCG(alpha={a:g},beta={b:g})@{CUTOFF}" for a, b in grid])
    names = [str(each) for each in evaluator.measures]
    systems = perturbed(evaluator, rated.ideal, SWAPS, n_swaps, lambda done: progress(done, n_swaps))
    _, curve = perturbation(names, measured(evaluator, rated.ideal), systems)
    rows = [(name, *its) for name, its in zip(names, grid, strict=True)]
    settings = pl.DataFrame(rows, ["measure", "α", "β"], orient="row")
    found = settings.join(curve, on="measure", maintain_order="left_right")
    return found.select("α", "β", "steps", "value")


def value_checks(table: pl.DataFrame, source: RatingsSource) -> list[Check]:
    """Check that values of αβ-nDCG fall with the number of swaps: ``α``, ``β``, ``steps``, ``value``."""
    curves = table.sort("steps").group_by("α", "β", maintain_order=True).agg("value")
    change = {f"α = {alpha:g}, β = {beta:g}": np.diff(value) for alpha, beta, value in curves.iter_rows()}
    drop = [-float(its.sum()) for its in change.values()]
    risen = {name: by for name, its in change.items() if (by := float(its.max(initial=0.0))) > FLAT}
    is_known = not any(its.size == 0 or np.isnan(its).any() for its in change.values())
    why = "There are no means of two systems to compare."
    if risen:
        rises = ", ".join(f"{name} by {by:.2g}" for name, by in risen.items())
        why = (
            f"At some step the mean rises: {rises}. Perhaps items that come to the top have more or other genres than "
            "those they replace."
        )
    elif is_known:
        why = "For some settings the mean is the same before and after all swaps."
    told = f"{len(change) - len(risen)} of {len(change)} settings never rise"
    return [
        claim(
            "Figure 1",
            "values by the number of swaps",
            "αβ-nDCG@10 falls gradually, for all settings",
            f"{told}; from none to all swaps they fall by {written(min(drop))} to {written(max(drop))}",
            why + source.unlike,
            holds=not risen and min(drop) > FLAT if is_known else None,
        )
    ]
