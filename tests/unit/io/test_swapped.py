"""Arguments in another order are recognised and named."""

import polars as pl
import pytest

import axiometer as ax

GRADES = {"query": ["q"], "item": ["a"], "grade": [1]}
SCORES = {"query": ["q"], "item": ["a"], "score": [1.5], "rank": [1]}


@pytest.fixture(autouse=True)
def _files(tmp_path, monkeypatch):
    (tmp_path / "qrels.txt").write_text("q 0 a 1\n")
    (tmp_path / "a.run").write_text("q Q0 a 1 2.5 x\n")
    pl.DataFrame(GRADES).write_csv(tmp_path / "qrels.csv")
    pl.DataFrame(SCORES).write_parquet(tmp_path / "run.parquet")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("first", ["a.run", "run.parquet"])
def test_a_run_in_the_place_of_judgments(first):
    with pytest.raises(ax.InputError, match=r"of a run; expected a column|like a run: judgments come first, then runs"):
        ax.read_judgments(first)
    with pytest.raises(ax.InputError, match="judgments come first, then runs"):
        ax.read_judgments(pl.DataFrame(SCORES))


@pytest.mark.parametrize("run", ["qrels.txt", "qrels.csv"])
def test_judgments_in_the_place_of_a_run(run):
    with pytest.raises(ax.InputError, match=r"judgments.* come first, then runs"):
        ax.read_runs(run)
    with pytest.raises(ax.InputError, match=r"judgments come first, then runs"):
        ax.Runs.of(pl.DataFrame(GRADES))


def test_several_files_in_the_place_of_judgments():
    with pytest.raises(ax.InputError, match="judgments come first, then runs"):
        ax.evaluate(["a.run"], "qrels.txt", "AP")


def test_objects_in_the_wrong_place():
    judgments, runs = ax.read_judgments("qrels.txt"), ax.read_runs("a.run")
    with pytest.raises(ax.InputError, match="judgments come before runs"):
        ax.evaluate(runs, judgments, "AP")


@pytest.mark.parametrize("measures", ["a.run", ["a.run"]])
def test_files_in_the_place_of_measures(measures):
    with pytest.raises(ax.UsageError, match=r"a\.run is a file and no measure: the order is judgments, runs, measures"):
        ax.evaluate("qrels.txt", "AP", measures)


def test_runs_in_the_place_of_measures():
    with pytest.raises(ax.UsageError, match=r"Runs is neither a measure .*: the order is judgments, runs, measures"):
        ax.evaluate("qrels.txt", "AP", ax.read_runs("a.run"))


def test_a_wrong_line_of_the_right_kind_is_not_called_something_else(tmp_path):
    (tmp_path / "bad.run").write_text("q Q0 a 1 2.5 x\nq Q0 b\n")
    with pytest.raises(ax.InputError, match=r"line 2: found 3 fields, 'q Q0 b'; expected 6 fields \([^)]*\)$"):
        ax.read_runs("bad.run")
