"""Judgments and ratings that are read piece by piece."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from os import PathLike, fspath
from typing import Any

import polars as pl

from axiometer.data import Judgments, schema
from axiometer.data.chunks import FramePieces, ScannedJudgments
from axiometer.data.frames import Origin
from axiometer.data.judgments import NO_JUDGMENTS, grades_of_frame
from axiometer.data.ratings import check_top, ratings_of_frame
from axiometer.io.chunks import (
    can_be_cut,
    counting_from,
    is_parquet,
    is_table_file,
    memory_of,
    parquet_pieces,
    state_of,
    text_pieces,
    text_tables,
)
from axiometer.io.judgments import one_path, parse_judgments, read_judgments, read_weights, with_lengths_and_providers
from axiometer.io.movielens import ratings_file
from axiometer.io.problems import explanation
from axiometer.io.ratings import load_ratings, parse_ratings, read_catalogue
from axiometer.io.text import JUDGMENT_LAYOUT, decoded, from_ntcir, judgment_layouts, parse


def scan_judgments(
    judgments: str | PathLike[str] | ScannedJudgments,
    *,
    weights: Any = None,
    lengths: Any = None,
    providers: Any = None,
) -> ScannedJudgments:
    """Name a file of judgments that is read piece by piece, for evaluation in parts.

    Parquet, TREC text (query, aspect, item, grade), and tables of text without quotation marks are read so; other
    files are read whole. The other tables are read whole, too.

    Parameters
    ----------
    judgments
        A path to a file, or to a folder of Parquet files; or what ``scan_ratings`` gave.
    weights, lengths, providers
        As ``read_judgments`` takes them.
    """
    scanned = judgments if isinstance(judgments, ScannedJudgments) else _scanned(one_path(judgments, "judgments"))
    shared = with_lengths_and_providers(scanned.shared, lengths, providers)
    if weights is not None:
        source = fspath(weights) if isinstance(weights, str | PathLike) else "weights"
        shared = replace(shared, weights=read_weights(weights), weights_source=source)
    return replace(scanned, shared=shared)


def _scanned(path: str) -> ScannedJudgments:
    if can_be_cut(path) and not _has_weights(path):
        return ScannedJudgments(_JudgmentFile(path), Judgments(NO_JUDGMENTS, source=path))
    return ScannedJudgments.of(read_judgments(path))


def scan_ratings(
    test: str | PathLike[str],
    train: str | PathLike[str] | None = None,
    aspects: Any = None,
    *,
    max_rating: float | None = None,
    alpha: Any = None,
    beta: Any = None,
) -> ScannedJudgments:
    """Name files of ratings that are read piece by piece, for evaluation in parts.

    Parquet and text without quotation marks are read so; other files are read whole, as are the other tables.

    Parameters
    ----------
    test, train
        Paths to files, to folders of Parquet files, or to folders of MovieLens.
    aspects, max_rating, alpha, beta
        As ``read_ratings`` takes them.
    """
    check_top(max_rating)
    tested = _rating_pieces(test, max_rating)
    known = None if train is None else _rating_pieces(train, max_rating)
    catalogue = read_catalogue(aspects, alpha, beta)
    if known is not None:
        catalogue = replace(catalogue, train_source=known.source)
    shared = Judgments(NO_JUDGMENTS, source=tested.source, catalogue=catalogue, max_grade=max_rating)
    return ScannedJudgments(tested, shared, known)


@dataclass(frozen=True)
class _File(ABC):
    """A file that can be cut."""

    source: str

    @property
    def size(self) -> int:
        return memory_of(self.source)

    @property
    def state(self) -> str:
        return state_of(self.source)

    def read(self, n_bytes: int) -> Iterator[pl.DataFrame]:
        """Read a table with names of columns, or text without, some rows at a time."""
        path = self.source
        if is_parquet(path) or is_table_file(path):
            tables = parquet_pieces if is_parquet(path) else text_tables
            for table, origin in tables(path, n_bytes):
                yield self.of_table(table, origin)
            return
        for piece in text_pieces(path, n_bytes):
            with counting_from(piece):
                yield self.of_text(piece.data)

    @abstractmethod
    def of_table(self, table: pl.DataFrame, origin: Origin) -> pl.DataFrame: ...

    @abstractmethod
    def of_text(self, data: bytes) -> pl.DataFrame: ...


@dataclass(frozen=True)
class _JudgmentFile(_File):
    def of_table(self, table: pl.DataFrame, origin: Origin) -> pl.DataFrame:
        return grades_of_frame(table, origin)

    def of_text(self, data: bytes) -> pl.DataFrame:
        return _grades_of_text(decoded(data, self.source), self.source)


def _grades_of_text(data: bytes, path: str) -> pl.DataFrame:
    frame = parse(data, JUDGMENT_LAYOUT, JUDGMENT_LAYOUT.fields)
    if frame is None or not frame[schema.GRADE].is_finite().all():
        raise explanation(data, JUDGMENT_LAYOUT, path)
    return frame


def _has_weights(path: str) -> bool:
    """Tell whether the weights of aspects, or NTCIR's letters, stand in the file of judgments itself."""
    if is_parquet(path):
        names = {schema.plain(name) for name in next(parquet_pieces(path, 1))[0].columns}
        return bool(names & {*schema.ALIASES[schema.WEIGHT]} and names & {*schema.ALIASES[schema.ASPECT]})
    first = next(text_pieces(path, 1 << 12))
    if is_table_file(path):
        return parse_judgments(first.data, path).weights is not None
    data = decoded(first.data, path)
    return judgment_layouts(data) != [JUDGMENT_LAYOUT] or from_ntcir(data) != data


@dataclass(frozen=True)
class _RatingFile(_File):
    max_rating: float | None

    def of_table(self, table: pl.DataFrame, origin: Origin) -> pl.DataFrame:
        return ratings_of_frame(table, origin, self.max_rating)

    def of_text(self, data: bytes) -> pl.DataFrame:
        return ratings_of_frame(*parse_ratings(data, self.source), self.max_rating)


def _rating_pieces(ratings: str | PathLike[str], max_rating: float | None) -> FramePieces | _RatingFile:
    path = ratings_file(fspath(ratings))
    if can_be_cut(path):
        return _RatingFile(path, max_rating)
    frame, origin = load_ratings(path, path)
    return FramePieces(path, ratings_of_frame(frame, Origin(path, origin.first_line), max_rating))
