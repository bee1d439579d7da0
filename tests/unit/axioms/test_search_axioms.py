"""The cases of the ten constraints, against their statements in plain Python and fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import permutations

import numpy as np
import pytest

from axiometer.axioms.axiom import Axiom
from axiometer.axioms.case_batch import Drafts
from axiometer.axioms.examples import Example
from axiometer.axioms.generation import Bounds, _all_of, drawn, enumerated
from axiometer.axioms.search_axioms import (
    ASP_DIV,
    ASP_REL,
    ASP_REL_ALONE,
    ASP_REL_FREE,
    CONF,
    CONSTRAINTS,
    DEEP,
    M_RED,
    PRI,
    RED,
    SAT,
)

FAR_BELOW_1 = Fraction(1, 10)
A_LITTLE = Fraction(1, 100)
"""By so much may arranging raise a gain."""
SMALL_CASES = 2000
"""So many of each batch are looked at here; all of them, up to 8192, were once."""
List = tuple[int, ...]


def single(example: Example, item: int) -> Fraction:
    """r(d)"""
    (gain,) = example.items[item]
    return gain


def all_gains(example: Example) -> list[Fraction]:
    return [gain for item in example.items for gain in item]


def is_without_overlap(example: Example) -> bool:
    return all(sum(gain > 0 for gain in item) <= 1 for item in example.items)


def only_aspect(example: Example, item: int) -> int | None:
    """Give the one aspect of an item; None if it has none or several."""
    found = [aspect for aspect, gain in enumerate(example.items[item]) if gain > 0]
    return found[0] if len(found) == 1 else None


def swapped(order: List, one: int, other: int) -> List:
    changed = list(order)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


def differing(one: List, other: List) -> list[int]:
    return [rank for rank, (left, right) in enumerate(zip(one, other, strict=True)) if left != right]


def appended(longer: List, shorter: List) -> int:
    """Give the item by which a list is longer, which is a new one."""
    *start, item = longer
    assert tuple(start) == shorter
    assert item not in shorter
    return item


def replaced(better: List, given: List) -> int:
    """Give the rank at which the first list has a new item."""
    (rank,) = differing(better, given)
    assert better[rank] not in given
    return rank


def is_priority(example: Example) -> bool:
    better, given = example.lists
    i, j = differing(better, given)
    assert better == swapped(given, i, j)
    return single(example, given[j]) > single(example, given[i]) and max(all_gains(example)) <= FAR_BELOW_1


def is_deepness(example: Example) -> bool:
    upper, lower = example.lists
    places = differing(upper, lower)
    if len(places) != 4:  # i + 1 = j
        return False
    i, _, j, _ = places
    given = swapped(upper, i, i + 1)
    assert given == swapped(lower, j, j + 1)
    r = [single(example, item) for item in given]
    return r[i] == r[j] < r[i + 1] == r[j + 1] and max(all_gains(example)) <= FAR_BELOW_1


def is_confidence(example: Example) -> bool:
    shorter, longer = example.lists
    is_small = max(all_gains(example)) <= FAR_BELOW_1
    return single(example, appended(longer, shorter)) == 0 and is_small


def is_aspect_diversity(example: Example) -> bool:
    better, given = example.lists
    rank = replaced(better, given)
    new, old = example.items[better[rank]], example.items[given[rank]]
    is_small = max(all_gains(example)) <= FAR_BELOW_1 + A_LITTLE
    return all(more > less for more, less in zip(new, old, strict=True)) and is_small


def two_items(example: Example) -> tuple[List, int, int, Fraction] | None:
    """Give the list that two others make longer, and the aspects t and t', equally, of the items they add."""
    with_other, with_one = example.lists
    given = with_one[:-1]
    one, other = appended(with_one, given), appended(with_other, given)
    t, t_other = only_aspect(example, one), only_aspect(example, other)
    if t is None or t_other is None or t == t_other or example.items[one][t] != example.items[other][t_other]:
        return None
    return given, t, t_other, example.items[one][t]


def is_redundancy(example: Example) -> bool:
    if (found := two_items(example)) is None:
        return False
    given, t, t_other, r_c = found
    n, n_other = (sum(example.items[item][aspect] == r_c for item in given) for aspect in (t, t_other))
    is_binary = set(all_gains(example)) <= {Fraction(0), r_c} and r_c < 1
    is_balanced = len(set(example.weights)) == 1
    return n > n_other and is_binary and is_balanced and is_without_overlap(example)


