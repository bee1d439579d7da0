"""Reading runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, get_args

import polars as pl

from axiometer.data import Runs, schema
from axiometer.data.frames import has_repeated
from axiometer.data.runs import FrameSource, check_runs, lists_of_frame
from axiometer.data.schema import Order
from axiometer.errors import UsageError
from axiometer.io.content import STANDARD_INPUT, expand, read_bytes, stem
from axiometer.io.problems import explanation
from axiometer.io.tables import is_table, read_table
from axiometer.io.text import RUN_LAYOUT, TAG, decoded, parse


def read_runs(runs: Any, *, name: str = "run", order: Order = "score") -> Runs:
    """Read runs into memory.

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
    """
    if order not in get_args(Order):
        raise UsageError(f"order cannot be {order!r}; choose one of {', '.join(get_args(Order))}")
    if isinstance(runs, set | frozenset | Iterator):
        runs = list(runs)
    if _is_path(runs) or (isinstance(runs, list | tuple) and all(map(_is_path, runs))):
        sources = scan_runs(runs).sources
        return Runs(tuple(FrameSource(source.name, source.load(order)) for source in sources))
    return Runs.of(runs, name=name)


def scan_runs(paths: str | PathLike[str] | Sequence[str | PathLike[str]]) -> Runs:
    """Name files that ``evaluate`` then reads a few at a time, so that they need not fit into memory together."""
    return Runs(tuple(FileSource(stem(path), path) for path in expand(paths)))


@dataclass(frozen=True)
class FileSource:
    """A file with the lists of one or more systems."""

    name: str
    path: str

    def __str__(self) -> str:
        return self.path

    def load(self, order: Order) -> pl.DataFrame:
        """Read and check the file."""
        return self.parse(read_bytes(self.path), order)

    def parse(self, data: bytes, order: Order = "score") -> pl.DataFrame:
        """Check what the file holds and make lists of it."""
        if is_table(data, self.path):
            table, origin = read_table(data, self.path)
            frame = lists_of_frame(table, origin)
            if schema.SYSTEM not in frame.columns:
                frame = frame.with_columns(pl.lit(self.name).alias(schema.SYSTEM))
            return check_runs(self._named(frame, is_single=_is_constant(frame[schema.SYSTEM])), origin)
        return self._parse_text(decoded(data, self.path), order)

    def _parse_text(self, data: bytes, order: Order) -> pl.DataFrame:
        key = () if order == "file" else (order,)
        frame = parse(data, RUN_LAYOUT, (TAG, schema.REQUEST, schema.ITEM, *key))
        if frame is not None:
            is_single = _is_constant(frame[TAG])
            is_finite = order != "score" or frame[schema.SCORE].is_finite().all()
            lists = (schema.REQUEST, schema.ITEM) if is_single else (TAG, schema.REQUEST, schema.ITEM)
            if is_finite and not has_repeated(frame, lists):
                return self._named(frame.rename({TAG: schema.SYSTEM}), is_single=is_single)
        raise explanation(data, RUN_LAYOUT, self.path, order)

    def _named(self, frame: pl.DataFrame, *, is_single: bool) -> pl.DataFrame:
        """Call the one system of a file after the file; several systems keep their tags."""
        if self.path == STANDARD_INPUT or not is_single:
            return frame
        return frame.with_columns(pl.lit(self.name).alias(schema.SYSTEM))


def _is_constant(column: pl.Series) -> bool:
    return not (column != column[0]).any()


def _is_path(thing: object) -> bool:
    return isinstance(thing, str | PathLike)
