"""Ranked lists in arrays: queries × ranks of items, or queries × items of scores."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final, Literal, get_args

import numpy as np
import polars as pl

from axiometer.arrays import AnyArray, BoolArray, IntArray
from axiometer.conventions.profiles import Precision, Ties
from axiometer.data import schema
from axiometer.data.frames import Origin, ids_as_text, is_frame, standardise, to_polars
from axiometer.errors import InputError, UsageError, counted, plural
from axiometer.jobs import of_each
from axiometer.projection.array_inputs import (
    Ids,
    as_array,
    asked_ids,
    candidates,
    column_ids,
    listed,
    numbers,
    refuse_first,
    refuse_repeated,
    written_shape,
)
from axiometer.projection.blocks import NOT_JUDGED, Blocks
from axiometer.projection.ids import numbers_of, places
from axiometer.projection.join import Batch
from axiometer.projection.judged import JudgedItems
from axiometer.projection.rows import NumberedRows

Unknown = Literal["error", "ignore"]
"""What becomes of queries that are not judged."""
TRAIN: Final = "train"
_CELLS: Final = "True and False, or numbers, of which 0 excludes nothing"
_AT_ONCE: Final = 1 << 20
"""Scores that are looked at together: few enough to stay near the processor."""


def batch_of_lists(
    judged: JudgedItems,
    items: Any,
    scores: Any = None,
    queries: Any = None,
    mask: Any = None,
    *,
    system: str,
    unknown: Unknown = "error",
) -> Batch:
    """Take queries × ranks of items; see ``Evaluator.evaluate_lists``."""
    array, is_there = listed(items, mask)
    score = None
    if scores is not None:
        score = numbers(scores, "scores", array.shape)
        is_there = is_there & candidates(score, "scores", is_there)
    at = np.flatnonzero(is_there)
    ids = Ids(array, "items", is_there)
    refuse_repeated(ids, at, array.shape)
    n_rows, n_ranks = array.shape
    asked = asked_ids(queries, n_rows)
    code = _codes(judged, asked, n_rows, unknown)
    of_row = np.bincount(at // max(1, n_ranks), minlength=n_rows)
    at = at[code[at // max(1, n_ranks)] != NOT_JUDGED] if (code == NOT_JUDGED).any() else at
    rows = NumberedRows(
        ids.among(judged.known_items, at),
        lambda some: ids.texts(at[some]),
        None if score is None else score.ravel()[at],
    )
    return _batch(judged, asked, code, rows, of_row=of_row, system=system, what="items")


def batch_of_scores(
    judged: JudgedItems,
    scores: Any,
    items: Any = None,
    queries: Any = None,
    exclude: Any = None,
    *,
    depth: int | None,
    orders: Collection[tuple[Ties, Precision]],
    system: str,
    unknown: Unknown = "error",
    jobs: int = 2,
) -> Batch:
    """Take the best of queries × items of scores, and the next, with which the last of them may tie.

    Parameters
    ----------
    depth
        How many are the best; ``None`` is all.
    orders
        How ties are settled and in which precision scores are compared, in all ways that somebody asks for.
    jobs
        How many portions of the scores are looked at at the same time.

    Others are those of ``Evaluator.evaluate_scores``.
    """
    score = numbers(scores, "scores")
    n_rows, n_columns = score.shape
    ids = column_ids(items, n_columns)
    number = ids.among(judged.known_items, np.arange(n_columns))
    asked = asked_ids(queries, n_rows)
    code = _codes(judged, asked, n_rows, unknown)
    excluded = _Grid(judged, asked, ids, code, number).excluded(exclude)
    step = max(1, _AT_ONCE // max(1, n_columns))
    by_ties = {ties: cache(partial(_columns_by, ties, ids, n_columns)) for ties, _ in orders}

    def best_of(start: int) -> tuple[IntArray, IntArray, AnyArray]:
        block = score[start : start + step]
        if np.isnan(block).any() or np.isposinf(block).any():
            candidates(score, "scores", np.ones(score.shape, bool))
        if excluded is not None:
            block = np.where(excluded(start, start + block.shape[0]), -np.inf, block)
        marks = [_best(block, depth, precision, by_ties[ties]) for ties, precision in orders]
        row, column = np.nonzero(marks[0] if len(marks) == 1 else np.logical_or.reduce(marks))
        return start + row, column, block[row, column]

    found = of_each(range(0, max(1, n_rows), step), best_of, jobs)
    row, column, best = (np.concatenate(parts) for parts in zip(*found, strict=True))
    of_row = np.bincount(row, minlength=n_rows)
    is_judged = code[row] != NOT_JUDGED
    column, best = column[is_judged], best[is_judged]
    rows = NumberedRows(number[column], lambda some: ids.texts(column[some]), best)
    return _batch(judged, asked, code, rows, of_row=of_row, system=system, what="scores")


def _best(block: AnyArray, depth: int | None, precision: Precision, by_ties: Callable[[], IntArray]) -> BoolArray:
    """Mark the best scores of each row and, if it equals the last of them, the next; −inf is none."""
    given, n_columns = block, block.shape[1]
    if depth is None or depth >= n_columns:
        is_best: BoolArray = given > -np.inf
        return is_best
    if precision == "float32" and block.dtype != np.float32:
        with np.errstate(over="ignore"):
            block = block.astype(np.float32)
    last = np.partition(block, n_columns - depth, axis=1)[:, n_columns - depth, None]
    is_best = block >= last
    if not np.isfinite(last).all():
        is_best &= given > -np.inf
    elif np.count_nonzero(is_best) == depth * len(block):
        return is_best
    many = np.flatnonzero(is_best.sum(axis=1) > depth + 1)
    if many.size:
        is_tied = is_best[many] & (block[many] == last[many])
        is_best[many] &= ~is_tied
        n_missing = depth + 1 - is_best[many].sum(axis=1)
        row, column = _first_of_each(is_tied, by_ties(), n_missing)
        is_best[many[row], column] = True
    return is_best


def _first_of_each(is_one: BoolArray, order: IntArray, n: IntArray) -> tuple[IntArray, IntArray]:
    """Find the first marked columns of each row in an order, so many of each row; few columns are looked at first."""
    left, width, found = np.arange(len(is_one)), 8 * int(n.max()), []
    while left.size:
        columns = order[:width]
        is_there = is_one[np.ix_(left, columns)]
        place = is_there.cumsum(axis=1, dtype=np.int32)
        is_done = (place[:, -1] >= n[left]) | (width >= order.size)
        row, column = np.nonzero((is_there & (place <= n[left, None]))[is_done])
        found.append((left[is_done][row], columns[column]))
        left, width = left[~is_done], 8 * width
    rows, chosen = (np.concatenate(each) for each in zip(*found, strict=True))
    return rows, chosen


def _columns_by(ties: Ties, columns: Ids, n_columns: int) -> IntArray:
    """Put columns in the order in which they come first among those that tie."""
    if not ties.startswith("item"):
        return np.arange(n_columns)
    names = columns.texts(np.arange(n_columns))
    return names.arg_sort(descending=ties == "item-descending").to_numpy().astype(np.int64)


def _codes(judged: JudgedItems, queries: Ids | None, n_rows: int, unknown: Unknown) -> IntArray:
    """Give the number of the query of each row, ``NOT_JUDGED`` where it has none."""
    if unknown not in get_args(Unknown):
        raise UsageError(f"unknown cannot be {unknown!r}; choose one of {', '.join(get_args(Unknown))}")
    if queries is None:
        if n_rows != len(judged.queries):
            n_judged = counted(len(judged.queries), f"judged {judged.asker}")
            askers = plural(judged.asker)
            expected = f"one for each of {n_judged}, in their order; or name the {askers} of the rows, queries=…"
            raise InputError(counted(n_rows, "row"), expected, source="queries")
        return np.arange(n_rows)
    at = np.arange(n_rows)
    code = queries.among(judged.known_queries, at)
    is_unknown = code < 0
    if is_unknown.any() and (unknown == "error" or is_unknown.all()):
        first = int(is_unknown.argmax())
        more = f" and {int(is_unknown.sum()) - 1} more" if is_unknown.sum() > 1 else ""
        how = "" if is_unknown.all() else ', or unknown="ignore" to count them'
        expected = f"judged {plural(judged.asker)} (such as {judged.queries[0]!r}){how}"
        found = f"{queries.texts(at[first : first + 1])[0]!r} in row {first}{more}, not judged"
        raise InputError(found, expected, source="queries")
    return code


def _batch(
    judged: JudgedItems,
    queries: Ids | None,
    code: IntArray,
    rows: NumberedRows,
    *,
    of_row: IntArray,
    system: str,
    what: str,
) -> Batch:
    """Take rows of arrays, of which some must be lists of judged queries; a row without items is no list."""
    if not isinstance(system, str) or not system:
        raise UsageError(f"system must be text, not {system!r}")
    ids_as_text([system], "the name of the system", "system")
    is_listed = of_row > 0
    is_judged = is_listed & (code != NOT_JUDGED)
    if not is_judged.any():
        raise InputError("no item in any list", f"a list for at least one judged {judged.asker}", source=what)
    at = np.flatnonzero(is_listed & ~is_judged)
    names = pl.Series(dtype=pl.String) if queries is None else queries.texts(at)
    systems = pl.Series([system] * at.size, dtype=pl.String)
    unjudged = pl.DataFrame({schema.SYSTEM: systems, schema.QUERY: names})
    return Batch((system,), Blocks(code[is_judged], of_row[is_judged]), rows, unjudged, judged)


@dataclass(frozen=True, eq=False)
class _Grid:
    """The cells of a matrix of scores.

    Attributes
    ----------
    judged
        What the lists are measured against.
    rows, columns
        The ids of the queries and of the items.
    code, number
        Their numbers among those known, −1 where they are not.
    """

    judged: JudgedItems
    rows: Ids | None
    columns: Ids
    code: IntArray
    number: IntArray

    def excluded(self, exclude: Any) -> Callable[[int, int], BoolArray] | None:
        """Give a function that marks, for the rows from one to another, what is left out; nothing if all counts."""
        if exclude is None:
            return None
        if isinstance(exclude, str):
            row, column = self._training(exclude)
        elif is_frame(exclude) or isinstance(exclude, Mapping):
            row, column = self._named(
                _pairs_of(exclude, self.judged.asker) if isinstance(exclude, Mapping) else to_polars(exclude, "exclude")
            )
        elif hasattr(exclude, "tocoo"):
            row, column = self._sparse(exclude)
        else:
            array = self._dense(exclude)
            return lambda start, stop: array[start:stop] != 0
        order = np.argsort(row, kind="stable")
        row, column = row[order], column[order]

        def marked(start: int, stop: int) -> BoolArray:
            some = slice(*np.searchsorted(row, [start, stop]))
            is_out = np.zeros((stop - start, self.number.size), bool)
            is_out[row[some] - start, column[some]] = True
            return is_out

        return marked

    def _sparse(self, exclude: Any) -> tuple[IntArray, IntArray]:
        """Take a sparse matrix of SciPy, in which what stands at one place is added up."""
        sparse = exclude.tocsr().tocoo()
        self._refuse_shape(sparse.shape)
        is_nan, is_set = np.isnan(sparse.data), np.asarray(sparse.data) != 0
        if is_nan.any():
            row, column = (int(each[is_nan][0]) for each in (sparse.row, sparse.col))
            raise InputError(f"nan in row {row}, column {column}", _CELLS, source="exclude")
        return np.asarray(sparse.row)[is_set].astype(np.int64), np.asarray(sparse.col)[is_set].astype(np.int64)

    def _dense(self, exclude: Any) -> AnyArray:
        """Take an array of cells, of which those that are not 0 are left out."""
        array = as_array(exclude, "exclude")
        if isinstance(array, np.ma.MaskedArray):
            raise InputError("a masked array", "True and False, or numbers, without a mask", source="exclude")
        self._refuse_shape(array.shape)
        if array.dtype.kind not in "biuf":
            raise InputError(f"an array of {array.dtype}", "True and False, or numbers", source="exclude")
        if array.dtype.kind == "f":
            refuse_first(np.isnan(array), array, "exclude", _CELLS)
        return array

    def _training(self, exclude: str) -> tuple[IntArray, IntArray]:
        if exclude != TRAIN:
            expected = (
                f'"{TRAIN}", a matrix like the scores, a frame with a {self.judged.asker} and an item in each row, '
                "or a dictionary"
            )
            raise InputError(repr(exclude), expected, source="exclude")
        code, number = self.judged.train_pairs
        row = places(self.code, len(self.judged.queries))[code]
        column = places(self.number, len(self.judged.known_items.ids))[number]
        is_here = (row >= 0) & (column >= 0)
        return row[is_here], column[is_here]

    def _named(self, frame: pl.DataFrame) -> tuple[IntArray, IntArray]:
        if frame.is_empty():
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        pairs = standardise(frame, schema.RUN_REQUIRED, (), Origin("exclude"))
        names = self.judged.codes[schema.QUERY] if self.rows is None else self.rows.texts(np.arange(self.code.size))
        row = numbers_of(pairs[schema.QUERY], names)
        column = numbers_of(pairs[schema.ITEM], self.columns.texts(np.arange(self.number.size)))
        askers = plural(self.judged.asker)
        # Rows may be some of the queries only.
        is_known = (row >= 0) | (self.judged.known_queries.of_texts(pairs[schema.QUERY]) >= 0)
        for is_one, ours, expected in (
            (is_known, schema.QUERY, f"{askers} of the scores, or judged ones (such as {names[0]!r})"),
            (column >= 0, schema.ITEM, f"items of the scores (such as {self.columns.texts(np.arange(1))[0]!r})"),
        ):
            if not is_one.any():
                found = f"{expected.split()[0]} such as {pairs[ours][0]!r}"
                raise InputError(found, expected, source="exclude")
        is_here = (row >= 0) & (column >= 0)
        return row[is_here], column[is_here]

    def _refuse_shape(self, shape: Sequence[int]) -> None:
        ours = (self.code.size, self.number.size)
        if tuple(shape) != ours:
            raise InputError(written_shape(shape), f"{written_shape(ours)}, as the scores have", source="exclude")


def _pairs_of(items: Mapping[Any, Any], asker: schema.Asker) -> pl.DataFrame:
    """Write ``{query: items}`` as a frame with a row for each item."""
    queries: list[str] = []
    texts: list[str] = []
    for query, its in items.items():
        if isinstance(its, str) or not isinstance(its, Iterable):
            raise InputError(f"{type(its).__name__} for {asker} {query!r}", "a list or set of items", source="exclude")
        texts += ids_as_text([*its], f"an item of {asker} {query!r}", "exclude")
        queries += [str(query)] * (len(texts) - len(queries))
    return pl.DataFrame(
        {schema.QUERY: queries, schema.ITEM: texts}, schema=dict.fromkeys((schema.QUERY, schema.ITEM), pl.String)
    )
