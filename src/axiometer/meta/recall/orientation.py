"""What a measure is oriented to: finding the first relevant item, or finding them all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl

from axiometer.arrays import IntArray
from axiometer.errors import UsageError
from axiometer.measures.base import Measure, ratio, values_of
from axiometer.meta.recall.position_only import position_measures
from axiometer.projection.lists import RankedLists
from axiometer.projection.positions import lists_at
from axiometer.projection.segments import Segments

KINDS = 4


def orientation(
    measures: str | Measure | Iterable[str | Measure], n: int = 100_000, relevant: Sequence[int] = range(1, 16)
) -> pl.DataFrame:
    """Measure how much measures lose when the first, or the last, relevant item goes to the end of the ranking.

    Precision orientation compares two rankings whose other relevant items are at the end: one with the first relevant
    item on top, and one with it at the end, too. Recall orientation compares two whose other relevant items are on top:
    one with the last relevant item next to them, and one with it at the end.

    Parameters
    ----------
    n
        How many items are ranked.
    relevant
        Numbers m of relevant items.

    Returns
    -------
    DataFrame
        ``measure``, ``m``, ``precision`` and ``recall``; ``precision_scaled`` and ``recall_scaled`` are divided by the
        difference between the best and the worst value with m relevant items. Where smaller values are better, signs
        are turned.

    Examples
    --------
    >>> import axiometer as ax
    >>> ax.meta.orientation("AP RR", n=10, relevant=[1, 2])
    shape: (4, 6)
    ┌─────────┬─────┬───────────┬────────┬──────────────────┬───────────────┐
    │ measure ┆ m   ┆ precision ┆ recall ┆ precision_scaled ┆ recall_scaled │
    │ ---     ┆ --- ┆ ---       ┆ ---    ┆ ---              ┆ ---           │
    │ str     ┆ i64 ┆ f64       ┆ f64    ┆ f64              ┆ f64           │
    ╞═════════╪═════╪═══════════╪════════╪══════════════════╪═══════════════╡
    │ AP      ┆ 1   ┆ 0.9       ┆ 0.9    ┆ 1.0              ┆ 1.0           │
    │ AP      ┆ 2   ┆ 0.444444  ┆ 0.4    ┆ 0.526316         ┆ 0.473684      │
    │ RR      ┆ 1   ┆ 0.9       ┆ 0.9    ┆ 1.0              ┆ 1.0           │
    │ RR      ┆ 2   ┆ 0.888889  ┆ 0.0    ┆ 1.0              ┆ 0.0           │
    └─────────┴─────┴───────────┴────────┴──────────────────┴───────────────┘
    """
    wanted = position_measures(measures)
    lists = _extremes(n, np.asarray(list(relevant), dtype=np.int64))
    return pl.concat([_of_measure(measure, lists) for measure in wanted])


def _extremes(n: int, relevant: IntArray) -> RankedLists:
    """Make four rankings for each number of relevant items: best, worst, only the first found, only the last missed."""
    if not relevant.size or not 1 <= relevant.min() <= relevant.max() <= n:
        raise UsageError(f"the numbers of relevant items must lie between 1 and the {n} items that are ranked")
    segments = Segments.of_lengths(np.repeat(relevant, KINDS))
    m, kind, level = np.repeat(relevant, KINDS)[segments.of_row], segments.of_row % KINDS, segments.position
    at_end = n - m + level
    rank = np.choose(kind, [level, at_end, np.where(level == 1, 1, at_end), np.where(level == m, at_end, level)])
    query = np.repeat(np.arange(relevant.size), KINDS)
    return lists_at(rank, segments, query, relevant, depth=n, corpus_size=n)


def _of_measure(measure: Measure, lists: RankedLists) -> pl.DataFrame:
    sign = -1.0 if measure.is_smaller_better else 1.0
    best, worst, first_found, last_missed = sign * values_of(measure, lists).reshape(-1, KINDS).T
    precision, recall = first_found - worst, best - last_missed
    return pl.DataFrame({
        "measure": np.full(best.size, str(measure)),
        "m": lists.pool.segments.count,
        "precision": precision,
        "recall": recall,
        "precision_scaled": ratio(precision, best - worst),
        "recall_scaled": ratio(recall, best - worst),
    })
