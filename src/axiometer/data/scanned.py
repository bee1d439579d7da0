"""Tables that are read piece by piece, since all of them together may be larger than memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Protocol

import polars as pl

from axiometer.data import schema
from axiometer.data.judgments import Judgments


class Pieces(Protocol):
    """A table with our names of columns, all of it in several pieces."""

    @property
    def name(self) -> str:
        """Where it comes from, for messages."""

    @property
    def size(self) -> int:
        """How many bytes of memory the whole table would take, about."""

    @property
    def state(self) -> str:
        """A text that is another one when the table is."""

    def read(self, n_bytes: int) -> Iterator[pl.DataFrame]:
        """Read pieces of about so many bytes."""


@dataclass(frozen=True, eq=False)
class FramePieces:
    """A table that is in memory."""

    name: str
    frame: pl.DataFrame

    @property
    def size(self) -> int:
        """How many bytes the table takes."""
        return int(self.frame.estimated_size())

    @property
    def state(self) -> str:
        """A text that is another one when the table is."""
        return digest(self.frame)

    def read(self, n_bytes: int) -> Iterator[pl.DataFrame]:
        """Cut the table."""
        yield from self.frame.iter_slices(rows_in(n_bytes, self.frame))


@dataclass(frozen=True, eq=False)
class ScannedJudgments:
    """Judgments, or ratings, that are read piece by piece.

    Attributes
    ----------
    judged
        ``query``, ``item``, ``grade`` and perhaps ``aspect``.
    shared
        What belongs to all queries: weights of aspects, lengths and providers of items and, with ratings, a catalogue
        of the items that are known before any rating is read; no judgments.
    train
        ``query``, ``item``, ``grade``: what users had rated before.
    """

    judged: Pieces
    shared: Judgments
    train: Pieces | None = None

    @property
    def state(self) -> dict[str, Any]:
        """Texts and numbers that are others when any of the tables is."""
        shared, known = self.shared, self.shared.catalogue
        tables = {"weights": shared.weights, "lengths": shared.lengths, "providers": shared.providers}
        if known is not None:
            tables |= {"aspects": known.aspects, "alpha": known.alpha, "beta": known.beta}
            tables["items"] = known.items.to_frame()
        return {
            "judgments": [self.judged.name, self.judged.state],
            "train": self.train and [self.train.name, self.train.state],
            "max_grade": shared.max_grade,
            **{name: digest(table) for name, table in tables.items()},
        }

    @classmethod
    def of(cls, judgments: Judgments) -> ScannedJudgments:
        """Give judgments that are in memory."""
        shared, train = judgments.without_rows(), None
        known = judgments.catalogue
        if known is not None:
            train = FramePieces(known.train_source, known.train)
            shared = replace(shared, catalogue=replace(known, train=known.train[:0]))
        return cls(FramePieces(judgments.source, judgments.frame), shared, train)


def digest(frame: pl.DataFrame | None) -> str:
    """Give a text that is another one when a frame or the order of its rows is."""
    if frame is None or frame.is_empty():
        return ""
    return sha256(frame.hash_rows().to_numpy().tobytes()).hexdigest()


def rows_in(n_bytes: int, frame: pl.DataFrame) -> int:
    """Say how many rows such as those of a frame there are in so many bytes."""
    return max(1, int(n_bytes * frame.height / max(1, frame.estimated_size())))


def with_aspect(judged: pl.DataFrame) -> pl.DataFrame:
    """Give judgments with an aspect, that of judgments that have none."""
    if schema.ASPECT in judged.columns:
        return judged
    return judged.with_columns(pl.lit(schema.NO_ASPECT).alias(schema.ASPECT))
