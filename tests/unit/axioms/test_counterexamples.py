"""The search for counterexamples: the same for the same seed, never decided by rounding, and small in what it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from itertools import combinations, product
from typing import ClassVar

import numpy as np
import pytest

import axiometer as ax
from axiometer.axioms.axiom import Axiom
from axiometer.axioms.cases import CORPUS_SIZE
from axiometer.axioms.checking import check_axioms, find_axiom, find_axioms
from axiometer.axioms.counterexamples import search
from axiometer.axioms.exact_values import reference_value
from axiometer.axioms.generation import Bounds, enumerated
from axiometer.axioms.search_axioms import CONF, PRI
from axiometer.axioms.subject import Subject
from axiometer.engines.prefer import parse_compared
from axiometer.errors import UnknownNameError, UsageError

CASES = 1000


@dataclass(frozen=True, kw_only=True)
class SumOfGains(ax.Measure):
    """Adds up gains from the top down, so that the order decides the last bits."""

    bounds: ClassVar[tuple[float, float]] = (0, np.inf)

    def values(self, lists):
        total = np.zeros(len(lists))
        for position in range(1, lists.count.max(initial=0) + 1):
            is_here = lists.position == position
            total[lists.segments.of_row[is_here]] += lists.grade[is_here]
        return total


@dataclass(frozen=True, kw_only=True)
class AlwaysThreeTenths(ax.Measure):
    """Gives 0.3 to every list; to lists of odd length as 0.1 + 0.2, which is another double."""

    def values(self, lists):
        return np.where(lists.depth % 2 == 1, 0.1 + 0.2, 0.3)


@dataclass(frozen=True, kw_only=True)
class NeverDefined(ax.Measure):
    """Has no value."""

    def values(self, lists):
        return np.full(len(lists), np.nan)


@dataclass(frozen=True, kw_only=True)
class Length(ax.Measure):
    """Says how long a list is, as a cost."""

    bounds: ClassVar[tuple[float, float]] = (0, np.inf)
    is_smaller_better: ClassVar[bool] = True

    def values(self, lists):
        return lists.depth.astype(np.float64)


def verdict_on(measure, axiom, cases=CASES, **options):
    (verdict,) = check_axioms(measure, axiom, cases=cases, **options)
    return verdict


SOME_AXIOMS = ("Pri", "CloseTh", "MRed", "Sat")
SOME_MEASURES = ("RBU(p=0.9,e=0.05)", "P@20", "EU")


def test_the_same_seed_gives_the_same_verdicts_with_any_number_of_jobs():
    one, two, again = (tuple(check_axioms(SOME_MEASURES, SOME_AXIOMS, cases=CASES, jobs=jobs)) for jobs in (1, 2, 2))
    assert one == two == again


def test_a_verdict_does_not_depend_on_the_other_measures_and_axioms():
    together = check_axioms(SOME_MEASURES, SOME_AXIOMS, cases=CASES)
    for measure in reversed(SOME_MEASURES[1:]):
        assert tuple(check_axioms([measure, "RBU(p=0.9,e=0.05)"], ["MRed", "Pri"], cases=CASES)) == tuple(
            together[name, axiom] for name in (measure, "RBU(p=0.9,e=0.05)") for axiom in ("MRed", "Pri")
        )


def test_another_seed_draws_other_cases():
    one, other = (verdict_on("RBU(p=0.9,e=0.05)", "Pri", seed=seed) for seed in (0, 1))
    assert one.is_satisfied
    assert other.is_satisfied
    assert one.tried != other.tried


def recomputed(name, example):
    """Compute the values of a counterexample with the scalar reference, in fractions where there are no logarithms."""
    measure = Subject.of(parse_compared(name)[0]).tested

    def value(number):
        known = {"max_grade": 1, "counted": "all", "corpus_size": CORPUS_SIZE}
        return [reference_value(measure, case, number=number, **known) for case in example.cases()]

    try:
        return value(lambda x: Fraction(str(x)) if isinstance(x, float) else Fraction(x))
    except TypeError:
        return [round(each, 12) for each in value(float)]


def test_counterexamples_fail_when_their_values_are_computed_apart():
    names = ["P@5", "RR", "AP", "Bpref", "ERR", "RBP(p=0.8)", "nDCG", "alpha_nDCG", "NRBP", "EU", "AP_IA"]
    axioms = ["Pri", "Deep", "Conf", "AspDiv", "Red", "MRed", "Sat", "AspRel", "AspRel/later-items-free"]
    n_found = 0
    for verdict in check_axioms(names, axioms, cases=CASES):
        if verdict.example is not None:
            first, second = recomputed(verdict.measure, verdict.example)
            assert first < second if verdict.axiom == "Sat" else first <= second
            assert verdict.values == pytest.approx((float(first), float(second)), rel=1e-11)
            assert verdict.confirmed == ("fractions" if isinstance(first, Fraction) else "50 digits")
            n_found += 1
    assert n_found >= 60


SMALLEST = [
    ("P@20", "Pri", "[0.1 –] = 0.05; [– 0.1] = 0.05"),
    ("RR", "Pri", "[0.1 0.05] = 1; [0.05 0.1] = 1"),
    ("P@20", "Deep", "[0.1 – – 0.1] = 0.1; [– 0.1 0.1 –] = 0.1"),
    ("nDCG@20", "Conf", "[] = 0; [–] = 0; not retrieved 0.1"),
    ("NRBP", "AspDiv", "[a0.11+b0.11] = 0.75; [a0.1+b0.1] = 0.75; w = 1/2,1/2"),
    ("ERR@20", "MRed", "[a0.1 b0.1] = 0.145; [a0.1 a0.1] = 0.145; w = 1/2,1/2"),
    ("RBP(p=0.8)", "Sat", "[1] = 0.2; [1 1] = 0.36"),
    ("NRBP", "AspRel", "[a1] = 0.375; [b1] = 0.375; w = 2/3,1/3"),
    ("RBU(p=0.9,e=0.05)", "AspRel/later-items-free", "[a1 a1] = 0.5145; [b1 a1] = 0.7545; w = 2/3,1/3"),
]


@pytest.mark.parametrize(("measure", "axiom", "example"), SMALLEST)
def test_counterexamples_are_small(measure, axiom, example):
    assert verdict_on(measure, axiom).brief() == example


def test_small_counterexamples_are_also_made_of_large_ones():
    # No list is shorter than nine items here; shrinking must leave one of them relevant.
    (verdict,) = search([Subject.of(parse_compared("P@20")[0])], PRI, Bounds(9, 20), CASES, 0)
    assert len(verdict.example.lists[0]) == 9
    assert sum(any(item) for item in verdict.example.items) == 1


def test_a_tie_but_for_rounding_breaks_a_strict_axiom():
    ties = search([Subject.of(SumOfGains())], PRI, Bounds(3, 6), CASES, 0)[0]
    assert ties.answer == "violated"
    three_tenths = verdict_on(AlwaysThreeTenths(), "Conf")
    assert three_tenths.answer == "violated"
    assert set(three_tenths.values) == {0.3, 0.1 + 0.2}


def test_a_tie_but_for_rounding_breaks_no_axiom_that_allows_ties():
    assert verdict_on(AlwaysThreeTenths(), "Sat").answer == "witness"
    for relation in ("≥", "="):
        for axiom in (PRI, CONF):
            subjects = [Subject.of(measure) for measure in (SumOfGains(), AlwaysThreeTenths())]
            found = search(subjects, replace(axiom, relation=relation), Bounds(3, 6), CASES, 0)
            assert [verdict.answer for verdict in found] == ["holds", "holds"]


def test_a_difference_that_doubles_cannot_see_is_seen_by_the_scalar_reference():
    # What seven items of gain 0.999 leave open is 1e-21: next to the value of the list it is lost in doubles.
    found = verdict_on("RBU(p=0.9,e=0.05)", "Red", cases=40_000)
    assert found.answer == "holds"


def test_a_measure_of_ones_own_is_confirmed_in_doubles_and_says_so():
    assert verdict_on(SumOfGains(), "Conf").confirmed == "doubles"
    assert verdict_on("DCG", "Conf").confirmed == "50 digits"
    assert verdict_on("P@5", "Conf").confirmed == "fractions"


def test_a_cost_is_better_when_smaller():
    verdict = verdict_on(Length(), "Conf")
    assert verdict.answer == "holds"
    assert verdict_on(Length(), "Pri").answer == "violated"


@pytest.mark.parametrize("axiom", ["Pri", "DeepTh", "Sat"])
def test_an_axiom_does_not_apply_where_a_measure_has_no_value(axiom):
    verdict = verdict_on(NeverDefined(), axiom)
    assert verdict.answer == "not-applicable"
    assert verdict.reason == "the measure is undefined in all cases"


@pytest.mark.parametrize(("measure", "axiom", "needed"), [("nDCG@3", "Deep", 4), ("P@1", "Pri", 2), ("P@1", "Red", 2)])
def test_an_axiom_does_not_apply_where_its_lists_are_longer_than_the_cutoff(measure, axiom, needed):
    verdict = verdict_on(measure, axiom)
    assert verdict.answer == "not-applicable"
    cutoff = measure.split("@")[1]
    assert verdict.reason == f"needs lists of at least {needed} items, and the cut-off is {cutoff}"
    assert verdict.beyond is not None
    assert verdict.beyond.answer == "violated"


@pytest.mark.parametrize("cutoff", [5, 10, 20])
def test_lists_longer_than_the_cutoff_have_a_verdict_of_their_own(cutoff):
    verdict = verdict_on(f"nDCG@{cutoff}", "Pri", cases=20_000)
    assert verdict.answer == "holds"
    assert verdict.beyond.answer == "violated"
    assert len(verdict.beyond.example.lists[0]) == cutoff + 2
    assert sum(any(item) for item in verdict.beyond.example.items) == 1


def test_without_a_cutoff_there_are_no_longer_lists():
    assert verdict_on("nDCG", "Pri").beyond is None


def test_axioms_are_found_by_name_in_capitals_or_not_and_by_set():
    assert find_axiom("pri") is find_axiom("search:PRI") is PRI
    assert [axiom.name for axiom in find_axioms(["Conf", "pri", "CONF"])] == ["Conf", "Pri"]
    assert {axiom.family for axiom in find_axioms("search")} == {"search"}


@pytest.mark.parametrize(
    ("name", "near"), [("Prio", "Pri"), ("deepness", "Deep"), ("CloseThr", "CloseTh"), ("AspRell", "AspRel")]
)
def test_an_unknown_axiom_is_refused_with_the_nearest_name(name, near):
    with pytest.raises(UnknownNameError, match=f"no axiom is called '{name}'; did you mean {near}?"):
        find_axioms(["Pri", name])


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"cases": 0}, "cases must be a whole number from 1, not 0"),
        ({"cases": 1.5}, "cases must be a whole number from 1, not 1.5"),
        ({"seed": -1}, "seed must be a whole number from 0, not -1"),
        ({"jobs": 0}, "jobs must be a whole number from 1, not 0"),
        ({"axioms": []}, "no axiom is named"),
    ],
)
def test_wrong_options_are_refused(options, problem):
    with pytest.raises(UsageError, match=problem):
        check_axioms("P@5", **({"axioms": "Pri"} | options))


@dataclass(frozen=True, kw_only=True)
class Narrow(ax.Measure):
    """Loses by every item; by less, the nearer the first gains are to three numbers, and gains where they are met."""

    bounds: ClassVar[tuple[float, float]] = (-np.inf, np.inf)

    def values(self, lists):
        away = sum(abs(lists.sum((lists.rank == i) * lists.grade) - r) for i, r in ((1, 0.037), (2, 0.053), (3, 0.071)))
        return 10 - lists.depth * (away - 0.0005)


def test_close_calls_lead_to_a_counterexample_that_chance_does_not_find():
    verdict = verdict_on(Narrow(), "Conf", cases=20_000)
    assert verdict.answer == "violated"
    assert "adversarial" in verdict.tried
    assert verdict.example.to_text().startswith("1 | 0.037 0.053 0.071")


def test_all_small_cases_are_made():
    bounds = Bounds(2, 3)
    gains = (Fraction(0), Fraction(1, 100), Fraction(1, 10))
    expected = {
        (items, *places)
        for length in (2, 3)
        for items in product(gains, repeat=length + 1)
        for places in combinations(range(length), 2)
        if items[places[1]] > items[places[0]]
    }
    found = set()
    for drafts in enumerated(PRI, bounds):
        for gain, place in zip(drafts.gain[:, :, 0].tolist(), drafts.place.tolist(), strict=True):
            found.add((tuple(Fraction(each, 1000) for each in gain), *place))
    assert found == expected


def test_a_tie_is_found_behind_many_differences_that_doubles_hardly_see():
    assert verdict_on("NRBP(alpha=1e-12)", "MRed", cases=20_000).answer == "violated"


def test_a_difference_below_the_last_bit_counts_where_ties_are_allowed():
    assert verdict_on("RBP(p=1e-17)", "Sat").answer == "no-witness"
    assert verdict_on("RecallLevel(exposure=rbp,normalisation=rbp)", "Localised").answer == "violated"


@dataclass(frozen=True, kw_only=True)
class AlmostNothing(ax.Preference):
    """Likes the shorter list by 0.1 + 0.2 − 0.3, which is 0 in mathematics."""

    def compare(self, lists, left, right):
        return np.where(lists.depth[left] < lists.depth[right], 0.1 + 0.2 - 0.3, 0.0)


def test_rounding_decides_no_preference():
    assert verdict_on(AlmostNothing(), "Conf").answer == "violated"


@dataclass(frozen=True, kw_only=True)
class OneForAll(ax.Preference):
    """Forgets that there are many pairs."""

    def compare(self, lists, left, right):
        del lists, left, right
        return np.zeros(1)


def test_a_preference_must_give_one_number_for_each_pair():
    with pytest.raises(UsageError, match="1 numbers of shape"):
        verdict_on(OneForAll(), "Pri")


@dataclass(frozen=True, kw_only=True)
class OwnWords(ax.Measure):
    """Has parameters that are called as those of the catalogue and mean something else."""

    gain: float = ax.parameter(2.0, "a factor", above=0, most=10)
    rel: float = ax.parameter(3.0, "another one", above=0, most=10)
    bounds: ClassVar[tuple[float, float]] = (0, np.inf)

    def values(self, lists):
        return lists.sum(self.gain * self.rel * lists.grade / lists.rank)


def test_parameters_of_ones_own_are_left_alone():
    assert verdict_on(OwnWords(), "Pri").answer == "holds"


def test_axioms_that_speak_of_bounds_have_a_verdict_on_longer_lists_too():
    assert verdict_on("RBU(p=0.9,e=0.05)@5", "Sat").beyond.answer == "holds"
    assert verdict_on("nDCG@10", "NonPriSatAsp").answer == "no-witness"


def test_lists_are_too_long_from_one_item_more_than_the_cutoff_on():
    assert Bounds.beyond(PRI.sizes, 5) == Bounds(6, 11)
    assert Bounds.within(CONF.sizes, 5) == Bounds(0, 4)


def test_an_axiom_of_ones_own_is_checked_as_it_is():
    mine = replace(PRI, name="Mine", relation="=")
    (verdict,) = check_axioms("P@20", mine, cases=CASES)
    assert (verdict.axiom, verdict.answer) == ("Mine", "holds")


def test_without_patience_or_effort_rbu_loses_what_they_give():
    def kept(measure):
        return {verdict.axiom for verdict in check_axioms(measure, "search", cases=CASES) if verdict.is_satisfied}

    assert kept("RBU(p=0.9,e=0.05)") - kept("RBU(p=1,e=0.05)") == {"Pri", "Deep", "DeepTh"}
    assert kept("RBU(p=0.9,e=0.05)") - kept("RBU(p=0.9,e=0)") == {"Conf"}


def test_an_axiom_without_a_premise_speaks_of_all_cases():
    mine = Axiom(name="Mine", title="", family="search", statement="", cites="", lists=PRI.lists, sizes=PRI.sizes)
    (verdict,) = check_axioms("P@20", mine, cases=CASES)
    assert verdict.answer == "violated"
    assert verdict.cases >= check_axioms("P@20", PRI, cases=CASES).verdicts[0].cases


def test_where_no_case_is_near_nothing_more_is_tried(monkeypatch):
    nearby = import_module("axiometer.axioms.counterexamples")
    monkeypatch.setattr(nearby, "changed", lambda _, drafts, *__: drafts.take(np.arange(0)))
    verdict = verdict_on("RBU(p=0.9,e=0.05)", "Pri")
    assert verdict.answer == "holds"
    assert "adversarial" not in verdict.tried
