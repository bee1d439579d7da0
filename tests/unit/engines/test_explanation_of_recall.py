"""Explanations of measures that count items not retrieved, providers and users."""

from __future__ import annotations

import numpy as np
import pytest

import axiometer as ax
from axiometer.engines.explanation import LOSSES

RUN = {"q": ["x", "a", "d", "y"], "empty": ["x"]}
GRADES = {"q": {"a": 1, "b": 1, "c": 3, "d": 2, "e": 0}, "empty": {"a": 1}}
PROFILE = ax.get_profile(corpus_size=100)
NAMES = [
    *("TSE", "SL3", "RE", "LexiRecallScore", "RecallLevel", "RecallLevel(normalisation=ndcg)", "TSE(rel=2)"),
    *("TSE(imputation=optimistic)", "WC_TSE", "WC_AP", "WC(RecallLevel, users=all)", "WC_SL3"),
    *("WorstProvider", "ProviderExposure", "ProviderExposure(provider=acme)"),
]


@pytest.fixture(scope="module")
def judgments() -> ax.Judgments:
    providers = {"a": "acme", "b": ["acme", "zenith"], "c": "zenith", "d": "acme", "e": "other"}
    return ax.read_judgments(GRADES, providers=providers)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("query_", ["q", "empty"])
def test_possible_less_losses_is_the_value(judgments, name, query_):
    told = ax.explain(judgments, RUN, name, query=query_, profile=PROFILE)
    measured = ax.evaluate(judgments, RUN, name, profile=PROFILE)
    np.testing.assert_array_equal(told.value, measured.values[0, measured.queries.index(query_), 0])
    if not np.isnan(told.value):
        totals = told.totals
        left = totals["possible"] - sum(totals[loss] for loss in LOSSES)
        np.testing.assert_allclose(left, told.value, rtol=1e-12, atol=1e-15)


def test_items_not_retrieved_are_named(judgments):
    told = ax.explain(judgments, RUN, "TSE", query="q", profile=PROFILE).contributions
    assert told.select("rank", "item", "grade").rows() == [(2, "a", 1), (3, "d", 2), (99, "c", 3), (100, "b", 1)]
    assert told["value"].to_list() == pytest.approx([0, 0, 0, 0.01])
    assert told["position"].to_list() == pytest.approx([0, 0, 0, 0.99])
    hopeful = ax.explain(judgments, RUN, "TSE(imputation=optimistic)", query="q", profile=PROFILE).contributions
    assert hopeful.select("rank", "item").rows()[2:] == [(5, "c"), (6, "b")]


def test_items_below_the_level_are_not_missing(judgments):
    told = ax.explain(judgments, RUN, "TSE(rel=2)", query="q", profile=PROFILE).contributions
    assert told.select("rank", "item", "grade").rows() == [(3, "d", 2), (100, "c", 3)]


def test_items_below_the_depth_are_not_retrieved(judgments):
    shallow = ax.get_profile(corpus_size=100, depth=2)
    told = ax.explain(judgments, RUN, "SL3", query="q", profile=shallow).contributions
    assert told.select("rank", "item").rows() == [(2, "a"), (98, "d"), (99, "c"), (100, "b")]


def test_an_unanswered_query(judgments):
    told = ax.explain(judgments, {"q": ["a"]}, "TSE", query="empty", profile=PROFILE)
    assert told.contributions.select("rank", "item", "value").rows() == [(100, "a", 0.01)]


def test_the_worst_off_user_is_shown(judgments):
    run = {"q": ["a", "b", "c", "d"], "empty": ["a"]}
    told = ax.explain(judgments, run, "WC_AP", query="q", profile=PROFILE)
    assert told.contributions.filter(told.contributions["value"] > 0).select("rank", "item", "value").rows() == [
        (4, "d", 0.25)
    ]


def test_each_aspect_has_its_own_missing_items():
    grades = {"q": {"a": {"s": 1}, "b": {"s": 1}, "c": {"t": 1}}}
    told = ax.explain(grades, {"q": ["x", "a"]}, "TSE_IA", profile=PROFILE)
    last = told.contributions.filter(told.contributions["rank"] == 100)
    assert last.select("aspect", "item").sort("aspect").rows() == [("s", "b"), ("t", "c")]
    assert told.value == pytest.approx(0.01)
