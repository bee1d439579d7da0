"""Orientation, on small rankings by hand."""

from __future__ import annotations

import numpy as np
import pytest

from axiometer.errors import UsageError
from axiometer.meta.recall.orientation import orientation


def row(measure: str, n: int, m: int) -> tuple[float, float, float, float]:
    (found,) = orientation(measure, n, [m]).rows()
    assert found[:2] == (measure, m)
    return found[2:]


def test_average_precision_of_three_among_ten():
    best, worst = 1, (1 / 8 + 2 / 9 + 3 / 10) / 3
    precision = (1 + 2 / 9 + 3 / 10) / 3 - worst
    recall = best - (1 + 1 + 3 / 10) / 3
    scaled = precision / (best - worst), recall / (best - worst)
    assert row("AP", 10, 3) == pytest.approx((precision, recall, *scaled))


def test_total_search_efficiency_sees_the_last_item_only():
    assert row("TSE(exposure='ap')", 10, 3) == pytest.approx((0, 1 / 3 - 1 / 10, 0, 1))


def test_what_costs_is_turned_round():
    assert row("SL3", 10, 3) == (0, 7, 0, 1)
    assert row("RE", 10, 3) == pytest.approx((7 / 3, 7 / 3, 1 / 3, 1 / 3))


def test_one_relevant_item_is_first_and_last():
    table = orientation("RR AP nDCG R@2 TSE(exposure=dcg) SL3", 10, [1])
    np.testing.assert_array_equal(table["precision"], table["recall"])
    np.testing.assert_array_equal(table["recall_scaled"], 1)


def test_nothing_can_be_moved_where_all_is_relevant():
    assert row("AP", 4, 4) == pytest.approx((0, 0, np.nan, np.nan), nan_ok=True)


def test_numbers_are_the_same_alone_and_among_others():
    together = orientation(["AP", "RBP(p=0.8)"], 1000, [7, 3])
    assert together.select("measure", "m").rows() == [("AP", 7), ("AP", 3), ("RBP(p=0.8)", 7), ("RBP(p=0.8)", 3)]
    assert together.row(1) == orientation("AP", 1000, [3]).row(0)


@pytest.mark.parametrize("measure", ["alpha_nDCG@10", "ERR_IA", "U", "TBG", "WorstProvider(exposure=ap)"])
def test_measures_of_more_than_positions_are_refused(measure):
    with pytest.raises(UsageError, match="nothing is known but where the relevant items are"):
        orientation(measure)


@pytest.mark.parametrize("relevant", [[], [0], [11]])
def test_impossible_numbers_of_relevant_items_are_refused(relevant):
    with pytest.raises(UsageError, match="between 1 and the 10 items"):
        orientation("AP", 10, relevant)
