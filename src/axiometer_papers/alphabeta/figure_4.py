"""Figure 4: whether αβ-nDCG puts systems in the same order when ratings are missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any, Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.alphabeta.measured import FLAT, is_defined
from axiometer_papers.alphabeta.ratings import Rated, RatingsSource
from axiometer_papers.alphabeta.removals import FULL, QUICK, Grid, correlations
from axiometer_papers.study import Check, Figure, Part, Progress, Result, Setting, Table, claim, listed

HIGH: Final = 0.5
MANY: Final = 0.5
"""With so many ratings left, a correlation that is above the other number is called high."""
FEWER: Final = 5
"""The other reading of shuffles is tried with so many times fewer removals."""
ALIKE: Final = (
    "How the ideal order is shuffled is not said. Here a system puts the positions of the ideal list in a random order "
    "that is the same for all users, so that systems differ in quality. The other reading is in the next section."
)
APART: Final = (
    "How the ideal order is shuffled is not said. Here, unlike in the section before, each list has a random order of "
    "its own. So all systems are made in the same way, and their means differ by chance only."
)
REMOVED: Final = (
    "Ratings are removed user by user, from each genre in proportion: an item counts for one of its genres, drawn at "
    "random. Each user keeps at least one rating, and the interest in genres, which is that of the train part. What is "
    "removed counts as not rated."
)
OPEN: Final = "The paper's text names neither β nor the shares of ratings left; these here are ours."


def figure_4(setting: Setting, source: RatingsSource) -> list[Part]:
    """Plan the removal of ratings: the figure, and the other reading of shuffles."""
    grid = QUICK if setting.is_quick else FULL
    apart = replace(grid, shuffles="apart", removals=max(2, grid.removals // FEWER))
    title = "Figure 4: robustness to missing ratings"
    return [
        _part(f"figure-4-{source.name}", f"{title}, {source.name}", source, grid, setting),
        _part(
            f"figure-4-apart-{source.name}", f"{title}, shuffles of another kind, {source.name}", source, apart, setting
        ),
    ]


def _part(name: str, title: str, source: RatingsSource, grid: Grid, setting: Setting) -> Part:
    make = made if grid.shuffles == "alike" else made_apart
    return Part(
        name,
        title,
        lambda progress: make(name, source, grid, _summary(source.rated, grid, setting, progress)),
        {**_plain(asdict(grid)), **source.parameters, "seed": setting.seed},
        source.told,
        source.files,
    )


def made(name: str, source: RatingsSource, grid: Grid, table: pl.DataFrame) -> Result:
    """Show what is left of the order of systems that differ in quality."""
    return Result(
        [_table(name, table)],
        [_figure(table, name, grid, source.name)],
        robustness_checks(table, source),
        [source.rated.counts(), ALIKE, REMOVED, OPEN, *_drawn(source.rated, grid)],
    )


def made_apart(name: str, source: RatingsSource, grid: Grid, table: pl.DataFrame) -> Result:
    """Show what is left of the order of systems that differ by chance."""
    return Result([_table(name, table)], notes=[APART, REMOVED, OPEN, *_drawn(source.rated, grid)])


def _table(name: str, table: pl.DataFrame) -> Table:
    numbers = [pl.col(name).round(2) for name in ("tau", "low", "high")]
    ranged = table.with_columns(pl.col("β").cast(pl.String), told=pl.format("{} ({} to {})", *numbers))
    shown = ranged.pivot("share", index=["cut-off", "β"], values="told", maintain_order=True)
    return Table(name, "Kendall's τ by the share of ratings left: mean and range over removals", table, shown)


def _summary(rated: Rated, grid: Grid, setting: Setting, progress: Progress) -> pl.DataFrame:
    """Remove ratings, and give the mean and the range of τ over removals."""
    return summary(correlations(rated, grid, seed=setting.seed, jobs=setting.jobs, progress=progress))


def summary(each: pl.DataFrame) -> pl.DataFrame:
    """Give the mean ``tau`` by ``cut-off``, ``β`` and ``share``, with the smallest and the largest one of removals."""
    tau = pl.col("tau")
    return each.group_by("cut-off", "β", "share", maintain_order=True).agg(
        tau.mean(), tau.min().alias("low"), tau.max().alias("high"), pl.len().alias("removals")
    )


def _figure(table: pl.DataFrame, name: str, grid: Grid, source: str) -> Figure:
    drawing = ax.Drawing(
        title=f"Figure 4: Kendall's τ of the orders of {grid.systems} systems with all and with fewer ratings, mean "
        f"and range over {grid.removals} removals, α = {grid.alpha:g}, {source}",
        mark="line",
        x="share",
        y="tau",
        colour="β",
        column="cut-off",
        low="low",
        high="high",
        titles={"share": "share of ratings left", "tau": "Kendall's τ"},
    )
    drawn = table.with_columns(pl.format("cut-off {}", pl.col("cut-off")), pl.col("β").cast(pl.String))
    return Figure.of(name, drawing, drawn)


def _drawn(rated: Rated, grid: Grid) -> Iterator[str]:
    n_users = rated.test["query"].n_unique()
    if n_users > grid.most_users:
        yield f"{grid.most_users:,} of {n_users:,} users, drawn at random."


def _plain(parameters: dict[str, Any]) -> dict[str, Any]:
    return {name: [*value] if isinstance(value, tuple) else value for name, value in parameters.items()}


def robustness_checks(table: pl.DataFrame, source: RatingsSource) -> list[Check]:
    """Check what the paper says of Figure 4: ``cut-off``, ``β``, ``share``, ``tau``."""
    return [*_high_checks(table, source), _beta_check(table, source)]


def _high_checks(table: pl.DataFrame, source: RatingsSource) -> Iterator[Check]:
    at = min(table["share"].unique(), key=lambda share: abs(share - MANY))
    for (cutoff,), its in table.filter(pl.col("share") == at).group_by("cut-off", maintain_order=True):
        tau = {f"β = {beta:g}": value for beta, value in its.select("β", "tau").iter_rows()}
        low = [name for name, value in tau.items() if value < HIGH]
        why = (
            f"It is below {HIGH:g} for {', '.join(low)}. The means of some systems may be too close for so few users "
            "and ratings."
            if is_defined(tau)
            else "Where all systems have the same mean, there is no order."
        )
        yield claim(
            "Figure 4",
            f"αβ-nDCG@{cutoff} with a share of {at:g} of the ratings",
            "high correlation with itself",
            f"τ (high from {HIGH:g} on): {listed(tau)}",
            why + source.unlike,
            holds=not low if is_defined(tau) else None,
        )


def _beta_check(table: pl.DataFrame, source: RatingsSource) -> Check:
    cutoff = int(table["cut-off"].to_numpy().max())
    deepest = table.filter(pl.col("cut-off") == cutoff).sort("β")
    by_beta = deepest.pivot("β", index="share", values="tau", maintain_order=True)
    tau = by_beta.drop("share").to_numpy()
    mean = {f"β = {beta}": float(its) for beta, its in zip(by_beta.columns[1:], tau.mean(axis=0), strict=True)}
    n_falling = int((np.diff(tau, axis=1) < -FLAT).all(axis=1).sum())
    is_known = len(mean) > 1 and is_defined(mean)
    return claim(
        "Figure 4, left",
        f"αβ-nDCG@{cutoff} by β",
        "the lower β, the higher the correlation",
        f"so at {n_falling} of {len(tau)} shares; mean τ over shares: {listed(mean)}",
        ("In the mean over shares it is not so." if is_known else "There are no correlations of two β to compare.")
        + source.unlike,
        holds=bool((np.diff([*mean.values()]) < -FLAT).all()) if is_known else None,
    )
