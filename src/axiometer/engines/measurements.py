"""Measurements: one value per system, query and measure, wherever they are, with the conventions that made them."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray, IntArray
from axiometer.conventions.profiles import CHOICES, Profile, Undefined
from axiometer.data import schema
from axiometer.data.frames import readable
from axiometer.engines.batch_sums import Averages, counts_unjudged, texts
from axiometer.engines.notes import notes_of_systems, notes_of_undefined, of_systems_only
from axiometer.errors import UsageError, counted, plural
from axiometer.io.results import form_of, told_beside
from axiometer.measures.base import Measure, SystemMeasure
from axiometer.measures.names import Wanted, parse_wanted
from axiometer.notes import Note, lines_of
from axiometer.sheets.html_tables import notebook

if TYPE_CHECKING:
    from axiometer.engines.in_memory import MeasurementsInMemory

WHERE: Final = "see notes"
"""Where a reader finds all that is told of the first few systems only."""
Named = str | Measure | Iterable[str | Measure]
"""Some of the measures, or their names."""
Names = Literal["full", "plain"]
"""How measures are called: ``nDCG@10``, or ``nDCG_10``, of letters, digits and underscores only."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Measurements(ABC):
    """The values of some measures for some systems: in memory, in files or in Spark.

    Attributes
    ----------
    systems, measures, system_measures
        What was measured: lists, and all lists of a system together.
    profile
        The conventions of the evaluation.
    counts
        One row per system: what a reader should know before trusting its numbers.
    noted
        What else a reader should know of judgments and measures.
    system_values
        Systems × measures of systems.
    n_included
        For each system, how many judged queries count.
    asker
        Who asks for lists, ``query`` or, of ratings, ``user``: tables and texts say so.

    Examples
    --------
    >>> import axiometer as ax
    >>> measured = ax.evaluate({"q": {"a": 1}, "r": {"b": 1}}, {"q": ["x", "a"], "r": ["b"]}, "RR P@1")
    >>> measured.to_dict()
    {'run': {'RR': 0.75, 'P@1': 0.5}}
    >>> measured.to_dict(per_query=True)
    {'run': {'q': {'RR': 0.5, 'P@1': 0.0}, 'r': {'RR': 1.0, 'P@1': 1.0}}}
    """

    systems: tuple[str, ...]
    measures: tuple[Measure, ...]
    system_measures: tuple[SystemMeasure, ...]
    profile: Profile
    counts: pl.DataFrame
    noted: tuple[Note, ...]
    system_values: FloatArray
    n_included: IntArray
    asker: schema.Asker

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What a reader must know before trusting the means."""
        policy, n_unjudged = self.profile.undefined, self.n_unjudged
        n_undefined = self.averages(policy).n_undefined - n_unjudged[:, None]
        return (
            *notes_of_systems(
                self.counts, self.profile, self.asker, unjudged=policy if counts_unjudged(self.profile) else None
            ),
            *self.noted,
            *notes_of_undefined(self.measures, n_undefined, policy, self.asker),
        )

    @property
    def notes_of_values(self) -> tuple[Note, ...]:
        """What a reader of the values of queries must know."""
        return (*self.notes, *of_systems_only(self.system_measures, self.asker))

    @property
    def told(self) -> dict[str, str]:
        """What stands beside the values in files that have room for it."""
        return told_beside(self.profile, self.notes_of_values)

    @property
    def n_queries(self) -> int:
        """How many queries are judged."""
        return int((self.counts["answered"] + self.counts["missing"]).to_numpy().max())

    @abstractmethod
    def to_polars(self) -> pl.DataFrame:
        """Give one row per value: ``system``, ``query``, ``measure``, ``value``; undefined values are nan.

        With ratings, the column is called ``user``. Measures of systems have no values of queries.
        """

    @abstractmethod
    def in_memory(
        self, measures: Named | None = None, systems: str | Sequence[str] | None = None
    ) -> MeasurementsInMemory:
        """Bring the values of these measures and systems into memory, or all; those of whole systems always are."""

    @abstractmethod
    def averages(self, policy: Undefined) -> Averages:
        """Average over queries, where undefined values count as ``zero``, are left out, ``drop``, or stay, ``nan``."""

    def mean(self, *, undefined: Undefined | None = None) -> pl.DataFrame:
        """Average over queries: ``system``, ``measure``, ``value``, ``queries``, ``undefined``, ``standard_error``.

        Parameters
        ----------
        undefined
            What becomes of undefined values; by default what the profile says. The column of that name counts them,
            the column before it, which is ``users`` with ratings, the queries that the mean is taken over. Where the
            profile has the mean taken over all queries of a run, the values of those that are not judged are undefined.
        """
        policy = checked_policy(self.profile.undefined if undefined is None else undefined)
        found, of_systems = self.averages(policy), self.system_values
        columns = {
            schema.VALUE: (found.mean, of_systems),
            plural(self.asker): (found.n, np.broadcast_to(self.n_included[:, None], of_systems.shape)),
            "undefined": (found.n_undefined.astype(np.int64), np.isnan(of_systems).astype(np.int64)),
            schema.STANDARD_ERROR: (found.standard_error, np.full(of_systems.shape, np.nan)),
        }
        return pl.DataFrame({
            schema.SYSTEM: texts(system for system in self.systems for _ in self.wanted),
            schema.MEASURE: texts([str(each) for each in self.wanted] * len(self.systems)),
            **{name: np.hstack(both).ravel() for name, both in columns.items()},
        })

    @property
    def n_unjudged(self) -> IntArray:
        """For each system, how many queries of its run count though they are not judged: no value, all undefined."""
        n_run_only = self.counts["run_only"].to_numpy().astype(np.int64)
        return n_run_only if counts_unjudged(self.profile) else np.zeros_like(n_run_only)

    def table(self) -> pl.DataFrame:
        """Give the means as a table: one row per system, one column per measure."""
        values = self.mean()[schema.VALUE].to_numpy().reshape(len(self.systems), len(self.wanted))
        return pl.DataFrame({schema.SYSTEM: self.systems, **dict(zip(map(str, self.wanted), values.T, strict=True))})

    @property
    def wanted(self) -> tuple[Wanted, ...]:
        """All measures: first those of lists."""
        return (*self.measures, *self.system_measures)

    def to_pandas(self) -> Any:
        """Give one row per value, as ``to_polars``, in a frame of pandas."""
        import pandas as pd

        columns = self.to_polars().to_dict().items()
        return pd.DataFrame({name: pd.Series(column.to_list(), dtype=_pandas_type(column)) for name, column in columns})

    def write(self, path: str | PathLike[str], form: str | None = None) -> None:
        """Write the values of each query to a file, whole or not at all; ``compare`` and others read it again.

        Parameters
        ----------
        path
            The file. In Spark, Parquet is a folder, which Spark writes.
        form
            ``parquet``, which also holds the notes and what means make of undefined values; or ``tsv``, ``csv`` or
            ``jsonl``, which hold the values only. Without it, the ending says which.
        """
        found = form_of(path, form)
        if not self.measures:
            told = f"there are no values of {plural(self.asker)} to write"
            raise UsageError(f"{told}: measures of systems have one for each, see mean()")
        self._write(str(path), found)

    @abstractmethod
    def _write(self, path: str, form: str) -> None:
        """Write all values."""

    def to_dict(self, *, names: Names = "full", per_query: bool = False) -> dict[str, Any]:
        """Give the means, ``{system: {measure: mean}}``, or all values, ``{system: {query: {measure: value}}}``.

        Parameters
        ----------
        names
            ``full``, such as ``nDCG@10``, or ``plain``, such as ``nDCG_10``: letters, digits and underscores, as
            trackers of experiments want them.
        per_query
            Whether to give the values of each query, and not the means.
        """
        called = self._names(names)
        if not per_query:
            means: dict[str, Any] = {system: {} for system in self.systems}
            for system, measure, value in self.mean().select(schema.SYSTEM, schema.MEASURE, schema.VALUE).iter_rows():
                means[system][called[measure]] = value
            return means
        found: dict[str, Any] = {system: {} for system in self.systems}
        for system, query, measure, value in self.to_polars().iter_rows():
            found[system].setdefault(query, {})[called[measure]] = value
        return found

    def __getitem__(self, system: str) -> MeasurementsInMemory:
        """Give the measurements of one system."""
        if system not in self.systems:
            raise KeyError(f"no system {system!r}; there are: {', '.join(self.systems)}")
        return self.in_memory(systems=system)

    def _only(self, measures: Named | None, systems: str | Sequence[str] | None) -> dict[str, Any]:
        """Give what is known of some measures and systems, without the values of queries."""
        chosen = self.measures if measures is None else self._chosen(measures)
        whose = [*self.systems] if systems is None else [systems] if isinstance(systems, str) else [*systems]
        unknown = [system for system in whose if system not in self.systems]
        if unknown or not whose:
            there = f"there is no system {unknown[0]!r}" if unknown else "no system is named"
            raise UsageError(f"{there}; there are {', '.join(self.systems)}")
        at = [self.systems.index(system) for system in dict.fromkeys(whose)]
        others = {str(each) for each in self.measures} - {str(each) for each in chosen}
        return {
            "systems": tuple(self.systems[each] for each in at),
            "measures": chosen,
            "system_measures": self.system_measures,
            "profile": self.profile,
            "counts": self.counts[at],
            "noted": tuple(note for note in self.noted if note.subject not in others),
            "system_values": self.system_values[at],
            "n_included": self.n_included[at],
            "asker": self.asker,
        }

    def _chosen(self, names: Named) -> tuple[Measure, ...]:
        """Find measures by their names."""
        known = {str(each): each for each in self.measures}
        found = {}
        for name in map(str, [names] if isinstance(names, str | Measure) else names):
            full = name
            with suppress(UsageError):
                full = name if name in known else str(parse_wanted([name], profile=self.profile)[0])
            if full not in known:
                there = f"there are those of {', '.join(known)}" if known else "those of whole systems are in mean()"
                raise UsageError(f"there are no values of {name}; {there}")
            found[full] = known[full]
        return tuple(found.values())

    def _names(self, names: Names) -> dict[str, str]:
        """Say what measures are called."""
        if names not in get_args(Names):
            raise UsageError(f"names cannot be {names!r}; choose one of {', '.join(get_args(Names))}")
        full = [str(each) for each in self.wanted]
        called = {name: plain_name(name) if names == "plain" else name for name in full}
        for name in full:
            alike = [other for other in full if called[other] == called[name]]
            if len(alike) > 1:
                raise UsageError(f"{' and '.join(alike)} would both be called {called[name]}: use their full names")
        return called

    def __repr__(self) -> str:
        told = "".join(f"\nnote: {line}" for line in lines_of(self.notes, WHERE))
        with readable():
            return f"{self._title()}\n{self.table()}{told}"

    def _repr_html_(self) -> str:
        return notebook(self._title(), self.table(), lines_of(self.notes, WHERE))

    def _title(self) -> str:
        return (
            f"{counted(len(self.systems), 'system')} × {counted(self.n_queries, self.asker)} × "
            f"{counted(len(self.wanted), 'measure')}, means (profile {self.profile.name})"
        )


def checked_policy(undefined: Undefined) -> Undefined:
    """Give what becomes of undefined values, if it is one of the choices."""
    if undefined not in CHOICES["undefined"]:
        raise UsageError(f"undefined cannot be {undefined!r}; choose one of {', '.join(CHOICES['undefined'])}")
    return undefined


def _pandas_type(column: pl.Series) -> str | None:
    """Name the type of a column without rows; of others it shows."""
    return None if len(column) else "float64" if column.dtype.is_float() else "object"


def plain_name(measure: str) -> str:
    """Write a full name with letters, digits and underscores only: ``RBP(p=0.8)`` is ``RBP_p_0_8``."""
    return re.sub(r"\W+", "_", measure, flags=re.ASCII).strip("_")
