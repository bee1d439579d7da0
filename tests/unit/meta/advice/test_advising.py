"""Advice says what the criteria say, one by one."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import axiometer as ax
from axiometer.conventions.profiles import profile_for
from axiometer.data import Judgments
from axiometer.engines.prefer import prefer
from axiometer.meta.advice.advising import advise
from axiometer.meta.advice.candidates import default_candidates, default_gold
from axiometer.meta.advice.dataset_traits import Traits
from axiometer.meta.advice.pareto import CRITERIA
from axiometer.meta.agreement import ties
from axiometer.meta.concordance import concordance
from axiometer.meta.degradation import degradation
from axiometer.meta.power import power
from axiometer.meta.unanimity import unanimity
from axiometer.notes import lines_of

ITEMS = [f"d{number}" for number in range(30)]
QUICK = {"cases": 20, "samples": 2}


def drawn(*, aspects=(), grades=(0, 0, 1, 2), queries=6, systems=4, seed=3):
    """Draw judgments and runs of different lengths."""
    rng = np.random.default_rng(seed)
    judgments, runs = {}, {}
    for query in (f"q{number}" for number in range(queries)):
        judged = rng.permutation(ITEMS)[:20]
        judgments[query] = {
            item: {aspect: int(rng.choice(grades)) for aspect in aspects} if aspects else int(rng.choice(grades))
            for item in judged
        }
    for system in (f"s{number}" for number in range(systems)):
        lists = {query: rng.permutation(ITEMS)[: rng.integers(8, 30)].tolist() for query in judgments}
        runs[system] = lists
    return judgments, runs


def rated(*, aspects, ratings=(1, 2, 3, 4, 5), seed=5):
    rng = np.random.default_rng(seed)
    test, train, runs = {}, {}, {}
    for user in (f"u{number}" for number in range(5)):
        items = rng.permutation(ITEMS)
        test[user], train[user] = (
            {item: int(rng.choice(ratings)) for item in part} for part in (items[:8], items[8:14])
        )
    for system in ("s", "t", "v"):
        runs[system] = {user: [item for item in rng.permutation(ITEMS) if item not in train[user]] for user in test}
    described = {item: rng.permutation(["x", "y", "z"])[: rng.integers(1, 3)].tolist() for item in ITEMS}
    return ax.read_ratings(train, test, described if aspects else None), runs


DATA = {
    "plain": lambda: drawn(),
    "binary": lambda: drawn(grades=(0, 1)),
    "aspects": lambda: drawn(aspects=("x", "y", "z")),
    "binary aspects": lambda: drawn(aspects=("x", "y"), grades=(0, 1)),
    "ratings": lambda: rated(aspects=False),
    "ratings and aspects": lambda: rated(aspects=True),
    "implicit": lambda: rated(aspects=True, ratings=(1,)),
}


@pytest.fixture(scope="module")
def data():
    return drawn(aspects=("x", "y", "z"))


@pytest.fixture(scope="module")
def advice(data):
    return advise(*data, ["AP", "nDCG@10", "alpha_nDCG@10", "RR", "lexirecall", "P@10"], **QUICK)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", DATA)
def test_the_usual_candidates_run(kind):
    judgments, runs = DATA[kind]()
    judgments = Judgments.of(judgments)
    profile, traits = profile_for(judgments, None), Traits.of(judgments)
    found = advise(judgments, runs, **QUICK)
    assert set(found.table["measure"]) == {str(each) for each in default_candidates(traits, judgments, profile)}
    assert 8 <= found.table.height <= 14
    golds = {str(each) for each in default_gold(traits, judgments, profile)}
    assert found.parameters["gold"].split(", ") == [str(each) for each in default_gold(traits, judgments, profile)]
    assert found.table.filter(pl.col("measure").is_in(golds))["concordance"].is_nan().all()
    assert not found.table["ties"].is_nan().any()
    assert found.table.filter(pl.col("power").is_nan())["ties"].eq(1).all()
    assert found.table["axioms"].min() >= 4


@pytest.mark.parametrize(
    ("columns", "names"),
    [(["characters"], ["U@10"]), (["characters", "words"], ["U@10", "TBG"]), (["length"], ["U@10"])],
)
def test_measures_of_text_are_candidates_where_lengths_are_known(columns, names):
    """A length that may be in characters or in words cannot be both."""
    judgments, runs = drawn()
    lengths = pl.DataFrame({"item": ITEMS, **dict.fromkeys(columns, [2000] * len(ITEMS))})
    known = ax.read_judgments(Judgments.of(judgments).frame, lengths=lengths)
    candidates = default_candidates(Traits.of(known), known, profile_for(known, None))
    assert [str(each) for each in candidates if each.name in {"U", "TBG"}] == names
    assert ax.evaluate(known, runs, candidates).values.shape[2] == len(candidates)


def test_every_number_is_that_of_its_criterion(data, advice):
    judgments, runs = data
    names = advice.table["measure"].to_list()
    measures = [name for name in names if name != "lexirecall"]
    found = [ax.evaluate(judgments, runs, measures), prefer(judgments, runs, "lexirecall")]
    # Candidates are taken in the order in which they are named, which decides nothing.
    seen = unanimity(found).table
    assert told(advice, "unanimity") == pytest.approx(dict(seen.select("measure", "value").rows()))
    assert told(advice, "power") == dict(power(found).table.select("measure", "power").rows())
    assert told(advice, "ties") == dict(ties(found).table.select("measure", "share").rows())
    stable = degradation(judgments, runs, names, shares=[0.5], samples=2).table.filter(pl.col("share") == 0.5)
    assert told(advice, "stability") == dict(stable.select("measure", "agreement").rows())


def told(advice, column):
    return dict(advice.table.select("measure", column).rows())


def test_concordance_is_pooled_over_all_other_candidates(data, advice):
    judgments, runs = data
    golds = ["S_Recall@10", "P@10"]
    measures = ["AP", "nDCG@10", "alpha_nDCG@10", "RR", *golds]
    found = concordance([ax.evaluate(judgments, runs, measures), prefer(judgments, runs, "lexirecall")], golds)
    rows = found.table.filter(pl.col("gold") == "S_Recall@10 and P@10").to_dicts()
    for name, value in told(advice, "concordance").items():
        wins = sum(
            row["wins_first"] * (row["first"] == name) + row["wins_second"] * (row["second"] == name) for row in rows
        )
        all_wins = sum(
            (row["wins_first"] + row["wins_second"]) for row in rows if name in {row["first"], row["second"]}
        )
        if name == "P@10":
            assert np.isnan(value)
        else:
            assert value == wins / all_wins


def test_axioms_are_those_that_matter(advice):
    axioms = advice.more["axioms"]["axiom"].to_list()
    verdicts = ax.check_axioms(advice.table["measure"].to_list(), axioms, cases=QUICK["cases"])
    for row in advice.table.to_dicts():
        its = [verdict for verdict in verdicts if verdict.measure == row["measure"]]
        assert row["axioms"] == len(axioms)
        assert row["axioms_met"] == sum(verdict.is_satisfied for verdict in its)
        assert row["axioms_violated"] == ", ".join(each.axiom for each in its if not each.is_satisfied)


def test_who_is_not_on_the_first_front_is_told_who_is_better(advice):
    reasons = advice.more["reasons"]
    assert set(advice.table["front"]) > {1}
    for row in advice.table.to_dicts():
        sentences = reasons.filter(pl.col("measure") == row["measure"])["sentence"].to_list()
        assert 2 <= len(sentences) <= 6
        is_beaten = any(" is at least as good in everything, and better in " in each for each in sentences)
        assert is_beaten is (row["front"] > 1)


def test_the_recommendation_has_a_price_for_each_measure_of_the_first_front(advice):
    first = advice.table.filter(pl.col("front") == 1)["measure"].to_list()
    told_of = advice.more["recommendation"].filter(pl.col("measure") != "")
    assert told_of["measure"].to_list() == first
    assert told_of["sentence"].str.contains("you pay").all()


def test_tables_have_the_same_measures_in_the_same_order(advice):
    names = advice.table["measure"].to_list()
    assert advice.more["ranks"]["measure"].to_list() == names
    assert advice.more["ends"]["measure"].to_list() == names
    assert advice.more["reasons"]["measure"].unique(maintain_order=True).to_list() == names
    assert advice.more["places"].height == len(names) * len(CRITERIA)
    assert advice.table["front"].is_sorted()
    assert advice.to_vega_lite()["title"]["text"][0].startswith("Ranks")


def test_same_seed_same_advice_whatever_the_jobs(data):
    one, two = (advise(*data, ["AP", "RR", "alpha_nDCG@10"], jobs=jobs, **QUICK) for jobs in (1, 3))
    assert one.table.equals(two.table, null_equal=True)
    assert one.notes == two.notes
    assert all(one.more[name].equals(two.more[name]) for name in one.more)


def test_measures_that_say_the_same_are_told_and_do_not_judge_themselves():
    found = advise(*drawn(), ["P@10", "R@10", "AP", "RR"], gold="P@10", **QUICK)
    assert "P@10 and R@10 prefer the same of every two lists here: one of them is enough" in lines_of(found.notes)
    unknown = found.table.filter(pl.col("concordance").is_nan())["measure"]
    assert set(unknown) == {"P@10", "R@10"}
    assert "R@10: concordance unknown, as it prefers the same as a gold standard" in lines_of(found.notes)


def test_without_two_candidates_beside_the_gold_standards_concordance_is_unknown():
    found = advise(*drawn(), ["P@10", "AP"], **QUICK)
    assert found.table["concordance"].is_nan().all()
    assert "no_concordance" in {note.kind for note in found.notes}


def test_who_looks_at_the_ends_of_lists_is_told():
    judgments = {f"q{number}": {"a": {"x": 1}, "b": {"y": 1}} for number in range(30)}
    runs = {
        system: {query: [*start, *(f"n{number}" for number in range(length))] for query in judgments}
        for system, start, length in (("short", "ab", 2), ("long", "ba", 60))
    }
    found = advise(judgments, runs, ["RBU(p=0.99,e=0.05)", "S_Recall@2", "AP"], **QUICK)
    assert told_ends(found)["RBU(p=0.99,e=0.05)"] == (30, 1.0)
    of_ends = {note.subject: note for note in found.notes if note.kind == "mostly_length"}
    told = of_ends["RBU(p=0.99,e=0.05)"]
    assert told.text.startswith("prefers the shorter one in 100% of the 30 pairs")
    assert told.count == 30
    assert "S_Recall@2" not in of_ends


def told_ends(found):
    return {name: (pairs, shorter) for name, pairs, shorter in found.more["ends"].rows()}


@pytest.mark.parametrize(
    ("runs", "candidates", "problem"),
    [
        ({"one": {"q0": ["d1"], "q1": ["d2"]}}, ["AP", "RR"], "advice needs at least 2 systems; there is only 'one'"),
        (None, ["AP"], "advice needs at least 2 measures; there is only 'AP'"),
        (None, ["AP", "nothing"], "there is no preference or measure 'nothing'"),
        (None, [], "no preference is named"),
    ],
)
def test_too_little_is_refused(runs, candidates, problem):
    judgments, given = drawn()
    with pytest.raises(ax.UsageError, match=problem):
        advise(judgments, runs or given, candidates, **QUICK)


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"labels": 0}, "a share of labels that are left must be a number above 0 and up to 1, not 0"),
        ({"labels": 1}, "shares of labels below 1 are needed"),
        ({"samples": 0}, "samples must be a whole number from 1, not 0"),
        ({"cases": 0}, "cases must be a whole number from 1, not 0"),
        ({"alpha": 2}, "alpha must be a number between 0 and 1, not 2"),
        ({"gold": "nothing"}, "there is no preference or measure 'nothing'"),
    ],
)
def test_wrong_numbers_are_refused(wrong, problem):
    with pytest.raises(ax.UsageError, match=problem):
        advise(*drawn(), ["AP", "RR"], **{**QUICK, **wrong})


def test_systems_that_are_all_alike_have_no_power():
    run = {"q0": ["d1", "d2"], "q1": ["d2", "d3"]}
    judgments = {"q0": {"d1": 1, "d2": 0}, "q1": {"d2": 1, "d3": 0}}
    found = advise(judgments, {"one": run, "two": run}, ["AP", "RR", "nDCG"], **QUICK)
    assert found.table["ties"].to_list() == [1, 1, 1]
    assert found.table["front"].to_list()
    assert any("only 2 systems" in each for each in lines_of(found.notes))


def test_progress_comes_to_its_end(data):
    steps = []
    advise(*data, ["AP", "RR"], progress=lambda done, of: steps.append((done, of)), **QUICK)
    assert steps == sorted(steps)
    assert steps[-1][0] == steps[-1][1]
    assert len({of for _, of in steps}) == 1


@pytest.mark.thorough
def test_what_is_no_aspect_is_not_taken_for_one():
    """Rounds of judging stand where aspects do, but no item is judged in two of them."""
    judgments, runs = drawn()
    rounds = {q: {i: {("1", "2")[at % 2]: g} for at, (i, g) in enumerate(its.items())} for q, its in judgments.items()}
    found = advise(rounds, runs, **QUICK)
    plain = advise(judgments, runs, **QUICK)
    assert found.table.equals(plain.table)
    told = "not taken for aspects, as no item is judged for several of them: 1, 2"
    assert any(line.startswith(told) for line in lines_of(found.notes))
    asked = advise(rounds, runs, ["ERR_IA", "S_Recall@10", "AP"], **QUICK)
    assert "perhaps_rounds" not in {note.kind for note in asked.notes}


def test_measures_and_preferences_are_tested_alike():
    judgments, runs = drawn()
    found = advise(judgments, runs, ["AP", "RR", "lexirecall"], **QUICK)
    assert found.parameters["test"] == "sign"
    expected = power(ax.evaluate(judgments, runs, ["AP", "RR"]), tests="sign").table
    shown = dict(found.table.select("measure", "power").rows())
    assert [shown[name] for name in ("AP", "RR")] == expected["power"].to_list()
    assert advise(judgments, runs, ["AP", "RR"], **QUICK).parameters["test"] == "t"
