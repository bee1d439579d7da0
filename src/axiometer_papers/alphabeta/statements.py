"""What the paper says of Figures 1 and 4, whether it is so here, and how such things are worded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
import polars as pl

from axiometer_papers.alphabeta.ratings import RatingsSource
from axiometer_papers.study import Check, claim

HIGH: Final = 0.5
MANY: Final = 0.5
"""With so many ratings left, a correlation that is above the other number is called high."""
ROUNDING: Final = 1e-9
THE_PAPERS: Final = "ml-20m"
Numbers = Mapping[str, float]


def other_data(source: RatingsSource) -> str:
    """End a reason with the data, where the paper had others."""
    if source.name == THE_PAPERS:
        return ""
    return f" The data are {'simulated ratings' if source.is_simulated else source.name}, not MovieLens 20M."


def some_of(numbers: Numbers, *names: str) -> Numbers:
    """Take a few."""
    return {name: numbers[name] for name in names}


def listed(numbers: Numbers, decimals: int = 3) -> str:
    """Write numbers with their names."""
    return ", ".join(f"{name} {written(number, decimals)}" for name, number in numbers.items())


def written(number: float, decimals: int = 3) -> str:
    """Write a number, or that there is none."""
    return "undefined" if np.isnan(number) else f"{number:.{decimals}f}"


def is_defined(numbers: Numbers) -> bool:
    """Tell whether all numbers are there."""
    return not any(np.isnan(number) for number in numbers.values())


def value_checks(table: pl.DataFrame, source: RatingsSource) -> list[Check]:
    """Check that values of αβ-nDCG fall with the number of swaps: ``α``, ``β``, ``steps``, ``value``."""
    curves = table.sort("steps").group_by("α", "β", maintain_order=True).agg("value")
    change = {f"α = {alpha:g}, β = {beta:g}": np.diff(value) for alpha, beta, value in curves.iter_rows()}
    drop = [-float(its.sum()) for its in change.values()]
    risen = {name: by for name, its in change.items() if (by := float(its.max(initial=0.0))) > ROUNDING}
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
            why + other_data(source),
            holds=not risen and min(drop) > ROUNDING if is_known else None,
        )
    ]


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
            why + other_data(source),
            holds=not low if is_defined(tau) else None,
        )


def _beta_check(table: pl.DataFrame, source: RatingsSource) -> Check:
    cutoff = int(table["cut-off"].to_numpy().max())
    deepest = table.filter(pl.col("cut-off") == cutoff).sort("β")
    by_beta = deepest.pivot("β", index="share", values="tau", maintain_order=True)
    tau = by_beta.drop("share").to_numpy()
    mean = {f"β = {beta}": float(its) for beta, its in zip(by_beta.columns[1:], tau.mean(axis=0), strict=True)}
    n_falling = int((np.diff(tau, axis=1) < -ROUNDING).all(axis=1).sum())
    is_known = len(mean) > 1 and is_defined(mean)
    return claim(
        "Figure 4, left",
        f"αβ-nDCG@{cutoff} by β",
        "the lower β, the higher the correlation",
        f"so at {n_falling} of {len(tau)} shares; mean τ over shares: {listed(mean)}",
        ("In the mean over shares it is not so." if is_known else "There are no correlations of two β to compare.")
        + other_data(source),
        holds=bool((np.diff([*mean.values()]) < -ROUNDING).all()) if is_known else None,
    )
