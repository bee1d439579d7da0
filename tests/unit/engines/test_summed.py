"""Parts of the work, put together, give what the whole gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import axiometer as ax
from axiometer.engines import summed
from axiometer.engines.batch_sums import VALUES, Totals
from axiometer.engines.chunk import Chunk, ChunkEvaluator
from axiometer.engines.summed import SummedMeasurements
from axiometer.measures.names import parse_wanted

RUNS = {
    "one": {"q1": {"a": 3.0, "b": 2.0, "z": 2.0}, "q2": {"c": 1.0}, "q4": {"a": 1.0}},
    "two": {"q2": {"a": 2.0, "c": 1.0}, "q3": {"b": 1.0}},
}
JUDGED = {"q1": {"a": 1, "b": 2}, "q2": {"c": 1}, "q3": {"a": 0}}
RATED = ax.read_ratings(
    {"q1": {"z": 3}, "q2": {"z": 4, "a": 1}},
    {"q1": {"a": 5, "b": 2}, "q2": {"c": 1}, "q3": {"a": 3}},
    {"a": ["x"], "b": ["x", "y"], "c": ["y"], "z": ["x"], "d": []},
)
PARTS = [[["q1", "q2", "q3", "q4"]], [["q1"], ["q4"], ["q3", "q2"]], [[], ["q4", "q3"], ["q1", "q2"]]]
QUERIES = ["judged", "answered", "relevant", "run", "either"]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Recorded(SummedMeasurements):
    """The values of some measures, in the records that the parts gave."""

    records: pl.DataFrame

    def _rows(self, measures: Sequence[str], systems: Sequence[str]) -> pl.DataFrame:
        kept = self.records
        names = pl.Series("measure", [[str(each) for each in self.measures]] * kept.height, dtype=pl.List(pl.String))
        long = kept.with_columns(names).explode(VALUES, "measure").rename({VALUES: "value"})
        rows = long.select("system", pl.col("query").alias(self.asker), "measure", "value")
        return rows.filter(pl.col("measure").is_in(measures), pl.col("system").is_in(systems))

    def _write(self, path: str, form: str) -> None:
        raise NotImplementedError


def chunks_of(runs: pl.DataFrame, judgments: ax.Judgments, parts: list[list[str]]) -> list[Chunk]:
    train = judgments.catalogue.train if judgments.catalogue is not None else pl.DataFrame({"query": []})
    return [
        Chunk(*(table.filter(pl.col("query").is_in(part)) for table in (runs, judgments.frame, train)))
        for part in parts
    ]


def in_parts(runs: dict, judgments: ax.Judgments, names: str, profile: ax.Profile, parts: list[list[str]]) -> Recorded:
    lists = ax.Runs.of(runs).to_polars()
    shared = judgments
    if judgments.catalogue is not None:
        train = judgments.catalogue.train
        popularity = [train.filter(item=item).height for item in judgments.catalogue.items]
        n_users = train["query"].n_unique()
        known = replace(judgments.catalogue, train=train[:0], popularity=np.array(popularity), n_users=n_users)
        shared = replace(judgments, catalogue=known)
    else:
        shared = replace(judgments, max_grade=float(judgments.frame["grade"].max()))
    chunks = ChunkEvaluator.of(tuple(runs), parse_wanted(names, profile=profile), profile, shared)
    measured = [chunks.measure(chunk) for chunk in chunks_of(lists, judgments, parts)]
    together = reduce(Totals.merged, [totals for _, totals in measured])
    records = pl.concat([records for records, _ in measured])
    return Recorded.of(chunks, together, "score", records=records)


def assert_same(ours: Recorded, whole: ax.Measurements) -> None:
    key = ["system", whole.asker, "measure"]
    assert_frame_equal(ours.to_polars().sort(key), whole.to_polars().sort(key))
    for policy in (None, "zero", "drop", "nan"):
        assert_frame_equal(ours.mean(undefined=policy), whole.mean(undefined=policy), check_exact=False, rel_tol=1e-12)
    assert_frame_equal(ours.table(), whole.table(), check_exact=False, rel_tol=1e-12)
    assert_frame_equal(ours.counts, whole.counts, check_exact=False, rel_tol=1e-12)
    assert ours.notes == whole.notes
    assert ours.n_unjudged.tolist() == whole.n_unjudged.tolist()
    assert ours.wanted == whole.wanted
    assert str(ours).split("\n")[0] == str(whole).split("\n")[0]


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("queries", QUERIES)
@pytest.mark.parametrize("undefined", ["zero", "drop", "nan"])
def test_means_and_counts_are_those_of_the_whole(parts, queries, undefined):
    profile = ax.get_profile(queries=queries, undefined=undefined)
    names = "nDCG AP P@2 Judged@5"
    whole = ax.evaluate(JUDGED, RUNS, names, profile=profile)
    assert_same(in_parts(RUNS, ax.Judgments.of(JUDGED), names, profile, parts), whole)


@pytest.mark.parametrize("parts", PARTS)
def test_measures_of_systems_and_notes_of_ratings_are_those_of_the_whole(parts):
    names = "alphabeta_nDCG@3 EPC@3 CatalogueCoverage@2 ExposureGini(weights=log)"
    profile = ax.get_profile("ratings")
    whole = ax.evaluate(RATED, RUNS, names, profile=profile)
    ours = in_parts(RUNS, RATED, names, profile, parts)
    assert_same(ours, whole)
    assert ours.noted == whole.noted
    assert [note.kind for note in whole.noted] == ["items_without_aspects", "without_train"]


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("queries", QUERIES)
def test_values_come_into_memory(parts, queries):
    profile = ax.get_profile("ratings", queries=queries)
    names = "nDCG@3 DCG@2 CatalogueCoverage@2"
    whole = ax.evaluate(RATED, RUNS, names, profile=profile)
    ours = in_parts(RUNS, RATED, names, profile, parts)
    for found, expected in ((ours.in_memory(), whole), (ours.in_memory(["DCG@2"]), whole.in_memory(["DCG@2"]))):
        assert found.measures == expected.measures
        assert found.systems == expected.systems
        assert found.queries == tuple(sorted(found.queries))
        key = ["system", "user", "measure"]
        assert_frame_equal(found.to_polars().sort(key), expected.to_polars().sort(key))
        assert_frame_equal(found.mean(), expected.mean(), check_exact=False, rel_tol=1e-12)
        assert_frame_equal(found.counts, expected.counts, check_exact=False, rel_tol=1e-12)
        assert found.notes == expected.notes
        for system in RUNS:
            assert_frame_equal(found[system].mean(), expected[system].mean(), check_exact=False, rel_tol=1e-12)


def test_values_that_nobody_has_and_too_many_values_are_refused(monkeypatch):
    ours = in_parts(RUNS, ax.Judgments.of(JUDGED), "AP P@2", ax.get_profile(queries="either"), PARTS[0])
    with pytest.raises(ax.UsageError, match="there are no values of nDCG; there are those of AP, P@2"):
        ours.in_memory(["nDCG"])
    # Two systems, three judged queries and one of the first run only, two measures.
    monkeypatch.setattr(summed, "MOST_VALUES", 13)
    with pytest.raises(ax.UsageError, match=r"14 values are too many to bring into memory \(at most 13\)"):
        ours.in_memory()
    assert ours.in_memory(["AP"]).to_polars().height == 7
    monkeypatch.setattr(summed, "MOST_VALUES", 14)
    assert ours.in_memory().to_polars().height == 14


def test_a_run_that_answers_nothing_judged_is_refused_in_the_end():
    runs = {**RUNS, "stranger": {"q9": {"a": 1.0}}}
    with pytest.raises(ax.InputError, match=r"stranger: found none of the 3 judged queries"):
        in_parts(runs, ax.Judgments.of(JUDGED), "AP", ax.get_profile(), [["q1", "q2", "q3", "q4", "q9"]])
