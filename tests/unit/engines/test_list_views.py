"""What is shown of lists is what evaluate sees, and what ranks give is what explain says."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.engines.list_views import show_lists
from axiometer.errors import UsageError
from axiometer.measures.intent.intent_aware import IA

QUERIES = ("q1", "q2", "q3")
SYSTEMS = ("one", "two", "three")
ASPECTS = ("s", "t", "u")
ITEMS = [f"d{number:02}" for number in range(25)]
RNG = np.random.default_rng(3)
PLAIN = "AP nDCG@5 nDCG RBP P@4 RR Bpref Q ERR R@10 Judged@5"
EXPLAINED = ("AP", "RBU(e=0.1)@3", "EU", "Dsharp_nDCG", "TBG")
DIVERSE = "alpha_nDCG ERR_IA@7 RBU(e=0.1) RBU(e=0.1)@3 EU NRBP S_Recall@4 AP_IA D_nDCG@6 Dsharp_nDCG DIN_nDCG CT ACT"
TEXT = "U TBG TBG_IA U_IA@2"
RANKS = 6


def random_runs(items=ITEMS):
    """Make lists of different lengths with tied scores; the third system leaves out a query."""
    return {
        system: {
            query: {str(item): float(RNG.integers(0, 8)) for item in RNG.permutation(items)[: RNG.integers(1, 20)]}
            for query in QUERIES
            if (system, query) != ("three", "q2")
        }
        for system in SYSTEMS
    }


RUNS = random_runs()
GRADES = {
    query: {
        item: {aspect: int(RNG.integers(-1, 3)) for aspect in ASPECTS if RNG.random() < 0.6} or {"s": 0}
        for item in ITEMS[:18]
    }
    for query in QUERIES
}
WEIGHTS = {query: {"s": (0.5, "nav"), "t": (0.25, "inf"), "u": (0.25, "inf")} for query in QUERIES}
LENGTHS = pl.DataFrame({
    "item": ITEMS,
    "characters": RNG.integers(200, 3000, len(ITEMS)),
    "words": RNG.integers(40, 600, len(ITEMS)),
})


@pytest.fixture(scope="module")
def judgments() -> ax.Judgments:
    return ax.read_judgments(GRADES, weights=WEIGHTS, lengths=LENGTHS)


@pytest.fixture(scope="module")
def shown(judgments):
    return show_lists(judgments, RUNS, f"{PLAIN} {DIVERSE} {TEXT}", ranks=RANKS)


@pytest.fixture(scope="module")
def ratings():
    users = [f"u{number}" for number in range(4)]
    rated = [(user, str(item), int(RNG.integers(1, 6))) for user in users for item in RNG.permutation(ITEMS)[:12]]
    frame = pl.DataFrame(rated, schema=["user", "item", "rating"], orient="row")
    is_test = pl.int_range(pl.len()) % 2 == 0
    genres = {item: sorted({*RNG.choice(["a", "b", "c"], 2)}) for item in ITEMS[:-3]} | {ITEMS[-3]: []}
    return ax.read_ratings(frame.filter(~is_test), frame.filter(is_test), aspects=genres)


def assert_adds_up(shown, measured):
    """Assert that ranks and the rest give the values that evaluate has."""
    key = ["measure", "system", "query"]
    given = shown.contributions.group_by(key).agg(pl.col("value").sum().alias("given"))
    table = shown.rest.join(given, on=key, how="left", maintain_order="left").with_columns(pl.col("given").fill_null(0))
    assert table.height == measured.values.size
    for (name,), its in table.group_by("measure", maintain_order=True):
        expected = measured.values[:, :, [*map(str, measured.measures)].index(str(name))].ravel()
        np.testing.assert_array_equal(its["value"], expected)
        if its["rest"].null_count() == 0:
            np.testing.assert_allclose(its["given"] + its["rest"], expected, rtol=1e-12, atol=1e-12)


def by_rank(why, length):
    """Add up what explain says of each rank that is shown."""
    total = why.contributions.group_by("rank").agg(pl.col("value").sum()).filter(pl.col("rank") <= length)
    return {rank: value for rank, value in total.rows() if rank <= RANKS and value != 0}


def assert_as_explained(shown, runs, judgments):
    """Assert that each rank of each list gives what explain says."""
    length = {(system, query): n for system, query, n in shown.length.rows()}
    for measure, system, query, _, value in shown.rest.rows():
        if np.isnan(value):
            continue
        of_list = shown.contributions.filter(measure=measure, system=system, query=query)
        expected = by_rank(ax.explain(judgments, runs, measure, system, query), length[system, query])
        assert dict(of_list.select("rank", "value").rows()) == pytest.approx(expected, rel=1e-12, abs=1e-14)


def test_ranks_and_the_rest_add_up(shown, judgments):
    assert_adds_up(shown, ax.evaluate(judgments, RUNS, f"{PLAIN} {DIVERSE} {TEXT}"))


def test_ranks_give_what_explain_says(judgments):
    assert_as_explained(show_lists(judgments, RUNS, EXPLAINED, ranks=RANKS), RUNS, judgments)


def test_the_rest_is_what_further_ranks_give(judgments):
    few, all_ = (show_lists(judgments, RUNS, "AP RBU(e=0.1)", ranks=ranks) for ranks in (2, 30))
    assert all_.rest["rest"].to_list() == pytest.approx([0.0] * all_.rest.height, abs=1e-15)
    key = ["measure", "system", "query"]
    further = all_.contributions.filter(pl.col("rank") > 2).group_by(key).agg(pl.col("value").sum().alias("further"))
    both = few.rest.join(further, on=key, how="left", maintain_order="left")
    assert both["rest"].to_list() == pytest.approx(both["further"].fill_null(0.0).to_list(), abs=1e-15)
    assert few.contributions.equals(all_.contributions.filter(pl.col("rank") <= 2))


def test_lists_are_in_the_order_of_the_profile(shown):
    for system, by_query in RUNS.items():
        for query, scores in by_query.items():
            expected = sorted(sorted(scores, reverse=True), key=lambda item: -scores[item])[:RANKS]
            its = shown.lists.filter(system=system, query=query)
            assert its["item"].to_list() == expected
            assert its["rank"].to_list() == [*range(1, len(expected) + 1)]


def test_lengths_are_those_of_whole_lists_and_0_where_there_is_none(shown):
    expected = [(s, r, len(RUNS[s].get(r, ()))) for s in SYSTEMS for r in QUERIES]
    assert shown.length.rows() == expected
    assert ("three", "q2", 0) in expected


def test_the_depth_of_the_profile_counts(judgments):
    shown = show_lists(judgments, RUNS, "AP", profile=ax.get_profile(depth=3))
    assert shown.length["length"].max() == 3
    assert shown.lists["rank"].max() == 3


def test_labels_are_all_judgments_of_the_items_shown(shown):
    pairs = {*shown.lists.select("query", "item").rows()}
    expected = {
        (query, item, aspect, float(grade))
        for query, of_items in GRADES.items()
        for item, grades in of_items.items()
        for aspect, grade in grades.items()
        if (query, item) in pairs
    }
    assert {*shown.labels.rows()} == expected
    assert shown.labels.height == len(expected)
    assert shown.labels["grade"].min() <= 0


def test_aspects_have_weights_and_numbers_of_relevant_items(shown):
    n_relevant = [
        (query, aspect, WEIGHTS[query][aspect][0], sum(its.get(aspect, 0) > 0 for its in GRADES[query].values()))
        for query in QUERIES
        for aspect in ASPECTS
    ]
    assert shown.aspects.rows() == n_relevant


def test_without_aspects_items_of_the_query_are_counted():
    shown = show_lists({"q": {"a": 2, "b": 0, "c": 1}}, {"q": ["x", "a", "b"]}, "AP")
    assert shown.aspects.rows() == [("q", None, None, 2)]
    assert shown.labels.rows() == [("q", "a", None, 2.0), ("q", "b", None, 0.0)]
    assert shown.contributions.rows() == [("AP", "run", "q", 2, 0.25)]
    assert shown.rest.rows() == [("AP", "run", "q", 0.0, 0.25)]


def test_what_is_judged_for_no_aspect_has_none():
    judged = {"q": {"a": {"1": 1, "2": 1}, "b": {"0": 0}}, "r": {"a": {"0": 1}}}
    shown = show_lists(judged, {"q": ["a", "b"], "r": ["a"]}, "AP")
    assert {*shown.labels.rows()} == {
        ("q", "a", "1", 1.0),
        ("q", "a", "2", 1.0),
        ("q", "b", None, 0.0),
        ("r", "a", "0", 1.0),
    }


def test_rounds_of_judging_are_no_aspects_unless_a_measure_says_so():
    judged = {"q": {"a": {"1": 1}, "b": {"2": 1}}}
    plain, diverse = (show_lists(judged, {"q": ["a", "b"]}, name) for name in ("AP", "S_Recall"))
    assert plain.labels["aspect"].to_list() == [None, None]
    assert [*map(str, plain.notes)] == [
        "not shown as aspects, as no item is judged for several of them and no measure needs them: 1, 2"
    ]
    assert diverse.labels["aspect"].to_list() == ["1", "2"]
    assert diverse.notes == ()


def test_recommendations(ratings):
    runs = {
        system: {f"u{u}": [str(item) for item in RNG.permutation([*ITEMS, "nobody knows"])[:15]] for u in range(4)}
        for system in ("one", "two")
    }
    names = "alphabeta_nDCG@10 nDCG@10 EPC@10 ILD@10 alpha_nDCG@10 P@5"
    shown = show_lists(ratings, runs, names, ranks=RANKS)
    assert_adds_up(shown, ax.evaluate(ratings, runs, names))
    assert_as_explained(shown, runs, ratings)
    is_rated = {(user, item): grade for user, item, grade in ratings.frame.select("query", "item", "grade").rows()}
    genres = ratings.catalogue.aspects.group_by("item").agg("aspect")
    genres = {item: sorted(its) for item, its in genres.rows()}
    expected = [
        (user, item, aspect, is_rated.get((user, item)))
        for user, item in shown.lists.select("query", "item").unique().rows()
        for aspect in genres.get(item, [None])
        if aspect is not None or (user, item) in is_rated
    ]
    assert sorted(shown.labels.rows(), key=str) == sorted(expected, key=str)
    assert shown.aspects["weight"].null_count() == 0


@dataclass(frozen=True, kw_only=True)
class Found(ax.Measure):
    """How many relevant items a list has, without saying which."""

    def values(self, lists):
        return lists.count.astype(float)


def test_measures_that_are_no_sums_have_values_only(judgments):
    names = ("Found", "Found_IA")
    shown = show_lists(judgments, RUNS, ["AP", Found(), IA(Found())])
    assert shown.unexplained == names
    of_these = shown.rest.filter(pl.col("measure").is_in(names))
    assert of_these["rest"].null_count() == of_these.height == 18
    assert of_these["value"].null_count() == 0
    assert {*shown.contributions["measure"]} == {"AP"}


def test_measures_of_systems_are_named_as_not_explained(ratings):
    shown = show_lists(ratings, {"u0": ITEMS}, "CatalogueCoverage P@5")
    assert shown.unexplained == ("CatalogueCoverage",)
    assert {*shown.rest["measure"]} == {"P(rel=0)@5"}


def test_what_is_undefined_everywhere_is_not_explained():
    shown = show_lists({"q1": {"d01": 0}}, RUNS, "AP P@5")
    assert shown.unexplained == ("AP",)
    assert shown.rest.filter(measure="AP")["rest"].is_nan().all()
    assert shown.contributions.is_empty()


def test_only_some_are_shown(judgments, shown):
    some = show_lists(judgments, RUNS, f"{PLAIN} {DIVERSE}", systems="two", queries=["q3", "q1"], ranks=RANKS)
    is_shown = (pl.col("system") == "two") & pl.col("query").is_in(["q1", "q3"])
    for name in ("lists", "length"):
        assert getattr(some, name).equals(getattr(shown, name).filter(is_shown))
    of_these = is_shown & pl.col("measure").is_in(some.rest["measure"].unique().implode())
    for name in ("contributions", "rest"):
        assert getattr(some, name).equals(getattr(shown, name).filter(of_these), null_equal=True)
    assert {*some.aspects["query"]} == {"q1", "q3"}


def test_a_system_without_the_queries_shown_has_empty_lists(judgments):
    shown = show_lists(judgments, RUNS, "AP RBU", queries=["q2"])
    assert shown.length.filter(system="three")["length"].to_list() == [0]
    assert shown.lists.filter(system="three").is_empty()
    alone = show_lists(judgments, RUNS, "AP RBU", systems=["three"], queries=["q2"])
    assert alone.lists.is_empty()
    assert alone.rest["value"].to_list() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"systems": "four"}, "no system 'four' to show; there are: one, two, three"),
        ({"systems": []}, "no system to show is named"),
        ({"queries": "q9"}, "no judgments for query 'q9'"),
        ({"queries": []}, "no query to show is named"),
        ({"ranks": 0}, "ranks must be a whole number from 1"),
        ({"jobs": 0}, "jobs must be a whole number from 1"),
    ],
)
def test_what_cannot_be_shown_is_refused(judgments, changed, told):
    with pytest.raises(UsageError, match=told):
        show_lists(judgments, RUNS, "AP", **changed)


def test_another_order_of_ties_is_told(judgments):
    shown = show_lists(judgments, RUNS, "AP RBP", profile="ir_measures", ranks=RANKS)
    assert [*map(str, shown.notes)] == [
        "RBP(p=0.8): sees lists in another order (ties file-order, precision float64) than they are shown in"
    ]
    assert_adds_up(shown, ax.evaluate(judgments, RUNS, "AP RBP", profile="ir_measures"))


def test_sources_are_read_once_and_told_of(judgments):
    done = []
    runs = ax.Runs.of(RUNS)
    shown = show_lists(judgments, runs, "AP", jobs=1, progress=lambda n, of: done.append((n, of)))
    assert done == [(1, 3), (2, 3), (3, 3)]
    assert shown.lists.equals(show_lists(judgments, runs, "AP", jobs=2).lists)
