"""The exposure of each provider."""

from __future__ import annotations

import numpy as np
import pytest

import axiometer as ax
from axiometer.measures.recall.provider_exposure import ProviderExposure
from axiometer.meta.provider_exposure import provider_exposure

RUNS = {"good": {"q": ["a", "z", "c"], "r": ["a"]}, "bad": {"q": ["z", "c"]}}
JUDGMENTS = ax.read_judgments(
    {"q": {"a": 1, "b": 1, "c": 2, "z": 0}, "r": {"a": 1}, "nothing relevant": {"z": 0}},
    providers={"a": "x", "b": ["x", "y"], "c": "z"},
)
PROFILE = ax.get_profile(corpus_size=100)


def test_exposure_is_added_up_over_queries_and_the_worst_off_comes_first():
    table = provider_exposure(JUDGMENTS, RUNS, profile=PROFILE)
    found = table.exposure
    told = [(note.subject, note.count) for note in table.notes if note.kind == "missing"]
    assert told == [("good", 1), ("bad", 2)]
    assert found.columns == ["system", "provider", "queries", "relevant", "total", "mean"]
    # Items not retrieved are all at 100.
    expected = [
        ("good", "y", 1, 1, 1 / 100, 1 / 100),
        ("good", "z", 1, 1, 1 / 3, 1 / 3),
        ("good", "x", 2, 3, 1 + 1 / 100 + 1, (1 + 1 / 100 + 1) / 2),
        ("bad", "y", 1, 1, 1 / 100, 1 / 100),
        ("bad", "x", 2, 3, 3 / 100, 3 / 200),
        ("bad", "z", 1, 1, 1 / 2, 1 / 2),
    ]
    assert found.select("system", "provider", "queries", "relevant").rows() == [row[:4] for row in expected]
    np.testing.assert_allclose(found["total"], [row[4] for row in expected], rtol=1e-12)
    np.testing.assert_allclose(found["mean"], [row[5] for row in expected], rtol=1e-12)


def test_it_agrees_with_the_measure_of_one_provider():
    measure = ProviderExposure(exposure="dcg", rel=2, imputation="optimistic")
    found = provider_exposure(JUDGMENTS, RUNS, measure).exposure
    assert found.select("system", "provider", "relevant").rows() == [("good", "z", 1), ("bad", "z", 1)]
    one = ax.evaluate(JUDGMENTS, RUNS, "ProviderExposure(provider=z,exposure=dcg,rel=2,imputation=optimistic)")
    np.testing.assert_array_equal(np.nansum(one.values[:, :, 0], axis=1), found["total"])


def test_only_queries_that_count_are_added_up():
    profile = ax.get_profile(corpus_size=100, queries="answered")
    found = provider_exposure(JUDGMENTS, RUNS, profile=profile).exposure
    assert found.filter(system="bad", provider="x").select("queries", "relevant").row(0) == (1, 2)


def test_what_is_missing_is_told():
    with pytest.raises(ax.UsageError, match="corpus size"):
        provider_exposure(JUDGMENTS, RUNS)
    with pytest.raises(ax.InputError, match="no provider for 1 relevant item: 'c'"):
        provider_exposure(ax.read_judgments({"q": {"a": 1, "c": 1}}, providers={"a": "x"}), RUNS, profile=PROFILE)
    with pytest.raises(ax.InputError, match="no providers of items"):
        provider_exposure({"q": {"a": 1}}, RUNS, profile=PROFILE)
