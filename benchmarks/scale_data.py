"""Data for the benchmarks of scale: ``scale_data.py users FOLDER N``, ``scale_data.py text FOLDER GIGABYTES``.

All is drawn from a fixed seed and written in pieces, so that a file may be larger than the memory.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

SEED = 10
PIECE = 50_000
"""How many users are drawn at a time; their rows make a file of each table."""

N_ITEMS, N_GENRES, MOST_GENRES = 20_000, 20, 4
N_SHOWN = 20
N_TEST, N_TRAIN = (5, 15), (10, 30)
"""The least and the most ratings of a user to test with (10 on average), and of earlier (20 on average)."""
SHARE_SHOWN = 0.3
"""How likely it is that a list shows an item that its user rated in the test part, or that is judged."""
N_STRATA = N_SHOWN + N_TEST[1] + N_TRAIN[1]
"""An item belongs to one stratum, and a user gets one item of each at most: no item is drawn twice."""
N_CHANCES, N_ORDERS = 2**12, 1_000
"""Over how many equal chances popularity is spread, and how many orders of a list or of the strata there are."""

N_DEPTH, N_JUDGED, N_CORPUS = 1_000, 100, 1_000_000
"""How many items a list in text has, how many of a query are judged, and how many items there are."""
N_RUNS = 20
BYTES_PER_LINE = 52.9
"""How long a line of a run is on average."""
FIRST_QUERY, QUERIES_PER_PIECE = 1_000_001, 200
SHARE_OF_GRADE = (0.6, 0.2, 0.12, 0.08)
TEXT: dict[str, Any] = {"separator": " ", "include_header": False, "float_precision": 4, "quote_style": "never"}


@dataclass(frozen=True)
class UserFiles:
    """Ratings, genres and recommendations of users, as Parquet: tables of users are folders of files."""

    folder: Path

    @property
    def train(self) -> Path:
        """What users had rated before."""
        return self.folder / "train"

    @property
    def test(self) -> Path:
        """The ratings to measure against."""
        return self.folder / "test"

    @property
    def aspects(self) -> Path:
        """The genres of all items, one row each."""
        return self.folder / "aspects.parquet"

    @property
    def runs(self) -> Path:
        """The recommendations."""
        return self.folder / "runs"


@dataclass(frozen=True)
class TextFiles:
    """Runs and judgments as TREC text."""

    folder: Path

    @property
    def judgments(self) -> Path:
        """The judgments."""
        return self.folder / "qrels.txt"

    @property
    def pattern(self) -> Path:
        """What the runs are called."""
        return self.folder / "runs" / "*"

    @property
    def runs(self) -> list[Path]:
        """The runs that are there."""
        return sorted(self.pattern.parent.glob("*"))


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("users", "text"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("size", type=float, metavar="N", help="how many users, or how many gigabytes")
    parser.add_argument("--shuffled", action="store_true", help="spread users over their files, rows in no order")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.kind == "users":
        write_users(UserFiles(options.folder), int(options.size), is_shuffled=options.shuffled)
    else:
        write_text(TextFiles(options.folder), options.size)


def write_users(files: UserFiles, n_users: int, *, is_shuffled: bool = False) -> None:
    """Write lists of 20 items, about 10 ratings to test with and about 20 earlier ones for each user.

    Parameters
    ----------
    files
        Where to.
    n_users
        How many users; they are numbered from 1.
    is_shuffled
        Write the rows of each file in no order, and let every file have users of the whole range. Otherwise all is in
        the order of users, and lists begin with their best items.
    """
    rng = np.random.default_rng(SEED)
    genres_of_items(rng).write_parquet(files.aspects)
    shop = Shop.drawn(rng)
    tables = (files.train, files.test, files.runs)
    for table in tables:
        table.mkdir()
    for number, users in enumerate(pieces_of_users(n_users, is_shuffled=is_shuffled)):
        for table, frame in zip(tables, shop.some_users(rng, users), strict=True):
            rows = frame.sample(fraction=1, shuffle=True, seed=SEED) if is_shuffled else frame
            rows.write_parquet(table / f"part-{number:05}.parquet", row_group_size=rows.height)


def pieces_of_users(n_users: int, *, is_shuffled: bool) -> Iterator[np.ndarray]:
    """Cut the users into pieces: the first of them in the first piece, or one piece after the other gets one."""
    n_pieces = math.ceil(n_users / PIECE)
    for piece in range(n_pieces):
        yield (
            np.arange(piece + 1, n_users + 1, n_pieces)
            if is_shuffled
            else np.arange(piece * PIECE + 1, min((piece + 1) * PIECE, n_users) + 1)
        )


def genres_of_items(rng: np.random.Generator) -> pl.DataFrame:
    """Draw 1 to 4 genres of each item, some genres being more frequent than others."""
    chance = 1 / np.arange(1, N_GENRES + 1)
    drawn = np.argsort(-(rng.random((N_ITEMS, N_GENRES)) ** (1 / chance)), axis=1)[:, :MOST_GENRES]
    has_genre = np.arange(MOST_GENRES) < rng.integers(1, MOST_GENRES + 1, N_ITEMS)[:, None]
    items = np.repeat(np.arange(1, N_ITEMS + 1), has_genre.sum(axis=1))
    return pl.DataFrame({"item": items, "aspect": drawn[has_genre]}).with_columns(pl.format("genre {}", "aspect"))


@dataclass(frozen=True)
class Shop:
    """What users are drawn from.

    Attributes
    ----------
    items
        For each stratum and chance an item; popular items have many chances.
    strata, places
        Orders of the strata and of the places of a list.
    """

    items: np.ndarray
    strata: np.ndarray
    places: np.ndarray

    @classmethod
    def drawn(cls, rng: np.random.Generator) -> Shop:
        """Spread the items over the strata."""
        size = N_ITEMS // N_STRATA
        share = np.cumsum(1 / np.arange(1, size + 1) ** 0.8)
        at = np.searchsorted(share, (np.arange(N_CHANCES) + 0.5) / N_CHANCES * share[-1])
        items = rng.permutation(N_ITEMS)[: size * N_STRATA].reshape(N_STRATA, size) + 1
        strata = rng.permuted(np.tile(np.arange(N_STRATA), (N_ORDERS, 1)), axis=1)
        return cls(items[:, at], strata, rng.permuted(np.tile(np.arange(N_SHOWN), (N_ORDERS, 1)), axis=1))

    def some_users(
        self, rng: np.random.Generator, users: np.ndarray
    ) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
        """Draw the train part, the test part and the lists of some users."""
        strata = self.strata[rng.integers(N_ORDERS, size=users.size)]
        items = self.items[strata, rng.integers(N_CHANCES, size=strata.shape, dtype=np.int16)]
        others, tested, trained = np.split(items, (N_SHOWN, N_SHOWN + N_TEST[1]), axis=1)
        n_tested = rng.integers(*N_TEST, users.size, endpoint=True)
        is_tested = np.arange(N_TEST[1]) < n_tested[:, None]
        shown = others.copy()
        is_hit = is_tested & (rng.random(tested.shape, np.float32) < SHARE_SHOWN)
        shown[:, : N_TEST[1]][is_hit] = tested[is_hit]
        shown = np.take_along_axis(shown, self.places[rng.integers(N_ORDERS, size=users.size)], axis=1)
        scores = np.cumsum(rng.exponential(size=shown.shape), axis=1)[:, ::-1]
        lists = {"user": np.repeat(users, N_SHOWN), "item": shown.ravel(), "score": scores.ravel()}
        n_trained = rng.integers(*N_TRAIN, users.size, endpoint=True)
        train = ratings(rng, users, trained, n_trained)
        return train, ratings(rng, users, tested, n_tested), pl.DataFrame(lists)


def ratings(rng: np.random.Generator, users: np.ndarray, items: np.ndarray, n_rated: np.ndarray) -> pl.DataFrame:
    """Rate the first items of each user with half a star to five."""
    rated = items[np.arange(items.shape[1]) < n_rated[:, None]]
    stars = rng.integers(1, 11, rated.size) / 2
    return pl.DataFrame({"user": np.repeat(users, n_rated), "item": rated, "rating": stars})


def write_text(files: TextFiles, gigabytes: float) -> None:
    """Write runs of 1,000 items for each query, as many queries as make them so large together, and judgments."""
    rng = np.random.default_rng(SEED)
    queries = np.arange(max(1, round(gigabytes * 1e9 / BYTES_PER_LINE / N_DEPTH / N_RUNS))) + FIRST_QUERY
    parts = np.arange(N_CORPUS).reshape(N_DEPTH, -1)
    names = names_of_items()
    orders = rng.permuted(np.tile(np.arange(N_DEPTH), (N_ORDERS, 1)), axis=1)
    judged_parts = orders[rng.integers(N_ORDERS, size=queries.size), :N_JUDGED]
    judged = parts[judged_parts, rng.integers(parts.shape[1], size=judged_parts.shape)]
    grades = rng.choice(len(SHARE_OF_GRADE), judged.size, p=SHARE_OF_GRADE)
    columns = {"query": np.repeat(queries, N_JUDGED), "aspect": 0, "item": names[judged.ravel()], "grade": grades}
    pl.DataFrame(columns).write_csv(files.judgments, **TEXT)
    files.pattern.parent.mkdir()
    for number in range(1, N_RUNS + 1):
        tag = f"system-{number:02}"
        with files.pattern.with_name(f"{tag}.run").open("wb") as file:
            for at in range(0, queries.size, QUERIES_PER_PIECE):
                some = slice(at, at + QUERIES_PER_PIECE)
                items = shown_items(rng, parts, orders, judged_parts[some], judged[some])
                lists(rng, queries[some], names[items.ravel()], tag).write_csv(file, **TEXT)


def shown_items(
    rng: np.random.Generator, parts: np.ndarray, orders: np.ndarray, judged_parts: np.ndarray, judged: np.ndarray
) -> np.ndarray:
    """Draw the lists of some queries: an item of each part of the corpus, in any order, some of them judged."""
    n_queries = len(judged)
    items = parts[np.arange(N_DEPTH), rng.integers(parts.shape[1], size=(n_queries, N_DEPTH))]
    query, column = np.nonzero(rng.random(judged.shape) < SHARE_SHOWN)
    items[query, judged_parts[query, column]] = judged[query, column]
    return np.take_along_axis(items, orders[rng.integers(N_ORDERS, size=n_queries)], axis=1)


def lists(rng: np.random.Generator, queries: np.ndarray, names: pl.Series, tag: str) -> pl.DataFrame:
    """Give the items ranks and scores."""
    steps = rng.exponential(0.02, (queries.size, N_DEPTH))
    return pl.DataFrame({
        "query": np.repeat(queries, N_DEPTH),
        "Q0": "Q0",
        "item": names,
        "rank": np.tile(np.arange(1, N_DEPTH + 1), queries.size),
        "score": np.cumsum(steps[:, ::-1], axis=1)[:, ::-1].ravel(),
        "tag": tag,
    })


def names_of_items() -> pl.Series:
    """Name the items of the corpus."""
    numbers = pl.select(number=pl.int_range(N_CORPUS))
    return numbers.select(pl.format("passage_{}_{}", pl.col("number") % 97, pl.col("number") * 317)).to_series()


if __name__ == "__main__":
    main()
