from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import axiometer as ax
from axiometer.axioms.axiom import Axiom
from axiometer.axioms.case_batch import WHOLE, Drafts
from axiometer.axioms.checking import check_axioms
from axiometer.axioms.generation import BATCH, Bounds, cases_of, random_drafts
from axiometer.axioms.property_margins import best_apart, difference, is_defined, outgrown, slack
from axiometer.axioms.recall_properties import PROPERTIES, REALISABLE, SUFFIX_INV, binary
from axiometer.measures.names import parse_measure

BY_NAME = {axiom.name: axiom for axiom in PROPERTIES}
STRICT = {
    "StrictDecNonrel": "DecNonrel",
    "StrictIncRel": "IncRel",
    "StrictIncSwap": "IncSwap",
    "StrictConcave": "Concave",
}


@dataclass(frozen=True)
class Plain:
    """A case in plain Python."""

    given: list[int]
    relevant: set[int]
    place: tuple[int, int]
    extras: list[int]
    lists: list[list[int]]
    hidden: list[set[int]]


def plain(axiom: Axiom, drafts: Drafts, number: int, *, has_lists: bool = True) -> Plain:
    one = drafts.take(np.array([number]))
    order = axiom.lists(one)[0].tolist() if has_lists else []
    for ranks in order:
        assert -1 not in ranks[: len([item for item in ranks if item >= 0])], "a hole in a list"
    hidden = axiom.hidden(one)[0] if axiom.hidden is not None and has_lists else np.zeros((len(order), 0), bool)
    return Plain(
        given=list(range(int(one.length[0]))),
        relevant={item for item, gains in enumerate(one.gain[0].tolist()) if gains[0]},
        place=(int(one.place[0, 0]), int(one.place[0, 1])),
        extras=list(range(one.ranks, one.ranks + axiom.sizes.extras)),
        lists=[[item for item in ranks if item >= 0] for ranks in order],
        hidden=[{*np.flatnonzero(each).tolist()} for each in hidden],
    )


def drafts_of(axiom: Axiom, longest: int = 6, seed: int = 0) -> Drafts:
    return random_drafts(axiom.sizes, BATCH, (axiom.sizes.shortest, longest, 1), np.random.default_rng(seed))


def cases(axiom: Axiom, n: int = 400) -> Iterator[Plain]:
    for longest in (max(3, axiom.sizes.shortest), 6, 12):
        found = cases_of(axiom, drafts_of(axiom, longest, longest))
        assert len(found) > 100
        assert set(np.unique(found.gain)) <= {0, WHOLE}
        yield from (plain(axiom, found, number) for number in range(min(n, len(found))))


def is_case(name: str, case: Plain) -> bool:
    """Say in other words what a case of each property is."""
    relevant, (i, j), given = case.relevant, case.place, case.given
    if name in {"IncSize", "SuffixInv", "Bounded"}:
        return bool(relevant)
    if name == "DecNonrel":
        return bool(relevant) and case.extras[0] not in relevant
    if name == "IncRel":
        return case.extras[0] in relevant
    if name == "IncSwap":
        if case.extras[0] in relevant:
            return not {i, j} <= relevant
        return i not in relevant and j in relevant
    if name == "Concave":
        steps = [place for place in given[:-1] if place not in relevant and place + 1 in relevant]
        return i < j and {i, j} <= {*steps}
    if name == "PrefixInv":
        return len({i, j} & relevant) == 1
    if name == "Localised":
        return any(item in relevant for item in case.extras) and bool(relevant - {*case.extras})
    if name == "Complete":
        return not relevant
    assert name == "Realisable"
    return case.extras[0] in relevant and any(item in relevant for item in given)


@pytest.mark.parametrize("axiom", PROPERTIES, ids=lambda axiom: axiom.name)
def test_the_premise_is_what_it_says(axiom):
    # With few relevant items, so that some cases have none.
    drafts = binary(drafts_of(axiom)).take(slice(0, 3000))
    gain = np.where(np.random.default_rng(1).random(drafts.gain.shape) < 0.5, drafts.gain, 0)
    drafts = Drafts(gain, drafts.ranks, drafts.length, drafts.place, drafts.weight, drafts.is_unrated).tidied()
    found = axiom.premise(drafts)
    name = STRICT.get(axiom.name, axiom.name)
    expected = [is_case(name, plain(axiom, drafts, number, has_lists=False)) for number in range(len(drafts))]
    assert found.tolist() == expected
    assert any(expected)
    assert not all(expected)


