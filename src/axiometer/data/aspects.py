"""Aspects of items: genres, categories, features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Final

import polars as pl

from axiometer.data import frames, schema
from axiometer.errors import InputError

ASPECT_NAMES: Final = (
    *("aspect", "aspects", "genre", "genres", "category", "categories", "feature", "features"),
    *("subtopic", "subtopics", "attribute", "attributes", "tag", "tags"),
)
"""What the column of the aspects of items may be called. Judgments have other names for the aspects of queries."""
NO_ASPECTS: Final = "(no genres listed)"
"""What MovieLens writes for an item without aspects."""
SEPARATOR: Final = "|"
_MOST_WITH_COMMAS: Final = 0.2
"""If more than this share of aspects have a comma or semicolon, it stands between several."""
LISTED: Final = "aspects"
"""The column in which readers of files put the list of the aspects of an item."""

_TRUTH: Final = {"0": False, "1": True, "0.0": False, "1.0": True, "false": False, "true": True}


@dataclass(frozen=True, eq=False)
class ItemAspects:
    """Items and their aspects.

    Attributes
    ----------
    items
        The items, each once, also those without aspects.
    pairs
        ``item``, ``aspect``: a row for each aspect of an item.
    """

    items: pl.Series
    pairs: pl.DataFrame

    @classmethod
    def none(cls) -> ItemAspects:
        """Make the aspects of no items."""
        return cls(pl.Series(schema.ITEM, [], pl.String), pl.DataFrame(schema=dict.fromkeys(_PAIR, pl.String)))


_PAIR: Final = (schema.ITEM, schema.ASPECT)


def item_aspects_of(aspects: Any, source: str = "aspects") -> ItemAspects:
    """Make aspects of items of what they are given as: a frame, or ``{item: [aspect, …]}``."""
    frame = frames.frame_of(aspects, source, _from_dictionary, "a dictionary {item: [aspect, …]}")
    return item_aspects_of_frame(frame, frames.Origin(source))


def _from_dictionary(aspects: Mapping[Any, Any], source: str) -> pl.DataFrame:
    frames.refuse_merged_ids(aspects, "an item", source)
    listed = []
    for item, given in aspects.items():
        is_one = isinstance(given, str | Integral)
        names = [given] if is_one else given
        if not isinstance(names, Sequence | Set) or not all(isinstance(name, str | Integral) for name in names):
            expected = "a list of aspects, each text or a whole number"
            raise InputError(f"{given!r} for item {item!r}", expected, source=source)
        listed.append([str(name) for name in names])
    columns = {schema.ITEM: [str(item) for item in aspects], LISTED: listed}
    return pl.DataFrame(columns, schema={schema.ITEM: pl.String, LISTED: pl.List(pl.String)})


def item_aspects_of_frame(frame: pl.DataFrame, origin: frames.Origin) -> ItemAspects:
    """Check a frame of items and make aspects of it, by the first rule that fits.

    1. There is one column with a name of ``ASPECT_NAMES``: a list, or text, in which ``|`` stands between aspects. An
       item may have several rows. A missing value is an item without aspects.
    2. There is none, but two or more columns hold nothing but 0 and 1, or true and false: each is an aspect, called as
       its column. Columns of text, such as titles, are left out; columns of other numbers are refused.

    A frame with several columns of the first kind, or with columns of both kinds, is refused. ``(no genres listed)`` is
    no aspect.
    """
    frames.refuse(aspect_problems(frame, origin))
    listed = _listed(frame, origin)
    pairs = _exploded(listed).filter(pl.col(schema.ASPECT) != NO_ASPECTS).select(_PAIR).unique(maintain_order=True)
    return ItemAspects(listed[schema.ITEM].unique(maintain_order=True), pairs)


def aspect_problems(frame: pl.DataFrame, origin: frames.Origin) -> Iterator[InputError]:
    """Find everything that is wrong with a frame of items and their aspects."""
    problems = list(frames.column_problems(frame, (schema.ITEM,), (), origin))
    yield from problems
    if problems:
        return
    listed = _listed(frame, origin).with_row_index("row")
    for row in (listed[schema.ITEM].str.strip_chars() == "").arg_true():
        yield origin.error(row, "an empty item", "the id of the item")
    is_empty = pl.col(schema.ASPECT).is_null() | (pl.col(schema.ASPECT) == "")
    for row, item in _exploded(listed).filter(is_empty).select("row", schema.ITEM).iter_rows():
        expected = "the name of the aspect; an item without aspects has none"
        yield origin.error(row, f"an empty aspect of item {item!r}", expected)


def _exploded(listed: pl.DataFrame) -> pl.DataFrame:
    """Give each aspect a row; items without aspects have none."""
    return listed.filter(pl.col(schema.ASPECT).list.len() > 0).explode(schema.ASPECT)


def _listed(frame: pl.DataFrame, origin: frames.Origin) -> pl.DataFrame:
    """Give each row's item and its list of aspects, null if there are none."""
    items = frames.standardise(frame, (schema.ITEM,), (), origin)
    item_name = frames.column_names(frame.columns, (schema.ITEM,), (), source=origin.source)[schema.ITEM]
    others = frame.drop(item_name)
    named = [name for name in others.columns if schema.plain(name) in ASPECT_NAMES]
    flags = [name for name in others.columns if _flags(others[name]).null_count() == 0]
    if len(named) > 1 or (named and len(flags) > 1):
        both = ", ".join(dict.fromkeys((*named, *flags)))
        found = f"the columns {both}, any of which may be the aspects"
        raise InputError(found, "the item and one column of aspects, or only columns of 0 and 1", source=origin.source)
    if named:
        lists = _lists(others[named[0]], origin)
    elif len(flags) > 1:
        _refuse_other_numbers(others.drop(flags), origin)
        lists = _switched_on(others.select(flags))
    else:
        expected = f"a column for the aspects, called one of {', '.join(ASPECT_NAMES)}, or two or more of 0 and 1"
        raise InputError(f"the columns {', '.join(frame.columns)}", expected, source=origin.source)
    return items.with_columns(lists.list.eval(pl.element().str.strip_chars()).alias(schema.ASPECT))


