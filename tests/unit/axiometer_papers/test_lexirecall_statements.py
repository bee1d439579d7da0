"""What the paper on lexirecall says, asked of small numbers: each statement can hold, and each can fail."""

from __future__ import annotations

from collections import Counter

import numpy as np
import polars as pl
import pytest

from axiometer.data import Judgments, Runs
from axiometer_papers.lexirecall.collections import Case
from axiometer_papers.lexirecall.figure_5 import MEASURES, RBP, TSE, orientation_checks
from axiometer_papers.lexirecall.figure_16 import optimal_checks
from axiometer_papers.lexirecall.figures_14_15 import degradation_checks
from axiometer_papers.lexirecall.measured import Facts, Numbers
from axiometer_papers.lexirecall.published import TABLE_2, TABLE_2_COLUMNS
from axiometer_papers.lexirecall.statements import (
    across_agreement,
    across_paired,
    across_ties,
    across_tukey,
    of_collection,
)
from axiometer_papers.lexirecall.table_2_figure_8 import figure_8_checks, table_2_checks
from axiometer_papers.lexirecall.tables_3_4 import BOTH, tie_checks
from axiometer_papers.sources import Source
from axiometer_papers.study import Result, Table

SOURCE = Source("tiny", "tiny", (), lambda: Runs.of({}), lambda: Judgments.of({}))
SEARCH, RATED = Case(SOURCE), Case(SOURCE, 4.0, "recommendation")
AGREED = {"R@1000": 1.0, "Rprec": 0.8, "AP": 0.8, "nDCG": 0.9, "RR": 0.6, "nDCG@10": 0.6}
TIED = {"lexirecall": 0.01, "R@1000": 0.2, "Rprec": 0.2, "AP": 0.01, "nDCG": 0.01}
POWER = {"lexirecall": 0.5, "R@1000": 0.4, "Rprec": 0.2}


def by_same(checks) -> Counter[str]:
    return Counter(check.same for check in checks)


def same(checks) -> list[str]:
    return [check.same for check in checks]


def numbers(agreed=AGREED, tied=TIED, paired=POWER, tukey=POWER, case=SEARCH, **facts) -> Numbers:
    given = {"queries": 2, "runs": 2, "relevant": 20.0, "labels": 20.0, "depth": 100.0, "deepest": 100}
    shares = [
        pl.DataFrame({"measure": list(each), "share": list(each.values())}) for each in (agreed, tied, paired, tukey)
    ]
    return Numbers(case, Facts(**(given | {"short": 0.0, "single": 0.0} | facts)), *shares)


def shallow(**shares) -> Numbers:
    return numbers(depth=50.0, **shares)


def deep(**shares) -> Numbers:
    return numbers(depth=2000.0, deepest=2000, **shares)


def test_statements_of_a_collection_hold_and_can_fail():
    assert by_same(of_collection(numbers())) == {"yes": 5}
    worse = of_collection(numbers(AGREED | {"RR": 0.95, "R@1000": 0.94}, TIED | {"lexirecall": 0.15}))
    assert by_same(worse) == {"no": 5}
    assert all(check.why for check in worse)


@pytest.mark.parametrize(
    ("changed", "failing"),
    [
        ({"nDCG@10": 0.85}, [0, 2]),
        ({"RR": 0.85}, [0, 2]),
        ({"R@1000": 0.999}, [1]),
        ({"Rprec": 0.7}, [2]),
        ({"AP": 0.7}, [2]),
    ],
)
def test_each_share_of_agreement_counts(changed, failing):
    checks = of_collection(numbers(AGREED | changed))
    assert [at for at, check in enumerate(checks) if check.same == "no"] == failing


@pytest.mark.parametrize(
    ("changed", "failing"), [({"R@1000": 0.015}, [3]), ({"Rprec": 0.015}, [3]), ({"AP": 0.03}, [4])]
)
def test_each_share_of_ties_counts(changed, failing):
    checks = of_collection(numbers(tied=TIED | changed))
    assert [at for at, check in enumerate(checks) if check.same == "no"] == failing


def test_that_recall_agrees_most_is_asked_only_where_it_can_fail():
    asked = {depth: [check.published for check in of_collection(numbers(deepest=depth))][1] for depth in (1000, 1001)}
    assert asked[1000].startswith("lexirecall prefers whatever R@1000 prefers (by definition")
    assert asked[1001] == "R@1000 agrees most with lexirecall"
    assert of_collection(deep(agreed=AGREED | {"R@1000": 0.99}))[1].same == "yes"
    assert of_collection(deep(agreed=AGREED | {"R@1000": 0.89}))[1].same == "no"


def test_rprec_on_short_lists_is_explained():
    checks = of_collection(numbers(AGREED | {"Rprec": 0.99}, short=0.86))
    (no,) = [check for check in checks if check.same == "no"]
    assert "86% of the lists are shorter" in no.why


def test_agreement_by_depth():
    less = AGREED | {"nDCG": 0.7}
    assert same(across_agreement([shallow(agreed=less), deep()])) == ["yes"]
    assert same(across_agreement([shallow(), deep(agreed=less)])) == ["no"]
    assert same(across_agreement([shallow()])) == ["not comparable"]


