"""What every measure of the catalogue must do."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import mpmath
import numpy as np
import polars as pl
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import axiometer as ax
from axiometer import reference
from axiometer.axioms.truth import scalar
from axiometer.data.catalogue import Catalogue, all_items
from axiometer.errors import InputError
from axiometer.measures.catalogue import catalogue
from axiometer.measures.names import parse_measure
from axiometer.measures.parts.terms import Explained
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.testing import Case, check_measure, ranked_lists, reference_value, values_of
from axiometer.testing.lists import top_grade
from axiometer.testing.strategies import (
    aspect_batches,
    batches,
    configured,
    plain_measures,
    recommendation_batches,
)

MEASURES = list(catalogue().values())
every_measure = pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)


COUNTED = ("relevant", "relevant-unscaled", "all")


def some(measure: type[ax.Measure], longest: int = 8) -> st.SearchStrategy[list[Case]]:
    """Draw lists of the kind that a measure looks at."""
    if measure.needs & {"catalogue", "popularity"}:
        return recommendation_batches(longest)
    is_plain = not measure.needs & {"aspects", "characters", "words"} and not issubclass(measure, Wrapper)
    return batches(longest + 4) if is_plain else aspect_batches(longest)


def highest(cases: list[Case]) -> float:
    return max((top_grade(grade) for case in cases for grade in case.pool if top_grade(grade) > 0), default=1)


def compute(measure: ax.Measure, cases: list[Case], counted: str = "relevant") -> np.ndarray:
    try:
        return values_of(measure, cases, max_grade=highest(cases), counted=counted)
    except InputError:
        reject()  # gains above 1 where probabilities are needed


@every_measure
@given(data=st.data())
@settings(max_examples=60)
def test_fast_equals_the_scalar_reference(measure, data):
    chosen, cases, counted = (
        data.draw(configured(measure)),
        data.draw(some(measure)),
        data.draw(st.sampled_from(COUNTED)),
    )
    fast = compute(chosen, cases, counted)
    expected = [reference_value(chosen, case, max_grade=highest(cases), counted=counted) for case in cases]
    np.testing.assert_allclose(fast, [np.nan if v is None else v for v in expected], rtol=1e-11, atol=1e-14)


@every_measure
@given(data=st.data())
@settings(max_examples=25)
def test_reference_in_fifty_digits_agrees(measure, data):
    chosen, cases = data.draw(configured(measure)), data.draw(some(measure, longest=5))
    fast = compute(chosen, cases)
    with mpmath.workdps(50):
        exact = [reference_value(chosen, case, max_grade=highest(cases), number=mpmath.mpf) for case in cases]
    np.testing.assert_allclose(fast, [np.nan if v is None else float(v) for v in exact], rtol=1e-11, atol=1e-14)


def test_reference_runs_on_fractions_where_nothing_is_irrational():
    case = Case((1, None, 0, 2), unretrieved=(1,))
    precision = reference.adhoc.AP(case.ranking, case.pool, rel=1, cutoff=None, number=Fraction)
    assert precision == Fraction(1, 3) * (1 + Fraction(2, 4))
    with pytest.raises(TypeError, match="irrational"):
        reference.adhoc.DCG(case.ranking, case.pool, gain="identity", rel=1, cutoff=None, max_grade=2, number=Fraction)


@every_measure
@given(data=st.data())
@settings(max_examples=50)
def test_promises_of_every_measure(measure, data):
    chosen, cases = data.draw(configured(measure)), data.draw(some(measure))
    compute(chosen, cases)
    check_measure(chosen, cases)


@every_measure
@given(data=st.data())
@settings(max_examples=40)
def test_parts_add_up_to_the_value(measure, data):
    chosen, cases = data.draw(configured(measure)), data.draw(some(measure))
    values = compute(chosen, cases)
    assert isinstance(chosen, Explained)
    lists = ranked_lists(cases, max_grade=highest(cases))
    try:
        parts = chosen.parts(lists if chosen.rows == "judged" else lists.relevant())
    except InputError:
        reject()  # gains above 1 where probabilities are needed, also of items that are not looked at
    total = np.sum([part.value() for part in parts], axis=0)
    np.testing.assert_allclose(total, values, rtol=1e-11, atol=1e-14)


@every_measure
@given(data=st.data())
@settings(max_examples=25)
def test_name_is_the_full_configuration(measure, data):
    chosen = data.draw(configured(measure))
    assert parse_measure(str(chosen)) == chosen
    assert hash(parse_measure(str(chosen))) == hash(chosen)


@pytest.fixture(scope="module")
def collection():
    """A run and judgments with ties, negative and fractional grades, missing and extra requests."""
    rng = np.random.default_rng(11)
    items = [f"item{n}" for n in range(30)]
    grades = [-1, 0, 0, 0.5, 1, 2, 3]
    judgments = {
        f"q{q}": {i: float(rng.choice(grades)) for i in rng.choice(items, 15, replace=False)} for q in range(8)
    }
    judgments = {
        q: {i: {a: g - (a == "b") for a in rng.choice(list("abc"), 2, replace=False)} for i, g in row.items()}
        for q, row in judgments.items()
    }
    judgments["nothing relevant"] = {"item1": {"a": 0}, "item2": {"b": -1}}
    run = {f"q{q}": {i: float(rng.integers(0, 12)) for i in rng.choice(items, 20, replace=False)} for q in range(2, 11)}
    run["nothing relevant"] = {"item1": 1.0, "item2": 2.0}
    return run, judgments


LENGTHS = pl.DataFrame(
    [(f"{start}item{n}", 100 * n, 20 * n) for n in range(30) for start in ("", "né ")],
    schema=["item", "characters", "words"],
    orient="row",
)
PROVIDERS = {f"{start}item{n}": "xyz"[n % 3] for n in range(30) for start in ("", "né ")}
WEIGHTS = pl.DataFrame({
    "request": [f"q{q}" for q in range(8) for _ in "abc"],
    "aspect": list("abc") * 8,
    "weight": [0.5, 0.25, 0.25] * 8,
    "type": ["inf", "nav", "inf"] * 8,
})


def catalogue_of(judgments) -> Catalogue:
    """Give thirty items with up to three aspects each; most users rated some of those that are not judged."""
    judged = {request: set(grades) for request, grades in judgments.items()}
    start = "né " if any(item.startswith("né ") for items in judged.values() for item in items) else ""
    names = {f"{start}item{n}": n for n in range(30)}
    train = [
        (request, item, float(1 + n % 5))
        for request in sorted(judged)[1:]
        for item, n in names.items()
        if item not in judged[request] and n % 3
    ]
    return Catalogue(
        items=all_items(pl.Series(list(names))),
        aspects=pl.DataFrame(
            [(item, aspect) for item, n in names.items() for aspect in "abc"[: n % 4]],
            schema=["item", "aspect"],
            orient="row",
        ),
        train=pl.DataFrame(train, schema=["request", "item", "grade"], orient="row"),
        alpha=pl.DataFrame({"item": list(names), "alpha": [n / 100 for n in names.values()]}),
        beta=pl.DataFrame({"request": sorted(judged), "beta": [0.5 + at / 50 for at in range(len(judged))]}),
    )


def evaluated(run, judgments, *args, **kwargs) -> ax.Measurements:
    """Evaluate with all that any measure needs."""
    judged = ax.read_judgments(judgments, weights=WEIGHTS, lengths=LENGTHS, providers=PROVIDERS)
    judged = replace(judged, catalogue=catalogue_of(judgments))
    profile = ax.get_profile(kwargs.pop("profile", "trec_eval"), corpus_size=100)
    return ax.evaluate(run, judged, *args, profile=profile, **kwargs)


def configurations() -> list[ax.Measure]:
    """One measure for each parameter at each of its examples; those made of others with the defaults of all others."""
    found = []
    for measure in MEASURES:
        inside = [{"measure": plain()} for plain in plain_measures()] if issubclass(measure, Wrapper) else [{}]
        examples = [(n, value) for n, each in measure.parameters().items() for value in each.metadata["examples"]]
        for given_values in [*inside, *({**inside[0], name: value} for name, value in examples)]:
            try:
                found.append(measure(**given_values))
            except ax.UsageError:
                continue
    return [m for m in dict.fromkeys(found) if "identity" not in str(m) and "{" not in str(m)]


def test_each_measure_alone_and_in_company_gives_the_same(collection):
    run, judgments = collection
    measures = configurations()
    together = evaluated(run, judgments, measures)
    for at, measure in enumerate(measures):
        alone = evaluated(run, judgments, measure)
        np.testing.assert_array_equal(alone.values[:, :, 0], together.values[:, :, at], err_msg=str(measure))
    backwards = evaluated(run, judgments, measures[::-1])
    np.testing.assert_array_equal(backwards.values[:, :, ::-1], together.values)


def test_systems_alone_and_in_company_give_the_same(collection):
    run, judgments = collection
    other = {request: dict(reversed(ranking.items())) for request, ranking in run.items() if request != "q4"}
    both = evaluated({"one": run, "two": other}, judgments, configurations())
    np.testing.assert_array_equal(evaluated(run, judgments, configurations()).values, both["one"].values)
    np.testing.assert_array_equal(evaluated(other, judgments, configurations()).values, both["two"].values)


@pytest.mark.parametrize("profile", ["trec_eval", "trec_eval-9", "pref_eval"])
def test_order_of_requests_and_rows_changes_nothing(collection, profile):
    run, judgments = collection
    backwards = {request: dict(reversed(ranking.items())) for request, ranking in reversed(run.items())}
    before = evaluated(run, judgments, configurations(), profile=profile).mean()
    after = evaluated(backwards, dict(reversed(judgments.items())), configurations(), profile=profile).mean()
    np.testing.assert_allclose(before["value"], after["value"], rtol=1e-12)


def test_renaming_items_in_their_order_changes_nothing(collection):
    run, judgments = collection
    # The ids keep their order, which breaks ties.
    renamed = [{q: {f"né {i}": x for i, x in row.items()} for q, row in table.items()} for table in (run, judgments)]
    before = evaluated(run, judgments, configurations())
    np.testing.assert_array_equal(before.values, evaluated(*renamed, configurations()).values)


@every_measure
def test_documented(measure):
    text = measure.__doc__ or ""
    assert 3 <= len(text.strip().split("\n")) <= 15, (
        f"{measure.name}: the docstring has one sentence and at most 15 lines"
    )
    assert "ndefined when" in text or "ndefined for" in text or "Always defined" in text, "says when it is undefined"
    assert re.search(r"[Uu]njudged|judgment", text), "says what unjudged items count"
    assert measure.cites, "names its literature"
    assert callable(scalar(measure.name)), "has a scalar reference"
