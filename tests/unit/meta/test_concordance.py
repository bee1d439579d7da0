from itertools import combinations
from math import isnan

import pytest
from hypothesis import given

import axiometer as ax
from axiometer.meta.concordance import concordance
from axiometer.notes import lines_of
from tests.unit.meta import slow


@given(slow.tables(measures=(4, 5), queries=(1, 5)))
def test_it_is_what_the_algorithm_of_the_paper_gives(values):
    golds = ["m0", "m1"]
    found = concordance(slow.frame(values), golds).table
    asked = {"m0": ["m0"], "m1": ["m1"], "m0 and m1": golds}
    rows = iter(found.iter_rows(named=True))
    for name, together in asked.items():
        for first, second in combinations([m for m in values if m not in golds], 2):
            row = next(rows)
            n, conc_1, conc_2, wins_1, wins_2 = slow.concordance(values, first, second, together)
            assert (row["gold"], row["first"], row["second"]) == (name, first, second)
            assert (row["disagreements"], row["wins_first"], row["wins_second"]) == (n, wins_1, wins_2)
            if n:
                assert (row["first_concordant"], row["second_concordant"]) == pytest.approx((conc_1 / n, conc_2 / n))
            assert isnan(row["first_concordant"]) == (n == 0)
            if wins_1 + wins_2:
                assert row["p_value"] == pytest.approx(slow.binomial_p(wins_1, wins_2))
            assert isnan(row["p_value"]) == (wins_1 + wins_2 == 0)
    assert next(rows, None) is None


def test_one_gold_standard_is_asked_once():
    values = {"P@10": [[1.0, 0.0]], "AP": [[0.9, 0.1]], "RR": [[0.1, 0.9]]}
    found = concordance(slow.frame(values), "P_10")
    assert found.table.rows() == [("P@10", "AP", "RR", 1, 1.0, 0.0, 1, 0, 1.0)]
    assert found.parameters["gold"] == "P@10"


def test_a_tie_of_the_gold_standard_is_for_both():
    values = {"g": [[1.0, 1.0]], "a": [[0.9, 0.1]], "b": [[0.1, 0.9]]}
    row = concordance(slow.frame(values), "g").table.row(0, named=True)
    assert (row["first_concordant"], row["second_concordant"]) == (1, 1)
    assert isnan(row["p_value"])


def test_disagreements_that_the_gold_standard_does_not_judge_are_left_out_and_counted():
    values = {"g": [[1.0, None], [1.0, 0.0]], "a": [[0.9, 0.1]] * 2, "b": [[0.1, 0.9]] * 2}
    found = concordance(slow.frame(values), "g")
    assert found.table["disagreements"].item() == 1
    assert "g: undefined for 1 disagreement, left out" in lines_of(found.notes)


def test_both_ways_for_a_chart():
    values = {"g": [[1.0, 0.0]], "a": [[0.9, 0.1]], "b": [[0.1, 0.9]]}
    found = concordance(slow.frame(values), "g")
    assert found.more["both ways"].rows() == [("g", "a", "b", 1.0), ("g", "b", "a", 0.0)]
    assert found.to_vega_lite()["data"]["values"][0]["concordant"] == 1.0


@pytest.mark.parametrize(
    ("gold", "message"),
    [
        ("AP", "there are no values of AP; there are those of g, a, b"),
        ([], "needs a gold standard"),
        (["g", "a"], "needs two measures beside the gold standard; there is b"),
    ],
)
def test_what_cannot_be_asked_is_refused(gold, message):
    values = {"g": [[1.0, 0.0]], "a": [[0.9, 0.1]], "b": [[0.1, 0.9]]}
    with pytest.raises(ax.UsageError, match=message):
        concordance(slow.frame(values), gold)


def test_gold_standards_that_judge_different_pairs():
    """Asked together, they judge only what both of them know."""
    values = {
        "a": [[0.1, 0.2], [0.1, 0.2], [0.1, 0.2]],
        "b": [[0.2, 0.1], [0.2, 0.1], [0.2, 0.1]],
        "g": [[0.1, 0.2], [0.1, 0.2], [None, 0.2]],
        "h": [[0.1, 0.2], [None, 0.2], [0.1, 0.2]],
    }
    found = concordance(slow.frame(values), ["g", "h"])
    assert found.table["disagreements"].to_list() == [2, 2, 1]
    assert found.table["wins_first"].to_list() == [2, 2, 1]
    assert "g and h: undefined for 2 disagreements, left out" in lines_of(found.notes)
