"""Traits say what data are like."""

from __future__ import annotations

import polars as pl
import pytest

import axiometer as ax
from axiometer.axioms.axiom import full_name
from axiometer.data import Judgments
from axiometer.engines.collection import Collection
from axiometer.engines.prefer import parse_compared
from axiometer.meta.advice.dataset_traits import Traits
from axiometer.meta.advice.relevant_axioms import axioms_that_matter

PLAIN = {"q": {"a": 1, "b": 0, "c": 1}, "r": {"a": 1}, "s": {"b": 0}}
ASPECTS = {"q": {"a": {"x": 1, "y": 2}, "b": {"y": 1}}, "r": {"a": {"x": 3}, "b": {"y": 0}}}
RUNS = {
    "one": {"q": ["a", "b", "d"], "r": ["a", "b"]},
    "two": {"q": ["c"], "r": ["e", "b"]},
}


def traits_of(judgments, runs=RUNS):
    judgments = Judgments.of(judgments)
    return Traits.of(judgments, Collection.read(judgments, runs, parse_compared("P@10")))


def chosen(traits):
    return [full_name(each.axiom) for each in axioms_that_matter(traits)]


def test_plain_judgments():
    traits = traits_of(PLAIN)
    assert (traits.n_queries, traits.grades, traits.is_graded) == (3, (1.0,), False)
    assert (traits.n_diverse, traits.has_aspects, traits.has_weights, traits.is_rated) == (0, False, False, False)
    assert traits.n_relevant == 1  # of 2, 1 and 0


def test_lists_that_end_at_different_ranks():
    lists = traits_of(PLAIN).lists
    # Nobody answers s; q ends at ranks 3 and 1, r at 2 and 2.
    assert (lists.differing, lists.shortest, lists.longest) == (0.5, 1.5, 2.5)
    assert traits_of(PLAIN).are_cut
    alike = traits_of(PLAIN, {"one": {"q": ["a", "b"]}, "two": {"q": ["c", "d"]}})
    assert not alike.are_cut
    assert alike.lists.differing == 0


def test_judged_items_among_the_first_ten():
    lists = traits_of(PLAIN).lists
    one, two = (2 / 3 + 1 / 2) / 2, (1 + 0) / 2
    assert lists.judged == pytest.approx((one + two) / 2)
    assert (lists.least_judged, lists.least_judged_system) == (pytest.approx(two), "two")


def test_aspects_that_have_relevant_items():
    traits = traits_of(ASPECTS)
    assert (traits.n_diverse, traits.mean_aspects, traits.grades) == (1, 1.5, (1.0, 2.0, 3.0))
    assert traits.has_aspects


@pytest.mark.parametrize(("weight", "is_uneven"), [(0.5, False), (0.75, True)])
def test_weights_count_if_they_differ(weight, is_uneven):
    rows = [("q", "x", "a", 1, weight), ("q", "y", "b", 1, 1 - weight)]
    frame = pl.DataFrame(rows, schema=["query", "aspect", "item", "grade", "weight"], orient="row")
    traits = traits_of(frame)
    assert traits.has_weights is is_uneven
    assert ("search:AspRel" in chosen(traits)) is is_uneven
    assert (traits.table().filter(trait="weights")["value"].item() == "given") is is_uneven


def test_ratings_with_the_aspects_of_items():
    rated = ax.read_ratings({"u": {"c": 4}}, {"u": {"a": 5, "b": 3}}, {"a": ["x"], "b": ["y"], "c": ["x", "y"]})
    traits = traits_of(rated, {"one": {"u": ["a", "d"]}, "two": {"u": ["b", "a"]}})
    assert traits.is_rated
    assert traits.has_interests
    assert traits.has_aspects
    assert traits.unjudged == 0.25
    assert "recommendation:MissOverNon" in chosen(traits)


def test_each_trait_is_explained():
    for judgments in (PLAIN, ASPECTS):
        table = traits_of(judgments).table()
        assert table.columns == ["trait", "value", "meaning"]
        assert table["trait"].is_unique().all()
        assert (table["value"].str.len_chars() > 0).all()
        assert (table["meaning"].str.len_chars() > 10).all()


def test_axioms_for_binary_judgments_are_read_without_grades():
    assert chosen(traits_of(PLAIN)) == [
        *("search:Pri/binary", "search:Deep/binary", "search:DeepTh", "search:CloseTh", "search:Conf"),
    ]


def test_axioms_for_graded_aspects():
    assert chosen(traits_of(ASPECTS)) == [
        *("search:Pri", "search:Deep", "search:DeepTh", "search:CloseTh", "search:Conf"),
        *("search:AspDiv", "search:Red", "search:MRed", "search:Sat"),
    ]


def test_lists_of_one_length_do_not_ask_for_confidence():
    assert "search:Conf" not in chosen(traits_of(PLAIN, {"one": {"q": ["a"]}, "two": {"q": ["b"]}}))


def test_without_grades_average_precision_prefers_relevant_items():
    binary, graded = (axioms_that_matter(traits_of(each))[0].axiom for each in (PLAIN, ASPECTS))
    answers = {verdict.axiom: verdict.answer for verdict in ax.check_axioms("AP", [binary, graded], cases=500)}
    assert answers == {"Pri/binary": "holds", "Pri": "violated"}
    assert ax.check_axioms("R", binary, cases=500)["R", "Pri/binary"].brief() == "[0.1 –] = 1; [– 0.1] = 1"


def test_few_systems_and_queries_are_told():
    assert [(note.count, str(note).partition(":")[0]) for note in traits_of(PLAIN).notes()] == [
        (2, "only 2 systems"),
        (3, "only 3 queries"),
    ]


def test_ratings_whose_lists_end_at_different_ranks_ask_for_confidence():
    ratings = ax.read_ratings(None, {"q": {"a": 1, "c": 5}, "r": {"a": 4}})
    assert "search:Conf" in chosen(traits_of(ratings))
    assert "search:Conf" not in chosen(traits_of(ratings, {"one": {"q": ["a"]}, "two": {"q": ["c"]}}))
