"""Labels are taken away at random, and what measures then say is what evaluating fewer judgments gives."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import ceil

import numpy as np
import polars as pl
import pytest
from scipy import stats

import axiometer as ax
from axiometer.engines.collection import Collection
from axiometer.engines.prefer import parse_compared
from axiometer.meta.degradation import FOUND, _decisions, _Said, degradation
from axiometer.meta.missing_labels import Labels
from axiometer.meta.outcomes import Outcomes
from axiometer.meta.significance import Procedure, run_test
from axiometer.notes import lines_of
from axiometer.projection.positions import lists_at
from axiometer.projection.segments import Segments
from tests.unit.meta import slow

SYSTEMS = [f"s{number}" for number in range(5)]
QUERIES = [f"q{number:02}" for number in range(12)]
ITEMS = [f"i{number:02}" for number in range(30)]
PROFILE = ax.get_profile("trec_eval", corpus_size=50, max_grade=3)
COMPARED = ["AP", "nDCG@5", "Rprec(rel=2)", "Bpref", "SL3", "lexirecall", "RPP"]
PREFERENCES = ("lexirecall", "RPP")
SHARES = (0.7, 0.1)

Grades = dict[str, dict[str, int]]


def drawn_grades(seed: int) -> Grades:
    rng = np.random.default_rng(seed)
    grades = {q: dict(zip(ITEMS[:20], rng.choice([0, 0, 1, 2, 3], 20).tolist(), strict=True)) for q in QUERIES}
    for number, query in enumerate(QUERIES):
        grades[query] |= {ITEMS[number]: 1}
    grades[QUERIES[-1]] = {ITEMS[0]: 2, ITEMS[1]: 0}
    return grades


def drawn_runs(seed: int, grades: Grades) -> dict[str, dict[str, list[str]]]:
    """Draw systems of which later ones are better."""
    rng = np.random.default_rng(seed)
    return {
        system: {
            q: sorted(ITEMS, key=lambda i: -rng.normal() - 0.5 * number * grades[q].get(i, 0))[:15] for q in QUERIES
        }
        for number, system in enumerate(SYSTEMS)
    }


GRADES = drawn_grades(1)
RUNS = drawn_runs(2, GRADES)


def rows_of(grades: Grades) -> list[tuple[str, str]]:
    """Give the query and item of each row of the pool: the best grade first."""
    return [(q, i) for q, items in grades.items() for i in sorted(items, key=lambda i: -items[i])]


def labels() -> Labels:
    collection = Collection.read(GRADES, RUNS, parse_compared("AP"), profile=PROFILE)
    return Labels.of(collection.views.main.lists)


def left_of(share: float, by: str, seed: int, sample: int) -> Grades:
    """Give the grades that are left when the labels of a sample are taken away."""
    before = labels().drawn(by, np.random.default_rng([seed, sample]))
    place = dict(zip(rows_of(GRADES), before, strict=True))
    left: Grades = {}
    for q, items in GRADES.items():
        relevant = sorted((i for i in items if items[i] > 0), key=lambda i: place[q, i])
        gone = set(relevant[max(1, ceil(round(share * len(relevant), 9))) :])
        left[q] = {i: grade for i, grade in items.items() if i not in gone}
    return left


class Slow:
    """All that one measure says of one set of labels, pair by pair."""

    def __init__(self, compared: ax.Preferences, measured: ax.Measurements, name: str) -> None:
        self.signs, self.is_compared = compared.signs(name), compared.is_compared(name)
        if name in PREFERENCES:
            self.mean = self.win_rates()
            wins, losses = (self.signs == 1).sum(axis=1), (self.signs == -1).sum(axis=1)
            p = [stats.binomtest(w, w + n).pvalue for w, n in zip(wins.tolist(), losses.tolist(), strict=True)]
            better = np.sign(np.where(self.is_compared, compared.values(name), 0).sum(axis=1))
        else:
            values = np.nan_to_num(
                measured.values[..., [str(each) for each in measured.measures].index(name)]
            )  # as the profile says
            self.mean = values.mean(axis=1)
            pairs = list(combinations(values, 2))
            p = [stats.ttest_rel(one, other).pvalue for one, other in pairs]
            better = (-1 if name == "SL3" else 1) * np.sign([(one - other).mean() for one, other in pairs])
        self.decisions = np.where(holm(np.array(p)) < 0.05, better, 0)

    def win_rates(self) -> np.ndarray:
        share = np.full((len(SYSTEMS), len(SYSTEMS), len(QUERIES)), np.nan)
        for (left, right), sign in zip(combinations(range(len(SYSTEMS)), 2), self.signs, strict=True):
            share[left, right], share[right, left] = (1 + sign) / 2, (1 - sign) / 2
        return np.nanmean(np.nanmean(share, axis=1), axis=1)

    def row(self, full: Slow) -> list[float]:
        is_decided, is_found = full.signs != 0, full.decisions != 0
        is_same = (self.signs == full.signs) & self.is_compared
        return [
            (self.signs == 0)[self.is_compared].mean(),
            is_same[is_decided].mean(),
            is_same[full.is_compared].mean(),
            stats.kendalltau(self.mean, full.mean).statistic,
            (self.decisions != 0).mean(),
            (self.decisions == full.decisions)[is_found].mean() if is_found.any() else np.nan,
        ]


def said_slowly(grades: Grades) -> dict[str, Slow]:
    compared = ax.prefer(grades, RUNS, COMPARED, profile=PROFILE)
    measured = ax.evaluate(grades, RUNS, [name for name in COMPARED if name not in PREFERENCES], profile=PROFILE)
    return {name: Slow(compared, measured, name) for name in COMPARED}


def holm(p: np.ndarray) -> np.ndarray:
    corrected, largest = np.empty(p.size), 0.0
    for place, at in enumerate(np.argsort(p)):
        corrected[at] = largest = max(largest, min(1.0, p[at] * (p.size - place)))
    return corrected


@pytest.mark.parametrize("by", ["uniform", "popularity"])
def test_the_table_is_that_of_fewer_judgments(by):
    found = degradation(GRADES, RUNS, COMPARED, shares=SHARES, samples=2, by=by, profile=PROFILE, seed=4)
    each = found.more["samples"]
    assert each.columns == ["measure", "share", "sample", *FOUND]
    full = said_slowly(GRADES)
    slow = {(s, share): said_slowly(left_of(share, by, 4, s)) for s in (0, 1) for share in SHARES}
    for name in COMPARED:
        rows = {key: said[name].row(full[name]) for key, said in slow.items()}
        for (sample, share), expected in rows.items():
            row = each.filter(measure=name, share=share, sample=sample + 1)
            np.testing.assert_allclose(row.select(FOUND).row(0), expected, atol=1e-12, err_msg=f"{name} {share}")
        table = found.table.filter(measure=name)
        assert table["share"].to_list() == [1.0, *SHARES]
        assert table["samples"].to_list() == [1, *[2] * len(SHARES)]
        means = [np.mean([rows[s, share] for s in (0, 1)], axis=0) for share in SHARES]
        expected = [full[name].row(full[name]), *means]
        np.testing.assert_allclose(table.select(FOUND).to_numpy(), expected, atol=1e-12, err_msg=name)


def test_undefined_values_are_not_compared():
    """Where no item of grade 2 has its label, Rprec(rel=2) is undefined; the queries that count stay the same."""
    profile = replace(PROFILE, queries="relevant", undefined="drop")
    runs = {system: {q: found for q, found in lists.items() if q != "q03"} for system, lists in RUNS.items()}
    found = degradation(GRADES, runs, "Rprec(rel=2) AP", shares=[0.1], samples=3, profile=profile)
    rows = found.table.filter(share=0.1)
    assert rows["same"][0] < rows["same"][1]
    # q03 is answered by nobody: all its lists are empty and tie, with any labels.
    assert found.table.filter(share=1.0, measure="AP")["ties"].item() >= 1 / len(QUERIES)
    lost = "with fewer labels, up to 25.0 % of comparisons are undefined, and not the same"
    assert f"Rprec(rel=2): {lost}" in lines_of(found.notes)
    assert "AP" not in {note.subject for note in found.notes}


def test_the_first_row_of_each_measure_is_that_of_all_labels():
    table = degradation(GRADES, RUNS, COMPARED, samples=1, profile=PROFILE).table
    full = table.filter(share=1.0)
    assert full["measure"].to_list() == [str(each) for each in parse_compared(COMPARED)]
    assert full.select("agreement", "same", "tau").to_numpy().min() == pytest.approx(1)
    assert table.height == 10 * len(COMPARED)


def test_labels_go_in_one_order_and_one_is_left():
    its = labels()
    is_relevant = its.lists.pool.grade > 0
    query = its.lists.pool.segments.of_row
    for by in ("uniform", "popularity"):
        before = its.drawn(by, np.random.default_rng(5))
        assert (before[~is_relevant] == 0).all()
        for number in range(len(QUERIES)):
            mine = np.sort(before[is_relevant & (query == number)])
            np.testing.assert_allclose(mine, np.arange(mine.size) / mine.size)
            assert mine[0] == 0


@pytest.mark.parametrize(("share", "n_left"), [(0.9, 9), (0.55, 6), (0.3, 3), (0.1, 1), (0.01, 1)])
def test_so_many_labels_are_left(share, n_left):
    """R of a list with all ten relevant items is 1; a list with the first five has what is left of those."""
    grades = {"q": dict.fromkeys(ITEMS[:10], 1)}
    runs = {"a": {"q": ITEMS[:10]}, "b": {"q": ITEMS[10:15]}}
    table = degradation(grades, runs, Count(), shares=[share], samples=1).table
    assert table.filter(measure="Count")["ties"].to_list() == [0, 0]
    assert Count.seen[-1] == n_left


class Count(ax.Measure):
    """Counts the relevant items found."""

    name = "Count"
    seen: list[int] = []  # noqa: RUF012

    def values(self, lists):
        Count.seen.append(int(lists.pool.segments.count[0]))
        return lists.count.astype(float)


def test_the_seed_decides():
    tables = [
        degradation(GRADES, RUNS, ["AP", "lexirecall"], samples=3, seed=seed, jobs=jobs).more["samples"]
        for seed, jobs in ((1, 1), (1, 2), (2, 2))
    ]
    assert tables[0].equals(tables[1], null_equal=True)
    assert not tables[0].equals(tables[2], null_equal=True)
    by_sample = tables[0].filter(measure="AP", share=0.5)["agreement"]
    assert by_sample.n_unique() > 1


@pytest.mark.parametrize("by", ["uniform", "popularity", "aspect"])
def test_the_same_labels_go_whatever_measures_there_are(by):
    rng = np.random.default_rng(7)
    grades = {
        q: {i: {a: int(rng.integers(0, 4)) for a in ("a", "b")} for i in rng.permutation(ITEMS)[:12].tolist()}
        for q in QUERIES
    }
    alone, among = (
        degradation(grades, RUNS, names, by=by, shares=[0.5, 0.2], samples=2).more["samples"].filter(measure="AP")
        for names in ("AP", "Bpref S_Recall@5 AP")
    )
    assert alone.equals(among)


def test_each_aspect_loses_the_same_share():
    sizes = {"a": 40, "b": 20, "c": 10, "d": 10}
    names = [f"{aspect}{number}" for aspect, size in sizes.items() for number in range(size)]
    grades = {"q": {item: {item[0]: 1, "e": 0} for item in names}, "r": {"x": {"a": 1}}}
    runs = {system: {"q": names[:20], "r": ["x"]} for system in SYSTEMS[:3]}
    collection = Collection.read(grades, runs, parse_compared("AP"), with_aspects=True)
    its = Labels.of(collection.lists_for(collection.compared[0]))
    aspect_of_row = np.array([name[0] for name in sorted(names, reverse=True)] + ["x"])
    for sample in range(20):
        before = its.drawn("aspect", np.random.default_rng(sample))
        for share in (0.75, 0.5, 0.25):
            for aspect, size in sizes.items():
                n_left = np.count_nonzero((before < share - 1e-9) & (aspect_of_row == aspect))
                assert abs(n_left - share * size) <= 2
    assert its.drawn("aspect", np.random.default_rng(0))[-1] == 0


def test_an_item_of_several_aspects_counts_for_one_of_them():
    grades = {"q": {f"i{number}": {"a": 1, "b": 1} for number in range(6)} | {"j": {"c": 1}}}
    runs = {system: {"q": ["i1", "j"]} for system in SYSTEMS[:2]}
    found = degradation(grades, runs, "AP S_Recall@5", by="aspect", shares=[0.5], samples=4)
    assert found.table.filter(measure="AP")["ties"].to_list() == [1, 1]
    assert found.parameters["by"] == "aspect"


def test_ratings_lose_labels_by_the_aspects_of_their_items():
    items = [f"m{number}" for number in range(12)]
    aspects = {item: [["war"], ["love"], ["war", "love"], []][number % 4] for number, item in enumerate(items)}
    test = {user: {item: 1 + at % 5 for at, item in enumerate(items[:8])} for user in "uvw"}
    train = {user: {"m9": 4, "m10": 2} for user in "uvw"}
    runs = {"one": dict.fromkeys("uvw", items), "two": dict.fromkeys("uvw", items[::-1])}
    ratings = ax.read_ratings(train, test, aspects, max_rating=5)
    found = degradation(ratings, runs, "alphabeta_nDCG@5 nDCG", by="aspect", shares=[0.5], samples=2)
    assert found.table["agreement"].is_between(0, 1).all()
    assert found.table.height == 4


def popular_lists(n_systems_of_item: list[int], n_systems: int):
    """Make lists of systems of which so many have each of some relevant items of one query."""
    rank = [item + 1 for system in range(n_systems) for item, n in enumerate(n_systems_of_item) if system < n]
    count = np.array([sum(system < n for n in n_systems_of_item) for system in range(n_systems)])
    m = np.array([len(n_systems_of_item)])
    at = lists_at(np.array(rank), Segments.of_lengths(count), np.zeros(n_systems, np.int64), m, depth=9, corpus_size=9)
    return replace(at, item=at.rank - 1)


def test_what_many_systems_retrieve_loses_its_label_first():
    its = Labels.of(popular_lists([9, 0, 3], 9))
    rng = np.random.default_rng(6)
    order = np.array([np.argsort(-its.drawn("popularity", rng)) for _ in range(4000)])
    # The weights are 10, 1 and 4: one of them goes first with its share of all, the next with that of the rest.
    np.testing.assert_allclose(np.bincount(order[:, 0]) / 4000, np.array([10, 1, 4]) / 15, atol=0.03)
    after_first = order[order[:, 0] == 0, 1]
    np.testing.assert_allclose((after_first == 2).mean(), 4 / 5, atol=0.03)


def test_what_to_beware_of_is_told():
    found = degradation(GRADES, dict(list(RUNS.items())[:2]), "AP", samples=1, profile=PROFILE)
    assert "1 query with one relevant item only, which keeps its label" in lines_of(found.notes)
    assert "only 2 systems: tau and power mean little" in lines_of(found.notes)
    few = degradation({q: GRADES[q] for q in QUERIES[:3]}, RUNS, "AP", samples=1)
    assert "only 3 queries: intervals and p-values mean little" in lines_of(few.notes)


def test_undefined_shares_are_nan():
    same = dict.fromkeys(SYSTEMS[:3], RUNS["s0"])
    table = degradation(GRADES, same, "AP", shares=[0.5], samples=2, profile=PROFILE).table
    assert table["ties"].to_list() == [1, 1]
    assert table["same"].to_list() == [1, 1]
    assert table.select("agreement", "tau", "power_kept").to_numpy().ravel() == pytest.approx([np.nan] * 6, nan_ok=True)
    assert table["power"].is_nan().all()


def test_progress_is_told_of_sources_and_samples():
    told = []
    degradation(GRADES, RUNS, "AP", shares=[0.5], samples=4, progress=lambda *done: told.append(done))
    total = told[-1][1]
    assert told == [(done, total) for done in range(1, total + 1)]
    assert total > 4


def test_it_can_be_drawn():
    chart = degradation(GRADES, RUNS, ["AP", "nDCG"], shares=[0.5], samples=1, profile=PROFILE).to_vega_lite()
    assert {row["share"] for row in chart["data"]["values"]} == {1.0, 0.5}


def test_other_tests_of_significance():
    tables = {
        test: degradation(GRADES, RUNS, "AP", shares=[0.5], samples=1, profile=PROFILE, test=test).table["power"]
        for test in ("t", "sign", "wilcoxon", "tukey-hsd")
    }
    assert all(0 <= power <= 1 for each in tables.values() for power in each)
    assert len({tuple(each) for each in tables.values()}) > 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"shares": [0]}, "above 0 and up to 1, not 0"),
        ({"shares": ["0.5"]}, "above 0 and up to 1, not '0.5'"),
        ({"shares": [1.0]}, "shares of labels below 1 are needed"),
        ({"samples": 0}, "samples must be a whole number from 1"),
        ({"by": "chance"}, "cannot be taken away by 'chance'; choose one of uniform, aspect, popularity"),
        ({"by": "aspect"}, "the judgments have no aspects"),
        ({"alpha": 0}, "alpha must be a number between 0 and 1"),
        ({"test": "z"}, "there is no test 'z'"),
    ],
)
def test_what_cannot_be_is_refused(wrong, said):
    with pytest.raises(ax.UsageError, match=said):
        degradation(GRADES, RUNS, "AP", **wrong)


def test_one_system_is_refused():
    with pytest.raises(ax.UsageError, match="at least 2 systems"):
        degradation(GRADES, {"s0": RUNS["s0"]}, "AP")


def test_shares_are_sorted_and_each_is_there_once():
    table = degradation(GRADES, RUNS, "AP", shares=[0.2, 0.8, 0.2, 1], samples=1, profile=PROFILE).table
    assert table["share"].to_list() == [1.0, 0.8, 0.2]
    assert table.schema["samples"] == pl.Int64


@pytest.mark.parametrize("test", ["t", "sign", "wilcoxon"])
@pytest.mark.parametrize("name", ["m", "RE"])
def test_decisions_are_those_of_the_test(test, name):
    """Also where the mean and the wins say different things, and where there is one query only."""
    rng = np.random.default_rng(4)
    values = np.add(rng.random((14, 5)), [0, 0.1, 0.5, 0.5, 0.9]).tolist()
    for row in values[:12]:
        row[1] = row[0] + 0.001
    values[13][0] = 9.0
    values[12][1] = values[12][0] + 0.001
    for row in values[1:]:
        row[4] = None
    outcomes = Outcomes.of(slow.frame({name: values}))
    outcome, how = outcomes.outcomes[0], Procedure(test=test, correction="none")
    found = run_test(outcomes, outcome, how)
    decisions, is_tested = _decisions(outcomes, outcome, outcomes.signs(outcome), how)
    assert decisions.tolist() == found.decisions(0.05, is_smaller_better=outcome.is_smaller_better).tolist()
    assert is_tested.tolist() == (~np.isnan(found.p_value)).tolist()
    assert decisions[0] == {"t": 0}.get(test, 1 if name == "RE" else -1)


def test_power_is_kept_only_in_the_same_direction():
    signs = np.ones((2, 3), np.int8)
    known, tested = np.ones((2, 3), bool), np.ones(2, bool)
    full, turned = (
        _Said(signs, known, np.array([0.1, 0.2, 0.3]), np.array(each), tested) for each in ([1, -1], [1, 1])
    )
    assert dict(zip(FOUND, turned.compared_with(full), strict=False))["power_kept"] == 0.5


def test_power_is_that_of_meta_power():
    same = RUNS | {"copy": RUNS["s0"]}
    found = degradation(GRADES, same, "AP", shares=[0.5], samples=1, profile=PROFILE).table
    expected = ax.meta.power(ax.evaluate(GRADES, same, "AP", profile=PROFILE)).table
    assert found["power"][0] == expected["power"].item()
    assert expected["pairs"].item() == 14


def test_lists_that_begin_with_what_is_judged_not_relevant_are_judged():
    judgments = {q: {**{f"n{i}": 0 for i in range(12)}, "r0": 1, "r1": 2} for q in "uvw"}
    top = [f"n{i}" for i in range(11)]
    tops = {"bad": [*top, "r0", "r1"], "good": ["r0", "n1", "r1"], "strange": [*(f"x{i}" for i in range(10)), "r0"]}
    runs = {system: dict.fromkeys(judgments, items) for system, items in tops.items()}
    for find in (degradation, ax.meta.scenarios, ax.advise):
        found = find(judgments, runs, ["AP", "nDCG"], samples=1)
        unjudged = [note.subject for note in found.notes if note.kind == "none_judged"]
        assert unjudged == ["strange"], find
