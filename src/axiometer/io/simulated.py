"""Writing simulated collections into folders, laid out as those of TREC's web track and of MovieLens."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Final, Literal

import polars as pl

from axiometer.data import schema
from axiometer.data.aspects import SEPARATOR
from axiometer.data.whole_files import write_whole
from axiometer.errors import InputError, UsageError
from axiometer.io.results import encode
from axiometer.simulate.recommendation import RATING, TIMESTAMP, USER, RatingsCollection
from axiometer.simulate.search import SearchCollection
from axiometer.simulate.systems import SystemsWorld

Form = Literal["trec", "parquet"]
"""Text as TREC and MovieLens write it, or Parquet."""

JUDGMENTS, RUNS, WEIGHTS, TRUTH = "qrels.diversity.txt.gz", "runs", "weights.tsv", "truth.tsv"
"""What some of the files are called, and the folder of runs, if they are text."""
WORLD: Final = "world.json"
"""The file with all parameters. It is written last: where it is, all files are."""

_MOVIE: Final = "movieId"
_RATING_NAMES: Final = {USER: "userId", schema.ITEM: _MOVIE, RATING: "rating", TIMESTAMP: "timestamp"}


def write_search(collection: SearchCollection, folder: str | PathLike[str], form: Form = "trec") -> list[Path]:
    """Write a simulated search collection into a new or empty folder, and give the files.

    Parameters
    ----------
    form
        ``"trec"``: ``qrels.diversity.txt.gz``, ``qrels.adhoc.txt.gz`` with the largest grade of each item,
        ``runs/<system>.run.gz``, ``weights.tsv``, ``lengths.tsv`` and ``truth.tsv``. ``"parquet"``:
        ``judgments.parquet``, ``runs/<system>.parquet``, ``weights.parquet``, ``lengths.parquet``, ``truth.parquet``.
        Both have ``world.json``, all parameters.
    """
    tables = {"weights": collection.weights, "lengths": collection.lengths, "truth": collection.truth}
    if _checked(form) == "parquet":
        contents = _encoded({"judgments": collection.judgments, **tables}, "parquet")
    else:
        layout = (schema.QUERY, schema.ASPECT, schema.ITEM, schema.GRADE)
        contents = {
            JUDGMENTS: _text(collection.judgments.select(layout)),
            "qrels.adhoc.txt.gz": _text(_largest_grades(collection.judgments).select(layout)),
            **_encoded(tables, "tsv"),
        }
    return _write(contents | _runs(collection.runs, form), collection.world, "search", folder)


def write_ratings(collection: RatingsCollection, folder: str | PathLike[str], form: Form = "trec") -> list[Path]:
    """Write simulated ratings and recommendations into a new or empty folder, and give the files.

    Parameters
    ----------
    form
        ``"trec"``: ``ratings.csv`` and ``movies.csv``, as MovieLens has them, ``train.csv``, ``test.csv``,
        ``runs/<system>.run.gz`` and ``truth.tsv``. ``"parquet"``: ``ratings.parquet``, ``train.parquet``,
        ``test.parquet``, ``aspects.parquet``, ``runs/<system>.parquet`` and ``truth.parquet``. Both have
        ``world.json``, all parameters.
    """
    parts = {"ratings": collection.ratings, "train": collection.train, "test": collection.test}
    if _checked(form) == "parquet":
        tables = {**parts, "aspects": collection.aspects, "truth": collection.truth}
        contents = _encoded(tables, "parquet")
    else:
        named = {name: part.rename(_RATING_NAMES) for name, part in parts.items()}
        contents = _encoded({**named, "movies": _movies(collection.aspects)}, "csv")
        contents |= _encoded({"truth": collection.truth}, "tsv")
    return _write(contents | _runs(collection.runs, form), collection.world, "ratings", folder)


def check_folder(folder: str | PathLike[str]) -> None:
    """Refuse a folder that holds something, or that is none."""
    path = Path(folder)
    expected = "an empty folder, or the name of a new one"
    if path.exists() and not path.is_dir():
        raise InputError("a file", expected, source=str(folder))
    if path.is_dir() and (names := sorted(each.name for each in path.iterdir())):
        raise InputError(f"{names[0]}{' and other files' * (len(names) > 1)}", expected, source=str(folder))


def _checked(form: str) -> str:
    if form not in {"trec", "parquet"}:
        raise UsageError(f"a simulated collection cannot be written as {form!r}; choose one of trec, parquet")
    return form


def _encoded(tables: Mapping[str, pl.DataFrame], form: str) -> dict[str, bytes]:
    return {f"{name}.{form}": encode(table, form) for name, table in tables.items()}


def _runs(runs: pl.DataFrame, form: Form) -> dict[str, bytes]:
    """Make a file of the lists of each system."""
    by_system = runs.partition_by(schema.SYSTEM, as_dict=True)
    if form == "parquet":
        return {f"runs/{system}.parquet": encode(table, "parquet") for (system,), table in by_system.items()}
    layout = (schema.QUERY, pl.lit("Q0").alias("Q0"), schema.ITEM, schema.RANK, schema.SCORE, schema.SYSTEM)
    return {f"runs/{system}.run.gz": _text(table.select(layout)) for (system,), table in by_system.items()}


def _largest_grades(judgments: pl.DataFrame) -> pl.DataFrame:
    by_item = judgments.group_by(schema.QUERY, schema.ITEM, maintain_order=True).agg(pl.col(schema.GRADE).max())
    return by_item.with_columns(pl.lit(schema.NO_ASPECT).alias(schema.ASPECT))


def _movies(aspects: pl.DataFrame) -> pl.DataFrame:
    genres = pl.col(schema.ASPECT).str.join(SEPARATOR).alias("genres")
    title = pl.format("Item {}", schema.ITEM).alias("title")
    by_item = aspects.group_by(schema.ITEM, maintain_order=True).agg(genres)
    return by_item.select(pl.col(schema.ITEM).alias(_MOVIE), title, "genres")


def _text(table: pl.DataFrame) -> bytes:
    """Write lines with blanks between fields, packed so that the same lines give the same bytes."""
    buffer = io.BytesIO()
    table.write_csv(buffer, separator=" ", include_header=False, quote_style="never")
    return gzip.compress(buffer.getvalue(), mtime=0)


def _write(contents: Mapping[str, bytes], world: SystemsWorld, kind: str, folder: str | PathLike[str]) -> list[Path]:
    check_folder(folder)
    told = {"axiometer": version("axiometer"), "kind": kind, **asdict(world)}
    files = [*contents.items(), (WORLD, json.dumps(told, indent=1).encode() + b"\n")]
    paths = [Path(folder, name) for name, _ in files]
    try:
        _make_folders(paths)
        for path, (_, data) in zip(paths, files, strict=True):
            write_whole(data, path)
    except OSError as error:
        raise InputError(error.strerror or str(error), "a folder that can be written to", source=str(folder)) from None
    return paths


def _make_folders(paths: Iterable[Path]) -> None:
    for folder in {path.parent for path in paths}:
        folder.mkdir(parents=True, exist_ok=True)
