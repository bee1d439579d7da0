"""Every engine gives the same numbers."""

from __future__ import annotations

import pytest

from axiometer.engines.local import Local
from axiometer.engines.streaming import Streaming
from axiometer.engines.streaming.budget import Budget
from tests.common.engines import assert_gives_all_values


@pytest.mark.parametrize("jobs", [1, 2])
def test_in_memory(jobs):
    assert_gives_all_values(Local(jobs=jobs))


@pytest.mark.parametrize("n_parts", [4, *(pytest.param(n, marks=[pytest.mark.thorough]) for n in (1, 50))])
def test_in_parts_on_disk(monkeypatch, n_parts):
    monkeypatch.setattr(Budget, "n_parts", lambda *_: n_parts)
    monkeypatch.setattr(Budget, "piece", 2_000)
    assert_gives_all_values(Streaming(), "trec_eval" if n_parts > 1 else "pref_eval")
