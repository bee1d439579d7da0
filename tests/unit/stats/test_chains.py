"""The Markov chain that puts systems in order."""

from __future__ import annotations

import numpy as np
import pytest

from axiometer.engines.preferences import RESTART, limit_of_majorities


def test_who_beats_each_other_in_a_circle_is_equal():
    circle = np.array([[0, 3, 1], [1, 0, 3], [3, 1, 0]])
    assert limit_of_majorities(circle).tolist() == pytest.approx([1 / 3] * 3)


def test_who_beats_everybody_wins():
    wins = np.array([[0, 1, 0, 0], [0, 0, 0, 0], [2, 5, 0, 1], [1, 1, 0, 0]])
    share = limit_of_majorities(wins)
    assert np.argsort(-share).tolist() == [2, 3, 0, 1]
    assert share[2] > 0.5
    assert share.sum() == pytest.approx(1)


@pytest.mark.parametrize("wins", [np.zeros((4, 4)), np.full((4, 4), 7)])
def test_ties_are_equal(wins):
    assert limit_of_majorities(wins).tolist() == pytest.approx([1 / 4] * 4)


def test_two_by_hand():
    """From the loser one goes away with chance 1/2 in 19 of 20 steps: l = 1/40 + 19/40 l."""
    assert RESTART == 1 / 20
    assert limit_of_majorities(np.array([[0, 9], [4, 0]])).tolist() == pytest.approx([20 / 21, 1 / 21])


def test_one_stays_where_nobody_wins_the_majority():
    """The first beats the last, the second ties with both: l = 1/60 + 19/20 · 2/3 l, and who ties keeps a third."""
    wins = np.array([[0, 2, 3], [2, 0, 2], [1, 2, 0]])
    assert limit_of_majorities(wins).tolist() == pytest.approx([41 / 66, 1 / 3, 1 / 22])


def test_the_size_of_a_majority_does_not_matter():
    rng = np.random.default_rng(1)
    wins = rng.integers(0, 9, (6, 6))
    np.testing.assert_array_equal(limit_of_majorities(wins), limit_of_majorities(1.0 * (wins > wins.T)))


def test_names_do_not_matter():
    wins = np.random.default_rng(5).integers(0, 9, (7, 7))
    mixed = np.random.default_rng(6).permutation(7)
    np.testing.assert_allclose(limit_of_majorities(wins[np.ix_(mixed, mixed)]), limit_of_majorities(wins)[mixed])