@pytest.mark.parametrize("axiom", PROPERTIES, ids=lambda axiom: axiom.name)
def test_cases_have_lists_of_different_items_some_of_them_relevant(axiom):
    for case in cases(axiom, 200):
        assert is_case(STRICT.get(axiom.name, axiom.name), case)
        for number, items in enumerate(case.lists):
            assert len({*items}) == len(items)
            gone = case.hidden[number]
            assert not gone & {*items}
            assert bool(case.relevant - gone) == (axiom.name != "Complete")


@pytest.mark.parametrize("name", ["IncSize", "IncRel", "StrictIncRel"])
def test_the_first_list_has_one_item_more(name):
    kinds = set()
    for case in cases(BY_NAME[name]):
        longer, shorter = case.lists
        assert shorter == case.given == longer[:-1]
        kinds.add(longer[-1] in case.relevant)
    assert kinds == ({True, False} if name == "IncSize" else {True})


@pytest.mark.parametrize("name", ["DecNonrel", "StrictDecNonrel"])
def test_the_second_list_has_one_item_more_that_is_not_relevant(name):
    for case in cases(BY_NAME[name]):
        shorter, longer = case.lists
        assert shorter == case.given == longer[:-1]
        assert longer[-1] not in case.relevant


@pytest.mark.parametrize("name", ["IncSwap", "StrictIncSwap"])
def test_a_relevant_item_goes_up_or_comes_in(name):
    swapped, replaced = set(), set()
    for case in cases(BY_NAME[name], 2000):
        better, worse = case.lists
        assert worse == case.given
        places = [place for place in case.given if better[place] != worse[place]]
        upper = places[0]
        assert worse[upper] not in case.relevant
        assert better[upper] in case.relevant
        if len(places) == 2:
            lower = places[1]
            assert (better[upper], better[lower]) == (worse[lower], worse[upper])
            swapped.add((upper, lower))
        else:
            assert len(places) == 1
            assert better[upper] not in worse
            replaced.add((len(worse), upper))
    assert {(i, j) for j in range(6) for i in range(j)} <= swapped
    assert {(length, place) for length in range(1, 7) for place in range(length)} <= replaced


@pytest.mark.parametrize("name", ["Concave", "StrictConcave"])
def test_two_neighbours_swap_at_either_place(name):
    for case in cases(BY_NAME[name]):
        steps = []
        for items in case.lists:
            upper, lower = (place for place in case.given if items[place] != place)
            assert lower == upper + 1
            assert (items[upper], items[lower]) == (lower, upper)
            assert upper not in case.relevant
            assert lower in case.relevant
            steps.append(upper)
        assert steps[0] < steps[1]


def test_a_list_and_the_same_without_its_last_item():
    for case in cases(SUFFIX_INV):
        longer, shorter = case.lists
        assert longer == case.given
        assert shorter == longer[:-1] != []
    beyond = Bounds.beyond(SUFFIX_INV.sizes, 5)
    found = cases_of(
        SUFFIX_INV, random_drafts(SUFFIX_INV.sizes, BATCH, (beyond.shortest, 8, 1), np.random.default_rng(0))
    )
    assert {len(plain(SUFFIX_INV, found, number).lists[1]) for number in range(200)} == {5, 6, 7}


def test_two_items_of_a_prefix_change_places():
    for case in cases(BY_NAME["PrefixInv"]):
        one, other = case.lists
        places = [place for place in case.given if one[place] != other[place]]
        assert len(places) == 2
        assert sorted(one) == sorted(other)
        assert len({one[place] in case.relevant for place in places}) == 2


def test_the_same_list_with_and_without_further_relevant_items():
    for case in cases(BY_NAME["Localised"]):
        assert case.lists == [case.given, case.given]
        assert case.hidden[0] == set()
        assert case.hidden[1] & case.relevant


def test_the_lists_among_which_the_best_is_hold_all_relevant_items_on_top_alone_or_at_the_end():
    for case in cases(REALISABLE):
        assert len(case.lists) == 6
        for number, items in enumerate(case.lists):
            there = case.relevant - case.hidden[number]
            assert (case.extras[0] in there) == (number >= 3)
            assert there <= {*items}
            n = len(there)
            expected = [items[:n], items, items[-n:]][number % 3]
            assert {*expected} == there


@pytest.mark.parametrize(
    ("measure", "is_bounded"),
    [
        ("DCG", False),
        ("DCG@20", True),
        ("SL3", False),
        ("RE", False),
        ("RBU(p=0.9,e=0.05)", True),
        ("RecallLevel", True),
        ("RecallLevel(exposure=dcg,normalisation=ndcg)", True),
        ("RecallLevel(exposure=ap,normalisation=rbp)", False),
        ("RecallLevel(exposure=linear,normalisation=ap)", False),
    ],
)
def test_what_grows_without_end_is_told_from_what_does_not(measure, is_bounded):
    grows = [outgrown(parse_measure(measure), side) is not None for side in (-1, 1)]
    assert any(grows) != is_bounded


