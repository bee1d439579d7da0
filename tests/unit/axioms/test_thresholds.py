"""The search for n."""

from functools import partial
from math import log2

import pytest

from axiometer.axioms.checking import check_axioms


def verdict_on(measure, axiom):
    (verdict,) = check_axioms(measure, axiom)
    return verdict


def first_from_which_top_wins(wins, most):
    """Scan all n up to most."""
    return 1 + max((n for n in range(1, most) if not wins(n)), default=0)


@pytest.mark.parametrize("p", [0.5, 0.8, 0.95])
def test_the_n_of_rbp_is_the_first_from_which_on_one_item_on_top_wins(p):
    expected = first_from_which_top_wins(lambda n: p**n * (1 - p**n) / (1 - p) * (1 + 1e-12) < 1, 2000)
    verdict = verdict_on(f"RBP(p={p})", "DeepTh")
    assert verdict.answer == "witness"
    assert verdict.witness.startswith(f"from n = {expected} on, tried up to 1024")


@pytest.mark.thorough
def test_alpha_ndcg_that_forgets_slowly_needs_a_large_n():
    def wins(n):
        return sum(0.9 ** (i - 1) / log2(n + i + 1) for i in range(1, min(n, 400) + 1)) < 1

    expected = first_from_which_top_wins(wins, 1200)
    assert expected > 1000
    verdict = verdict_on("alpha_nDCG(alpha=0.1)", "DeepTh")
    assert verdict.witness.startswith(f"from n = {expected} on, tried up to 16")


def test_without_a_cutoff_no_n_is_enough_for_ndcg():
    verdict = verdict_on("nDCG", "DeepTh")
    assert verdict.answer == "no-witness"
    assert "still not at n = 16384" in verdict.witness


def test_each_gain_has_an_n_of_its_own():
    # ERR: r_c against at most Σ r_c (1 − r_c)^(i−1) / (n + i)
    assert verdict_on("ERR", "DeepTh").witness.startswith("from n = 1 on")

    def wins(n, r):
        return sum(0.9 ** (n + i - 1) * (1 - r) ** (i - 1) for i in range(1, n + 1)) < 1

    found = [first_from_which_top_wins(partial(wins, r=r), 200) for r in (0.001, 0.01, 0.05, 0.1)]
    told = ", ".join(f"{n} for {gain}" for n, gain in zip(found, (0.001, 0.01, 0.05, 0.1), strict=True))
    assert verdict_on("RBU(p=0.9,e=0.05)", "DeepTh").witness == f"from n = {told} on, tried up to 1024"


def test_ties_are_not_won():
    # From n = 20 on, P@20 sees nothing of the second list; at 19 it sees one item of each.
    assert verdict_on("P@20", "DeepTh").witness.startswith("from n = 20 on")
    assert verdict_on("P@20", "CloseTh").witness == "m = 2"
    assert verdict_on("S_Recall", "CloseTh").answer == "no-witness"


def test_a_smaller_value_can_be_the_better_one():
    assert verdict_on("SL3", "CloseTh").answer == "witness"
