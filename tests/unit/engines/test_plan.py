"""Parts of the work, put together, give what the whole gives."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import axiometer as ax
from axiometer.engines.plan import Batch, Plan
from axiometer.engines.summary import Summary
from axiometer.engines.totals import Totals
from axiometer.measures.names import parse_wanted

RUNS = {
    "one": {"q1": {"a": 3.0, "b": 2.0, "z": 2.0}, "q2": {"c": 1.0}, "q4": {"a": 1.0}},
    "two": {"q2": {"a": 2.0, "c": 1.0}, "q3": {"b": 1.0}},
}
JUDGED = {"q1": {"a": 1, "b": 2}, "q2": {"c": 1}, "q3": {"a": 0}}


def batches(runs: pl.DataFrame, judgments: ax.Judgments, parts: list[list[str]]) -> list[Batch]:
    train = judgments.catalogue.train if judgments.catalogue is not None else pl.DataFrame({"request": []})
    return [
        Batch(*(table.filter(pl.col("request").is_in(part)) for table in (runs, judgments.frame, train)))
        for part in parts
    ]


def summary(runs: dict, judgments: ax.Judgments, names: str, profile: ax.Profile, parts: list[list[str]]) -> Summary:
    lists = ax.Runs.of(runs).to_polars()
    shared = judgments
    if judgments.catalogue is not None:
        train = judgments.catalogue.train
        popularity = [train.filter(item=item).height for item in judgments.catalogue.items]
        n_users = train["request"].n_unique()
        known = replace(judgments.catalogue, train=train[:0], popularity=np.array(popularity), n_users=n_users)
        shared = replace(judgments, catalogue=known)
    else:
        shared = replace(judgments, max_grade=float(judgments.frame["grade"].max()))
    plan = Plan.of(tuple(runs), parse_wanted(names, defaults=dict(profile.parameters)), profile, shared)
    measured = [plan.measure(batch) for batch in batches(lists, judgments, parts)]
    totals = [Totals.of(each.records, plan) for each in measured]
    together = totals[0]
    for others in totals[1:]:
        together = together.merged(others)
    return Summary(plan, together, sum(each.exposures for each in measured), "score")


PARTS = [[["q1", "q2", "q3", "q4"]], [["q1"], ["q4"], ["q3", "q2"]], [[], ["q4", "q3"], ["q1", "q2"]]]


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("requests", ["judged", "answered", "relevant", "run", "either"])
@pytest.mark.parametrize("undefined", ["zero", "drop", "nan"])
def test_means_and_counts_are_those_of_the_whole(parts, requests, undefined):
    profile = ax.get_profile(requests=requests, undefined=undefined)
    names = "nDCG AP P@2 Judged@5"
    whole = ax.evaluate(JUDGED, RUNS, names, profile=profile)
    ours = summary(RUNS, ax.Judgments.of(JUDGED), names, profile, parts)
    assert_frame_equal(ours.mean(), whole.mean(), check_exact=False, rel_tol=1e-12)
    assert_frame_equal(ours.counts, whole.counts, check_exact=False, rel_tol=1e-12)
    assert ours.remarks == whole.remarks
    assert ours.n_unjudged.tolist() == whole.n_unjudged.tolist()
    assert str(ours).split("\n")[0] == str(whole).split("\n")[0]


RATED = ax.read_ratings(
    {"q1": {"a": 5, "b": 2}, "q2": {"c": 1}, "q3": {"a": 3}},
    {"q1": {"z": 3}, "q2": {"z": 4, "a": 1}},
    {"a": ["x"], "b": ["x", "y"], "c": ["y"], "z": ["x"], "d": []},
)


@pytest.mark.parametrize("parts", PARTS)
def test_measures_of_systems_and_remarks_of_ratings_are_those_of_the_whole(parts):
    names = "alphabeta_nDCG@3 EPC@3 CatalogueCoverage@2 ExposureGini(weights=log)"
    profile = ax.get_profile("ratings")
    whole = ax.evaluate(RATED, RUNS, names, profile=profile)
    ours = summary(RUNS, RATED, names, profile, parts)
    assert_frame_equal(ours.mean(), whole.mean(), check_exact=False, rel_tol=1e-12)
    assert_frame_equal(ours.counts, whole.counts, check_exact=False, rel_tol=1e-12)
    assert ours.remarks == whole.remarks
    assert len(whole.remarks) == 2


def test_standard_errors_are_those_of_the_values():
    whole = ax.evaluate(JUDGED, RUNS, "AP")
    for system in RUNS:
        values = np.nan_to_num(whole[system].values.ravel())
        found = whole[system].mean()["standard_error"].item()
        assert found == pytest.approx(values.std(ddof=1) / np.sqrt(3))


def test_a_run_that_answers_nothing_judged_is_refused_in_the_end():
    runs = {**RUNS, "stranger": {"q9": {"a": 1.0}}}
    with pytest.raises(ax.InputError, match=r"stranger: found none of the 3 judged requests"):
        summary(runs, ax.Judgments.of(JUDGED), "AP", ax.get_profile(), [["q1", "q2", "q3", "q4", "q9"]])


@pytest.mark.parametrize(
    ("lists", "judged", "found"),
    [
        (
            [("one", "q1", "a", 1.0), ("one", "q1", "a", 2.0)],
            [("q1", "0", "a", 1.0)],
            "item 'a' again for request 'q1'",
        ),
        ([("one", "q1", "a", 1.0)], [("q1", "0", "a", 1.0), ("q1", "0", "a", 2.0)], "grade 2 after grade 1"),
        ([("other", "q1", "a", 1.0)], [("q1", "0", "a", 1.0)], "the system 'other'"),
    ],
)
def test_what_is_wrong_with_a_batch_is_refused(lists, judged, found):
    shared = replace(ax.Judgments.of(JUDGED), max_grade=2.0)
    plan = Plan.of(["one"], parse_wanted("AP"), ax.get_profile(), shared)
    batch = Batch(
        pl.DataFrame(lists, schema=["system", "request", "item", "score"], orient="row"),
        pl.DataFrame(judged, schema=["request", "aspect", "item", "grade"], orient="row"),
    )
    with pytest.raises(ax.InputError, match=found) as error:
        plan.measure(batch)
    assert "row" not in str(error.value)
