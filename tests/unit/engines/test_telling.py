"""What readers are told of requests and items."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.engines.telling import MOST_NOTES, items_told, requests_told
from axiometer.projection.profiles import CHOICES

RUN = {"q1": ["a"], "new": ["a"]}
JUDGMENTS = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 0}}


@pytest.mark.parametrize("requests", CHOICES["requests"])
def test_what_is_said_of_missing_requests_is_what_the_mean_does(requests):
    profile = ax.get_profile(requests=requests, undefined="zero")
    measured = ax.evaluate(JUDGMENTS, RUN, "AP", profile=profile)
    told, _ = requests_told(measured.counts, profile, "")
    n_empty = int(measured.is_included[0, 1:].sum())
    effects = {
        0: "left out",
        1: "counted as empty where anything relevant was judged",
        2: "counted as empty",
    }
    assert told == f"run: 2 requests judged but missing from the run, {effects[n_empty]}"
    assert measured.mean()["requests"].item() == 1 + n_empty + (requests in {"run", "either"})


@pytest.mark.parametrize("n", [1, MOST_NOTES, MOST_NOTES + 1, MOST_NOTES + 7])
def test_all_systems_are_told_of_or_counted(n):
    names = [f"s{number}" for number in range(n)]
    number = np.arange(1, n + 1)
    counts = pl.DataFrame({"system": names, "missing": number, "run_only": 0 * number, "unknown_items": number})
    told = requests_told(counts, ax.get_profile(), "see there")
    assert [each.partition(":")[0] for each in told[:MOST_NOTES]] == names[:MOST_NOTES]
    assert [int(each.split()[1]) for each in told[:MOST_NOTES]] == [*range(1, n + 1)][:MOST_NOTES]
    n_more = [int(each.split()[0]) for each in told[MOST_NOTES:]]
    assert n_more == ([n - MOST_NOTES] if n > MOST_NOTES else [])
    assert [each.endswith("; see there") for each in told] == [False] * min(n, MOST_NOTES) + [True] * len(n_more)
    assert len(items_told(counts, "see there")) == len(told)