def _lists(column: pl.Series, origin: frames.Origin) -> pl.Series:
    """Make lists of text of a column of lists, or of text with bars."""
    inner = getattr(column.dtype, "inner", column.dtype)
    if inner.is_float() or inner.is_nested() or inner in {pl.Binary, pl.Object}:
        found = f"values of type {column.dtype} in the column {column.name!r}"
        raise InputError(found, "text, whole numbers, or lists of these", source=origin.source)
    if column.dtype.is_nested():
        return column.cast(pl.List(pl.String))
    text = column.cast(pl.String)
    _refuse_other_separators(text, origin)
    return text.str.split(SEPARATOR)


def _refuse_other_separators(text: pl.Series, origin: frames.Origin) -> None:
    """Refuse what would be read as one aspect with a strange name for each combination of aspects."""
    if text.str.contains(SEPARATOR, literal=True).any():
        return
    is_list = text.str.contains(r"^\s*\[.*\]\s*$").fill_null(value=False)
    is_other = text.str.contains(r";|, ").fill_null(value=False)
    is_wrong = is_list if is_list.any() else is_other
    if is_list.any() or is_other.sum() > _MOST_WITH_COMMAS * len(text):
        row = int(is_wrong.arg_max() or 0)
        expected = f"{SEPARATOR} between the aspects of an item, a column of lists, or a row for each"
        raise origin.error(row, f"{text[row]!r} in the column {text.name!r}", expected)


def _flags(column: pl.Series) -> pl.Series:
    """Read 0 and 1, or true and false; anything else is null."""
    if column.dtype.is_nested() or column.dtype in {pl.Binary, pl.Object} or column.dtype.is_temporal():
        return pl.Series([None] * column.len(), dtype=pl.Boolean)
    text = column.cast(pl.String).str.to_lowercase()
    return text.replace_strict(_TRUTH, default=None, return_dtype=pl.Boolean)


def _switched_on(flags: pl.DataFrame) -> pl.Series:
    names = [
        pl.when(_flags(flags[name])).then(pl.lit(name.strip())).otherwise(pl.lit(None, pl.String))
        for name in flags.columns
    ]
    return flags.select(pl.concat_list(names).list.drop_nulls()).to_series()


def _refuse_other_numbers(columns: pl.DataFrame, origin: frames.Origin) -> None:
    """Refuse columns of numbers beside those of 0 and 1, which would lose an aspect for one wrong number."""
    for column in columns.iter_columns():
        if column.dtype.is_nested() or column.dtype.is_temporal() or column.null_count() == column.len():
            continue
        is_flag = _flags(column).is_not_null()
        is_number = column.cast(pl.Float64, strict=False).is_not_null() | is_flag
        if (is_number | column.is_null()).all():
            row = int((~is_flag).arg_true()[0])
            expected = "0 or 1 in each column of numbers; leave out those that are no aspects"
            raise origin.error(row, f"{column[row]!r} in the column {column.name!r}", expected)