def is_monotonic_redundancy(example: Example) -> bool:
    if (found := two_items(example)) is None:
        return False
    given, t, t_other, _ = found
    is_more = all(example.items[item][t] > example.items[item][t_other] for item in given)
    is_small = max(all_gains(example)) <= FAR_BELOW_1 + A_LITTLE
    return is_more and example.weights == (Fraction(1, 2),) * 2 and is_small


def is_saturation(example: Example, r_max: Fraction) -> bool:
    shorter, longer = example.lists
    after = example.items[appended(longer, shorter)]
    last = example.items[shorter[-1]]
    is_same = any(gain == r_max and more > 0 for gain, more in zip(last, after, strict=True))
    return is_same and is_without_overlap(example)


def is_aspect_relevance(example: Example, *, among: str) -> bool:
    """Tell whether the two aspects are new among the earlier items, those of the list, or all."""
    better, given = example.lists
    rank = replaced(better, given)
    new, old = better[rank], given[rank]
    t, t_other = only_aspect(example, new), only_aspect(example, old)
    if t is None or t_other is None or example.items[new][t] != example.items[old][t_other]:
        return False
    others = {"above": {*given[:rank]}, "list": {*given}, "all": {*range(len(example.items))}}[among] - {new, old}
    is_new = all(example.items[item][aspect] == 0 for item in others for aspect in (t, t_other))
    return example.weights[t] > example.weights[t_other] and is_new and is_without_overlap(example)


STATED: dict[str, tuple[Axiom, Callable[[Example], bool]]] = {
    "Pri": (PRI, is_priority),
    "Deep": (DEEP, is_deepness),
    "Conf": (CONF, is_confidence),
    "AspDiv": (ASP_DIV, is_aspect_diversity),
    "Red": (RED, is_redundancy),
    "MRed": (M_RED, is_monotonic_redundancy),
    "AspRel": (ASP_REL, partial(is_aspect_relevance, among="list")),
    "AspRel/later-items-free": (ASP_REL_FREE, partial(is_aspect_relevance, among="above")),
    "AspRel/no-other-item": (ASP_REL_ALONE, partial(is_aspect_relevance, among="all")),
} | {
    f"Sat, {word}": (axiom, partial(is_saturation, r_max=Fraction(word.removeprefix("r_max = "))))
    for word, axiom in SAT.bounds[0]
}
every_axiom = pytest.mark.parametrize(("axiom", "is_case"), STATED.values(), ids=STATED)


def examples_of(axiom: Axiom, drafts: Drafts) -> list[Example]:
    order = axiom.lists(drafts)
    return [Example.of(drafts, order, None, number) for number in range(len(drafts))]


