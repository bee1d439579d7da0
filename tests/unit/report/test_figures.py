import pytest

import axiometer as ax
from axiometer.engines.list_views import show_lists
from axiometer.errors import UsageError
from axiometer.io import read_ratings
from axiometer.measures.base import Measure
from axiometer.report.figures import MOST_LISTS, axiom_figure, query_figure

RUNS = {"one": {"q": ["a", "b", "x"]}, "two": {"q": ["x", "a"]}}
JUDGMENTS = {"q": {"a": 2, "b": 0, "c": 1}}


def shown(measure="RR", runs=RUNS, **how):
    return show_lists(JUDGMENTS, runs, measure, queries="q", **how)


def test_cells_are_relevant_or_not_or_not_judged():
    strips, *bars = query_figure(shown())["concat"]
    outlined, hatched, filled, named = (layer["data"]["values"] for layer in strips["layer"])
    assert [(cell["name"], cell["place"], cell["kind"]) for cell in outlined] == [
        ("one", 2, "not relevant"),
        ("one", 3, "not judged"),
        ("two", 1, "not judged"),
    ]
    assert len(hatched) == 2 * 3
    assert [(cell["name"], cell["place"], cell["darkness"]) for cell in filled] == [("one", 1, 1.0), ("two", 2, 1.0)]
    assert [each["name"] for each in named] == ["one", "two"]
    assert [part["title"]["text"] for part in bars] == ["one: 1.0000", "two: 0.5000"]


def test_systems_stand_in_the_order_in_which_they_are_named():
    _, *bars = query_figure(shown(), systems=["two", "one"])["concat"]
    assert [part["title"]["text"] for part in bars] == ["two: 0.5000", "one: 1.0000"]


def test_what_further_ranks_gave_is_told():
    figure = query_figure(shown("P@2", ranks=1, runs={"one": {"q": ["b", "a"]}}))
    assert figure["concat"][1]["title"]["text"] == "one: 0.5000, of which 0.5000 from further ranks"


def test_more_systems_than_fit_are_refused():
    many = {f"s{at}": {"q": ["a"]} for at in range(MOST_LISTS + 1)}
    with pytest.raises(UsageError, match="do not fit on a page"):
        query_figure(shown(runs=many))


def test_a_list_whose_value_is_undefined_says_so():
    ratings = read_ratings(None, {"q": {"a": 1}}, aspects={"a": ["x"], "b": ["y"]})
    runs = {"one": {"q": ["a"]}, "two": {"q": ["a", "b"]}}
    titles = [part["title"]["text"] for part in query_figure(show_lists(ratings, runs, "ILD"))["concat"][1:]]
    assert titles == ["one: undefined", "two: 1.0000"]


def test_a_query_for_which_the_measure_is_undefined_is_refused():
    found = show_lists({"q": {"a": 0}}, {"one": {"q": ["a"]}}, "AP", queries="q")
    with pytest.raises(UsageError, match="AP is undefined for query q: choose another query or another measure"):
        query_figure(found)


def test_a_measure_that_is_no_sum_is_refused():
    class Length(Measure):
        """How long a list is."""

        def values(self, lists):
            return lists.depth.astype(float)

    with pytest.raises(UsageError, match="Length does not say what each rank of query q gives: choose another measure"):
        query_figure(shown(Length()))


def test_verdicts_are_cells():
    chart = axiom_figure(ax.check_axioms(["AP", "nDCG@20"], ["Pri", "Deep"], cases=300))
    cells = {(cell["row"], cell["column"]): cell["kind"] for cell in chart["data"]["values"]}
    assert cells["nDCG@20", "Pri"] == "satisfied"
    assert cells["AP", "Pri"] == "not satisfied"
    assert cells["nDCG@20", "Deep"] == "up to the cut-off"


def test_the_title_says_how_much_was_tried():
    chart = axiom_figure(ax.check_axioms(["AP"], ["Pri"], cases=300))
    assert "300 cases" in " ".join(chart["title"]["text"])
