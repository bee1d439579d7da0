import numpy as np
import pytest
from scipy import stats

import axiometer as ax
from axiometer.meta.correlation import correlation
from axiometer.notes import lines_of
from axiometer.stats.bootstrap_counts import resample_counts
from axiometer.stats.correlation import rbo, tau_ap
from tests.unit.meta import slow

RNG = np.random.default_rng(7)
VALUES = {f"m{m}": RNG.random((12, 6)).round(2).tolist() for m in range(3)}


def test_coefficients_are_those_of_the_means():
    found = correlation(slow.frame(VALUES), resamples=0).table
    mean = {name: np.mean(queries, axis=0) for name, queries in VALUES.items()}
    assert found.height == 6
    for row in found.iter_rows(named=True):
        ours, theirs = mean[row["first"]], mean[row["second"]]
        assert row["tau_b"] == pytest.approx(stats.kendalltau(ours, theirs).statistic)
        assert row["spearman"] == pytest.approx(stats.spearmanr(ours, theirs).statistic)
        assert row["tau_ap"] == pytest.approx(tau_ap(np.stack([ours, theirs]))[0, 1])
        assert row["rbo"] == pytest.approx(rbo(np.stack([ours, theirs]), 0.9)[0, 1])
        assert np.isnan(row["tau_b_low"])


def test_intervals_are_those_of_resampled_queries():
    row = correlation(slow.frame(VALUES), resamples=50, confidence=0.8, seed=4).table.row(0, named=True)
    counts = resample_counts(12, 50, 4)
    # Rounded, so that means that are equal in mathematics are equal.
    means = {name: (counts @ np.array(VALUES[name])).round(9) for name in ("m0", "m1")}
    drawn = [stats.kendalltau(*both).statistic for both in zip(*means.values(), strict=True)]
    low, middle, high = np.quantile(drawn, [0.1, 0.5, 0.9])
    expected = row["tau_b"] + low - middle, row["tau_b"] + high - middle
    assert (row["tau_b_low"], row["tau_b_high"]) == pytest.approx(expected)


def test_intervals_hold_their_coefficient():
    """Samples of the queries are noisier than all of them, so that most of their coefficients are smaller."""
    rng = np.random.default_rng(0)
    quality = np.linspace(0, 0.3, 30)
    values = {name: (quality + rng.normal(0, spread, (20, 30))).tolist() for name, spread in (("a", 0.2), ("b", 0.22))}
    values["c"] = (np.array(values["a"]) + rng.normal(0, 0.05, (20, 30))).tolist()
    table = correlation(slow.frame(values)).table
    for name in ("tau_b", "tau_ap", "spearman", "rbo"):
        assert (table[f"{name}_low"] <= table[name]).all()
        assert (table[name] <= table[f"{name}_high"]).all()
        assert table[f"{name}_high"].max() <= 1


def test_where_less_is_better_orders_turn():
    values = {"AP": VALUES["m0"], "RE": (1 - np.array(VALUES["m0"])).tolist()}
    table = correlation(slow.frame(values)).table
    assert table["tau_b"].to_list() == pytest.approx([1, 1])
    assert table["tau_b_low"].to_list() == pytest.approx([1, 1])


def test_undefined_values_count_as_means_do():
    """A query with nothing relevant counts as 0 under the usual profile, and not at all if it is dropped."""
    runs = {s: {"p": items.split(), "q": ["x"]} for s, items in {"one": "a b", "two": "x a", "three": "x y"}.items()}
    judged = {"p": {"a": 1, "b": 1}, "q": {"x": 0}}
    for undefined, told in (
        ("zero", "nDCG: undefined for 1 query, counted as 0"),
        ("drop", "no value of any system in 1 query"),
    ):
        measured = ax.evaluate(judged, runs, ["nDCG", "P@2"], profile=ax.get_profile("trec_eval", undefined=undefined))
        assert any(told in caveat for caveat in lines_of(correlation(measured).notes))


def test_what_says_little_is_told():
    values = {"AP": [[0.5, 0.5], [0.5, 0.5]], "RR": [[1.0, 0.2], [0.1, 0.3]]}
    found = correlation(slow.frame(values))
    assert "the order of 2 systems says little" in lines_of(found.notes)
    assert "AP: all systems have the same mean; τ-b and Spearman's ρ are undefined" in lines_of(found.notes)
    assert found.table["tau_b"].is_nan().all()
