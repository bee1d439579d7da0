"""What every engine must do: give the values of the evaluator in memory, to the last bit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import polars as pl
from polars.testing import assert_frame_equal

import axiometer as ax
from axiometer.arrays import FloatArray
from axiometer.conventions.profiles import CHOICES, Profile, Undefined
from axiometer.engines.measurements import Measurements
from axiometer.measures.names import Wanted
from tests.common.collection import configurations, everything_known, small_collection

SYSTEM_MEASURES = ("CatalogueCoverage@5", "ExposureGini(weights=log)@5")


class Engine(Protocol):
    """Who measures runs, and where."""

    def evaluate(
        self,
        judgments: Any,
        runs: Any,
        measures: str | Wanted | Iterable[str | Wanted],
        *,
        profile: str | Profile | None = None,
    ) -> Measurements: ...


def assert_gives_all_values(engine: Engine, profile: str = "trec_eval") -> None:
    """Measure two systems by every measure in all its configurations, and compare with what is computed in memory."""
    run, judgments = small_collection()
    other = {query: dict(reversed(ranking.items())) for query, ranking in run.items() if query != "q4"}
    runs, judged, measures = {"one": run, "two": other}, everything_known(judgments), configurations()
    conventions = ax.get_profile(profile, corpus_size=100)
    expected = ax.evaluate(judged, runs, [*measures, *SYSTEM_MEASURES], profile=conventions)
    found = engine.evaluate(judged, runs, [*measures, *SYSTEM_MEASURES], profile=conventions)

    key = ["system", "user", "measure"]
    ours, theirs = (each.to_polars().sort(key) for each in (found, expected))
    assert_frame_equal(ours.select(key), theirs.select(key))
    differs = ours.with_columns(theirs["value"].alias("expected")).filter(
        ~pl.col("value").eq_missing(pl.col("expected"))
    )
    assert differs.is_empty(), differs
    np.testing.assert_array_equal(ours["value"].to_numpy().view(np.int64), theirs["value"].to_numpy().view(np.int64))

    # Sums are put together in another order.
    assert_frame_equal(found.mean(), expected.mean(), check_exact=False, rel_tol=1e-12, abs_tol=1e-15)
    assert_frame_equal(found.counts, expected.counts, check_exact=False, rel_tol=1e-12)
    assert [note for note in found.notes if note.kind != "parts"] == [*expected.notes]
    assert found.systems == expected.systems
    assert found.n_unjudged.tolist() == expected.n_unjudged.tolist()


@dataclass(frozen=True)
class _Mean:
    """What is to be made of some values."""

    value: float
    queries: int
    undefined: int

    @classmethod
    def of(cls, values: FloatArray, policy: Undefined) -> _Mean:
        is_undefined = np.isnan(values)
        kept = {"zero": np.nan_to_num(values), "drop": values[~is_undefined], "nan": values}[policy]
        return cls(float(kept.mean()) if kept.size else np.nan, kept.size, int(is_undefined.sum()))


def assert_means_are_those_of_rows(engine: Engine, profile: Profile) -> None:
    """Average the rows of all values, and compare: queries that count and are not judged are among the rows."""
    run, judgments = small_collection()
    plain = {query: {item: max(grades.values()) for item, grades in of.items()} for query, of in judgments.items()}
    # q0 and q1 have no list of the first system, q4 none of the second; q8, q9 and q10 are not judged.
    other = {query: dict(reversed(run[query].items())) for query in run if query not in {"q4", "q9"}}
    runs = {"one": run, "two": other}
    frame = pl.DataFrame(
        [
            (system, query, item, score, rank)
            for system, lists in runs.items()
            for query, ranking in lists.items()
            for rank, (item, score) in enumerate(ranking.items(), 1)
        ],
        schema=["system", "query", "item", "score", "rank"],
        orient="row",
    )
    measured = engine.evaluate(plain, frame, "nDCG@5 AP P@3 Judged", profile=profile)
    rows = measured.to_polars()
    unjudged = {"one": {"q8", "q9", "q10"}, "two": {"q8", "q10"}}
    for (system, query), values in rows.group_by("system", "query"):
        assert values["measure"].n_unique() == values.height == 4
        assert values["value"].is_nan().all() == (query in unjudged[system])
    for system, names in unjudged.items():
        found = set(rows.filter(system=system)["query"]) & names
        assert found == (names if profile.queries in {"run", "either"} else set())
    for policy in ("zero", "drop", "nan"):
        means = measured.mean(undefined=policy)
        assert means.height == 2 * 4
        for system, measure, value, n, n_undefined, _ in means.iter_rows():
            expected = _Mean.of(rows.filter(system=system, measure=measure)["value"].to_numpy(), policy)
            assert (n, n_undefined) == (expected.queries, expected.undefined)
            np.testing.assert_allclose(value, expected.value, rtol=1e-12)
    here = measured.in_memory()
    key = ["system", "query", "measure"]
    assert_frame_equal(here.to_polars().sort(key), rows.sort(key))
    assert_frame_equal(here.mean(), measured.mean(), check_exact=False, rel_tol=1e-12)
    assert here.notes == measured.notes
    assert here.n_unjudged.tolist() == measured.n_unjudged.tolist()
    assert here.n_queries == measured.n_queries == len(judgments)


QUERIES = (*CHOICES["queries"], "lenskit")
"""The choices of which queries count, and the profile of a program that counts those that are not judged."""


def profile_of(queries: str) -> Profile:
    return ax.get_profile("lenskit") if queries == "lenskit" else ax.get_profile(queries=queries)
