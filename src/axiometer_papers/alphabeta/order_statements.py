"""What the paper says of Figure 2, and whether it is so here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

from axiometer_papers.alphabeta.compared import (
    ALL_ASPECTS,
    ASPECTS,
    GRADED,
    NO_CUTOFF,
    OURS,
    REDUNDANCY,
    SUBTOPIC,
    SWAPS,
    WEIGHTED,
    with_main_cutoff,
)
from axiometer_papers.alphabeta.ratings import RatingsSource
from axiometer_papers.alphabeta.statements import (
    ROUNDING,
    Numbers,
    is_defined,
    listed,
    other_data,
    some_of,
    written,
)
from axiometer_papers.study import Check, claim

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
            (" ".join(reasons) if are_negative else NO_ORDER) + other_data(source),
            holds=all(are_negative) if are_negative else None,
        )


def _if_constant(value: np.ndarray) -> str:
    is_constant = value.size > 0 and np.ptp(value) <= ROUNDING
    return f", as all systems have the same mean, {written(value[0])}" if is_constant else ""


def _coverage(measure: str, value: np.ndarray) -> str:
    """Compare how the first and the most perturbed system cover genres, the paper's reason for what it found."""
    ideal, last = value[0], value[-1]
    told = (
        f"Not clearly so with {measure}, whose mean is {written(ideal, 4)} for ideal lists and {written(last, 4)} "
        "after all swaps:"
    )
    if last > ideal + ROUNDING:
        return f"{told} swaps speed up the coverage of genres, which is the paper's reason, but not step by step."
    return f"{told} swaps do not speed up the coverage of genres, which is the paper's reason."


def _swap_checks(tau: Numbers, curves: pl.DataFrame, source: RatingsSource) -> Iterator[Check]:
    for name in GRADED:
        value = curves.filter((pl.col("name") == name) & (pl.col("steps") > 0)).sort("steps")["value"].to_numpy()
        change = np.diff(value)
        n_up, n_same = int((change > ROUNDING).sum()), int((np.abs(change) <= ROUNDING).sum())
        why = (
            f"From one system to the next, {change.size} times, the mean rises {n_up} times, by at most "
            f"{change.max(initial=0.0):.2g}, and stays {n_same} times."
        )
        yield claim(
            "Figure 2, left",
            f"{name}, swaps",
            "perfect correlation",
            f"τ = {written(tau[name], 4)} (perfect from {PERFECT} on: 1.00 with two digits)",
            (NO_ORDER if np.isnan(tau[name]) else why) + other_data(source),
            holds=None if np.isnan(tau[name]) else tau[name] >= PERFECT,
        )


def _redundancy_checks(tau: Numbers, source: RatingsSource) -> Iterator[Check]:
    for name in ("RBU", "EU"):
        both = some_of(tau, name, OURS)
        why = f"Here {name} puts these systems in the known order at least as well." if is_defined(both) else NO_ORDER
        yield claim(
            "Figure 2, centre",
            f"{name}, redundant aspect",
            f"poorer than {OURS}",
            f"τ: {listed(both)}",
            why + other_data(source),
            holds=tau[name] < tau[OURS] - ROUNDING if is_defined(both) else None,
        )


def _aspect_checks(tau: Numbers, of_some: Numbers, curves: pl.DataFrame, source: RatingsSource) -> Iterator[Check]:
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
        (others if is_defined(compared) else NO_ORDER) + other_data(source),
        holds=all(tau["NRBP"] < tau[name] - ROUNDING for name in WEIGHTED) if is_defined(compared) else None,
    )
    weighted = some_of(tau, *WEIGHTED)
    perfect = [name for name, its in weighted.items() if its >= PERFECT]
    why = f"{again}, which is the paper's reason, but {', '.join(perfect)} still have the known order."
    yield claim(
        "Figure 2, right",
        "measures that know weights, swapped aspects",
        "no perfect correlation",
        f"τ (perfect from {PERFECT} on): {listed(weighted)}",
        (why if is_defined(weighted) else NO_ORDER) + other_data(source),
        holds=not perfect if is_defined(weighted) else None,
    )


def _n_users(curves: pl.DataFrame, kind: str) -> int:
    return int(curves.filter(pl.col("perturbation") == kind)["queries"].to_numpy().max())
