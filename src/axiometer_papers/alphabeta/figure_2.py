"""Figure 2: whether measures put perturbed systems in their known order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.alphabeta.measured import (
    ALL_ASPECTS,
    ASPECTS,
    CUTOFFS,
    FLAT,
    GRADED,
    MAIN_CUTOFF,
    NO_CUTOFF,
    OURS,
    REDUNDANCY,
    SUBTOPIC,
    SWAPS,
    WEIGHTED,
    PerturbedSystems,
    is_defined,
    some_of,
    with_main_cutoff,
)
from axiometer_papers.alphabeta.ratings import RatingsSource
from axiometer_papers.study import Check, Figure, Part, Progress, Result, Table, claim, listed, written

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
    drawing = ax.Drawing(
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


PERFECT: Final = 0.995
"""A correlation that is 1.00 with two digits."""
CLEARLY: Final = -0.1
"""Below this τ, and with a ρ below 0, a correlation is called negative."""
NO_ORDER: Final = "Where all systems have the same mean, there is no order to compare."


def correlation_checks(orders: pl.DataFrame, curves: pl.DataFrame, source: RatingsSource) -> list[Check]:
    """Check what the paper says of Figure 2.

    Parameters
    ----------
    orders
        ``perturbation``, ``name``, ``cut-off``, ``tau_b``, ``spearman``.
    curves
        ``perturbation``, ``name``, ``cut-off``, ``steps``, the mean ``value``, and of how many ``queries``.
    source
        The ratings.
    """
    main = with_main_cutoff(orders)
    tau = {kind: dict(its.select("name", "tau_b").rows()) for (kind,), its in main.group_by("perturbation")}
    of_swaps = pl.col("perturbation") == SWAPS
    return [
        *_subtopic_checks(orders.filter(of_swaps), curves.filter(of_swaps), source),
        *_swap_checks(tau[SWAPS], with_main_cutoff(curves.filter(of_swaps)), source),
        *_redundancy_checks(tau[REDUNDANCY], source),
        *_aspect_checks(tau[ASPECTS], tau[ALL_ASPECTS], curves, source),
    ]


def _subtopic_checks(orders: pl.DataFrame, curves: pl.DataFrame, source: RatingsSource) -> Iterator[Check]:
    """Ask whether S-Recall and S-RR, with each cut-off that tells systems apart, have them in the opposite order."""
    for name in SUBTOPIC:
        told, reasons, are_negative = [], [], []
        for cutoff, tau, rho in orders.filter(pl.col("name") == name).select("cut-off", "tau_b", "spearman").rows():
            of_measure = (pl.col("name") == name) & (pl.col("cut-off") == cutoff)
            value = curves.filter(of_measure).sort("steps")["value"].to_numpy()
            full = name if cutoff == NO_CUTOFF else f"{name}@{cutoff}"
            if np.isnan(tau):
                told.append(f"{full}: undefined{_if_constant(value[1:])}")
                continue
            told.append(f"{full}: τ {written(tau)}, ρ {written(rho)}")
            are_negative.append(tau < CLEARLY and rho < 0)
            reasons += [] if are_negative[-1] else [_coverage(full, value)]
        yield claim(
            "Figure 2, left",
            f"{name}, swaps",
            "negative correlation",
            f"{'; '.join(told)} (negative: τ < {CLEARLY:g} and ρ < 0)",
            (" ".join(reasons) if are_negative else NO_ORDER) + source.unlike,
            holds=all(are_negative) if are_negative else None,
        )


def _if_constant(value: np.ndarray) -> str:
    is_constant = value.size > 0 and np.ptp(value) <= FLAT
    return f", as all systems have the same mean, {written(value[0])}" if is_constant else ""


def _coverage(measure: str, value: np.ndarray) -> str:
    """Compare how the first and the most perturbed system cover genres, the paper's reason for what it found."""
    ideal, last = value[0], value[-1]
    told = (
        f"Not clearly so with {measure}, whose mean is {written(ideal, 4)} for ideal lists and {written(last, 4)} "
        "after all swaps:"
    )
    if last > ideal + FLAT:
        return f"{told} swaps speed up the coverage of genres, which is the paper's reason, but not step by step."
    return f"{told} swaps do not speed up the coverage of genres, which is the paper's reason."


def _swap_checks(tau: Mapping[str, float], curves: pl.DataFrame, source: RatingsSource) -> Iterator[Check]:
    for name in GRADED:
        value = curves.filter((pl.col("name") == name) & (pl.col("steps") > 0)).sort("steps")["value"].to_numpy()
        change = np.diff(value)
        n_up, n_same = int((change > FLAT).sum()), int((np.abs(change) <= FLAT).sum())
        why = (
            f"From one system to the next, {change.size} times, the mean rises {n_up} times, by at most "
            f"{change.max(initial=0.0):.2g}, and stays {n_same} times."
        )
        yield claim(
            "Figure 2, left",
            f"{name}, swaps",
            "perfect correlation",
            f"τ = {written(tau[name], 4)} (perfect from {PERFECT} on: 1.00 with two digits)",
            (NO_ORDER if np.isnan(tau[name]) else why) + source.unlike,
            holds=None if np.isnan(tau[name]) else tau[name] >= PERFECT,
        )


def _redundancy_checks(tau: Mapping[str, float], source: RatingsSource) -> Iterator[Check]:
    for name in ("RBU", "EU"):
        both = some_of(tau, name, OURS)
        why = f"Here {name} puts these systems in the known order at least as well." if is_defined(both) else NO_ORDER
        yield claim(
            "Figure 2, centre",
            f"{name}, redundant aspect",
            f"poorer than {OURS}",
            f"τ: {listed(both)}",
            why + source.unlike,
            holds=tau[name] < tau[OURS] - FLAT if is_defined(both) else None,
        )


def _aspect_checks(
    tau: Mapping[str, float], of_some: Mapping[str, float], curves: pl.DataFrame, source: RatingsSource
) -> Iterator[Check]:
    compared = some_of(tau, "NRBP", *WEIGHTED)
    n_users = {kind: _n_users(curves, kind) for kind in (ASPECTS, ALL_ASPECTS)}
    again = (
        f"Of {n_users[ASPECTS]:,} users, {n_users[ASPECTS] - n_users[ALL_ASPECTS]:,} have too few genres and the ideal "
        "list again after some steps"
    )
    others = f"{again}, which may raise means. τ of the other users: {listed(some_of(of_some, *compared))}."
    yield claim(
        "Figure 2, right",
        "NRBP, swapped aspects",
        f"behaves worse than {', '.join(WEIGHTED)}, which know the weights of aspects",
        f"τ: {listed(compared)}",
        (others if is_defined(compared) else NO_ORDER) + source.unlike,
        holds=all(tau["NRBP"] < tau[name] - FLAT for name in WEIGHTED) if is_defined(compared) else None,
    )
    weighted = some_of(tau, *WEIGHTED)
    perfect = [name for name, its in weighted.items() if its >= PERFECT]
    why = f"{again}, which is the paper's reason, but {', '.join(perfect)} still have the known order."
    yield claim(
        "Figure 2, right",
        "measures that know weights, swapped aspects",
        "no perfect correlation",
        f"τ (perfect from {PERFECT} on): {listed(weighted)}",
        (why if is_defined(weighted) else NO_ORDER) + source.unlike,
        holds=not perfect if is_defined(weighted) else None,
    )


def _n_users(curves: pl.DataFrame, kind: str) -> int:
    return int(curves.filter(pl.col("perturbation") == kind)["queries"].to_numpy().max())
