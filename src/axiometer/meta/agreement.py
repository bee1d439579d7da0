"""How often measures tie, and how often they agree with one another."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray
from axiometer.engines.preferences import Signs
from axiometer.meta.finding import Finding
from axiometer.meta.intervals import RESAMPLES, check_resampling, interval_notes
from axiometer.meta.outcomes import Outcomes
from axiometer.notes import Note
from axiometer.plots.drawing import Drawing
from axiometer.stats.bootstrap_counts import percentile_interval, resample_counts


def ties(
    found: Any,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
    tie_tolerance: float | None = None,
    seed: int = 0,
) -> Finding:
    """Tell how many of the pairs of lists for the same query each measure leaves tied.

    Parameters
    ----------
    found
        Measurements, preferences, a frame of saved ones, or a list of these.
    resamples, confidence, seed
        The interval is taken from so many samples of the queries, drawn with replacement; 0 leaves it out.
    tie_tolerance
        Values that differ by at most this are tied; by default, by 1e-12 of their size.

    Returns
    -------
    Finding
        ``measure``, ``comparisons``, ``ties``, their ``share``, ``low``, ``high``.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=3, queries=20, seed=1)
    >>> made = ax.simulate.simulate_search(world)
    >>> measured = ax.evaluate(made.judgments, made.runs, "nDCG@10 AP RR")
    >>> found = ax.meta.ties(measured)
    >>> found.table.select("measure", "comparisons", "ties").rows()
    [('nDCG@10', 60, 6), ('AP', 60, 1), ('RR', 60, 18)]
    """
    resamples, confidence, seed = check_resampling(resamples, confidence, seed)
    outcomes = Outcomes.of(found, tie_tolerance)
    outcomes.refuse_fewer(systems=2, of="counting ties")
    counts = resample_counts(len(outcomes.queries), resamples, seed) if resamples else None
    rows = []
    for outcome in outcomes.outcomes:
        is_compared = outcomes.is_compared(outcome)
        is_tied = (outcomes.signs(outcome) == 0) & is_compared
        rows.append((outcome.name, *_share(is_tied, is_compared, counts, confidence)))
    columns = {"measure": pl.String, "comparisons": pl.Int64, "ties": pl.Int64}
    return Finding(
        "ties",
        _table(rows, columns),
        _parameters(outcomes, resamples, confidence, seed),
        (*outcomes.all_notes(), *interval_notes(len(outcomes.queries), resamples, outcomes.asker)),
        Drawing(
            title="Share of tied pairs of lists",
            mark="point",
            x="share",
            y="measure",
            low="low",
            high="high",
            titles={"share": "share of tied pairs"},
        ),
        asker=outcomes.asker,
    )


def agreement(
    found: Any,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
    tie_tolerance: float | None = None,
    seed: int = 0,
) -> Finding:
    """Tell, for each two measures, how often the other prefers the same of two lists where the first prefers one.

    Parameters
    ----------
    found, resamples, confidence, tie_tolerance, seed
        As for ``ties``; at least two measures.

    Returns
    -------
    Finding
        ``measure``, ``other``, ``preferred``: the comparisons that the measure decides and the other makes, too,
        ``same``: those of them with the same winner, their ``share``, ``low``, ``high``, and ``tied``: the share that
        the other leaves tied.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=3, queries=20, seed=1)
    >>> made = ax.simulate.simulate_search(world)
    >>> measured = ax.evaluate(made.judgments, made.runs, "nDCG@10 AP RR")
    >>> found = ax.meta.agreement(measured)
    >>> found.table.select("measure", "other", "preferred", "same").row(1)
    ('nDCG@10', 'RR', 54, 40)
    """
    resamples, confidence, seed = check_resampling(resamples, confidence, seed)
    outcomes = Outcomes.of(found, tie_tolerance)
    outcomes.refuse_fewer(systems=2, measures=2, of="agreement")
    counts = resample_counts(len(outcomes.queries), resamples, seed) if resamples else None
    said: list[tuple[str, Signs, BoolArray]] = [
        (outcome.name, outcomes.signs(outcome), outcomes.is_compared(outcome)) for outcome in outcomes.outcomes
    ]
    rows = []
    for name, ours, _ in said:
        for other, theirs, is_compared in said:
            if other == name:
                continue
            is_decided = (ours != 0) & is_compared
            share = _share((ours == theirs) & is_decided, is_decided, counts, confidence)
            tied = (theirs == 0) & is_decided
            rows.append((name, other, *share, int(tied.sum()) / share[0] if share[0] else np.nan))
    columns = {"measure": pl.String, "other": pl.String, "preferred": pl.Int64, "same": pl.Int64}
    idle = [
        Note("prefers_none", name, f"prefers no list that {other} compares, too")
        for name, other, n, *_ in rows
        if not n
    ]
    return Finding(
        "agreement",
        _table(rows, columns, "tied"),
        _parameters(outcomes, resamples, confidence, seed),
        (*outcomes.all_notes(), *idle, *interval_notes(len(outcomes.queries), resamples, outcomes.asker)),
        Drawing(
            title="Share of what the row prefers that the column prefers, too",
            mark="rect",
            x="other",
            y="measure",
            colour="share",
            titles={"share": "agreement"},
        ),
        asker=outcomes.asker,
    )


def _share(
    is_met: BoolArray, is_counted: BoolArray, counts: FloatArray | None, confidence: float
) -> tuple[int, int, float, float, float]:
    """Count pairs × queries, and those met; their share, and its interval over resampled queries."""
    met, counted = is_met.sum(axis=0), is_counted.sum(axis=0)
    n, n_met = int(counted.sum()), int(met.sum())
    share = n_met / n if n else np.nan
    if counts is None or np.count_nonzero(counted) < 2:
        return n, n_met, share, np.nan, np.nan
    with np.errstate(invalid="ignore"):
        low, high = percentile_interval((counts @ met) / (counts @ counted), confidence)
    return n, n_met, share, float(low), float(high)


def _table(rows: list[tuple[Any, ...]], columns: dict[str, Any], *more: str) -> pl.DataFrame:
    numbers = dict.fromkeys(("share", "low", "high", *more), pl.Float64)
    return pl.DataFrame(rows, schema={**columns, **numbers}, orient="row")


def _parameters(outcomes: Outcomes, resamples: int, confidence: float, seed: int) -> dict[str, Any]:
    return {
        **outcomes.sizes,
        "confidence": confidence,
        "resamples": resamples,
        "seed": seed,
        "ties": outcomes.tolerance_told,
    }
