"""Film genres as aspects, of which there are two kinds of judgments: genre by genre, or ratings and genres of films.

Program: pyndeval 0.0.8, whose output for four recommenders on MovieLens (ml-latest-small) has 11 columns with ten
significant digits and the users to whom at least one film of the test part is relevant: rated 4 or better, and then
relevant to each of its genres. The lists are in the order of the rank column, see test_ndeval.py.

Both kinds of judgments must give these numbers. What differs is not in them:

    users       three have no film rated 4 or better; pyndeval has no rows for them, and our values are 0 or undefined
    weights     genres of ratings are weighted by each user's interest, so that equal weights are given here; only
                AP_IA and P_IA take notice of them
    genres      those of the train part count only for a user's interest, and those to which no film is relevant not at
                all, as in the file of judged genres
"""

from __future__ import annotations

import polars as pl
import pytest

import axiometer as ax
from axiometer.measures.names import parse_measures

LIKED = 4
N_USERS, N_WITHOUT_LIKES = 135, 3
BY_WEIGHT = {"MAP-IA", "P-IA@10"}
BY_RANK = ax.get_profile("pyndeval", order="rank")


@pytest.fixture(scope="module")
def folder(shared_data):
    return shared_data / "ml-latest-small"


@pytest.fixture(scope="module")
def pyndeval_output(folder, half_unit):
    table = pl.read_csv(folder / "oracle" / "pyndeval_genres.tsv", separator="\t", infer_schema=False)
    theirs = table.rename({"run": "system", "user": "query"}).unpivot(
        index=["system", "query"], variable_name="measure"
    )
    theirs = theirs.with_columns(pl.col("value").cast(pl.Float64))
    return theirs.with_columns(half_unit(theirs["value"], significant=10))


@pytest.fixture(scope="module")
def ratings(folder):
    """The test ratings with what users had rated before, and the genres of films."""
    test = ax.read_judgments(folder / "test.qrels.gz").frame.select(user="query", item="item")
    rated = pl.read_csv(folder / "ratings.csv.gz", infer_schema=False).rename({"userId": "user", "movieId": "item"})
    train = rated.join(test, on=["user", "item"], how="anti")
    assert rated.height - train.height == test.height == 4441
    return ax.read_ratings(train, folder / "test.qrels.gz", folder / "movies.csv.gz")


@pytest.fixture(scope="module")
def with_equal_weights(ratings):
    pairs = ratings.frame.join(ratings.catalogue.aspects, on="item").select("query", aspect="aspect_right").unique()
    return ax.read_judgments(ratings, weights=pairs.with_columns(weight=1 / pl.len().over("query")))


def measured(folder, judgments, columns, **usual) -> pl.DataFrame:
    """Measure what the columns of an output say, by their own names."""
    measures = parse_measures(columns, profile=BY_RANK, **usual)
    runs = ax.scan_runs(str(folder / "*.run.gz"))
    found = ax.evaluate(judgments, runs, measures, profile=BY_RANK).to_polars().rename({judgments.asker: "query"})
    column_of = dict(zip(map(str, measures), columns, strict=True))
    return found.with_columns(pl.col("measure").replace_strict(column_of))


def for_users_of(theirs: pl.DataFrame, ours: pl.DataFrame) -> pl.DataFrame:
    """Keep the users of an output; of those it leaves out, there is nothing to be told."""
    others = ours.join(theirs, on="query", how="anti")
    assert others["query"].n_unique() == N_WITHOUT_LIKES
    assert others["value"].fill_nan(0).unique().to_list() == [0]
    return ours.join(theirs, on="query", how="semi")


def columns_of(theirs: pl.DataFrame) -> list[str]:
    return theirs["measure"].unique(maintain_order=True).to_list()


def test_judged_genres(folder, pyndeval_output, assert_agree):
    ours = measured(folder, ax.read_judgments(folder / "test.genre.qrels.gz"), columns_of(pyndeval_output))
    assert pyndeval_output.height == 11 * 4 * (N_USERS - N_WITHOUT_LIKES)
    assert_agree(for_users_of(pyndeval_output, ours), pyndeval_output)


def test_ratings_and_genres_of_films(folder, with_equal_weights, pyndeval_output, assert_agree):
    ours = measured(folder, with_equal_weights, columns_of(pyndeval_output), rel=LIKED)
    assert_agree(for_users_of(pyndeval_output, ours), pyndeval_output)


def test_only_averages_over_genres_take_notice_of_interests(folder, ratings, pyndeval_output, assert_agree):
    columns = columns_of(pyndeval_output)
    ours = for_users_of(pyndeval_output, measured(folder, ratings, columns, rel=LIKED))
    unmoved = ~pl.col("measure").is_in(BY_WEIGHT)
    assert_agree(ours.filter(unmoved), pyndeval_output.filter(unmoved))
    for column in BY_WEIGHT:
        both = ours.filter(measure=column).join(pyndeval_output, on=["system", "query", "measure"], suffix="_equal")
        assert ((both["value"] - both["value_equal"]).abs() > 1e-3).any()
