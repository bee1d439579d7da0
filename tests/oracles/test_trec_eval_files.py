"""trec_eval's own regression files.

Program: trec_eval 10.0, github.com/usnistgov/trec_eval, commit f4253652c8efd0d86ddffd0d163cc0a0f813111a, folder test.
Commands, from its Makefile, each with its expected output:

    trec_eval qrels.test results.test                                            out.test
    trec_eval -m all_trec qrels.test results.test                                out.test.a
    trec_eval -m all_trec -q qrels.test results.test                             out.test.aq
    trec_eval -m all_trec -q -c qrels.test results.trunc                         out.test.aqc
    trec_eval -m all_trec -q -c -M100 qrels.test results.trunc                   out.test.aqcM
    trec_eval -m all_trec -m relstring.20 -q -l2 qrels.rel_level results.test    out.test.aql
    trec_eval -q -m P.5,7,3 -m recall.20,2000 -m ndcg.1=3,2=9,4=4.5
        -m ndcg_cut.10,20,23.4 -m success.2,5,20 … qrels.test results.test       out.test.meas_params
    trec_eval qrels.comment.test results.comment.test                            out.comment.test
    trec_eval -m qrels_jg -q -R qrels_jg qrels.123 results.test                  out.test.qrels_jg

Values are printed with four decimals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import axiometer as ax

MEAN = "all"
UNJUDGED = [5, 10, 20]


@dataclass(frozen=True)
class Output:
    """One expected output, what it is computed from, and how many of its values we have too."""

    file: str
    n_values: int
    judgments: str = "qrels.test"
    run: str = "results.test"
    level: int = 1
    depth: int | None = None

    def __str__(self) -> str:
        return f"{self.file}-{self.judgments}-{self.run}"


OUTPUTS = [
    Output("out.test", 13),
    Output("out.test.a", 48),
    Output("out.test.aq", 4 * 48),
    Output("out.test.aq", 4 * 48, judgments="qrels.test.with-comments"),
    Output("out.test.aqc", 4 * 48, run="results.trunc"),
    Output("out.test.aqcM", 4 * 48, run="results.trunc", depth=100),
    Output("out.test.aql", 4 * 47, judgments="qrels.rel_level", level=2),
    Output("out.test.meas_params", 4 * 12),
    Output("out.comment.test", 13, judgments="qrels.comment.test", run="results.comment.test.gz"),
]


@dataclass(frozen=True)
class Files:
    """The files of the folder, read as the tests need them."""

    folder: Path
    scratch: Path
    half_unit: Callable[..., pl.Series]

    def judgments(self, name: str) -> ax.Judgments:
        return ax.read_judgments(self.folder / name)

    def run(self, name: str) -> ax.Runs:
        """Read a run; what trec_eval ignores after the sixth field is cut off, since here it is an error."""
        if name != "results.trunc":
            return ax.read_runs(self.folder / name)
        lines = (self.folder / name).read_text().splitlines()
        cut = self.scratch / name
        cut.write_text("".join(" ".join(line.split()[:6]) + "\n" for line in lines))
        return ax.read_runs(cut)

    def printed(self, name: str) -> pl.DataFrame:
        """Read an output; lines whose value is no number are left out."""
        lines = [line.split("\t") for line in (self.folder / name).read_text().splitlines()]
        texts = pl.DataFrame(lines, schema=["name", "query", "value"], orient="row")
        numbers = texts.select(
            pl.col("name").str.strip_chars(), "query", pl.col("value").cast(pl.Float64, strict=False)
        ).drop_nulls()
        return numbers.with_columns(self.half_unit(numbers["value"], decimals=4))


@pytest.fixture(scope="module")
def files(shared_data, tmp_path_factory, half_unit) -> Files:
    return Files(shared_data / "trec_eval-test" / "test", tmp_path_factory.mktemp("cut"), half_unit)


def with_means(measurements: ax.Measurements) -> pl.DataFrame:
    """Give the values, undefined ones as 0, and their means as those of one more query."""
    means = measurements.mean().select(pl.lit(MEAN).alias("query"), "measure", "value")
    return pl.concat([measurements.to_polars().select("query", "measure", "value").fill_nan(0), means])


def with_own_means(values: pl.DataFrame) -> pl.DataFrame:
    means = values.group_by("name").agg(pl.lit(MEAN).alias("query"), pl.col("value").mean())
    return pl.concat([values.select("query", "name", "value"), means.select("query", "name", "value")])


@pytest.mark.parametrize("output", OUTPUTS, ids=str)
def test_values_agree(output, files, measure_of, assert_agree):
    theirs = files.printed(output.file)
    names = {name: measure_of(name, level=output.level) for name in theirs["name"].unique(maintain_order=True)}
    is_compared = {name: ours is not None and ours.name != "Judged" for name, ours in names.items()}
    is_compared["rbp"] = output.level == 1  # rbp takes no notice of the level
    names = {name: ours for name, ours in names.items() if is_compared[name]}
    measured = ax.evaluate(
        files.judgments(output.judgments),
        files.run(output.run),
        names.values(),
        profile=ax.get_profile("trec_eval", depth=output.depth),
    )
    theirs = theirs.filter(pl.col("name").is_in(list(names))).with_columns(
        pl.col("name").replace_strict({name: str(ours) for name, ours in names.items()}).alias("measure")
    )
    theirs = theirs.drop("name")
    assert theirs.height == output.n_values
    assert_agree(with_means(measured).join(theirs, on="query", how="semi"), theirs)


@pytest.mark.parametrize("output", [each for each in OUTPUTS if ".aq" in each.file], ids=str)
def test_unjudged_is_what_judged_leaves(output, files, assert_agree):
    """unj_k divides by k also where the list is shorter, and takes a negative grade for no judgment."""
    runs = files.run(output.run)
    judged = files.judgments(output.judgments).to_polars().filter(pl.col("grade") >= 0)
    measured = ax.evaluate(
        judged, runs, [f"Judged@{k}" for k in UNJUDGED], profile=ax.get_profile("trec_eval", depth=output.depth)
    )
    length = runs.to_polars().group_by("query").agg(pl.len().alias("length"))
    k = pl.col("measure").str.extract(r"(\d+)").cast(pl.Int64)
    n_seen = pl.min_horizontal(k, pl.col("length").fill_null(0))
    ours = (
        measured
        .to_polars()
        .fill_nan(0)
        .join(length, on="query", how="left")
        .with_columns(pl.format("unj_{}", k).alias("name"), ((1 - pl.col("value")) * n_seen / k).alias("value"))
    )
    theirs = files.printed(output.file).filter(pl.col("name").is_in([f"unj_{k}" for k in UNJUDGED]))
    assert theirs.height == 4 * len(UNJUDGED)
    assert_agree(with_own_means(ours), theirs)


def test_rbp_of_grades_has_the_top_grade_of_each_query(files, assert_agree):
    """rbp maps the grades of a query to 0 … 1 by the largest of its own, whatever the level."""
    judgments = files.judgments("qrels.rel_level").to_polars()
    runs = files.run("results.test")
    measured = [ax.evaluate(one, runs, "RBP(p=0.9)").to_polars() for _, one in judgments.group_by("query")]
    theirs = files.printed("out.test.aql").filter(name="rbp")
    assert theirs.height == 4
    assert_agree(with_own_means(pl.concat(measured).with_columns(pl.lit("rbp").alias("name"))), theirs)


@pytest.mark.parametrize("judgments", ["qrels.123", "qrels.comments.123"])
def test_several_assessors_average_to_what_each_gives(judgments, files, assert_agree):
    """*_avgjg evaluates with the judgments of each assessor, who is in the second column, and averages."""
    by_assessor = files.judgments(judgments).to_polars().group_by("aspect")
    runs = files.run("results.test")
    theirs = files.printed("out.test.qrels_jg").filter(pl.col("name").str.contains(r"^(map|P)_avgjg"))
    names = {"AP": "map_avgjg"} | {f"P@{k}": f"P_avgjg_{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)}
    measured = pl.concat([ax.evaluate(one, runs, names).to_polars() for _, one in by_assessor])
    ours = measured.group_by("query", pl.col("measure").replace_strict(names).alias("name")).agg(pl.col("value").mean())
    assert theirs.height == 4 * len(names)
    assert_agree(with_own_means(ours), theirs)


def test_comments_change_nothing(files):
    """One comment in the file renames an item that the run does not have; all other lines are the same."""
    runs = files.run("results.test")
    measures = ["AP", "Bpref", "nDCG", "Judged@20", "R", "F"]
    plain, commented = (
        ax.evaluate(files.judgments(file), runs, measures) for file in ("qrels.test", "qrels.test.with-comments")
    )
    np.testing.assert_array_equal(plain.values, commented.values)


def test_one_query_in_files_of_its_own(files, assert_agree):
    theirs = files.printed("out.test.aq").filter(query="302")
    names = {"map": "AP", "bpref": "Bpref", "ndcg": "nDCG", "P_10": "P@10", "recall_100": "R@100", "Rprec": "Rprec"}
    measured = ax.evaluate(files.judgments("qrels-302.test"), files.run("results-302.test"), names.values())
    theirs = theirs.filter(pl.col("name").is_in(list(names))).with_columns(
        pl.col("name").replace_strict(names).alias("measure")
    )
    assert_agree(measured.to_polars(), theirs.drop("name"))
