"""Explanations add up, and lay the losses at the right door."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.engines.explanation import LOSSES
from axiometer.measures.intent.intent_aware import IA
from axiometer.measures.names import parse_measures
from axiometer.measures.parts.additive import Explained

JUDGMENTS = {
    "q": {
        "a": {"s": 2, "t": 1},
        "b": {"s": 3},
        "c": {"u": 1},
        "d": {"s": 0},
    },
    "other": {"a": {"s": 1}},
}
RUN = {"q": {"x": 9.0, "a": 8.0, "d": 7.0, "b": 6.0}, "other": {"x": 1.0}}
WEIGHTS = pl.DataFrame({
    "query": ["q", "q", "q", "other"],
    "aspect": ["s", "t", "u", "s"],
    "weight": [0.5, 0.25, 0.25, 1.0],
    "type": ["nav", "inf", "inf", "inf"],
})
LENGTHS = pl.DataFrame({
    "item": list("abcdx"),
    "characters": [1000, 3000, 500, 200, 800],
    "words": [200, 600, 100, 40, 160],
})


@pytest.fixture(scope="module")
def judgments() -> ax.Judgments:
    return ax.read_judgments(JUDGMENTS, weights=WEIGHTS, lengths=LENGTHS)


NAMES = [
    str(measure)
    for measure in parse_measures(
        "AP nDCG@3 P@2 Bpref Q P_plus RBU(e=0.1)@3 EU CT ACT CT(time='reading') alpha_nDCG NRBP nNRBP ERR_IA nERR_IA@3 "
        "ERR_IA(alpha=0.5)@2 alpha_DCG(scale='ndeval')@4 S_Recall@2 S_RR AP_IA Bpref_IA D_nDCG D_Q@3 Dsharp_nDCG D_AP "
        "DIN_nDCG P_plus_Q U D_U U_IA@2 TBG TBG_IA Dsharp_AP Dsharp_ERR(gamma=1) Dsharp_ERR(gamma=0)"
    )
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("query_", ["q", "other"])
def test_possible_less_losses_is_the_value(judgments, name, query_):
    told = ax.explain(judgments, RUN, name, query=query_)
    measured = ax.evaluate(judgments, RUN, name)
    assert isinstance(told.measure, Explained)
    np.testing.assert_array_equal(told.value, measured.values[0, measured.queries.index(query_), 0])
    if not np.isnan(told.value):
        totals = told.totals
        left = totals["possible"] - sum(totals[loss] for loss in LOSSES)
        np.testing.assert_allclose(left, told.value, rtol=1e-12, atol=1e-15)
        np.testing.assert_allclose(told.contributions["value"].sum(), told.value, rtol=1e-12, atol=1e-15)


def test_what_is_lost_to_what(judgments):
    told = ax.explain(judgments, RUN, "RBU(p=0.5,e=0.1)", query="q")
    s, t = 0.5 * 3 / 8, 0.25 * 1 / 8  # what item a has for aspects s and t; b has 0.5 · 7/8 for s
    b, u = 0.5 * 7 / 8, 0.25 * 1 / 8
    assert told.never_met.rows() == [("u", pytest.approx(0.5 * u))]
    assert told.totals == {
        "possible": pytest.approx(0.5 * (s + t + b + u)),
        "never_met": pytest.approx(0.5 * u),
        "redundancy": pytest.approx(0.5 * b * 3 / 8),
        "position": pytest.approx(0.5 * ((s + t) * (1 - 0.5) + b * (1 - 3 / 8) * (1 - 0.5**3))),
        "effort": pytest.approx(0.1 * (0.5 + 0.25 + 0.125 + 0.0625)),
        "value": pytest.approx(told.value),
    }
    shown = told.contributions.select("rank", "item", "aspect", "grade").rows()
    assert shown == [
        (1, "x", None, None),
        (2, "a", "s", 2.0),
        (2, "a", "t", 1.0),
        (3, "d", None, 0.0),
        (4, "b", "s", 3.0),
    ]


def test_order_and_ties_are_those_of_the_profile(judgments):
    run = {"q": {"a": 1.0, "b": 1.0}}
    assert ax.explain(judgments, run, "nDCG", query="q").contributions["item"].to_list() == ["b", "a"]
    ascending = ax.get_profile(ties="item-ascending")
    shown = ax.explain(judgments, run, "nDCG", query="q", profile=ascending).contributions
    assert shown["item"].to_list() == ["a", "b"]


def test_which_system_and_query():
    two = {"one": {"q": {"a": 1.0}}, "two": {"q": {"b": 1.0, "a": 0.5}}}
    judged = {"q": {"a": 1}}
    assert ax.explain(judged, two, "RR", "two").value == 0.5
    assert ax.explain(judged, {"q": {"a": 1.0}}, "RR").value == 1
    for wrong, message in (
        ({"system": None}, "several systems; choose one of one, two"),
        ({"system": "three"}, "there is no system 'three'; there are: one, two"),
    ):
        with pytest.raises(ax.UsageError, match=message):
            ax.explain(judged, two, "RR", **wrong)
    with pytest.raises(ax.UsageError, match="2 judged queries; choose one"):
        ax.explain({"q": {"a": 1}, "p": {"a": 1}}, {"q": {"a": 1.0}}, "RR")
    with pytest.raises(ax.InputError, match="no judgments for query 'z'"):
        ax.explain(judged, {"q": {"a": 1.0}}, "RR", query="z")
    with pytest.raises(ax.UsageError, match="one measure can be explained at a time"):
        ax.explain(judged, {"q": {"a": 1.0}}, "RR AP")


def test_measures_that_are_no_sums_say_so():
    class Length(ax.Measure):
        """How long a list is."""

        def values(self, lists):
            return lists.depth.astype(float)

    with pytest.raises(ax.UsageError, match="does not say what its sums are"):
        ax.explain({"q": {"a": 1}}, {"q": {"a": 1.0}}, Length())


def test_undefined_values_are_explained_by_nothing():
    told = ax.explain({"q": {"a": 0}}, {"q": {"a": 1.0}}, "nDCG")
    assert np.isnan(told.value)
    assert told.contributions.height == 0


def test_a_query_that_the_run_does_not_answer():
    told = ax.explain(JUDGMENTS, {"q": {"a": 1.0}}, "S_Recall", query="other")
    assert (told.value, told.contributions.height) == (0, 0)
    assert told.never_met.rows() == [("s", 1.0)]


def test_one_frame_adds_up_to_the_totals(judgments):
    told = ax.explain(judgments, RUN, "RBU(e=0.1)@3", query="q")
    frame = told.to_polars()
    assert {name: pytest.approx(frame[name].sum()) for name in told.totals} == told.totals
    assert frame.filter(pl.col("rank").is_null())["aspect"].to_list() == ["u"]


def test_redundant_navigational_items_are_shown(judgments):
    told = ax.explain(judgments, RUN, "DIN_nDCG", query="q")
    assert told.contributions.filter(pl.col("redundancy") > 0).select("item", "aspect").rows() == [("b", "s")]


def test_aspects_that_keep_s_rr_at_0(judgments):
    told = ax.explain(judgments, RUN, "S_RR", query="q")
    assert told.value == 0
    assert told.totals["never_met"] == pytest.approx(1 / 3)
    assert told.totals["position"] == pytest.approx(2 / 3)


def test_the_best_item_of_an_aspect_never_met_counts():
    judged = {"q": {"a": {"s": 1}, "b": {"t": 1}, "c": {"t": 3}, "d": {"t": 2, "s": 1}}}
    told = ax.explain(judged, {"q": {"a": 1.0}}, "RBU(p=1,e=0)")
    assert told.never_met.rows() == [("t", 0.5 * (2**3 - 1) / 2**3)]


def test_effort_stops_where_the_profile_stops(judgments):
    told = ax.explain(judgments, RUN, "RBU(p=1,e=0.1)", query="q", profile=ax.get_profile(depth=2))
    assert told.totals["effort"] == pytest.approx(0.2)
    assert told.contributions["rank"].max() == 2


def test_aspects_for_which_the_measure_inside_is_undefined_give_nothing():
    judged = {"q": {"x": {"a": 2, "b": 1}, "y": {"b": 1, "a": 0}}}
    told = ax.explain(judged, {"q": {"x": 2.0, "y": 1.0}}, "nDCG_IA(gain={1:0})")
    assert (told.value, told.contributions["value"].sum()) == (1, 1)


def test_what_an_aspect_never_met_would_have_given_a_list_of_this_length():
    run = {"q": {"x": 9.0} | {f"u{i}": -float(i) for i in range(9)}}
    told = ax.explain({"q": {"x": {"a": 1}, "y": {"b": 1}}}, run, "ACT")
    assert told.never_met["possible"].to_list() == pytest.approx(told.contributions["possible"].to_list())


def test_of_a_list_without_items_everything_was_never_met(judgments):
    why = ax.explain(judgments, {"other": {"x": 1.0}}, "CT", query="q")
    assert why.value == 0
    assert why.never_met["aspect"].to_list() == ["s", "t", "u"]
    assert why.totals["never_met"] == pytest.approx(why.totals["possible"])


def test_it_is_shown_with_its_contributions():
    told = ax.explain({"q": {"a": 1}}, {"q": {"a": 1.0}}, "RR")
    assert repr(told).startswith("RR")
    assert repr(told).endswith(str(told.contributions))


def test_measures_of_others_need_the_sums_of_these():
    class Length(ax.Measure):
        """How long a list is."""

        def values(self, lists):
            return lists.depth.astype(float)

    with pytest.raises(ax.UsageError, match=r"Length_IA cannot be explained: Length does not say what its sums are"):
        ax.explain(JUDGMENTS, RUN, IA(Length()), query="q")