def thinned(numbers: np.ndarray, most: int) -> np.ndarray:
    """Give all, or about so many of them, from everywhere."""
    return numbers[:: -(-len(numbers) // most) or 1]


@cache
def some_drawn(name: str, n_cases: int = 5000) -> list[Example]:
    """Draw cases of many sizes."""
    axiom, _ = STATED[name]
    found: list[Example] = []
    for drafts in drawn(axiom, Bounds.within(axiom.sizes, None), 8 * 8192, np.random.default_rng(1)):
        found += examples_of(axiom, drafts.take(slice(0, n_cases // 8)))
    return found


def small_shapes(axiom: Axiom, grid: tuple[int, ...]) -> Iterator[Drafts]:
    """Make everything that small lists can be, case or not."""
    sizes = axiom.sizes
    for length in (sizes.shortest, sizes.shortest + 1):
        for n_aspects in range(sizes.aspects[0], min(sizes.aspects[1], 3) + 1):
            drafts = _all_of(sizes, length, n_aspects, grid, sizes.spare)
            if drafts is not None:
                is_inside = drafts.second + (axiom is DEEP) < max(length, 1)
                yield drafts.take(thinned(np.flatnonzero(is_inside), 3000))


def test_all_axioms_have_their_statement_here():
    universal = {axiom.name for axiom in CONSTRAINTS if isinstance(axiom, Axiom)}
    assert {name for name in STATED if not name.startswith("Sat")} == universal


@every_axiom
def test_all_small_cases_are_as_the_statement_says(axiom, is_case):
    for drafts in enumerated(axiom, Bounds.within(axiom.sizes, None)):
        assert all(map(is_case, examples_of(axiom, drafts.take(thinned(np.arange(len(drafts)), SMALL_CASES)))))


@pytest.mark.thorough
@pytest.mark.parametrize("name", STATED)
def test_random_cases_are_as_the_statement_says(name):
    _, is_case = STATED[name]
    assert len(some_drawn(name)) >= 4000
    assert all(map(is_case, some_drawn(name)))


@pytest.mark.thorough
@every_axiom
def test_the_premise_leaves_no_case_out_and_arranging_does_not_change_one(axiom, is_case):
    n_cases = 0
    r_max = is_case.keywords.get("r_max") if isinstance(is_case, partial) else None
    grid = axiom.sizes.grid if r_max is None else (0, 300, int(1000 * r_max))
    for drafts in small_shapes(axiom, grid):
        stated = np.array([is_case(example) for example in examples_of(axiom, drafts)])
        found = np.zeros(len(drafts), bool)
        # Statements do not care about the order of aspects; premises may have the aspects they speak of first.
        for order in permutations(range(drafts.n_aspects)):
            named = replace(drafts, gain=drafts.gain[:, :, order], weight=drafts.weight[:, order])
            is_found = axiom.premise(named)
            found |= is_found
            cases = named.take(is_found)
            arranged = axiom.arrange(cases)
            assert np.array_equal(arranged.gain, cases.gain)
            assert np.array_equal(arranged.weight, cases.weight)
            assert np.array_equal(arranged.first, cases.first)
        assert np.array_equal(found, stated)
        n_cases += found.sum()
    assert n_cases


def order_of(gain: Fraction, low: Fraction, high: Fraction) -> str:
    return "low" if gain < low else "as low" if gain == low else "middle" if gain < high else "as high or higher"


def unretrieved(example: Example) -> list[int]:
    return [item for item in range(len(example.items)) if not any(item in order for order in example.lists)]


def said_of_all(example: Example) -> set[str]:
    """Say what may be so in any case with gains."""
    n_gains = len({gain for gain in all_gains(example) if gain})
    words = {"binary" if n_gains == 1 else "graded" if n_gains > 2 else "two gains" if n_gains else "no gain"}
    words |= {f"{len(example.weights)} aspects"}
    words |= {"relevant unretrieved item" if unretrieved(example) else "all relevant retrieved"}
    words |= {"long" if len(example.lists[0]) > 15 else "short"}
    return words | ({"weights differ"} if len(set(example.weights)) > 1 else {"weights equal"})


def said_of_priority(example: Example) -> set[str]:
    better, given = example.lists
    i, j = differing(better, given)
    low, high = single(example, given[i]), single(example, given[j])
    where = {"before": given[:i], "between": given[i + 1 : j], "after": given[j + 1 :]}
    return {f"{order_of(single(example, item), low, high)} {word}" for word, items in where.items() for item in items}


def said_of_deepness(example: Example) -> set[str]:
    upper, lower = example.lists
    i, _, j, _ = differing(upper, lower)
    low, high = single(example, upper[i + 1]), single(example, upper[i])
    where = {"before": upper[:i], "between": upper[i + 2 : j], "after": upper[j + 2 :]}
    return {f"{order_of(single(example, item), low, high)} {word}" for word, items in where.items() for item in items}


def said_of_confidence(example: Example) -> set[str]:
    shorter, _ = example.lists
    return {"ends relevant" if single(example, shorter[-1]) else "ends not relevant"} if shorter else {"empty"}


def place_of(rank: int, given: List) -> set[str]:
    return {"first" if rank == 0 else "last" if rank == len(given) - 1 else "inside"}


def said_of_aspect_diversity(example: Example) -> set[str]:
    better, given = example.lists
    rank = replaced(better, given)
    old, new = example.items[given[rank]], example.items[better[rank]]
    words = place_of(rank, given) | {f"old has {'no' if not any(old) else 'all' if all(old) else 'some'} aspects"}
    return words | {"new has equal gains" if len(set(new)) == 1 else "new has different gains"}


def said_of_redundancy(example: Example) -> set[str]:
    given, t, t_other, r_c = two_items(example) or ((), 0, 1, Fraction(0))
    kind = {t: "t", t_other: "t'", None: "nothing"}
    words = {f"ends with {kind.get(only_aspect(example, given[-1]), 'another')}"}
    words |= {f"has {kind.get(only_aspect(example, item), 'another')}" for item in given}
    words |= {f"leaves {kind.get(only_aspect(example, item), 'another')}" for item in unretrieved(example)}
    return words | {"r_c up to 0.1" if r_c <= FAR_BELOW_1 else "r_c above 0.9" if r_c > 0.9 else "r_c between"}


def said_of_monotonic_redundancy(example: Example) -> set[str]:
    given, t, t_other, _ = two_items(example) or ((), 0, 1, Fraction(0))
    words = {"overlap" if example.items[item][t_other] else "one aspect" for item in given}
    left = [(example.items[item][t], example.items[item][t_other]) for item in unretrieved(example)]
    return words | {f"leaves {'more' if one > other else 'less' if one < other else 'equal'}" for one, other in left}


def said_of_saturation(example: Example) -> set[str]:
    shorter, longer = example.lists
    t = only_aspect(example, longer[-1])
    words = {"nothing before"} if len(shorter) == 1 else set()
    for item in shorter[:-1]:
        r, aspect = max(example.items[item]), only_aspect(example, item)
        words |= {"not relevant before" if aspect is None else "same before" if aspect == t else "another before"}
        words |= {"full before"} if r == 1 else set()
    more = example.items[longer[-1]][t or 0]
    return words | {"full after" if more == 1 else "less after"}


def said_of_aspect_relevance(example: Example) -> set[str]:
    better, given = example.lists
    rank = replaced(better, given)
    t, t_other = only_aspect(example, better[rank]), only_aspect(example, given[rank])
    kind = {t: "t", t_other: "t'", None: "nothing"}
    words = place_of(rank, given)
    words |= {f"{kind.get(only_aspect(example, item), 'another')} before" for item in given[:rank]}
    words |= {f"{kind.get(only_aspect(example, item), 'another')} after" for item in given[rank + 1 :]}
    words |= {f"{kind.get(only_aspect(example, item), 'another')} left" for item in unretrieved(example)}
    r = example.items[better[rank]][t or 0]
    return words | {"r = 1" if r == 1 else "r below 1"}


GAINS = {"binary", "two gains", "graded"}
ALWAYS = {"relevant unretrieved item", "all relevant retrieved", "short", "long"}
ONE = ALWAYS | GAINS | {"1 aspects", "weights equal"}
SEVERAL = ALWAYS | {"2 aspects", "3 aspects", "4 aspects"}
ANY_WEIGHT = {"weights equal", "weights differ"}
AROUND = {
    f"{order} {where}"
    for order in ("low", "as low", "middle", "as high or higher")
    for where in ("before", "between", "after")
}
PLACES = {"first", "inside", "last"}
OLD = {"old has no aspects", "old has some aspects", "old has all aspects"}
NEW = {"new has equal gains", "new has different gains"}
FOUR = ("t", "t'", "another", "nothing")
R_C = {"r_c up to 0.1", "r_c between", "r_c above 0.9"}
BEFORE = {"nothing before", "not relevant before", "same before", "another before", "full before"}
ELSEWHERE = {"another before", "nothing before", "another after", "nothing after", "another left"}
VARIETY = {
    "Pri": (said_of_priority, ONE | AROUND),
    "Deep": (said_of_deepness, ONE | AROUND),
    "Conf": (said_of_confidence, ONE | {"no gain", "empty", "ends relevant", "ends not relevant"}),
    "AspDiv": (said_of_aspect_diversity, SEVERAL | GAINS | ANY_WEIGHT | PLACES | OLD | NEW),
    "Red": (
        said_of_redundancy,
        (SEVERAL | R_C | {"binary", "weights equal"} | {f"ends with {kind}" for kind in FOUR})
        | ({f"has {kind}" for kind in FOUR} | {f"leaves {kind}" for kind in FOUR[:3]}),
    ),
    "MRed": (
        said_of_monotonic_redundancy,
        (ALWAYS | GAINS | {"2 aspects", "weights equal", "overlap", "one aspect"})
        | {"leaves more", "leaves less", "leaves equal"},
    ),
    "AspRel": (
        said_of_aspect_relevance,
        (SEVERAL | GAINS | {"weights differ", "r = 1", "r below 1"} | PLACES | ELSEWHERE) | {"t left", "t' left"},
    ),
    "AspRel/later-items-free": (
        said_of_aspect_relevance,
        (SEVERAL | GAINS | {"weights differ", "r = 1", "r below 1"} | PLACES | ELSEWHERE)
        | {"t after", "t' after", "t left", "t' left"},
    ),
    "Sat, r_max = 1": (
        said_of_saturation,
        (ALWAYS | GAINS | ANY_WEIGHT | BEFORE) | {"1 aspects", "2 aspects", "3 aspects", "full after", "less after"},
    ),
}


# AspDiv and AspRel replace the item at drafts.first, the smaller of two different places: never the last one of a list.


@pytest.mark.thorough
@pytest.mark.parametrize("name", VARIETY)
def test_everything_that_a_statement_leaves_open_occurs(name):
    say, expected = VARIETY[name]
    said: set[str] = set()
    for example in some_drawn(name):
        said |= said_of_all(example) | say(example)
    assert said == expected
