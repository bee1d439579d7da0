"""Discriminative power: how many pairs of systems a measure tells apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray
from axiometer.checks import between, several
from axiometer.data.frames import is_frame, to_polars
from axiometer.errors import UsageError
from axiometer.meta.finding import Finding
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.significance import DRAWS, TESTS, TUKEY, Procedure, Test, notes_of, run_test
from axiometer.plots.drawing import Drawing
from axiometer.stats.corrections import CORRECTIONS, Correction, correct


def power(
    found: Any,
    *,
    tests: Test | Iterable[Test] | None = None,
    corrections: Correction | Iterable[Correction] | None = None,
    alpha: float = 0.05,
    draws: int = DRAWS,
    tie_tolerance: float | None = None,
    seed: int = 0,
    jobs: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Finding:
    """Tell which share of all pairs of systems each measure finds to differ significantly.

    Parameters
    ----------
    found
        Measurements, preferences, a frame of saved ones, or a list of these.
    tests
        One or several of those of ``compare``; without it, the paired t test for measures and the sign test for
        preferences.
    corrections
        One or several: ``holm``, ``bonferroni``, ``fdr``, ``none``; without it, Holm's. Tukey's tests have none.
    alpha
        What is significant has a corrected p-value below this.
    draws, seed, jobs, progress, tie_tolerance
        As for ``compare``.

    Returns
    -------
    Finding
        ``measure``, ``test``, ``correction``, ``pairs`` (those tested), ``significant``, their share ``power``, and
        ``mean_p``, the mean p-value before correction, which is the area under the curve. The further table ``curve``
        has the sorted p-values: ``measure``, ``test``, ``place`` (from 0 to 1), ``p_value``.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=3, queries=20, seed=1)
    >>> made = ax.simulate.simulate_search(world)
    >>> measured = ax.evaluate(made.judgments, made.runs, "nDCG@10 AP RR")
    >>> found = ax.meta.power(measured)
    >>> found.table.select("measure", "pairs", "significant").rows()
    [('nDCG@10', 3, 3), ('AP', 3, 3), ('RR', 3, 3)]
    """
    outcomes = Outcomes.of(found, tie_tolerance).averaged()
    outcomes.refuse_fewer(systems=2, queries=2, of="discriminative power")
    wanted: list[Test | None] = _listed(tests, TESTS, "test") or [None]
    chosen: list[Correction] = _listed(corrections, CORRECTIONS, "correction")
    if all(test in TUKEY for test in wanted) and any(each != "none" for each in chosen):
        raise UsageError(f"{wanted[0]} is corrected for all pairs by itself, and takes no other correction")
    chosen = chosen or ["holm"]
    rows, curves, results = [], [], []
    for test in wanted:
        strictest = next((each for each in chosen if each in {"holm", "bonferroni"}), chosen[0])
        correction = None if test in TUKEY else strictest
        how = Procedure(
            test=test, correction=correction, alpha=alpha, draws=draws, seed=seed, jobs=jobs, progress=progress
        )
        for outcome in outcomes.outcomes:
            its, name = run_test(outcomes, outcome, how), how.test_of(outcome)
            its_corrections: list[Correction] = ["none"] if name in TUKEY else chosen
            rows += [(outcome.name, name, each, *_power(its.p_value, each, alpha)) for each in its_corrections]
            named = (pl.lit(outcome.name).alias("measure"), pl.lit(name).alias("test"))
            curves.append(_curve(its.p_value).select(*named, "place", "p_value"))
            results.append(its)
    return Finding(
        "power",
        _table(rows, ("measure", "test", "correction")),
        {
            "alpha": alpha,
            **outcomes.sizes,
            "draws": draws,
            "seed": seed,
        },
        (*outcomes.all_notes(), *notes_of(results, outcomes.asker)),
        replace(_DRAWING, column="test"),
        {"curve": pl.concat(curves)},
        asker=outcomes.asker,
    )


def power_of_p_values(
    p_values: Any, *, corrections: Correction | Iterable[Correction] = "none", alpha: float = 0.05
) -> Finding:
    """Tell the discriminative power of measures whose p-values are known, from any program.

    Parameters
    ----------
    p_values
        A frame: one column of p-values for each measure, one row for each pair of systems; columns of text are left
        out.
    corrections, alpha
        As for ``power``.

    Returns
    -------
    Finding
        As of ``power``, without the tests.

    Examples
    --------
    >>> import axiometer as ax
    >>> import polars as pl
    >>> p_values = pl.DataFrame({"pair": ["x y", "x z", "y z"], "AP": [0.01, 0.2, 0.03], "RR": [0.04, 0.6, 0.3]})
    >>> ax.meta.power_of_p_values(p_values).table.select("measure", "significant").rows()
    [('AP', 2), ('RR', 1)]
    """
    alpha = between(alpha, "alpha")
    if not is_frame(p_values):
        raise UsageError(f"{p_values!r} is no frame: a column of p-values for each measure is needed")
    columns = to_polars(p_values, "the p-values").select(pl.selectors.numeric()).cast(pl.Float64)
    if not columns.width or not columns.height:
        raise UsageError("there are no p-values: a column of numbers for each measure is needed")
    rows, curves = [], []
    for column in columns:
        values = column.fill_null(np.nan).to_numpy()
        if ((values < 0) | (values > 1)).any():
            raise UsageError(f"the column {column.name!r} has numbers that are no p-values, not from 0 to 1")
        for correction in _listed(corrections, CORRECTIONS, "correction") or ["none"]:
            rows.append((column.name, correction, *_power(values, correction, alpha)))
        curves.append(_curve(values).select(pl.lit(column.name).alias("measure"), "place", "p_value"))
    parameters = {"alpha": alpha, "pairs": columns.height}
    return Finding(
        "power", _table(rows, ("measure", "correction")), parameters, (), _DRAWING, {"curve": pl.concat(curves)}
    )


_DRAWING = Drawing(
    title="p-values of all pairs of systems, the smallest last",
    mark="line",
    x="place",
    y="p_value",
    colour="measure",
    table="curve",
    titles={"place": "share of pairs", "p_value": "p-value", "test": "test"},
)


def _listed(given: Any, choices: tuple[str, ...], what: str) -> list[Any]:
    names = [] if given is None else several(given)
    for name in names:
        if name not in choices:
            raise UsageError(f"there is no {what} {name!r}; choose one of {', '.join(choices)}")
    return list(dict.fromkeys(names))


def _power(p_values: FloatArray, correction: Correction, alpha: float) -> tuple[int, int, float, float]:
    """Count the pairs tested and the significant ones, and give their share and the mean of the p-values."""
    known = p_values[~np.isnan(p_values)]
    n, significant = known.size, int((correct(known, correction) < alpha).sum())
    return n, significant, significant / n if n else np.nan, float(known.mean()) if n else np.nan


def _curve(p_values: FloatArray) -> pl.DataFrame:
    """Sort p-values, the largest first, and say how far along each is."""
    known = np.sort(p_values[~np.isnan(p_values)])[::-1]
    return pl.DataFrame({"place": (np.arange(known.size) + 1) / max(known.size, 1), "p_value": known})


def _table(rows: list[Any], names: tuple[str, ...]) -> pl.DataFrame:
    columns = {"pairs": pl.Int64, "significant": pl.Int64, "power": pl.Float64, "mean_p": pl.Float64}
    return pl.DataFrame(rows, schema={**dict.fromkeys(names, pl.String), **columns}, orient="row")