def exact(*values):
    return np.array([values], dtype=object)


def test_margins_are_the_same_in_all_kinds_of_numbers():
    ap, sl3 = parse_measure("AP"), parse_measure("SL3")
    for kind in (float, Fraction, Decimal):
        values = exact(kind("0.25"))
        assert slack(values, ap)[0] == slack(np.array([[0.25]]), ap)[0] == Fraction(1, 4)
        assert slack(exact(kind("1.5")), ap)[0] == slack(np.array([[1.5]]), ap)[0] == Fraction(-1, 2)
        assert difference(exact(kind("0.5"), kind("0.25")), ap)[0] == Fraction(1, 4)
        six = [kind(each) for each in ("1", "0.5", "0.25", "0.5", "0.25", "0.25")]
        assert best_apart(exact(*six), ap)[0] == best_apart(np.array([six], float), ap)[0] == Fraction(1, 2)
        costs = [kind(each) for each in ("0", "2", "1", "0.5", "3", "3")]
        assert best_apart(exact(*costs), sl3)[0] == -Fraction(1, 2)


def test_what_is_only_rounding_is_no_difference():
    ap = parse_measure("AP")
    assert difference(exact(0.1 + 0.2, 0.3), ap)[0] == 0
    assert difference(exact(Decimal(1) + Decimal("1e-55"), Decimal(1)), ap)[0] == 0
    assert difference(exact(Fraction(1) + Fraction(1, 10**60), Fraction(1)), ap)[0] == Fraction(1, 10**60)
    assert slack(exact(1 + 1e-15), ap)[0] == 0


def test_undefined_values_say_nothing_except_of_completeness():
    ap = parse_measure("AP")
    assert slack(exact(None), ap)[0] is None
    assert difference(exact(None, Fraction(1)), ap)[0] is None
    assert best_apart(exact(*[None] * 6), ap)[0] is None
    assert is_defined(exact(None), ap)[0] == -1
    assert is_defined(exact(Fraction(0)), ap)[0] == 1
    assert is_defined(np.array([[np.nan], [0.0]]), ap).tolist() == [-1, 1]


SWAPS = "IncSwap StrictIncSwap Concave StrictConcave"
TABLE = {
    "AP": "IncSize DecNonrel IncRel StrictIncRel IncSwap StrictIncSwap Bounded Realisable",
    "nDCG": f"IncSize DecNonrel IncRel StrictIncRel {SWAPS} Bounded Realisable",
    "RBP": f"IncSize DecNonrel IncRel StrictIncRel {SWAPS} Bounded Localised Complete",
    "RR": "IncSize DecNonrel IncRel IncSwap Concave Bounded Localised Complete Realisable",
    "TSE": "IncSize DecNonrel IncRel IncSwap Bounded",
    "lexirecall": "IncSize DecNonrel IncRel StrictIncRel IncSwap StrictIncSwap",
    "R@20": "IncSize DecNonrel IncRel StrictIncRel IncSwap Concave SuffixInv PrefixInv Bounded",
}


def test_what_well_known_measures_have():
    verdicts = check_axioms(list(TABLE), "properties", cases=3000)
    for name, verdict in zip(np.repeat(list(TABLE), len(PROPERTIES)), verdicts, strict=True):
        if name == "lexirecall" and BY_NAME[verdict.axiom].needs_values:
            assert verdict.answer == "not-applicable"
        else:
            assert verdict.is_satisfied == (verdict.axiom in TABLE[name].split()), str(verdict)


def test_many_relevant_items_tell_that_recall_with_a_cut_off_cannot_be_full():
    verdicts = check_axioms(["R", "R@40", "nDCG@40", "P@1"], "Realisable", cases=500)
    assert [verdict.is_satisfied for verdict in verdicts] == [True, False, True, True]


class _Lengthy(ax.Measure):
    """By how many items a list is longer than a hundred."""

    bounds = (0.0, np.inf)

    def values(self, lists):
        return np.maximum(lists.depth - 100.0, 0.0)


def test_what_grows_only_beyond_small_cases_is_bounded_by_none_of_them():
    assert outgrown(_Lengthy(), 1) == -np.inf
    assert slack(np.array([[0.0], [1.0]]), _Lengthy()).tolist() == [-1, -1]


def test_infinite_values_are_out_of_bounds():
    assert slack(np.array([[np.inf], [-np.inf], [0.5]]), parse_measure("AP")).tolist() == [-1, -1, 1]
