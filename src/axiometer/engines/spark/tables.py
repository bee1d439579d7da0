"""Frames of Spark with the usual column names, and the rows of all queries in one of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import polars as pl
from pyspark.sql import functions as f
from pyspark.sql import types as t

from axiometer.data import schema
from axiometer.data.frames import Origin, column_names
from axiometer.data.judgments import optional_columns, with_grade
from axiometer.data.ratings import IMPLICIT, rating_columns
from axiometer.errors import InputError, UsageError

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

LISTED, JUDGED, BEFORE = "listed", "judged", "before"
"""What a query has: items of lists, grades, earlier ratings."""
IDS: Final = (schema.QUERY, schema.ITEM)
RUNS, JUDGMENTS, TRAIN = "the runs", "judgments", "train"

_NUMBER: Final = r"^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]+)?$|^[-+]?(nan|inf|infinity)$"
_LARGEST: Final = 2.0**63
_NO_IDS: Final = (t.FloatType, t.DoubleType)
_NESTED: Final = (t.ArrayType, t.MapType, t.StructType, t.BinaryType)


def is_spark_frame(thing: object) -> bool:
    """Tell whether this is a frame of Spark, or of Spark Connect."""
    return hasattr(thing, "mapInArrow") and hasattr(thing, "sparkSession")


@dataclass(frozen=True, eq=False)
class Table:
    """A frame of Spark, and how its columns are called.

    Attributes
    ----------
    frame
        The frame.
    names
        Our columns, and the ones that it has for them.
    source
        What it is called in messages.
    """

    frame: DataFrame
    names: Mapping[str, str]
    source: str

    @classmethod
    def of_runs(cls, runs: Any) -> Table:
        """Find the columns of ranked lists."""
        return cls._of(runs, schema.RUN_REQUIRED, schema.RUN_OPTIONAL, RUNS)

    @classmethod
    def of_judgments(cls, judgments: Any) -> Table:
        """Find the columns of judgments; weights are taken only beside aspects."""
        columns = pl.DataFrame(schema=dict.fromkeys(_frame(judgments, JUDGMENTS).columns, pl.String))
        graded = with_grade(columns)
        as_written = dict(zip(graded.columns, columns.columns, strict=True))
        optional = optional_columns(columns)
        names = column_names(graded.columns, schema.JUDGMENT_REQUIRED, optional, source=JUDGMENTS)
        return cls(judgments, {ours: as_written[theirs] for ours, theirs in names.items()}, JUDGMENTS)

    @classmethod
    def of_ratings(cls, ratings: Any, source: str) -> Table:
        """Find the columns of ratings; without a rating, each is 1."""
        required = rating_columns(_frame(ratings, source).columns, Origin(source))
        table = cls._of(ratings, required, (schema.ASPECT,), source)
        names = {schema.GRADE if ours == schema.WEIGHT else ours: theirs for ours, theirs in table.names.items()}
        return cls(ratings, names, source)

    @classmethod
    def _of(cls, frame: Any, required: Sequence[str], optional: Sequence[str], source: str) -> Table:
        return cls(frame, column_names(_frame(frame, source).columns, required, optional, source=source), source)

    def __post_init__(self) -> None:
        for ours, theirs in self.names.items():
            kind = self._type(theirs)
            if isinstance(kind, _NESTED):
                expected = "numbers" if _is_number(ours) else "text"
                found = f"values of type {kind.simpleString()} in the column {theirs!r}"
                raise InputError(found, expected, source=self.source)
            if not _is_number(ours) and isinstance(kind, _NO_IDS):
                named = schema.asker_of(theirs) if ours == schema.QUERY else ours
                found, expected = f"floats in the column {theirs!r}", f"{named} ids as text or whole numbers"
                raise InputError(found, expected, source=self.source)

    def __contains__(self, ours: object) -> bool:
        return ours in self.names

    def is_whole_number(self, ours: str) -> bool:
        """Tell whether a column holds nothing but whole numbers."""
        return isinstance(self._type(self.names[ours]), t.IntegralType)

    def text(self, ours: str) -> Column:
        """Give a column as text."""
        return _column(self.names[ours]).cast("string")

    def whole_number(self, ours: str) -> Column:
        """Give a column as whole numbers; null where there is none."""
        theirs = self.names[ours]
        number = _column(theirs)
        if self.is_whole_number(ours):
            return number.cast("bigint")
        fraction = self._parsed(theirs)
        is_whole = (f.abs(fraction) < _LARGEST) & (fraction == f.rint(fraction))
        return f.when(is_whole, fraction).cast("bigint")

    def number(self, ours: str) -> Column:
        """Give a column as numbers; null where there is none."""
        if ours == schema.GRADE and ours not in self.names:
            return f.lit(IMPLICIT)
        theirs = self.names[ours]
        return self._parsed(theirs)

    def _parsed(self, theirs: str) -> Column:
        """Give a column as doubles; null for text that is no number, such as Java's 1.5d."""
        if not isinstance(self._type(theirs), t.StringType):
            return _column(theirs).cast("double")
        number = f.expr(f"try_cast({_quoted(theirs)} AS DOUBLE)")
        return f.when(f.lower(f.trim(_column(theirs))).rlike(_NUMBER), number)

    def typed(self, ours: str) -> Column:
        """Give a column in the type that it should have."""
        if ours == schema.RANK:
            return self.whole_number(ours)
        return self.number(ours) if _is_number(ours) else self.text(ours)

    def _type(self, theirs: str) -> t.DataType:
        return self._types[theirs]

    @cached_property
    def _types(self) -> dict[str, t.DataType]:
        return {field.name: field.dataType for field in self.frame.schema.fields}


