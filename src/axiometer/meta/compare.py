"""Which of two systems is better, by how much, and whether that is more than chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.checks import several
from axiometer.data import schema
from axiometer.errors import UsageError, plural
from axiometer.meta.finding import Finding
from axiometer.meta.outcomes import Outcomes, Pairs
from axiometer.meta.significance import DRAWS, Procedure, Test, Tested, notes_of, run_test
from axiometer.notes import Note
from axiometer.plots.drawing import Drawing
from axiometer.stats.corrections import Correction

MOST_DRAWN: Final = 200
"""Of more pairs than this the means of the systems are drawn, and not the pairs."""
OF_PAIRS: Final = Drawing(
    title="Differences between systems",
    mark="point",
    x="difference",
    y="pair",
    low="low",
    high="high",
    column="measure",
    table="pairs",
)
OF_MEANS: Final = Drawing(
    title="Means of systems",
    mark="point",
    x="value",
    y="system",
    column="measure",
    table="means",
    titles={"value": "mean"},
)


def compare(
    found: Any,
    *,
    baseline: str | Sequence[str] | None = None,
    test: Test | None = None,
    correction: Correction | None = None,
    alpha: float = 0.05,
    draws: int = DRAWS,
    tie_tolerance: float | None = None,
    seed: int = 0,
    jobs: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Finding:
    """Compare systems by the values of measures, or by preferences: all pairs, or each system with a baseline.

    Parameters
    ----------
    found
        Measurements, preferences, a frame of saved ones, or a list of these.
    baseline
        The system, or several, that all others are compared with; without it, all pairs are compared.
    test
        ``t``, ``wilcoxon``, ``sign``, ``randomisation``, ``bootstrap``, ``tukey-hsd`` or ``randomised-tukey-hsd``.
        Without it, the paired t test for measures, and the sign test for preferences. Tukey's tests take the
        two-way layout of systems × queries, and are corrected for all pairs by themselves; a preference enters them
        with the share of the other systems that a system beats in a query.
    correction
        ``holm`` (the usual one), ``bonferroni``, ``fdr`` (of Benjamini and Hochberg) or ``none``, of all p-values of a
        measure.
    alpha
        What is significant has a corrected p-value below this; the intervals hold 1 − α.
    draws, seed, jobs, progress
        How many permutations or resamples there are, where they start, how many are worked on at the same time, and
        who is told how many are done.
    tie_tolerance
        Values that differ by at most this are tied; by default, by 1e-12 of their size.

    Returns
    -------
    Finding
        ``measure``, ``left``, ``right``, ``difference`` (left less right), ``low``, ``high``, ``effect``, ``p_value``,
        ``p_corrected``, ``wins``, ``ties``, ``losses`` of the left system. The further table ``means`` has ``system``,
        ``measure``, ``value``, ``queries`` (``users`` with ratings) and ``is_smaller_better``.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=3, queries=20, seed=1)
    >>> made = ax.simulate.simulate_search(world)
    >>> measured = ax.evaluate(made.judgments, made.runs, "AP")
    >>> found = ax.compare(measured, baseline="s01")
    >>> found.table.select("left", "right", "wins", "ties", "losses").rows()
    [('s02', 's01', 0, 0, 20), ('s03', 's01', 0, 1, 19)]
    """
    how = Procedure(test=test, correction=correction, alpha=alpha, draws=draws, seed=seed, jobs=jobs, progress=progress)
    outcomes = Outcomes.of(found, tie_tolerance).averaged()
    outcomes.refuse_fewer(systems=2, queries=2, of="a comparison")
    pairs = _pairs(outcomes, baseline)
    results = [run_test(outcomes, outcome, how, pairs) for outcome in outcomes.outcomes]
    tables = [_table(outcomes, name, pairs, its) for name, its in zip(outcomes.names, results, strict=True)]
    told = "its means are shares of the other systems that a system beats, its differences mean preferences"
    of_preferences = [Note("means_of_shares", each.name, told) for each in outcomes.outcomes if each.is_preference]
    return Finding(
        "compare",
        pl.concat(tables),
        {
            "test": ", ".join(dict.fromkeys(how.test_of(each) for each in outcomes.outcomes)),
            "correction": ", ".join(dict.fromkeys(how.correction_of(each) for each in outcomes.outcomes)),
            "alpha": alpha,
            **outcomes.sizes,
            "pairs": len(pairs[0]),
            "ties": outcomes.tolerance_told,
            **({"baseline": baseline} if baseline is not None else {}),
            **({"draws": draws, "seed": seed} if _is_drawn(how, outcomes) else {}),
        },
        (*outcomes.all_notes(), *of_preferences, *notes_of(results, outcomes.asker)),
        OF_PAIRS if len(pairs[0]) <= MOST_DRAWN else OF_MEANS,
        {"means": _means(outcomes), "pairs": _named_pairs(pl.concat(tables))},
        asker=outcomes.asker,
    )


def _pairs(outcomes: Outcomes, baseline: str | Sequence[str] | None) -> Pairs:
    """Find the pairs: all, or each system, on the left, with each baseline; no pair twice."""
    if baseline is None:
        return outcomes.pairs
    names = list(dict.fromkeys(several(baseline)))
    if not names:
        raise UsageError("no baseline is named; leave it out to compare all pairs")
    for name in names:
        if name not in outcomes.systems:
            raise UsageError(f"there is no system {name!r} to compare with; there are {', '.join(outcomes.systems)}")
    found: dict[frozenset[int], tuple[int, int]] = {}
    for right in map(outcomes.systems.index, names):
        for left in range(len(outcomes.systems)):
            if left != right:
                found.setdefault(frozenset((left, right)), (left, right))
    left_side, right_side = np.array([*found.values()], dtype=np.int64).T
    return left_side, right_side


def _is_drawn(how: Procedure, outcomes: Outcomes) -> bool:
    return any(
        how.test_of(each) in {"randomisation", "bootstrap", "randomised-tukey-hsd"} for each in outcomes.outcomes
    )


def _table(outcomes: Outcomes, name: str, pairs: Pairs, found: Tested) -> pl.DataFrame:
    systems = pl.Series(outcomes.systems, dtype=pl.String)
    left, right = (systems.gather(side) for side in pairs)
    return pl.DataFrame({
        "measure": pl.repeat(name, len(left), eager=True),
        "left": left,
        "right": right,
        **{
            column: getattr(found, column)
            for column in ("difference", "low", "high", "effect", "p_value", "p_corrected", "wins", "ties", "losses")
        },
    })


def _means(outcomes: Outcomes) -> pl.DataFrame:
    """Average over queries, the best system of each measure first."""
    frames = [
        pl.DataFrame({
            schema.SYSTEM: outcomes.systems,
            "measure": [outcome.name] * len(outcomes.systems),
            "value": outcomes.mean(outcome),
            plural(outcomes.asker): outcome.is_defined.sum(axis=1),
            "is_smaller_better": [outcome.is_smaller_better] * len(outcomes.systems),
        }).sort(pl.col("value").fill_nan(None), descending=not outcome.is_smaller_better, nulls_last=True)
        for outcome in outcomes.outcomes
    ]
    return pl.concat(frames)


def _named_pairs(table: pl.DataFrame) -> pl.DataFrame:
    """Name the pairs, for a chart."""
    pair = pl.concat_str("left", pl.lit(" − "), "right").alias("pair")
    return table.select("measure", pair, "difference", "low", "high")
