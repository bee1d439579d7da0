"""Judgments and ratings that are read piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike, fspath
from typing import Any

import polars as pl

from axiometer.data import Judgments, schema
from axiometer.data.judgments import NO_JUDGMENTS, grades_of_frame
from axiometer.data.ratings import check_top, ratings_of_frame
from axiometer.data.scanned import FramePieces, ScannedJudgments
from axiometer.io.chunks import (
    OfTable,
    can_be_cut,
    is_parquet,
    is_table_file,
    memory_of,
    parquet_pieces,
    pieces,
    state_of,
    text_pieces,
)
from axiometer.io.judgments import grades_of_text, one_path, parse_judgments, read_judgments, with_tables
from axiometer.io.movielens import ratings_file
from axiometer.io.ratings import load_ratings, parse_ratings, read_catalogue
from axiometer.io.text import JUDGMENT_LAYOUT, decoded, from_ntcir, judgment_layouts


def scan_judgments(
    judgments: str | PathLike[str] | ScannedJudgments,
    *,
    weights: Any = None,
    lengths: Any = None,
    providers: Any = None,
) -> ScannedJudgments:
    r"""Name a file of judgments that is read piece by piece, for evaluation in chunks.

    Parquet, TREC text (query, aspect, item, grade), and tables of text without quotation marks are read so; other
    files are read whole. The other tables are read whole, too.

    Parameters
    ----------
    judgments
        A path to a file, or to a folder of Parquet files; or what ``scan_ratings`` gave.
    weights, lengths, providers
        As ``read_judgments`` takes them.

    Examples
    --------
    >>> from pathlib import Path
    >>> import axiometer as ax
    >>> _ = Path("qrels.txt").write_text("q1 0 a 1\n")
    >>> ax.evaluate_in_chunks(ax.scan_judgments("qrels.txt"), {"q1": ["b", "a"]}, "RR").to_dict()
    {'run': {'RR': 0.5}}
    """
    scanned = judgments if isinstance(judgments, ScannedJudgments) else _scanned(one_path(judgments, "judgments"))
    shared = with_tables(scanned.shared, weights=weights, lengths=lengths, providers=providers)
    return replace(scanned, shared=shared)


def _scanned(path: str) -> ScannedJudgments:
    if can_be_cut(path) and not _has_weights(path):
        file = _File(path, grades_of_frame, lambda data: grades_of_text(decoded(data, path), path))
        return ScannedJudgments(file, Judgments(NO_JUDGMENTS, source=path))
    return ScannedJudgments.of(read_judgments(path))


def scan_ratings(
    train: str | PathLike[str] | None,
    test: str | PathLike[str],
    aspects: Any = None,
    *,
    max_rating: float | None = None,
    alpha: Any = None,
    beta: Any = None,
) -> ScannedJudgments:
    r"""Name files of ratings that are read piece by piece, for evaluation in chunks.

    Parquet and text without quotation marks are read so; other files are read whole, as are the other tables.

    Parameters
    ----------
    train, test
        Paths to files, None for no training ratings, to folders of Parquet files, or to folders of MovieLens.
    aspects, max_rating, alpha, beta
        As ``read_ratings`` takes them.

    Examples
    --------
    >>> from pathlib import Path
    >>> import axiometer as ax
    >>> _ = Path("test.csv").write_text("user,item,rating\nann,alien,5\n")
    >>> ax.evaluate_in_chunks(ax.scan_ratings(None, "test.csv"), {"ann": ["alien"]}, "nDCG@1").to_dict()
    {'run': {'nDCG@1': 1.0}}
    """
    check_top(max_rating)
    tested = _rating_pieces(test, max_rating)
    known = None if train is None else _rating_pieces(train, max_rating)
    catalogue = read_catalogue(aspects, alpha, beta)
    if known is not None:
        catalogue = replace(catalogue, train_source=known.name)
    shared = Judgments(NO_JUDGMENTS, source=tested.name, catalogue=catalogue, max_grade=max_rating)
    return ScannedJudgments(tested, shared, known)


@dataclass(frozen=True)
class _File:
    """A file that can be cut."""

    name: str
    of_table: OfTable
    of_text: Callable[[bytes], pl.DataFrame]

    @property
    def size(self) -> int:
        return memory_of(self.name)

    @property
    def state(self) -> str:
        return state_of(self.name)

    def read(self, n_bytes: int) -> Iterator[pl.DataFrame]:
        """Read some rows at a time."""
        return (rows for rows, _ in pieces(self.name, n_bytes, self.of_table, self.of_text))


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


def _rating_pieces(ratings: str | PathLike[str], max_rating: float | None) -> FramePieces | _File:
    path = ratings_file(fspath(ratings))
    if can_be_cut(path):
        check = partial(ratings_of_frame, max_rating=max_rating)
        return _File(path, check, lambda data: check(*parse_ratings(data, path)))
    frame, origin = load_ratings(path, path)
    return FramePieces(path, ratings_of_frame(frame, origin, max_rating))