def random(ties: dict[str, float]) -> Result:
    """Give what Figure 8 gives: all pairs tie at the first depth, and a share of them at the second."""
    rows = [(depth, name, tied) for name, least in ties.items() for depth, tied in ((10, 1.0), (100, least))]
    return Result([Table("figure-8", "", pl.DataFrame(rows, schema=["depth", "compared", "ties"], orient="row"))])


def test_ties_beside_those_of_random_rankings_and_of_recommendation():
    drawn = {"R@1000": 0.6, "Rprec": 0.7}
    more = numbers(tied=TIED | {"lexirecall": 0.05}, case=RATED)
    assert same(across_ties([numbers(), more], random(drawn))) == ["yes", "yes"]
    less = numbers(tied=TIED | {"lexirecall": 0.005}, case=RATED)
    assert same(across_ties([numbers(), less], random(drawn | {"Rprec": 0.15}))) == ["no", "no"]
    assert same(across_ties([numbers()], random(drawn)))[1] == "not comparable"
    one = numbers(tied=TIED | {"R@1000": 0.65})
    assert across_ties([numbers(), one], random(drawn))[0].why.startswith("R@1000: ")


def test_power_by_paired_tests_on_deep_lists():
    assert same(across_paired([deep()])) == ["yes"]
    assert same(across_paired([deep(paired=POWER | {"Rprec": 0.5})])) == ["no"]
    assert same(across_paired([shallow()])) == ["not comparable"]


def test_power_by_tukeys_test():
    small, large = POWER | {"lexirecall": 0.42}, POWER | {"lexirecall": 0.6}
    assert same(across_tukey([shallow(paired=small), deep(paired=small, tukey=large)])) == ["yes", "yes", "yes"]
    # A lead of 0.05 is none that is clear; that by both tests, and at both depths, is the same.
    even, undecided = POWER | {"lexirecall": 0.45}, "not comparable"
    alike = [shallow(tukey=even, paired=even), deep(tukey=even, paired=even)]
    assert same(across_tukey(alike)) == ["no", undecided, undecided]
    assert same(across_tukey([shallow(paired=large, tukey=large), deep(paired=large, tukey=small)])) == ["no"] * 3
    none = POWER | {"lexirecall": 0.0}
    assert same(across_tukey([shallow(paired=none, tukey=none), deep(paired=none, tukey=none)]))[1] == undecided
    assert same(across_tukey([shallow()])) == [undecided] * 3


def missing(kept: dict[str, float], ties: dict[str, float]) -> pl.DataFrame:
    """Give a table of all labels, 90 % of them (as good as all), and 10 %."""
    rows = [
        (name, share, ties[name] if share == 0.1 else 0.0, kept[name] if share == 0.1 else 1.0)
        for name in kept
        for share in (1.0, 0.9, 0.1)
    ]
    table = pl.DataFrame(rows, schema=["measure", "share", "ties", "same"], orient="row")
    is_recall = pl.col("measure").is_in(["R@1000", "Rprec"])
    return table.with_columns(ties=pl.col("ties") + pl.when(is_recall).then(0.01).otherwise(0.0))


KEPT = {"lexirecall": 0.7, "R@1000": 0.6, "Rprec": 0.2, "AP": 0.7, "nDCG": 0.7}
MORE_TIES = {"lexirecall": 0.05, "R@1000": 0.2, "Rprec": 0.6, "AP": 0.05, "nDCG": 0.05}


def test_statements_on_missing_labels_hold_and_can_fail():
    assert by_same(degradation_checks(SEARCH, missing(KEPT, MORE_TIES))) == {"yes": 6}
    failed = degradation_checks(SEARCH, missing(KEPT | {"lexirecall": 0.1}, MORE_TIES | {"lexirecall": 0.9}))
    assert by_same(failed) == {"no": 6}
    assert same(degradation_checks(RATED, missing(KEPT, MORE_TIES))) == ["yes"] * 4 + ["no"]
    assert same(degradation_checks(RATED, missing(KEPT | {"R@1000": 0.66, "Rprec": 0.66}, MORE_TIES))) == ["yes"] * 5
    assert same(degradation_checks(RATED, missing(KEPT | {"R@1000": 0.66}, MORE_TIES)))[-1] == "no"


def orientations(precision: dict[str, list[float]], recall: dict[str, list[float]], scaled: list[float]):
    """Give curves for one to fifteen relevant items: a value for one, and another for more."""
    rows = []
    for name in MEASURES:
        for m in range(1, 16):
            first, rest = precision[name]
            one, falling = recall[name]
            later = one if m == 1 else falling / m
            rows.append((name, m, first if m == 1 else rest, later, scaled[min(m, 2) - 1]))
    return pl.DataFrame(rows, schema=["measure", "m", "precision", "recall", "precision_scaled"], orient="row")


