"""Groups hold exactly those together that do not differ."""

from __future__ import annotations

from itertools import combinations
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from axiometer.stats.groups import letter_groups, written_groups


@st.composite
def relations(draw):
    n = draw(st.integers(0, 7))
    is_different = np.zeros((n, n), bool)
    for i, j in combinations(range(n), 2):
        is_different[i, j] = is_different[j, i] = draw(st.booleans())
    return is_different, np.array(draw(st.permutations(range(n))), dtype=np.int64)


def largest_groups(is_different):
    """Find all groups that nobody can join, by trying all subsets."""
    n = len(is_different)
    subsets = [{i for i in range(n) if number >> i & 1} for number in range(1, 1 << n)]
    together = [its for its in subsets if not any(is_different[i, j] for i, j in combinations(its, 2))]
    return [its for its in together if not any(its < other for other in together)]


@given(relations())
def test_two_share_a_group_if_and_only_if_they_do_not_differ(relation):
    is_different, order = relation
    groups = letter_groups(is_different, order)
    shares = (groups[:, :, None] & groups[:, None, :]).any(axis=0)
    np.testing.assert_array_equal(shares, ~is_different)


@given(relations())
def test_nobody_can_join_a_group_and_none_is_there_twice(relation):
    is_different, order = relation
    groups = [set(np.flatnonzero(row).tolist()) for row in letter_groups(is_different, order)]
    largest = largest_groups(is_different)
    assert all(group in largest for group in groups)
    assert len({frozenset(group) for group in groups}) == len(groups)


@given(relations())
def test_the_best_is_in_the_first_group(relation):
    is_different, order = relation
    groups = letter_groups(is_different, order)
    assert groups[:1, order[:1]].all()
    firsts = [np.flatnonzero(row)[0] for row in groups[:, order]]
    assert (np.diff(firsts) >= 0).all()


@given(st.lists(st.integers(0, 20), min_size=1, max_size=9), st.integers(0, 8))
def test_where_neighbours_are_alike_all_groups_are_there(values, distance):
    values = np.sort(values)[::-1]
    is_different = np.abs(values[:, None] - values) > distance
    found = {frozenset(np.flatnonzero(row).tolist()) for row in letter_groups(is_different)}
    assert found == {frozenset(group) for group in largest_groups(is_different)}


def test_what_is_left_out_of_the_order_is_in_no_group():
    groups = letter_groups(np.zeros((3, 3), bool), np.array([2, 0]))
    assert groups.tolist() == [[True, False, True]]


def test_too_many_groups_are_none():
    n = 12
    is_different = np.arange(n)[:, None] % 2 == np.arange(n) % 2  # alike only across: each pair is a group
    np.fill_diagonal(is_different, val=False)
    assert letter_groups(is_different, most=n * n // 4 - 1) is None
    assert len(letter_groups(is_different, most=n * n // 4)) == n * n // 4


@pytest.mark.parametrize("spread", [0.05, 0.3, 2.0])
def test_many_things_take_little_time(spread):
    rng = np.random.default_rng(1)
    values = np.sort(rng.random(150))
    noise = np.triu(rng.normal(0, 0.1, (150, 150)), 1)
    is_different = np.abs(values[:, None] - values) > spread + noise + noise.T
    np.fill_diagonal(is_different, val=False)
    start = perf_counter()
    groups = letter_groups(is_different, most=2000)
    assert perf_counter() - start < 5  # about 0.1 s
    np.testing.assert_array_equal((groups[:, :, None] & groups[:, None, :]).any(axis=0), ~is_different)


@pytest.mark.parametrize(
    ("groups", "written"),
    [
        ([[0]], ["a"]),
        ([[0, 1], [1, 2]], ["a", "ab", "b"]),
        ([[0, 1], [1], [1], [0]], ["ad", "a–c"]),
        ([[0], [1], [0], [0], [0]], ["a c–e", "b"]),
        ([[0] if n in {0, 2, 3, 4, 5, 29} else [1] for n in range(30)], ["1 3–6 30", "2 7–29"]),
        ([[0] if n < 2 else [1] for n in range(27)], ["1 2", "3–27"]),
    ],
)
def test_groups_are_written_shortly(groups, written):
    member = np.zeros((len(groups), 1 + max(map(max, groups))), bool)
    for number, its in enumerate(groups):
        member[number, its] = True
    assert written_groups(member) == written


def test_far_too_many_groups_are_given_up_early():
    n = 40
    is_different = np.arange(n)[:, None] % 2 == np.arange(n) % 2
    np.fill_diagonal(is_different, val=False)
    assert letter_groups(is_different, most=2) is None
