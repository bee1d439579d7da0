"""What the paper on recall proves of its measures, tried on those that people use: all users, all providers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import axiometer as ax
from axiometer.engines.comparing import compare
from axiometer.measures.preferences.lexicographic import lexirecall
from axiometer.measures.recall.recall_level import RecallLevel
from axiometer.measures.recall.total_search_efficiency import TSE
from axiometer.measures.recall.worst_case import WC, _users
from axiometer.measures.recall.worst_provider import WorstProvider
from axiometer.projection.lists import RankedLists
from axiometer.projection.positions import lists_at
from axiometer.projection.segments import Segments
from axiometer.testing import Case, values_of

N = 40
TOP_HEAVY = {
    "AP": {"exposure": "ap", "normalisation": "ap"},
    "RR": {"exposure": "ap", "normalisation": "rr"},
    "nDCG": {"exposure": "dcg", "normalisation": "ndcg"},
    "RBP": {"exposure": "rbp", "p": 0.7, "normalisation": "rbp"},
    "linear": {"exposure": "linear", "normalisation": "recall"},
    "own": {"exposure": lambda i: 1 / (i * i + 3.0), "normalisation": lambda i, _: 1 / i**2},
}
"""Top-heavy recall-level measures with z(1, 1) = 1."""
every_measure = pytest.mark.parametrize("parts", TOP_HEAVY.values(), ids=TOP_HEAVY)


@st.composite
def cases(draw: Any, *, complete: bool = False, most: int = 10) -> Case:
    """Draw a list with at most ten relevant items, found or not."""
    m = draw(st.integers(1, most))
    ranking = draw(st.permutations([*[1] * m, *[None] * draw(st.integers(0, 8))]))
    depth = len(ranking) if complete else draw(st.integers(0, len(ranking)))
    found = tuple(ranking[:depth])
    return Case(found, (1,) * (m - sum(grade is not None for grade in found)))


def batches(**how: Any) -> st.SearchStrategy[list[Case]]:
    return st.lists(cases(**how), min_size=1, max_size=4)


def value(measure: ax.Measure | str, drawn: list[Case]) -> np.ndarray:
    measure = ax.parse_measure(measure) if isinstance(measure, str) else measure
    return values_of(measure, drawn, corpus_size=N)


def efficiency(parts: dict[str, Any], imputation: str = "pessimistic") -> TSE:
    own = {name: each for name, each in parts.items() if name != "normalisation"}
    return TSE(imputation=imputation, **own)


def worst_case(parts: dict[str, Any], imputation: str, users: str) -> WC:
    inner = RecallLevel(imputation=imputation, **parts)
    return WC(inner, users=users)


@every_measure
@given(drawn=batches())
@settings(max_examples=15)
def test_the_worst_case_is_total_search_efficiency(parts, drawn):
    """Not for optimists: whoever wants one missing item finds it right after the list, whoever wants two does not."""
    for users in ("all", "single"):
        worst = value(worst_case(parts, "pessimistic", users), drawn)
        np.testing.assert_allclose(worst, value(efficiency(parts), drawn), rtol=1e-12)


@every_measure
@given(drawn=batches(complete=True))
@settings(max_examples=15)
def test_the_worst_case_of_complete_lists_is_total_search_efficiency(parts, drawn):
    for imputation in ("pessimistic", "optimistic"):
        for users in ("all", "single"):
            worst = value(worst_case(parts, imputation, users), drawn)
            np.testing.assert_allclose(worst, value(efficiency(parts, imputation), drawn), rtol=1e-12)


def test_ten_items_have_a_thousand_users():
    drawn = [Case((None, *[1] * 10)), Case(tuple([1, None] * 10)), Case((), (1,) * 10)]
    for parts in TOP_HEAVY.values():
        worst = value(worst_case(parts, "pessimistic", "all"), drawn)
        np.testing.assert_allclose(worst, value(efficiency(parts), drawn), rtol=1e-12)


@every_measure
@given(drawn=st.data())
@settings(max_examples=15)
def test_where_each_provider_has_one_item_the_worst_off_has_total_search_efficiency(parts, drawn):
    case = drawn.draw(cases(most=3))
    provided = Case(case.ranking, case.unretrieved, providers=tuple((name,) for name in "xyz"[: len(case.pool)]))
    own = {name: each for name, each in parts.items() if name != "normalisation"}
    for imputation in ("pessimistic", "optimistic"):
        worst = value(WorstProvider(imputation=imputation, **own), [provided])
        np.testing.assert_allclose(worst, value(TSE(imputation=imputation, **own), [provided]), rtol=1e-12)


@pytest.mark.parametrize(
    ("generic", "usual"),
    [
        ("RecallLevel(exposure=ap,normalisation=ap)", "AP"),
        ("RecallLevel(exposure=ap,normalisation=rr)", "RR"),
        ("RecallLevel(exposure=dcg,normalisation=ndcg)", "nDCG(gain='binary')"),
        ("RecallLevel(exposure=rbp,p=0.7,normalisation=rbp)", "RBP(p=0.7,gain='binary')"),
        ("RecallLevel(exposure=rbp,normalisation=rbp)", "RBP(p=0.8,gain='binary')"),
        ("RecallLevel(exposure=ap,normalisation=sl3)", "TSE(exposure=ap)"),
    ],
)
@given(drawn=batches(complete=True, most=15))
@settings(max_examples=30)
def test_usual_measures_are_recall_level_measures_where_everything_is_retrieved(generic, usual, drawn):
    np.testing.assert_allclose(value(generic, drawn), value(usual, drawn), rtol=1e-12)


@given(drawn=batches(most=15))
@settings(max_examples=30)
def test_what_was_not_retrieved_adds_to_recall_level_measures(drawn):
    assert (value("RecallLevel", drawn) >= value("AP", drawn) - 1e-12).all()


def pairs_of_lists(m: int, n: int, n_pairs: int, rng: np.random.Generator) -> RankedLists:
    """Make pairs of complete lists, some of them equal, or equal but for one item."""
    ranks = []
    for _ in range(n_pairs):
        left = rng.choice(n, m, replace=False) + 1
        right = rng.choice(n, m, replace=False) + 1
        kind = rng.integers(4)
        if kind == 0:
            right = left.copy()
        elif kind == 1:
            others = np.setdiff1d(np.arange(1, n + 1), left)
            right = left.copy()
            right[rng.integers(m)] = rng.choice(others)
        ranks += [np.sort(left), np.sort(right)]
    segments = Segments.of_lengths(np.full(2 * n_pairs, m))
    query = np.zeros(2 * n_pairs, np.int64)
    return lists_at(np.concatenate(ranks), segments, query, np.array([m]), depth=n, corpus_size=n)


@pytest.mark.parametrize("name", ["AP", "RR", "nDCG", "RBP", "linear"])
@pytest.mark.parametrize("m", range(1, 11))
def test_lexirecall_is_the_leximin_of_all_users(name, m):
    """Eq. 10 and 11: of all 2^m − 1 users, the value of the worst off decides, or then that of the next."""
    lists = pairs_of_lists(m, m + 6, 50, np.random.default_rng(m))
    users = lists.grouped(_users(lists.pool, "all"))
    value = RecallLevel(**TOP_HEAVY[name]).values(users.lists)
    by_user = np.sort(value.reshape(len(lists), 2**m - 1), axis=1)
    gap = by_user[::2] - by_user[1::2]
    gap[np.abs(gap) < 1e-12] = 0
    first = np.argmax(gap != 0, axis=1)
    leximin = np.sign(gap[np.arange(len(gap)), first])
    left = np.arange(0, len(lists), 2)
    np.testing.assert_array_equal(leximin, compare(lexirecall(), lists, left, left + 1))
    assert {0, 1, -1} <= set(leximin)


@pytest.mark.parametrize("exposure", ["ap", "dcg", "rbp", "linear"])
@pytest.mark.parametrize("m", range(1, 11))
def test_lexirecall_is_the_leximin_of_all_providers(exposure, m):
    """Eq. 6: a provider of some of the items has the sum of their exposures."""
    lists = pairs_of_lists(m, m + 6, 60, np.random.default_rng(m))
    users = lists.grouped(_users(lists.pool, "all"))
    value = users.lists.sum(TSE(exposure=exposure).exposed(users.rank, users.lists))
    by_provider = np.sort(value.reshape(len(lists), 2**m - 1), axis=1)
    gap = by_provider[::2] - by_provider[1::2]
    gap[np.abs(gap) < 1e-12] = 0
    leximin = np.sign(gap[np.arange(len(gap)), np.argmax(gap != 0, axis=1)])
    left = np.arange(0, len(lists), 2)
    np.testing.assert_array_equal(leximin, compare(lexirecall(), lists, left, left + 1))
