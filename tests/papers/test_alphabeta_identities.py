"""What is said of αβ-nDCG: its equations agree, greedy ideal lists can be beaten, and what it is for one aspect."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import axiometer as ax
from axiometer.reference.recommendation import Item, User
from axiometer.testing import Case, values_of
from axiometer.testing.strategies import ASPECTS, aspect_sets

TOP = 5
N_ITEMS, DEPTH = 6, 4
INSTANCES = 150
SEED = 20210711
GREATEST = {0.5: 1.005, 1.0: 1.065}
"""For each β, the most by which the best of all lists beat the greedy one: 1.0041 and 1.0648."""

shares = st.fractions(0, 1, max_denominator=12)
items = st.builds(Item, aspect_sets().map(frozenset), st.none() | st.integers(0, TOP))


def value(name: str, cases: list[Case]) -> np.ndarray:
    return values_of(ax.parse_measure(name), cases, max_grade=TOP)


@given(st.lists(items, max_size=8), shares, shares, st.sampled_from(ASPECTS))
def test_counts_of_ratings_and_of_missing_ones_tell_what_is_left_of_an_interest(earlier, alpha, beta, aspect):
    """The product of eq. 7 is that of eq. 12, with the numbers of items of eq. 10 and 11."""
    user = User({aspect: Fraction(1)}, alpha, beta, TOP, Fraction)
    about = [item.rating for item in earlier if aspect in item.aspects]
    by_counts = (1 - alpha) ** about.count(None)
    for rating in range(TOP + 1):
        by_counts *= (1 - beta * Fraction(rating, TOP)) ** about.count(rating)
    assert user.left(earlier)[aspect] == by_counts


@given(st.lists(items, max_size=6), items, shares, shares, st.permutations((1, 2, 3, 4)))
def test_gain_is_the_chance_that_one_aspect_at_least_satisfies(earlier, item, alpha, beta, parts):
    """Eq. 8 as it is printed, in fractions."""
    interest = {aspect: Fraction(part, 10) for aspect, part in zip(ASPECTS, parts, strict=True)}
    user = User(interest, alpha, beta, TOP, Fraction)
    nothing_satisfies = Fraction(1)
    for aspect in ASPECTS:
        nothing_satisfies *= 1 - user.chance(aspect, item) * interest[aspect] * user.left(earlier)[aspect]
    assert user.gain(item, user.left(earlier)) == 1 - nothing_satisfies


def some_user(rng: np.random.Generator, beta: float) -> tuple[User, list[Item]]:
    """Draw six items, most of them rated, and a user whose interests make ties unlikely."""
    interest = dict(zip(ASPECTS, map(float, rng.dirichlet(np.full(len(ASPECTS), 4.0))), strict=True))
    catalogue = [
        Item(
            frozenset(rng.choice(ASPECTS, rng.integers(1, len(ASPECTS)), replace=False).tolist()),
            int(rng.integers(1, TOP + 1)) if rng.random() < 0.75 else None,
        )
        for _ in range(N_ITEMS)
    ]
    return User(interest, 0.005, beta, TOP, float), catalogue


def best_list(user: User, catalogue: list[Item]) -> list[Item]:
    """Try all lists."""
    return list(max(itertools.permutations(catalogue, DEPTH), key=user.discounted_gain))


def case_of(shown: list[Item], catalogue: list[Item], user: User) -> Case:
    others = [item for item in catalogue if not any(item is each for each in shown)]
    return Case(
        ranking=tuple(grade_of(item) for item in shown),
        unretrieved=tuple(grade_of(item) for item in others if item.rating is not None),
        weights=user.interest,
        unrated=tuple(tuple(item.aspects) for item in shown if item.rating is None),
        catalogue=tuple(tuple(item.aspects) for item in others if item.rating is None),
    )


def grade_of(item: Item) -> dict[str, int] | None:
    return None if item.rating is None else dict.fromkeys(sorted(item.aspects), item.rating)


@pytest.fixture(scope="module", params=GREATEST)
def instances(request):
    """Users with their catalogues and, of all lists, the best and its worth, that of the greedy list being 1."""
    rng = np.random.default_rng(SEED)
    found = []
    for user, catalogue in (some_user(rng, request.param) for _ in range(INSTANCES)):
        best = best_list(user, catalogue)
        greedy = user.greedy_list(catalogue, DEPTH)
        found.append((user, catalogue, best, user.discounted_gain(best) / user.discounted_gain(greedy)))
    return found


def test_greedy_ideal_list_is_nearly_the_best(instances):
    user, *_ = instances[0]
    ratios = np.array([ratio for *_, ratio in instances])
    assert (ratios >= 1 - 1e-12).all()
    assert (ratios > 1 + 1e-6).any()
    assert ratios.max() <= GREATEST[user.beta]


def test_list_that_beats_the_greedy_one_has_a_value_above_1(instances):
    user, *_ = instances[0]
    cases = [case_of(best, catalogue, user) for user, catalogue, best, _ in instances]
    ratios = np.array([ratio for *_, ratio in instances])
    values = value(f"alphabeta_nDCG(beta={user.beta})@{DEPTH}", cases)
    np.testing.assert_allclose(values, ratios, rtol=1e-11)
    assert (values > 1 + 1e-6).any()


liked_or_not = st.sampled_from((0, TOP))
lists_of_one_aspect = st.lists(
    st.builds(
        lambda ranking, unretrieved, is_known: Case(
            tuple(ranking), tuple(unretrieved), unrated=(("1",),) * ranking.count(None) if is_known else ()
        ),
        st.lists(st.none() | liked_or_not, max_size=10),
        st.lists(liked_or_not, max_size=5),
        st.booleans(),
    ),
    min_size=1,
    max_size=4,
)


@pytest.mark.parametrize("cutoff", ["", "@1", "@3", "@10"])
@given(cases=lists_of_one_aspect, beta=st.sampled_from((0.1, 0.5, 0.75, 1)))
def test_for_one_aspect_and_nothing_but_likes_it_is_alpha_ndcg(cutoff, cases, beta):
    """β is then α: each liked item leaves 1 − β of what the next one gives. Where nothing is liked, both say so."""
    likes = value(f"alpha_nDCG(alpha={beta}){cutoff}", cases)
    np.testing.assert_allclose(value(f"alphabeta_nDCG(alpha=0,beta={beta}){cutoff}", cases), likes, rtol=1e-11)


@given(cases=lists_of_one_aspect)
def test_for_one_aspect_and_the_soon_satisfied_only_the_first_liked_item_counts(cases):
    ranks = [case.ranking.index(TOP) + 1 if TOP in case.ranking else np.inf for case in cases]
    expected = [1 / np.log2(1 + rank) if TOP in case.pool else np.nan for case, rank in zip(cases, ranks, strict=True)]
    np.testing.assert_allclose(value("alphabeta_nDCG(alpha=0,beta=1)", cases), expected, rtol=1e-11)


@given(cases=lists_of_one_aspect)
def test_for_one_aspect_and_the_hardly_ever_satisfied_it_is_ndcg(cases):
    """Not for β = 0, where nothing gives anything, but ever more the smaller β is."""
    hardly = value("alphabeta_nDCG(alpha=0,beta=1e-9)", cases)
    np.testing.assert_allclose(hardly, value("nDCG(gain='binary')", cases), rtol=1e-7)
    assert np.isnan(value("alphabeta_nDCG(alpha=0,beta=0)", cases)).all()
