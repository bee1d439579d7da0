"""The concordance test: which of two measures sides with a simple gold standard where they disagree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray
from axiometer.checks import several
from axiometer.engines.preferences import Signs
from axiometer.errors import UsageError, counted
from axiometer.meta.finding import Finding
from axiometer.meta.outcomes import Outcomes
from axiometer.notes import Note
from axiometer.plots.drawing import Drawing
from axiometer.stats.sign_test import sign_test

ALL: Final = " and "
"""Stands between the names of gold standards that are asked together."""
COLUMNS: Final = {
    "gold": pl.String,
    "first": pl.String,
    "second": pl.String,
    "disagreements": pl.Int64,
    "first_concordant": pl.Float64,
    "second_concordant": pl.Float64,
    "wins_first": pl.Int64,
    "wins_second": pl.Int64,
    "p_value": pl.Float64,
}


def concordance(found: Any, gold: str | Iterable[str], *, tie_tolerance: float | None = None) -> Finding:
    """Tell for each two measures which of them agrees more often with gold standards where the two disagree.

    The two disagree on a pair of lists for the same query if one prefers the one list and the other the other. A
    measure is concordant there if the gold standard does not prefer the list that it does not: a tie of the gold
    standard is for both. With several gold standards, it must be concordant with each. A measure wins where it is
    concordant and the other is not; the p-value is that of the sign test on the wins.

    Parameters
    ----------
    found
        Measurements, preferences, a frame of saved ones, or a list of these, the gold standards among them.
    gold
        The names of the gold standards, such as ``["S_Recall@10", "P@10"]``. They are asked one by one, and together.
    tie_tolerance
        Values that differ by at most this are tied; by default, by 1e-12 of their size.

    Returns
    -------
    Finding
        ``gold``, ``first``, ``second``, the number of ``disagreements``, the shares of them with which each is
        concordant, ``wins_first``, ``wins_second``, ``p_value`` (undefined if nobody wins).

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=3, queries=20, seed=1)
    >>> made = ax.simulate.simulate_search(world)
    >>> measured = ax.evaluate(made.judgments, made.runs, "nDCG@10 AP RR")
    >>> found = ax.meta.concordance(measured, gold="RR")
    >>> found.table.select("gold", "first", "second", "disagreements").row(0)
    ('RR', 'nDCG@10', 'AP', 0)
    """
    outcomes = Outcomes.of(found, tie_tolerance)
    golds = list(dict.fromkeys(outcomes[str(each)].name for each in several(gold)))
    if not golds:
        raise UsageError("the concordance test needs a gold standard, a simple measure such as P@10")
    names = [name for name in outcomes.names if name not in golds]
    outcomes.refuse_fewer(systems=2, of="the concordance test")
    if len(names) < 2:
        there = names[0] if names else "none"
        raise UsageError(f"the concordance test needs two measures beside the gold standard; there is {there}")
    asked = [(name,) for name in golds] + ([tuple(golds)] if len(golds) > 1 else [])
    signs = {each.name: outcomes.signs(each) for each in outcomes.outcomes}
    is_known = {each.name: outcomes.is_compared(each) for each in outcomes.outcomes}
    rows, notes = [], []
    for together in asked:
        is_judged = np.all([is_known[name] for name in together], axis=0)
        n_not_judged = 0
        for first, second in combinations(names, 2):
            is_apart = signs[first] * signs[second] < 0
            n_not_judged += int((is_apart & ~is_judged).sum())
            pair, query = np.nonzero(is_apart & is_judged)
            said = [signs[name][pair, query] for name in together]
            sides = [_is_concordant(signs[name][pair, query], said) for name in (first, second)]
            rows.append((ALL.join(together), first, second, *_counted(*sides)))
        if n_not_judged:
            told = f"undefined for {counted(n_not_judged, 'disagreement')}, left out"
            notes.append(Note("gold_undefined", ALL.join(together), told, n_not_judged))
    return Finding(
        "concordance",
        pl.DataFrame(rows, schema=COLUMNS, orient="row"),
        {
            "gold": ", ".join(golds),
            **outcomes.sizes,
            "pairs": outcomes.pairs[0].size * len(outcomes.queries),
            "ties": outcomes.tolerance_told,
        },
        (*outcomes.all_notes(), *notes),
        Drawing(
            title="Share of disagreements in which the row sides with the gold standard",
            mark="rect",
            x="other",
            y="measure",
            colour="concordant",
            column="gold",
            table="both ways",
            titles={"concordant": "share concordant"},
        ),
        {"both ways": _both_ways(rows)},
        asker=outcomes.asker,
    )


def _is_concordant(sign: Signs, said: Sequence[Signs]) -> BoolArray:
    is_concordant: BoolArray = np.all([sign * gold >= 0 for gold in said], axis=0)
    return is_concordant


def _both_ways(rows: Sequence[tuple[Any, ...]]) -> pl.DataFrame:
    """Give each measure's share against each other."""
    found = [(gold, first, second, ours) for gold, first, second, _, ours, *_ in rows]
    found += [(gold, second, first, theirs) for gold, first, second, _, _, theirs, *_ in rows]
    columns = {"gold": pl.String, "measure": pl.String, "other": pl.String, "concordant": pl.Float64}
    return pl.DataFrame(found, schema=columns, orient="row")


def _counted(first: BoolArray, second: BoolArray) -> tuple[int, float, float, int, int, float]:
    n = first.size
    wins_first, wins_second = int((first & ~second).sum()), int((second & ~first).sum())
    p_value = float(sign_test(wins_first, wins_second)) if wins_first + wins_second else np.nan
    shares = (float(side.mean()) if n else np.nan for side in (first, second))
    return n, *shares, wins_first, wins_second, p_value  # type: ignore[return-value]
