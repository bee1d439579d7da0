"""The judged items of each query, and their aspects."""

from __future__ import annotations

import pytest

import axiometer as ax


@pytest.mark.parametrize("counted", ["relevant", "relevant-unscaled", "all"])
def test_without_weights_each_aspect_has_the_same_share(counted):
    judgments = {"q": {"a": {"s": 1, "t": 1}, "b": {"s": 1, "t": 1}}}
    profile = ax.get_profile(counted_aspects=counted)
    measured = ax.evaluate(judgments, {"q": ["a", "b"]}, "AP_IA P_IA@4 S_Recall", profile=profile)
    assert measured.values.ravel().tolist() == [1, 1 / 2, 1]
