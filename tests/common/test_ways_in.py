"""Every measure has the same values to the last bit, whichever way the lists come in."""

from __future__ import annotations

import gzip
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import sparse

import axiometer as ax
from axiometer.data.catalogue import all_items
from axiometer.engines.chunks import Streaming
from axiometer.engines.chunks.budget import Budget
from axiometer.engines.requirements import needs_of
from axiometer.measures.catalogue import catalogue, system_catalogue
from axiometer.measures.names import Wanted, parse_wanted
from tests.common.collection import WEIGHTS, catalogue_of, configurations, small_collection
from tests.conftest import REPOSITORY
from tests.spark.conftest import QUICK

Array = Any
GIVEN = "alphabeta_nDCG(alpha=given,beta=given) alphabeta_nDCG(alpha=given,beta=given)@5"
OF_SYSTEMS = "CatalogueCoverage@5 CatalogueCoverage@10 ExposureGini@5 ExposureGini(weights=log)@10"
LENGTHS = pl.DataFrame({"item": [f"item{n}" for n in range(34)], "characters": range(100, 134), "words": range(20, 54)})
"""The catalogue does not know the last four of these items."""
PROVIDERS = {f"item{n}": "xyz"[n % 3] for n in range(30)}


@dataclass(frozen=True, eq=False)
class Case:
    """Judgments, the lists of a system, and conventions.

    Attributes
    ----------
    judgments
        What lists are measured against.
    lists
        ``query``, ``item``, ``score``; the rows of a list stand in the order of ``items``.
    items, queries
        All that could be listed, and all that could be answered, as whole numbers or text. Some queries are not judged,
        some have no list, some have neither; and one that is judged is not among them.
    profile
        The conventions.
    are_all
        Whether measures are taken in all their configurations, or one of each with and without a cut-off.
    """

    judgments: ax.Judgments
    lists: pl.DataFrame
    items: Array
    queries: Array
    profile: ax.Profile
    are_all: bool

    @cached_property
    def measures(self) -> list[Wanted]:
        """All measures, if the judgments have what they need."""
        every = [*configurations(), *parse_wanted(f"{GIVEN} {OF_SYSTEMS}")]
        possible = [each for each in every if is_possible(each, self.judgments, self.profile)]
        one_of_each = {(type(each), cutoff_of(each)): each for each in possible[::-1] if cutoff_of(each) in {None, 10}}
        return possible if self.are_all else list(one_of_each.values())

    @cached_property
    def evaluator(self) -> ax.Evaluator:
        return ax.Evaluator(self.judgments, self.measures, profile=self.profile)

    @cached_property
    def expected(self) -> ax.Measurements:
        """What the frame gives."""
        lists = self.lists.with_columns(system=pl.lit("model"))
        return ax.evaluate(self.judgments, lists, self.measures, profile=self.profile)

    @cached_property
    def places(self) -> tuple[dict[str, int], dict[str, int]]:
        """The row of each query, and the column of each item."""
        rows, columns = ({str(each): at for at, each in enumerate(ids)} for ids in (self.queries, self.items))
        return rows, columns

    @cached_property
    def scores(self) -> Array:
        """Queries × items: the scores, and −inf where there is no candidate."""
        scores = np.full((self.queries.size, self.items.size), -np.inf)
        for query, item, score in self.lists.select("query", "item", "score").iter_rows():
            scores[self.places[0][query], self.places[1][item]] = score
        return scores

    @cached_property
    def columns(self) -> Array:
        """Queries × ranks: the columns of the items in the order of the frame, −1 where there is none."""
        return self.columns_of(self.lists)

    def columns_of(self, lists: pl.DataFrame) -> Array:
        found: list[list[int]] = [[] for _ in self.queries]
        for query, item in lists.select("query", "item").iter_rows():
            found[self.places[0][query]].append(self.places[1][item])
        longest = max(map(len, found))
        # The last rank has no item in any list.
        return np.array([row + [-1] * (longest + 1 - len(row)) for row in found])

    @property
    def scores_of_ranks(self) -> Array:
        """Queries × ranks: the scores of the items, and nan where there is none, which nobody looks at."""
        scores = np.take_along_axis(self.scores, np.maximum(self.columns, 0), axis=1)
        return np.where(self.columns >= 0, scores, np.nan)

    def ids(self, columns: Array) -> Array:
        """Give the ids of columns: where there is none −1, or what stands first if ids are text."""
        ids = self.items[np.maximum(columns, 0)]
        return np.where(columns >= 0, ids, -1) if ids.dtype.kind == "i" else ids

    @property
    def ranked(self) -> pl.DataFrame:
        """The lists with ranks, in an order of our own, worked out item by item."""
        rows = [
            (query, item, rank)
            for (query,), its in self.lists.group_by("query", maintain_order=True)
            for rank, item in enumerate(in_order(its, self.profile), start=1)
        ]
        return pl.DataFrame(rows, schema=["query", "item", "rank"], orient="row")


