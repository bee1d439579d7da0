"""What every measure of the catalogue must do."""

from __future__ import annotations

import inspect
import re
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

import axiometer as ax
from axiometer import reference
from axiometer.axioms.exact_values import scalar
from axiometer.errors import InputError
from axiometer.measures.names import parse_measure
from axiometer.measures.parts.additive import Additive, Explained, Terms
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.reference.cases import top_grade
from axiometer.testing import Case, check_measure, ranked_lists, reference_value, values_of
from axiometer.testing.strategies import aspect_batches, batches, configured, recommendation_batches
from tests.common.collection import MEASURES, configurations, evaluated, everything_known, small_collection

every_measure = pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)


COUNTED = ("relevant", "relevant-unscaled", "all")


def some(measure: type[ax.Measure], longest: int = 8) -> st.SearchStrategy[list[Case]]:
    """Draw lists of the kind that a measure looks at."""
    needs = {"aspects"} if issubclass(measure, Wrapper) else measure().needs
    if needs & {"catalogue", "popularity"}:
        return recommendation_batches(longest)
    return aspect_batches(longest) if needs & {"aspects", "characters", "words"} else batches(longest + 4)


def highest(cases: list[Case]) -> float:
    return max((top_grade(grade) for case in cases for grade in case.pool if top_grade(grade) > 0), default=1)


def compute(measure: ax.Measure, cases: list[Case], counted: str = "relevant") -> np.ndarray:
    try:
        return values_of(measure, cases, max_grade=highest(cases), counted=counted)
    except InputError:
        reject()  # gains above 1 where probabilities are needed


@every_measure
@given(data=st.data())
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
def test_reference_in_fifty_digits_agrees(measure, data):
    chosen, cases = data.draw(configured(measure)), data.draw(some(measure, longest=5))
    fast = compute(chosen, cases)
    with mpmath.workdps(50):
        exact = [reference_value(chosen, case, max_grade=highest(cases), number=mpmath.mpf) for case in cases]
    np.testing.assert_allclose(fast, [np.nan if v is None else float(v) for v in exact], rtol=1e-11, atol=1e-14)


def test_reference_runs_on_fractions_where_nothing_is_irrational():
    case = Case((1, None, 0, 2), unretrieved=(1,))
    known = reference.Known(number=Fraction, max_grade=2)
    precision = reference.adhoc.AP(case.ranking, case.pool, known, rel=1, cutoff=None)
    assert precision == Fraction(1, 3) * (1 + Fraction(2, 4))
    with pytest.raises(TypeError, match="irrational"):
        reference.adhoc.DCG(case.ranking, case.pool, known, gain="identity", rel=1, cutoff=None)


@every_measure
@given(data=st.data())
def test_promises_of_every_measure(measure, data):
    chosen, cases = data.draw(configured(measure)), data.draw(some(measure))
    compute(chosen, cases)
    check_measure(chosen, cases)


def drawn_parts(measure: type[ax.Measure], data: st.DataObject) -> tuple[np.ndarray, list[Terms]]:
    """Draw lists, and give their values and the sums that these are said to be made of."""
    chosen, cases = data.draw(configured(measure)), data.draw(some(measure))
    values = compute(chosen, cases)
    assert isinstance(chosen, Explained)
    lists = ranked_lists(cases, max_grade=highest(cases))
    try:
        return values, [*chosen.parts(lists if chosen.rows == "judged" else lists.relevant())]
    except InputError:
        reject()  # gains above 1 where probabilities are needed, also of items that are not looked at


# The values of the others are computed as the sums of their terms, and cannot differ from them.
@pytest.mark.parametrize(
    "measure", [each for each in MEASURES if each.values is not Additive.values], ids=lambda measure: measure.name
)
@given(data=st.data())
def test_parts_add_up_to_the_value(measure, data):
    values, parts = drawn_parts(measure, data)
    total = np.sum([part.value() for part in parts], axis=0)
    np.testing.assert_allclose(total, values, rtol=1e-11, atol=1e-14)


@every_measure
@given(data=st.data())
def test_what_is_left_of_a_gain_is_a_share_of_it(measure, data):
    _, parts = drawn_parts(measure, data)
    for part in parts:
        assert (part.gain >= 0).all()
        for left in map(np.asarray, (part.novelty, part.discount)):
            assert ((left >= 0) & (left <= 1 + 1e-12)).all(), left


@every_measure
@given(data=st.data())
def test_name_is_the_full_configuration(measure, data):
    chosen = data.draw(configured(measure))
    assert parse_measure(str(chosen)) == chosen
    assert hash(parse_measure(str(chosen))) == hash(chosen)


@pytest.fixture(scope="module")
def collection():
    return small_collection()


@pytest.mark.thorough
def test_each_measure_alone_and_in_company_gives_the_same(collection):
    run, judgments = collection
    measures = configurations()
    together = evaluated(run, judgments, measures)
    read, known, profile = ax.read_runs(run), everything_known(judgments), ax.get_profile("trec_eval", corpus_size=100)
    for at, measure in enumerate(measures):
        alone = ax.evaluate(known, read, measure, profile=profile)
        np.testing.assert_array_equal(alone.values[:, :, 0], together.values[:, :, at], err_msg=str(measure))
    backwards = evaluated(run, judgments, measures[::-1])
    np.testing.assert_array_equal(backwards.values[:, :, ::-1], together.values)


def test_systems_alone_and_in_company_give_the_same(collection):
    run, judgments = collection
    other = {query: dict(reversed(ranking.items())) for query, ranking in run.items() if query != "q4"}
    both = evaluated({"one": run, "two": other}, judgments, configurations())
    np.testing.assert_array_equal(evaluated(run, judgments, configurations()).values, both["one"].values)
    np.testing.assert_array_equal(evaluated(other, judgments, configurations()).values, both["two"].values)


@pytest.mark.parametrize("profile", ["trec_eval", "trec_eval-9", "pref_eval"])
def test_order_of_queries_and_rows_changes_nothing(collection, profile):
    run, judgments = collection
    backwards = {query: dict(reversed(ranking.items())) for query, ranking in reversed(run.items())}
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
    text = inspect.cleandoc(measure.__doc__ or "").partition("\n\nExamples\n")[0]
    assert 2 <= len(text.strip().split("\n")) <= 15, (
        f"{measure.name}: the docstring has one sentence and at most 15 lines"
    )
    assert "ndefined when" in text or "ndefined for" in text or "Always defined" in text, "says when it is undefined"
    assert re.search(r"[Uu]njudged|judgment", text), "says what unjudged items count"
    assert measure.cites, "names its literature"
    assert callable(scalar(measure.name)), "has a scalar reference"
