"""Queries drawn with replacement, and intervals."""

from __future__ import annotations

import numpy as np
import pytest

from axiometer.errors import UsageError
from axiometer.stats import bootstrap_counts
from axiometer.stats.bootstrap_counts import centred_interval, percentile_interval, resample_counts


class TestResampleCounts:
    def test_each_resample_has_as_many_as_there_are(self):
        counts = resample_counts(17, 50, seed=1)
        assert counts.shape == (50, 17)
        assert counts.dtype == np.float64
        assert (counts.sum(axis=1) == 17).all()
        assert (counts == np.round(counts)).all()
        assert (counts >= 0).all()

    def test_same_seed_same_counts(self):
        np.testing.assert_array_equal(resample_counts(9, 20, seed=4), resample_counts(9, 20, seed=4))
        assert (resample_counts(9, 20, seed=4) != resample_counts(9, 20, seed=5)).any()

    def test_same_everywhere(self):
        assert resample_counts(5, 3, seed=0).tolist() == [[0, 2, 1, 1, 1], [4, 0, 0, 0, 1], [0, 0, 1, 2, 2]]

    def test_fewer_are_the_first_of_more(self):
        np.testing.assert_array_equal(resample_counts(7, 100, seed=2)[:31], resample_counts(7, 31, seed=2))

    def test_blocks_do_not_matter(self, monkeypatch):
        together = resample_counts(7, 11, seed=2)
        monkeypatch.setattr(bootstrap_counts, "_MOST_DRAWN", 20)
        np.testing.assert_array_equal(resample_counts(7, 11, seed=2), together)

    def test_multinomial(self):
        """A count has the mean 1 and the variance 1 − 1/n, two of them the covariance −1/n."""
        counts = resample_counts(4, 40_000, seed=3)
        np.testing.assert_allclose(counts.mean(axis=0), 1, atol=0.02)
        np.testing.assert_allclose(np.cov(counts.T), np.eye(4) - 1 / 4, atol=0.03)

    @pytest.mark.parametrize(("n", "resamples"), [(0, 3), (3, 0), (0, 0), (1, 2)])
    def test_few(self, n, resamples):
        np.testing.assert_array_equal(resample_counts(n, resamples, seed=0), np.ones((resamples, n)))


class TestPercentileInterval:
    def test_by_hand(self):
        low, high = percentile_interval(np.arange(101.0), 0.9)
        assert (float(low), float(high)) == pytest.approx((5, 95))

    @pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
    def test_as_numpy(self, confidence):
        rng = np.random.default_rng(1)
        draws = np.where(rng.random((200, 3, 4)) < 0.3, np.nan, rng.normal(size=(200, 3, 4)))
        expected = np.nanquantile(draws, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
        np.testing.assert_allclose(percentile_interval(draws, confidence), expected, rtol=1e-12)

    def test_undefined_with_fewer_than_two(self):
        nan = np.nan
        draws = np.array([[nan, nan, 3.0, 4.0], [nan, 2.0, nan, 4.0], [nan, nan, 5.0, nan]])
        low, high = percentile_interval(draws, 0.5)
        np.testing.assert_allclose(low, [nan, nan, 3.5, 4.0])
        np.testing.assert_allclose(high, [nan, nan, 4.5, 4.0])

    @pytest.mark.parametrize("draws", [0, 1])
    def test_without_draws(self, draws):
        low, high = percentile_interval(np.ones((draws, 2)), 0.9)
        np.testing.assert_array_equal([low, high], np.full((2, 2), np.nan))

    def test_the_whole_at_most(self):
        low, high = percentile_interval(np.array([1.0, 2.0, 3.0]), 1 - 2**-53)
        assert (float(low), float(high)) == pytest.approx((1, 3))

    def test_draws_stay_as_they_are(self):
        draws = np.array([3.0, 1.0, 2.0])
        percentile_interval(draws, 0.9)
        assert draws.tolist() == [3, 1, 2]

    @pytest.mark.parametrize("confidence", [-0.1, 1, 95, float("nan")])
    def test_confidence_is_a_share(self, confidence):
        with pytest.raises(UsageError, match="confidence must be from 0 to below 1"):
            percentile_interval(np.ones(3), confidence)


def test_infinite_draws_are_smaller_than_all_others():
    low, high = percentile_interval(np.array([-np.inf, -np.inf, -np.inf, 1.0, 2.0]), 0.5)
    assert (low, high) == (-np.inf, 1.0)
    low, high = percentile_interval(np.array([-np.inf, 0.0, 1.0]), 0.6)
    assert (low, high) == (-np.inf, pytest.approx(0.6))


def test_a_centred_interval_is_moved_to_the_value():
    draws = np.arange(101.0)[:, None] / 100
    low, high = centred_interval(np.array([0.6]), draws, 0.9, 0.0, 1.0)
    assert (low.item(), high.item()) == pytest.approx((0.15, 1.0))
    low, high = centred_interval(np.array([np.nan]), draws, 0.9, 0.0, 1.0)
    assert np.isnan([low.item(), high.item()]).all()
