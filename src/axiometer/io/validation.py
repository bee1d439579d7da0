"""Everything that is wrong with a file, at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import polars as pl

from axiometer.data import Judgments, schema
from axiometer.errors import InputError, counted
from axiometer.io.content import read_bytes, stem
from axiometer.io.judgments import parse_judgments
from axiometer.io.problems import find_problems, layout_of
from axiometer.io.runs import FileSource
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
    text = None
    try:
        data = read_bytes(path)
        if is_table(data, path):
            columns = {schema.plain(name) for name in read_table(data, path)[0].columns}
            kind = kind or ("judgments" if columns & set(schema.ALIASES[schema.GRADE]) else "run")
        else:
            text = decoded(data, path)
            kind = kind or layout_of(text).kind
        if kind == "judgments":
            return Report([], describe_judgments(parse_judgments(data, path)))
        return Report([], describe_runs(FileSource(stem(path), path).parse(data)))
    except InputError as error:
        if text is None:
            return Report([error])
        layout = RUN_LAYOUT if kind == "run" else JUDGMENT_LAYOUT
        return Report([problem.error(path) for problem in find_problems(text, layout)])


def describe_judgments(judgments: Judgments) -> str:
    """Count requests, items and grades."""
    frame = judgments.frame
    n_relevant = (frame[schema.GRADE] > 0).sum()
    low, high = frame.select(low=pl.col(schema.GRADE).min(), high=pl.col(schema.GRADE).max()).row(0)
    told = [
        f"{counted(frame.height, 'grade')} from {low:g} to {high:g}",
        f"{n_relevant} above 0",
        counted(frame[schema.REQUEST].n_unique(), "request"),
        counted(frame[schema.ASPECT].n_unique(), "aspect"),
    ]
    if judgments.repeated:
        told.append(f"{counted(judgments.repeated, 'line')} repeated word for word")
    return "judgments: " + ", ".join(told)


def describe_runs(frame: pl.DataFrame) -> str:
    """Count systems, requests and items, and the scores that tie."""
    told = [
        counted(frame.height, "item"),
        counted(frame[schema.SYSTEM].n_unique(), "system"),
        counted(frame[schema.REQUEST].n_unique(), "request"),
    ]
    if schema.SCORE in frame.columns:
        n_tied = int(frame.select(schema.SYSTEM, schema.REQUEST, schema.SCORE).is_duplicated().sum())
        told.append(counted(n_tied, "tied score"))
    return "run: " + ", ".join(told)
