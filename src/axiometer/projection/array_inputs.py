"""Arrays that somebody gives: what they hold, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.arrays import AnyArray, BoolArray, IntArray
from axiometer.data.frames import has_repeated, is_frame
from axiometer.errors import InputError, counted
from axiometer.projection.ids import KnownIds

NO_ITEM: Final = -1
_MIXING: Final = np.uint64(0x9E3779B97F4A7C15)
"""An odd number, by which whole numbers are spread over 64 bits, each to another one."""
_LARGEST: Final = (1 << 63) - 1
_NO_IDS: Final = (str(NO_ITEM), "")
_AN_ARRAY: Final = "an array that NumPy can take: on the CPU, detached, of a type that NumPy has, such as float32"
_IDS: Final = "ids as text or whole numbers"


class Ids:
    """Ids in an array: whole numbers, or text.

    Parameters
    ----------
    values
        The ids.
    is_there
        Where there is an id; what stands elsewhere does not matter.
    what
        What has the ids, for messages.
    """

    def __init__(self, values: AnyArray, what: str, is_there: BoolArray | None = None) -> None:
        self.what = what
        if values.dtype.kind in "iu" and (values.size == 0 or int(values.max()) <= _LARGEST):
            self.numbers: IntArray | None = values.astype(np.int64, copy=False)
        else:
            self.numbers = None
            self._texts = _texts(values, what, is_there)

    def texts(self, at: IntArray) -> pl.Series:
        """Give the ids at some places of the array, counted row after row, as text."""
        if self.numbers is not None:
            return pl.Series(self.numbers.ravel()[at]).cast(pl.String)
        return self._texts.gather(at)

    def among(self, known: KnownIds, at: IntArray) -> IntArray:
        """Find the numbers of the ids at some places, −1 where they are not known."""
        if self.numbers is not None:
            return known.of_integers(self.numbers.ravel()[at])
        return known.of_texts(self._texts.gather(at))

    def keys(self, at: IntArray) -> pl.Series:
        """Give something for each id at some places that is equal where the ids are."""
        return pl.Series(self.numbers.ravel()[at]) if self.numbers is not None else self._texts.gather(at)


def as_array(thing: Any, what: str) -> AnyArray:
    """Give an array of NumPy, without copying if possible."""
    # A column of a frame, which gives an array, hands out Arrow data as frames do.
    if (is_frame(thing) and not hasattr(thing, "__array__")) or hasattr(thing, "columns"):
        expected = "an array; for a frame with a row for each item see evaluate, of others give the values"
        raise InputError(f"a frame ({type(thing).__name__})", expected, source=what)
    try:
        array = thing if isinstance(thing, np.ma.MaskedArray) else _numpy_array(thing)
    except (TypeError, ValueError, RuntimeError, BufferError) as error:
        reason = str(error).strip().split("\n")[0]
        found = f"{type(thing).__name__}, of which NumPy makes no array ({reason})"
        is_list = isinstance(thing, list | tuple)
        expected = f"rows of one length, {NO_ITEM} where there is no item" if is_list else _AN_ARRAY
        raise InputError(found, expected, source=what) from None
    if not array.ndim:
        raise InputError(type(thing).__name__, "an array, or lists", source=what)
    # Text of variable length may have missing values, which only objects show.
    return array.astype(object) if array.dtype.kind == "T" else array


def _numpy_array(thing: Any) -> AnyArray:
    if hasattr(thing, "__dlpack__") and not hasattr(thing, "__array__"):
        shared: AnyArray = np.from_dlpack(thing)
        return shared
    array = np.asarray(thing)
    if not isinstance(thing, list | tuple):
        return array
    if not array.size:
        return array.astype(np.int64)
    # Of numbers beside text NumPy makes text.
    return np.array(thing, dtype=object) if array.dtype.kind in "US" else array


def listed(items: Any, mask: Any) -> tuple[AnyArray, BoolArray]:
    """Give the items, and where there are any."""
    array = _ids_in(items, "items")
    if array.ndim != 2:
        raise InputError(f"{counted(array.ndim, 'dimension')}", "two: lists × ranks", source="items")
    is_masked = np.zeros(array.shape, bool)
    if isinstance(array, np.ma.MaskedArray):
        is_masked |= np.ma.getmaskarray(array)
        array = array.data
    if mask is not None:
        is_masked |= _mask(mask, "mask", array.shape)
    if array.dtype.kind in "iu":
        is_there = ~is_masked & (array != NO_ITEM) if array.dtype.kind == "i" else ~is_masked
        if array.dtype.kind == "i" and array.size and array.min() < NO_ITEM:
            refuse_first((array < 0) & is_there, array, "items", f"ids from 0, or {NO_ITEM} where there is no item")
        return array, is_there
    if array.dtype.kind in "OU":
        is_there = ~is_masked & ~_each(array, _is_no_item) if array.dtype.kind == "O" else ~is_masked
        is_refused = _each(array, _is_refused_id) if array.dtype.kind == "O" else np.isin(array, _NO_IDS)
        expected = f"ids; where there is no item, a mask or the whole number {NO_ITEM}"
        refuse_first(is_refused & is_there, array, "items", expected)
        return array, is_there
    if array.dtype.kind == "f":
        refuse_first(np.isnan(array) & ~is_masked, array, "items", f"{_IDS}; {NO_ITEM} where there is no item")
        refuse_first(~is_masked, array, "items", f"{_IDS}, and no floats")
    raise InputError(f"an array of {array.dtype}", _IDS, source="items")


def _ids_in(thing: Any, what: str) -> AnyArray:
    """Give an array of ids; of whole numbers that are too large for its own, NumPy makes floats."""
    array = as_array(thing, what)
    if array.dtype.kind not in "iuf" or not isinstance(thing, list | tuple):
        return array
    objects = np.array(thing, dtype=object)
    refuse_first(_each(objects, lambda one: isinstance(one, bool)), objects, what, _IDS)
    is_large = array.dtype.kind == "f" and all(isinstance(one, int) for one in objects.ravel())
    return objects if is_large else array


def _each(array: AnyArray, holds: Callable[[Any], bool]) -> BoolArray:
    return np.array([holds(each) for each in array.ravel()], dtype=bool).reshape(array.shape)


def _is_no_item(thing: Any) -> bool:
    return isinstance(thing, int | np.integer) and bool(thing == NO_ITEM)


def _is_refused_id(thing: Any) -> bool:
    return bool(thing < 0) if isinstance(thing, int | np.integer) else isinstance(thing, str) and thing in _NO_IDS


def _texts(values: AnyArray, what: str, is_there: BoolArray | None) -> pl.Series:
    """Write ids as text; one that is neither text nor a whole number is refused."""
    if values.dtype.kind == "U":
        return _as_series(values.ravel().tolist(), what)
    if values.dtype.kind in "iu":
        return pl.Series(values.ravel()).cast(pl.String)
    if values.dtype.kind != "O":
        raise InputError(f"an array of {values.dtype}", _IDS, source=what)
    is_id = [isinstance(each, str | int | np.integer) and not isinstance(each, bool) for each in values.ravel()]
    is_wrong = ~np.array(is_id, dtype=bool).reshape(values.shape)
    refuse_first(is_wrong if is_there is None else is_wrong & is_there, values, what, _IDS)
    texts = [str(each) if is_fine else None for each, is_fine in zip(values.ravel(), is_id, strict=True)]
    return _as_series(texts, what)


def _as_series(texts: Sequence[str | None], what: str) -> pl.Series:
    try:
        return pl.Series(texts, dtype=pl.String)
    except UnicodeEncodeError as error:
        raise InputError(f"the id {error.object!r}", "ids that can be written as UTF-8", source=what) from None


def numbers(thing: Any, what: str, shape: tuple[int, ...] | None = None) -> AnyArray:
    """Give numbers in two dimensions; whole ones become float64."""
    array = as_array(thing, what)
    if isinstance(array, np.ma.MaskedArray):
        raise InputError("a masked array", "scores without a mask: −inf is no candidate", source=what)
    if array.ndim != 2 or (shape is not None and array.shape != shape):
        expected = "two dimensions, lists × items" if shape is None else f"{written_shape(shape)}, as the items have"
        raise InputError(f"an array of {written_shape(array.shape)}", expected, source=what)
    if array.dtype.kind == "O":
        refuse_first(_each(array, lambda one: not _is_number(one)), array, what, "numbers")
    if array.dtype.kind not in "fiuO":
        raise InputError(f"an array of {array.dtype}", "numbers", source=what)
    return array if array.dtype in {np.dtype(np.float32), np.dtype(np.float64)} else array.astype(np.float64)


def _is_number(thing: Any) -> bool:
    """Tell whether this is a number, and no whole one that is too large for float64."""
    if not isinstance(thing, Real):
        return False
    try:
        float(thing)
    except OverflowError:
        return False
    return True


def candidates(score: AnyArray, what: str, is_there: BoolArray) -> BoolArray:
    """Say which scores are those of candidates; refuse such as are none."""
    refuse_first((np.isnan(score) | np.isposinf(score)) & is_there, score, what, "a number, or −inf for no candidate")
    is_candidate: BoolArray = score > -np.inf
    return is_candidate


def _mask(thing: Any, what: str, shape: tuple[int, ...]) -> BoolArray:
    mask = as_array(thing, what)
    if mask.shape != shape or mask.dtype.kind != "b":
        found = f"an array of {mask.dtype}, {written_shape(mask.shape)}"
        raise InputError(found, f"True and False, {written_shape(shape)}", source=what)
    return mask


def written_shape(shape: Sequence[int]) -> str:
    """Write the shape of an array for people."""
    return " × ".join(map(str, shape)) if shape else "no dimensions"


def refuse_first(is_wrong: BoolArray, values: AnyArray, what: str, expected: str) -> None:
    """Refuse the first wrong value, with its row and column, counted from 0 as arrays are."""
    if is_wrong.any():
        at = tuple(int(each) for each in np.unravel_index(int(is_wrong.argmax()), is_wrong.shape))
        value = values[at]
        shown = value.item() if isinstance(value, np.generic) else value
        names = ("column",) if len(at) == 1 and what == "items" else ("row", "column")
        raise InputError(f"{shown!r} in {_place(at, names)}", expected, source=what)


def _place(at: Sequence[int], names: Sequence[str] = ("row", "column")) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, at, strict=False))


def refuse_repeated(ids: Ids, at: IntArray, shape: tuple[int, ...]) -> None:
    """Refuse an item that a row has twice."""
    if ids.numbers is not None and not _may_repeat(ids.numbers.ravel()[at], at // shape[1]):
        return
    rows = pl.DataFrame({"row": at // shape[1], "item": ids.keys(at)})
    if has_repeated(rows, ("row", "item")):
        first = int((~rows.select(pl.struct("row", "item").is_first_distinct()).to_series()).arg_true()[0])
        place = _place(divmod(int(at[first]), shape[1]))
        item = ids.texts(at[first : first + 1])[0]
        raise InputError(f"item {item!r} again in {place}", "each item once in a list", source="items")


def _may_repeat(number: IntArray, row: IntArray) -> bool:
    """Tell quickly that no row has a number twice: keys are equal where both are, and seldom elsewhere."""
    key = np.sort(number.astype(np.uint64) * _MIXING ^ row.astype(np.uint64))
    return bool((key[1:] == key[:-1]).any())


def asked_ids(queries: Any, n_rows: int) -> Ids | None:
    """Give the ids of the queries, each once, if somebody names them."""
    if queries is None:
        return None
    ids = _id_row(queries, "queries", n_rows)
    _refuse_again(ids, n_rows, "row")
    return ids


def _refuse_again(ids: Ids, n: int, place: str) -> None:
    keys = ids.keys(np.arange(n))
    if keys.is_duplicated().any():
        again = int((~keys.is_first_distinct()).arg_true()[0])
        raise InputError(f"{keys[again]!r} again in {place} {again}", "each once", source=ids.what)


def column_ids(items: Any, n_columns: int) -> Ids:
    """Give the ids of the columns of scores, each once; −1, which is no item elsewhere, is none here either."""
    if items is None:
        return Ids(np.arange(n_columns), "items")
    ids = _id_row(items, "items", n_columns)
    _refuse_again(ids, n_columns, "column")
    is_none = ids.keys(np.arange(n_columns)) == (str(NO_ITEM) if ids.numbers is None else NO_ITEM)
    if is_none.any():
        raise InputError(f"{NO_ITEM} in column {is_none.arg_true()[0]}", f"ids; {NO_ITEM} is no item", source="items")
    return ids


def _id_row(thing: Any, what: str, n: int) -> Ids:
    """Give as many ids as there should be."""
    array = _ids_in(thing, what)
    if isinstance(array, np.ma.MaskedArray):
        raise InputError("a masked array", "ids without a mask", source=what)
    if array.ndim != 1 or array.size != n:
        raise InputError(
            f"an array of {written_shape(array.shape)}", f"{counted(n, 'id')}, as scores and items have", source=what
        )
    if array.dtype.kind == "f":
        refuse_first(np.isnan(array), array, what, _IDS)
    return Ids(array, what)
