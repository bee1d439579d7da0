"""Agreement with the worst case."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from axiometer.errors import UsageError
from axiometer.meta.recall.random_pairs import RandomPairs, worst_case_agreement
from axiometer.meta.recall.tie_probability import tie_probability

LAST_ITEM = "TSE(exposure=ap) TSE(exposure=dcg) TSE(exposure=rbp) TSE(exposure=linear) SL3 lexirecall LexiRecallScore"


def test_what_sees_the_last_item_first_always_agrees():
    table = worst_case_agreement(LAST_ITEM, sizes=[60, 10**6], pairs=500)
    is_coin = pl.col("measure") == "random"
    assert table.filter(~is_coin)["agreement"].to_list() == [1.0] * 14
    assert table.filter(~is_coin)["standard_error"].to_list() == [0.0] * 14
    assert table.filter(is_coin)["n"].to_list() == [60, 10**6]


def test_counted_by_hand():
    """Agreement of recall in the first 20 of 60, pair by pair."""
    drawn = RandomPairs.drawn(np.random.default_rng([4, 60]), 60, 300, (5, 9))
    lists = np.split(drawn.rank, drawn.segments.offsets[1:-1])
    n_tied, agreed = 0, []
    for ours, theirs in zip(lists[:300], lists[300:], strict=True):
        assert ours.size == theirs.size
        if ours.max() == theirs.max():
            n_tied += 1
        else:
            agreed.append(np.sign((ours <= 20).sum() - (theirs <= 20).sum()) == np.sign(theirs.max() - ours.max()))
    share = np.mean(agreed)
    row = worst_case_agreement("R@20", [60], pairs=300, relevant=(5, 9), seed=4).row(0)
    error = (share * (1 - share) / len(agreed)) ** 0.5
    assert row == (60, "R@20", 300, n_tied / 300, pytest.approx(share), pytest.approx(error))


def test_tied_pairs_are_as_many_as_the_closed_form_says():
    table = worst_case_agreement("RR", [20], pairs=20_000, relevant=(5, 5))
    exact = float(tie_probability("TSE", 20, 5))
    assert table["tied"][0] == pytest.approx(exact, abs=4 * (exact / 20_000) ** 0.5)
    coin = table.row(1)
    assert coin[4] == pytest.approx(0.5, abs=4 * coin[5])


def test_a_size_has_its_numbers_whatever_else_is_asked():
    both = worst_case_agreement("AP nDCG", [100, 200], pairs=200, seed=7)
    assert both.filter(pl.col("n") == 200).equals(worst_case_agreement(["AP", "nDCG"], [200], pairs=200, seed=7))
    assert not both.equals(worst_case_agreement("AP nDCG", [100, 200], pairs=200, seed=8))


def test_nothing_left_to_agree_on():
    table = worst_case_agreement("AP", [5], pairs=10, relevant=(5, 5))
    assert table["tied"].to_list() == [1.0, 1.0]
    assert table["agreement"].is_nan().all()


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"measures": "ERR_IA"}, "ERR_IA needs aspects"),
        ({"sizes": [20]}, "from 5 to 50 relevant items are not possible in a corpus of 20"),
        ({"relevant": (0, 3)}, "from 0 to 3"),
        ({"relevant": (4, 3)}, "from 4 to 3"),
        ({"pairs": 0}, "pairs must be a whole number from 1, not 0"),
    ],
)
def test_what_cannot_be_is_refused(how, said):
    with pytest.raises(UsageError, match=said):
        worst_case_agreement(**{"measures": "AP", "sizes": [100], **how})
