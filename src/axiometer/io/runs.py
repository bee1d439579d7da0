"""Reading runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, get_args

import polars as pl

from axiometer.data import Runs, schema
from axiometer.data.frames import Origin, has_repeated
from axiometer.data.runs import UNNAMED, FrameSource, check_runs, lists_of_frame, repeated_item
from axiometer.data.scanned import FramePieces
from axiometer.data.schema import Order
from axiometer.errors import UsageError
from axiometer.io.chunks import (
    can_be_cut,
    is_dataset,
    memory_of,
    pieces,
    read_dataset,
    state_of,
)
from axiometer.io.content import STANDARD_INPUT, expand, read_bytes, stem
from axiometer.io.problems import explanation
from axiometer.io.tables import is_table, read_table
from axiometer.io.text import RUN_LAYOUT, TAG, decoded, parse


def read_runs(runs: Any, *, name: str = UNNAMED, order: Order = "score") -> Runs:
    r"""Read runs into memory.

    Parameters
    ----------
    runs
        A path, a pattern such as ``"runs/*.gz"``, ``"-"`` for standard input, or a list of these; TREC text, CSV, TSV
        or Parquet, plain or packed (gz, bz2, xz, zst). A file that holds several tags holds several systems, which are
        called by their tags; otherwise a system is called as its file without the endings. Also a frame or a
        dictionary, as ``evaluate`` takes them.
    name
        What to call the system of a frame or dictionary that does not name any.
    order
        What orders the lists of TREC text: ``score``, ``rank`` or ``file``. Only that column is read.

    Examples
    --------
    >>> from pathlib import Path
    >>> import axiometer as ax
    >>> _ = Path("bm25.run").write_text("q1 Q0 a 1 2.5 bm25\nq1 Q0 b 2 1.5 bm25\n")
    >>> ax.read_runs("bm25.run").to_polars().rows()
    [('bm25', 'q1', 'a', 2.5), ('bm25', 'q1', 'b', 1.5)]
    """
    if order not in get_args(Order):
        raise UsageError(f"order cannot be {order!r}; choose one of {', '.join(get_args(Order))}")
    found = runs_of(runs, name=name)
    if all(isinstance(source, FileSource) for source in found.sources) and found is not runs:
        return Runs(tuple(FrameSource(source.name, source.load(order), read_from=source) for source in found.sources))
    return found


def runs_of(runs: Any, *, name: str = UNNAMED) -> Runs:
    """Take runs as they are given: files, of which nothing is read yet, and what is in memory."""
    if isinstance(runs, set | frozenset | Iterator):
        runs = list(runs)
    if _is_path(runs) or (isinstance(runs, list | tuple) and all(map(_is_path, runs))):
        return scan_runs(runs)
    return Runs.of(runs, name=name)


def scan_runs(paths: str | PathLike[str] | Sequence[str | PathLike[str]]) -> Runs:
    r"""Name files that ``evaluate`` then reads a few at a time, so that they need not fit into memory together.

    Examples
    --------
    >>> from pathlib import Path
    >>> import axiometer as ax
    >>> _ = Path("bm25.run").write_text("q1 Q0 a 1 2.5 bm25\n")
    >>> ax.evaluate({"q1": {"a": 1}}, ax.scan_runs(["bm25.run"]), "RR").to_dict()
    {'bm25': {'RR': 1.0}}
    """
    return Runs(tuple(FileSource(stem(path), path) for path in expand(paths)))


@dataclass(frozen=True)
class FileSource:
    """A file with the lists of one or more systems."""

    name: str
    path: str

    def __str__(self) -> str:
        return self.path

    def load(self, order: Order) -> pl.DataFrame:
        """Read and check the file, or a folder of Parquet files."""
        if is_dataset(self.path):
            origin = Origin(self.path)
            return check_runs(self._of_table(read_dataset(self.path), origin), origin)
        return self.parse(read_bytes(self.path), order)

    @property
    def size(self) -> int:
        """How many bytes of memory the lists would take, about."""
        return memory_of(self.path)

    @property
    def state(self) -> str:
        """A text that changes when the file does."""
        return state_of(self.path)

    def read(self, n_bytes: int, order: Order) -> Iterator[pl.DataFrame]:
        """Read the file piece by piece; it is read whole if it cannot be cut."""
        if not can_be_cut(self.path):
            return FramePieces(self.path, self.load(order)).read(n_bytes)
        return (rows for rows, _ in self._read(order, n_bytes))

    def _read(self, order: Order, n_bytes: int) -> Iterator[tuple[pl.DataFrame, Origin]]:
        """Read the file piece by piece, and say where the rows are."""
        return pieces(
            self.path,
            n_bytes,
            lambda table, origin: self._with_system(lists_of_frame(table, origin)),
            lambda data: self._lists(decoded(data, self.path), order).rename({TAG: schema.SYSTEM}),
        )

    def refuse_repeated(self, order: Order, n_bytes: int, query: str, item: str) -> None:
        """Refuse a file that has an item of a query twice in a list, and say where."""
        seen: dict[str, None] = {}
        for rows, origin in self._read(order, n_bytes) if can_be_cut(self.path) else ():
            found = rows.with_row_index("row").filter((pl.col(schema.QUERY) == query) & (pl.col(schema.ITEM) == item))
            for row, system in found.select("row", schema.SYSTEM).iter_rows():
                if system in seen:
                    raise repeated_item(row, system, query, item, origin)
                seen[system] = None

    def columns_given(self) -> Sequence[str] | None:
        """Name the columns of a table; those of standard input, which cannot be read again, are not known any more."""
        if self.path == STANDARD_INPUT:
            return None
        if is_dataset(self.path):
            return read_dataset(self.path).columns
        data = read_bytes(self.path)
        return read_table(data, self.path)[0].columns if is_table(data, self.path) else ()

    def names(self, tags: Sequence[str]) -> list[str]:
        """Call the one system of a file after the file; several systems keep their tags."""
        return [self.name] if len(tags) == 1 and self.path != STANDARD_INPUT else list(tags)

    def parse(self, data: bytes, order: Order = "score") -> pl.DataFrame:
        """Check what the file holds and make lists of it."""
        if is_table(data, self.path):
            table, origin = read_table(data, self.path)
            return check_runs(self._of_table(table, origin), origin)
        return self._of_text(decoded(data, self.path), order)

    def _of_table(self, table: pl.DataFrame, origin: Origin) -> pl.DataFrame:
        frame = self._with_system(lists_of_frame(table, origin))
        return self._named(frame, is_single=_is_constant(frame[schema.SYSTEM]))

    def _with_system(self, frame: pl.DataFrame) -> pl.DataFrame:
        if schema.SYSTEM in frame.columns:
            return frame
        return frame.with_columns(pl.lit(self.name).alias(schema.SYSTEM))

    def _of_text(self, data: bytes, order: Order) -> pl.DataFrame:
        frame = self._lists(data, order)
        is_single = _is_constant(frame[TAG])
        lists = (schema.QUERY, schema.ITEM) if is_single else (TAG, schema.QUERY, schema.ITEM)
        if has_repeated(frame, lists):
            raise explanation(data, RUN_LAYOUT, self.path, order)
        return self._named(frame.rename({TAG: schema.SYSTEM}), is_single=is_single)

    def _lists(self, data: bytes, order: Order) -> pl.DataFrame:
        """Read lines, in which a list may have an item twice."""
        key = () if order == "file" else (order,)
        frame = parse(data, RUN_LAYOUT, (TAG, schema.QUERY, schema.ITEM, *key))
        if frame is None or (order == "score" and not frame[schema.SCORE].is_finite().all()):
            raise explanation(data, RUN_LAYOUT, self.path, order)
        return frame

    def _named(self, frame: pl.DataFrame, *, is_single: bool) -> pl.DataFrame:
        """Call the one system of a file after the file; several systems keep their tags."""
        if self.path == STANDARD_INPUT or not is_single:
            return frame
        return frame.with_columns(pl.lit(self.name).alias(schema.SYSTEM))


def _is_constant(column: pl.Series) -> bool:
    return not (column != column[0]).any()


def _is_path(thing: object) -> bool:
    return isinstance(thing, str | PathLike)
