"""Two systems query by query: where one wins, and where the other does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.data import schema
from axiometer.engines.comparing import classes
from axiometer.errors import UsageError, counted, plural
from axiometer.meta.finding import Finding
from axiometer.meta.outcome import Outcome
from axiometer.meta.outcomes import Outcomes
from axiometer.notes import Note
from axiometer.plots.drawing import Drawing

MOST_LABELLED: Final = 40
"""Of more queries than this the names are not written at the axis."""


def differences(
    found: Any, left: str, right: str, *, measure: str | None = None, tie_tolerance: float | None = None
) -> Finding:
    """Compare two systems query by query.

    Parameters
    ----------
    found
        Measurements, preferences, a frame of saved ones, or a list of these.
    left, right
        The two systems.
    measure
        By which measure or preference; can be left out where there is only one.
    tie_tolerance
        Values that differ by at most this are tied; by default, by 1e-12 of their size.

    Returns
    -------
    Finding
        ``query`` (``user`` with ratings), ``left``, ``right`` (the values; null for a preference), ``difference`` (left
        less right, or the preference) and ``winner`` (the name of the better system, null for a tie), from the largest
        win of the left system to its largest loss. Queries in which one of the two has no value are not there, and the
        notes count them; where means count undefined values as 0, so it is here. The further table ``bars`` is for
        charts of many.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=3, queries=20, seed=1)
    >>> made = ax.simulate.simulate_search(world)
    >>> measured = ax.evaluate(made.judgments, made.runs, "AP")
    >>> found = ax.meta.differences(measured, "s01", "s02")
    >>> found.table.select("query", "winner").row(0)
    ('19', 's01')
    """
    outcomes = _of_one(Outcomes.of(found, tie_tolerance, only=None if measure is None else [measure])).averaged()
    outcome = outcomes.outcomes[0]
    if left == right:
        raise UsageError(f"two systems are needed, and {left!r} is given for both")
    pair = np.array([_system(outcomes, left)]), np.array([_system(outcomes, right)])
    sign, is_compared = outcomes.signs_of(outcome, pair)[0], outcomes.is_compared(outcome, pair)[0]
    difference = outcomes.differences(outcome, pair)[0]
    values = [pl.lit(None, pl.Float64) if outcome.is_preference else pl.lit(outcome.values[its[0]]) for its in pair]
    table = _sorted(
        pl
        .DataFrame({
            outcomes.asker: outcomes.queries,
            "difference": difference,
            # −1 is the last one.
            "winner": pl.Series([None, left, right], dtype=pl.String).gather(sign % 3),
        })
        .with_columns(values[0].alias("left"), values[1].alias("right"))
        .filter(is_compared),
        outcome,
        outcomes.asker,
    )
    wins, ties, losses = (int((is_compared & (sign == each)).sum()) for each in (1, 0, -1))
    return Finding(
        "differences",
        table,
        {
            "measure": outcome.name,
            "left": left,
            "right": right,
            "wins": wins,
            "ties": ties,
            "losses": losses,
            "mean_difference": float(np.mean(difference[is_compared])) if is_compared.any() else np.nan,
            "tied": outcomes.tolerance_told,
        },
        tuple(_notes(outcomes, outcome, int((~is_compared).sum()))),
        _drawing(outcome, left, right, table.height, outcomes.asker),
        {"bars": _drawn(table)},
        asker=outcomes.asker,
    )


def _of_one(outcomes: Outcomes) -> Outcomes:
    """Refuse outcomes of several measures."""
    if len(outcomes.names) != 1:
        raise UsageError(
            f"{plural(outcomes.asker)} are compared by one measure; choose one of {', '.join(outcomes.names)}"
        )
    return outcomes


def _system(outcomes: Outcomes, name: str) -> int:
    if name not in outcomes.systems:
        raise UsageError(f"there is no system {name!r} to compare; there are {', '.join(outcomes.systems)}")
    return outcomes.systems.index(name)


def _sorted(table: pl.DataFrame, outcome: Outcome, asker: schema.Asker) -> pl.DataFrame:
    """Put the largest win of the left system first; what is as large, up to rounding, stands in the order of names."""
    table = table.select(asker, "left", "right", "difference", "winner")
    if table.is_empty():
        return table
    gain = table["difference"].to_numpy() * (-1 if outcome.is_smaller_better else 1)
    size = pl.Series("size", classes(gain, np.zeros(gain.size, np.int64), None))
    return table.with_columns(size).sort("size", asker, descending=[True, False]).drop("size")


def _drawn(table: pl.DataFrame) -> pl.DataFrame:
    """Give queries numbers, for a chart that cannot name them."""
    return table.select(pl.int_range(1, pl.len() + 1).alias("place"), "difference", "winner")


def _drawing(outcome: Outcome, left: str, right: str, n_queries: int, asker: schema.Asker) -> Drawing:
    bars = Drawing(
        title=f"{left} and {right} by {outcome.name}",
        mark="bar",
        x=asker,
        y="difference",
        colour="winner",
        colours=(left, right),
        titles={"difference": "preference" if outcome.is_preference else f"difference of {outcome.name}"},
    )
    if n_queries <= MOST_LABELLED:
        return bars
    named = f"{n_queries} {plural(asker)}, from the largest win of {left} to its largest loss"
    return replace(bars, x="place", table="bars", titles={**bars.titles, "place": named})


def _notes(outcomes: Outcomes, outcome: Outcome, n_left_out: int) -> Iterator[Note]:
    # What is missing of other systems is no matter here.
    yield from outcomes.notes
    if n_left_out:
        told = f"{counted(n_left_out, outcomes.asker)} without a value of both systems left out"
        yield Note("not_of_both", outcome.name, told, n_left_out)
    if outcome.is_smaller_better:
        yield Note("smaller_better", outcome.name, "smaller values are better")
