"""Ties of rankings that are cut off, against their probabilities."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from axiometer.errors import UsageError
from axiometer.meta.recall.random_pairs import ties_by_depth
from axiometer.meta.recall.tie_probability import tie_probability

N, M, PAIRS = 40, 4, 20_000
DEPTHS = (1, 5, 20, 35, 40)


def found_shares(depth: int) -> np.ndarray:
    """Give the probability that 0, 1, … of the relevant items are retrieved."""
    return np.array([comb(depth, i) * comb(N - depth, M - i) for i in range(M + 1)]) / comb(N, M)


def last_shares(depth: int) -> np.ndarray:
    """Give the probability that the last relevant item is at M, …, depth, and that it is not retrieved."""
    within = np.array([comb(i - 1, M - 1) for i in range(M, depth + 1)]) / comb(N, M)
    return np.append(within, 1 - within.sum())


EXACT = {
    "R@10": lambda depth: (found_shares(min(depth, 10)) ** 2).sum(),
    "Rprec": lambda depth: (found_shares(min(depth, M)) ** 2).sum(),
    "TSE(exposure='ap')": lambda depth: (last_shares(depth) ** 2).sum(),
    "lexirecall": lambda depth: sum(p**2 / comb(depth, i) for i, p in enumerate(found_shares(depth)) if p),
}


@pytest.fixture(scope="module")
def sampled():
    return ties_by_depth(EXACT, N, DEPTHS, pairs=PAIRS, relevant=(M, M))


@pytest.mark.parametrize("compared", EXACT)
def test_ties_are_as_many_as_they_should_be(sampled, compared):
    for depth, name, pairs, ties in sampled.rows():
        if name == compared:
            exact = EXACT[compared](depth)
            assert pairs == PAIRS
            assert ties == pytest.approx(exact, abs=4 * (exact * (1 - exact) / PAIRS) ** 0.5 + 1e-12), depth


@pytest.mark.parametrize(("name", "compared"), [("TSE", "TSE(exposure='ap')"), ("lexirecall", "lexirecall")])
def test_whole_rankings_tie_as_the_closed_forms_say(name, compared):
    assert EXACT[compared](N) == pytest.approx(float(tie_probability(name, N, M)))


def test_all_depths_cut_the_same_rankings():
    table = ties_by_depth("AP lexirecall", 1000, (10, 100, 1000), pairs=300)
    alone = ties_by_depth(["lexirecall"], 1000, (100,), pairs=300)
    assert table.row(3) == alone.row(0)
    assert table.columns == ["depth", "compared", "pairs", "ties"]
    assert table.select("depth", "compared").row(2) == (100, "AP")


@pytest.mark.parametrize("depths", [(0,), (101,)])
def test_depths_beyond_the_ranking_are_refused(depths):
    with pytest.raises(UsageError, match="between 1 and the 100 items"):
        ties_by_depth("AP", 100, depths)


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("AP(rel=2)", "asks for grades above 1"),
        ("lexirecall(rel=2)", "asks for grades above 1"),
        ("Bpref", "judged and not relevant"),
        ("WC(AP(rel=3))", "asks for grades above 1"),
    ],
)
def test_what_positions_do_not_tell_is_refused(named, said):
    with pytest.raises(UsageError, match=said):
        ties_by_depth(named, 1000, [10])


def test_depths_go_down_to_the_last_item_unless_said_otherwise():
    assert ties_by_depth("AP", 1e3, pairs=10)["depth"].to_list() == [10, 25, 50, 100, 250, 500, 1000]
    assert ties_by_depth("AP", 1000, []).is_empty()
    with pytest.raises(UsageError, match=r"must be a whole number, not 10\.5"):
        ties_by_depth("AP", 10.5)


def test_measures_of_more_than_positions_are_refused():
    with pytest.raises(UsageError, match="alpha_nDCG needs aspects"):
        ties_by_depth(["lexirecall", "alpha_nDCG"])
