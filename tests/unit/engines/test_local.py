"""Evaluation on this machine."""

from __future__ import annotations

import threading

import numpy as np
import polars as pl
import pytest

import axiometer as ax

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


def test_tables():
    measured = ax.evaluate(JUDGMENTS, RUNS, ["RR", "AP"])
    assert measured.mean().rows() == [
        ("one", "RR", 1.0, 2, 0, 0.0),
        ("one", "AP", 1.0, 2, 0, 0.0),
        ("two", "RR", 0.25, 2, 0, 0.25),
        ("two", "AP", 0.25, 2, 0, 0.25),
    ]
    assert measured.to_polars().rows()[4:6] == [("two", "q1", "RR", 0.5), ("two", "q1", "AP", 0.5)]
    assert measured.to_polars().height == 8
    assert measured["two"].systems == ("two",)
    assert measured["two"].table().rows() == [("two", 0.25, 0.25)]
    with pytest.raises(KeyError, match="no system 'three'; there are: one, two"):
        measured["three"]


def test_means_do_not_depend_on_company():
    rng = np.random.default_rng(5)
    judgments = {f"q{q}": {f"i{i}": int(rng.integers(0, 3)) for i in range(6)} for q in range(997)}
    run = {f"q{q}": [f"i{i}" for i in rng.permutation(6)] for q in range(997)}
    alone = ax.evaluate(judgments, run, "AP").mean()["value"].item()
    together = ax.evaluate(judgments, {"x": run, "run": run}, "nDCG AP P@3")["run"].mean()
    assert together.filter(measure="AP")["value"].item() == alone


def test_requests_left_out_have_no_rows():
    measured = ax.evaluate(JUDGMENTS, RUNS, "RR", profile="trec_eval-9")
    assert measured["two"].to_polars().rows() == [("two", "q1", "RR", 0.5)]


def test_shown_as_a_table():
    measured = ax.evaluate(JUDGMENTS, RUNS, ["RR", "nDCG@10"])
    assert "2 systems × 2 requests × 2 measures" in repr(measured)
    assert "0.2500" in repr(measured)
    long = "x" * 90
    named = repr(ax.evaluate(JUDGMENTS, {f"{long}{n}": RUNS["one"] for n in range(60)}, ["RR", "nDCG@10"] * 8))
    assert all(f"{long}{n} " in named for n in range(60))
    html = measured._repr_html_()
    assert "<table" in html
    assert "0.2500" in html


def test_names_from_files_do_not_run_in_html():
    measured = ax.evaluate(JUDGMENTS, {"<script>alert(1)</script>": {"q1": ["a"]}}, "RR")
    assert "<script>" not in measured._repr_html_()


def test_lazy_and_eager_reading_agree(files):
    judgments = {"q1": {"item1": 1}}
    eager = ax.evaluate(judgments, ax.read_runs([source.path for source in files.sources]), "AP")
    np.testing.assert_array_equal(eager.values, ax.evaluate(judgments, files, "AP").values)
    assert isinstance(files.to_polars(), pl.DataFrame)
    assert repr(files) == "Runs(run0, run1, run2, run3, run4)"


def test_undefined_values_count_as_one_of_three_ways():
    with pytest.raises(ax.UsageError, match="undefined cannot be 'one'; choose one of zero, drop, nan"):
        ax.evaluate(JUDGMENTS, RUNS, "AP").mean(undefined="one")
