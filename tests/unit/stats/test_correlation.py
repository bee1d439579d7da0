"""How alike things put systems in order."""

from __future__ import annotations

import tracemalloc
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import kendalltau, spearmanr

from axiometer.errors import UsageError
from axiometer.stats import correlation
from axiometer.stats.correlation import classes, rbo, spearman, tau_ap, tau_b

ALL = [tau_b, tau_ap, spearman, rbo]
SEEDS = range(8)


def with_ties(seed: int, things: int, systems: int) -> np.ndarray:
    """Draw scores with ties, but no thing ties all systems."""
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, rng.integers(2, 2 * systems), (things, systems)).astype(float)
    scores[:, 0] = scores[:, 1:].max(axis=1) + rng.choice([-1, 1], things)
    return scores


def strict(seed: int, things: int, systems: int) -> np.ndarray:
    return np.random.default_rng(seed).permuted(np.tile(np.arange(1.0, systems + 1), (things, 1)), axis=1)


def breakings(scores: np.ndarray) -> list[tuple[int, ...]]:
    """List all orders, best first, that break the ties of some scores."""
    return [order for order in permutations(range(len(scores))) if (np.diff(scores[list(order)]) <= 0).all()]


def slow_tau_ap(order, reference):
    """2 / (n − 1) · Σ C(i) / (i − 1) − 1 from rank 2 on; C(i) of those above rank i are above it in the reference."""
    correct = 0.0
    for i in range(1, len(order)):
        correct += sum(reference.index(y) < reference.index(order[i]) for y in order[:i]) / i
    return 2 / (len(order) - 1) * correct - 1


def slow_rbo(left, right, p):
    """X(k) / k · pᵏ + (1 − p) / p · Σ X(d) / d · pᵈ for depths d from 1 to k."""
    k = len(left)
    overlap = [len(set(left[:d]) & set(right[:d])) for d in range(1, k + 1)]
    return overlap[-1] / k * p**k + (1 - p) / p * sum(x / d * p**d for d, x in enumerate(overlap, 1))


class TestClasses:
    @pytest.mark.parametrize(
        ("scores", "number"),
        [
            ([0.5, 0.2, 0.9, 0.2], [1, 0, 2, 0]),
            ([0.3, 0.1 + 0.2, 0.0, -0.0], [1, 1, 0, 0]),
            ([1.0, 1 + 0.9e-12, 1 + 1.8e-12, 1 + 4e-12], [0, 0, 0, 1]),
            ([-1.0, -1 - 0.9e-12, -1 - 3e-12], [1, 1, 0]),
            ([1e-20, 2e-20, 0.0, 1e-20 * (1 + 1e-14)], [1, 2, 0, 1]),
            ([1e20, 1e20 + 1e6, 2e20], [0, 0, 1]),
            ([np.inf, 1.0, -np.inf, np.inf, 1e300], [3, 1, 0, 3, 2]),
            ([7.0, 7.0, 7.0], [0, 0, 0]),
            ([7.0], [0]),
            ([], []),
        ],
    )
    def test_by_hand(self, scores, number):
        assert classes(np.array(scores)).tolist() == number

    def test_each_row_by_itself(self):
        scores = np.random.default_rng(3).integers(0, 6, (4, 3, 9)).astype(float)
        before = scores.copy()
        number = classes(scores)
        for at in np.ndindex(4, 3):
            assert number[at].tolist() == np.unique(scores[at], return_inverse=True)[1].tolist()
        np.testing.assert_array_equal(scores, before)


