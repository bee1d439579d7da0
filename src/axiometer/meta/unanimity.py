"""Metric unanimity: whether a measure sees the improvements that all other measures see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray, IntArray
from axiometer.errors import UsageError, counted, plural
from axiometer.meta.finding import Finding
from axiometer.meta.intervals import RESAMPLES, check_resampling, interval_notes
from axiometer.meta.outcomes import Outcomes
from axiometer.notes import Note
from axiometer.plots.drawing import Drawing
from axiometer.stats.bootstrap_counts import percentile_interval, resample_counts

NOT_COMPARED: Final = "not_compared"


def unanimity(
    found: Any,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
    tie_tolerance: float | None = None,
    seed: int = 0,
) -> Finding:
    """Tell how well each measure sees what all others see: its pointwise mutual information with their unanimity.

    Over all ordered pairs (i, j) of lists for the same query, with Δm: m prefers i, and ΔM: no other measure prefers
    j,

        MU(m) = log2( P(Δm, ΔM) / (½ · P(ΔM)) )

    where a tie of m counts one half. 0 is what a constant measure has, or a coin; 1 is the most: m prefers every list
    that all others find at least as good. Pairs that tie for all measures count, too, and pull the value towards 0.

    Parameters
    ----------
    found
        Measurements, preferences, a frame of saved ones, or a list of these; at least two measures.
    resamples, confidence, seed
        The interval is taken from so many samples of the queries, drawn with replacement; 0 leaves it out.
    tie_tolerance
        Values that differ by at most this are tied; by default, by 1e-12 of their size.

    Returns
    -------
    Finding
        ``measure``, ``value``, ``low``, ``high``, the measures as given.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=3, queries=20, seed=1)
    >>> made = ax.simulate.simulate_search(world)
    >>> measured = ax.evaluate(made.judgments, made.runs, "nDCG@10 AP RR")
    >>> found = ax.meta.unanimity(measured)
    >>> [round(value, 4) for value in found.table["value"]]
    [0.9148, 0.9069, 0.7558]
    """
    resamples, confidence, seed = check_resampling(resamples, confidence, seed)
    outcomes = Outcomes.of(found, tie_tolerance)
    outcomes.refuse_fewer(systems=2, measures=2, of="unanimity")
    unanimous, joint, n_pairs = _counts(outcomes)
    if not n_pairs.sum():
        raise UsageError("unanimity needs pairs of lists that all measures can compare; there are none")
    value = _information(joint.sum(axis=0), unanimous.sum(axis=0))
    low, high = (np.full(value.size, np.nan) for _ in range(2))
    n_queries = int((n_pairs > 0).sum())
    if resamples and n_queries > 1:
        counts = resample_counts(len(n_pairs), resamples, seed)
        low, high = percentile_interval(_information(counts @ joint, counts @ unanimous), confidence)
    columns = {"measure": outcomes.names, "value": value, "low": low, "high": high}
    return Finding(
        "unanimity",
        pl.DataFrame(columns),
        {
            "systems": len(outcomes.systems),
            plural(outcomes.asker): n_queries,
            "measures": len(outcomes.names),
            "pairs": int(n_pairs.sum()),
            "confidence": confidence,
            "resamples": resamples,
            "seed": seed,
            "ties": outcomes.tolerance_told,
        },
        (
            *outcomes.all_notes(),
            *_notes(outcomes, n_pairs, unanimous),
            *interval_notes(n_queries, resamples, outcomes.asker),
        ),
        Drawing(
            title="Metric unanimity",
            mark="point",
            x="value",
            y="measure",
            low="low",
            high="high",
            titles={"value": "metric unanimity"},
        ),
        asker=outcomes.asker,
    )


def _counts(outcomes: Outcomes) -> tuple[FloatArray, FloatArray, IntArray]:
    """Count for each query the ordered pairs on which the others are unanimous, and on which a measure joins them.

    Queries × measures twice, a tie counting one half in the second, and the pairs of each query that all compare.
    """
    n_measures, shape = len(outcomes.names), (outcomes.pairs[0].size, len(outcomes.queries))
    signs = np.empty((n_measures, *shape), dtype=np.int8)
    is_compared = np.ones(shape, bool)
    count = np.uint8 if n_measures < 256 else np.int32
    # How many measures fail a pair is counted once for all; each measure then leaves itself out.
    n_for, n_against = (np.zeros(shape, dtype=count) for _ in range(2))
    for m, outcome in enumerate(outcomes.outcomes):
        signs[m] = outcomes.signs(outcome)
        is_compared &= outcomes.is_compared(outcome)
        n_for += signs[m] > 0
        n_against += signs[m] < 0
    unanimous, joint = (np.zeros((shape[1], n_measures)) for _ in range(2))
    for n_opposed, side in ((n_against, 1), (n_for, -1)):
        # A pair has to do with a measure only if nobody, or this measure alone, is opposed.
        for n_opponents in (0, 1):
            pair, query = np.nonzero((n_opposed == n_opponents) & is_compared)
            for m in range(n_measures):
                sign = signs[m, pair, query] * side
                theirs = query[sign < 0] if n_opponents else query
                unanimous[:, m] += np.bincount(theirs, minlength=shape[1])
                if not n_opponents:
                    joint[:, m] += np.bincount(query, weights=(sign + 1) / 2, minlength=shape[1])
    return unanimous, joint, is_compared.sum(axis=0)


def _information(joint: FloatArray, unanimous: FloatArray) -> FloatArray:
    """Compare how often a measure joins the others with how often a coin would; undefined if they never agree."""
    with np.errstate(divide="ignore", invalid="ignore"):
        information: FloatArray = np.log2(joint / (unanimous / 2))
    return information


def _notes(outcomes: Outcomes, n_pairs: IntArray, unanimous: FloatArray) -> Iterator[Note]:
    n_all = outcomes.pairs[0].size * len(outcomes.queries)
    if n_left_out := n_all - int(n_pairs.sum()):
        told = f"{n_left_out} of {counted(n_all, 'pair')} of lists that some measure cannot compare, left out"
        yield Note(NOT_COMPARED, "", told, n_left_out)
    for name, n in zip(outcomes.names, unanimous.sum(axis=0), strict=True):
        if not n:
            told = "the other measures are unanimous on no pair of lists, so its unanimity is undefined"
            yield Note("never_unanimous", name, told)