def cutoff_of(measure: Wanted) -> int | None:
    return getattr(measure, "cutoff", None)


def in_order(rows: pl.DataFrame, profile: ax.Profile) -> list[str]:
    """Sort the items of a list by score, and then as the profile settles ties."""
    kind = np.float32 if profile.precision == "float32" else np.float64
    scored = [(item, kind(score)) for item, score in rows.select("item", "score").iter_rows()]
    if profile.ties.startswith("item"):
        scored.sort(key=lambda pair: pair[0].encode(), reverse=profile.ties == "item-descending")
    return [item for item, _ in sorted(scored, key=lambda pair: -pair[1])]


def is_possible(measure: Wanted, judgments: ax.Judgments, profile: ax.Profile) -> bool:
    try:
        needs_of([measure], judgments, profile)
    except ax.AxiometerError:
        return False
    return True


# What is known.


def everything() -> ax.Judgments:
    """Grades of aspects, weights, lengths, providers, and a catalogue with a training part."""
    _, judgments = small_collection()
    judged = ax.read_judgments(judgments, weights=WEIGHTS, lengths=LENGTHS, providers=PROVIDERS)
    return replace(judged, catalogue=catalogue_of(judgments))


def aspects() -> ax.Judgments:
    """Grades of aspects and lengths, and no catalogue."""
    return ax.read_judgments(small_collection()[1], weights=WEIGHTS, lengths=LENGTHS)


def plain_grades() -> dict[str, dict[str, float]]:
    judgments = small_collection()[1]
    return {
        query: {item: max(by_aspect.values()) for item, by_aspect in row.items()} for query, row in judgments.items()
    }


def grades() -> ax.Judgments:
    """Grades, and nothing else."""
    return ax.read_judgments(plain_grades())


def ratings() -> ax.Judgments:
    """Ratings with a training part, aspects of items, and tables of alpha and beta."""
    known = catalogue_of(small_collection()[1])
    test = {query: {item: max(grade, 0) for item, grade in row.items()} for query, row in plain_grades().items()}
    return ax.read_ratings(known.train, test, known.aspects, alpha=known.alpha, beta=known.beta)


def listed() -> pl.DataFrame:
    """Lists with ties, with items that nobody knows, and with scores that only doubles tell apart."""
    run, _ = small_collection()
    run["q3"] |= {"item30": 5.0, "item31": 11.0, "item32": 12.0}
    run["q6"]["item33"] = 3.0
    run["q9"]["item33"] = 3.0
    rows = [
        (query, item, score + (int(item[4:]) % 4 == 1) * 1e-9)
        for query, row in run.items()
        for item, score in row.items()
    ]
    return pl.DataFrame(rows, schema=["query", "item", "score"], orient="row")


QUERIES = ["q9", *(f"q{n}" for n in (4, 3, 2, 11, 5, 0, 6, 7, 8, 10)), "nothing relevant"]
"""Not q1, which is judged; q0 is judged and has no list, and q11 neither."""


