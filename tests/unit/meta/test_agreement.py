from itertools import permutations
from math import isnan

import numpy as np
import pytest
from hypothesis import given

import axiometer as ax
from axiometer.meta.agreement import agreement, ties
from axiometer.notes import lines_of
from axiometer.stats.bootstrap_counts import resample_counts
from tests.unit.meta import slow

RUNS = {
    "one": {"p": ["a", "x", "b"], "q": ["x", "a"], "r": ["a"]},
    "two": {"p": ["x", "a", "b"], "q": ["a", "x"], "r": ["a", "x"]},
    "three": {"p": ["x", "y", "a"], "q": ["x", "y"], "r": ["x"]},
}
JUDGED = {"p": {"a": 1, "b": 1}, "q": {"a": 1}, "r": {"a": 1}}


def pairs_of(values, measure):
    """Give all (query, system, system) with the sign of the difference."""
    systems = range(len(values[measure][0]))
    return {
        (q, x, y): slow.sign(row[x] - row[y])
        for q, row in enumerate(values[measure])
        for x in systems
        for y in systems
        if x < y
    }


@given(slow.tables())
def test_ties_are_those_counted_slowly(values):
    found = ties(slow.frame(values), resamples=0).table
    assert found["measure"].to_list() == [*values]
    for row in found.iter_rows(named=True):
        signs = list(pairs_of(values, row["measure"]).values())
        assert (row["comparisons"], row["ties"]) == (len(signs), signs.count(0))
        assert row["share"] == signs.count(0) / len(signs)


@given(slow.tables())
def test_agreement_is_that_counted_slowly(values):
    found = agreement(slow.frame(values), resamples=0).table
    assert found.select("measure", "other").rows() == [*permutations(values, 2)]
    for row in found.iter_rows(named=True):
        ours, theirs = pairs_of(values, row["measure"]), pairs_of(values, row["other"])
        decided = [pair for pair, sign in ours.items() if sign]
        same = [pair for pair in decided if ours[pair] == theirs[pair]]
        tied = [pair for pair in decided if not theirs[pair]]
        assert (row["preferred"], row["same"]) == (len(decided), len(same))
        if decided:
            assert (row["share"], row["tied"]) == (len(same) / len(decided), len(tied) / len(decided))
        else:
            assert isnan(row["share"])
            assert isnan(row["tied"])


def test_the_interval_of_ties_is_that_of_resampled_queries():
    values = {"m": [[1.0, 1.0, 0.0], [1.0, 0.5, 0.0], [1.0, 1.0, 1.0], [0.3, 0.2, 0.2]]}
    row = ties(slow.frame(values), resamples=200, confidence=0.8, seed=5).table.row(0, named=True)
    shares = resample_counts(4, 200, 5) @ np.array([1, 0, 3, 1]) / (4 * 3)
    assert (row["low"], row["high"]) == pytest.approx(tuple(np.quantile(shares, [0.1, 0.9])))


def test_preferences_tie_and_agree_too():
    found = ax.prefer(JUDGED, RUNS, ["lexirecall", "P@1"], profile=ax.get_profile("trec_eval", corpus_size=10))
    assert ties(found).table.select("measure", "comparisons", "ties").rows() == [("lexirecall", 9, 1), ("P@1", 9, 3)]
    rows = {row[:2]: row[2:4] for row in agreement(found).table.rows()}
    assert rows["P@1", "lexirecall"] == (6, 6)


def test_what_one_measure_does_not_compare_is_not_asked_of_it():
    found = ax.prefer(
        {"q": {"a": 2, "b": 1}}, {"one": {"q": ["a"]}, "two": {"q": ["b"]}}, ["P@1", "P(rel=2)@1", "RPP(rel=3)"]
    )
    rows = {row[:2]: row[2:] for row in agreement(found).table.rows()}
    assert rows["P(rel=2)@1", "P@1"][:3] == (1, 0, 0.0)
    assert rows["P(rel=2)@1", "RPP(rel=3)"][0] == 0
    assert isnan(rows["P(rel=2)@1", "RPP(rel=3)"][2])


def test_pairs_with_a_value_missing_neither_tie_nor_agree():
    values = {"m": [[1.0, 1.0, 0.0], [None, 1.0, 1.0]], "n": [[1.0, 0.0, 0.0], [1.0, 0.0, None]]}
    found = ties(slow.frame(values)).table.select("measure", "comparisons", "ties", "share").rows()
    assert found == [("m", 4, 2, 0.5), ("n", 4, 1, 0.25)]
    columns = ("measure", "other", "preferred", "same", "share", "tied")
    found = agreement(slow.frame(values)).table.select(columns).rows()
    assert found == [("m", "n", 2, 1, 0.5, 0.5), ("n", "m", 2, 1, 0.5, 0.5)]


def test_nothing_to_compare():
    found = ties(ax.prefer({"q": {"a": 0}}, {"one": {"q": ["a"]}, "two": {"q": ["b"]}}))
    assert found.table.select("comparisons", "ties").row(0) == (0, 0)
    assert isnan(found.table["share"].item())
    assert "lexirecall: no value of any system in 1 query, left out" in lines_of(found.notes)


def test_one_system_is_refused():
    values = {"m": [[1.0]], "n": [[1.0]]}
    with pytest.raises(ax.UsageError, match="counting ties needs at least 2 systems; there is only 's0'"):
        ties(slow.frame(values))
    with pytest.raises(ax.UsageError, match="agreement needs at least 2 systems"):
        agreement(slow.frame(values))
    with pytest.raises(ax.UsageError, match="agreement needs at least 2 measures; there is only 'm"):
        agreement(slow.frame({"m": [[1.0, 2.0]]}))


@pytest.mark.parametrize("confidence", [0, 1, 1.5])
def test_a_confidence_lies_between_0_and_1(confidence):
    with pytest.raises(ax.UsageError, match="confidence must be a number between 0 and 1"):
        ties(slow.frame({"m": [[1.0, 0.0]]}), confidence=confidence)