class TestAll:
    @pytest.mark.parametrize("correlate", ALL)
    def test_equal_strict_orders_are_fully_alike(self, correlate):
        scores = np.stack([strict(1, 1, 12)[0]] * 3) * [[1], [2], [3]]
        np.testing.assert_allclose(correlate(scores), 1, rtol=1e-14)

    @pytest.mark.parametrize("correlate", [tau_b, tau_ap, spearman])
    def test_opposite_orders_are_fully_unlike(self, correlate):
        scores = strict(1, 1, 12)
        np.testing.assert_allclose(correlate(np.concatenate([scores, -scores])), [[1, -1], [-1, 1]], rtol=1e-14)

    @pytest.mark.parametrize("correlate", [tau_b, spearman, rbo])
    @pytest.mark.parametrize("seed", SEEDS)
    def test_symmetric(self, correlate, seed):
        found = correlate(with_ties(seed, 6, 20))
        np.testing.assert_allclose(found, found.T, rtol=1e-14)

    @pytest.mark.parametrize("correlate", ALL)
    @pytest.mark.parametrize("seed", SEEDS)
    def test_within_bounds(self, correlate, seed):
        found = correlate(with_ties(seed, 8, 4))
        assert (np.abs(found) <= 1).all()
        assert correlate is not rbo or (found >= 0).all()

    @pytest.mark.parametrize("correlate", ALL)
    def test_only_the_order_matters(self, correlate):
        scores = with_ties(5, 4, 15)
        np.testing.assert_array_equal(correlate(np.exp(scores / 3)), correlate(scores))

    @pytest.mark.parametrize("correlate", ALL)
    def test_rounding_is_no_order(self, correlate):
        scores = with_ties(5, 4, 15) + 1
        noise = np.random.default_rng(0).uniform(-1e-14, 1e-14, scores.shape)
        np.testing.assert_array_equal(correlate(scores * (1 + noise)), correlate(scores))

    @pytest.mark.parametrize("correlate", ALL)
    def test_names_of_systems_do_not_matter(self, correlate):
        scores, mixed = with_ties(6, 4, 15), np.random.default_rng(2).permutation(15)
        np.testing.assert_allclose(correlate(scores[:, mixed]), correlate(scores), rtol=1e-13, atol=1e-15)

    @pytest.mark.parametrize("correlate", ALL)
    def test_blocks_do_not_matter(self, correlate, monkeypatch):
        scores = np.stack([with_ties(seed, 5, 11) for seed in range(6)]).reshape(2, 3, 5, 11)
        together = correlate(scores)
        assert together.shape == (2, 3, 5, 5)
        monkeypatch.setattr(correlation, "_MOST_CELLS", 1)
        np.testing.assert_array_equal(correlate(scores), together)
        for at in np.ndindex(2, 3):
            np.testing.assert_array_equal(correlate(scores[at]), together[at])

    @pytest.mark.parametrize("correlate", ALL)
    def test_a_thing_without_a_score_has_no_order(self, correlate):
        scores = np.stack([with_ties(1, 3, 8)] * 2)
        known = correlate(scores)
        scores[1, 2, 4] = np.nan
        found = correlate(scores)
        assert np.isnan(found[1, 2]).all()
        assert np.isnan(found[1, :, 2]).all()
        np.testing.assert_array_equal(found[0], known[0])
        np.testing.assert_array_equal(found[1, :2, :2], known[1, :2, :2])

    @pytest.mark.parametrize(
        ("correlate", "of_none", "of_one"),
        [(tau_b, np.nan, np.nan), (tau_ap, np.nan, np.nan), (spearman, np.nan, np.nan), (rbo, np.nan, 1)],
    )
    def test_few_systems(self, correlate, of_none, of_one):
        np.testing.assert_array_equal(correlate(np.ones((3, 2, 0))), np.full((3, 2, 2), of_none))
        np.testing.assert_array_equal(correlate(np.ones((3, 2, 1))), np.full((3, 2, 2), of_one))

    @pytest.mark.parametrize("correlate", ALL)
    def test_few_things_and_resamples(self, correlate):
        assert correlate(np.ones((3, 0, 4))).shape == (3, 0, 0)
        assert correlate(np.ones((0, 2, 4))).shape == (0, 2, 2)

    @pytest.mark.thorough
    @pytest.mark.parametrize("correlate", ALL)
    def test_memory_does_not_grow_with_resamples(self, correlate):
        scores = np.random.default_rng(0).random((60, 20, 140))
        tracemalloc.start()
        correlate(scores)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 60e6


class TestTauB:
    @pytest.mark.parametrize("seed", SEEDS)
    def test_as_scipy(self, seed):
        scores = with_ties(seed, 4, 5 + 4 * seed)
        expected = [[kendalltau(left, right).statistic for right in scores] for left in scores]
        np.testing.assert_allclose(tau_b(scores), expected, rtol=1e-12, atol=1e-14)

    def test_by_hand(self):
        """Of six pairs the first ties one, the second three; two are in the same order, one in opposite order."""
        scores = np.array([[4.0, 3, 2, 2], [5.0, 6, 5, 5]])
        assert tau_b(scores)[0, 1] == pytest.approx((2 - 1) / np.sqrt(5 * 3))

    def test_a_tie_of_all_is_no_order(self):
        np.testing.assert_array_equal(
            tau_b(np.array([[1.0, 1, 1], [1.0, 2, 3], [3.0, 2, 1]])),
            [[np.nan, np.nan, np.nan], [np.nan, 1, -1], [np.nan, -1, 1]],
        )


