"""What is known of the items of lists that are shown: grades and aspects."""

from __future__ import annotations

from typing import Final

import polars as pl

from axiometer.data import Judgments, schema
from axiometer.notes import Note
from axiometer.projection.judged import JudgedItems

_MOST_NAMED: Final = 5


def without_rounds(judgments: Judgments) -> tuple[Judgments, list[Note]]:
    """Take away what looks like aspects, but that no item has two of, such as rounds of judging, and say so."""
    if judgments.weights is not None or not judgments.are_aspects_judged or judgments.are_aspects_shared:
        return judgments, []
    told = "not shown as aspects, as no item is judged for several of them and no measure needs them"
    names = judgments.frame[schema.ASPECT].unique(maintain_order=True)
    some = ", ".join(names[:_MOST_NAMED]) + (" …" if len(names) > _MOST_NAMED else "")
    return judgments.without_aspects(), [Note("no_aspects", "", f"{told}: {some}", len(names))]


def labels_of(judged: JudgedItems, lists: pl.DataFrame) -> pl.DataFrame:
    """Find all that is known of the items shown."""
    judgments, key = judged.judgments, [schema.QUERY, schema.ITEM]
    shown = lists.select(key).unique(maintain_order=True)
    columns = (*key, schema.ASPECT, schema.GRADE)
    if judged.is_described and judgments.catalogue is not None:
        rated = shown.join(judgments.frame.drop(schema.ASPECT), on=key, how="left", maintain_order="left")
        found = rated.join(judgments.catalogue.aspects, on=schema.ITEM, how="left", maintain_order="left")
        return found.filter(pl.any_horizontal(pl.col(schema.ASPECT, schema.GRADE).is_not_null())).select(columns)
    found = shown.join(judgments.frame, on=key, maintain_order="left").select(columns)
    # Only some judgments may be of no aspect, which counts as one where it has a relevant item.
    of = [schema.QUERY, schema.ASPECT]
    named = judged.aspects.select(of, is_named=1) if judgments.has_aspects else found.select(of, is_named=1).clear()
    found = found.join(named, on=of, how="left", maintain_order="left")
    is_none = (pl.col(schema.ASPECT) == schema.NO_ASPECT) & pl.col("is_named").is_null()
    return found.with_columns(pl.when(~is_none).then(schema.ASPECT).alias(schema.ASPECT)).select(columns)


def aspects_of(judged: JudgedItems, queries: pl.Series) -> pl.DataFrame:
    """Find the aspects of queries, and how many relevant items they have; without aspects, those of the query."""
    judgments = judged.judgments
    no_weight = pl.lit(None, pl.Float64).alias(schema.WEIGHT)
    if judgments.has_aspects:
        key = [schema.QUERY, schema.ASPECT]
        known = judged.is_described or judgments.weights is not None
        aspects = judged.aspects.select(*key, schema.WEIGHT if known else no_weight)
        grades = judged.aspect_grades
    else:
        key = [schema.QUERY]
        aspects = judged.codes.select(*key, pl.lit(None, pl.String).alias(schema.ASPECT), no_weight)
        grades = judgments.frame
    n_relevant = grades.filter(pl.col(schema.GRADE) > 0).group_by(key).agg(pl.len().cast(pl.Int64).alias("n_relevant"))
    found = aspects.filter(pl.col(schema.QUERY).is_in(queries.implode()))
    found = found.join(n_relevant, on=key, how="left", maintain_order="left")
    return found.with_columns(pl.col("n_relevant").fill_null(0))