def case(judgments: ax.Judgments, profile: ax.Profile, *, are_whole: bool, are_all: bool = False) -> Case:
    """Name items and queries, and put rows in the order of the columns."""
    order = np.random.default_rng(3).permutation(34)
    items = {f"item{n}": str(3 * n + 5) if are_whole else f"é-{n}" for n in order.tolist()}
    queries = {
        query: str(900 - at) if are_whole else query.replace(" ", "-") for at, query in enumerate([*QUERIES, "q1"])
    }
    names = {"item": items, "query": queries}

    def renamed(table: Any) -> Any:
        if table is None:
            return None
        return table.with_columns(
            pl.col(name).replace_strict(to) for name, to in names.items() if name in table.columns
        )

    place = {name: at for at, name in enumerate(items)}
    lists = listed().sort(
        pl.col("query").replace_strict({q: at for at, q in enumerate(QUERIES)}), pl.col("item").replace_strict(place)
    )
    known = judgments.catalogue
    if known is not None:
        tables = {name: renamed(getattr(known, name)) for name in ("aspects", "train", "alpha", "beta")}
        known = replace(known, items=all_items(renamed(known.items.alias("item").to_frame())["item"]), **tables)
    tables = {name: renamed(getattr(judgments, name)) for name in ("frame", "weights", "lengths", "providers")}
    kind = np.int64 if are_whole else np.str_
    return Case(
        replace(judgments, catalogue=known, **tables),
        renamed(lists),
        np.array(list(items.values())).astype(kind),
        np.array([queries[each] for each in QUERIES]).astype(kind),
        profile,
        are_all,
    )


TREC = ax.get_profile("trec_eval", corpus_size=100)
DEEPER = replace(
    ax.get_profile(depth=3),
    exceptions=((r"P.*", {"depth": 12, "ties": "file-order"}), (r"n?DCG.*", {"depth": 8, "precision": "float32"})),
)
CASES: dict[str, Callable[[], Case]] = {
    "everything known": lambda: case(everything(), TREC, are_whole=True, are_all=True),
    "everything known, ids are text": lambda: case(everything(), TREC, are_whole=False),
    "float32, answered": lambda: case(everything(), ax.get_profile("trec_eval-9", corpus_size=100), are_whole=False),
    "smallest id first, other parameters": lambda: case(aspects(), ax.get_profile("pyndeval"), are_whole=True),
    "each measure its own ties": lambda: case(
        grades(), ax.get_profile("ir_measures", corpus_size=100), are_whole=False
    ),
    "each measure its own depth": lambda: case(grades(), DEEPER, are_whole=True),
    "given order of ties, relevant": lambda: case(
        everything(), ax.get_profile("pref_eval", ties="file-order", corpus_size=100), are_whole=True
    ),
    "ratings": lambda: case(ratings(), ax.get_profile("ratings"), are_whole=True),
    "ratings of a run, cut off, smallest id first": lambda: case(
        ratings(), ax.get_profile("ratings", queries="run", depth=7, ties="item-ascending"), are_whole=False
    ),
    "grades, cut off, either, undefined": lambda: case(
        grades(), ax.get_profile(queries="either", undefined="nan", depth=12, precision="float32"), are_whole=True
    ),
}
case_named = cache(lambda name: CASES[name]())


@pytest.fixture(params=CASES)
def known(request) -> Case:
    return case_named(request.param)


# What is compared.


def different(found: ax.Measurements, expected: ax.Measurements) -> list[str]:
    """Name the measures of which a value is another one, in any bit."""
    key = ["system", expected.asker, "measure"]
    ours, theirs = (each.to_polars().sort(key) for each in (found, expected))
    assert ours.select(key).equals(theirs.select(key))
    bits = [each["value"].to_numpy().view(np.int64) for each in (ours, theirs)]
    names = ours["measure"].filter(pl.Series(bits[0] != bits[1])).unique(maintain_order=True).to_list()
    of_systems = [each.system_values.view(np.int64) for each in (found, expected)]
    assert of_systems[0].shape == of_systems[1].shape
    is_other = (of_systems[0] != of_systems[1]).any(axis=0)
    return names + [str(each) for each, is_wrong in zip(expected.system_measures, is_other, strict=True) if is_wrong]


