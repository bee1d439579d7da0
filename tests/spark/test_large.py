"""Much data, or data in many places."""

from __future__ import annotations

import polars as pl
import pytest

pytest.importorskip("pyspark")

import axiometer as ax
from axiometer.engines.spark import Spark, evaluate
from tests.spark.comparing import assert_same_values

MEASURES = ["nDCG@10", "AP"]


def test_one_user_has_a_hundred_thousand_rows(spark, sent, tmp_path):
    many = pl.DataFrame({"user": [0] * 100_000, "item": range(100_000)})
    others = pl.DataFrame({"user": [1 + n % 5_000 for n in range(50_000)], "item": range(50_000)})
    lists = pl.concat([many, others]).with_columns(score=((pl.col("item") * 7919) % 100_003).cast(pl.Float64))
    judged = lists.filter(pl.col("item") % 3 == 0).select("user", "item", rating=pl.col("item") % 4)
    whole = ax.evaluate(judged, lists, [*MEASURES, "R@1000"])
    lists.sample(fraction=1, shuffle=True, seed=1).write_parquet(tmp_path / "lists.parquet")
    judged.write_parquet(tmp_path / "judged.parquet")
    runs, grades = (spark.read.parquet(str(tmp_path / f"{name}.parquet")) for name in ("lists", "judged"))
    assert_same_values(evaluate(grades, runs, [*MEASURES, "R@1000"]), whole)
    assert sent(judged[:1]).count() == 1


def test_a_thousand_tiny_files(spark, tmp_path):
    lists = pl.DataFrame({"user": [n // 10 for n in range(20_000)], "item": [n * 37 % 501 for n in range(20_000)]})
    lists = lists.unique().with_columns(score=(pl.col("item") % 97).cast(pl.Float64))
    judged = lists.filter(pl.col("item") % 4 == 0).select("user", "item", rating=pl.lit(1))
    for name, frame in (("lists", lists), ("judged", judged)):
        (tmp_path / name).mkdir()
        for at in range(1_000):
            frame[at::1_000].write_parquet(tmp_path / name / f"{at}.parquet")
    runs, grades = (spark.read.parquet(str(tmp_path / name)) for name in ("lists", "judged"))
    found = Spark(spark, keep="values").evaluate(grades, runs, MEASURES)
    assert_same_values(found.values, ax.evaluate(judged, lists, MEASURES))


def test_a_folder_that_is_there_is_not_written_over(spark, tmp_path):
    found = Spark(spark).evaluate({"q": {"a": 1}}, {"s": {"q": ["a"]}}, "RR")
    found.write(tmp_path / "values", "parquet")
    with pytest.raises(ax.InputError, match=r"values: found something that is there; expected a folder that does not"):
        found.write(tmp_path / "values", "parquet")
    assert found.in_memory(systems="s").to_polars().height == 1
