"""Rank-biased utility by its authors' own program, on the TREC Web Tracks 2010, 2011 and 2013.

Program: github.com/jCarrilloDeAlbornoz/RBU, in Java, by the authors of the measure (SIGIR 2018). It was run on
qrels.ndeval and on each run, whole and cut to 20 items, with the p and e of the columns; it prints four decimals. It
takes lists in the order of the file, has an H for each query and aspect, prints - for a query that nobody judged,
and 0 for a judged query that the run leaves out.

web2014-rbu-java-sample is what the authors published for one run of 2014, with p = 0.8 and e = 0.03. The run is not
public; query 271, for which nothing it has is relevant, shows what effort alone amounts to.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import polars as pl
import pytest

import axiometer as ax

PARAMETERS = [("0.8", "0.03"), ("0.99", "0.05")]
N_LISTS = {"web2010": 8 * 48, "web2011": 9 * 50, "web2013": 3 * 50}
UNJUDGED = {"web2010": [("dvgan", "100"), ("dvgan", "95"), ("indri", "100"), ("indri", "95")]}


@pytest.fixture(scope="module", params=N_LISTS)
def year(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def output(shared_data, year) -> pl.DataFrame:
    table = pl.read_csv(shared_data / year / "oracle" / "rbu_java.tsv.gz", separator="\t", infer_schema=False)
    return table.rename({"run": "system", "topic": "query", "RBU": "value"})


@pytest.fixture(scope="module")
def theirs(output, year, half_unit) -> pl.DataFrame:
    """Give the numbers."""
    numbers = output.filter(pl.col("value") != "-").cast({"value": pl.Float64})
    assert numbers.height == 4 * N_LISTS[year]
    return numbers.with_columns(half_unit(numbers["value"], decimals=4))


@pytest.fixture(scope="module")
def measure(shared_data, year) -> Callable[..., pl.DataFrame]:
    """Give our values by p and e; the first are those of the profile."""

    @cache
    def values(*, cutoff: str = "", depth: int | None = None, judgments: str = "ndeval") -> pl.DataFrame:
        runs = ax.scan_runs(str(shared_data / year / "runs" / "*.gz"))
        judged = ax.read_judgments(shared_data / year / f"qrels.{judgments}.txt.gz")
        names = [f"RBU{cutoff}", f"RBU(p=0.99,e=0.05){cutoff}"]
        measured = ax.evaluate(judged, runs, names, profile=ax.get_profile("rbu-java", depth=depth))
        names_of = zip(map(str, measured.measures), *zip(*PARAMETERS, strict=True), strict=True)
        told = pl.DataFrame(list(names_of), schema=["measure", "p", "e"], orient="row")
        return measured.to_polars().join(told, on="measure").drop("measure")

    return values


@pytest.mark.parametrize(
    ("depth", "how"), [("full", {}), ("20", {"cutoff": "@20"}), ("20", {"depth": 20})], ids=["full", "@20", "depth 20"]
)
def test_every_run_and_query(measure, theirs, depth, how, assert_agree):
    assert_agree(measure(**how), theirs.filter(depth=depth).drop("depth"))


def test_cutoff_and_depth_are_the_same(measure):
    assert measure(cutoff="@20").equals(measure(depth=20))


def test_judgments_need_no_cleaning(measure):
    """The program stops at a negative grade, and has no number for an aspect to which no item is relevant."""
    assert measure(judgments="diversity").equals(measure())


def test_dashes_are_queries_that_nobody_judged(output, year):
    dashes = output.filter(value="-").group_by("system", "query").len().sort("system", "query")
    assert dashes.rows() == [(*each, 2 * len(PARAMETERS)) for each in UNJUDGED.get(year, [])]


def test_effort_alone(shared_data, half_unit):
    """A long list without a relevant item has −e, and nothing can have less."""
    report = (shared_data / "web2014-rbu-java-sample" / "Results.uogTrDuax.tsv").read_text()
    theirs = {name: float(value.replace(",", ".")) for name, value in re.findall(r'"(\d+)"\t"(\S+)"', report)}
    assert len(theirs) == 50
    assert theirs["271"] == min(theirs.values()) == -0.03
    run = {"271": [f"item{rank}" for rank in range(1000)]}
    ours = ax.evaluate({"271": {"never-retrieved": {"1": 2}}}, run, "RBU", profile="rbu-java").values.item()
    assert abs(ours - theirs["271"]) <= half_unit(pl.Series([theirs["271"]]), decimals=4).item()
    assert ours == pytest.approx(-0.03, abs=1e-15)