def gathered(runs: Table, judgments: Table, train: Table | None, ordered_by: Collection[str]) -> DataFrame:
    """Put the rows of all tables together: one row for each query, with a list for each column and a count.

    Ids stay whole numbers where all tables have such, since these are shorter than text. A list for each column takes
    Spark less time than one list of rows. Lists leave out what is missing: then they are shorter than the count.

    Parameters
    ----------
    runs, judgments, train
        The lists, the grades and the earlier ratings.
    ordered_by
        The columns that order lists: score, rank or both.
    """
    tables = {LISTED: runs, JUDGED: judgments, **({} if train is None else {BEFORE: train})}
    are_whole = {ours: all(table.is_whole_number(ours) for table in tables.values()) for ours in IDS}
    wanted: dict[str, list[str]] = {
        LISTED: [name for name in (schema.SYSTEM, schema.SCORE, schema.RANK) if name in {schema.SYSTEM, *ordered_by}],
        JUDGED: [schema.GRADE, schema.ASPECT, schema.WEIGHT, schema.TYPE],
        BEFORE: [schema.GRADE],
    }

    def lists_of(kind: str, table: Table) -> DataFrame:
        used = [name for name in wanted[kind] if name in table or name == schema.GRADE]
        ids = [(table.whole_number if are_whole[ours] else table.text)(ours).alias(ours) for ours in IDS]
        rows = table.frame.select(*ids, *(table.typed(ours).alias(ours) for ours in used))
        lists = [f.collect_list(ours).alias(named(kind, ours)) for ours in (schema.ITEM, *used)]
        return rows.groupBy(schema.QUERY).agg(f.count(f.lit(1)).alias(kind), *lists)

    together, *others = [lists_of(kind, table) for kind, table in tables.items()]
    for each in others:
        together = together.join(each, schema.QUERY, "full")
    return together


def named(kind: str, ours: str) -> str:
    """Name the column that has the lists of one of our columns."""
    return f"{kind} {ours}"


def _frame(thing: Any, source: str) -> Any:
    if not is_spark_frame(thing):
        raise UsageError(
            f"{type(thing).__name__} for {source}: a DataFrame of Spark is needed; "
            "Spark(session).evaluate takes frames and dictionaries in memory, too"
        )
    return thing


def _is_number(ours: str) -> bool:
    return ours in {schema.GRADE, schema.SCORE, schema.RANK, schema.WEIGHT}


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _column(name: str) -> Column:
    return f.col(_quoted(name))
