"""Judgments, measures and conventions, made ready to measure."""

from __future__ import annotations

import pickle
import threading
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import axiometer as ax
from axiometer.engines.executor import Executor
from axiometer.jobs import of_each
from axiometer.measures.names import parse_measures
from axiometer.projection.judged import JudgedItems

JUDGMENTS = {"q1": {"a": 1, "b": 0}, "q2": {"c": 2}}
RUNS = {"one": {"q1": ["a", "b"], "q2": ["c"]}, "two": {"q1": ["b", "a"]}}


@pytest.fixture
def files(tmp_path):
    for n in range(5):
        lines = [f"q{q} Q0 item{i} 0 {(i * 7 + n) % 11} run{n}" for q in range(3) for i in range(9)]
        (tmp_path / f"run{n}.run").write_text("\n".join(lines))
    return ax.scan_runs(str(tmp_path / "*.run"))


def test_jobs_change_nothing_and_progress_is_told(files):
    judgments = {f"q{q}": {"item1": 1, "item4": 2} for q in range(3)}
    told = []
    one = ax.evaluate(judgments, files, ["AP", "nDCG"], progress=lambda done, total: told.append((done, total)))
    two = ax.evaluate(judgments, files, ["AP", "nDCG"], jobs=3)
    np.testing.assert_array_equal(one.values, two.values)
    assert one.systems == two.systems == tuple(f"run{n}" for n in range(5))
    assert told == [(n, 5) for n in range(1, 6)]
    for wrong in (0, "2"):
        with pytest.raises(ax.UsageError, match=f"jobs must be a whole number from 1, not {wrong!r}"):
            ax.evaluate(judgments, files, "AP", jobs=wrong)
        with pytest.raises(ax.UsageError, match=f"jobs must be a whole number from 1, not {wrong!r}"):
            ax.Evaluator(judgments, "AP").evaluate(files, jobs=wrong)


def test_jobs_work_at_the_same_time(files, monkeypatch):
    """Both workers must be inside their source before either may leave."""
    meeting = threading.Barrier(2, timeout=20)
    load = type(files.sources[0]).load

    def load_together(source, order):
        meeting.wait()
        return load(source, order)

    monkeypatch.setattr(type(files.sources[0]), "load", load_together)
    pair = ax.Runs(files.sources[:2])
    assert ax.evaluate({"q1": {"item1": 1}}, pair, "AP", jobs=2).systems == ("run0", "run1")


def test_an_error_in_one_of_many_files_is_told(files, tmp_path):
    (tmp_path / "run3.run").write_text("q1 Q0 item1 0 high run3\n")
    for jobs in (1, 2):
        with pytest.raises(ax.InputError, match=r"run3\.run, line 1"):
            ax.evaluate({"q1": {"item1": 1}}, files, "AP", jobs=jobs)


def test_lazy_and_eager_reading_agree(files):
    judgments = {"q1": {"item1": 1}}
    eager = ax.evaluate(judgments, ax.read_runs([source.path for source in files.sources]), "AP")
    np.testing.assert_array_equal(eager.values, ax.evaluate(judgments, files, "AP").values)
    assert isinstance(files.to_polars(), pl.DataFrame)
    assert repr(files) == "Runs(run0, run1, run2, run3, run4)"


def test_what_was_made_ready_measures_again_and_again(monkeypatch):
    """Judgments are looked at once, whatever is measured afterwards and however often."""
    calls = []
    of = JudgedItems.of
    monkeypatch.setattr(JudgedItems, "of", lambda *args, **more: calls.append(1) or of(*args, **more))
    evaluator = ax.Evaluator(JUDGMENTS, "RR AP", profile="trec_eval-9")
    assert len(calls) == 1
    whole = evaluator.evaluate(RUNS)
    for system, run in RUNS.items():
        alone = evaluator.evaluate({system: run})
        assert alone.systems == (system,)
        assert alone.profile == whole.profile == ax.get_profile("trec_eval-9")
        assert_frame_equal(alone.to_polars(), whole[system].to_polars())
        assert_frame_equal(alone.mean(), whole[system].mean())
        assert_frame_equal(alone.counts, whole[system].counts)
    assert len(calls) == 1
    assert_frame_equal(ax.evaluate(JUDGMENTS, RUNS, "RR AP", profile="trec_eval-9").mean(), whole.mean())


