"""Lists compared level by level."""

from __future__ import annotations

import numpy as np
import pytest

from axiometer.engines.comparing import compare
from axiometer.measures.preferences import paired
from axiometer.measures.preferences.paired import RPP, rrlexiprecision
from axiometer.projection.positions import lists_at
from axiometer.projection.segments import Segments

DEEP = 1 << 45


def lists_of(ranks: list[list[int]], query: list[int], n_relevant: list[int]):
    return lists_at(
        np.array([rank for row in ranks for rank in row], dtype=np.int64),
        Segments.of_lengths(np.array([len(row) for row in ranks], dtype=np.int64)),
        np.array(query, dtype=np.int64),
        np.array(n_relevant),
        depth=DEEP,
        corpus_size=DEEP,
    )


@pytest.mark.parametrize("deepest", [(1 << 31) - 2, (1 << 31) - 1, 1 << 31, 1 << 32, DEEP])
def test_any_rank_is_better_than_none(deepest):
    lists = lists_of([[1, deepest], [1]], [0, 0], [2])
    left, right = np.array([0, 1]), np.array([1, 0])
    assert RPP().compare(lists, left, right).tolist() == [0.5, -0.5]
    assert rrlexiprecision().compare(lists, left, right).tolist() == [1 / deepest, -1 / deepest]


def test_differences_of_deep_ranks_are_no_ties():
    lists = lists_of([[2_000_000], [2_000_001]], [0, 0], [1])
    assert compare(rrlexiprecision(), lists, np.array([0]), np.array([1])).item() == 1 / 2_000_000 - 1 / 2_000_001


@pytest.mark.parametrize("weights", ["uniform", "inverse", "dcg"])
def test_parts_and_other_queries_change_nothing(weights, monkeypatch):
    rng = np.random.default_rng(3)
    n_relevant = [1, 40, 7, 0, 12]
    ranks = [np.sort(rng.choice(60, rng.integers(m + 1), replace=False) + 1).tolist() for m in n_relevant * 6]
    query = [*range(5)] * 6
    lists = lists_of(ranks, query, n_relevant)
    left, right = (
        np.array(side) for side in zip(*[(a, b) for a in range(30) for b in range(a % 5, 30, 5)], strict=True)
    )
    for preference in (RPP(weights=weights), rrlexiprecision()):
        whole = preference.compare(lists, left, right)
        monkeypatch.setattr(paired, "MOST_AT_ONCE", 7)
        np.testing.assert_array_equal(preference.compare(lists, left, right), whole)
        alone = [preference.compare(lists, left[[at]], right[[at]]).item() for at in range(left.size)]
        np.testing.assert_array_equal(alone, whole)
        monkeypatch.undo()
        two = lists_of([ranks[1], ranks[6]], [0, 0], [40])
        assert preference.compare(two, np.array([0]), np.array([1])).item() == whole[(left == 1) & (right == 6)].item()
