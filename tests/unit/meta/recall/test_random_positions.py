"""Random positions are distinct, sorted and uniform."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from axiometer.errors import UsageError
from axiometer.meta.recall.random_pairs import random_positions


def drawn(n: int, m: list[int], seed: int = 0) -> list[tuple[int, ...]]:
    rank, offsets = random_positions(np.random.default_rng(seed), n, np.array(m, dtype=np.int64))
    assert rank.dtype == offsets.dtype == np.int64
    assert offsets[0] == 0
    assert offsets[-1] == rank.size
    return [tuple(rank[first:last].tolist()) for first, last in pairwise(offsets.tolist())]


@given(st.integers(1, 30).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.integers(0, n), max_size=6))))
def test_as_many_as_wanted_distinct_and_in_order(case):
    n, m = case
    lists = drawn(n, m)
    assert [len(each) for each in lists] == m
    for each in lists:
        assert list(each) == sorted(set(each) & set(range(1, n + 1)))


def test_the_first_list_has_all_positions_too():
    assert {position for seed in range(100) for position in drawn(3, [1, 1], seed)[0]} == {1, 2, 3}


@pytest.mark.parametrize("m", [1, 2, 3, 4, 5])
def test_every_choice_is_as_likely(m):
    n, per_choice = 6, 2000
    lists = drawn(n, [m] * (comb(n, m) * per_choice))
    counts = np.array(list(Counter(lists).values()))
    assert counts.size == comb(n, m)
    # Each count has a standard deviation of about 45.
    assert np.abs(counts - per_choice).max() < 4.5 * per_choice**0.5


def test_lists_of_one_call_do_not_depend_on_each_other():
    pairs = Counter(zip(*[iter(drawn(4, [2, 3] * 24_000))] * 2, strict=True))
    assert len(pairs) == comb(4, 2) * comb(4, 3)
    assert np.abs(np.array(list(pairs.values())) - 1000).max() < 4.5 * 1000**0.5


def test_a_huge_corpus_is_no_trouble():
    (positions,) = drawn(10**12, [2000])
    assert len(set(positions)) == 2000
    assert 0.45 < np.mean(positions) / 10**12 < 0.55


def test_same_seed_same_positions():
    assert drawn(1000, [5, 600, 1000], seed=3) == drawn(1000, [5, 600, 1000], seed=3)
    assert drawn(1000, [5, 600, 1000], seed=3) != drawn(1000, [5, 600, 1000], seed=4)


def test_no_lists():
    assert drawn(10, []) == []
    assert drawn(10, [0, 0]) == [(), ()]


@pytest.mark.parametrize(
    ("n", "m", "said"), [(3, [4], "of 3 positions"), (3, [-1], "not -1 to -1"), (2**62, [1] * 3, "too many at once")]
)
def test_the_impossible_is_refused(n, m, said):
    with pytest.raises(UsageError, match=said):
        drawn(n, m)
