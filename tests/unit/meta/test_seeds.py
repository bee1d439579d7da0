"""Same seed, same result: whatever order runs, queries and judgments came in."""

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.meta.scenarios import scenarios

RNG = np.random.default_rng(8)
ITEMS = [f"i{number:02}" for number in range(20)]
QUERIES = [f"q{number}" for number in range(12)]
ASPECTS = ("a", "b")
GRADES = {q: {i: {a: int(RNG.choice([0, 1, 2])) for a in ASPECTS} for i in ITEMS} for q in QUERIES}
RUNS = {f"s{s}": {q: RNG.permutation(ITEMS).tolist() for q in QUERIES} for s in range(4)}
MEASURES = ["AP", "nDCG@5", "ERR_IA"]

TURNED_RUNS = {s: dict(reversed(lists.items())) for s, lists in reversed(RUNS.items())}
TURNED_GRADES = {q: dict(reversed(items.items())) for q, items in reversed(GRADES.items())}


def assert_same(one, other, names, numbers):
    ours, theirs = (each.table.sort(names).select(names + numbers) for each in (one, other))
    assert ours.select(names).equals(theirs.select(names))
    np.testing.assert_allclose(ours.select(numbers).to_numpy(), theirs.select(numbers).to_numpy(), rtol=1e-12)


@pytest.mark.parametrize("test", ["randomisation", "bootstrap", "randomised-tukey-hsd"])
def test_tests(test):
    found = []
    for runs, grades in ((RUNS, GRADES), (TURNED_RUNS, TURNED_GRADES)):
        table = ax.compare(ax.evaluate(grades, runs, MEASURES), test=test, draws=200).table
        ends = pl.concat_list(pl.min_horizontal("left", "right"), pl.max_horizontal("left", "right"))
        found.append(table.with_columns(pair=ends.list.join(" ")).sort("measure", "pair")["p_value"].to_list())
    assert found[0] == found[1]


@pytest.mark.parametrize("criterion", [ax.meta.unanimity, ax.meta.ties])
def test_intervals(criterion):
    both = [criterion(ax.evaluate(g, r, MEASURES)) for r, g in ((RUNS, GRADES), (TURNED_RUNS, TURNED_GRADES))]
    assert_same(*both, ["measure"], ["low", "high"])


def test_saved_values():
    frame = ax.evaluate(GRADES, RUNS, MEASURES).to_polars()
    assert_same(
        *(ax.meta.unanimity(each) for each in (frame, frame.sample(fraction=1, shuffle=True, seed=1))),
        ["measure"],
        [
            "low",
            "high",
        ],
    )


@pytest.mark.parametrize("by", ["uniform", "aspect", "popularity"])
def test_missing_labels(by):
    both = [
        ax.meta.degradation(grades, runs, MEASURES, shares=[0.5], samples=2, by=by)
        for runs, grades in ((RUNS, GRADES), (TURNED_RUNS, TURNED_GRADES))
    ]
    assert_same(*both, ["measure", "share"], ["ties", "agreement", "tau", "power"])


@pytest.mark.parametrize("study", ["degradation", "scenarios"])
def test_weights(study):
    """Also the order of the rows of weights does not matter."""
    weights = [(q, a, w) for q in QUERIES for a, w in zip(ASPECTS, (0.3, 0.7), strict=True)]
    found = []
    for rows in (weights, weights[::-1]):
        table = pl.DataFrame(rows, schema=["query", "aspect", "weight"], orient="row")
        judged = ax.read_judgments(GRADES, weights=table)
        if study == "scenarios":
            found.append(scenarios(judged, RUNS, MEASURES, samples=2).table.sort("scenario", "measure"))
        else:
            found.append(ax.meta.degradation(judged, RUNS, MEASURES, shares=[0.5], samples=2, by="aspect").table)
    assert found[0].equals(found[1])


def test_aspects_of_items():
    rng = np.random.default_rng(2)
    train, test = ({u: {i: int(rng.integers(1, 6)) for i in part} for u in "uvw"} for part in (ITEMS[:5], ITEMS[5:15]))
    aspects = {i: rng.permutation(["x", "y", "z"])[: rng.integers(1, 4)].tolist() for i in ITEMS}
    runs = {s: {u: rng.permutation(ITEMS[5:]).tolist() for u in "uvw"} for s in ("s", "t")}
    turned = {i: its[::-1] for i, its in reversed(aspects.items())}
    ours, theirs = (
        ax.meta.degradation(ax.read_ratings(train, test, each), runs, ["ERR_IA", "P@5"], samples=2, by="aspect").table
        for each in (aspects, turned)
    )
    assert ours.equals(theirs)


def test_scenarios():
    both = [scenarios(g, r, MEASURES, samples=2) for r, g in ((RUNS, GRADES), (TURNED_RUNS, TURNED_GRADES))]
    assert_same(*both, ["scenario", "measure"], ["value", "low", "high"])


@pytest.mark.parametrize("seed", [-1, 1.5, None, "x"])
@pytest.mark.parametrize("criterion", [ax.compare, ax.meta.unanimity, ax.meta.correlation, ax.meta.power])
def test_a_seed_is_a_whole_number(criterion, seed):
    measured = ax.evaluate(GRADES, RUNS, MEASURES)
    with pytest.raises(ax.UsageError, match="seed must be a whole number"):
        criterion(measured, seed=seed)


@pytest.mark.parametrize("study", [ax.meta.degradation, ax.meta.scenarios, ax.advise])
def test_a_seed_of_a_study_is_a_whole_number(study):
    with pytest.raises(ax.UsageError, match="seed must be a whole number"):
        study(GRADES, RUNS, MEASURES, seed=-1)
