"""Systems made worse step by step: whether a measure puts them in their known order, and whether tests spot it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.arrays import FloatArray
from axiometer_papers.study import ROUNDING

COLUMNS: Final = ("value", "p_better", "p_worse", "effect", "queries")


@dataclass(frozen=True, eq=False)
class Perturbed:
    """A system that was made worse.

    Attributes
    ----------
    steps
        How often: the more, the worse.
    values
        Queries × measures, the larger the better; undefined ones are nan.
    """

    steps: int
    values: FloatArray


def perturbation(
    measures: Sequence[str], whole: FloatArray, systems: Iterable[Perturbed]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Tell whether measures put systems in the order in which they were made, the least perturbed one first.

    Parameters
    ----------
    measures
        The names of the measures.
    whole
        The values of the unperturbed system: queries × measures, the larger the better.
    systems
        The perturbed ones. They are taken one after the other, so that they need not be in memory together.

    Returns
    -------
    DataFrame
        ``measure``, and how alike the known order and that of the means is: ``tau_b`` and ``spearman`` of the
        perturbed ``systems``; nan if all means are the same.
    DataFrame
        For each ``measure`` and number of ``steps``, 0 for the unperturbed system, the mean ``value``, and Wilcoxon's
        signed-rank test of the perturbed against the unperturbed system, query by query: ``p_better``, whose
        alternative is that the perturbed one is better, so that it nears 1 for one that is worse, ``p_worse`` of the
        other side, and the ``effect``, the rank-biserial correlation, below 0 if the perturbed system is worse. Values
        that differ by rounding only are the same. ``queries`` counts those in which both have a value.
    """
    steps, rows = [0], [_row(whole, whole)]
    for each in systems:
        steps.append(each.steps)
        rows.append(_row(each.values, whole))
    found = np.stack(rows)
    mean, known = found[1:, :, 0], -np.asarray(steps[1:], dtype=np.float64)
    scores = np.stack([np.broadcast_to(known[:, None], mean.shape).T, mean.T], axis=1)
    tau, rho = ax.meta.tau_b(scores)[:, 0, 1], ax.meta.spearman(scores)[:, 0, 1]
    table = pl.DataFrame({"measure": measures, "systems": len(known), "tau_b": tau, "spearman": rho})
    curve = {name: found[..., at].T.ravel() for at, name in enumerate(COLUMNS)}
    curve_table = pl.DataFrame({
        "measure": np.repeat(measures, len(steps)).tolist(),
        "steps": np.tile(steps, len(measures)),
        **curve,
    })
    return table, curve_table.with_columns(pl.col("queries").cast(pl.Int64))


def _row(values: FloatArray, whole: FloatArray) -> FloatArray:
    """Give measures × columns of the curve."""
    is_defined = ~np.isnan(values)
    total, n = np.where(is_defined, values, 0.0).sum(axis=0), is_defined.sum(axis=0)
    mean = np.divide(total, n, out=np.full(total.shape, np.nan), where=n > 0)
    difference = (values - whole).T
    is_tie = np.abs(difference) <= ROUNDING * np.maximum(np.abs(values), np.abs(whole)).T
    better, worse = (ax.meta.wilcoxon(difference, side, is_tie) for side in ("greater", "less"))
    n_both = np.count_nonzero(~np.isnan(difference), axis=1).astype(np.float64)
    return np.stack([mean, better, worse, ax.meta.rank_biserial(difference, is_tie), n_both], axis=1)
