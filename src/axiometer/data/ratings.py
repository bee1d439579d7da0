"""Ratings that users gave to items, and the probabilities that belong to them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from numbers import Real
from typing import Any, Final

import polars as pl

from axiometer.data import frames, schema
from axiometer.errors import InputError, UsageError, counted

PAIR: Final = (schema.QUERY, schema.ITEM)
NO_RATINGS: Final = pl.DataFrame(schema={schema.QUERY: pl.String, schema.ITEM: pl.String, schema.GRADE: pl.Float64})
IMPLICIT: Final = 1.0
"""The rating of an item that a user saw, bought or clicked, where there are no ratings."""
ALPHA_KEYS: Final = (schema.ITEM, schema.QUERY)
BETA_KEYS: Final = (schema.QUERY, schema.GRADE)

AS_RATINGS: Final = {schema.QUERY: schema.USER, schema.GRADE: "rating"}
"""What recommender programs call our columns."""

_RUN_NAMES: Final = {alias for ours in (schema.SYSTEM, schema.SCORE, schema.RANK) for alias in schema.ALIASES[ours]}


def rating_frame(ratings: Any, source: str) -> pl.DataFrame:
    """Make a Polars frame of a frame, or of ``{user: {item: rating}}``."""
    return frames.frame_of(ratings, source, _from_dictionary, "a dictionary {user: {item: rating}}")


def _from_dictionary(ratings: Mapping[Any, Any], source: str) -> pl.DataFrame:
    frames.refuse_merged_ids(ratings, "a user", source)
    users: list[str] = []
    items: list[str] = []
    given: list[Any] = []
    for user, by_item in ratings.items():
        if not isinstance(by_item, Mapping):
            found = f"{type(by_item).__name__} for user {user!r}"
            raise InputError(found, "a dictionary {item: rating}", source=source)
        users += [str(user)] * len(by_item)
        items += frames.ids_as_text(by_item, f"an item of user {user!r}", source)
        given += by_item.values()
    return pl.DataFrame({"user": users, "item": items, "rating": given}, strict=False)


def ratings_of_frame(frame: pl.DataFrame, origin: frames.Origin, max_rating: float | None = None) -> pl.DataFrame:
    """Check a frame of ratings: ``query``, ``item`` and ``grade``, in the order of its rows.

    The rating is a column that is known by a name of the grade, or else ``weight``, as RecTools calls it. A table with
    neither is implicit feedback: each rating is 1.
    """
    table = _standard(_with_ids_as_text(frame), origin)
    frames.refuse(_wrong(table, origin, max_rating))
    return table.select(*PAIR, schema.GRADE)


def rating_problems(
    frame: pl.DataFrame, origin: frames.Origin, max_rating: float | None = None
) -> Iterator[InputError]:
    """Find everything that is wrong with a frame of ratings: values first, and if they are right, the rest."""
    frame = _with_ids_as_text(frame)
    values = frames.column_problems(frame, rating_columns(frame.columns, origin), (schema.ASPECT,), origin)
    return frames.in_turn(values, lambda: _wrong(_standard(frame, origin), origin, max_rating))


def _wrong(table: pl.DataFrame, origin: frames.Origin, max_rating: float | None) -> Iterator[InputError]:
    yield from wrong_ratings(table, origin, max_rating)
    yield from repeated_ratings(table, origin)


def wrong_ratings(table: pl.DataFrame, origin: frames.Origin, max_rating: float | None = None) -> Iterator[InputError]:
    """Find the rows that are no ratings: empty ids, aspects, ratings below 0 or above the top."""
    yield from _empty_ids(table, origin)
    yield from _with_aspects(table, origin)
    for row, rating in frames.rows_where(table, pl.col(schema.GRADE) < 0, schema.GRADE):
        yield origin.error(row, f"the rating {rating:g}", "a rating from 0")
    if max_rating is not None:
        for row, rating in frames.rows_where(table, pl.col(schema.GRADE) > max_rating, schema.GRADE):
            yield origin.error(row, f"the rating {rating:g}", f"a rating of at most {max_rating:g}, the stated top")


def check_top(max_rating: float | None) -> None:
    """Refuse what is no top of a rating scale."""
    if max_rating is not None and not (isinstance(max_rating, Real) and 0 < max_rating < math.inf):
        raise UsageError(f"the top of the rating scale is {max_rating!r}; it must be a finite number above 0")


def repeated_ratings(table: pl.DataFrame, origin: frames.Origin) -> Iterator[InputError]:
    """Find the ratings of a user and item that have another one."""
    for row, user, item in frames.repeated(table, PAIR):
        yield origin.error(row, f"another rating of item {item!r} by user {user!r}", "each user and item once")


def _empty_ids(table: pl.DataFrame, origin: frames.Origin) -> Iterator[InputError]:
    for ours, name in zip(PAIR, map(_called, PAIR), strict=True):
        for (row,) in frames.rows_where(table, pl.col(ours) == ""):
            yield origin.error(row, f"an empty {name}", f"the id of the {name}")


def _with_aspects(table: pl.DataFrame, origin: frames.Origin) -> Iterator[InputError]:
    """Find rows that rate an aspect of an item: these are judgments of aspects, not ratings."""
    if schema.ASPECT in table.columns:
        for row, aspect in frames.rows_where(table, pl.col(schema.ASPECT) != schema.NO_ASPECT, schema.ASPECT):
            expected = f"the aspect {schema.NO_ASPECT} for all ratings; aspects of items go into a file of their own"
            yield origin.error(row, f"the aspect {aspect!r}", expected)


def shared_pairs(
    test: pl.DataFrame, train: pl.DataFrame, origin: frames.Origin, train_source: str
) -> Iterator[InputError]:
    """Find the ratings of the test part that are in the training part, too; they are told as one problem."""
    if not frames.has_repeated(pl.concat([test.select(PAIR), train.select(PAIR)]), PAIR):
        return
    shared = test.with_row_index("row").join(train, on=PAIR, how="semi", maintain_order="left")
    if shared.is_empty():  # the same part has a pair twice
        return
    row, user, item = shared.select("row", *PAIR).row(0)
    others = f" and {counted(shared.height - 1, 'other pair')} of user and item" if shared.height > 1 else ""
    found = f"user {user!r} and item {item!r}{others} also in {train_source}"
    yield origin.error(row, found, "each user and item in one of the two parts")


def time_column(frame: pl.DataFrame, origin: frames.Origin) -> pl.Series | None:
    """Give the times of ratings as they are, or nothing if there is no such column."""
    names = frames.column_names(frame.columns, (), (schema.TIME,), source=origin.source)
    return frame.get_column(names[schema.TIME]).alias(schema.TIME) if names else None


def times_of_frame(frame: pl.DataFrame, origin: frames.Origin) -> pl.Series | None:
    """Give the times of ratings as numbers or dates, or nothing if there is no such column."""
    column = time_column(frame, origin)
    if column is None:
        return None
    if column.dtype.is_numeric() or column.dtype.is_temporal():
        times = column.fill_nan(None) if column.dtype.is_float() else column
    else:
        times = _times_of_text(column)
    for row in times.is_null().arg_true():
        raise origin.error(row, f"the time {column[row]!r}", "a time, as a number of seconds or as 2016-10-17 12:30:00")
    return times


def _times_of_text(column: pl.Series) -> pl.Series:
    """Read all as whole numbers, as numbers or as dates, whichever reads the most."""
    text = column.cast(pl.String, strict=False)
    whole, numbers = text.cast(pl.Int64, strict=False), text.cast(pl.Float64, strict=False)
    if whole.null_count() == numbers.null_count() < column.len():
        return whole
    if numbers.null_count() < column.len():
        return numbers.fill_nan(None)
    if text.str.contains("/", literal=True).any():
        return pl.Series([None] * column.len())  # nobody knows which is the day and which the month
    try:
        return text.str.to_datetime(strict=False)
    except pl.exceptions.PolarsError:
        return pl.Series([None] * column.len())


def probabilities_of_frame(frame: pl.DataFrame, ours: str, origin: frames.Origin) -> pl.DataFrame:
    """Check a frame of ``alpha`` by item, user or both, or of ``beta`` by user, rating or both."""
    frames.refuse(probability_problems(frame, ours, origin))
    keys = _standard_keys(frame, ours, origin)
    column = frame.get_column(frames.column_names(frame.columns, (ours,), (), source=origin.source)[ours])
    return keys.with_columns(column.cast(pl.Float64).alias(ours))


def probability_problems(frame: pl.DataFrame, ours: str, origin: frames.Origin) -> Iterator[InputError]:
    """Find everything that is wrong with a frame of alpha or beta."""
    theirs = frames.column_names(frame.columns, (ours,), (), source=origin.source)[ours]
    keys = frames.column_names(frame.columns, (), _keys(ours), source=origin.source)
    if not keys:
        expected = f"a column for the {' or the '.join(map(_called, _keys(ours)))}, whose {ours} this is"
        yield InputError(f"the columns {', '.join(frame.columns)}", expected, source=origin.source)
        return
    problems = list(frames.column_problems(frame, tuple(keys), (), origin))
    column = frame.get_column(theirs)
    is_right = column.cast(pl.Float64, strict=False).is_between(0, 1).fill_null(value=False)
    problems += [
        origin.error(row, f"{column[row]!r} in the column {theirs!r}", "a number from 0 to 1")
        for row in (~is_right).arg_true()
    ]
    yield from problems
    if problems:
        return
    table = _standard_keys(frame, ours, origin)
    for row, *key in frames.repeated(table, table.columns):
        told = ", ".join(f"{_called(name)} {value!r}" for name, value in zip(table.columns, key, strict=True))
        yield origin.error(row, f"another {ours} for {told}", f"one {ours} for each")


def _keys(ours: str) -> tuple[str, str]:
    return ALPHA_KEYS if ours == schema.ALPHA else BETA_KEYS


def _called(ours: str) -> str:
    """Call a column as recommender programs do."""
    return AS_RATINGS.get(ours, ours)


def _standard_keys(frame: pl.DataFrame, ours: str, origin: frames.Origin) -> pl.DataFrame:
    return frames.standardise(frame, (), _keys(ours), origin)


def rating_columns(columns: Sequence[str], origin: frames.Origin) -> tuple[str, ...]:
    """Say which columns there must be: those of the ids, and of the rating unless this is implicit feedback."""
    names = {schema.plain(name) for name in columns}
    if not names & {*schema.ALIASES[schema.QUERY]}:
        expected = f"a column for the {schema.USER}, called one of {', '.join(schema.OF_USERS)}"
        raise InputError(f"the columns {', '.join(columns)}", expected, source=origin.source)
    if names & set(schema.ALIASES[schema.GRADE]):
        return (*PAIR, schema.GRADE)
    if schema.WEIGHT in names:
        return (*PAIR, schema.WEIGHT)
    if strange := sorted(names & _RUN_NAMES):
        expected = f"a column for the rating, called one of {', '.join(schema.ALIASES[schema.GRADE])}"
        found = f"the columns {', '.join(columns)}"
        raise InputError(found, f"{expected}, or no column {strange[0]}, if all ratings are 1", source=origin.source)
    return PAIR


def _with_ids_as_text(frame: pl.DataFrame) -> pl.DataFrame:
    """Write whole-number ids as text, once: every later cast then has nothing to do."""
    aliases = {alias for ours in PAIR for alias in schema.ALIASES[ours]}
    names = [name for name in frame.columns if schema.plain(name) in aliases and frame.schema[name].is_integer()]
    return frame.with_columns(pl.col(names).cast(pl.String)) if names else frame


def _standard(frame: pl.DataFrame, origin: frames.Origin) -> pl.DataFrame:
    table = frames.standardise(frame, rating_columns(frame.columns, origin), (schema.ASPECT,), origin)
    if schema.WEIGHT in table.columns:
        return table.rename({schema.WEIGHT: schema.GRADE})
    if schema.GRADE not in table.columns:
        return table.with_columns(pl.lit(IMPLICIT).alias(schema.GRADE))
    return table