class TestSpearman:
    @pytest.mark.parametrize("seed", SEEDS)
    def test_as_scipy(self, seed):
        scores = with_ties(seed, 4, 5 + 4 * seed)
        np.testing.assert_allclose(spearman(scores), spearmanr(scores, axis=1).statistic, rtol=1e-12, atol=1e-14)

    def test_a_tie_of_all_is_no_order(self):
        np.testing.assert_array_equal(
            spearman(np.array([[1.0, 1, 1], [1.0, 2, 3], [3.0, 2, 1]])),
            [[np.nan, np.nan, np.nan], [np.nan, 1, -1], [np.nan, -1, 1]],
        )


class TestTauAP:
    @pytest.mark.parametrize(
        ("left", "right", "left_by_right", "right_by_left"),
        [
            ([2, 3, 1], [3, 2, 1], 0, 0),  # the first two changed places: (−1 + 1) / 2
            ([3, 1, 2], [3, 2, 1], 1 / 2, 1 / 2),  # the last two: (1 + 0) / 2
            ([2, 1, 3], [3, 2, 1], -1 / 2, 0),  # third, first, second: (−1 + 0) / 2; the other way (1 − 1) / 2
            ([2, 1, 1], [3, 2, 1], 3 / 4, 3 / 4),  # two weights of (1 + 1/2) / 2; the other way (1 + (1 + 0) / 2) / 2
            ([3, 2, 1, 2], [2, 4, 3, 1], -1 / 9, 0),  # (−3/4 + 3/4 − 1/3) / 3; the other way (1 − 1 + 0) / 3
            ([1, 1, 1], [3, 2, 1], 0, 0),
        ],
    )
    def test_by_hand(self, left, right, left_by_right, right_by_left):
        found = tau_ap(np.array([left, right], dtype=float))
        assert [found[0, 1], found[1, 0]] == pytest.approx([left_by_right, right_by_left])

    @pytest.mark.parametrize("seed", SEEDS)
    def test_as_the_equation(self, seed):
        scores = strict(seed, 4, 9)
        orders = np.argsort(-scores, axis=1).tolist()
        expected = [[slow_tau_ap(order, reference) for reference in orders] for order in orders]
        np.testing.assert_allclose(tau_ap(scores), expected, rtol=1e-13, atol=1e-14)

    @pytest.mark.parametrize("seed", SEEDS)
    def test_ties_as_the_mean_over_all_breakings(self, seed):
        scores = np.random.default_rng(seed).integers(0, 3, (2, 5)).astype(float)
        left, right = breakings(scores[0]), breakings(scores[1])
        expected = np.mean([slow_tau_ap(order, reference) for order in left for reference in right])
        assert tau_ap(scores)[0, 1] == pytest.approx(expected, abs=1e-14)


class TestRBO:
    def test_by_hand(self):
        strict_and_tie = np.array([[2.0, 1], [1.0, 2], [1.0, 1]])
        np.testing.assert_allclose(rbo(strict_and_tie, 0.5), [[1, 0.5, 0.75], [0.5, 1, 0.75], [0.75, 0.75, 0.75]])

    @pytest.mark.parametrize("p", [0.01, 0.5, 0.9, 0.999])
    @pytest.mark.parametrize("seed", SEEDS)
    def test_as_the_equation(self, seed, p):
        scores = strict(seed, 4, 9)
        orders = np.argsort(-scores, axis=1).tolist()
        expected = [[slow_rbo(left, right, p) for right in orders] for left in orders]
        np.testing.assert_allclose(rbo(scores, p), expected, rtol=1e-12)

    @pytest.mark.parametrize("seed", SEEDS)
    def test_ties_as_the_mean_over_all_breakings(self, seed):
        scores = np.random.default_rng(seed).integers(0, 3, (2, 5)).astype(float)
        left, right = breakings(scores[0]), breakings(scores[1])
        found = rbo(scores, 0.8)
        assert found[0, 1] == pytest.approx(np.mean([slow_rbo(one, other, 0.8) for one in left for other in right]))
        assert found[0, 0] == pytest.approx(np.mean([slow_rbo(one, other, 0.8) for one in left for other in left]))

    def test_the_top_counts_more(self):
        at_the_top, at_the_end = [5.0, 6, 4, 3, 2, 1], [6.0, 5, 4, 3, 1, 2]
        found = rbo(np.array([[6.0, 5, 4, 3, 2, 1], at_the_top, at_the_end]))[0]
        assert found[1] < found[2] < 1

    @pytest.mark.parametrize("p", [0, 1, -0.5, 1.5, float("nan")])
    def test_p_is_a_share(self, p):
        with pytest.raises(UsageError, match="p must be between 0 and 1"):
            rbo(np.ones((2, 3)), p)
