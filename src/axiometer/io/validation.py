"""Everything that is wrong with a file, at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import polars as pl

from axiometer.data import Judgments, Runs, schema
from axiometer.errors import InputError
from axiometer.io.content import read_bytes
from axiometer.io.judgments import read_judgments
from axiometer.io.problems import find_problems, layout_of
from axiometer.io.runs import read_runs
from axiometer.io.tables import is_table, read_table
from axiometer.io.text import JUDGMENT_LAYOUT, RUN_LAYOUT, decoded

Kind = Literal["run", "judgments"]


@dataclass(frozen=True)
class Report:
    """What is wrong with a file, or what it holds if nothing is."""

    problems: list[InputError]
    summary: str = ""


def validate_file(path: str, kind: Kind | None = None) -> Report:
    """Look for all problems of a file of runs or judgments; if nobody says which, its first line does."""
    try:
        data = read_bytes(path)
        if is_table(data, path):
            columns = {schema.plain(name) for name in read_table(data, path).columns}
            kind = kind or ("judgments" if columns & set(schema.ALIASES[schema.GRADE]) else "run")
            return Report([], _summary(path, kind))
        text = decoded(data, path)
        layout = {None: layout_of(text), "run": RUN_LAYOUT, "judgments": JUDGMENT_LAYOUT}[kind]
        problems = [problem.error(path) for problem in find_problems(text, layout)]
        return Report(problems, "" if problems else _summary(path, kind or layout.kind))
    except InputError as error:
        return Report([error])


def _summary(path: str, kind: str) -> str:
    return describe_judgments(read_judgments(path)) if kind == "judgments" else describe_runs(read_runs(path))


def describe_judgments(judgments: Judgments) -> str:
    """Count requests, items and grades."""
    frame = judgments.frame
    n_relevant = (frame[schema.GRADE] > 0).sum()
    repeated = f", {judgments.repeated} lines repeated word for word" if judgments.repeated else ""
    low, high = frame.select(low=pl.col(schema.GRADE).min(), high=pl.col(schema.GRADE).max()).row(0)
    return (
        f"judgments: {frame.height} grades from {low:g} to {high:g}, {n_relevant} above 0, "
        f"{frame[schema.REQUEST].n_unique()} requests, {frame[schema.ASPECT].n_unique()} aspects{repeated}"
    )


def describe_runs(runs: Runs) -> str:
    """Count systems, requests and items, and the scores that tie."""
    frame = runs.to_polars()
    n_systems, n_requests = frame[schema.SYSTEM].n_unique(), frame[schema.REQUEST].n_unique()
    key = [schema.SYSTEM, schema.REQUEST, schema.SCORE]
    tied = f", {frame.select(key).is_duplicated().sum()} tied scores" if schema.SCORE in frame.columns else ""
    return f"run: {frame.height} items, {n_systems} systems, {n_requests} requests{tied}"
