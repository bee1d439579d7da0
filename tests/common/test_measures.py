"""What every measure of the catalogue must do."""

from __future__ import annotations

import re
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import axiometer as ax
from axiometer import reference
from axiometer.errors import InputError
from axiometer.measures.catalogue import catalogue
from axiometer.measures.names import parse_measure
from axiometer.testing import Case, check_measure, values_of
from axiometer.testing.strategies import batches, configured

MEASURES = list(catalogue().values())
every_measure = pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)


def reference_value(measure: ax.Measure, case: Case, max_grade: float, number: type):
    family = getattr(reference, type(measure).__module__.split(".")[-2])
    function = getattr(family, measure.name)
    parameters = {name: getattr(measure, name) for name in measure.parameters()}
    return function(case.ranking, case.pool, number=number, max_grade=max_grade, **parameters)


def top_grade(cases: list[Case]) -> float:
    return max((grade for case in cases for grade in case.pool if grade > 0), default=1)


def compute(measure: ax.Measure, cases: list[Case]) -> np.ndarray:
    try:
        return values_of(measure, cases, max_grade=top_grade(cases))
    except InputError:
        reject()  # gains above 1 where probabilities are needed


@every_measure
@given(data=st.data())
@settings(max_examples=150)
def test_fast_equals_the_scalar_reference(measure, data):
    chosen, cases = data.draw(configured(measure)), data.draw(batches())
    fast = compute(chosen, cases)
    expected = [reference_value(chosen, case, top_grade(cases), float) for case in cases]
    np.testing.assert_allclose(fast, [np.nan if v is None else v for v in expected], rtol=1e-12, atol=1e-15)


@every_measure
@given(data=st.data())
@settings(max_examples=25)
def test_reference_in_fifty_digits_agrees(measure, data):
    chosen, cases = data.draw(configured(measure)), data.draw(batches(longest=6))
    fast = compute(chosen, cases)
    with mpmath.workdps(50):
        exact = [reference_value(chosen, case, top_grade(cases), mpmath.mpf) for case in cases]
    np.testing.assert_allclose(fast, [np.nan if v is None else float(v) for v in exact], rtol=1e-13, atol=1e-15)


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
    chosen, cases = data.draw(configured(measure)), data.draw(batches())
    compute(chosen, cases)
    check_measure(chosen, cases)


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
    judgments["nothing relevant"] = {"item1": 0, "item2": -1}
    run = {f"q{q}": {i: float(rng.integers(0, 12)) for i in rng.choice(items, 20, replace=False)} for q in range(2, 11)}
    run["nothing relevant"] = {"item1": 1.0, "item2": 2.0}
    return run, judgments


def configurations() -> list[ax.Measure]:
    """One measure for each parameter at each of its examples."""
    found = []
    for measure in MEASURES:
        found.append(measure())
        for name, each in measure.parameters().items():
            for example in each.metadata["examples"]:
                try:
                    found.append(measure(**{name: example}))
                except ax.UsageError:
                    continue
    return [m for m in dict.fromkeys(found) if "identity" not in str(m) and "{" not in str(m)]


def test_each_measure_alone_and_in_company_gives_the_same(collection):
    run, judgments = collection
    measures = configurations()
    together = ax.evaluate(run, judgments, measures)
    for at, measure in enumerate(measures):
        alone = ax.evaluate(run, judgments, measure)
        np.testing.assert_array_equal(alone.values[:, :, 0], together.values[:, :, at], err_msg=str(measure))
    backwards = ax.evaluate(run, judgments, measures[::-1])
    np.testing.assert_array_equal(backwards.values[:, :, ::-1], together.values)


def test_systems_alone_and_in_company_give_the_same(collection):
    run, judgments = collection
    other = {request: dict(reversed(ranking.items())) for request, ranking in run.items() if request != "q4"}
    both = ax.evaluate({"one": run, "two": other}, judgments, configurations())
    np.testing.assert_array_equal(ax.evaluate(run, judgments, configurations()).values, both["one"].values)
    np.testing.assert_array_equal(ax.evaluate(other, judgments, configurations()).values, both["two"].values)


@pytest.mark.parametrize("profile", ["trec_eval", "trec_eval-9", "pref_eval"])
def test_order_of_requests_and_rows_changes_nothing(collection, profile):
    run, judgments = collection
    backwards = {request: dict(reversed(ranking.items())) for request, ranking in reversed(run.items())}
    before = ax.evaluate(run, judgments, configurations(), profile=profile).mean()
    after = ax.evaluate(backwards, dict(reversed(judgments.items())), configurations(), profile=profile).mean()
    np.testing.assert_allclose(before["value"], after["value"], rtol=1e-14)


def test_renaming_items_in_their_order_changes_nothing(collection):
    run, judgments = collection
    # The ids keep their order, which breaks ties.
    renamed = [{q: {f"né {i}": x for i, x in row.items()} for q, row in table.items()} for table in (run, judgments)]
    before = ax.evaluate(run, judgments, configurations())
    np.testing.assert_array_equal(before.values, ax.evaluate(*renamed, configurations()).values)


@every_measure
def test_documented(measure):
    text = measure.__doc__ or ""
    assert 3 <= len(text.strip().split("\n")) <= 15, (
        f"{measure.name}: the docstring has one sentence and at most 15 lines"
    )
    assert "ndefined when" in text or "ndefined for" in text or "Always defined" in text, "says when it is undefined"
    assert re.search(r"[Uu]njudged|judgment", text), "says what unjudged items count"
    assert measure.cites, "names its literature"
    assert hasattr(getattr(reference, measure.__module__.split(".")[-2]), measure.name), "has a scalar reference"
