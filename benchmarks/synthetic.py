"""Synthetic runs and judgments as TREC text: ``python benchmarks/synthetic.py FOLDER RUNS PURPOSE``."""

from __future__ import annotations

import gzip
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

import numpy as np
import polars as pl

SEED = 20
N_QUERIES = 50
N_ITEMS = 10_000
N_JUDGED = 600
CORPUS_SIZE = 10_000_000
SHARE_OF_GRADE = (0.62, 0.2, 0.12, 0.06)
IS_RETRIEVED_OF_GRADE = (0.6, 0.7, 0.8, 0.9)
SCORE_PER_GRADE = 0.8
N_ASPECTS = 5
SHARE_OF_OTHER_ASPECTS = 0.2
"""How likely it is that an item which is relevant to one aspect is so to any other."""
TOP_GRADE = 4
FIELDS = ("query", "Q0", "item", "rank", "score", "tag")
JUDGMENT_FIELDS = ("query", "aspect", "item", "grade")

Purpose = Literal["evaluation", "diversity"]
"""Which benchmark wants the files."""


@dataclass(frozen=True)
class Files:
    """The files of the benchmark: the judgments, the runs, and the first run written in other ways."""

    folder: Path
    n_runs: int

    @property
    def judgments(self) -> Path:
        """The judgments."""
        return self.folder / "judgments.txt"

    @property
    def aspect_judgments(self) -> Path:
        """The judgments of the same items for each of several aspects."""
        return self.folder / "aspect-judgments.txt"

    @property
    def runs(self) -> list[Path]:
        """The runs, set apart by single blanks and in order."""
        return [self.folder / f"system-{number:02}.run" for number in range(1, self.n_runs + 1)]

    @property
    def several_blanks(self) -> Path:
        """The first run with its columns filled up with blanks."""
        return self.folder / "several-blanks.run"

    @property
    def blanks_and_tabs(self) -> Path:
        """The first run with tabs and blanks mixed."""
        return self.folder / "blanks-and-tabs.run"

    @property
    def shuffled(self) -> Path:
        """The first run with its lines in no order."""
        return self.folder / "shuffled.run"

    @property
    def packed(self) -> Path:
        """The first run packed with gzip."""
        return self.folder / "packed.run.gz"

    def missing(self, purpose: Purpose) -> list[Path]:
        """Give the files that are still to be written."""
        forms = [self.several_blanks, self.blanks_and_tabs, self.shuffled, self.packed]
        others = {"evaluation": [self.judgments, *forms], "diversity": [self.aspect_judgments]}
        return [path for path in [*self.runs, *others[purpose]] if not path.exists()]


def files_in(folder: Path, n_runs: int) -> Files:
    return Files(folder / f"{N_QUERIES}x{N_ITEMS}-seed-{SEED}", n_runs)


def make(files: Files, purpose: Purpose) -> None:
    """Write what is missing."""
    files.folder.mkdir(parents=True, exist_ok=True)
    judged_items, grades = _judged()
    first = files.runs[0]
    contents: dict[Path, Callable[[], bytes]] = {
        path: lambda path=path: _as_text(_run(path.stem, judged_items, grades)) for path in files.runs
    }
    contents |= {
        files.judgments: lambda: _as_text(_judgments(judged_items, grades)),
        files.aspect_judgments: lambda: _as_text(_aspect_judgments(judged_items, grades)),
        files.several_blanks: lambda: _as_lines(_with_several_blanks(_read(first))),
        files.blanks_and_tabs: lambda: _as_lines(_with_blanks_and_tabs(_read(first))),
        files.shuffled: lambda: _as_text(_read(first).sample(fraction=1, shuffle=True, seed=SEED)),
        files.packed: lambda: gzip.compress(first.read_bytes(), compresslevel=6),
    }
    for path in files.missing(purpose):
        _write_whole(path, contents[path]())


def judged_for_aspects(
    n_queries: int, n_items: int, n_aspects: int, share: float, *, has_own_names: bool = False
) -> pl.DataFrame:
    """Draw judgments that need no file.

    Parameters
    ----------
    n_queries, n_items, n_aspects
        Of how many queries, items for each of them, and aspects for each item.
    share
        How likely an item is relevant to an aspect.
    has_own_names
        Whether each query has its own names of aspects, or all share theirs.
    """
    generator = np.random.default_rng([SEED, n_queries, n_items, n_aspects])
    query, item, aspect = (index.ravel() for index in np.indices((n_queries, n_items, n_aspects)))
    is_relevant = generator.random(query.size) < share
    name = pl.format("{}-{}", "query", "aspect") if has_own_names else pl.col("aspect").cast(str)
    columns = {"query": query, "aspect": aspect, "item": item}
    return pl.DataFrame(columns).select(
        pl.col("query").cast(str),
        aspect=name,
        item=pl.format("item{}", "item"),
        grade=np.where(is_relevant, generator.integers(1, TOP_GRADE + 1, query.size), 0),
    )


def scored_lists(n_queries: int, n_items: int, seed: int = 0) -> dict[str, dict[str, float]]:
    """Draw a list for each query of such judgments: scores of all items, best first, in any order."""
    generator = np.random.default_rng([SEED, seed])
    scores = np.arange(n_items, 0.0, -1.0).tolist()
    return {
        str(query): {f"item{item}": score for item, score in zip(generator.permutation(n_items), scores, strict=True)}
        for query in range(n_queries)
    }


