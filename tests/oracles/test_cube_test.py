"""The Cube Test by the two programs of the TREC Dynamic Domain track.

cubetest-sample: cubeTest.pl of 2014 (github.com/trec-dd/trec-dd-metrics, commit f5d64030) on its own sample, γ = 0.5,
cut-offs 1, 3, 5 and 8, ten decimals. Time is reading time, an aspect is full at 1, grades are divided by 4, and lists
are in the order of the file. The lengths of items are the last column of the runs.

dd16: cubetest.py of 2017 (github.com/trec-dd/trec-dd-jig) on one run of the track of 2016, cut-offs 1, 2, 3, 5 and 10,
seven decimals. The row all is the mean over the queries of the run; two judged ones are not among them. An aspect is
full at 5. Passages are judged: the grade of an item is the sum over its passages, where a rating of 0 counts as 1. Time
counts iterations, and so do cut-offs. All iterations have five items except the last one of a query, and except the
first of DD16-49, which has three: what the program says of it follows from our gains and the run's own iterations. The
program's nct is no measure of ours: it is divided by something that is not the largest value, and goes up to 8.4.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import axiometer as ax

MEAN = "mean"
CUTOFFS = {"2014": (1, 3, 5, 8), "2017": (1, 2, 3, 5, 10)}
PER_ITERATION = 5
DEPTH = PER_ITERATION * max(CUTOFFS["2017"])
UNEVEN = "DD16-49"


def values_of(runs: pl.DataFrame, judgments: ax.Judgments, names: dict[str, str], **conventions) -> pl.DataFrame:
    """Measure lists in the order of their rows, with means, as the names on the left."""
    profile = ax.get_profile(order="file", queries="answered", **conventions)
    measured = ax.evaluate(judgments, runs, list(names.values()), profile=profile)
    their_name = dict(zip(map(str, measured.measures), names, strict=True))
    means = measured.mean().select("system", pl.lit(MEAN).alias("query"), "measure", "value")
    return pl.concat([measured.to_polars(), means]).with_columns(pl.col("measure").replace_strict(their_name))


def read_list_of_2014(path: Path) -> pl.DataFrame:
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    columns = ["query", "Q0", "item", "rank", "score", "tag", "length"]
    lists = pl.DataFrame(rows, schema=columns, orient="row").cast({"length": pl.Float64})
    return lists.select(pl.lit(path.stem).alias("system"), "query", "item", "length")


def read_output_of_2014(path: Path) -> pl.DataFrame:
    system = pl.col("runid").str.extract(r"(\w+)\.txt").alias("system")
    query = pl.col("topic").replace("amean", MEAN).alias("query")
    table = pl.read_csv(path, infer_schema=False).with_columns(system, query).drop("runid", "topic")
    return table.unpivot(index=["system", "query"], variable_name="measure").cast({"value": pl.Float64})


def test_program_of_2014(shared_data, half_unit, assert_agree):
    folder = shared_data / "cubetest-sample"
    lists = pl.concat(map(read_list_of_2014, sorted((folder / "data" / "runs").glob("*.txt"))))
    judgments = ax.read_judgments(folder / "data" / "gt.txt", lengths=lists.select("item", "length").unique())
    how = "(height=1,cap='stop',gain='linear',time='reading')"
    names = {f"ct_speed@{k}": f"CT{how}@{k}" for k in CUTOFFS["2014"]}
    names |= {f"ct_accel@{k}": f"ACT{how}@{k}" for k in CUTOFFS["2014"]}
    theirs = pl.concat(map(read_output_of_2014, sorted((folder / "oracle").glob("*.csv"))))
    assert theirs.height == 3 * 8 * 2
    theirs = theirs.with_columns(half_unit(theirs["value"], decimals=10))
    assert_agree(values_of(lists.drop("length"), judgments, names, max_grade=4), theirs)


@pytest.fixture(scope="module")
def judgments(shared_data) -> ax.Judgments:
    columns = ["query", "aspect", "item", "passage", "rating"]
    truth = pl.read_csv(
        shared_data / "dd16" / "qrels.tsv.gz", separator="\t", has_header=False, new_columns=columns, quote_char=None
    )
    grade = pl.col("rating").clip(lower_bound=1).sum().alias("grade")
    return ax.Judgments.of(truth.group_by("query", "aspect", "item", maintain_order=True).agg(grade))


@pytest.fixture(scope="module")
def lists(shared_data) -> pl.DataFrame:
    """The run: ``query``, ``iteration`` from 0 and ``item``, in the order in which items were seen."""
    columns = ["query", "iteration", "item", "score", "on_topic", "subtopics"]
    run = pl.read_csv(
        shared_data / "dd16" / "run.tsv.gz", separator="\t", has_header=False, new_columns=columns, quote_char=None
    )
    seen = run.select(pl.lit("run").alias("system"), "query", "iteration", "item")
    return seen.sort("query", "iteration", maintain_order=True)


@pytest.fixture(scope="module")
def theirs(shared_data, half_unit) -> pl.DataFrame:
    """ct and act at all cut-offs."""
    tables = []
    for c in CUTOFFS["2017"]:
        lines = (shared_data / "dd16" / "oracle" / f"dd16_cubetest2017_cutoff{c}.tsv").read_text().splitlines()
        header, *rows = map(str.split, lines)
        assert header == ["topic-id", f"ct@{c}", f"act@{c}", f"nct@{c}"]
        tables.append(pl.DataFrame(rows, schema=header, orient="row").drop(f"nct@{c}").unpivot(index="topic-id"))
    values = pl.concat(tables).select(
        pl.lit("run").alias("system"),
        pl.col("topic-id").replace("all", MEAN).alias("query"),
        pl.col("variable").alias("measure"),
        pl.col("value").cast(pl.Float64),
    )
    assert values.height == (51 + 1) * 2 * len(CUTOFFS["2017"])
    return values.with_columns(half_unit(values["value"], decimals=7))


def test_program_of_2017(judgments, lists, theirs, assert_agree):
    """Iterations of five items."""
    how = f"(batch={PER_ITERATION})"
    names = {f"ct@{c}": f"CT{how}@{PER_ITERATION * c}" for c in CUTOFFS["2017"]}
    names |= {f"act@{c}": f"ACT{how}@{PER_ITERATION * c}" for c in CUTOFFS["2017"]}
    ours = values_of(lists.drop("iteration"), judgments, names)
    is_even = ~pl.col("query").is_in([UNEVEN, MEAN])
    assert_agree(ours.filter(is_even), theirs.filter(is_even))
    uneven = theirs.filter(query=UNEVEN).join(ours, on=["query", "measure"], suffix="_of_ours")
    assert ((uneven["value"] - uneven["value_of_ours"]).abs() > uneven["tolerance"]).all()


def test_iterations_of_the_run(judgments, lists, theirs, assert_agree):
    """Our gain down to each item over the iterations of the run until then, also for the first iteration of DD16-49."""
    names = {str(rank): f"CT@{rank}" for rank in range(1, DEPTH + 1)}
    speed = values_of(lists.drop("iteration"), judgments, names).filter(pl.col("query") != MEAN)
    gain = speed.select("query", pl.col("measure").cast(pl.UInt32).alias("rank"), "value")
    ranked = lists.with_columns(
        pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).over("query").alias("rank"),
        pl.col("iteration").rank("dense").over("query").alias("time"),
    )
    # CT@i of ours is divided by i.
    per_time = pl.col("value") * pl.col("rank") / pl.col("time")
    rates = ranked.join(gain, on=["query", "rank"], maintain_order="left").with_columns(per_time.alias("value"))
    values = []
    for c in CUTOFFS["2017"]:
        seen = rates.filter(pl.col("iteration") < c).group_by("system", "query", maintain_order=True)
        for name, value in (("ct", pl.col("value").last()), ("act", pl.col("value").mean())):
            values.append(seen.agg(value).with_columns(pl.lit(f"{name}@{c}").alias("measure")))
    ours = pl.concat(values)
    means = ours.group_by("system", "measure").agg(pl.lit(MEAN).alias("query"), pl.col("value").mean())
    assert_agree(pl.concat([ours, means], how="diagonal"), theirs)
    assert ranked.filter(query=UNEVEN, iteration=0).height == 3
