"""What the paper on recall proves, tried by brute force on the scalar references: all users, all providers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import fields
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axiometer.reference import Known, adhoc, preferences, recall
from axiometer.reference.aspects import Inner

EXACT = {
    "AP": {"exposure": "ap", "normalisation": "ap"},
    "RR": {"exposure": "ap", "normalisation": "rr"},
    "RBP": {"exposure": "rbp", "p": Fraction(3, 4), "normalisation": "rbp"},
    "nDCG with another exposure": {"exposure": "ap", "normalisation": "ndcg"},
    "linear": {"exposure": "linear", "normalisation": "recall"},
    "own": {"exposure": lambda i: Fraction(1, i * i + 3), "normalisation": lambda i, _: Fraction(1, i * i)},
}
"""Top-heavy recall-level measures with z(1, 1) = 1 whose values are fractions."""
NDCG = {"exposure": "dcg", "normalisation": "ndcg"}

every_exact_measure = pytest.mark.parametrize("parts", EXACT.values(), ids=EXACT)

Ranking = list[int | None]


def listed(positions: Sequence[int], depth: int) -> Ranking:
    """Give a list with relevant items at those positions that are within its depth."""
    return [1 if rank in positions else None for rank in range(1, depth + 1)]


@st.composite
def complete_pairs(draw: Any, most: int = 7) -> tuple[int, list[int], list[int]]:
    """Draw n and the positions of m relevant items in two rankings of the whole corpus, often equal in part."""
    m = draw(st.integers(1, most))
    n = draw(st.integers(m, 14))
    orders = st.permutations(range(1, n + 1)).map(lambda order: order[:m])
    left = draw(orders)
    right = draw(orders)
    kept = draw(st.integers(0, m))
    others = [position for position in right if position not in left[:kept]]
    return n, sorted(left), sorted([*left[:kept], *others][:m]) if draw(st.booleans()) else sorted(right)


@st.composite
def cut_pairs(draw: Any) -> tuple[int, Ranking, Ranking, list[int]]:
    """Draw n, two lists of grades that do not reach down to the end of the corpus, and their pool."""
    pool = draw(st.lists(st.sampled_from((1, 2, 3, 0, -1)), min_size=1, max_size=6))
    lists = []
    for _ in range(2):
        found = draw(st.permutations([*pool, *[None] * 3]))
        lists.append(found[: draw(st.integers(0, len(found)))])
    return max(map(len, lists)) + len(pool) + draw(st.integers(0, 3)), *lists, pool


def subsets(positions: Sequence[int]) -> list[tuple[int, ...]]:
    return [each for size in range(1, len(positions) + 1) for each in combinations(positions, size)]


def for_users(positions: Sequence[int], n: int, measure: Callable[[Ranking, list[int]], Any]) -> list[Any]:
    """Compute a measure for every user: those who want some of the relevant items and no others."""
    return [measure(listed(user, n), [1] * len(user)) for user in subsets(positions)]


def for_providers(positions: Sequence[int], exposure: Callable[[int], Any]) -> list[Any]:
    return [sum(map(exposure, provider)) for provider in subsets(positions)]


def leximin(left: Sequence[Any], right: Sequence[Any]) -> int:
    """Prefer what gives more to the worst off, or then to the next."""
    for of_left, of_right in zip(sorted(left), sorted(right), strict=True):
        if of_left != of_right:
            return 1 if of_left > of_right else -1
    return 0


def lexirecall(n: int, left: Sequence[int], right: Sequence[int]) -> int:
    return called(preferences.lexirecall, listed(left, n), listed(right, n), [1] * len(left), rel=1, number=int)


def called(reference: Callable[..., Any], *lists: Any, **how: Any) -> Any:
    """Call a reference: some of what is said is known of the query, the rest are parameters."""
    known = {each.name: how.pop(each.name) for each in fields(Known) if each.name in how}
    return reference(*lists, Known(**known), **how)


def worst_case(ranking: Ranking, pool: list[int], measure: Callable[[Ranking, list[int]], Any], users: str) -> Any:
    inner = Inner(value=lambda seen, wanted, _: measure(seen, wanted), level=1)
    return recall.WC(ranking, pool, Known(), measure=inner, users=users)


def exact(n: int, **parts: Any) -> Callable[[Ranking, list[int]], Fraction]:
    return partial(called, recall.RecallLevel, rel=1, imputation="pessimistic", corpus_size=n, number=Fraction, **parts)


@every_exact_measure
@given(pair=complete_pairs())
@settings(max_examples=25)
def test_lexirecall_is_the_leximin_of_all_users(parts, pair):
    n, left, right = pair
    measure = exact(n, **parts)
    assert leximin(for_users(left, n, measure), for_users(right, n, measure)) == lexirecall(n, left, right)


@given(pair=complete_pairs())
@settings(max_examples=20)
def test_lexirecall_is_the_leximin_of_average_precision_as_it_is_usually_computed(pair):
    n, left, right = pair
    precision = partial(called, adhoc.AP, rel=1, cutoff=None, number=Fraction)
    assert leximin(for_users(left, n, precision), for_users(right, n, precision)) == lexirecall(n, left, right)


@given(pair=complete_pairs(most=5))
@settings(max_examples=10)
def test_lexirecall_is_the_leximin_of_ndcg(pair):
    n, left, right = pair
    with mpmath.workdps(60):
        how = {"rel": 1, "imputation": "pessimistic", "corpus_size": n, "number": mpmath.mpf}
        measure = partial(called, recall.RecallLevel, **how, **NDCG)
        # Values that are equal come from the same positions, and are equal to the last digit.
        assert leximin(for_users(left, n, measure), for_users(right, n, measure)) == lexirecall(n, left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ([1, 2, 3, 4, 5, 6, 7, 8, 9, 12], [1, 2, 3, 4, 5, 6, 7, 8, 10, 12]),
        ([3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [2, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ([5, 6, 7, 8, 9, 10, 11, 12, 13, 14], [1, 2, 3, 4, 5, 6, 7, 8, 9, 15]),
        ([1, 2, 4, 5, 7, 8, 10, 11, 13, 14], [1, 2, 4, 5, 7, 8, 10, 11, 13, 14]),
    ],
)
def test_lexirecall_is_the_leximin_of_all_users_of_ten_items(left, right):
    measure = exact(16, **EXACT["AP"])
    assert leximin(for_users(left, 16, measure), for_users(right, 16, measure)) == lexirecall(16, left, right)


@every_exact_measure
@given(pair=complete_pairs())
@settings(max_examples=15)
def test_lexirecall_is_the_leximin_of_all_providers(parts, pair):
    n, left, right = pair
    known = Known(corpus_size=n, number=Fraction)
    at = partial(recall.exposure_at, known=known, exposure=parts["exposure"], p=parts.get("p"))
    assert leximin(for_providers(left, at), for_providers(right, at)) == lexirecall(n, left, right)


@every_exact_measure
@given(drawn=cut_pairs())
@settings(max_examples=25)
def test_the_worst_case_of_a_top_heavy_measure_is_total_search_efficiency(parts, drawn):
    n, ranking, _, pool = drawn
    how = {"rel": 1, "imputation": "pessimistic", "corpus_size": n, "number": Fraction}
    inner = partial(called, recall.RecallLevel, **how, **parts)
    efficiency = called(recall.TSE, ranking, pool, exposure=parts["exposure"], p=parts.get("p"), **how)
    assert worst_case(ranking, pool, inner, "all") == efficiency
    assert worst_case(ranking, pool, inner, "single") == efficiency


@given(drawn=cut_pairs())
@settings(max_examples=25)
def test_the_worst_case_of_ndcg_is_total_search_efficiency(drawn):
    n, ranking, _, pool = drawn
    with mpmath.workdps(40):
        how = {"rel": 1, "imputation": "pessimistic", "corpus_size": n, "number": mpmath.mpf}
        worst = worst_case(ranking, pool, partial(called, recall.RecallLevel, **how, **NDCG), "all")
        assert worst == called(recall.TSE, ranking, pool, exposure="dcg", **how)


@given(drawn=cut_pairs())
@settings(max_examples=50)
def test_the_worst_case_of_measures_that_leave_out_what_is_not_found(drawn):
    """AP as it is usually computed gives nothing to users who only want an item that the list does not have."""
    _, ranking, _, pool = drawn
    inner = partial(called, adhoc.AP, rel=1, cutoff=None, number=Fraction)
    positions = [rank for rank, grade in enumerate(ranking, 1) if grade is not None and grade > 0]
    m = sum(grade > 0 for grade in pool)
    expected = None if not m else Fraction(1, positions[-1]) if len(positions) == m else 0
    for users in ("all", "single"):
        assert worst_case(ranking, pool, inner, users) == expected


def test_without_one_for_a_single_item_the_worst_case_is_another_number():
    """The condition z(1, 1) = 1 is needed."""
    inner = exact(4, exposure="ap", normalisation=lambda _, __: Fraction(1, 2))
    assert worst_case([1, None, 1], [1, 1], inner, "all") == Fraction(1, 6)


@every_exact_measure
@given(drawn=cut_pairs())
@settings(max_examples=15)
def test_the_worst_of_all_possible_providers_has_total_search_efficiency(parts, drawn):
    n, ranking, _, pool = drawn
    relevant = [item for item, grade in enumerate(pool) if grade > 0]
    possible = {f"provider of {items}": items for items in subsets(relevant)}
    providers = [[name for name, items in possible.items() if item in items] for item in range(len(pool))]
    how = {"rel": 1, "imputation": "pessimistic", "corpus_size": n, "number": Fraction}
    how |= {"exposure": parts["exposure"], "p": parts.get("p")}
    worst = called(recall.WorstProvider, ranking, pool, providers=providers, items=recall.matched(ranking, pool), **how)
    assert worst == called(recall.TSE, ranking, pool, **how)


@given(drawn=cut_pairs(), epsilon=st.sampled_from((Fraction(1, 100), Fraction(1, 2), Fraction(99, 100))))
def test_the_score_orders_as_lexirecall(drawn, epsilon):
    n, left, right, pool = drawn
    score = partial(
        called, recall.LexiRecallScore, rel=1, epsilon=epsilon, imputation="pessimistic", corpus_size=n, number=Fraction
    )
    preferred = called(preferences.lexirecall, left, right, pool, rel=1, number=int)
    if preferred is None:
        assert score(left, pool) is score(right, pool) is None
    else:
        difference = score(left, pool) - score(right, pool)
        assert (difference > 0) - (difference < 0) == preferred


@given(pair=complete_pairs())
def test_the_score_orders_all_positions_there_are_as_lexirecall(pair):
    n, left, right = pair
    how = {"rel": 1, "epsilon": Fraction(1, 1000), "imputation": "pessimistic", "corpus_size": n, "number": Fraction}
    difference = called(recall.LexiRecallScore, listed(left, n), [1] * len(left), **how)
    difference -= called(recall.LexiRecallScore, listed(right, n), [1] * len(right), **how)
    assert (difference > 0) - (difference < 0) == lexirecall(n, left, right)


def test_lists_that_almost_exhaust_the_corpus_can_tie_by_score_and_not_by_preference():
    """With 4 of 5 items retrieved and with 3, the relevant items not retrieved have only one place to be."""
    left, right, pool = [None, None, None, 1], [None, None, None], [1, 1]
    how = {"rel": 1, "epsilon": Fraction(1, 2), "imputation": "pessimistic", "corpus_size": 5, "number": Fraction}
    assert called(recall.LexiRecallScore, left, pool, **how) == called(recall.LexiRecallScore, right, pool, **how)
    assert called(preferences.lexirecall, left, right, pool, rel=1, number=int) == 1


@pytest.mark.parametrize("m", range(1, 7))
def test_weights_of_the_levels_sum_to_one_and_outweigh_all_that_are_smaller(m):
    delta = 1 / (12 + Fraction(1, 2))
    weights = [recall.level_weight(level, m, delta, Fraction) for level in range(1, m + 1)]
    assert sum(weights) == 1
    assert all(weights[level] == sum(weights[:level]) / delta for level in range(1, m))


@given(drawn=cut_pairs())
@settings(max_examples=50)
def test_total_search_efficiency_and_search_length_order_alike(drawn):
    n, left, right, pool = drawn
    how = {"rel": 1, "imputation": "pessimistic", "corpus_size": n, "number": Fraction}
    efficiency = [called(recall.TSE, each, pool, exposure="ap", **how) for each in (left, right)]
    length = [called(recall.SL3, each, pool, **how) for each in (left, right)]
    m = sum(grade > 0 for grade in pool)
    assert efficiency == [None if each is None else 1 / (each + m) for each in length]
    as_level = exact(n, exposure="ap", normalisation="sl3")
    assert efficiency == [as_level(each, pool) for each in (left, right)]


@given(pair=complete_pairs())
@settings(max_examples=30)
def test_recall_level_measures_are_the_usual_ones_where_everything_is_retrieved(pair):
    n, positions, _ = pair
    ranking, pool = listed(positions, n), [1] * len(positions)
    usual: dict[str, Any] = {"rel": 1, "cutoff": None}
    graded = {**usual, "gain": "binary", "max_grade": 1}
    assert exact(n, **EXACT["AP"])(ranking, pool) == called(adhoc.AP, ranking, pool, **usual, number=Fraction)
    assert exact(n, **EXACT["RR"])(ranking, pool) == called(adhoc.RR, ranking, pool, **usual, number=Fraction)
    persistent = called(adhoc.RBP, ranking, pool, p=Fraction(3, 4), **graded, number=Fraction)
    assert exact(n, **EXACT["RBP"])(ranking, pool) == persistent
    for k in range(1, n + 1):
        seen = exact(n, exposure=lambda i, k=k: Fraction(i <= k), normalisation="recall")
        assert seen(ranking, pool) == called(adhoc.R, ranking, pool, **(usual | {"cutoff": k}), number=Fraction)
    with mpmath.workdps(30):
        how = {"rel": 1, "imputation": "pessimistic", "corpus_size": n, "number": mpmath.mpf}
        gain = called(adhoc.nDCG, ranking, pool, **graded, number=mpmath.mpf)
        assert mpmath.almosteq(called(recall.RecallLevel, ranking, pool, **how, **NDCG), gain, 1e-25)


def test_positions_of_the_third_figure():
    ranking = listed([2, 3, 8], 10)
    assert recall.positions_of(ranking, [1] * 6, Known(corpus_size=1000), 1, "pessimistic") == [2, 3, 8, 998, 999, 1000]
    assert recall.positions_of(ranking, [1] * 6, Known(), 1, "optimistic") == [2, 3, 8, 11, 12, 13]


@given(drawn=cut_pairs(), imputation=st.sampled_from(("pessimistic", "optimistic")))
def test_preferences_change_their_sign_with_the_sides(drawn, imputation):
    _, left, right, pool = drawn
    how = {"rel": 1, "imputation": imputation, "number": Fraction}
    for preference in (
        preferences.lexirecall,
        preferences.lexiprecision,
        preferences.rrlexiprecision,
        preferences.RPP,
        partial(preferences.RPP, weights="inverse"),
    ):
        there, back = called(preference, left, right, pool, **how), called(preference, right, left, pool, **how)
        assert there is back is None or there == -back
        assert called(preference, left, left, pool, **how) in {0, None}


def test_preferences_by_hand():
    """Positions 2, 3 and 8 against 1, 6 and ∞; of four, the last is not found by either."""
    left, right, pool = listed([2, 3, 8], 8), listed([1, 6], 9), [1] * 4
    how = {"rel": 1, "number": Fraction}
    assert called(preferences.lexirecall, left, right, pool, **how) == 1
    assert called(preferences.lexiprecision, left, right, pool, **how) == -1
    assert called(preferences.rrlexiprecision, left, right, pool, **how) == Fraction(1, 2) - 1
    assert called(preferences.RPP, left, right, pool, **how) == Fraction(-1 + 1 + 1 + 0, 4)
    inverse = (-1 + Fraction(1, 2) + Fraction(1, 3) + 0) / (1 + Fraction(1, 2) + Fraction(1, 3) + Fraction(1, 4))
    assert called(preferences.RPP, left, right, pool, weights="inverse", **how) == inverse
    whole = 1 + 1 / math.log2(3) + 1 / 2 + 1 / math.log2(5)
    by_logarithm = called(preferences.RPP, left, right, pool, weights="dcg", rel=1, number=float)
    assert by_logarithm == pytest.approx((-1 + 1 / math.log2(3) + 1 / 2) / whole)
    # Right after the lists, the fourth is at 9 and, of right, the third at 10 and the fourth at 11.
    assert called(preferences.RPP, left, right, pool, imputation="optimistic", **how) == Fraction(-1 + 1 + 1 + 1, 4)


def test_lexirecall_first_asks_how_much_is_found():
    pool = [1] * 4
    for found in permutations(range(1, 6), 2):
        assert called(preferences.lexirecall, listed([7, 8, 9], 9), listed(found, 9), pool, rel=1, number=int) == 1


def test_preferences_without_a_relevant_item_are_undefined():
    for preference in (preferences.lexirecall, preferences.lexiprecision, preferences.RPP):
        assert called(preference, [0, 1], [1], [1, 0], rel=2, number=float) is None
