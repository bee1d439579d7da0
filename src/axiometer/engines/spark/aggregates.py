"""What must be known of all queries before one of them is measured: found by small aggregations."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import polars as pl
from pyspark.sql import functions as f

from axiometer.conventions.profiles import Profile
from axiometer.data import Judgments, schema
from axiometer.data.aspects import ItemAspects, item_aspects_of
from axiometer.data.catalogue import Catalogue, all_items, counts_of
from axiometer.data.frames import Origin, is_frame, to_polars
from axiometer.data.judgments import NO_JUDGMENTS
from axiometer.data.lengths import LENGTHS
from axiometer.data.providers import PROVIDERS
from axiometer.data.ratings import NO_RATINGS, check_top, probabilities_of_frame
from axiometer.data.runs import UNNAMED
from axiometer.data.weights import WEIGHTS
from axiometer.engines.spark.errors import readable
from axiometer.engines.spark.tables import RUNS, Table, is_spark_frame
from axiometer.errors import InputError, UsageError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def collected(frame: DataFrame) -> pl.DataFrame:
    """Bring a small frame here."""
    with readable():
        if hasattr(frame, "toArrow"):
            return pl.DataFrame(pl.from_arrow(frame.toArrow()))
        return pl.from_pandas(frame.toPandas(), nan_to_null=False)  # Spark 3.5


@dataclass(frozen=True, kw_only=True, eq=False)
class Known:
    """Small tables that belong to judgments; every worker gets all of them."""

    aspects: ItemAspects | None = None
    alpha: pl.DataFrame | None = None
    beta: pl.DataFrame | None = None
    weights: pl.DataFrame | None = None
    lengths: pl.DataFrame | None = None
    providers: pl.DataFrame | None = None

    @classmethod
    def of(cls, **given: Any) -> Known:
        """Check tables that are frames of any kind, or dictionaries."""
        makers: dict[str, Callable[[Any], Any]] = {
            **{rules.name: rules.of for rules in (WEIGHTS, LENGTHS, PROVIDERS)},
            "aspects": _aspects_of,
        }
        names, made = [each.name for each in fields(cls)], dict[str, Any]()
        if unknown := [name for name in given if name not in names]:
            raise UsageError(f"there is no table of {unknown[0]}; there are {', '.join(names)}")
        for name, thing in given.items():
            if thing is None:
                continue
            table = collected(thing) if is_spark_frame(thing) else thing
            made[name] = makers[name](table) if name in makers else _probabilities(table, name)
        return cls(**made)

    @property
    def is_of_ratings(self) -> bool:
        """Whether there is anything that only ratings have."""
        return any(each is not None for each in (self.aspects, self.alpha, self.beta))


def _aspects_of(aspects: Any) -> ItemAspects:
    return aspects if isinstance(aspects, ItemAspects) else item_aspects_of(aspects)


def _probabilities(thing: Any, ours: str) -> pl.DataFrame:
    if not is_frame(thing):
        raise InputError(f"{type(thing).__name__} for {ours}", "a frame", source=ours)
    return probabilities_of_frame(to_polars(thing, ours), ours, Origin(ours, has_rows=False))


def all_systems(runs: Table, given: Sequence[str] | None) -> tuple[str, ...]:
    """Give the systems that somebody names, or look for them."""
    if isinstance(given, str):
        given = [given]
    if given is not None:
        if not given or len(set(given)) < len(given) or not all(isinstance(name, str) for name in given):
            raise UsageError(f"systems are {given!r}: name each once, as text")
        if schema.SYSTEM not in runs and len(given) > 1:
            raise UsageError(f"{len(given)} systems are named, but the runs have no column that tells them apart")
        return tuple(given)
    if schema.SYSTEM not in runs:
        return (UNNAMED,)
    found = collected(runs.frame.select(runs.text(schema.SYSTEM).alias(schema.SYSTEM)).distinct())[schema.SYSTEM]
    if not len(found):
        raise InputError("no rows", "at least one", source=RUNS)
    if found.null_count():
        raise InputError(f"None in the column {runs.names[schema.SYSTEM]!r}", "text", source=RUNS)
    return tuple(found.sort())


def plain_judgments(judgments: Table, known: Known, profiles: Sequence[Profile], max_grade: float | None) -> Judgments:
    """Give what all queries have in common, where grades are judgments.

    The top of the grading scale is looked for unless it is stated for all measures. Whether items were judged for
    aspects is looked for if there is such a column: then an item has several grades, whatever is measured.
    """
    is_top_stated = max_grade is not None or all(profile.max_grade is not None for profile in profiles)
    wanted = {} if is_top_stated else {"top": f.max(judgments.number(schema.GRADE))}
    if schema.ASPECT in judgments:
        aspect = judgments.text(schema.ASPECT)
        wanted["aspect"] = f.max(f.when(aspect != schema.NO_ASPECT, aspect))
    has_aspects = False
    if wanted:
        row = collected(judgments.frame.agg(*(each.alias(name) for name, each in wanted.items()))).row(0, named=True)
        if not is_top_stated:
            max_grade = _top(row["top"], judgments)
        has_aspects = row.get("aspect") is not None
    weights = known.weights
    if weights is None and schema.WEIGHT in judgments:
        names = [*schema.WEIGHTS_REQUIRED, *(name for name in schema.WEIGHTS_OPTIONAL if name in judgments)]
        weights = pl.DataFrame(schema={name: pl.Float64 if name == schema.WEIGHT else pl.String for name in names})
    return Judgments(
        NO_JUDGMENTS,
        weights=weights,
        lengths=known.lengths,
        providers=known.providers,
        max_grade=max_grade,
        has_judged_aspects=has_aspects,
    )


def rated(
    test: Table, train: Table | None, known: Known, max_rating: float | None, *, has_popularity: bool
) -> Judgments:
    """Give what all users have in common, where grades are ratings: all items, their popularity, the top rating.

    Parameters
    ----------
    test, train
        The ratings to measure against, and those of earlier.
    known
        What else is known.
    max_rating
        The top of the rating scale, if it is stated.
    has_popularity
        Whether a measure asks how many users had each item before.
    """
    check_top(max_rating)
    tables = [(test, 0), *([] if train is None else [(train, 1)])]
    are_whole = all(table.is_whole_number(schema.ITEM) for table, _ in tables)
    rows, *others = [_item_rows(table, before, are_whole=are_whole) for table, before in tables]
    for each in others:
        rows = rows.unionByName(each)
    of_items = (f.max(schema.GRADE).alias(schema.GRADE), f.sum("before").alias("before"))
    found = collected(rows.groupBy(schema.ITEM).agg(*of_items)).filter(pl.col(schema.ITEM).is_not_null())
    if found.is_empty():
        raise InputError("no rows", "at least one", source=test.source)
    found = found.with_columns(pl.col(schema.ITEM).cast(pl.String))
    described = ItemAspects.none() if known.aspects is None else known.aspects
    items = all_items(described.items, found[schema.ITEM])
    before = counts_of(items, found.select(schema.ITEM, "before"))
    n_users = int(before.sum() > 0)  # most measures ask only whether there are any
    if has_popularity and n_users and train is not None:
        users = train.frame.select(train.text(schema.QUERY).alias(schema.QUERY))
        n_users = collected(users.agg(f.countDistinct(schema.QUERY).alias("n"))).item()
    catalogue = Catalogue(
        items=items,
        aspects=described.pairs,
        train=NO_RATINGS,
        alpha=known.alpha,
        beta=known.beta,
        popularity=before,
        n_users=n_users,
    )
    return Judgments(
        NO_JUDGMENTS,
        weights=known.weights,
        lengths=known.lengths,
        providers=known.providers,
        catalogue=catalogue,
        max_grade=_top(found[schema.GRADE].max(), test) if max_rating is None else float(max_rating),
    )


def of_memory(judgments: Judgments) -> Judgments:
    """Give what all queries have in common, where all judgments are in memory."""
    shared, catalogue = judgments.without_rows(), judgments.catalogue
    if catalogue is None:
        return shared
    popularity = counts_of(catalogue.items, catalogue.train.group_by(schema.ITEM).len())
    n_users = catalogue.train[schema.QUERY].n_unique()
    return replace(shared, catalogue=replace(catalogue, train=NO_RATINGS, popularity=popularity, n_users=n_users))


def _item_rows(table: Table, before: int, *, are_whole: bool) -> DataFrame:
    item = (table.whole_number if are_whole else table.text)(schema.ITEM)
    grade = table.number(schema.GRADE).alias(schema.GRADE)
    return table.frame.select(item.alias(schema.ITEM), grade, f.lit(before).alias("before"))


def _top(grade: Any, table: Table) -> float:
    if grade is None:
        raise InputError("no rows", "at least one", source=table.source)
    if not math.isfinite(grade):
        raise InputError(
            f"{grade!r} in the column {table.names[schema.GRADE]!r}", "a finite number", source=table.source
        )
    return float(grade)
