"""What every preference must do, and what the preference that a measure induces must."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from typing import Any

import mpmath
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import axiometer as ax
from axiometer.axioms.exact_values import with_parameters
from axiometer.data.catalogue import Catalogue, all_items
from axiometer.engines.comparing import ROUNDING, compare
from axiometer.engines.prefer import parse_compared
from axiometer.errors import counted
from axiometer.measures.base import Measure
from axiometer.measures.catalogue import catalogue, preference_catalogue
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.measures.preferences.base import Ordering, Preference
from axiometer.projection.lists import RankedLists
from axiometer.projection.pool import Pool
from axiometer.projection.segments import Segments
from axiometer.reference import Known
from axiometer.report.citations import bibliography
from axiometer.testing.strategies import GRADES, configured, measures_for

CORPUS_SIZE = 1000
EXACT = [measure for measure in catalogue().values() if "standing" in vars(measure)]
"""Measures that do not compare lists by their values."""
PREFERENCES = preference_catalogue()
every_preference = pytest.mark.parametrize("preference", PREFERENCES.values(), ids=PREFERENCES)
every_order = pytest.mark.parametrize(
    "preference",
    [each for each in PREFERENCES.values() if issubclass(each, Ordering)],
    ids=lambda each: each.name,
)


@dataclass(frozen=True)
class Query:
    """The grades of the judged items, and some lists: of numbers of judged items, None for an unjudged one."""

    pool: tuple[float, ...]
    lists: tuple[tuple[int | None, ...], ...]

    def grades(self, number: int) -> list[float | None]:
        return [None if item is None else self.pool[item] for item in self.lists[number]]


@st.composite
def queries(draw: Any) -> Query:
    """Draw a query with two lists or more, some of them equal or with equal places of their relevant items."""
    pool = draw(st.lists(st.sampled_from(GRADES), max_size=6))
    items = [*range(len(pool)), None, None]
    drawn = []
    for _ in range(draw(st.integers(2, 4))):
        order = draw(st.permutations(items))
        drawn.append(tuple(order[: draw(st.integers(0, len(items)))]))
    if draw(st.booleans()):
        drawn.append(drawn[0])
    return Query(tuple(pool), tuple(drawn))


def batches() -> st.SearchStrategy[list[Query]]:
    return st.lists(queries(), min_size=1, max_size=3)


def ranked(batch: list[Query], *, order: list[int] | None = None) -> RankedLists:
    """Write the lists of some queries one after the other, or in another order."""
    pool = Segments.of_lengths(np.array([len(each.pool) for each in batch], dtype=np.int64))
    lists = [(number, items) for number, each in enumerate(batch) for items in each.lists]
    lists = [lists[at] for at in order] if order is not None else lists
    rows = [
        (rank, pool.offsets[number] + item)
        for number, items in lists
        for rank, item in enumerate(items, 1)
        if item is not None
    ]
    rank, item = np.array(rows, dtype=np.int64).reshape(-1, 2).T
    grade = np.array([grade for each in batch for grade in each.pool], dtype=float)
    count = [sum(item is not None for item in items) for _, items in lists]
    return RankedLists(
        rank=rank,
        item=item,
        grade=grade[item],
        segments=Segments.of_lengths(np.array(count, dtype=np.int64)),
        depth=np.array([len(items) for _, items in lists], dtype=np.int64),
        query=np.array([number for number, _ in lists], dtype=np.int64),
        pool=Pool(grade, pool, max(1.0, grade.max(initial=1))),
        corpus_size=CORPUS_SIZE,
    )


def pairs_of(batch: list[Query]) -> np.ndarray:
    """Give all ordered pairs of lists that answer the same query, as numbers of lists; each list with itself, too."""
    first = np.cumsum([0, *(len(each.lists) for each in batch)])
    pairs = [
        (start + i, start + j)
        for start, each in zip(first, batch, strict=False)
        for i, j in product(range(len(each.lists)), repeat=2)
    ]
    return np.array(pairs, dtype=np.int64).T


def signs_of(values: list[Any]) -> np.ndarray:
    """Give the signs of numbers of fifty digits; what is undefined is nan."""
    return np.array([np.nan if v is None else 0 if abs(v) < 1e-40 else float(mpmath.sign(v)) for v in values])


def expected(preference: Preference, batch: list[Query], number: Any) -> list[Any]:
    function, known = with_parameters(preference), Known(number=number)
    return [
        function(each.grades(i), each.grades(j), each.pool, known)
        for each in batch
        for i, j in product(range(len(each.lists)), repeat=2)
    ]


@every_preference
@given(data=st.data())
def test_fast_equals_the_scalar_reference(preference, data):
    chosen, batch = data.draw(configured(preference)), data.draw(batches())
    found = compare(chosen, ranked(batch), *pairs_of(batch))
    exact = np.array([np.nan if v is None else v for v in expected(chosen, batch, float)])
    np.testing.assert_allclose(found, exact, rtol=1e-11, atol=1e-14)
    with mpmath.workdps(50):
        np.testing.assert_array_equal(np.sign(found), signs_of(expected(chosen, batch, mpmath.mpf)))


@every_preference
@given(data=st.data())
def test_exchanging_the_lists_turns_the_preference_round(preference, data):
    chosen, batch = data.draw(configured(preference)), data.draw(batches())
    left, right = pairs_of(batch)
    one, other = (compare(chosen, ranked(batch), *pair) for pair in ((left, right), (right, left)))
    np.testing.assert_array_equal(one, -other)
    is_itself = left == right
    assert (np.nan_to_num(one[is_itself]) == 0).all()
    assert (np.abs(np.nan_to_num(one)) <= 1).all()


@every_order
@given(data=st.data())
def test_what_is_called_an_order_is_one(preference, data):
    chosen, query = data.draw(configured(preference)), data.draw(queries())
    n = len(query.lists)
    is_better = compare(chosen, ranked([query]), *pairs_of([query])).reshape(n, n)
    for a, b, c in permutations(range(n), 3):
        if is_better[a, b] >= 0 and is_better[b, c] >= 0:
            assert is_better[a, c] == max(is_better[a, b], is_better[b, c])


@every_preference
@given(data=st.data())
def test_company_and_order_of_the_lists_change_nothing(preference, data):
    chosen, batch = data.draw(configured(preference)), data.draw(batches())
    left, right = pairs_of(batch)
    together = compare(chosen, ranked(batch), left, right)
    order = data.draw(st.permutations(range(sum(len(each.lists) for each in batch))))
    place = np.argsort(order)
    mixed = compare(chosen, ranked(batch, order=order), place[left], place[right])
    np.testing.assert_array_equal(mixed, together)
    alone = [compare(chosen, ranked([each]), *pairs_of([each])) for each in batch]
    np.testing.assert_array_equal(np.concatenate(alone), together)
    one_by_one = [compare(chosen, ranked(batch), *pair[:, None])[0] for pair in np.stack([left, right], axis=1)]
    np.testing.assert_array_equal(one_by_one, together)


@every_preference
@given(data=st.data())
def test_name_is_the_full_configuration(preference, data):
    chosen = data.draw(configured(preference))
    assert parse_compared(str(chosen)) == [chosen]
    assert hash(parse_compared(str(chosen))[0]) == hash(chosen)


@every_preference
def test_documented(preference):
    text = inspect.getdoc(preference) or ""
    assert 3 <= len(text.split("\n")) <= 15
    assert "ndefined when" in text, "says when it is undefined"
    assert re.search("[Uu]njudged", text), "says what unjudged items count"
    assert preference.cites, "names its literature"
    assert set(preference.cites) <= set(bibliography())


@pytest.mark.parametrize("measure", EXACT, ids=lambda measure: measure.name)
@given(data=st.data())
def test_measures_that_do_not_compare_values_prefer_what_exact_values_prefer(measure, data):
    chosen, batch = data.draw(configured(measure)), data.draw(batches())
    found = compare(chosen, ranked(batch), *pairs_of(batch))
    with mpmath.workdps(60):
        value, known = with_parameters(chosen), Known(number=mpmath.mpf, corpus_size=CORPUS_SIZE)
        values = [[value(each.grades(at), each.pool, known) for at in range(len(each.lists))] for each in batch]
        gaps = [None if None in pair else pair[0] - pair[1] for row in values for pair in product(row, repeat=2)]
        # What is equal has been computed in the same way, and is equal to the last digit.
        exact = np.array([np.nan if gap is None else float(mpmath.sign(gap)) for gap in gaps])
    np.testing.assert_array_equal(found, -exact if chosen.is_smaller_better else exact)


ITEMS = [f"item{n}" for n in range(24)]
LENGTHS = pl.DataFrame(
    {"item": ITEMS, "characters": range(0, 2400, 100), "words": range(0, 480, 20)},
)
PROVIDERS = {item: "xyz"[n % 3] for n, item in enumerate(ITEMS)}
PROFILE = ax.get_profile(corpus_size=100)


def judgments_of(grades: dict[str, Any]) -> ax.Judgments:
    """Give judgments with all that any measure needs."""
    weights = pl.DataFrame(
        [
            (query, aspect, weight, kind)
            for query in grades
            for aspect, weight, kind in zip("abc", (0.5, 0.25, 0.25), ("inf", "nav", "inf"), strict=True)
        ],
        schema=["query", "aspect", "weight", "type"],
        orient="row",
    )
    weights = weights.filter(pl.col("query") != "nothing relevant")
    return ax.read_judgments(grades, weights=weights, lengths=LENGTHS, providers=PROVIDERS)


@pytest.fixture(scope="module")
def collection() -> tuple[dict[str, Any], ax.Judgments]:
    """Systems of which some do not answer all, and judgments with ties, negative grades and nothing relevant."""
    rng = np.random.default_rng(3)
    grades: dict[str, Any] = {
        f"q{q}": {
            item: {a: float(rng.choice([-1, 0, 0.5, 1, 2, 3])) for a in "abc"}
            for item in rng.choice(ITEMS, 10, replace=False)
        }
        for q in range(6)
    }
    grades["nothing relevant"] = {"item1": {"a": 0}, "item2": {"b": -1}}
    runs = {
        f"s{s}": {q: rng.choice(ITEMS, rng.integers(1, 20), replace=False).tolist() for q in grades} for s in range(4)
    }
    runs["same as s0"] = runs["s0"]
    runs["nearly empty"] = {"q1": ["item3"]}
    return runs, replace(judgments_of(grades), catalogue=catalogue_of_items())


def catalogue_of_items() -> Catalogue:
    """Give items with up to three aspects each, and what another user had of them."""
    pairs = [(item, aspect) for n, item in enumerate(ITEMS) for aspect in "abc"[: n % 4]]
    return Catalogue(
        items=all_items(pl.Series(ITEMS)),
        aspects=pl.DataFrame(pairs, schema=["item", "aspect"], orient="row"),
        train=pl.DataFrame({"query": "somebody", "item": ITEMS[::3], "grade": 2.0}),
        alpha=pl.DataFrame({"item": ITEMS, "alpha": [n / 100 for n in range(len(ITEMS))]}),
        beta=pl.DataFrame({"grade": [-1.0, 0.0, 0.5, 1.0, 2.0, 3.0], "beta": [0.0, 0.0, 0.1, 0.2, 0.4, 0.9]}),
    )


def configurations(kinds: list[Any]) -> list[Any]:
    """Give one for each parameter at each of its examples; those made of others with the defaults of all others."""
    found = []
    for kind in kinds:
        is_wrapper = issubclass(kind, Wrapper)
        inside = [{"measure": plain()} for plain in measures_for(kind)] if is_wrapper else [{}]
        examples = [(name, value) for name, each in kind.parameters().items() for value in each.metadata["examples"]]
        for given_values in [*inside, *({**inside[0], name: value} for name, value in examples)]:
            try:
                found.append(kind(**given_values))
            except ax.UsageError:
                continue
    return [each for each in dict.fromkeys(found) if "{" not in str(each)]


@pytest.mark.parametrize("measure", catalogue().values(), ids=catalogue())
def test_a_measure_prefers_the_better_value(measure, collection):
    runs, judgments = collection
    chosen = [each for each in configurations([measure]) if "identity" not in str(each)]
    found = ax.prefer(judgments, runs, chosen, profile=PROFILE)
    measured = ax.evaluate(judgments, runs, chosen, profile=PROFILE)
    left, right = found.pairs
    for at, (each, name) in enumerate(zip(chosen, found.names, strict=True)):
        value = measured.values[:, :, at] * (-1 if each.is_smaller_better else 1)
        gap = value[left] - value[right]
        size = np.maximum(np.abs(value[left]), np.abs(value[right]))
        sign = np.where(np.abs(gap) <= ROUNDING * size, 0, np.sign(gap))
        is_compared = found.is_compared(name)
        np.testing.assert_array_equal(is_compared, ~np.isnan(gap), err_msg=name)
        is_told = is_compared & (sign != 0) if measure in EXACT else is_compared
        assert found.values(name).dtype == np.int8
        np.testing.assert_array_equal(found.values(name)[is_told], sign[is_told], err_msg=name)
        assert not found.values(name)[~is_compared].any(), name


def test_smaller_values_are_better_where_they_are():
    runs = {"short": {"q": ["a"]}, "long": {"q": ["x", "y", "a"]}}
    found = ax.prefer({"q": {"a": 1}}, runs, ["SL3", "RE", "WC_SL3", "TSE", "AP"], profile=PROFILE)
    assert [found.values(name).item() for name in found.names] == [1] * 5


@every_preference
def test_queries_without_a_relevant_item_are_left_out_and_counted(preference, collection):
    runs, judgments = collection
    for chosen in configurations([preference]):
        found = ax.prefer(judgments, runs, chosen, profile=PROFILE)
        (name,) = found.names
        at = found.queries.index("nothing relevant")
        assert not found.is_compared(name)[:, at].any()
        assert not found.values(name)[:, at].any()
        n_compared = found.is_compared(name).sum(axis=1)
        n_told = found.summary().select(pl.sum_horizontal("wins", "losses", "ties")).to_series()
        assert n_told.to_list() == n_compared.tolist()
        assert found.to_polars().height == n_compared.sum()
        n_left_out = len(found.queries) - n_compared[0]
        assert 1 <= n_left_out < len(found.queries)
        told = counted(n_left_out, "user")
        assert [*map(str, found.noted)] == [f"{name}: undefined for {told}, left out"]


def test_order_of_systems_and_queries_changes_nothing(collection):
    runs, judgments = collection
    wanted = configurations(list(PREFERENCES.values()))
    before = ax.prefer(judgments, runs, wanted, profile=PROFILE)
    backwards = {system: dict(reversed(lists.items())) for system, lists in reversed(runs.items())}
    frame = judgments.frame.reverse()
    after = ax.prefer(replace(judgments, frame=frame), backwards, wanted[::-1], profile=PROFILE)
    key = ["preference", "user", "left", "right"]
    one, other = before.to_polars(), after.to_polars()
    turned = other.rename({"left": "right", "right": "left"}).with_columns(-pl.col("value"))
    both = one.join(turned, on=key, suffix="_after")
    assert both.height == one.height == other.height
    assert (both["value"] == both["value_after"]).all()
    assert set(map(frozenset, combinations(runs, 2))) == set(map(frozenset, one.select("left", "right").rows()))


def test_each_alone_and_in_company_gives_the_same(collection):
    runs, judgments = collection
    wanted: list[Preference | Measure] = [
        *configurations(list(PREFERENCES.values())),
        *configurations(EXACT),
    ]
    together = ax.prefer(judgments, runs, wanted, profile=PROFILE)
    two = {system: runs[system] for system in ("s1", "s2")}
    at = list(zip(*together.pairs, strict=True)).index((1, 2))
    for each in wanted:
        alone = ax.prefer(judgments, two, each, profile=PROFILE).values(str(each))
        np.testing.assert_array_equal(alone[0], together.values(str(each))[at], err_msg=str(each))


@every_preference
def test_whoever_takes_it_for_a_measure_is_told(preference):
    with pytest.raises(ax.UsageError, match="is a preference between two lists, not a measure"):
        ax.parse_measure(preference.name)