def assert_same(found: ax.Measurements, expected: ax.Measurements, *but: str) -> None:
    """Compare values, means, counts (but for some) and notes."""
    assert different(found, expected) == []
    assert_frame_equal(found.mean(), expected.mean(), check_exact=True)
    assert_frame_equal(found.counts.drop(but), expected.counts.drop(but), check_exact=True)
    assert found.notes == expected.notes
    assert (found.systems, found.profile) == (expected.systems, expected.profile)


def test_the_cases_have_what_is_hard():
    whole = case_named("everything known")
    (counts,) = whole.expected.counts.to_dicts()
    assert counts["missing"] == 2
    assert counts["run_only"] == 3
    assert counts["unknown_items"] == 4
    assert min(counts["tied_items"], counts["profile_items"]) > 20
    assert counts["judged_at_10"] < 1
    asked = {type(each) for each in whole.measures}
    assert asked == {*catalogue().values(), *system_catalogue().values()}
    of_ratings = {type(each) for each in case_named("ratings").measures}
    assert set(system_catalogue().values()) < of_ratings
    in_float32 = case_named("float32, answered").expected.counts["tied_items"].item()
    assert in_float32 > case_named("everything known, ids are text").expected.counts["tied_items"].item()


# Lists with scores, in frames, dictionaries and files.


def by_query(lists: pl.DataFrame) -> dict[str, dict[str, float]]:
    """Give ``{query: {item: score}}``."""
    found: dict[str, dict[str, float]] = {}
    for query, item, score in lists.select("query", "item", "score").iter_rows():
        found.setdefault(query, {})[item] = score
    return found


def trec(lists: pl.DataFrame) -> str:
    """Write TREC text; the ranks come from nowhere unless the lists have some."""
    ranked = lists if "rank" in lists.columns else lists.with_columns(rank=7)
    scored = ranked if "score" in lists.columns else ranked.with_columns(score=1.0)
    rows = scored.select("query", "item", "rank", "score").iter_rows()
    return "".join(f"{query} Q0 {item} {rank} {score!r} tag\n" for query, item, rank, score in rows)


def written(path: Path, data: str | bytes) -> str:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return str(path)


RUNS: dict[str, Callable[[pl.DataFrame, Path], Any]] = {
    "named frame": lambda lists, _: {"model": lists},
    "lazy frame": lambda lists, _: lists.lazy().with_columns(system=pl.lit("model")),
    "pandas": lambda lists, _: lists.with_columns(run=pl.lit("model")).to_pandas(),
    "Arrow": lambda lists, _: {"model": lists.to_arrow()},
    "dictionary": lambda lists, _: ax.read_runs(by_query(lists), name="model"),
    "named dictionary": lambda lists, _: {"model": by_query(lists)},
    "TREC": lambda lists, folder: written(folder / "model.run", trec(lists)),
    "packed": lambda lists, folder: written(folder / "model.run.gz", gzip.compress(trec(lists).encode())),
    "read before": lambda lists, folder: ax.read_runs(written(folder / "model.txt", trec(lists))),
    "CSV": lambda lists, folder: written(folder / "model.csv", lists.write_csv()),
    "TSV": lambda lists, folder: [Path(written(folder / "model.tsv", lists.write_csv(separator="\t")))],
    "Parquet": lambda lists, folder: lists.write_parquet(folder / "model.parquet") or folder / "model.parquet",
}


@pytest.mark.parametrize("form", RUNS)
@pytest.mark.parametrize(
    "name", ["everything known, ids are text", "given order of ties, relevant", "grades, cut off, either, undefined"]
)
def test_frames_dictionaries_and_files(tmp_path, name, form):
    known = case_named(name)
    assert_same(known.evaluator.evaluate(RUNS[form](known.lists, tmp_path)), known.expected)


