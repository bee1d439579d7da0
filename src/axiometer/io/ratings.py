"""Reading ratings, and what belongs to them: aspects of items, and the probabilities alpha and beta."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from os import PathLike, fspath
from typing import Any, Final

import polars as pl

from axiometer.data import Judgments, schema, split
from axiometer.data.aspects import ItemAspects
from axiometer.data.catalogue import Catalogue, all_items
from axiometer.data.frames import Origin, is_frame, refuse, to_polars
from axiometer.data.ratings import (
    AS_RATINGS,
    NO_RATINGS,
    check_top,
    probabilities_of_frame,
    rating_frame,
    ratings_of_frame,
    shared_pairs,
    time_column,
    times_of_frame,
)
from axiometer.data.split import LEFT_OUT, SHARE, How
from axiometer.errors import InputError, UsageError, counted
from axiometer.io import movielens
from axiometer.io.aspects import load_item_aspects
from axiometer.io.chunks import is_dataset, read_dataset
from axiometer.io.content import name_of, read_bytes
from axiometer.io.problems import explanation, find_problems
from axiometer.io.tables import is_table, read_table
from axiometer.io.text import (
    JUDGMENT_LAYOUT,
    decoded,
    first_line,
    line_origin,
    parse,
    parse_separated,
    separated_problems,
)

RATING_FIELDS: Final = ("user", "item", "rating", "time")
"""What stands on a line of text without names of columns; the last two may be missing."""


def read_ratings(
    train: Any = None,
    test: Any = None,
    aspects: Any = None,
    *,
    max_rating: float | None = None,
    alpha: Any = None,
    beta: Any = None,
) -> Judgments:
    """Read ratings as judgments, and with them all that is known of items and users.

    Parameters
    ----------
    train
        The training ratings, which a recommender knew, or None: a path to CSV, TSV or Parquet with columns for user,
        item and rating; to text without names of columns, in which tabs, commas or ``::`` stand between user, item,
        rating and time, or blanks as in TREC judgments (user, 0, item, rating); or a folder of MovieLens. All may be
        packed (gz, bz2, xz, zst). Also a frame, or ``{user: {item: rating}}``. Without ratings each one is 1.
    test
        The test ratings, with which recommendations are measured, in the same forms. No user and item may be in both.
    aspects
        The aspects of items, such as genres: a path to a table whose column of aspects has lists or ``A|B|C``, or a row
        for each aspect, or to one with a column of 0 and 1 for each aspect; to text without names of columns, in which
        tabs stand between an item and its aspects; or a folder of MovieLens. Also a frame or ``{item: [aspect, …]}``.
    max_rating
        The top of the rating scale; otherwise the largest rating of both parts.
    alpha, beta
        Probabilities for measures that need them: paths to tables, or frames, with the columns ``item``, ``user`` or
        both and ``alpha``, or ``user``, ``rating`` or both and ``beta``.

    Examples
    --------
    >>> import axiometer as ax
    >>> train, test = {"ann": {"brazil": 4.0}, "bob": {"alien": 3.0}}, {"ann": {"alien": 5.0}}
    >>> ratings = ax.read_ratings(train, test, {"alien": ["horror"], "brazil": ["comedy"]})
    >>> ax.evaluate(ratings, {"ann": ["alien"]}, "nDCG@1").to_dict()
    {'run': {'nDCG@1': 1.0}}
    """
    check_top(max_rating)
    if test is None:
        raise UsageError("test ratings are needed: read_ratings(train, test), or read_ratings(test=…) without train")
    tested, test_origin = _ratings(test, "test", max_rating)
    known, train_source = NO_RATINGS, "train"
    if train is not None:
        known, train_origin = _ratings(train, "train", max_rating)
        train_source = train_origin.source
        refuse(shared_pairs(tested, known, test_origin, train_source))
    catalogue = read_catalogue(aspects, alpha, beta)
    catalogue = replace(
        catalogue,
        items=all_items(catalogue.items, known[schema.ITEM], tested[schema.ITEM]),
        train=known,
        train_source=train_source,
    )
    aspect = pl.lit(schema.NO_ASPECT).alias(schema.ASPECT)
    return Judgments(
        tested.select(schema.QUERY, aspect, schema.ITEM, schema.GRADE),
        source=test_origin.source,
        catalogue=catalogue,
        max_grade=max_rating if max_rating is not None else _largest(tested, known),
    )


def read_catalogue(aspects: Any, alpha: Any, beta: Any) -> Catalogue:
    """Read what is known of items and users beside ratings; the items are those that have aspects."""
    described, aspects_source = (ItemAspects.none(), "aspects") if aspects is None else load_item_aspects(aspects)
    return Catalogue(
        items=all_items(described.items),
        aspects=described.pairs,
        train=NO_RATINGS,
        alpha=None if alpha is None else read_probabilities(alpha, schema.ALPHA),
        beta=None if beta is None else read_probabilities(beta, schema.BETA),
        aspects_source=aspects_source,
        alpha_source=name_of(alpha, schema.ALPHA),
        beta_source=name_of(beta, schema.BETA),
    )


def split_ratings(
    ratings: Any, how: How = "random", *, share: float = SHARE, n: int = LEFT_OUT, seed: int = 0
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Split ratings, user by user, into ``(train, test)``; the rows keep their order.

    The columns are ``user``, ``item``, ``rating`` and, where there are times, ``time``. At least one rating of each
    user stays in train, so that a user with a single one is not tested.

    Parameters
    ----------
    ratings
        A path, a folder, a frame or a dictionary, as ``read_ratings`` takes them.
    how
        ``"random"`` draws a share of the ratings of each user; ``"time"`` takes the latest share, and needs times;
        ``"leave-one-out"`` takes the latest rating of each user, or a random one if there are no times.
    share
        The share of a user's ratings that goes to test, above 0 and below 1; half a rating counts as one.
    n
        How many ratings of each user are left out, with ``"leave-one-out"``.
    seed
        Same seed, same result, whatever the machine and the order of the rows. It also orders ratings of equal times.

    Examples
    --------
    >>> import axiometer as ax
    >>> ratings = {"ann": {"a": 5, "b": 3, "c": 4}, "bob": {"a": 2, "c": 1}}
    >>> train, test = ax.split_ratings(ratings, how="leave-one-out", seed=1)
    >>> train.height, test.height
    (3, 2)
    """
    frame, origin = load_ratings(ratings, "ratings")
    table = ratings_of_frame(frame, origin)
    times = time_column(frame, origin) if how == "random" else times_of_frame(frame, origin)
    if times is not None:
        table = table.with_columns(times)
    elif how == "time":
        found = f"the columns {', '.join(frame.columns)}"
        expected = f"a column for the time, called one of {', '.join(schema.ALIASES[schema.TIME])}"
        raise InputError(found, expected, source=origin.source)
    train, test = split.split_ratings(table, how, share=share, n=n, seed=seed)
    return train.rename(AS_RATINGS), test.rename(AS_RATINGS)


