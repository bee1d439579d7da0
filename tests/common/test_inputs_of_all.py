"""Whatever takes judgments and runs takes files, frames and dictionaries, and finds the same in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import axiometer as ax
from axiometer.engines.chunks import evaluate as evaluate_in_parts
from axiometer.engines.list_views import show_lists
from axiometer.meta.provider_exposure import provider_exposure
from axiometer.report.page.document import Choices, make_report

RUNS = {
    "one": {"q1": {"a": 3.0, "b": 2.0, "c": 1.0}, "q2": {"d": 2.0, "a": 1.0}},
    "two": {"q1": {"c": 3.0, "b": 2.0, "a": 1.0}, "q2": {"a": 2.0, "d": 1.0}},
}
JUDGMENTS = {"q1": {"a": 2.0, "b": 0.0, "c": 1.0}, "q2": {"d": 1.0, "e": 1.0}}
PROVIDERS = {item: item.upper() for item in "abcde"}


def report(judgments: Any, runs: Any) -> str:
    measured = ax.evaluate(judgments, runs, "AP RR")
    return make_report(measured, judgments, runs, choices=Choices(cases=10, is_meta=True))


CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "evaluate": lambda judgments, runs: ax.evaluate(judgments, runs, "AP RR").to_polars(),
    "Evaluator": lambda judgments, runs: ax.Evaluator(judgments, "AP RR").evaluate(runs).to_polars(),
    "in parts": lambda judgments, runs: evaluate_in_parts(judgments, runs, "AP RR").to_polars().sort(pl.all()),
    "prefer": lambda judgments, runs: ax.prefer(judgments, runs).to_polars(),
    "explain": lambda judgments, runs: ax.explain(judgments, runs, "AP", "two", "q1").to_polars(),
    "advise": lambda judgments, runs: ax.advise(judgments, runs, "AP RR", cases=10).table,
    "degradation": lambda judgments, runs: ax.meta.degradation(judgments, runs, "AP", samples=2).table,
    "scenarios": lambda judgments, runs: ax.meta.scenarios(judgments, runs, "AP RR", samples=2).table,
    "lists": lambda judgments, runs: show_lists(judgments, runs, "AP").lists,
    "report": report,
}


def forms_of(folder: Path) -> dict[str, tuple[Any, Any]]:
    """Give the same judgments and runs as dictionaries, frames, and files."""
    judged = pl.DataFrame(
        [(query, item, grade) for query, row in JUDGMENTS.items() for item, grade in row.items()],
        schema=["query_id", "item", "grade"],
        orient="row",
    )
    frames = {
        system: pl.DataFrame(
            [(query, item, score) for query, row in lists.items() for item, score in row.items()],
            schema=["query_id", "item", "score"],
            orient="row",
        )
        for system, lists in RUNS.items()
    }
    judged.write_csv(folder / "judged.csv")
    for system, frame in frames.items():
        frame.write_parquet(folder / f"{system}.parquet")
    return {
        "dictionaries": (JUDGMENTS, RUNS),
        "frames": (judged, frames),
        "pandas": (judged.to_pandas(), {system: frame.to_pandas() for system, frame in frames.items()}),
        "files": (folder / "judged.csv", [folder / f"{system}.parquet" for system in frames]),
        "a pattern": (str(folder / "judged.csv"), str(folder / "*.parquet")),
        "read before": (ax.read_judgments(folder / "judged.csv"), ax.scan_runs(str(folder / "*.parquet"))),
    }


@pytest.mark.parametrize("name", CALLS)
def test_all_forms_are_taken(name, tmp_path):
    found = {form: CALLS[name](*given) for form, given in forms_of(tmp_path).items()}
    expected = found.pop("dictionaries")
    for form, its in found.items():
        is_same = its.equals(expected) if isinstance(its, pl.DataFrame) else its == expected
        assert is_same, form


def test_providers_are_read_from_all_forms(tmp_path):
    profile = ax.get_profile(corpus_size=10)
    tables = []
    for judgments, runs in forms_of(tmp_path).values():
        if not isinstance(judgments, ax.Judgments):
            judgments = ax.read_judgments(judgments, providers=PROVIDERS)
            tables.append(provider_exposure(judgments, runs, profile=profile).exposure)
    assert tables[0].height == 2 * 4
    assert all(table.equals(tables[0]) for table in tables)
