"""Lists without ranks are refused under a profile that orders by rank, on every path and in the same words."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import axiometer as ax
from axiometer.engines.chunks import evaluate as evaluate_in_parts
from axiometer.engines.list_views import show_lists

JUDGMENTS = {"q1": {"a": 1, "b": 0}, "q2": {"c": 1}}
LISTS = pl.DataFrame({
    "user_id": ["q1", "q1", "q2"],
    "item_id": ["a", "b", "c"],
    "position": [1, 2, 1],
    "score": [1.0, 2.0, 1.0],
})
COLUMNS = "user_id, item_id, position, score"
PROFILES = {name: ax.get_profile(name) for name in ("rectools", "lenskit", "ndeval")}
PROFILES["order rank"] = ax.get_profile(order="rank")


def as_csv(folder: Path) -> Path:
    LISTS.write_csv(folder / "run.csv")
    return folder / "run.csv"


def as_parquet(folder: Path) -> Path:
    LISTS.write_parquet(folder / "run.parquet")
    return folder / "run.parquet"


def as_folder(folder: Path) -> Path:
    (folder / "run").mkdir()
    LISTS.write_parquet(folder / "run" / "part.parquet")
    return folder / "run"


FORMS: dict[str, Callable[[Path], Any]] = {
    "frame": lambda _: LISTS,
    "pandas": lambda _: LISTS.to_pandas(),
    "named frame": lambda _: {"run": LISTS},
    "CSV": as_csv,
    "TSV": lambda folder: (LISTS.write_csv(folder / "run.tsv", separator="\t"), folder / "run.tsv")[1],
    "Parquet": as_parquet,
    "folder": as_folder,
    "read before": lambda folder: ax.read_runs(as_csv(folder)),
    "named before": lambda folder: ax.scan_runs(as_csv(folder)),
}
CALLS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "evaluate": lambda judged, runs, profile: ax.evaluate(judged, runs, "RR", profile=profile),
    "Evaluator": lambda judged, runs, profile: ax.Evaluator(judged, "RR", profile=profile).evaluate(runs),
    "in parts": lambda judged, runs, profile: evaluate_in_parts(judged, runs, "RR", profile=profile),
    "explain": lambda judged, runs, profile: ax.explain(judged, runs, "RR", query="q1", profile=profile),
    "lists": lambda judged, runs, profile: show_lists(judged, runs, "RR", profile=profile),
    "prefer": lambda judged, runs, profile: ax.prefer(judged, runs, "RR", profile=profile),
    "degradation": lambda judged, runs, profile: ax.meta.degradation(judged, runs, "RR", profile=profile),
    "scenarios": lambda judged, runs, profile: ax.meta.scenarios(judged, runs, "RR", profile=profile),
    "advise": lambda judged, runs, profile: ax.advise(judged, runs, "RR AP", profile=profile),
}


def message(profile: ax.Profile, columns: str) -> str:
    return re.escape(
        f"found lists without ranks (the columns {columns}); expected a rank column, since the profile {profile.name} "
        'orders by rank; or lists ordered otherwise: --order score, get_profile(…, order="score")'
    )


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("call", CALLS)
def test_refused_in_every_form_and_by_everyone(tmp_path, call, form):
    runs = FORMS[form](tmp_path)
    for profile in PROFILES.values():
        with pytest.raises(ax.InputError, match=message(profile, COLUMNS)):
            CALLS[call](JUDGMENTS, runs, profile)


@pytest.mark.parametrize("call", CALLS)
def test_scores_in_dictionaries_are_no_ranks(call):
    with pytest.raises(ax.InputError, match=message(PROFILES["lenskit"], "query, item, score")):
        CALLS[call](JUDGMENTS, {"q1": {"a": 1.0, "b": 2.0}}, PROFILES["lenskit"])


def test_text_that_was_read_by_score_says_how_to_read_it(tmp_path):
    (tmp_path / "run.txt").write_text("q1 Q0 a 2 1.0 x\nq1 Q0 b 1 2.0 x\n", encoding="utf-8")
    told = r'run: found lists without ranks \(they were read by score\); expected text read with read_runs\(…, order="r'
    with pytest.raises(ax.InputError, match=told):
        ax.evaluate(JUDGMENTS, ax.read_runs(tmp_path / "run.txt"), "RR", profile="lenskit")
    for runs in (ax.read_runs(tmp_path / "run.txt", order="rank"), ax.scan_runs(tmp_path / "run.txt")):
        assert ax.evaluate(JUDGMENTS, runs, "RR", profile="rectools").values[0, 0, 0] == 0.5


OPTIONS = ["--order rank", "--profile rectools", "--profile lenskit"]
COMMANDS = {
    "evaluate": "evaluate q.txt run.csv -m RR",
    "in parts": "evaluate q.txt run.csv -m RR --memory 500MB",
    "compare": "compare q.txt run.csv -m RR",
    "report": "report q.txt run.csv -m RR --output page.html",
    "prefer": "prefer q.txt run.csv -p lexirecall",
    "advise": "advise q.txt run.csv -m RR",
    "unanimity": "meta unanimity q.txt run.csv -m RR",
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("option", OPTIONS)
def test_commands_refuse_them(tmp_path, monkeypatch, command, name, option):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.txt").write_text("q1 0 a 1\nq2 0 c 1\n", encoding="utf-8")
    as_csv(tmp_path)
    code, out, err = command(*COMMANDS[name].split(), *option.split())
    assert (code, out) == (1, "")
    assert "run.csv: found lists without ranks (the columns user_id, item_id, position, score)" in " ".join(err.split())


def test_standard_input_is_named_by_what_was_read(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.txt").write_text("q1 0 a 1\n", encoding="utf-8")
    data = io.BytesIO(as_csv(tmp_path).read_bytes())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data, encoding="utf-8"))
    code, _, err = command("evaluate", "q.txt", "-", "-m", "RR", "--order", "rank")
    assert code == 1
    assert "-: found lists without ranks (the columns query, item, score)" in " ".join(err.split())


@pytest.mark.parametrize("profile", ["rectools", "lenskit"])
def test_places_in_lists_and_arrays_are_ranks(profile):
    evaluator = ax.Evaluator(JUDGMENTS, "RR", profile=profile)
    found = evaluator.evaluate({"model": {"q1": ["b", "a"], "q2": ["c"]}})
    assert found.to_polars()["value"].to_list() == [0.5, 1.0]
    arrays = evaluator.evaluate_lists([["b", "a"], ["c", "x"]])
    assert arrays.to_polars()["value"].to_list() == [0.5, 1.0]
