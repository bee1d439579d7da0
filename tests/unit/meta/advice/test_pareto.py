"""Fronts and ranks against slow definitions."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from axiometer.meta.advice.pareto import CRITERIA, Standings, dominance, fronts

KNOWN = st.sampled_from([0.0, 0.25, 0.5, 1.0])
SHAPE = st.tuples(st.integers(1, 7), st.integers(1, 4))


def is_better(one, other):
    """Tell whether one is no worse by any criterion that both have, and better by some."""
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if not (np.isnan(a) or np.isnan(b))]
    return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)


def slow_fronts(scores):
    """Take away those that none of the rest dominates, again and again."""
    left, front, number = list(range(len(scores))), {}, 0
    while left:
        number += 1
        best = [a for a in left if not any(is_better(scores[b], scores[a]) for b in left)]
        front |= dict.fromkeys(best, number)
        left = [a for a in left if a not in best]
    return [front[a] for a in range(len(scores))]


@given(arrays(np.float64, SHAPE, elements=KNOWN))
def test_fronts_are_what_is_left_when_the_best_are_gone(scores):
    dominates = dominance(scores)
    for a in range(len(scores)):
        for b in range(len(scores)):
            assert dominates[a, b] == is_better(scores[a], scores[b])
    assert fronts(dominates).tolist() == slow_fronts(scores)


@given(arrays(np.float64, SHAPE, elements=st.one_of(KNOWN, st.just(np.nan))))
def test_fronts_where_something_is_unknown(scores):
    dominates = dominance(scores)
    front = fronts(dominates)
    assert set(front) == set(range(1, front.max() + 1))
    for a in range(len(scores)):
        by = np.flatnonzero(dominates[:, a])
        assert all(is_better(scores[b], scores[a]) for b in by)
        assert front[a] == 1 + max(front[by], default=0)


def test_a_circle_shares_a_front():
    nan = np.nan
    circle = np.array([[2, nan, 1], [1, 2, nan], [nan, 1, 2.0]])
    assert is_better(circle[0], circle[1])
    assert is_better(circle[1], circle[2])
    assert is_better(circle[2], circle[0])
    assert fronts(dominance(circle)).tolist() == [1, 1, 1]
    below = np.vstack([circle, [0, 0, 0]])
    assert fronts(dominance(below)).tolist() == [1, 1, 1, 2]


def standings_of(values):
    values = np.array(values, dtype=np.float64)
    n = len(values)
    return Standings(tuple("abcdefg"[:n]), values, np.ones(n, np.int64), np.ones(n, np.int64))


@given(
    arrays(np.float64, st.tuples(st.integers(1, 6), st.just(len(CRITERIA))), elements=st.one_of(KNOWN, st.just(np.nan)))
)
def test_ranks_count_who_is_better(values):
    standings = standings_of(values)
    for at, criterion in enumerate(CRITERIA):
        turned = -values[:, at] if criterion.is_smaller_better else values[:, at]
        for number, score in enumerate(turned):
            better = sum(other > score for other in turned)
            assert standings.ranks[number, at] == (0 if np.isnan(score) else 1 + better)


@given(arrays(np.float64, st.tuples(st.integers(1, 6), st.just(len(CRITERIA))), elements=KNOWN))
def test_measures_are_shown_by_front_and_then_by_mean_rank(values):
    standings = standings_of(values)
    order = standings.order()
    keys = [(standings.front[number], standings.ranks[number].mean(), number) for number in order]
    assert sorted(order) == list(range(len(values)))
    assert keys == sorted(keys)


def test_rounding_makes_no_front():
    values = np.tile([0.1 + 0.2, 0.3], (len(CRITERIA), 1)).T
    assert standings_of(values).front.tolist() == [1, 1]
