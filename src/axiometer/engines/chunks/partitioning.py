"""Rows dealt out to parts by their query, in files: all rows of a query are in the same part."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
import polars as pl

from axiometer.arrays import IntArray
from axiometer.data import schema

T = TypeVar("T")
_SEED: Final = 7
_BYTES_OF_LENGTH: Final = 8


@dataclass(frozen=True, eq=False)
class Dealt:
    """The rows of one kind of table, dealt out to the files of a folder: one file for each part, pieces in it.

    Attributes
    ----------
    folder
        Where the files are.
    kind
        What the rows are, which is how the files are called.
    n_parts
        How many parts there are.
    """

    folder: Path
    kind: str
    n_parts: int

    def add(self, rows: pl.DataFrame) -> None:
        """Deal out rows; those of a query keep their order."""
        part = part_of(rows[schema.QUERY], self.n_parts)
        order = np.argsort(part, kind="stable")
        n_rows = np.bincount(part, minlength=self.n_parts)
        first = np.cumsum(n_rows) - n_rows
        in_order = rows[order]
        for number in np.flatnonzero(n_rows).tolist():
            piece = in_order.slice(first[number], n_rows[number])
            data = piece.write_ipc_stream(None, compression="lz4").getvalue()
            with self.path(number).open("ab") as file:
                file.write(len(data).to_bytes(_BYTES_OF_LENGTH, "little"))
                file.write(data)

    def read(self, part: int, columns: list[str] | None = None) -> pl.DataFrame | None:
        """Give the rows of a part in the order in which they were dealt; nothing if there are none."""
        path = self.path(part)
        if not path.exists():
            return None
        pieces = []
        with path.open("rb") as file:
            while length := file.read(_BYTES_OF_LENGTH):
                data = file.read(int.from_bytes(length, "little"))
                pieces.append(pl.read_ipc_stream(io.BytesIO(data), columns=columns))
        return pl.concat(pieces, rechunk=True)

    def path(self, part: int) -> Path:
        """Give the file of a part."""
        return self.folder / f"{self.kind}-{part:06d}"

    def delete(self, part: int) -> None:
        """Delete the file of a part that is not needed any more."""
        self.path(part).unlink(missing_ok=True)


def part_of(queries: pl.Series, n_parts: int) -> IntArray:
    """Say to which part each query belongs; most rows stand beside others of their query."""
    start = (queries != queries.shift()).fill_null(value=True).arg_true().to_numpy().astype(np.int64)
    heads = queries.gather(start).hash(_SEED).to_numpy() % np.uint64(n_parts)
    kind = np.uint8 if n_parts <= 1 << 8 else np.uint16
    # Small numbers are sorted the fastest.
    return np.repeat(heads.astype(kind), np.diff(np.append(start, len(queries))))


def ahead(pieces: Iterable[T]) -> Iterator[T]:
    """Give pieces, while the next one is read beside."""
    iterator, end = iter(pieces), object()
    with ThreadPoolExecutor(max_workers=1) as beside:
        coming = beside.submit(next, iterator, end)
        while (piece := coming.result()) is not end:
            coming = beside.submit(next, iterator, end)
            yield piece  # type: ignore[misc]


def in_turn(pool: ThreadPoolExecutor, do: Callable[[int], T], numbers: Iterable[int], most_ahead: int) -> Iterator[T]:
    """Give results in the order of their numbers; no more than so many are worked on, or wait, at the same time."""
    coming: deque[Future[T]] = deque()
    for number in numbers:
        coming.append(pool.submit(do, number))
        if len(coming) >= most_ahead:
            yield coming.popleft().result()
    while coming:
        yield coming.popleft().result()
