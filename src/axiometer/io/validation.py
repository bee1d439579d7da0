"""Everything that is wrong with a file, at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

import polars as pl

from axiometer.data import Judgments, schema
from axiometer.data.aspects import ItemAspects, aspect_problems, item_aspects_of_frame
from axiometer.data.frames import column_problems
from axiometer.data.judgments import judgment_problems
from axiometer.data.ratings import rating_problems, ratings_of_frame
from axiometer.data.runs import lists_of_frame, repeated_items
from axiometer.errors import InputError, counted
from axiometer.io.aspects import parse_aspects
from axiometer.io.content import read_bytes, stem
from axiometer.io.judgments import RULES, TableKind, parse_judgments, parse_table, table_layout, table_text
from axiometer.io.movielens import movies_file, ratings_file
from axiometer.io.problems import find_problems, layout_of
from axiometer.io.ratings import parse_ratings, text_problems
from axiometer.io.runs import FileSource
from axiometer.io.tables import is_table, read_table, shape_problems
from axiometer.io.text import RUN_LAYOUT, decoded, from_ntcir, judgment_layouts

Kind = Literal["run", "judgments", "weights", "lengths", "providers", "ratings", "aspects"]

MOST = 10_000
"""So many problems are put in the order of their lines; the rest is only counted."""


@dataclass(frozen=True)
class Report:
    """What is wrong with a file, or what it holds if nothing is."""

    problems: list[InputError]
    n_more: int = 0
    summary: str = ""


def validate_file(path: str, kind: Kind | None = None) -> Report:
    """Look for all problems of a file; if nobody says what it holds, its first line tells a run from judgments."""
    try:
        if kind == "ratings":
            return _validate_ratings(ratings_file(path))
        if kind == "aspects":
            return _validate_aspects(movies_file(path))
        data = read_bytes(path)
        if kind in ("weights", "lengths", "providers"):
            return _validate_other(data, path, kind)
        if is_table(data, path):
            return _validate_table(data, path, kind)
        text = decoded(data, path)
    except InputError as error:
        return Report([error])
    kind = kind or ("run" if layout_of(from_ntcir(text)) is RUN_LAYOUT else "judgments")
    try:
        return Report([], summary=_description(data, path, kind))
    except InputError as error:
        text = text if kind == "run" else from_ntcir(text)
        layout = RUN_LAYOUT if kind == "run" else judgment_layouts(text)[0]
        found = [problem.error(path) for problem in find_problems(text, layout)]
        return _collected(iter(found or [error]))


def _validate_table(data: bytes, path: str, kind: Kind | None) -> Report:
    try:
        table, origin = read_table(data, path)
    except InputError as error:
        ragged = [] if data.startswith(b"PAR1") else list(shape_problems(data, path))
        return _collected(iter(ragged or [error]))
    names = {schema.plain(name) for name in table.columns}
    kind = kind or ("judgments" if names & set(schema.ALIASES[schema.GRADE]) else "run")
    try:
        return Report([], summary=_description(data, path, kind))
    except InputError as error:
        if kind == "judgments":
            return _collected(iter(list(judgment_problems(table, origin)) or [error]))
        wrong_values = list(column_problems(table, schema.RUN_REQUIRED, schema.RUN_OPTIONAL, origin))
        if wrong_values:
            return _collected(iter(wrong_values))
        lists = lists_of_frame(table, origin)
        if schema.SYSTEM not in lists.columns:
            lists = lists.with_columns(pl.lit(stem(path)).alias(schema.SYSTEM))
        return _collected(iter(list(repeated_items(lists, origin)) or [error]))


def _validate_other(data: bytes, path: str, kind: TableKind) -> Report:
    layout = table_layout(data, kind)
    frame, origin = parse_table(data, path, layout)
    if frame is None:
        return _collected(problem.error(path) for problem in find_problems(table_text(data, path, layout), layout))
    report = _collected(RULES[kind].problems(frame, origin))
    return report if report.problems else Report([], summary=f"{kind}: {counted(frame.height, 'row')}")


def _validate_ratings(path: str) -> Report:
    data = read_bytes(path)
    try:
        frame, origin = parse_ratings(data, path)
    except InputError as error:
        is_named = is_table(data, "")
        if data.startswith(b"PAR1"):
            raise
        return _collected(iter(list(shape_problems(data, path) if is_named else text_problems(data, path)) or [error]))
    report = _collected(rating_problems(frame, origin))
    return report if report.problems else Report([], summary=describe_ratings(ratings_of_frame(frame, origin)))


def _validate_aspects(path: str) -> Report:
    data, key = read_bytes(path), (schema.ITEM,)
    try:
        frame, origin = parse_aspects(data, path)
    except InputError as error:
        has_names = is_table(data, "", key) and not data.startswith(b"PAR1")
        return _collected(iter((list(shape_problems(data, path, key)) if has_names else []) or [error]))
    report = _collected(aspect_problems(frame, origin))
    return report if report.problems else Report([], summary=describe_aspects(item_aspects_of_frame(frame, origin)))


def _collected(problems: Iterator[InputError]) -> Report:
    first = sorted(islice(problems, MOST), key=lambda problem: problem.line or 0)
    return Report(first, n_more=sum(1 for _ in problems))


def _description(data: bytes, path: str, kind: Kind) -> str:
    if kind == "judgments":
        return describe_judgments(parse_judgments(data, path))
    return describe_runs(FileSource(stem(path), path).parse(data))


def describe_judgments(judgments: Judgments) -> str:
    """Count queries, items and grades."""
    frame = judgments.frame
    n_relevant = (frame[schema.GRADE] > 0).sum()
    low, high = frame.select(low=pl.col(schema.GRADE).min(), high=pl.col(schema.GRADE).max()).row(0)
    told = [
        f"{counted(frame.height, 'grade')} from {low:g} to {high:g}",
        f"{n_relevant} above 0",
        counted(frame[schema.QUERY].n_unique(), "query"),
        counted(frame[schema.ASPECT].n_unique(), "aspect"),
    ]
    if judgments.are_aspects_judged and not judgments.are_aspects_shared:
        told.append("no item judged for several aspects of a query, so these may be something else, such as rounds")
    if judgments.repeated:
        told.append(f"{counted(judgments.repeated, 'line')} repeated word for word")
    return "judgments: " + ", ".join(told)


def describe_ratings(ratings: pl.DataFrame) -> str:
    """Count ratings, users and items."""
    low, high = ratings.select(low=pl.col(schema.GRADE).min(), high=pl.col(schema.GRADE).max()).row(0)
    told = [
        f"{counted(ratings.height, 'rating')} from {low:g} to {high:g}",
        counted(ratings[schema.QUERY].n_unique(), "user"),
        counted(ratings[schema.ITEM].n_unique(), "item"),
    ]
    return "ratings: " + ", ".join(told)


def describe_aspects(aspects: ItemAspects) -> str:
    """Count items and aspects."""
    n_without = aspects.items.len() - aspects.pairs[schema.ITEM].n_unique()
    told = [
        counted(aspects.items.len(), "item"),
        counted(aspects.pairs[schema.ASPECT].n_unique(), "aspect"),
        f"{counted(n_without, 'item')} without aspects",
    ]
    return "aspects: " + ", ".join(told)


def describe_runs(frame: pl.DataFrame) -> str:
    """Count systems, queries and items, and the scores that tie."""
    told = [
        counted(frame.height, "item"),
        counted(frame[schema.SYSTEM].n_unique(), "system"),
        counted(frame[schema.QUERY].n_unique(), "query"),
    ]
    if schema.SCORE in frame.columns:
        n_tied = int(frame.select(schema.SYSTEM, schema.QUERY, schema.SCORE).is_duplicated().sum())
        told.append(counted(n_tied, "tied score"))
    return "run: " + ", ".join(told)
