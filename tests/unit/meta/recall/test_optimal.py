"""Worst cases of optimal rankings, against all users and all rankings."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from axiometer.errors import UsageError
from axiometer.measures.recall.recall_level import RecallLevel
from axiometer.meta.recall.optimal import FORMS, optimal_rankings
from axiometer.reference import Known
from axiometer.reference.recall import RecallLevel as value_of

N = 9


def utility(measure: RecallLevel, ranking: tuple[int, ...], user: tuple[int, ...]) -> float:
    """Measure a ranking of the relevant items for a user who wants some of them."""
    seen = [1 if item in user else None for item in ranking]
    told = {name: getattr(measure, name) for name in ("exposure", "p", "normalisation", "imputation", "rel")}
    return value_of(seen, [1] * len(user), Known(corpus_size=N), **told)


def users(m: int) -> list[tuple[int, ...]]:
    return [user for size in range(1, m + 1) for user in combinations(range(m), size)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_all_users_of_all_optimal_rankings(form, m):
    measure = FORMS[form]
    fixed = min(utility(measure, tuple(range(m)), user) for user in users(m))
    rankings = list(permutations(range(m)))
    expected = {user: np.mean([utility(measure, ranking, user) for ranking in rankings]) for user in users(m)}
    (found,) = optimal_rankings([form], [m], N).rows()
    worst = min(expected.values())
    size = min(len(user) for user, value in expected.items() if value <= worst + 1e-12)
    assert found == (form, m, pytest.approx(fixed), pytest.approx(worst), size)


@pytest.mark.parametrize("m", [5, 25])
def test_order_statistics(m):
    """Average precision by P(p_i = k) = C(k−1, i−1) C(m−k, s−i) / C(m, s), in fractions."""

    def expected(s: int) -> Fraction:
        return sum(
            Fraction(comb(k - 1, i - 1) * comb(m - k, s - i), comb(m, s)) * Fraction(i, s * k)
            for i in range(1, s + 1)
            for k in range(i, m - s + i + 1)
        )

    (found,) = optimal_rankings(["AP"], [m]).rows()
    assert found[3] == pytest.approx(float(min(expected(s) for s in range(1, m + 1))), rel=1e-14)


def flat(level, m):
    return np.ones(level.size) / m**2


def test_a_measure_that_is_not_top_heavy_has_its_worst_user_elsewhere():
    measure = RecallLevel(exposure="ap", normalisation=flat)
    ((_, _, fixed, expected, size),) = optimal_rankings([measure], [4]).rows()
    # Of a fixed ranking who wants the last three has less than who wants only the last, of random ones who wants all.
    assert fixed == pytest.approx((1 / 2 + 1 / 3 + 1 / 4) / 9)
    assert expected == pytest.approx((1 + 1 / 2 + 1 / 3 + 1 / 4) / 16)
    assert size == 4


def test_many_relevant_items():
    ((_, _, fixed, expected, size),) = optimal_rankings(["RR"], [300], 300).rows()
    assert (fixed, size) == (1 / 300, 1)
    assert expected == pytest.approx(sum(1 / k for k in range(1, 301)) / 300)


def test_names():
    own = "RecallLevel(exposure='dcg',normalisation='ap')"
    table = optimal_rankings(["rr RR", own], [1, 2])
    assert table["measure"].to_list() == ["RR", "RR", own, own]
    assert table.columns == ["measure", "m", "deterministic", "stochastic", "worst_size"]
    assert optimal_rankings("AP", [1]).row(0) == ("AP", 1, 1.0, 1.0, 1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((["nDCG@10"], [1]), "nDCG@10 is no recall-level measure"),
        ((["RecallLevel(rel=2)"], [1]), "asks for grades above 1"),
        ((["AP"], [0]), "between 1 and the corpus size, 100"),
        ((["AP"], [101]), "between 1 and the corpus size, 100"),
        ((["AP"], []), "between 1 and the corpus size, 100"),
    ],
)
def test_what_cannot_be_is_refused(given, said):
    with pytest.raises(UsageError, match=said):
        optimal_rankings(*given)
