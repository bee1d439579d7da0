"""What the papers say of their measures: identities between them, under the conditions that they name."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import axiometer as ax
from axiometer.errors import InputError
from axiometer.measures.intent.intent_aware import IA
from axiometer.reference.cases import by_aspect
from axiometer.testing import Case, values_of
from axiometer.testing.strategies import ASPECTS, GRADES, aspect_batches, batches, configured, plain_measures


def value(name: str, cases: list[Case], **how: float) -> np.ndarray:
    return values_of(ax.parse_measure(name), cases, **how)


def highest(cases: list[Case]) -> float:
    return max((g for case in cases for grade in case.pool for g in by_aspect(grade).values() if g > 0), default=1)


def assert_same(left: np.ndarray, right: np.ndarray) -> None:
    np.testing.assert_allclose(left, right, rtol=1e-11, atol=1e-14)


@pytest.mark.parametrize("measure", plain_measures(), ids=lambda measure: measure.name)
@given(data=st.data())
@settings(max_examples=30)
def test_one_aspect_makes_the_intent_aware_form_the_measure_itself(measure, data):
    chosen = data.draw(configured(measure))
    cases = [replace(case, lengths=(100.0,) * len(case.ranking)) for case in data.draw(batches(8))]
    has_relevant = np.array([any(g > 0 and g >= chosen.level for g in case.pool) for case in cases])
    try:
        plain = values_of(chosen, cases, max_grade=highest(cases))
    except InputError:
        reject()  # gains above 1 where probabilities are needed
    intent_aware = values_of(IA(chosen), cases, max_grade=highest(cases))
    np.testing.assert_array_equal(intent_aware[has_relevant], plain[has_relevant])
    assert np.isnan(intent_aware[~has_relevant]).all()


@given(aspect_batches())
def test_utility_without_effort_and_with_small_gains_is_intent_aware_rbp(cases):
    utility = value("RBU(p=0.9,e=0,scale='normalised',gain='linear')", cases, max_grade=1e8)
    np.testing.assert_allclose(utility, np.nan_to_num(value("RBP_IA(p=0.9)", cases, max_grade=1e8)), rtol=1e-5)


@given(aspect_batches())
def test_utility_of_the_endlessly_patient_is_err_without_its_discount(cases):
    """Not ERR_IA itself, as has been said: that divides each term by its rank."""
    satisfied = [
        sum(
            weight * (1 - math.prod(1 - r for r in (_gain(grade, t, highest(cases)) for grade in case.ranking)))
            for t, weight in _weights(case).items()
        )
        for case in cases
    ]
    assert_same(value("RBU(p=1,e=0)", cases, max_grade=highest(cases)), np.array(satisfied))


@st.composite
def lists_without_strictly_locally_relevant_items(draw) -> Case:
    """Draw lists whose items are relevant to all aspects that the list covers, or to none."""
    covered = draw(st.lists(st.sampled_from(ASPECTS), unique=True, min_size=1))
    item = st.fixed_dictionaries({aspect: st.sampled_from([g for g in GRADES if g > 0]) for aspect in covered})
    ranking = draw(st.lists(st.none() | st.just({covered[0]: 0}) | item, max_size=8))
    others = [{aspect: 1} for aspect in ASPECTS if draw(st.booleans())]
    lengths = draw(st.lists(st.integers(0, 50_000), min_size=len(ranking), max_size=len(ranking)))
    weights = dict(zip(ASPECTS, (0.4, 0.3, 0.2, 0.1), strict=True))
    return Case(tuple(ranking), tuple(others), weights, lengths=tuple(lengths))


@given(st.lists(lists_without_strictly_locally_relevant_items(), min_size=1, max_size=3))
def test_both_diversity_u_measures_agree_without_strictly_locally_relevant_items(cases):
    assert_same(value("D_U", cases), value("U_IA", cases))


def test_both_diversity_u_measures_differ_with_a_strictly_locally_relevant_item():
    case = Case(({"a": 1}, {"b": 1}), lengths=(50_000, 50_000))
    d_u, u_ia = value("D_U", [case]), value("U_IA", [case])
    assert d_u < u_ia  # who wants b reads only the snippet of the first item


@given(aspect_batches())
def test_a_list_of_all_judged_items_meets_all_aspects(cases):
    whole = [Case((*case.ranking, *case.unretrieved), (), case.weights) for case in cases]
    met = value("S_Recall", whole)
    assert ((met == 1) | np.isnan(met)).all()
    deep = max(len(case.ranking) for case in whole) or 1
    assert_same(value(f"S_Recall@{deep}", whole), met)


@given(aspect_batches())
def test_err_ia_is_the_intent_aware_form_of_err(cases):
    assert_same(value("ERR_IA@5", cases), value("IA(ERR@5)", cases))


@given(aspect_batches())
def test_linear_measures_do_not_tell_global_gains_from_intents(cases):
    top = highest(cases)
    assert_same(value("D_RBP(p=0.7)", cases, max_grade=top), value("RBP_IA(p=0.7)", cases, max_grade=top))


@given(aspect_batches(), st.sampled_from(["nDCG@5", "Q@5", "ERR", "AP"]))
def test_sharp_measures_lie_between_what_they_are_made_of(cases, inner):
    top = highest(cases)
    whole, half, none = (value(f"Dsharp({inner},gamma={g})", cases, max_grade=top) for g in (1, 0.5, 0))
    assert_same(half, (whole + none) / 2)
    assert_same(none, value(f"D({inner})", cases, max_grade=top))
    is_defined = ~np.isnan(whole)
    cutoff = "@5" if "@" in inner else ""
    level = 1 if inner == "AP" else 0.25  # graded measures take every positive grade for relevant
    assert_same(whole[is_defined], value(f"S_Recall(rel={level}){cutoff}", cases, max_grade=top)[is_defined])


@given(batches())
def test_q_without_gains_is_average_precision(cases):
    assert_same(value("Q(beta=0,gain='binary')", cases), value("AP", cases))


@given(batches())
def test_novelty_without_loss_and_with_one_aspect_is_ndcg(cases):
    assert_same(value("alpha_nDCG(alpha=0)@5", cases), value("nDCG(gain='binary')@5", cases))


@given(aspect_batches())
def test_expected_utility_without_effort_is_discounted_novelty(cases):
    assert (value("EU(e=0)", cases) >= value("EU(e=0.1)", cases) - 1e-15).all()
    uniform = [replace(case, weights=None, ranking=case.ranking[:1], lengths=case.lengths[:1]) for case in cases]
    n_aspects = np.array([max(len(_weights(case)), 1) for case in uniform])
    assert_same(value("EU(e=0)", uniform) * n_aspects, value("alpha_DCG(gain='exp')", uniform))


def _weights(case: Case) -> dict[str, float]:
    met = [t for t in case.aspects if any(by_aspect(grade).get(t, 0) > 0 for grade in case.pool)]
    given_weights = case.weights or dict.fromkeys(met, 1.0)
    total = sum(given_weights.get(t, 0) for t in met)
    return {t: given_weights.get(t, 0) / total if total else 0 for t in met}


def _gain(grade, aspect: str, top: float) -> float:
    g = 0 if grade is None else by_aspect(grade).get(aspect, 0)
    return (2**g - 1) / 2**top if g > 0 else 0.0
