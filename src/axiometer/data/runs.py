"""Runs: the ranked lists of one or more systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import polars as pl

from axiometer.data import frames, schema
from axiometer.data.scanned import FramePieces
from axiometer.data.schema import Order
from axiometer.errors import InputError

UNNAMED = "run"
"""What a system is called that was given without a name."""


class RunSource(Protocol):
    """A place that holds the lists of one or more systems and can read them, again if need be."""

    @property
    def name(self) -> str:
        """What the place is called."""

    def load(self, order: Order) -> pl.DataFrame:
        """Read the lists: ``system``, ``query``, ``item`` and the column that orders them, if there is one."""

    @property
    def size(self) -> int:
        """How many bytes of memory all lists would take, about."""

    @property
    def state(self) -> str:
        """A text that is another one when the lists are."""

    def read(self, n_bytes: int, order: Order) -> Iterator[pl.DataFrame]:
        """Read the lists in pieces of about so many bytes; a list may be cut, and systems are called by their tags."""

    def names(self, tags: Sequence[str]) -> list[str]:
        """Say how systems are called that have these tags, which are all there are."""

    def refuse_repeated(self, order: Order, n_bytes: int, query: str, item: str) -> None:
        """Refuse lists if one has an item of a query twice, and say where; reading pieces of so many bytes."""

    def columns_given(self) -> Sequence[str] | None:
        """Name the columns that the lists came with, for messages; of text there are no names."""


@dataclass(frozen=True, eq=False)
class Runs:
    """Ranked lists, held in memory or in files that are read when they are needed.

    Attributes
    ----------
    sources
        Where the lists are.

    Examples
    --------
    >>> import axiometer as ax
    >>> ax.read_runs({"bm25": {"q1": ["a", "b"]}, "dense": {"q1": {"b": 0.9, "a": 0.2}}})
    Runs(bm25, dense)
    """

    sources: tuple[RunSource, ...]

    @classmethod
    def of(cls, runs: Any, *, name: str = UNNAMED) -> Runs:
        """Make runs of what they are given as.

        A frame with the usual column names; ``{query: {item: score}}``; ``{query: [item, …]}``, best first;
        or a dictionary ``{system: …}`` of these.
        """
        if isinstance(runs, Runs):
            return runs
        if isinstance(runs, Mapping):
            return cls(tuple(_of_system(lists, system) for system, lists in _systems(runs, name)))
        if frames.is_frame(runs):
            return cls((_of_frame(runs, name),))
        expected = "Runs, files, a frame, or a dictionary {query: {item: score}}; judgments come before runs"
        if hasattr(runs, "in_memory"):
            expected = "the lists themselves; values that were measured are for compare, report and axiometer.meta"
        raise InputError(f"{type(runs).__name__} for the runs", expected, source=name)

    def to_polars(self) -> pl.DataFrame:
        """Give all lists as one frame; this reads them all into memory."""
        loaded = [source.load("score") for source in self.sources]
        return pl.concat(loaded, how="diagonal")

    def __len__(self) -> int:
        return len(self.sources)

    def __repr__(self) -> str:
        names = [source.name for source in self.sources]
        shown = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
        return f"Runs({shown})"


@dataclass(frozen=True, eq=False)
class FrameSource(FramePieces):
    """Lists that are in memory."""

    given: tuple[str, ...] = ()
    read_from: RunSource | None = None

    def __str__(self) -> str:
        return self.name

    def columns_given(self) -> Sequence[str] | None:
        """Name the columns that the frame had, or the file that it was read from."""
        if self.read_from:
            return self.read_from.columns_given()
        return self.given or [name for name in self.frame.columns if name != schema.SYSTEM]

    def load(self, order: Order) -> pl.DataFrame:  # noqa: ARG002
        """Give the frame."""
        return self.frame

    def read(self, n_bytes: int, order: Order = "score") -> Iterator[pl.DataFrame]:  # noqa: ARG002
        """Cut the frame."""
        return super().read(n_bytes)

    def names(self, tags: Sequence[str]) -> list[str]:
        """Say how systems are called, which have their names."""
        return list(tags)

    def refuse_repeated(self, order: Order, n_bytes: int, query: str, item: str) -> None:
        """Refuse a frame in which a list holds an item twice; every frame was checked."""


def lists_of_frame(frame: pl.DataFrame, origin: frames.Origin) -> pl.DataFrame:
    """Select the columns of ranked lists from a frame with the usual column names."""
    lists = frames.standardise(frame, schema.RUN_REQUIRED, schema.RUN_OPTIONAL, origin)
    is_graded = {schema.plain(name) for name in frame.columns} & set(schema.ALIASES[schema.GRADE])
    if is_graded and not {schema.SCORE, schema.RANK} & set(lists.columns):
        found = f"the columns {', '.join(frame.columns)}, which are those of judgments"
        expected = (
            "a run, with a column for the score or the rank: judgments come first, then runs; ratings are read with "
            "--ratings, or read_ratings"
        )
        raise InputError(found, expected, source=origin.source)
    return lists


def check_runs(frame: pl.DataFrame, origin: frames.Origin) -> pl.DataFrame:
    """Return the frame if no list holds an item twice."""
    is_single = not (frame[schema.SYSTEM] != frame[schema.SYSTEM][0]).any() if frame.height else True
    key = (schema.QUERY, schema.ITEM) if is_single else (schema.SYSTEM, schema.QUERY, schema.ITEM)
    if frames.has_repeated(frame, key):
        raise next(repeated_items(frame, origin))
    return frame


def repeated_items(frame: pl.DataFrame, origin: frames.Origin) -> Iterator[InputError]:
    """Find the items that a list holds again."""
    key = [schema.SYSTEM, schema.QUERY, schema.ITEM]
    for row, system, query, item in frames.rows_where(frame, ~pl.struct(key).is_first_distinct(), *key):
        yield repeated_item(row, system, query, item, origin)


def repeated_item(row: int, system: str, query: str, item: str, origin: frames.Origin) -> InputError:
    """Make the error of an item that a list holds again."""
    found = f"item {item!r} again for query {query!r} of system {system!r}"
    return origin.error(row, found, "each item once in a list")


def refuse_two_homes(sources: Iterable[tuple[str, Sequence[str]]]) -> tuple[str, ...]:
    """Give all systems; a system that two sources have is refused."""
    homes: dict[str, str] = {}
    for source, systems in sources:
        for system in systems:
            if system in homes:
                found = f"the system {system!r} in both {homes[system]} and {source}"
                raise InputError(found, "one place for each system; rename a file or its tag")
            homes[system] = source
    return tuple(homes)


def _of_system(lists: Any, system: str) -> FrameSource:
    """Take the lists of one system, or a frame with those of several, which keep their names."""
    if frames.is_frame(lists):
        return _of_frame(lists, system, is_named=True)
    return _source(_ranking_frame(lists, system), system)


def _of_frame(given: Any, name: str, *, is_named: bool = False) -> FrameSource:
    """Take a frame; its only system may have been named by somebody."""
    table = frames.to_polars(given, name)
    frame = lists_of_frame(table, frames.Origin(name))
    if is_named and schema.SYSTEM in frame.columns and frame[schema.SYSTEM].n_unique() == 1:
        frame = frame.drop(schema.SYSTEM)
    return _source(frame, name, tuple(table.columns))


def _source(frame: pl.DataFrame, name: str, given: tuple[str, ...] = ()) -> FrameSource:
    if schema.SYSTEM not in frame.columns:
        frame = frame.with_columns(pl.lit(name).alias(schema.SYSTEM))
    return FrameSource(name, check_runs(frame, frames.Origin(name)), given)


def _systems(runs: Mapping[Any, Any], name: str) -> list[tuple[str, Mapping[Any, Any]]]:
    """Tell ``{system: {query: list}}`` and ``{system: frame}`` from ``{query: list}``."""
    if any(frames.is_frame(lists) and not _is_array(lists) for lists in runs.values()):
        return [(str(system), lists) for system, lists in runs.items()]
    inner = [value for lists in runs.values() if isinstance(lists, Mapping) for value in lists.values()]
    if any(isinstance(value, Mapping | list | tuple) or _is_array(value) for value in inner):
        return [(str(system), lists) for system, lists in runs.items()]
    return [(name, runs)]


def _is_array(thing: Any) -> bool:
    """Tell whether this is an array or a column of a frame: of one dimension."""
    return len(getattr(thing, "shape", ())) == 1 and hasattr(thing, "__array__")


def _ranking_frame(lists: Mapping[Any, Any], system: str) -> pl.DataFrame:
    if not isinstance(lists, Mapping):
        raise InputError(f"{type(lists).__name__} for the system", "a dictionary of lists by query", source=system)
    frames.refuse_merged_ids(lists, "a query", system)
    queries: list[str] = []
    items: list[str] = []
    scores: list[Any] = []
    ranks: list[int] = []
    for query, given in lists.items():
        ranking = pl.Series(given).to_list() if _is_array(given) else given
        if isinstance(ranking, str) or not isinstance(ranking, Mapping | Sequence):
            found = f"{type(ranking).__name__} for query {query!r}"
            raise InputError(found, "a dictionary {item: score} or a list of items, best first", source=system)
        queries += [str(query)] * len(ranking)
        items += frames.ids_as_text(ranking, f"an item of query {query!r}", system)
        scores += ranking.values() if isinstance(ranking, Mapping) else []
        ranks += range(1, len(ranking) + 1)
    if scores and len(scores) != len(items):
        raise InputError("lists with scores and lists without", "one or the other", source=system)
    order = {schema.SCORE: scores} if scores else {schema.RANK: ranks}
    columns: dict[str, list[Any]] = {schema.QUERY: queries, schema.ITEM: items, **order}
    return frames.standardise(
        pl.DataFrame(columns, strict=False), schema.RUN_REQUIRED, schema.RUN_OPTIONAL, frames.Origin(system)
    )
