"""Simulated search: what holds of every world, and what measures make of the truth."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.errors import UsageError
from axiometer.simulate.random_numbers import hashed, shuffled, uniform
from axiometer.simulate.search import QUALITIES, SearchWorld, simulate_search
from axiometer.stats.correlation import tau_b

SMALL = {"queries": 12, "systems": 5, "depth": 40, "pool_depth": 10}
ALIKE = {"vary": (), "noise": 0.0}


@pytest.fixture(scope="module")
def collection():
    return simulate_search(SearchWorld(**SMALL))


def test_lists_are_whole(collection):
    runs = collection.runs
    assert runs.columns == ["system", "query", "item", "rank", "score"]
    assert runs.height == 5 * 12 * 40
    assert not runs.select("system", "query", "item").is_duplicated().any()
    lists = runs.group_by("system", "query", maintain_order=True).agg("rank", pl.col("score").diff().drop_nulls())
    assert lists["rank"].to_list() == [list(range(1, 41))] * 60
    assert lists["score"].list.max().max() < 0


def test_judged_is_the_pool_in_all_aspects(collection):
    pool = collection.runs.filter(pl.col("rank") <= 10).select("query", "item").unique()
    wanted = pool.join(collection.weights.select("query", "aspect"), on="query")
    judged = collection.judgments.select("query", "item", "aspect")
    assert sorted(judged.rows()) == sorted(wanted.select(judged.columns).rows())
    assert set(collection.judgments["grade"].unique()) == {0, 1, 2, 3}
    per_item = collection.judgments.group_by("query", "item").agg((pl.col("grade") > 0).sum())
    assert set(per_item["grade"].unique()) == {0, 1, 2}


def test_weights_and_lengths(collection):
    weights = collection.weights.group_by("query").agg(pl.col("weight").sum(), pl.len())
    assert weights["weight"].to_list() == pytest.approx([1.0] * 12, abs=1e-15)
    assert weights["len"].is_between(2, 5).all()
    assert collection.weights["weight"].min() > 0
    assert sorted(collection.lengths["item"]) == sorted(collection.runs["item"].unique())
    assert 4000 < collection.lengths["length"].median() < 6000
    assert collection.lengths["length"].log().std() == pytest.approx(1, abs=0.1)


def test_truth_is_a_chain_and_names_do_not_tell(collection):
    truth = collection.truth
    assert truth["true_rank"].to_list() == [1, 2, 3, 4, 5]
    assert truth["relevance"].to_list() == pytest.approx([0.9, 0.7, 0.5, 0.3, 0.1])
    assert truth["diversity"].to_list() == pytest.approx([1, 0.8, 0.6, 0.4, 0.2])
    assert truth["redundancy"].to_list() == pytest.approx([0, 0.2, 0.4, 0.6, 0.8])
    assert sorted(truth["system"]) == ["s01", "s02", "s03", "s04", "s05"] != truth["system"].to_list()
    assert collection.runs["system"].unique(maintain_order=True).to_list() == sorted(truth["system"])


def test_what_does_not_vary_is_the_same_for_all():
    world = SearchWorld(systems=3, vary="redundancy", redundancy=0.1, spread=0.4)
    assert world.vary == ("redundancy",)
    truth = world.truth()
    assert truth["relevance"].to_list() == [0.9] * 3
    assert truth["redundancy"].to_list() == pytest.approx([0.1, 0.3, 0.5])
    assert SearchWorld(vary=[]).truth()["true_rank"].to_list() == [1] * 12
    assert SearchWorld(systems=1).truth().rows() == [("s01", 1, 0.9, 1.0, 0.0)]


def test_same_seed_same_result(collection):
    again, other = simulate_search(SearchWorld(**SMALL)), simulate_search(SearchWorld(**SMALL, seed=1))
    for name in ("runs", "judgments", "weights", "lengths", "truth"):
        assert getattr(collection, name).equals(getattr(again, name)), name
    assert not collection.runs.equals(other.runs)
    assert not collection.weights.equals(other.weights)


def test_the_result_is_the_same_everywhere(collection):
    assert uniform(0, 1, size=(2,)).tolist() == [0.8897387912781343, 0.5571380502062263]
    assert collection.runs["item"].head(3).to_list() == ["1-2242666592", "1-2559076556", "1-3312937274"]


def test_worlds_grow_without_changing_what_was_there(collection):
    larger = simulate_search(SearchWorld(**SMALL | {"queries": 20}))
    first = larger.runs.filter(pl.col("query").cast(pl.Int64) <= 12)
    assert first.equals(collection.runs)
    deeper = simulate_search(SearchWorld(**SMALL | {"depth": 60}))
    assert deeper.runs.filter(pl.col("rank") <= 40).drop("score").equals(collection.runs.drop("score"))
    more = simulate_search(SearchWorld(**SMALL | {"systems": 9}))
    assert more.weights.equals(collection.weights)
    lengths = more.lengths.join(collection.lengths, on="item")
    assert lengths.height > 500
    assert (lengths["length"] == lengths["length_right"]).all()


def test_systems_of_equal_levels_differ_by_noise_only():
    same = simulate_search(SearchWorld(**SMALL, **ALIKE)).runs
    assert same.group_by("query", "rank").agg(pl.col("item").n_unique())["item"].max() == 1
    own = simulate_search(SearchWorld(**SMALL, **ALIKE | {"noise": 1.0})).runs
    assert own.group_by("query", "rank").agg(pl.col("item").n_unique())["item"].mean() > 3


def aspects_in_lists(**levels):
    """Give the aspects of the relevant items of one long list for each of many queries, in order."""
    world = SearchWorld(queries=300, systems=1, depth=60, pool_depth=60, aspects=(4, 4), overlap=0, **ALIKE | levels)
    made = simulate_search(world)
    relevant = made.judgments.filter(pl.col("grade") > 0)
    return made.runs.join(relevant, on=["query", "item"], how="left", maintain_order="left")


def test_relevance_is_the_chance_of_a_relevant_item():
    lists = aspects_in_lists(relevance=0.6)
    share = lists.group_by("rank").agg(pl.col("grade").is_not_null().mean())
    shares = dict(share.iter_rows())
    assert shares[1] == pytest.approx(0.6 * 0.75, abs=0.09)
    assert shares[21] == pytest.approx(0.6 * 0.75 / 2, abs=0.08)
    assert np.mean([shares[k] for k in range(17, 26)]) == pytest.approx(0.6 * 0.75 / 2, abs=0.03)


def test_diversity_is_the_share_of_aspects_that_are_reached():
    for diversity, reached in ((0.0, 1), (0.5, 2), (0.6, 2.4), (1.0, 4)):
        lists = aspects_in_lists(diversity=diversity).drop_nulls("aspect")
        n = lists.group_by("query").agg(pl.col("aspect").n_unique())["aspect"]
        assert n.mean() == pytest.approx(reached, abs=0.08)
        assert n.max() - n.min() <= 1


def test_redundancy_is_the_chance_that_the_next_item_repeats_the_aspect():
    for redundancy in (0.0, 0.3, 1.0):
        lists = aspects_in_lists(redundancy=redundancy).drop_nulls("aspect")
        is_repeated = pl.col("aspect").shift(1).over("query") == pl.col("aspect")
        assert lists.select(is_repeated).to_series().mean() == pytest.approx(redundancy, abs=0.03)


def test_first_aspects_are_the_heaviest():
    made = simulate_search(SearchWorld(queries=100, systems=1, diversity=0.0, overlap=0, **ALIKE))
    shown = made.judgments.filter(pl.col("grade") > 0).select("query", "aspect").unique()
    heaviest = made.weights.filter(pl.col("weight") == pl.col("weight").max().over("query"))
    assert shown.join(heaviest, on=["query", "aspect"]).height == shown.height == 100


def test_grades_and_overlap():
    world = SearchWorld(queries=200, systems=2, grades=2, overlap=0.3, aspects=(3, 3), **ALIKE)
    grades = (
        simulate_search(world)
        .judgments.group_by("query", "item")
        .agg(pl.col("grade").max(), (pl.col("grade") > 0).sum().alias("n"))
    )
    relevant = grades.filter(pl.col("grade") > 0)
    assert (relevant["grade"] == 1).mean() == pytest.approx(4 / 7, abs=0.04)
    assert (relevant["n"] == 2).mean() == pytest.approx(0.3, abs=0.04)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"queries": 0}, "queries of a simulation must be a whole number from 1, not 0"),
        ({"systems": 2.5}, "systems of a simulation must be a whole number, not 2.5"),
        ({"seed": -1}, "seed of a simulation must be a whole number from 0"),
        ({"relevance": 1.5}, "relevance must be a number from 0 to 1, not 1.5"),
        ({"noise": "much"}, "noise must be a number from 0 to 1, not 'much'"),
        ({"noise": float("nan")}, "noise must be a number from 0 to 1, not nan"),
        ({"vary": ("speed",)}, "'speed' cannot vary; choose from relevance, diversity, redundancy"),
        ({"spread": 0.95}, "relevance goes from 0.9, .* to -0.05 with the spread 0.95; .* take another level"),
        ({"vary": "redundancy", "redundancy": 0.5}, "redundancy goes from 0.5, .* to 1.3"),
        ({"spread": 0}, "with a spread of 0 nothing varies"),
        ({"aspects": (5, 2)}, "aspects go from 5 to 2: the least comes first"),
        ({"aspects": (1, 2, 3)}, "two whole numbers"),
        ({"aspects": (0, 2)}, "from 1, not 0"),
        ({"aspects": (2, 501)}, "at most 500"),
        ({"pool_depth": 200}, "pool depth is 200, but lists have 100 items"),
        ({"depth": 20_000}, "at most 10000 items"),
    ],
)
def test_wrong_worlds_are_refused(wrong, message):
    with pytest.raises(UsageError, match=message):
        SearchWorld(**wrong)


def test_one_number_of_aspects_and_extremes():
    assert SearchWorld(aspects=3).aspects == (3, 3)
    tiny = simulate_search(SearchWorld(queries=1, systems=1, aspects=1, depth=1, pool_depth=1))
    assert tiny.weights.rows() == [("1", "1", 1.0)]
    assert tiny.runs.height == tiny.judgments.height == 1


def test_draws_that_depend_on_the_number_only():
    numbers = np.arange(1000, dtype=np.uint64)
    assert (hashed(numbers, 3, 1)[::7] == hashed(numbers[::7], 3, 1)).all()
    assert hashed(numbers, 3, 1).mean() == pytest.approx(0.5, abs=0.03)
    assert np.unique(shuffled(numbers, 3, 1)).size == 1000
    assert shuffled(numbers, 3, 1).max() < 1 << 32


SEEDS = range(3)
AWARE = ("alpha_nDCG@20", "ERR_IA@20", "RBU@20", "NRBP@20")
UNAWARE = ("P@20", "nDCG@20", "AP@20")


def taus(measures, **world):
    """Correlate the order by each measure with the true order, in the mean over some seeds."""
    found = []
    for seed in SEEDS:
        made = simulate_search(SearchWorld(queries=100, seed=seed, **world))
        judgments = ax.read_judgments(made.judgments, weights=made.weights)
        means = (
            ax.evaluate(judgments, made.runs, list(measures)).mean().pivot("measure", index="system", values="value")
        )
        table = made.truth.join(means, on="system", maintain_order="left")
        values = table.select(means.columns[1:]).to_numpy().T
        found.append(tau_b(np.vstack([-table["true_rank"].to_numpy(), values]))[0, 1:])
    return dict(zip(measures, np.mean(found, axis=0), strict=True))


def test_only_measures_that_look_at_redundancy_see_it():
    tau = taus((*AWARE, *UNAWARE), vary="redundancy")
    assert tau["alpha_nDCG@20"] > 0.9
    assert min(tau[measure] for measure in AWARE) > 0.75
    assert max(abs(tau[measure]) for measure in UNAWARE) < 0.35


def test_all_measures_see_relevance():
    tau = taus((*AWARE, *UNAWARE), vary="relevance")
    assert tau["P@20"] > 0.97
    assert min(tau.values()) > 0.9


def test_only_measures_that_look_at_aspects_see_diversity():
    tau = taus(("S_Recall@20", "alpha_nDCG@20", *UNAWARE), vary="diversity")
    assert tau["S_Recall@20"] > 0.95
    assert tau["alpha_nDCG@20"] > 0.95
    assert max(abs(tau[measure]) for measure in UNAWARE) < 0.35


def test_average_precision_sees_diversity_only_by_what_was_not_judged():
    assert taus(("AP",), vary="diversity")["AP"] > 0.5
    assert abs(taus(("AP",), vary="diversity", pool_depth=100)["AP"]) < 0.35


def test_no_measure_sees_more_than_chance_where_nothing_varies():
    made = simulate_search(SearchWorld(vary=(), noise=1.0))
    pairs = ax.compare(ax.evaluate(made.judgments, made.runs, ["P@20"])).table
    assert set(made.truth["true_rank"]) == {1}
    assert (pairs["p_value"] < 0.05).mean() < 0.15
    assert pairs["p_corrected"].min() > 0.05


def test_the_qualities_are_named():
    assert QUALITIES == ("relevance", "diversity", "redundancy")
