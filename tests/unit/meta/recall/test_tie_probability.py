"""Closed forms of ties are what counting gives."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from math import comb, log10

import numpy as np
import pytest

from axiometer.errors import UsageError
from axiometer.meta.recall.tie_probability import rounded_tie_probability, tie_probabilities, tie_probability

NAMES = ("TSE", "R", "Rprec", "lexirecall")


def counted(n: int, m: int, seen) -> Fraction:
    """Count ties among all pairs of placements; ``seen`` is what is compared of one."""
    placements = [seen(each) for each in combinations(range(1, n + 1), m)]
    return Fraction(sum(ours == theirs for ours, theirs in product(placements, repeat=2)), len(placements) ** 2)


@pytest.mark.parametrize(("n", "m"), [(n, m) for n in range(1, 8) for m in range(1, n + 1)])
def test_all_pairs_of_all_placements(n, m):
    assert tie_probability("TSE", n, m) == counted(n, m, max)
    assert tie_probability("lexirecall", n, m) == counted(n, m, tuple)
    assert tie_probability("Rprec", n, m) == counted(n, m, lambda p: sum(rank <= m for rank in p))
    for k in range(1, n + 3):
        assert tie_probability("R", n, m, k) == counted(n, m, lambda p, k=k: sum(rank <= k for rank in p))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("n", "m", "k"), [(1, 1, 1), (10, 9, 3), (1000, 10, 1000), (10**4, 700, 9990), (10**12, 50, 10**6)]
)
def test_rounding_loses_nothing_that_a_float_shows(name, n, m, k):
    exact = tie_probability(name, n, m, k)
    assert abs(Fraction(rounded_tie_probability(name, n, m, k)) / exact - 1) < Fraction(1, 10**40)


def test_a_hundred_thousand_relevant_items_of_a_trillion():
    # For n ≫ m the last of m items is as good as continuous: m² / ((2m − 1) n).
    n, m = 10**12, 10**5
    assert float(rounded_tie_probability("TSE", n, m)) == pytest.approx(m * m / ((2 * m - 1) * n), rel=1e-6)


def test_what_no_float_can_hold_is_there_as_a_decimal():
    assert rounded_tie_probability("lexirecall", 10**12, 50).adjusted() == -536
    assert tie_probabilities([10**12], [50])["lexirecall"].to_list() == [0.0]


def test_from_a_cutoff_of_n_on_all_tie():
    assert tie_probability("R", 10, 3, 10) == tie_probability("R", 10, 3, 1000) == 1
    assert rounded_tie_probability("R", 10, 3, 1000) == Decimal(1)


def test_numbers_of_numpy_do_not_overflow():
    assert tie_probability("TSE", np.int64(10**12), np.int32(9)) == tie_probability("TSE", 10**12, 9)
    assert tie_probabilities(np.array([10**12]), np.array([9])).equals(tie_probabilities([10**12], [9]))


def test_a_table_has_a_row_for_each_size_and_number():
    table = tie_probabilities([1000, 10**6], [1, 10], cutoffs=(10, 1000))
    assert table.columns == ["n", "m", "TSE", "R@10", "R@1000", "Rprec", "lexirecall", "lexirecall_log10"]
    assert table.select("n", "m").rows() == [(1000, 1), (1000, 10), (10**6, 1), (10**6, 10)]
    for row in table.to_dicts():
        assert row["TSE"] == float(tie_probability("TSE", row["n"], row["m"]))
        assert row["R@10"] == float(tie_probability("R", row["n"], row["m"], 10))
        assert row["lexirecall"] == float(tie_probability("lexirecall", row["n"], row["m"]))
        assert row["lexirecall_log10"] == pytest.approx(log10(row["lexirecall"]))


def test_what_is_too_small_for_a_float_has_a_logarithm():
    row = tie_probabilities([10**12], [100]).row(0, named=True)
    assert row["lexirecall"] == 0
    assert row["lexirecall_log10"] == pytest.approx(-log10(comb(10**12, 100)))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("AP", 10, 1), "no closed form is known for ties of 'AP'"),
        (("TSE", 10, 0), "need 1 ≤ m ≤ n"),
        (("TSE", 10, 11), "m = 11 and n = 10"),
        (("R", 10, 1, 0), "cut-off must be a whole number from 1, not 0"),
    ],
)
@pytest.mark.parametrize("probability", [tie_probability, rounded_tie_probability])
def test_what_cannot_be_is_refused(probability, given, said):
    with pytest.raises(UsageError, match=said):
        probability(*given)
