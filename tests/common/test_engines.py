"""Every engine gives the same numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

import axiometer as ax
from axiometer.conventions.profiles import Profile
from axiometer.engines.chunks import Streaming
from axiometer.engines.chunks.budget import Budget
from axiometer.engines.measurements import Measurements
from axiometer.measures.names import Wanted
from tests.common.engines import QUERIES, assert_gives_all_values, assert_means_are_those_of_rows, profile_of


@dataclass(frozen=True)
class InMemory:
    """An evaluator that is made ready before it measures."""

    jobs: int

    def evaluate(
        self,
        judgments: Any,
        runs: Any,
        measures: str | Wanted | Iterable[str | Wanted],
        *,
        profile: str | Profile | None = None,
    ) -> Measurements:
        return ax.Evaluator(judgments, measures, profile=profile).evaluate(runs, jobs=self.jobs)


@pytest.mark.parametrize("jobs", [1, 2])
def test_in_memory(jobs):
    assert_gives_all_values(InMemory(jobs))


@pytest.mark.parametrize("queries", QUERIES)
def test_means_in_memory_are_those_of_the_rows(queries):
    assert_means_are_those_of_rows(InMemory(2), profile_of(queries))


@pytest.mark.parametrize("n_parts", [1, 4, 50])
@pytest.mark.parametrize("queries", QUERIES)
def test_means_in_parts_are_those_of_the_rows(monkeypatch, queries, n_parts):
    monkeypatch.setattr(Budget, "n_parts", lambda *_: n_parts)
    assert_means_are_those_of_rows(Streaming(), profile_of(queries))


@pytest.mark.parametrize("n_parts", [4, *(pytest.param(n, marks=[pytest.mark.thorough]) for n in (1, 50))])
def test_in_parts_on_disk(monkeypatch, n_parts):
    monkeypatch.setattr(Budget, "n_parts", lambda *_: n_parts)
    monkeypatch.setattr(Budget, "piece", 2_000)
    assert_gives_all_values(Streaming(), "trec_eval" if n_parts > 1 else "pref_eval")
