from __future__ import annotations

from contextlib import contextmanager

import polars as pl
import pytest

from axiometer.engines.evaluator import evaluate
from axiometer.engines.prefer import prefer
from axiometer.errors import UsageError
from axiometer.notes import lines_of
from axiometer.report.page.gathering import Choices, gather

JUDGMENTS = {str(n): {"a": 2, "b": 1, "c": 0} for n in range(6)}
RUNS = {
    "first": {str(n): ["a", "b", "c"] if n % 2 else ["a", "c", "b"] for n in range(6)},
    "second": {str(n): ["b", "a", "d"] for n in range(6)},
    "third": {str(n): ["c", "d", "e"] for n in range(6)},
}
FEW = Choices(axioms="none")


@pytest.fixture(scope="module")
def measured():
    return evaluate(JUDGMENTS, RUNS, "nDCG@2 AP")


def test_of_runs_all_is_gathered():
    measured = evaluate(JUDGMENTS, RUNS, "nDCG@2 AP P@1")
    found = gather(measured, JUDGMENTS, RUNS, Choices(cases=50, is_meta=True, gold=["P@1"]))
    assert found.board.table.filter(measure="nDCG@2")["system"].to_list() == ["first", "second", "third"]
    assert found.orders is not None
    assert found.lists is not None
    assert found.lists.lists["item"].n_unique() == 5
    assert found.verdicts is not None
    assert {axiom.family for axiom in found.verdicts.axioms} == {"search"}
    criteria = [each.criterion for each in found.findings]
    assert criteria == ["unanimity", "concordance", "power", "ties", "degradation"]


def test_a_criterion_that_has_nothing_to_say_does_not_lose_the_others(measured):
    frame = measured.to_polars()
    never = frame.filter(measure="AP").with_columns(measure=pl.lit("Never"), value=pl.lit(float("nan")))
    found = gather(pl.concat([frame, never]), None, None, Choices(axioms="none", is_meta=True))
    assert [each.criterion for each in found.findings] == ["power", "ties"]
    (told,) = lines_of(found.notes)
    assert told.startswith("unanimity: left out, since unanimity needs pairs of lists")


def test_gold_standards_only_are_told_of_in_concordance():
    measured = evaluate(JUDGMENTS, RUNS, "nDCG@2 AP P@1")
    choices = Choices(axioms="none", is_meta=True, gold=["P@1"], measures=["nDCG@2", "AP"])
    found = gather(measured, JUDGMENTS, RUNS, choices)
    assert found.outcomes.names == ("nDCG@2", "AP")
    assert found.measured is not None
    assert found.measured.values.shape[2] == 2
    by_name = {each.criterion: each.table for each in found.findings}
    assert by_name["unanimity"]["measure"].to_list() == ["nDCG@2", "AP"]
    assert by_name["concordance"]["gold"].to_list() == ["P@1"]


def test_without_meta_and_axioms_there_are_none(measured):
    found = gather(measured, None, None, FEW)
    assert found.findings == ()
    assert found.verdicts is None
    assert found.lists is None


def test_of_saved_values_known_measures_are_held_against_axioms(measured):
    frame = measured.to_polars()
    own = frame.filter(measure="AP").with_columns(pl.lit("Mine").alias("measure"))
    found = gather(pl.concat([frame, own]), None, None, Choices(cases=20, is_meta=True))
    assert found.verdicts is not None
    assert found.verdicts.measures == ("nDCG@2", "AP")
    assert lines_of(found.notes) == ["Mine: not held against axioms, since not known here"]
    assert [each.criterion for each in found.findings] == ["unanimity", "power", "ties"]


def test_preferences_are_left_out_and_that_is_said(measured):
    preferred = prefer(JUDGMENTS, RUNS, "lexirecall")
    found = gather([measured, preferred], None, None, FEW)
    assert found.outcomes.names == ("nDCG@2", "AP")
    assert lines_of(found.notes) == ["lexirecall: left out, since preferences give lists no values"]
    with pytest.raises(UsageError, match="only preferences"):
        gather(preferred, None, None, FEW)


def test_the_baseline_is_kept_whatever_its_place(measured, monkeypatch):
    from axiometer.report.page import selection

    monkeypatch.setattr(selection, "MOST_VALUES", 12)
    monkeypatch.setattr(selection, "FEWEST_SYSTEMS", 2)
    found = gather(measured, None, None, Choices(axioms="none", baseline="third"))
    assert [found.outcomes.systems[at] for at in found.kept.systems] == ["first", "third"]


def test_each_part_of_the_work_is_named(measured):
    names = []

    @contextmanager
    def stage(name):
        names.append(name)
        yield None

    gather(measured, JUDGMENTS, RUNS, Choices(cases=20), stage)
    assert names == ["comparing systems", "looking at lists", "trying cases of axioms"]
