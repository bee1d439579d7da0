"""Four recommenders on MovieLens, as LensKit sees them.

Program: lenskit 2025.6.3. For each run and user, NDCG, Recall, Precision, Hit, RecipRank and RBP with the patience 0.8
(its own default is 0.85), printed with eight significant digits. The truth are all test ratings, of 0.5 stars and more,
without their values. Recall is divided by min(k, relevant items), and nDCG's discount is log2(max(i, 2)).
"""

from __future__ import annotations

import polars as pl
import pytest

import axiometer as ax

NAMES = {
    "NDCG@10": "nDCG@10",
    "NDCG@100": "nDCG@100",
    "RecipRank": "RR",
    "Precision@10": "P@10",
    "Recall@10": "R@10",
    "Recall@100": "R@100",
    "Hit@10": "Success@10",
    "RBP@100": "RBP(p=0.8)@100",
}


@pytest.fixture(scope="module")
def both(shared_data, half_unit) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Our values and theirs, by their names."""
    folder = shared_data / "ml-latest-small"
    runs = ax.read_runs(str(folder / "*.run.gz"), order="rank")
    measured = ax.evaluate(ax.read_judgments(folder / "test.qrels.gz"), runs, list(NAMES.values()), profile="lenskit")
    name_of = dict(zip(map(str, measured.measures), NAMES, strict=True))
    ours = measured.to_polars().with_columns(pl.col("measure").replace_strict(name_of))
    theirs = (
        pl
        .read_csv(folder / "oracle" / "lenskit.tsv", separator="\t", schema_overrides={"user_id": pl.String})
        .select(pl.col("run").alias("system"), pl.col("user_id").alias("query"), pl.col(*NAMES).cast(pl.Float64))
        .unpivot(index=["system", "query"], variable_name="measure")
    )
    return ours, theirs.with_columns(half_unit(theirs["value"], significant=8))


@pytest.mark.parametrize("name", NAMES)
def test_lenskit(both, name, assert_agree):
    ours, theirs = (frame.filter(measure=name) for frame in both)
    assert theirs.height == 4 * 135
    assert_agree(ours, theirs)
