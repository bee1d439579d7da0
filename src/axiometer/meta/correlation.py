"""How alike the orders are in which measures put systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray
from axiometer.checks import between
from axiometer.errors import counted
from axiometer.meta.finding import Finding
from axiometer.meta.intervals import RESAMPLES, check_resampling, interval_notes
from axiometer.meta.outcome import Outcome
from axiometer.meta.outcomes import Outcomes
from axiometer.notes import Note
from axiometer.plots.drawing import Drawing
from axiometer.stats.bootstrap_counts import centred_interval, resample_counts
from axiometer.stats.correlation import classes, rbo, spearman, tau_ap, tau_b

PERSISTENCE: Final = 0.9
LEAST: Final = {"tau_b": -1.0, "tau_ap": -1.0, "spearman": -1.0, "rbo": 0.0}
"""The least value of each coefficient; the most is 1."""


def correlation(
    found: Any,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
    persistence: float = PERSISTENCE,
    seed: int = 0,
) -> Finding:
    """Tell how alike the orders are in which each two measures put the systems, by their means over queries.

    A preference orders systems by the share of the others that they beat. τ-b and Spearman's ρ are symmetric and run
    from −1 to 1; τ_AP minds the top more, and judges the order of the first measure by that of the second; RBO, from 0
    to 1, minds the top as a user does who goes on to the next system with the chance ``persistence``. For τ_AP and
    RBO, ties are broken at random, and what is given is the mean of all ways to break them.

    Parameters
    ----------
    found
        Measurements, preferences, a frame of saved ones, or a list of these; at least two measures.
    resamples, confidence, seed
        The intervals are taken from so many samples of the queries, drawn with replacement; 0 leaves them out. In a
        sample there are fewer different queries, so orders are noisier and less alike than with all queries;
        therefore the intervals are moved so that the median of the samples comes to the coefficient.
    persistence
        The p of RBO.

    Returns
    -------
    Finding
        ``first``, ``second``, and each coefficient, ``tau_b``, ``tau_ap``, ``spearman``, ``rbo``, with the ends of its
        interval, ``…_low`` and ``…_high``.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=3, queries=20, seed=1)
    >>> made = ax.simulate.simulate_search(world)
    >>> measured = ax.evaluate(made.judgments, made.runs, "nDCG@10 AP RR")
    >>> found = ax.meta.correlation(measured)
    >>> found.table.select("first", "second", "tau_b").row(0)
    ('nDCG@10', 'AP', 1.0)
    """
    resamples, confidence, seed = check_resampling(resamples, confidence, seed)
    persistence = between(persistence, "persistence")
    outcomes = Outcomes.of(found).averaged()
    outcomes.refuse_fewer(systems=2, measures=2, of="a correlation of orders")
    scores = np.stack([_score(outcomes, each) for each in outcomes.outcomes])
    drawn = None
    if resamples and len(outcomes.queries) > 1:
        counts = resample_counts(len(outcomes.queries), resamples, seed)
        drawn = np.stack([_scores_of(each, counts) for each in outcomes.outcomes], axis=1)
    first, second = np.nonzero(~np.eye(len(outcomes.names), dtype=bool))
    names = np.array(outcomes.names, dtype=object)
    table = {"first": names[first].tolist(), "second": names[second].tolist()}
    columns = dict[str, FloatArray]()
    for name, coefficient in _coefficients(persistence).items():
        columns[name] = coefficient(scores)[first, second]
        low, high = (np.full(first.size, np.nan) for _ in range(2))
        if drawn is not None:
            low, high = centred_interval(
                columns[name], coefficient(drawn)[:, first, second], confidence, LEAST[name], 1.0
            )
        columns[f"{name}_low"], columns[f"{name}_high"] = low, high
    return Finding(
        "correlation",
        pl.DataFrame({**table, **columns}),
        {
            **outcomes.sizes,
            "persistence": persistence,
            "confidence": confidence,
            "resamples": resamples,
            "seed": seed,
        },
        (
            *outcomes.all_notes(),
            *_notes(outcomes, scores),
            *interval_notes(len(outcomes.queries), resamples, outcomes.asker),
        ),
        Drawing(
            title="Kendall's τ-b of the orders of systems",
            mark="rect",
            x="second",
            y="first",
            colour="tau_b",
            titles={"tau_b": "τ-b"},
        ),
        asker=outcomes.asker,
    )


def _coefficients(persistence: float) -> dict[str, Callable[[FloatArray], FloatArray]]:
    return {
        "tau_b": tau_b,
        "tau_ap": tau_ap,
        "spearman": spearman,
        "rbo": lambda scores: rbo(scores, persistence),
    }


def _score(outcomes: Outcomes, outcome: Outcome) -> FloatArray:
    mean = outcomes.mean(outcome)
    return -mean if outcome.is_smaller_better else mean


def _scores_of(outcome: Outcome, counts: FloatArray) -> FloatArray:
    """Average over resampled queries, for each system; the larger, the better."""
    is_defined = outcome.is_defined
    total, n = counts @ np.where(is_defined, outcome.values, 0.0).T, counts @ is_defined.T.astype(np.float64)
    mean: FloatArray = np.divide(total, n, out=np.full(total.shape, np.nan), where=n > 0)
    return -mean if outcome.is_smaller_better else mean


def _notes(outcomes: Outcomes, scores: FloatArray) -> Iterator[Note]:
    if len(outcomes.systems) < 5:
        n_systems = len(outcomes.systems)
        yield Note("short_order", "", f"the order of {counted(n_systems, 'system')} says little", n_systems)
    for name, score in zip(outcomes.names, scores, strict=True):
        if n := int(np.isnan(score).sum()):
            yield Note("no_mean", name, f"{counted(n, 'system')} without any value, so no order", n)
        elif not classes(score).any():
            told = "all systems have the same mean; τ-b and Spearman's ρ are undefined"
            yield Note("no_order", name, told)