@pytest.mark.parametrize(
    ("name", "form"), [*((name, "named frame") for name in CASES), ("ratings", "TREC"), ("ratings", "Parquet")]
)
def test_chunks(monkeypatch, tmp_path, name, form):
    monkeypatch.setattr(Budget, "n_parts", lambda *_: 3)
    monkeypatch.setattr(Budget, "piece", 2_000)
    known = case_named(name)
    runs = RUNS[form](known.lists, tmp_path)
    found = Streaming(jobs=2).evaluate(known.judgments, runs, known.measures, profile=known.profile)
    assert_same_but_for_sums(found, known.expected)


def assert_same_but_for_sums(found: ax.Measurements, expected: ax.Measurements) -> None:
    """Compare all; what is added up over queries is added up in another order, so that its last digits may differ."""
    of_sums = [str(each) for each in expected.system_measures if "weights" in str(each)]
    assert [each for each in different(found, expected) if each not in of_sums] == []
    assert_frame_equal(found.mean(), expected.mean(), rel_tol=1e-12, abs_tol=1e-15)
    assert_frame_equal(found.counts, expected.counts, rel_tol=1e-12)
    assert [note for note in found.notes if note.kind != "parts"] == [*expected.notes]
    assert found.systems == expected.systems


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore:PySpark does not yet")
def test_spark(known, spark):
    from axiometer.engines.spark import Spark

    def measured(measures: list[Wanted]) -> ax.Measurements:
        runs = {"model": known.lists}
        return Spark(spark, keep="values").evaluate(known.judgments, runs, measures, profile=known.profile)

    # Rows have no order in Spark.
    by_place = [each for each in known.measures if known.profile.for_measure(each).ties == "file-order"]
    if by_place:
        with pytest.raises(ax.UsageError, match="equal scores would stay in the order in which they are written"):
            measured(by_place)
    if known.profile.ties != "file-order":
        others = [each for each in known.measures if each not in by_place]
        lists = known.lists.with_columns(system=pl.lit("model"))
        expected = ax.evaluate(known.judgments, lists, others, profile=known.profile) if by_place else known.expected
        assert_same_but_for_sums(measured(others), expected)