def test_an_evaluator_says_what_it_knows():
    evaluator = ax.Evaluator(JUDGMENTS, ["RR", "P@3", "nDCG@20"], profile="ir_measures")
    assert evaluator.queries == ("q1", "q2")
    assert [str(each) for each in evaluator.measures] == ["RR", "P@3", "nDCG@20"]
    with pytest.raises(AttributeError, match="profile"):
        evaluator.profile = ax.get_profile()
    assert repr(evaluator) == "Evaluator(RR, P@3, nDCG@20 for 2 queries, profile ir_measures)"
    assert evaluator.depth is None
    assert ax.Evaluator(JUDGMENTS, "P@3 nDCG@20").depth == 20
    assert ax.Evaluator(JUDGMENTS, "P@3 nDCG@20", profile=ax.get_profile(depth=15)).depth == 15
    # Counts look at ten items.
    assert ax.Evaluator(JUDGMENTS, "P@3").depth == 10
    assert ax.Evaluator(JUDGMENTS, "P@3", profile=ax.get_profile(depth=2)).depth == 2
    assert ax.Evaluator(JUDGMENTS, "P", profile=ax.get_profile(depth=2)).depth == 2
    # One measure may look further than the others, and lists longer than the corpus are refused.
    deeper = replace(ax.get_profile(depth=3), exceptions=((r"P.*", {"depth": 12}),))
    assert ax.Evaluator(JUDGMENTS, "P@20 RR", profile=deeper).depth == 12
    assert ax.Evaluator(JUDGMENTS, "P@3", profile=ax.get_profile(corpus_size=50)).depth is None
    limited = replace(ax.get_profile(), exceptions=((r"P.*", {"corpus_size": 50}),))
    assert ax.Evaluator(JUDGMENTS, "P@3 RR@5", profile=limited).depth is None


def test_measures_of_systems_are_among_those_asked_for():
    ratings = ax.read_ratings({"u": {"c": 1}}, {"u": {"a": 5, "b": 3}})
    evaluator = ax.Evaluator(ratings, "P@3 CatalogueCoverage@5")
    assert [str(each) for each in evaluator.measures] == ["P(rel=0)@3", "CatalogueCoverage@5"]
    assert evaluator.profile == ax.get_profile("ratings")


def test_an_evaluator_can_be_sent_elsewhere():
    evaluator = ax.Evaluator(JUDGMENTS, "RR AP")
    again = pickle.loads(pickle.dumps(evaluator))
    assert repr(again) == repr(evaluator)
    assert_frame_equal(again.evaluate(RUNS).to_polars(), evaluator.evaluate(RUNS).to_polars())


def test_several_threads_may_measure_at_once():
    executor = Executor.of(ax.read_judgments(JUDGMENTS), parse_measures("RR AP"), ax.get_profile())
    expected = ax.evaluate(JUDGMENTS, RUNS, "RR AP")
    found = of_each(range(20), lambda _: executor.evaluate(RUNS, jobs=2, progress=None), 5)
    assert all(each.to_polars().equals(expected.to_polars()) for each in found)


def test_what_measures_need_is_asked_for_when_an_evaluator_is_made():
    with pytest.raises(ax.UsageError, match=r"TSE\(exposure='ap'\) needs to know how many items there are to retrieve"):
        ax.Evaluator(JUDGMENTS, "TSE")
    with pytest.raises(ax.InputError, match="judgments without aspects"):
        ax.Evaluator(JUDGMENTS, "ERR_IA")


def test_a_system_in_two_places_is_refused(files, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "run0.run").write_text("q1 Q0 item1 0 1 run0\n")
    both = ax.Runs((*files.sources, *ax.scan_runs(tmp_path / "other" / "run0.run").sources))
    with pytest.raises(ax.InputError, match=r"the system 'run0' in both .*run0\.run and .*other.*run0\.run"):
        ax.evaluate({"q1": {"item1": 1}}, both, "AP")


def test_a_progress_that_fails_ends_the_work(files):
    def told(done: int, total: int) -> None:  # noqa: ARG001
        raise KeyError("nobody listens")

    with pytest.raises(KeyError, match="nobody listens"):
        ax.evaluate({"q1": {"item1": 1}}, files, "AP", progress=told)
