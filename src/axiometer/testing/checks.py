"""Checks that any measure should pass, also one that somebody else has written."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from axiometer.measures.base import Measure
from axiometer.testing.lists import Case, values_of


def check_measure(measure: Measure, cases: Sequence[Case]) -> None:
    """Check what every measure promises.

    One float64 per list, within the bounds or undefined; the same to the last bit alone and among others; no change
    when items are added below the cut-off.
    """
    top = max((grade for case in cases for grade in case.pool), default=1)
    together = values_of(measure, cases, max_grade=top)
    assert together.shape == (len(cases),), f"{measure}: {together.shape} values for {len(cases)} lists"
    assert together.dtype == np.float64, f"{measure}: values are {together.dtype}, not float64"
    low, high = measure.bounds
    defined = together[~np.isnan(together)]
    assert ((defined >= low - 1e-12) & (defined <= high + 1e-12)).all(), f"{measure}: {defined} beyond {measure.bounds}"
    alone = np.concatenate([values_of(measure, [case], max_grade=top) for case in cases])
    np.testing.assert_array_equal(alone, together, err_msg=f"{measure}: alone and among others")
    cutoff = getattr(measure, "cutoff", None)
    if cutoff is not None:
        longer = [Case(_filled(case.ranking, cutoff), case.unretrieved) for case in cases]
        extended = [Case((*case.ranking, None, None), case.unretrieved) for case in longer]
        np.testing.assert_array_equal(
            values_of(measure, extended, max_grade=top),
            values_of(measure, longer, max_grade=top),
            err_msg=f"{measure}: items below the cut-off",
        )


def _filled(ranking: tuple[float | None, ...], length: int) -> tuple[float | None, ...]:
    return ranking + (None,) * (length - len(ranking))
