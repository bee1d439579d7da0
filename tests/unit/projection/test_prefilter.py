"""Pairs of query and item that cannot meet."""

from __future__ import annotations

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from axiometer.projection import prefilter as hashes
from axiometer.projection.prefilter import PairHashes

PAIRS = st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["", "a", "b", "12", "é"])), unique=True, max_size=20)


def columns_of(pairs):
    codes, items = zip(*pairs, strict=True) if pairs else ((), ())
    return np.array(codes, dtype=np.int64), pl.Series(items, dtype=pl.String)


@given(PAIRS, PAIRS)
def test_no_pair_that_both_have_is_ruled_out(these, others):
    may_be_here, may_be_there = PairHashes.of(*columns_of(these)).meet(*columns_of(others))
    assert {pair for pair, may_be in zip(others, may_be_here, strict=True) if not may_be}.isdisjoint(these)
    assert {pair for pair, may_be in zip(these, may_be_there, strict=True) if not may_be}.isdisjoint(others)


def test_an_item_that_is_judged_for_another_query_only_is_ruled_out():
    items = pl.Series([f"item {number}" for number in range(1000)])
    known = PairHashes.of(np.zeros(1000, np.int64), items)
    same, _ = known.meet(np.zeros(1000, np.int64), items)
    other, _ = known.meet(np.ones(1000, np.int64), items)
    assert same.all()
    assert other.mean() < 2 / hashes._HASHES_PER_PAIR
