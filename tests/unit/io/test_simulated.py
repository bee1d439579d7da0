"""Simulated collections as files: what is written is read again, and both forms give the same values."""

from __future__ import annotations

import json
from importlib.metadata import version

import polars as pl
import pytest

import axiometer as ax
from axiometer.errors import InputError, UsageError
from axiometer.io.content import read_bytes
from axiometer.io.simulated import check_folder, write_ratings, write_search
from axiometer.simulate.recommendation import RatingsWorld, simulate_ratings
from axiometer.simulate.search import SearchWorld, simulate_search

SYSTEMS = ("s01", "s02", "s03")


@pytest.fixture(scope="module")
def search():
    return simulate_search(SearchWorld(queries=8, systems=3, depth=30, pool_depth=10))


@pytest.fixture(scope="module")
def rated():
    return simulate_ratings(RatingsWorld(users=30, items=100, ratings=(10, 30), depth=10, systems=3))


def files_in(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_files_of_search(search, tmp_path):
    written = write_search(search, tmp_path / "a" / "world")
    runs = {f"runs/{system}.run.gz" for system in SYSTEMS}
    tables = {"qrels.diversity.txt.gz", "qrels.adhoc.txt.gz", "weights.tsv", "lengths.tsv", "truth.tsv", "world.json"}
    assert files_in(tmp_path / "a" / "world") == runs | tables
    assert {path.name for path in written} >= tables
    assert written[-1].name == "world.json"
    first = read_bytes(str(tmp_path / "a" / "world" / "runs" / "s01.run.gz")).decode().split("\n")[0].split(" ")
    assert first == ["1", "Q0", search.runs["item"][0], "1", "30.0", "s01"]


def test_both_forms_give_the_values_of_the_collection(search, tmp_path):
    measures = ["P@10", "alpha_nDCG@10", "ERR_IA@10", "U@10", "AP"]
    judgments = ax.read_judgments(search.judgments, weights=search.weights, lengths=search.lengths)
    expected = ax.evaluate(judgments, search.runs, measures).to_polars()
    for form, name, runs, ending in (
        ("trec", "qrels.diversity.txt.gz", "*.gz", "tsv"),
        ("parquet", "judgments.parquet", "*.parquet", "parquet"),
    ):
        folder = tmp_path / form
        write_search(search, folder, form)
        read = ax.read_judgments(
            folder / name, weights=folder / f"weights.{ending}", lengths=folder / f"lengths.{ending}"
        )
        values = ax.evaluate(read, ax.scan_runs(folder / "runs" / runs), measures).to_polars()
        key = values.columns[:3]
        assert values.sort(key).equals(expected.sort(key))


def test_adhoc_judgments_have_the_largest_grade(search, tmp_path):
    write_search(search, tmp_path)
    read = ax.read_judgments(tmp_path / "qrels.adhoc.txt.gz").frame
    largest = search.judgments.group_by("query", "item").agg(pl.col("grade").max())
    assert read["aspect"].unique().to_list() == ["0"]
    assert sorted(read.select("query", "item", "grade").rows()) == sorted(largest.rows())


def test_same_seed_same_bytes(tmp_path, search, rated):
    for form in ("trec", "parquet"):
        for name in ("one", "two"):
            write_search(search, tmp_path / form / name / "search", form)
            write_ratings(rated, tmp_path / form / name / "ratings", form)
        one, two = (tmp_path / form / name for name in ("one", "two"))
        assert all((one / each).read_bytes() == (two / each).read_bytes() for each in files_in(one))


def test_the_world_is_written_down_and_made_again(search, tmp_path):
    write_search(search, tmp_path)
    told = json.loads((tmp_path / "world.json").read_text())
    assert (told.pop("kind"), told.pop("axiometer")) == ("search", version("axiometer"))
    again = simulate_search(SearchWorld(**told))
    assert again.world == search.world
    assert again.runs.equals(search.runs)
    truth = pl.read_csv(tmp_path / "truth.tsv", separator="\t")
    assert truth.equals(search.truth)


def test_ratings_are_laid_out_as_movielens(rated, tmp_path):
    write_ratings(rated, tmp_path)
    tables = {"ratings.csv", "movies.csv", "train.csv", "test.csv", "truth.tsv", "world.json"}
    assert files_in(tmp_path) == tables | {f"runs/{system}.run.gz" for system in SYSTEMS}
    assert (tmp_path / "ratings.csv").read_text().startswith("userId,movieId,rating,timestamp\n1,")
    assert (tmp_path / "movies.csv").read_text().startswith("movieId,title,genres\n1,Item 1,genre")
    parts = ax.split_ratings(tmp_path, "time")
    assert sum(part.height for part in parts) == rated.ratings.height


def test_both_forms_of_ratings_give_the_same_values(rated, tmp_path):
    measures = ["nDCG@10", "alphabeta_nDCG@10", "ILD@10", "ARP@10"]
    expected = ax.evaluate(ax.read_ratings(rated.train, rated.test, rated.aspects), rated.runs, measures).to_polars()
    for form, aspects, runs, ending in (
        ("trec", "", "*.gz", "csv"),
        ("parquet", "aspects.parquet", "*.parquet", "parquet"),
    ):
        folder = tmp_path / form
        write_ratings(rated, folder, form)
        read = ax.read_ratings(folder / f"train.{ending}", folder / f"test.{ending}", folder / aspects)
        values = ax.evaluate(read, ax.scan_runs(folder / "runs" / runs), measures).to_polars()
        key = values.columns[:3]
        assert values.sort(key).equals(expected.sort(key))


def test_one_system_keeps_its_name(tmp_path):
    made = simulate_search(SearchWorld(queries=2, systems=1))
    for form, runs in (("trec", "*.gz"), ("parquet", "*.parquet")):
        write_search(made, tmp_path / form, form)
        read = ax.read_runs(tmp_path / form / "runs" / runs)
        assert [source.name for source in read.sources] == ["s01"]


def test_only_empty_folders_are_written_to(search, rated, tmp_path):
    (tmp_path / "empty").mkdir()
    check_folder(tmp_path / "empty")
    check_folder(tmp_path / "new" / "newer")
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("mine")
    for write, made in ((write_search, search), (write_ratings, rated)):
        with pytest.raises(
            InputError, match=r"full: found mine.txt; expected an empty folder, or the name of a new one"
        ):
            write(made, full)
        with pytest.raises(InputError, match=r"mine.txt: found a file; expected an empty folder"):
            write(made, full / "mine.txt")
        with pytest.raises(InputError, match=r"expected a folder that can be written to"):
            write(made, full / "mine.txt" / "below")
        with pytest.raises(UsageError, match="cannot be written as 'xml'; choose one of trec, parquet"):
            write(made, tmp_path / "other", "xml")
    assert files_in(tmp_path) == {"full/mine.txt"}
