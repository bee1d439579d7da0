"""Cases of the axioms for recommendations are what the axioms say, computed again in plain fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import prod

import numpy as np
import pytest

from axiometer.axioms.axiom import Axiom, Existential, Threshold
from axiometer.axioms.checking import check_axioms
from axiometer.axioms.examples import Example
from axiometer.axioms.generation import Bounds, drawn, enumerated
from axiometer.axioms.recommender_axioms import RECOMMENDATIONS
from axiometer.axioms.saturation import TRIES, USERS

BY_NAME = {axiom.name: axiom for axiom in RECOMMENDATIONS}
PLAIN = [axiom.name for axiom in RECOMMENDATIONS if isinstance(axiom, Axiom)]
EACH_BATCH = 400


def batches(axiom: Axiom, n_batches: int = 8) -> Iterator:
    bounds = Bounds.within(axiom.sizes, 20)
    yield from islice(drawn(axiom, bounds, 10**6, np.random.default_rng(5)), n_batches)


def examples(axiom: Axiom) -> Iterator[Example]:
    bounds = Bounds.within(axiom.sizes, 20)
    for drafts in [*batches(axiom), *islice(enumerated(axiom, bounds), 3)]:
        order = axiom.lists(drafts)
        for number in range(0, len(drafts), max(1, len(drafts) // EACH_BATCH)):
            yield Example.of(drafts, order, None, number)


def rating(example: Example, item: int) -> Fraction:
    return max(example.items[item])


def shown(example: Example, item: int) -> set[int]:
    return {aspect for aspect, gain in enumerate(example.items[item]) if gain}


def is_rated(example: Example, item: int) -> bool:
    return item not in example.unrated


def rated_above(example: Example, place: int) -> list[int]:
    return [item for item in example.lists[0][:place] if is_rated(example, item)]


def satisfied(example: Example, place: int, aspect: int) -> Fraction:
    return 1 - prod(1 - example.items[item][aspect] / 2 for item in rated_above(example, place))


def changed_places(example: Example) -> list[int]:
    one, other = example.lists
    assert len(one) == len(other)
    return [place for place in range(len(one)) if one[place] != other[place]]


def is_saturated(example: Example, place: int, aspect: int) -> bool:
    return any(example.items[item][aspect] == 1 for item in rated_above(example, place))


def check_pri(example: Example, variant: str) -> None:
    better, listed = example.lists
    p, q = changed_places(example)
    upper, lower = listed[p], listed[q]
    assert (better[p], better[q]) == (lower, upper)
    assert is_rated(example, upper)
    assert is_rated(example, lower)
    assert rating(example, lower) > rating(example, upper)
    (aspect,) = shown(example, upper) | shown(example, lower)
    assert variant != "both-liked" or rating(example, upper) > 0
    assert variant != "unsaturated" or not is_saturated(example, p, aspect)


def check_deep(example: Example, variant: str) -> None:
    one, other = example.lists
    i, i_next, j, j_next = changed_places(example)
    assert (i_next, j_next) == (i + 1, j + 1)
    assert i_next < j
    assert (one[i], one[i_next]) == (other[i_next], other[i])
    assert (one[j], one[j_next]) == (other[j_next], other[j])
    low, high = {rating(example, each) for each in (one[i_next], one[j])}, {one[i], one[j_next]}
    assert len(low) == 1
    assert len({rating(example, each) for each in high}) == 1
    assert max(low) < rating(example, one[i])
    four = [one[place] for place in (i, i_next, j, j_next)]
    assert all(is_rated(example, item) for item in four)
    (aspect,) = set().union(*(shown(example, item) for item in four))
    assert variant != "unsaturated" or not is_saturated(example, i, aspect)


def check_asp_rel(example: Example, variant: str) -> None:
    better, listed = example.lists
    (place,) = changed_places(example)
    heavy, light = better[place], listed[place]
    assert heavy not in listed
    (heavy_aspect,), (light_aspect,) = shown(example, heavy), shown(example, light)
    assert is_rated(example, heavy)
    assert is_rated(example, light)
    assert rating(example, heavy) == rating(example, light) > 0
    assert example.weights[heavy_aspect] > example.weights[light_aspect]
    others = listed[:place] if variant else listed[:place] + listed[place + 1 :]
    assert not any(shown(example, item) & {heavy_aspect, light_aspect} for item in others)


def check_more_asp(example: Example, variant: str) -> None:
    better, listed = example.lists
    (place,) = changed_places(example)
    more, less = better[place], listed[place]
    assert more not in listed
    assert is_rated(example, more)
    assert is_rated(example, less)
    assert rating(example, more) == rating(example, less) > 0
    above = rated_above(example, place)
    given = [sum(example.items[item][aspect] for item in above) for aspect in range(len(example.weights))]
    remaining = [
        weight * (1 - satisfied(example, place, aspect)) if variant else weight - given[aspect] / (sum(given) or 1)
        for aspect, weight in enumerate(example.weights)
    ]
    assert sum(remaining[a] for a in shown(example, more)) > sum(remaining[a] for a in shown(example, less))
    if variant == "unsatisfied-alone":
        assert place == len(listed) - 1
        assert len(shown(example, more)) == len(shown(example, less)) == 1


def check_miss_over_non(example: Example, variant: str) -> None:
    better, listed = example.lists
    (place,) = changed_places(example)
    unknown, disliked = better[place], listed[place]
    assert unknown not in listed
    assert not is_rated(example, unknown)
    assert is_rated(example, disliked)
    assert rating(example, disliked) == 0
    assert any(satisfied(example, place, aspect) < 1 for aspect in shown(example, unknown))
    if variant:
        assert any(not is_saturated(example, place, aspect) for aspect in shown(example, unknown))


CHECKS = {
    "Pri": check_pri,
    "Deep": check_deep,
    "AspRel": check_asp_rel,
    "MoreAsp": check_more_asp,
    "MissOverNon": check_miss_over_non,
}


def test_there_are_eight_in_the_order_of_the_paper():
    plain = [axiom for axiom in RECOMMENDATIONS if not axiom.variant_of]
    assert [axiom.equation for axiom in plain] == [str(number) for number in range(17, 25)]
    assert RECOMMENDATIONS[: len(plain)] == tuple(plain)
    assert {axiom.variant_of for axiom in RECOMMENDATIONS[len(plain) :]} <= {axiom.name for axiom in plain}
    assert all(axiom.family == "recommendation" for axiom in RECOMMENDATIONS)


@pytest.mark.thorough
@pytest.mark.parametrize("name", PLAIN)
def test_cases_are_what_the_axiom_says(name):
    check, variant = CHECKS[name.split("/")[0]], "/".join(name.split("/")[1:])
    n_cases, ratings = 0, set()
    for example in examples(BY_NAME[name]):
        check(example, variant)
        n_cases += 1
        ratings |= {gain for item in example.items for gain in item}
        assert all(len({gain for gain in item if gain}) <= 1 for item in example.items)
    assert n_cases > 2000
    assert ratings == {Fraction(stars, 5) for stars in range(6)}


@pytest.mark.thorough
@pytest.mark.parametrize("name", PLAIN)
def test_many_drafts_become_cases(name):
    assert sum(map(len, batches(BY_NAME[name]))) > 8 * 1500
    assert sum(map(len, islice(enumerated(BY_NAME[name], Bounds.within(BY_NAME[name].sizes, 20)), 5))) > 100


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["NonPriSatAsp", "NonPriSatAsp/neighbours"])
def test_swaps_are_beyond_their_bounds(name):
    axiom = BY_NAME[name]
    assert isinstance(axiom, Existential)
    for user, tries in zip(USERS, axiom.bounds, strict=True):
        for (difference, least), (_, beyond) in zip(TRIES, tries, strict=True):
            differences = set()
            for drafts in batches(beyond, 2):
                order = beyond.lists(drafts)
                for number in range(0, len(drafts), 400):
                    example = Example.of(drafts, order, None, number)
                    differences.add(check_swap(example, least, user))
                    assert len(changed_places(example)) == 2
                    p, q = changed_places(example)
                    assert name == "NonPriSatAsp" or q == p + 1
            assert 0 < min(differences) <= max(differences) == Fraction(difference, 1000)


def check_swap(example: Example, least: float, user: tuple[int, int]) -> Fraction:
    listed, swapped = example.lists
    p, q = changed_places(example)
    upper, lower = listed[p], listed[q]
    assert (swapped[p], swapped[q]) == (lower, upper)
    assert (shown(example, upper), shown(example, lower)) == ({0}, {1})
    assert is_rated(example, upper)
    assert is_rated(example, lower)
    assert rating(example, upper) in {Fraction(stars, 5) for stars in range(1, 6)}
    assert satisfied(example, p, 1) - satisfied(example, p, 0) >= Fraction(str(least))
    assert example.weights[0] * user[1] == example.weights[1] * user[0]
    return rating(example, lower) - rating(example, upper)


def test_the_swaps_have_items_between_and_below_and_unrated_ones_of_the_first_aspect_above():
    beyond = BY_NAME["NonPriSatAsp"].bounds[0][0][1]
    distances, are_below, are_unrated = set(), set(), set()
    for drafts in batches(beyond, 8):
        order = beyond.lists(drafts)
        for number in range(0, len(drafts), 20):
            example = Example.of(drafts, order, None, number)
            p, q = changed_places(example)
            distances.add(q - p)
            are_below.add(q + 1 < len(example.lists[0]))
            are_unrated.add(any(0 in shown(example, item) for item in example.lists[0][:p]))
    assert {*range(1, 13)} <= distances
    assert are_below == are_unrated == {False, True}


def test_every_rating_has_a_threshold():
    thresholds = [axiom for axiom in RECOMMENDATIONS if isinstance(axiom, Threshold)]
    assert [axiom.gains for axiom in thresholds] == [(200, 400, 600, 800, 1000)] * 2 + [(200,)]


def test_alphabeta_ndcg_has_the_threshold_for_low_ratings_only():
    names = ["MissOverNon", "TopHeavComp/one-star", "TopHeavComp", "MoreAsp"]
    found = check_axioms("alphabeta_nDCG@20", [f"recommendation:{name}" for name in names], cases=1000)
    assert [verdict.answer for verdict in found] == ["holds", "witness", "no-witness", "violated"]
