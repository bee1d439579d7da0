"""Small valid files of every format that is read."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

import polars as pl
import zstandard

Role = Literal["run", "judgments", "weights", "lengths", "providers", "ratings", "aspects", "alpha", "values", "movies"]
"""What a file is read as; movies are a folder of MovieLens."""

QUERIES: Final = ("q1", "q2", "q3", "7")
ITEMS: Final = ("a", "b", "c", "d10", "é")
ASPECTS: Final = ("red", "blue")


@dataclass(frozen=True)
class Sample:
    """A valid file."""

    role: Role
    name: str
    data: bytes


def _lines(rows: list[tuple[object, ...]], separator: str = " ") -> bytes:
    return "".join(separator.join(map(str, row)) + "\n" for row in rows).encode()


def _table(names: str, rows: list[tuple[object, ...]], form: str) -> bytes:
    if form == "parquet":
        buffer = io.BytesIO()
        columns = zip(*rows, strict=True)
        pl.DataFrame(dict(zip(names.split(), map(list, columns), strict=True))).write_parquet(buffer)
        return buffer.getvalue()
    return _lines([tuple(names.split()), *rows], "," if form == "csv" else "\t")


def _pairs(rng: Random) -> list[tuple[str, str]]:
    """Give queries with items, in the order of queries or in none."""
    pairs = [(query, item) for query in QUERIES for item in ITEMS if rng.random() < 0.6] or [("q1", "a")]
    if rng.random() < 0.5:
        rng.shuffle(pairs)
    return pairs


def _run_rows(rng: Random) -> list[tuple[object, ...]]:
    tags = rng.choice([("mine",), ("one", "two")])
    pairs = _pairs(rng)
    return [
        (query, "Q0", item, rank, rng.choice([9.5, 3, 0.25, -1, "1e3"]), tag)
        for tag in tags
        for rank, (query, item) in enumerate(pairs, 1)
    ]


def _run(rng: Random) -> Sample:
    return Sample("run", "mine.run", _lines(_run_rows(rng), rng.choice(" \t")))


def _run_table(form: str) -> Callable[[Random], Sample]:
    def make(rng: Random) -> Sample:
        rows = [(query, item, float(score), tag) for query, _, item, _, score, tag in _run_rows(rng)]
        names, n_columns = rng.choice([
            ("qid docno score run", 4),
            ("user_id item_id score", 3),
            ("query_id doc_id", 2),
        ])
        kept = rows if n_columns == 4 else [row for row in rows if row[3] in {"mine", "one"}]
        return Sample("run", f"mine.{form}", _table(names, [row[:n_columns] for row in kept], form))

    return make


def _grades(rng: Random, *, n_aspects: int) -> list[tuple[str, str, str, float]]:
    grades = (0, 1, 2, 3, -1, 0.5)
    aspects = ASPECTS[:n_aspects] or ("0",)
    return [
        (query, aspect, item, rng.choice(grades))
        for query, item in _pairs(rng)
        for aspect in aspects
        if rng.random() < 0.8
    ] or [("q1", aspects[0], "a", 1)]


def _qrels(rng: Random) -> Sample:
    rows = [tuple(row) for row in _grades(rng, n_aspects=rng.choice([0, 2]))]
    return Sample("judgments", "qrels.txt", _lines(rows, rng.choice(" \t")))


def _evall(rng: Random) -> Sample:
    rows = [(q, i, abs(g), a, {"red": 0.75, "blue": 0.25}[a]) for q, a, i, g in _grades(rng, n_aspects=2)]
    return Sample("judgments", "evall.txt", _lines([*rows, *((q, "z", 1, a, w) for q in QUERIES for a, w in WEIGHTS)]))


WEIGHTS: Final = (("red", 0.75), ("blue", 0.25))


def _weighted(rng: Random) -> Sample:
    rows = [(q, a, "z", 1, w) for q in QUERIES for a, w in WEIGHTS]
    rows += [(q, a, i, abs(g), dict(WEIGHTS)[a]) for q, a, i, g in _grades(rng, n_aspects=2)]
    return Sample("judgments", "weighted.txt", _lines([tuple(row) for row in rows]))


def _ntcir(rng: Random) -> Sample:
    rows = [(q, a, i, f"L{int(abs(g))}") for q, a, i, g in _grades(rng, n_aspects=2)]
    return Sample("judgments", "ntcir.txt", _lines([tuple(row) for row in rows], rng.choice(" ;")))


def _judgment_table(form: str) -> Callable[[Random], Sample]:
    def make(rng: Random) -> Sample:
        if rng.random() < 0.5:
            rows = [(q, i, float(g)) for q, _, i, g in _grades(rng, n_aspects=0)]
            return Sample("judgments", f"qrels.{form}", _table("query_id doc_id relevance", rows, form))
        rows_with_aspects = [(q, a, i, float(g)) for q, a, i, g in _grades(rng, n_aspects=2)]
        return Sample("judgments", f"qrels.{form}", _table("topic subtopic docno rel", rows_with_aspects, form))

    return make


def _weights(rng: Random) -> Sample:
    has_types = rng.random() < 0.5
    rows = [(q, a, w, *(["inf"] if has_types else [])) for q in QUERIES for a, w in WEIGHTS]
    form = rng.choice(["txt", "ntcir", "csv", "tsv", "parquet"])
    if form in {"txt", "ntcir"}:
        return Sample("weights", "weights.txt", _lines(rows, " " if form == "txt" else ";"))
    names = "query aspect weight" + " type" * has_types
    return Sample("weights", f"weights.{form}", _table(names, rows, form))


def _lengths(rng: Random) -> Sample:
    form = rng.choice(["txt", "csv", "tsv", "parquet"])
    rows = [(item, rng.choice([300, 5200, 10.5])) for item in ITEMS]
    if form == "txt":
        return Sample("lengths", "lengths.txt", _lines(rows))
    return Sample("lengths", f"lengths.{form}", _table("item characters", [(i, float(n)) for i, n in rows], form))


def _providers(rng: Random) -> Sample:
    form = rng.choice(["txt", "csv", "tsv", "parquet"])
    rows = [(item, provider) for item in ITEMS for provider in rng.sample(["acme", "zenith", "L2"], 1)]
    if form == "txt":
        return Sample("providers", "providers.txt", _lines(rows))
    return Sample("providers", f"providers.{form}", _table("item publisher", rows, form))


def _ratings(rng: Random) -> Sample:
    rows = [(q, i, rng.choice([0.5, 1, 3, 5]), 1000 + n) for n, (q, i) in enumerate(_pairs(rng))]
    form = rng.choice(["csv", "tsv", "parquet", "u.data", "ratings.dat", "plain.csv", "trec"])
    if form in {"csv", "tsv", "parquet"}:
        table = [(q, i, float(r), t) for q, i, r, t in rows]
        return Sample("ratings", f"ratings.{form}", _table("userId movieId rating timestamp", table, form))
    if form == "trec":
        return Sample("ratings", "ratings.txt", _lines([(q, 0, i, r) for q, i, r, _ in rows]))
    separator = {"u.data": "\t", "ratings.dat": "::", "plain.csv": ","}[form]
    n_fields = rng.choice([2, 3, 4])
    return Sample("ratings", form, _lines([row[:n_fields] for row in rows], separator))


def _aspects(rng: Random) -> Sample:
    form = rng.choice(["movies.csv", "movies.dat", "tabs", "one-hot", "parquet", "pairs"])
    listed = [(item, f"Title of {item}", "|".join(rng.sample(["Drama", "War", "Comedy"], 2))) for item in ITEMS]
    match form:
        case "movies.csv":
            return Sample("aspects", form, _table("movieId title genres", listed, "csv"))
        case "movies.dat":
            return Sample("aspects", form, _lines([tuple(row) for row in listed], "::"))
        case "tabs":
            return Sample("aspects", "aspects.txt", _lines([(i, *g.split("|")) for i, _, g in listed], "\t"))
        case "one-hot":
            rows = [(item, rng.choice([0, 1]), rng.choice([0, 1])) for item in ITEMS]
            return Sample("aspects", "aspects.csv", _table("item Drama War", rows, "csv"))
        case "parquet":
            return Sample("aspects", "aspects.parquet", _table("item genres", [(i, g) for i, _, g in listed], form))
    rows_of_pairs = [(i, g) for i, _, all_of_it in listed for g in all_of_it.split("|")]
    return Sample("aspects", "aspects.tsv", _table("item aspect", rows_of_pairs, "tsv"))


def _movies(rng: Random) -> Sample:
    rows = [(i, f"Film {i}", "01-Jan-1995", "", "http://x", *(rng.choice([0, 1]) for _ in "abc")) for i in ITEMS]
    return Sample("movies", rng.choice(["u.item", "u.genre"]), _lines(rows, "|"))


GENRES: Final = b"unknown|0\nDrama|1\nWar|2\n"


def _probabilities(rng: Random) -> Sample:
    form = rng.choice(["csv", "tsv", "parquet"])
    rows = [(item, rng.choice([0.0, 0.5, 1.0])) for item in ITEMS]
    return Sample("alpha", f"alpha.{form}", _table("item alpha", rows, form))


def _values(rng: Random) -> Sample:
    form = rng.choice(["csv", "tsv", "parquet"])
    rows = [(s, q, m, rng.random()) for s in ("one", "two") for q in QUERIES for m in ("AP", "nDCG@10")]
    return Sample("values", f"values.{form}", _table("system query measure value", rows, form))


SAMPLES: Final[tuple[Callable[[Random], Sample], ...]] = (
    *(_run, _run, _run_table("csv"), _run_table("tsv"), _run_table("parquet")),
    *(_qrels, _qrels, _evall, _weighted, _ntcir),
    *(_judgment_table("csv"), _judgment_table("tsv"), _judgment_table("parquet")),
    *(_weights, _lengths, _providers, _ratings, _ratings, _ratings, _aspects, _aspects, _movies, _probabilities),
    _values,
)
"""Each makes a file of one kind; those that are read in chunks come more often."""

PACKINGS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "gz": lambda data: gzip.compress(data, mtime=0),
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.compress,
}
