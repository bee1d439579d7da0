"""Systems in the order of their means, with intervals, and which of them do not differ by more than chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray, IntArray
from axiometer.checks import several
from axiometer.data import schema
from axiometer.engines.comparing import classes
from axiometer.errors import plural
from axiometer.meta.compare import compare
from axiometer.meta.finding import Finding
from axiometer.meta.outcome import Outcome
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.significance import DRAWS, Test
from axiometer.notes import Note
from axiometer.plots.drawing import Drawing
from axiometer.stats.corrections import Correction
from axiometer.stats.groups import MOST_GROUPS, letter_groups, written_groups
from axiometer.stats.paired import estimate

OF_MEANS: Final = Drawing(
    title="Means of systems",
    mark="point",
    x="value",
    y="system",
    low="low",
    high="high",
    column="measure",
    titles={"value": "mean"},
)


def leaderboard(
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
    """Put systems in the order of their means, and say which of them do not differ by more than chance.

    Parameters
    ----------
    found, baseline, test, correction, alpha, draws, tie_tolerance, seed, jobs, progress
        As for ``compare``, which makes the tests.

    Returns
    -------
    Finding
        For each measure its systems, best first: ``measure``, ``system``, ``rank`` (equal means share one; null without
        a mean), ``value`` (the mean), ``low`` and ``high`` (Student's interval of the mean, which holds 1 − α; nan with
        fewer than two queries, or the same value in all), ``queries`` (with a value; ``users`` with ratings),
        ``is_smaller_better``, ``groups``, ``difference``, ``p_corrected``. The mean of a preference is the share of the
        other systems that a system beats.

        Two systems share a letter of ``groups`` if and only if their ``p_corrected`` is not below α, or they could not
        be tested; the best system has the first. Three or more letters in a row are a range, as in ``a c–f``. Where
        there are more than 26 groups, they have numbers instead: ``1 3–7``. With a baseline, ``groups`` is null;
        without one, ``difference`` (the system less the first baseline) and ``p_corrected`` are.

        The further table ``pairs`` is that of ``compare``.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=3, queries=20, seed=1)
    >>> made = ax.simulate.simulate_search(world)
    >>> measured = ax.evaluate(made.judgments, made.runs, "nDCG@10 AP RR")
    >>> found = ax.meta.leaderboard(measured)
    >>> found.table.select("measure", "system", "rank", "groups").head(3).rows()
    [('nDCG@10', 's01', 1, 'a'), ('nDCG@10', 's03', 2, 'b'), ('nDCG@10', 's02', 3, 'c')]
    """
    outcomes = Outcomes.of(found, tie_tolerance).averaged()
    compared = compare(
        outcomes,
        baseline=baseline,
        test=test,
        correction=correction,
        alpha=alpha,
        draws=draws,
        seed=seed,
        jobs=jobs,
        progress=progress,
    )
    tables, notes = [], [*compared.notes]
    for outcome in outcomes.outcomes:
        pairs = compared.table.filter(pl.col("measure") == outcome.name)
        standing = _Standing(outcomes, outcome, alpha)
        if baseline is None:
            groups = standing.groups(pairs, alpha)
            if groups is None:
                told = f"more than {MOST_GROUPS} groups of systems that do not differ: not shown"
                notes.append(Note("many_groups", outcome.name, told))
            tables.append(standing.table(groups=groups))
        else:
            tables.append(standing.table(against=_against(pairs, several(baseline)[0])))
    return replace(
        compared,
        criterion="leaderboard",
        table=pl.concat(tables),
        notes=tuple(notes),
        drawing=OF_MEANS,
        more={"pairs": compared.table},
    )


class _Standing:
    """How systems stand by one measure or preference."""

    def __init__(self, outcomes: Outcomes, outcome: Outcome, alpha: float) -> None:
        self.systems, self.asker = outcomes.systems, outcomes.asker
        self.outcome = outcome
        self.mean = outcomes.mean(outcome)
        known = estimate(outcome.values, 1 - alpha)
        # Preferences are shares here.
        ends = (known.low, known.high)
        self.low, self.high = (np.clip(end, 0, 1) for end in ends) if outcome.is_preference else ends
        self.rank = _ranks(-self.mean if outcome.is_smaller_better else self.mean)
        self.order = np.argsort(np.where(self.rank > 0, self.rank, self.rank.size + 1), kind="stable")

    def groups(self, pairs: pl.DataFrame, alpha: float) -> list[str | None] | None:
        """Write the groups of each system; nothing if they are too many, or if the system has no mean."""
        left, right = (pairs[side].cast(pl.Enum(self.systems)).to_physical().to_numpy() for side in ("left", "right"))
        is_different = np.zeros((len(self.systems), len(self.systems)), bool)
        # What could not be tested is nan, and no number is below that.
        is_different[left, right] = is_different[right, left] = pairs["p_corrected"].to_numpy() < alpha
        found = letter_groups(is_different, self.order[self.rank[self.order] > 0])
        return None if found is None else [text or None for text in written_groups(found)]

    def table(self, groups: Sequence[str | None] | None = None, against: pl.DataFrame | None = None) -> pl.DataFrame:
        """Give the systems, best first, with their groups or with what is known against a baseline."""
        n = len(self.systems)
        table = pl.DataFrame({
            "measure": [self.outcome.name] * n,
            schema.SYSTEM: self.systems,
            "rank": pl.Series(self.rank).replace(0, None),
            "value": self.mean,
            "low": self.low,
            "high": self.high,
            plural(self.asker): self.outcome.is_defined.sum(axis=1),
            "is_smaller_better": [self.outcome.is_smaller_better] * n,
            "groups": pl.Series(groups or [None] * n, dtype=pl.String),
        })[self.order]
        against = pl.DataFrame(schema=_AGAINST) if against is None else against
        return table.join(against, on=schema.SYSTEM, how="left", maintain_order="left")


_AGAINST: Final = {schema.SYSTEM: pl.String, "difference": pl.Float64, "p_corrected": pl.Float64}


def _against(pairs: pl.DataFrame, baseline: str) -> pl.DataFrame:
    """Take what is known of all systems against one."""
    return pairs.filter(pl.col("right") == baseline).select(pl.col("left").alias(schema.SYSTEM), *[*_AGAINST][1:])


def _ranks(standing: FloatArray) -> IntArray:
    """Give ranks from 1, the largest first; what is the same up to rounding shares one, and nan has 0."""
    is_known = ~np.isnan(standing)
    if not is_known.any():
        return np.zeros(standing.size, np.int64)
    number = classes(standing[is_known], np.zeros(int(is_known.sum()), np.int64), None)
    rank = np.zeros(standing.size, np.int64)
    rank[is_known] = 1 + (number[:, None] < number).sum(axis=1)
    return rank
