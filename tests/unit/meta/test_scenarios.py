"""Unanimity in simulated scenarios is that of evaluating the files which the scenario makes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.engines.collection import Collection
from axiometer.engines.prefer import parse_compared
from axiometer.meta.scenarios import CHANGES, _World, scenarios
from axiometer.meta.unanimity import unanimity
from axiometer.notes import lines_of
from axiometer.projection.lists import RankedLists

SYSTEMS = [f"s{number}" for number in range(4)]
QUERIES = [f"q{number}" for number in range(5)]
ITEMS = [f"i{number:02}" for number in range(20)]
ASPECTS = ("a", "b", "c")
TOP = 4
PROFILE = ax.get_profile("trec_eval", max_grade=TOP)
MEASURES = ["AP", "nDCG", "ERR_IA", "RBU(p=0.9)", "P_IA@5", "alpha_nDCG@10", "D_nDCG@5", "lexirecall"]
PLAIN = ["AP", "nDCG", "ERR", "P@5", "lexirecall"]
GRADES_CHANGE, WEIGHTS_CHANGE, TRUNCATION = 0, 1, 2
"""Numbers of the streams from which the changes are drawn."""


def drawn_grades(seed: int) -> dict[str, dict[str, dict[str, int]]]:
    """Draw grades of all items in an order in which the aspects are first a, b, c."""
    rng = np.random.default_rng(seed)
    return {
        q: {
            i: {a: int(rng.choice([0, 1, 2, TOP])) for a in ASPECTS if i == ITEMS[-1] or rng.random() < 0.7} or {"a": 0}
            for i in reversed(ITEMS)
        }
        for q in QUERIES
    }


def drawn_runs(seed: int) -> dict[str, dict[str, list[str]]]:
    rng = np.random.default_rng(seed)
    return {s: {q: rng.permutation(ITEMS)[: rng.integers(8, 20)].tolist() for q in QUERIES} for s in SYSTEMS}


GRADES, RUNS = drawn_grades(1), drawn_runs(2)
FLAT = {q: {i: max(by.values()) for i, by in items.items()} for q, items in GRADES.items()}


def measured(runs, judgments, names, profile=PROFILE):
    """Evaluate, and compare by preferences, what files would have."""
    of_lists = [name for name in names if "lexi" not in name]
    parts = [ax.evaluate(judgments, runs, of_lists, profile=profile)]
    if len(of_lists) < len(names):
        parts.append(ax.prefer(judgments, runs, [name for name in names if "lexi" in name], profile=profile))
    return unanimity(parts, resamples=0).table


def values_of(found, scenario: str) -> list[float]:
    return found.table.filter(scenario=scenario)["value"].to_list()


def test_official_is_plain_unanimity():
    found = scenarios(GRADES, RUNS, MEASURES, which="official", profile=PROFILE)
    expected = measured(RUNS, GRADES, MEASURES)
    assert found.table.columns == ["scenario", "measure", "value", "low", "high", "samples"]
    assert found.table["measure"].to_list() == expected["measure"].to_list()
    np.testing.assert_allclose(found.table["value"], expected["value"])
    assert found.table["low"].equals(found.table["value"])
    assert found.table["high"].equals(found.table["value"])
    assert found.table["samples"].to_list() == [1] * len(MEASURES)


def test_lists_are_cut_off_at_random():
    found = scenarios(FLAT, RUNS, PLAIN, which="truncation", samples=1, seed=3, profile=PROFILE)
    length = np.array([len(RUNS[s][q]) for s in SYSTEMS for q in QUERIES])
    cut = iter((np.random.default_rng([3, 0, TRUNCATION]).random(length.size) * (length + 1)).astype(int))
    runs = {s: {q: found[: next(cut)] for q, found in lists.items()} for s, lists in RUNS.items()}
    runs = {s: {q: found for q, found in lists.items() if found} for s, lists in runs.items()}
    np.testing.assert_allclose(values_of(found, "truncation"), measured(runs, FLAT, PLAIN)["value"])


def test_grades_are_drawn_below_the_old_ones():
    found = scenarios(FLAT, RUNS, PLAIN, which="grades", samples=1, seed=4, profile=PROFILE)
    # Items that are not relevant are not among the rows, since no measure looks at them.
    rows = [(q, i) for q, items in FLAT.items() for i in sorted(items, key=lambda i: (-items[i], i)) if items[i] > 0]
    share = 1 - np.random.default_rng([4, 0, GRADES_CHANGE]).random(len(rows))
    new = {q: dict(items) for q, items in FLAT.items()}
    for (q, i), part in zip(rows, share, strict=True):
        new[q][i] *= part
    seen_as = {"AP": "AP(rel=0)", "P@5": "P(rel=0)@5", "lexirecall": "lexirecall(rel=0)"}
    expected = measured(RUNS, new, [seen_as.get(name, name) for name in PLAIN])
    np.testing.assert_allclose(values_of(found, "grades"), expected["value"])
    assert found.table["measure"].to_list() == PLAIN


def test_weights_are_drawn_for_each_query():
    names = [name for name in MEASURES if name != "lexirecall"]
    found = scenarios(GRADES, RUNS, names, which="weights", samples=2, seed=5, profile=PROFILE)
    expected = []
    for sample in range(2):
        weight = 1 - np.random.default_rng([5, sample, WEIGHTS_CHANGE]).random((len(QUERIES), len(ASPECTS)))
        weight /= weight.sum(axis=1, keepdims=True)
        table = {
            q: dict(zip(names_of_aspects(GRADES[q]), each.tolist(), strict=True))
            for q, each in zip(QUERIES, weight, strict=True)
        }
        expected.append(measured(RUNS, ax.read_judgments(GRADES, weights=table), names)["value"].to_numpy())
    np.testing.assert_allclose(values_of(found, "weights"), np.mean(expected, axis=0))
    np.testing.assert_allclose(found.table["low"], np.min(expected, axis=0))
    np.testing.assert_allclose(found.table["high"], np.max(expected, axis=0))
    unused = [note for note in found.notes if note.kind == "weights_unused"]
    assert "alpha_nDCG@10" in {note.subject for note in unused}
    assert {note.text for note in unused} == {"the weights of aspects do not count"}


def names_of_aspects(items: dict[str, dict[str, int]]) -> list[str]:
    """Give the aspects in the order of their names."""
    return sorted({aspect for by_aspect in items.values() for aspect in by_aspect})


def world_of(longest: int = 5) -> _World:
    collection = Collection.read(GRADES, RUNS, parse_compared(MEASURES), profile=PROFILE)
    return _World.of(collection, longest, 6, are_aspects_judged=True)


def changed(world: _World, scenario: str, sample: int = 0) -> RankedLists:
    lists = world.collection.lists_for(world.collection.compared[0])
    return world._changed(lists, CHANGES[scenario], sample)


@pytest.mark.parametrize("scenario", ["grades", "all", "all-50"])
def test_positive_grades_stay_positive_and_get_smaller(scenario):
    world = world_of()
    before = world.collection.lists_for(world.collection.compared[0]).pool
    after = changed(world, scenario).pool
    assert before.aspects is not None
    assert after.aspects is not None
    old, new = before.aspects.pool.grade, after.aspects.pool.grade
    assert ((new > 0) & (new <= old))[old > 0].all()
    np.testing.assert_array_equal(new[old <= 0], old[old <= 0])
    largest = np.full(after.grade.size, -np.inf)
    np.maximum.at(largest, after.aspects.row, new)
    np.testing.assert_array_equal(after.grade, largest)
    np.testing.assert_array_equal(after.grade > 0, before.grade > 0)
    assert after.max_grade == TOP
    assert np.unique(new[old > 0]).size == np.count_nonzero(old > 0)


@pytest.mark.parametrize("scenario", ["weights", "all", "all-50"])
def test_weights_sum_to_one(scenario):
    aspects = changed(world_of(), scenario).pool.aspects
    assert aspects is not None
    assert aspects.is_weighted
    assert (aspects.weight > 0).all()
    np.testing.assert_allclose(aspects.of_query.sum(aspects.weight), 1)


def test_lengths_are_drawn_from_nothing_to_all():
    world = world_of(longest=12)
    depths = {
        name: np.array([changed(world, name, sample).depth for sample in range(200)])
        for name in ("truncation", "all", "all-50")
    }
    np.testing.assert_array_equal(depths["truncation"], depths["all"])
    assert (depths["all"].min(axis=0) == 0).all()
    np.testing.assert_array_equal(depths["all"].max(axis=0), world.length)
    np.testing.assert_array_equal(depths["all-50"].max(axis=0), np.minimum(world.length, 12))
    np.testing.assert_allclose(depths["all"].mean(), world.length.mean() / 2, rtol=0.05)


def test_scenarios_are_in_the_order_in_which_they_are_named():
    found = scenarios(GRADES, RUNS, ["AP", "nDCG", "AP_IA"], which=["all-50", "official", "grades"], samples=2)
    assert found.table["scenario"].unique(maintain_order=True).to_list() == ["all-50", "official", "grades"]
    assert found.table["samples"].to_list() == [2] * 3 + [1] * 3 + [2] * 3
    assert (found.table["low"] <= found.table["value"]).all()
    assert (found.table["value"] <= found.table["high"]).all()


def test_all_scenarios_are_there_where_aspects_are():
    found = scenarios(GRADES, RUNS, MEASURES, samples=2, profile=PROFILE)
    assert found.table["scenario"].unique(maintain_order=True).to_list() == list(CHANGES)
    assert found.table["value"].is_finite().all()
    panels = found.to_vega_lite()["concat"]
    assert [panel["transform"][0]["filter"]["equal"] for panel in panels] == list(CHANGES)


def test_without_aspects_there_are_no_weights():
    found = scenarios(FLAT, RUNS, PLAIN, samples=1, profile=PROFILE)
    assert found.table["scenario"].unique(maintain_order=True).to_list() == ["official", "grades", "truncation"]
    assert "weights, all, all-50: left out, since the judgments have no aspects" in lines_of(found.notes)
    with pytest.raises(ax.UsageError, match="all: weights of aspects cannot be drawn, the judgments have no aspects"):
        scenarios(FLAT, RUNS, PLAIN, which=["grades", "all"])


def test_what_was_relevant_stays_relevant():
    """Binary measures do not see new grades, whatever their profile; with a larger rel they do, and this is told."""
    short = replace(PROFILE, exceptions=(("AP", {"depth": 3}),))
    found = scenarios(FLAT, RUNS, "AP RR AP(rel=0)", which=["official", "grades"], samples=2, profile=short)
    assert values_of(found, "official") == values_of(found, "grades")
    assert values_of(found, "official")[0] != values_of(found, "official")[2]
    assert "grades_below_rel" not in {note.kind for note in found.notes}
    strict = scenarios(FLAT, RUNS, "AP P(rel=2)@5 RPP(rel=3)", which=["official", "grades"], samples=2)
    assert values_of(strict, "official") != values_of(strict, "grades")
    told = "P(rel=2)@5, RPP(rel=3): new grades are compared with rel, so that fewer items are relevant"
    assert told in lines_of(strict.notes)


def test_the_seed_decides():
    tables = [
        scenarios(GRADES, RUNS, ["AP", "nDCG", "AP_IA"], samples=2, seed=seed, jobs=jobs).table
        for seed, jobs in ((1, 1), (1, 2), (2, 2))
    ]
    assert tables[0].equals(tables[1])
    assert not tables[0].equals(tables[2])


def test_ratings_keep_the_interests_of_users():
    users = ["u", "v", "w"]
    aspects = {item: [["war"], ["love"], ["war", "love"]][number % 3] for number, item in enumerate(ITEMS)}
    test = {user: {item: 1 + at % 5 for at, item in enumerate(ITEMS[:9])} for user in users}
    train = {user: {"i18": 4, "i19": 2} for user in users}
    ratings = ax.read_ratings(train, test, aspects, max_rating=5)
    runs = {s: dict(zip(users, lists.values(), strict=False)) for s, lists in RUNS.items()}
    found = scenarios(ratings, runs, "alphabeta_nDCG@5 nDCG@5 AP_IA", samples=1)
    assert found.table["scenario"].n_unique() == 6
    stays = [note.subject for note in found.notes if note.kind == "interests_stay"]
    assert [name.partition("(")[0] for name in stays] == ["alphabeta_nDCG"]


def test_progress_is_told_of_sources_and_samples():
    told = []
    scenarios(FLAT, RUNS, PLAIN, samples=2, profile=PROFILE, progress=lambda *done: told.append(done))
    total = told[-1][1]
    assert told == [(done, total) for done in range(1, total + 1)]


def test_fewer_pairs_are_told():
    """ILD of an empty list is undefined."""
    users = ["u", "v"]
    aspects = {item: [["war"], ["love"]][number % 2] for number, item in enumerate(ITEMS)}
    ratings = ax.read_ratings(None, {user: {"i01": 3, "i02": 5} for user in users}, aspects)
    runs = {s: dict(zip(users, lists.values(), strict=False)) for s, lists in RUNS.items()}
    found = scenarios(ratings, runs, "ILD nDCG", which=["official", "all-50"], samples=2, longest=4)
    (fewer,) = (note for note in found.notes if note.kind == "fewer_pairs")
    assert str(fewer).startswith(f"all-50: up to {fewer.count} pairs of lists fewer than")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"which": "paper"}, "there is no scenario 'paper'; choose of official, grades"),
        ({"which": []}, "no scenario is named"),
        ({"samples": 0}, "samples must be a whole number from 1"),
        ({"longest": -1}, "longest must be a whole number from 0"),
        ({"compared": "AP"}, "needs at least 2 measures"),
    ],
)
def test_what_cannot_be_is_refused(wrong, said):
    with pytest.raises(ax.UsageError, match=said):
        scenarios(FLAT, RUNS, **{"compared": PLAIN, **wrong})


def test_values_are_numbers():
    table = scenarios(FLAT, RUNS, PLAIN, which="official").table
    assert [table.schema[name] for name in ("value", "low", "high")] == [pl.Float64] * 3