def test_statements_on_orientation_hold_and_can_fail():
    alike = {key: [0.2, 0.2] for key in ("AP", "R@1000", "Rprec")}
    precision = {"RR": [0.9, 0.9], "nDCG": [0.3, 0.3], RBP: [0.5, 0.5], TSE: [0, 0], **alike}
    recall = {"RR": [0.9, 0.0], "nDCG": [0.5, 0.3], RBP: [0.5, 0.2], TSE: [1, 15]}
    recall |= {key: [1, 0.9] for key in ("AP", "R@1000", "Rprec")}
    assert by_same(orientation_checks(orientations(precision, recall, [1, 0]))) == {"yes": 9}
    # RR and RBP change with m, AP is apart, nDCG and RBP are low; RR has an orientation, nDCG the largest, AP rises.
    precision |= {"RR": [0.9, 0.1], "nDCG": [0.1, 0.1], RBP: [0.2, 0.1], "AP": [0.2, 0.25]}
    recall |= {"RR": [0.9, 0.1], "nDCG": [2, 3], "AP": [0.1, 0.9]}
    assert by_same(orientation_checks(orientations(precision, recall, [1, 0.5]))) == {"no": 9}


def agreements(changed: dict[str, float]) -> pl.DataFrame:
    """Give the printed agreement with the worst case, some of it changed."""
    rows = []
    for n, cells in TABLE_2.items():
        cell = dict(zip(TABLE_2_COLUMNS, map(float, cells), strict=True))
        for name in TABLE_2_COLUMNS[1:]:
            rows.append((n, name, changed.get(name, cell[name]), cell["tied"], 10_000))
    return pl.DataFrame(rows, schema=["n", "measure", "agreement", "tied", "pairs"], orient="row")


@pytest.mark.parametrize(
    ("changed", "failing"),
    [
        ({}, [0] * 3),
        ({"TSE(exposure='ap')": 0.99}, [1, 0, 0]),
        ({"Rprec": 0.51}, [0, 1, 0]),
        ({"R@1000": 0.51}, [0, 1, 0]),
        ({"AP": 0.49}, [0, 0, 1]),
        ({"nDCG": 0.61}, [0, 0, 1]),
    ],
)
def test_statements_on_the_worst_case_hold_and_can_fail(changed, failing):
    checks = [*table_2_checks(agreements(changed))]
    assert [int(check.same == "no") for check in checks[-3:]] == failing
    wrong = [check.what for check in checks[:-3] if check.same == "no"]
    assert all(any(what.endswith(name) for name in changed) for what in wrong)
    assert bool(wrong) == bool(changed)


def by_depth(**ties: list[float]) -> pl.DataFrame:
    curves = {"R@1000": [0.9] * 3, "Rprec": [0.9] * 3, TSE: [1.0, 1.0, 0.01]}
    curves |= {"AP": [0.8, 0.01, 0.0], "lexirecall": [0.8, 0.01, 0.0]} | ties
    rows = [
        (depth, name, curve[at]) for name, curve in curves.items() for at, depth in enumerate((10, 50_000, 250_000))
    ]
    return pl.DataFrame(rows, schema=["depth", "compared", "ties"], orient="row")


@pytest.mark.parametrize(
    ("ties", "failing"),
    [
        ({}, [0, 0, 0, 0]),
        ({"Rprec": [0.9, 0.9, 0.4]}, [1, 0, 0, 0]),
        ({TSE: [1.0, 1.0, 0.1]}, [0, 1, 0, 0]),
        ({TSE: [1.0, 0.9, 0.01]}, [0, 1, 0, 0]),
        ({"AP": [0.8, 0.2, 0.0]}, [0, 0, 1, 0]),
        ({"lexirecall": [0.8, 0.02, 0.02]}, [0, 0, 0, 1]),
        ({"lexirecall": [0.95, 0.01, 0.0]}, [0, 0, 0, 1]),
    ],
)
def test_statements_on_ties_by_depth_hold_and_can_fail(ties, failing):
    assert [int(check.same == "no") for check in figure_8_checks(by_depth(**ties))] == failing


def test_tie_probabilities_are_compared_with_all_printed_digits():
    table = BOTH[0]
    cells = {"TSE": 0.0054, "R@1000": 1.0, "Rprec": 0.8254, "AP": 0.003, "lexirecall": 0.0}
    found = pl.DataFrame([{"n": 1000, "m": 10, **cells, "pairs": 1000}])
    assert same(tie_checks(table, found)) == ["yes"] * 5
    found = pl.DataFrame([{"n": 1000, "m": 10, **cells, "TSE": 0.0056, "AP": 0.0036, "pairs": 1000}])
    assert same(tie_checks(table, found)) == ["no", "yes", "yes", "no", "yes"]


def test_statements_on_optimal_rankings_hold_and_can_fail():
    m = np.arange(1, 4)
    found = pl.DataFrame({"measure": "AP", "m": m, "deterministic": 1 / m, "stochastic": 1.5 / m})
    assert same(optimal_checks(found)) == ["yes", "yes"]
    assert same(optimal_checks(found.with_columns(stochastic=pl.col("deterministic") * 0.9))) == ["no", "yes"]
    assert same(optimal_checks(found.with_columns(deterministic=pl.col("deterministic") * 0.9))) == ["yes", "no"]
