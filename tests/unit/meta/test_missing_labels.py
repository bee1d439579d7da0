"""Runs are measured again and again while labels go."""

import numpy as np
import pytest

import axiometer as ax

GRADES = {"q": {"a": 1, "b": 1, "c": 1, "d": 0}, "r": {"a": 2}}
RUNS = {"one": {"q": ["a", "b", "x", "c"], "r": ["a"]}, "two": {"q": ["x", "c"], "r": ["x", "a"]}}


def test_whole_is_what_evaluate_says():
    missing = ax.meta.MissingLabels.of(GRADES, RUNS, ["AP", "nDCG@2"])
    expected = ax.meta.Outcomes.of(ax.evaluate(GRADES, RUNS, ["AP", "nDCG@2"]))
    for name in ("AP", "nDCG@2"):
        np.testing.assert_array_equal(missing.whole[name].values, expected[name].values)


def test_what_is_left_is_measured_as_if_the_rest_had_not_been_judged():
    missing = ax.meta.MissingLabels.of(GRADES, RUNS, "AP")
    found = {tuple(each["AP"].values[:, 0].tolist()) for seed in range(20) for each in missing.with_shares([0.3], seed)}
    # Of three labels the first ⌈0.3 · 3⌉ stay, and the only one of the other query.
    expected = [ax.evaluate({"q": {item: 1, "d": 0}}, RUNS, "AP").values[:, 0, 0] for item in "abc"]
    assert found == {tuple(values.tolist()) for values in expected}


def test_the_same_seed_takes_the_same_labels_and_fewer_are_among_more():
    missing = ax.meta.MissingLabels.of(GRADES, RUNS, "AP")
    once, again = ([each["AP"].values.tolist() for each in missing.with_shares([0.7, 0.4], [3, 4])] for _ in range(2))
    assert once == again
    assert len({str(next(missing.with_shares([0.4], seed))["AP"].values) for seed in range(20)}) > 1


def test_an_order_that_needs_aspects_is_refused_without_them():
    with pytest.raises(ax.UsageError, match="no aspects"):
        ax.meta.MissingLabels.of(GRADES, RUNS, "AP", by="aspect")
