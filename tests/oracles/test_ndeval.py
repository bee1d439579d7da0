"""The diversity judgments of the TREC Web Tracks 2010, 2011 and 2013, and film genres as aspects.

Programs: ndeval 4.5, the Web Track's own C program, and pyndeval 0.0.8, the same in a library. Outputs, with all 21
columns for each run:

    ndeval_rank           ndeval qrels.ndeval run                         six decimals
    ndeval_traditional    ndeval -traditional qrels.ndeval run            six decimals
    pyndeval_score        pyndeval.ndeval(qrels, run)                     %.10g
    pyndeval_rank         the same with minus the rank as score           %.10g
    pyndeval_genres       the same for four recommenders on MovieLens     %.10g, 11 columns, users with a relevant film

The genres' values are those of the rank column: in one list (ImplicitMF, 480) scores tie that were written with six
decimals, and ordered by score its MAP-IA is 0.0108837, not the 0.0108506 that the file has.

ndeval has a row for every query of the run. Where nothing was judged all of it is 0, and the row does not count in
``amean``. A judged query that the run leaves out has no row in either program, and does not count. ndeval refuses
negative grades, so it was given qrels.ndeval: qrels.diversity with 0 for negative grades, and without the aspects to
which no item is relevant. We need no such cleaning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import axiometer as ax

MEAN = "amean"
PROFILES = {
    "ndeval_rank": ax.get_profile("ndeval"),
    "ndeval_traditional": ax.get_profile("ndeval-traditional"),
    "pyndeval_score": ax.get_profile("pyndeval"),
    "pyndeval_rank": ax.get_profile("pyndeval", order="rank"),
    "pyndeval_genres": ax.get_profile("pyndeval", order="rank", queries="relevant"),
}
N_LISTS = {"web2010": 8 * 48, "web2011": 9 * 50 - 2, "web2013": 3 * 50}
LEFT_OUT = {"web2011": {("mdp-div-original", "143"), ("ppg", "120")}}
UNJUDGED = {"web2010": {("dvgan", "95"), ("dvgan", "100"), ("indri", "95"), ("indri", "100")}}


@dataclass(frozen=True)
class Comparison:
    """One output beside our values, which have its names of measures."""

    measured: ax.Measurements
    ours: pl.DataFrame
    our_means: pl.DataFrame
    theirs: pl.DataFrame


def compare(runs: str, judgments: Path, output: Path, half_unit: Callable[..., pl.Series]) -> Comparison:
    """Measure what the columns of an output say, by their own names."""
    file = output.name.split(".")[0]
    table = pl.read_csv(output, separator="\t", infer_schema=False).rename({"run": "system"})
    query, *columns = table.drop("system").columns
    theirs = table.rename({query: "query"}).unpivot(index=["system", "query"], variable_name="measure")
    theirs = theirs.with_columns(pl.col("value").cast(pl.Float64))
    digits = {"decimals": 6} if file.startswith("ndeval") else {"significant": 10}
    theirs = theirs.with_columns(half_unit(theirs["value"], **digits))
    measured = ax.evaluate(ax.read_judgments(judgments), ax.scan_runs(runs), columns, profile=PROFILES[file])
    column_of = dict(zip(map(str, measured.measures), columns, strict=True))
    ours, means = (
        values.with_columns(pl.col("measure").replace_strict(column_of))
        for values in (measured.to_polars(), measured.mean())
    )
    return Comparison(measured, ours, means, theirs)


@pytest.fixture(scope="module")
def compare_web(shared_data, half_unit) -> Callable[..., Comparison]:
    @cache
    def compare_year(year: str, file: str, judgments: str = "ndeval") -> Comparison:
        folder = shared_data / year
        output = folder / "oracle" / f"{file}.tsv.gz"
        return compare(str(folder / "runs" / "*.gz"), folder / f"qrels.{judgments}.txt.gz", output, half_unit)

    return compare_year


def lists_of(values: pl.DataFrame) -> set[tuple[str, str]]:
    return set(values.select("system", "query").iter_rows())


@pytest.mark.parametrize("file", ["ndeval_rank", "ndeval_traditional"])
@pytest.mark.parametrize("year", N_LISTS)
def test_ndeval(compare_web, year, file, assert_agree):
    web = compare_web(year, file)
    of_queries, means = web.theirs.filter(pl.col("query") != MEAN), web.theirs.filter(query=MEAN).drop("query")
    judged = of_queries.filter(pl.col("query").is_in(web.measured.queries))
    assert judged.height == 21 * N_LISTS[year]
    assert_agree(web.ours, judged)
    assert_agree(web.our_means, means)
    rest = of_queries.join(judged, on=["system", "query"], how="anti")
    assert lists_of(rest) == UNJUDGED.get(year, set())
    assert (rest["value"] == 0).all()


@pytest.mark.parametrize("file", ["pyndeval_score", "pyndeval_rank"])
@pytest.mark.parametrize("year", N_LISTS)
def test_pyndeval(compare_web, year, file, assert_agree):
    web = compare_web(year, file)
    assert web.theirs.height == 21 * N_LISTS[year]
    assert_agree(web.ours, web.theirs)


def test_pyndeval_on_genres(shared_data, half_unit, assert_agree):
    folder = shared_data / "ml-latest-small"
    output = folder / "oracle" / "pyndeval_genres.tsv"
    genres = compare(str(folder / "*.run.gz"), folder / "test.genre.qrels.gz", output, half_unit)
    assert genres.theirs.height == 11 * 4 * 132
    assert_agree(genres.ours, genres.theirs)


@pytest.mark.parametrize("year", N_LISTS)
def test_judgments_need_no_cleaning(compare_web, year):
    cleaned, whole = (compare_web(year, "ndeval_rank", judgments).measured for judgments in ("ndeval", "diversity"))
    np.testing.assert_array_equal(whole.values, cleaned.values)
    np.testing.assert_array_equal(whole.is_included, cleaned.is_included)
    systems, queries = np.array(whole.systems), np.array(whole.queries)
    left_out = {(str(systems[s]), str(queries[r])) for s, r in np.argwhere(~whole.is_included)}
    assert left_out == LEFT_OUT.get(year, set())


@pytest.mark.parametrize("program", ["ndeval", "pyndeval"])
@pytest.mark.parametrize("year", ["web2010", "web2011"])
def test_order_of_gdesa(compare_web, year, program):
    """Its rank column contradicts its scores: the two orders have different values, for us where they have for them."""
    files = ["ndeval_rank", "ndeval_traditional"] if program == "ndeval" else ["pyndeval_rank", "pyndeval_score"]
    by_rank, by_score = (compare_web(year, file) for file in files)
    differ = []
    for side in ("ours", "theirs"):
        values = [getattr(each, side).filter(system="gdesa", measure="alpha-nDCG@20") for each in (by_rank, by_score)]
        both = values[0].join(values[1], on="query", suffix="_by_score").filter(pl.col("query") != MEAN)
        is_other = (pl.col("value") - pl.col("value_by_score")).abs() > 1e-6
        differ.append(set(both.filter(is_other)["query"]))
    assert differ[0] == differ[1]
    assert len(differ[0]) >= 20