def _write_whole(path: Path, content: bytes) -> None:
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _judged() -> tuple[np.ndarray, np.ndarray]:
    """Draw the judged items of each query and their grades."""
    generator = np.random.default_rng(SEED)
    items = np.stack([generator.choice(CORPUS_SIZE, N_JUDGED, replace=False) for _ in range(N_QUERIES)])
    return items, generator.choice(len(SHARE_OF_GRADE), items.shape, p=SHARE_OF_GRADE)


def _judgments(items: np.ndarray, grades: np.ndarray) -> pl.DataFrame:
    return pl.DataFrame({
        "query": _names_of_queries(N_JUDGED),
        "aspect": "0",
        "item": _names_of_items(items.ravel()),
        "grade": grades.ravel(),
    })


def _aspect_judgments(items: np.ndarray, grades: np.ndarray) -> pl.DataFrame:
    """Judge every item for every aspect: a relevant one has its grade for one of them, and perhaps for others."""
    generator = np.random.default_rng([SEED, N_ASPECTS])
    aspects = np.arange(N_ASPECTS)
    is_relevant = generator.integers(N_ASPECTS, size=grades.shape)[..., None] == aspects
    is_relevant |= generator.random(is_relevant.shape) < SHARE_OF_OTHER_ASPECTS
    return pl.DataFrame({
        "query": _names_of_queries(N_JUDGED * N_ASPECTS),
        "aspect": np.tile(aspects + 1, items.size),
        "item": _names_of_items(np.repeat(items.ravel(), N_ASPECTS)),
        "grade": np.where(is_relevant, grades[..., None], 0).ravel(),
    })


def _run(tag: str, judged_items: np.ndarray, grades: np.ndarray) -> pl.DataFrame:
    """Draw one run; some systems are better than others."""
    generator = np.random.default_rng([SEED, *tag.encode()])
    quality = generator.uniform(0.4, 1.0)
    items = np.stack([_ranking(*each, quality, generator) for each in zip(judged_items, grades, strict=True)])
    # Four decimals make a few per cent of the scores tie; all of them are told apart as float32, too.
    steps = generator.exponential(0.0025, items.shape)
    scores = np.round(30 + np.cumsum(steps[:, ::-1], axis=1)[:, ::-1], 4)
    return pl.DataFrame({
        "query": _names_of_queries(N_ITEMS),
        "Q0": "Q0",
        "item": _names_of_items(items.ravel()),
        "rank": np.tile(np.arange(1, N_ITEMS + 1), N_QUERIES),
        "score": scores.ravel(),
        "tag": tag,
    })


def _ranking(
    judged_items: np.ndarray, grades: np.ndarray, quality: float, generator: np.random.Generator
) -> np.ndarray:
    """Draw the items of one list, best first."""
    is_retrieved = generator.random(N_JUDGED) < np.take(IS_RETRIEVED_OF_GRADE, grades)
    found, its_grades = judged_items[is_retrieved], grades[is_retrieved]
    others = np.setdiff1d(generator.choice(CORPUS_SIZE, N_ITEMS + N_JUDGED, replace=False), judged_items)
    others = generator.permutation(others)[: N_ITEMS - found.size]
    score = generator.normal(size=N_ITEMS)
    score[: found.size] += quality * (1 + SCORE_PER_GRADE * its_grades)
    return np.concatenate([found, others])[np.argsort(-score)]


def _names_of_queries(n_items: int) -> list[str]:
    return [str(301 + number) for number in range(N_QUERIES) for _ in range(n_items)]


def _names_of_items(items: np.ndarray) -> pl.Series:
    # Neighbours in the corpus get ids that are far apart, as in collections made of many parts.
    part, place = items % 997, items // 997
    frame = pl.DataFrame({"part": part, "place": place})
    name = pl.format("collection{}-{}", pl.col("part").cast(str).str.zfill(3), pl.col("place").cast(str).str.zfill(8))
    return frame.select(name).to_series()


def _as_text(frame: pl.DataFrame) -> bytes:
    text = frame.write_csv(separator=" ", include_header=False, float_precision=4, quote_style="never")
    return text.encode()


def _as_lines(lines: pl.Series) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def _read(path: Path) -> pl.DataFrame:
    types = dict.fromkeys(FIELDS, pl.String)
    return pl.read_csv(path, separator=" ", has_header=False, schema=types, quote_char=None)


def _with_several_blanks(run: pl.DataFrame) -> pl.Series:
    """Fill the columns up to the same width, as programs do that write for the eye."""
    item, rank, score = (
        pl.col("item").str.pad_end(24),
        pl.col("rank").str.pad_start(6),
        pl.col("score").str.pad_start(9),
    )
    return run.select(pl.concat_str("query", "Q0", item, rank, score, "tag", separator=" ")).to_series()


def _with_blanks_and_tabs(run: pl.DataFrame) -> pl.Series:
    generator = np.random.default_rng(SEED)
    gaps = np.array([" ", "\t", "  ", " \t"])
    columns = [run[FIELDS[0]]]
    for name in FIELDS[1:]:
        columns += [pl.Series(f"before {name}", gaps[generator.integers(gaps.size, size=run.height)]), run[name]]
    return pl.DataFrame(columns).select(pl.concat_str(pl.all())).to_series()


if __name__ == "__main__":
    make(files_in(Path(sys.argv[1]), int(sys.argv[2])), cast(Purpose, sys.argv[3]))