def load_ratings(ratings: Any, name: str) -> tuple[pl.DataFrame, Origin]:
    """Read ratings as they are, unchecked, and say where their rows are."""
    if not isinstance(ratings, str | PathLike):
        return rating_frame(ratings, name), Origin(name)
    if is_dataset(fspath(ratings)):
        return read_dataset(fspath(ratings)), Origin(fspath(ratings))
    path = movielens.ratings_file(fspath(ratings))
    return parse_ratings(read_bytes(path), path)


def parse_ratings(data: bytes, path: str) -> tuple[pl.DataFrame, Origin]:
    """Read a table of ratings, or text without names of columns."""
    if is_table(data, ""):  # a file called .csv may have no names of columns: only its content tells
        return read_table(data, path)
    text, separator = _separated_text(data, path)
    if separator is None:
        frame = parse(text, JUDGMENT_LAYOUT, JUDGMENT_LAYOUT.fields)
        if frame is None:
            raise explanation(text, JUDGMENT_LAYOUT, path)
        return frame, line_origin(text, frame, path)
    fields = _fields(text, separator, path)
    frame = parse_separated(text, separator, fields)
    if frame is None:
        unexplained = InputError("lines that cannot be read", f"lines of {', '.join(fields)}", source=path)
        raise next(separated_problems(text, separator, fields, path), unexplained)
    if len(fields) == len(RATING_FIELDS) and (frame["item"] == schema.NO_ASPECT).all():
        found = f"the item {schema.NO_ASPECT} for all users, as in TREC judgments (user {schema.NO_ASPECT} item rating)"
        raise InputError(found, "blanks between the fields of judgments", source=path)
    return frame, line_origin(text, frame, path)


def text_problems(data: bytes, path: str) -> Iterator[InputError]:
    """Find all lines of ratings without names of columns that cannot be read."""
    text, separator = _separated_text(data, path)
    if separator is None:
        yield from (problem.error(path) for problem in find_problems(text, JUDGMENT_LAYOUT))
    else:
        yield from separated_problems(text, separator, _fields(text, separator, path), path)


def _separated_text(data: bytes, path: str) -> tuple[bytes, str | None]:
    """Give the text and what stands between the fields of its first line: a tab, a comma, or nothing but blanks."""
    text = decoded(data, path)
    if movielens.has_colons(text):
        return text.replace(b"::", b"\t"), "\t"
    _, first = first_line(text)
    return text, next((separator for separator in ("\t", ",") if separator in first), None)


def _fields(text: bytes, separator: str, path: str) -> tuple[str, ...]:
    """Say what the fields of a text are by their number in the first line."""
    line, first = first_line(text)
    values = first.split(separator)
    expected = (
        "user, item and perhaps rating and time, or a first line with names of columns such as user, item, rating"
    )
    if not 2 <= len(values) <= len(RATING_FIELDS):
        raise InputError(f"{counted(len(values), 'field')}, {first[:80]!r}", expected, source=path, line=line)
    try:
        float(values[2].strip('"') if len(values) > 2 else 0)
    except ValueError:
        raise InputError(f"{values[2]!r} as the rating", f"a number: {expected}", source=path, line=line) from None
    return RATING_FIELDS[: len(values)]


def _ratings(ratings: Any, name: str, max_rating: float | None) -> tuple[pl.DataFrame, Origin]:
    frame, origin = load_ratings(ratings, name)
    return ratings_of_frame(frame, origin, max_rating), origin


def _largest(*parts: pl.DataFrame) -> float:
    return max(float(part[schema.GRADE].max()) for part in parts if part.height)  # type: ignore[arg-type]


def read_probabilities(thing: Any, ours: str) -> pl.DataFrame:
    """Read alpha or beta from a file, or make them of a frame."""
    if isinstance(thing, str | PathLike):
        path = fspath(thing)
        frame, origin = read_table(read_bytes(path), path, (ours,))
        return probabilities_of_frame(frame, ours, origin)
    if not is_frame(thing):
        raise InputError(f"{type(thing).__name__} for {ours}", "a file or a frame", source=ours)
    return probabilities_of_frame(to_polars(thing, ours), ours, Origin(ours))
