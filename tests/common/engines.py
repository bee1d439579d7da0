"""What every engine must do: give the values of the local one, to the last bit."""

from __future__ import annotations

import numpy as np
import polars as pl
from polars.testing import assert_frame_equal

import axiometer as ax
from axiometer.engines.summary import Engine
from tests.common.collection import configurations, everything_known, small_collection

KEY = ("system", "request", "measure")
SYSTEM_MEASURES = ("CatalogueCoverage@5", "ExposureGini(weights=log)@5")


def assert_gives_all_values(engine: Engine, profile: str = "trec_eval") -> None:
    """Measure two systems by every measure in all its configurations, and compare with what is computed in memory."""
    run, judgments = small_collection()
    other = {request: dict(reversed(ranking.items())) for request, ranking in run.items() if request != "q4"}
    runs, judged, measures = {"one": run, "two": other}, everything_known(judgments), configurations()
    conventions = ax.get_profile(profile, corpus_size=100)
    expected = ax.evaluate(judged, runs, [*measures, *SYSTEM_MEASURES], profile=conventions)
    found = engine.evaluate(judged, runs, [*measures, *SYSTEM_MEASURES], profile=conventions)

    ours, theirs = (each.to_polars().sort(KEY) for each in (found, expected))
    assert_frame_equal(ours.select(KEY), theirs.select(KEY))
    differs = ours.with_columns(theirs["value"].alias("expected")).filter(
        ~pl.col("value").eq_missing(pl.col("expected"))
    )
    assert differs.is_empty(), differs
    np.testing.assert_array_equal(ours["value"].to_numpy().view(np.int64), theirs["value"].to_numpy().view(np.int64))

    # Sums are put together in another order.
    assert_frame_equal(found.mean(), expected.mean(), check_exact=False, rel_tol=1e-12, abs_tol=1e-15)
    assert_frame_equal(found.counts, expected.counts, check_exact=False, rel_tol=1e-12)
    assert found.remarks == expected.remarks
    assert found.systems == expected.systems
    assert found.n_unjudged.tolist() == expected.n_unjudged.tolist()