@pytest.fixture(scope="module")
def spark():
    """A session with two threads: one that other tests have already, or one that ends with these tests."""
    sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("there is no Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    paths = [str(REPOSITORY), str(REPOSITORY / "src"), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    there = sql.SparkSession.getActiveSession()
    builder = sql.SparkSession.builder.master("local[2]").config("spark.driver.host", "localhost")
    for name, value in {**QUICK, "spark.sql.shuffle.partitions": "2"}.items():
        builder = builder.config(name, value)
    session = there or builder.getOrCreate()
    yield session
    if there is None:
        session.stop()


# Lists in arrays.


def in_arrays(case: Case, columns: Array) -> dict[str, Array]:
    """Give ids with a mask if they are text, and with −1 otherwise."""
    is_whole = case.items.dtype.kind == "i"
    return {"items": case.ids(columns), **({} if is_whole else {"mask": columns < 0})}


def in_objects(case: Case, columns: Array) -> Array:
    return np.where(columns >= 0, case.items.astype(object)[columns], -1)


def in_masked(case: Case, columns: Array) -> Any:
    return np.ma.masked_array(case.items[columns], mask=columns < 0)


def spread(array: Array) -> Array:
    """Give the same array with gaps in memory, rows and columns exchanged there, which nobody may write to."""
    wide = np.zeros((2 * array.shape[1], 3 * array.shape[0]), array.dtype).T[::3, ::2]
    wide[...] = array
    wide.flags.writeable = False
    return wide


SCORED: dict[str, Callable[[Case], ax.Measurements]] = {
    "arrays": lambda it: it.evaluator.evaluate_lists(
        **in_arrays(it, it.columns), scores=it.scores_of_ranks, queries=it.queries, unknown="ignore"
    ),
    "objects": lambda it: it.evaluator.evaluate_lists(
        in_objects(it, it.columns), it.scores_of_ranks, it.queries.astype(object), unknown="ignore"
    ),
    "lists": lambda it: it.evaluator.evaluate_lists(
        in_objects(it, it.columns).tolist(), it.scores_of_ranks.tolist(), it.queries.tolist(), unknown="ignore"
    ),
    "masked": lambda it: it.evaluator.evaluate_lists(
        in_masked(it, it.columns), it.scores_of_ranks, it.queries, unknown="ignore"
    ),
    "mask": lambda it: it.evaluator.evaluate_lists(
        it.items[it.columns], it.scores_of_ranks, it.queries, mask=(it.columns < 0).tolist(), unknown="ignore"
    ),
    "spread": lambda it: it.evaluator.evaluate_lists(
        spread(it.items[it.columns]),
        spread(it.scores_of_ranks),
        spread(it.queries[:, None])[:, 0],
        mask=spread(it.columns < 0),
        unknown="ignore",
    ),
    "text": lambda it: it.evaluator.evaluate_lists(
        it.items[it.columns].astype(np.str_),
        it.scores_of_ranks,
        it.queries.astype(np.str_),
        mask=it.columns < 0,
        unknown="ignore",
    ),
    "candidates": lambda it: it.evaluator.evaluate_lists(
        np.broadcast_to(it.items, it.scores.shape), it.scores, it.queries, unknown="ignore"
    ),
    "dense": lambda it: it.evaluator.evaluate_scores(it.scores, it.items, it.queries, unknown="ignore"),
    "dense, spread": lambda it: it.evaluator.evaluate_scores(
        spread(it.scores), spread(it.items[:, None])[:, 0], it.queries, unknown="ignore"
    ),
    "dense, lists": lambda it: it.evaluator.evaluate_scores(
        it.scores.tolist(), it.items.tolist(), it.queries.tolist(), unknown="ignore", jobs=1
    ),
    "dense, text": lambda it: it.evaluator.evaluate_scores(
        it.scores, it.items.astype(np.str_), it.queries.astype(object), unknown="ignore"
    ),
}


@pytest.mark.parametrize("form", SCORED)
def test_arrays_with_scores(known, form):
    assert_same(SCORED[form](known), known.expected)


@pytest.mark.parametrize("n_scores", [1, 80])
def test_scores_are_looked_at_in_portions(monkeypatch, known, n_scores):
    monkeypatch.setattr("axiometer.projection.array_lists._AT_ONCE", n_scores)
    found = known.evaluator.evaluate_scores(known.scores, known.items, known.queries, unknown="ignore", jobs=3)
    assert_same(found, known.expected)


def test_scores_in_float32_where_the_profile_compares_such():
    known = case_named("float32, answered")
    found = known.evaluator.evaluate_scores(
        known.scores.astype(np.float32), known.items, known.queries, unknown="ignore"
    )
    assert_same(found, known.expected)


def test_rows_without_names_are_the_judged_queries_in_their_order(known):
    judged = known.lists.filter(pl.col("query").is_in(known.judgments.queries))
    expected = ax.evaluate(known.judgments, {"model": judged}, known.measures, profile=known.profile)
    rows = [known.places[0].get(query, -1) for query in known.evaluator.queries]
    columns = np.where(np.array(rows)[:, None] < 0, -1, known.columns[rows])
    scores = np.where(np.array(rows)[:, None] < 0, -np.inf, known.scores[rows])
    with_scores = np.where(columns < 0, 0.0, np.take_along_axis(scores, np.maximum(columns, 0), axis=1))
    assert_same(known.evaluator.evaluate_lists(**in_arrays(known, columns), scores=with_scores), expected)
    assert_same(known.evaluator.evaluate_scores(scores, known.items), expected)


def test_each_of_two_systems_alone(known):
    other = known.lists.filter(pl.col("query") != str(known.queries[2])).with_columns(score=-pl.col("score"))
    both = known.evaluator.evaluate({"one": known.lists, "two": other}, jobs=1)
    alone = replace(known, lists=other)
    found = known.evaluator.evaluate_scores(alone.scores, known.items, known.queries, system="two", unknown="ignore")
    assert different(found, both["two"]) == []
    assert_frame_equal(found.counts, both.counts[1:], check_exact=True)
    assert different(known.evaluator.evaluate({"one": known.lists}), both["one"]) == []


# Only the best.


def test_only_the_best_scores_are_looked_at(known):
    """Measures that look at ten items have the values of whole lists; counts are those of lists so long."""
    # Where there is a corpus size, all items of lists are looked up.
    known = replace(known, profile=replace(known.profile, corpus_size=None))
    cut = [each for each in known.measures if cutoff_of(each) is not None]
    evaluator = ax.Evaluator(known.judgments, cut, profile=known.profile)
    depths = [each.depth for each in known.profile.for_measures(cut).values()]
    assert evaluator.depth == (10 if None in depths else min(10, max(depths)))
    assert evaluator.depth < known.lists["query"].value_counts()["count"].max()
    found = evaluator.evaluate_scores(known.scores, known.items, known.queries, unknown="ignore")
    assert_same(found, evaluator.evaluate({"model": known.lists}), "items", "tied_items")
    as_deep = ax.Evaluator(
        known.judgments, cut, profile=replace(known.profile, depth=min(depths[0] or 10, evaluator.depth))
    )
    assert_frame_equal(found.counts, as_deep.evaluate({"model": known.lists}).counts, check_exact=True)
    assert len(cut) >= 12


# What is excluded.


def pairs_of(case: Case, pairs: pl.DataFrame) -> Array:
    is_out = np.zeros(case.scores.shape, bool)
    for query, item in pairs.select("query", "item").iter_rows():
        if query in case.places[0] and item in case.places[1]:
            is_out[case.places[0][query], case.places[1][item]] = True
    return is_out


EXCLUDED: dict[str, Callable[[Case, pl.DataFrame], Any]] = {
    "train": lambda _, __: "train",
    "Boolean": lambda case, pairs: pairs_of(case, pairs),
    "lists": lambda case, pairs: pairs_of(case, pairs).tolist(),
    "numbers": lambda case, pairs: np.asfortranarray(np.where(pairs_of(case, pairs), -0.5, 0.0)),
    "CSR matrix": lambda case, pairs: sparse.csr_matrix(pairs_of(case, pairs)),
    "COO array": lambda case, pairs: sparse.coo_array(pairs_of(case, pairs).astype(np.float32)),
    "CSC array with zeros": lambda case, pairs: with_zeros(sparse.coo_array(pairs_of(case, pairs))),
    "frame": lambda _, pairs: pairs.select("item", user="query"),
    "pandas": lambda _, pairs: pairs.select("item", user_id="query").to_pandas(),
    "dictionary": lambda _, pairs: dict(pairs.group_by("query").agg("item").iter_rows()),
    "more than there is": lambda _, pairs: pl.concat([pairs, pairs.with_columns(item=pl.lit("nobody has it"))]),
}


def with_zeros(matrix: Any) -> Any:
    """Store zeros in the first columns, where they exclude nothing."""
    stored = matrix.tocoo()
    assert (stored.col < 3).any()
    return sparse.csc_array((np.where(stored.col < 3, 0, 2), (stored.row, stored.col)), shape=stored.shape)


@pytest.mark.parametrize("form", EXCLUDED)
@pytest.mark.parametrize("name", ["given order of ties, relevant", "ratings of a run, cut off, smallest id first"])
def test_what_is_excluded_is_not_in_lists(name, form):
    known = case_named(name)
    train = effective = known.judgments.catalogue.train
    if form == "CSC array with zeros":
        effective = train.filter(~pl.col("item").is_in(known.items[:3].astype(str).tolist()))
    kept = known.lists.join(effective, on=["query", "item"], how="anti", maintain_order="left")
    assert kept.height < known.lists.height - 20
    expected = ax.evaluate(known.judgments, {"model": kept}, known.measures, profile=known.profile)
    exclude = EXCLUDED[form](known, train)
    found = known.evaluator.evaluate_scores(known.scores, known.items, known.queries, exclude=exclude, unknown="ignore")
    assert_same(found, expected)


# Lists without scores.


@pytest.mark.parametrize(
    "name", [name for name in CASES if name not in {"each measure its own ties", "each measure its own depth"}]
)
def test_lists_that_are_in_order_already_have_the_values_of_their_scores(name):
    known = case_named(name)
    columns = known.columns_of(known.ranked)
    found = known.evaluator.evaluate_lists(**in_arrays(known, columns), queries=known.queries, unknown="ignore")
    assert_same(found, known.expected, "tied_items", "ordered_by")
    assert found.counts.select("tied_items", "ordered_by").rows() == [(0, "rank")]


def in_lists(ranked: pl.DataFrame) -> dict[str, list[str]]:
    grouped = ranked.group_by("query", maintain_order=True).agg("item")
    return dict(grouped.iter_rows())


def any_order(ranked: pl.DataFrame, profile: ax.Profile) -> pl.DataFrame:
    """Shuffle rows, unless their order says something."""
    return ranked if profile.order == "file" else ranked.sample(fraction=1, shuffle=True, seed=1)


RANKED: dict[str, Callable[[Case, pl.DataFrame, Path], ax.Measurements]] = {
    "frame": lambda it, ranked, _: it.evaluator.evaluate(
        any_order(ranked.with_columns(system=pl.lit("model")), it.profile)
    ),
    "dictionary": lambda it, ranked, _: it.evaluator.evaluate(ax.read_runs(in_lists(ranked), name="model")),
    "named dictionary": lambda it, ranked, _: it.evaluator.evaluate({"model": in_lists(ranked)}),
    **{
        form: lambda it, ranked, folder, form=form: it.evaluator.evaluate(
            RUNS[form](any_order(ranked, it.profile), folder)
        )
        for form in ("named frame", "pandas", "Arrow", "CSV", "TSV", "Parquet", "TREC", "packed")
    },
    "arrays": lambda it, ranked, _: it.evaluator.evaluate_lists(
        **in_arrays(it, it.columns_of(ranked)), queries=it.queries, unknown="ignore"
    ),
    "lists": lambda it, ranked, _: it.evaluator.evaluate_lists(
        in_objects(it, it.columns_of(ranked)).tolist(), None, it.queries.tolist(), unknown="ignore"
    ),
    "masked": lambda it, ranked, _: it.evaluator.evaluate_lists(
        in_masked(it, it.columns_of(ranked)), queries=it.queries, unknown="ignore"
    ),
}
OF_RANKS = ("trec_eval", "ndeval", "rectools", "lenskit", "rbu-java", "ntcireval")


@cache
def case_of_ranks(profile: str) -> Case:
    conventions = ax.get_profile(profile, corpus_size=100)
    return case(everything(), conventions, are_whole=profile in {"ndeval", "lenskit", "ntcireval"})


@pytest.mark.parametrize(
    ("profile", "form"),
    # TREC text always has scores, by which trec_eval goes.
    [(p, form) for p in OF_RANKS for form in RANKED if p != "trec_eval" or form not in {"TREC", "packed"}],
)
def test_lists_without_scores(tmp_path, profile, form):
    known = case_of_ranks(profile)
    ranked = known.ranked
    expected = known.evaluator.evaluate({"model": ranked})
    assert expected.counts["ordered_by"].item() == ("file" if expected.profile.order == "file" else "rank")
    assert_same(RANKED[form](known, ranked, tmp_path), expected)


@pytest.mark.parametrize("profile", OF_RANKS)
def test_chunks_of_lists_without_scores(monkeypatch, profile):
    monkeypatch.setattr(Budget, "n_parts", lambda *_: 3)
    known = case_of_ranks(profile)
    runs = {"model": known.ranked}
    found = Streaming(jobs=1).evaluate(known.judgments, runs, known.measures, profile=known.profile)
    assert_same_but_for_sums(found, known.evaluator.evaluate(runs))
