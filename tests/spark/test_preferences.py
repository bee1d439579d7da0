"""Spark compares systems as this machine does."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspark")

import axiometer as ax
from axiometer.engines.spark import prefer
from axiometer.engines.spark.aggregates import collected
from tests.common.test_batches import large

PREFERENCES = ["lexirecall", "RPP(weights=dcg)", "AP", "S_Recall@5"]


@pytest.mark.parametrize("preferences", [PREFERENCES, ["lexirecall"]], ids=["some ask for aspects", "none does"])
def test_preferences_are_the_same(sent, preferences):
    batch = large(are_aspects_judged=True)
    lists = batch.lists.sort("system", maintain_order=True)
    judgments = ax.Judgments.of(batch.judgments.frame)
    whole = ax.prefer(judgments, lists, preferences, tie_tolerance=0.01).to_polars()
    found = collected(prefer(sent(judgments.frame, 5, 3), sent(lists, 5, 3), preferences, tie_tolerance=0.01))
    key = ["preference", "query", "left", "right"]
    assert found.sort(key).equals(whole.sort(key))


def test_a_single_system_is_refused(sent):
    batch = large(are_aspects_judged=True)
    one = sent(batch.lists.filter(system="one"))
    with pytest.raises(ax.UsageError, match="there is only 'one'"):
        prefer(sent(batch.judgments.frame), one)
