"""Outcomes: what several measures and preferences say of the lists of several systems, query by query."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from os import PathLike
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.data import schema
from axiometer.data.frames import is_frame, to_polars
from axiometer.engines.comparing import CLOSE, classes, n_close, pair_signs
from axiometer.engines.measurements import Measurements
from axiometer.engines.notes import NOT_JUDGED, NOT_JUDGED_COUNTED, UNDEFINED, not_judged
from axiometer.engines.prefer import check_tolerance
from axiometer.engines.preferences import Preferences, Signs
from axiometer.errors import UsageError, counted, plural
from axiometer.measures.names import name_among
from axiometer.meta.outcome import Averaged, Outcome, preference_outcome
from axiometer.meta.saved_values import SavedTable, saved_in, table_of
from axiometer.notes import Note
from axiometer.stats.rounding import ROUNDING

NEARLY_TIED: Final = "nearly_tied"
SAME_SYSTEMS: Final = "same_systems"
NO_VALUE: Final = "no_value"
SOME_VALUES: Final = "some_values"
Pairs = tuple[IntArray, IntArray]
"""The left and the right systems of pairs, as numbers."""


@dataclass(frozen=True, eq=False)
class Outcomes:
    """What several measures and preferences say of all systems.

    Attributes
    ----------
    systems, queries
        Of what.
    outcomes
        One for each measure or preference.
    tie_tolerance
        Values that differ by at most this are tied; without it, those that differ by 1e-12 of their size.
    notes
        What a reader should know of what was measured; ``all_notes`` has also what is seen in the values.
    asker
        Who asks for lists, ``query`` or, of ratings, ``user``; ``query`` where it is now the one and now the other.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=5, queries=20, seed=1)
    >>> made = ax.simulate.simulate_search(world)
    >>> measured = ax.evaluate(made.judgments, made.runs, "nDCG@10 AP")
    >>> outcomes = ax.meta.Outcomes.of(measured)
    >>> len(outcomes.systems), len(outcomes.queries)
    (5, 20)
    """

    systems: tuple[str, ...]
    queries: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    tie_tolerance: float | None = None
    notes: tuple[Note, ...] = ()
    asker: schema.Asker = schema.QUERY

    @classmethod
    def of(cls, found: Any, tie_tolerance: float | None = None, *, only: Sequence[str] | None = None) -> Outcomes:
        """Take measurements, preferences, a frame or a file in which they were saved, or several of these.

        Parameters
        ----------
        found
            Where the values are.
        tie_tolerance
            Values that differ by at most this are tied.
        only
            Names of the measures and preferences that are needed; without it, all.
        """
        check_tolerance(tie_tolerance)
        if only is not None:
            if isinstance(found, Measurements):
                return cls.of(found.in_memory(only), tie_tolerance)
            return cls.of(found, tie_tolerance).only(only)
        if isinstance(found, Outcomes):
            return found if tie_tolerance is None else replace(found, tie_tolerance=tie_tolerance)
        if isinstance(found, Measurements):
            taken = _of_measurements(found)
        elif isinstance(found, Preferences):
            taken = _of_preferences(found)
        elif is_frame(found):
            taken = _of_saved(table_of(to_polars(found, "the frame")))
        elif isinstance(found, str | PathLike):
            taken = cls.of_saved(found)
        elif isinstance(found, Iterable) and not isinstance(found, bytes | dict):
            taken = _joined([cls.of(each) for each in found])
        else:
            needed = "measurements, preferences, a frame or a file of them"
            raise UsageError(f"{found!r} is nothing that was measured: {needed} is needed")
        return replace(taken._in_order(), tie_tolerance=tie_tolerance)

    @classmethod
    def of_saved(
        cls, paths: str | PathLike[str] | Iterable[str | PathLike[str]], smaller_better: Collection[str] = ()
    ) -> Outcomes:
        """Read files that ``axiometer evaluate -q`` and ``axiometer prefer -q`` wrote, and put them together.

        Parameters
        ----------
        paths
            Files of Parquet, TSV, CSV or lines of JSON.
        smaller_better
            Names of measures that are not known here, and of whose values the smaller is the better one.
        """
        return _joined([_of_saved(each) for each in saved_in(paths, smaller_better)])._in_order()

    def _in_order(self) -> Outcomes:
        """Sort queries by name, so that what is drawn of them does not depend on the order in which they came."""
        queries = tuple(sorted(self.queries))
        if queries == self.queries:
            return self
        outcomes = tuple(_reordered(each, self, self.systems, queries) for each in self.outcomes)
        return replace(self, queries=queries, outcomes=outcomes)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the measures and preferences."""
        return tuple(each.name for each in self.outcomes)

    @cached_property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """The left and the right system of each pair, as numbers."""
        left, right = np.triu_indices(len(self.systems), k=1)
        return left.astype(np.int64), right.astype(np.int64)

    def __getitem__(self, name: str) -> Outcome:
        """Give what one measure or preference says, called by its full name or another that it has.

        A name without parameters is also that of the only one of its kind, whatever its parameters.
        """
        full = name if name in self.names else name_among(name, self.names)
        if full not in self.names:
            raise UsageError(f"there are no values of {full}; there are those of {', '.join(self.names)}")
        return self.outcomes[self.names.index(full)]

    def only(self, names: Sequence[str]) -> Outcomes:
        """Give these measures and preferences only, in this order."""
        return replace(self, outcomes=tuple(self[name] for name in names))

    def signs(self, outcome: Outcome) -> Signs:
        """Give pairs × queries: 1 where the left list is better, −1 where the right one is, 0 for ties.

        0 also where the pair is not compared.
        """
        if outcome.preferred is not None:
            tolerance = self.tie_tolerance or 0.0
            preferred = np.where(np.abs(outcome.preferred) > tolerance, outcome.preferred, 0.0)
            return np.sign(preferred).astype(np.int8)
        return pair_signs(self._order(outcome), outcome.is_defined)

    def _order(self, outcome: Outcome) -> npt.NDArray[np.int32]:
        """Give systems × queries: a number for each value, the larger the better, equal ones for tied values."""
        if outcome not in self._orders:
            self._orders[outcome] = self._ordered(outcome)
        return self._orders[outcome]

    @cached_property
    def _orders(self) -> dict[Outcome, npt.NDArray[np.int32]]:
        """What was ordered already: pairs are asked for block by block."""
        return {}

    def _ordered(self, outcome: Outcome) -> npt.NDArray[np.int32]:
        is_defined = outcome.is_defined
        number = np.zeros(is_defined.shape, dtype=np.int32)
        _, query = np.nonzero(is_defined)
        number[is_defined] = classes(outcome.values[is_defined], query, self.tie_tolerance)
        return -number if outcome.is_smaller_better else number

    def signs_of(self, outcome: Outcome, pairs: Pairs) -> Signs:
        """Give the signs of these pairs, whichever system comes first."""
        number, turned = self.numbers_of(pairs)
        if outcome.preferred is None and len(pairs[0]) < self.pairs[0].size:
            order = self._order(outcome)
            left, right = order[pairs[0]], order[pairs[1]]
            signs = (left > right).view(np.int8) - (left < right).view(np.int8)
            return np.where(self.is_compared(outcome, pairs), signs, 0).astype(np.int8)
        return self.signs(outcome)[number] * turned[:, None].astype(np.int8)

    def numbers_of(self, pairs: Pairs) -> tuple[IntArray, FloatArray]:
        """Give the numbers of pairs among all, and −1 where the left and the right system are the other way round."""
        left, right, n = *pairs, len(self.systems)
        first, second = np.minimum(left, right), np.maximum(left, right)
        return first * (2 * n - first - 1) // 2 + second - first - 1, np.where(left < right, 1.0, -1.0)

    def is_compared(self, outcome: Outcome, pairs: Pairs | None = None) -> BoolArray:
        """Give pairs × queries: whether the pair is compared."""
        left, right = pairs = self.pairs if pairs is None else pairs
        if outcome.preferred is None:
            return outcome.is_defined[left] & outcome.is_defined[right]
        is_compared: BoolArray = ~np.isnan(outcome.preferred[self.numbers_of(pairs)[0]])
        return is_compared

    def differences(self, outcome: Outcome, pairs: Pairs | None = None) -> FloatArray:
        """Give pairs × queries: the left value less the right one, or the preference; nan where there is none."""
        left, right = pairs = self.pairs if pairs is None else pairs
        if outcome.preferred is None:
            return outcome.values[left] - outcome.values[right]
        number, turned = self.numbers_of(pairs)
        difference: FloatArray = turned[:, None] * outcome.preferred[number].astype(np.float64)
        return difference

    def averaged(self) -> Outcomes:
        """Give the same with undefined values as means take them, and say so."""
        filled, told = [], []
        for each in self.outcomes:
            is_missing = ~each.is_defined & (True if each.is_included is None else each.is_included)
            if each.undefined == "drop" or not is_missing.any():
                filled.append(each)
                continue
            filled.append(replace(each, values=np.where(is_missing, 0.0, each.values)))
            n = int(is_missing.any(axis=0).sum())
            told.append(Note(UNDEFINED, each.name, f"undefined for {counted(n, self.asker)}, counted as 0", n))
        return replace(self, outcomes=tuple(filled), notes=(*self.notes, *told))

    def averaging(self, undefined: Averaged) -> Outcomes:
        """Give the same with what means make of undefined values."""
        changed = [each if each.is_preference else replace(each, undefined=undefined) for each in self.outcomes]
        return replace(self, outcomes=tuple(changed))

    def mean(self, outcome: Outcome) -> FloatArray:
        """Average over queries, for each system; nan where there is nothing."""
        is_defined = outcome.is_defined
        total, n = np.where(is_defined, outcome.values, 0.0).sum(axis=1), is_defined.sum(axis=1)
        mean: FloatArray = np.divide(total, n, out=np.full(total.size, np.nan), where=n > 0)
        return mean

    def refuse_fewer(self, *, systems: int = 2, measures: int = 1, queries: int = 0, of: str) -> None:
        """Refuse too few systems, measures or queries."""
        asked = ((systems, self.systems, "system"), (measures, self.names, "measure"))
        for least, names, thing in (*asked, (queries, self.queries, self.asker)):
            if len(names) < least:
                there = f"there is only {names[0]!r}" if names else "there is none"
                raise UsageError(f"{of} needs at least {counted(least, thing)}; {there}")

    @property
    def sizes(self) -> dict[str, int]:
        """How many systems and queries, or users, there are."""
        return {"systems": len(self.systems), plural(self.asker): len(self.queries)}

    @property
    def tolerance_told(self) -> str:
        """Which values are tied."""
        return f"up to {ROUNDING:g} of the size" if self.tie_tolerance is None else f"up to {self.tie_tolerance:g}"

    def all_notes(self) -> tuple[Note, ...]:
        """Say what a reader should know, also of systems that are the same, and of values missing or nearly tied."""
        return tuple(dict.fromkeys([*self.notes, *self._notes_of_systems(), *self._notes_of_values()]))

    def _notes_of_systems(self) -> Iterator[Note]:
        if same := self._same_systems():
            groups = "; ".join(", ".join(group) for group in same)
            told = f"the same by all measures in all {plural(self.asker)}: {groups}"
            yield Note(SAME_SYSTEMS, "", told, sum(map(len, same)))

    def _notes_of_values(self) -> Iterator[Note]:
        for outcome in self.outcomes:
            n_none = int((~outcome.is_defined).all(axis=0).sum())
            n_some = int((~outcome.is_defined).any(axis=0).sum()) - n_none
            if n_none:
                told = f"no value of any system in {counted(n_none, self.asker)}, left out"
                yield Note(NO_VALUE, outcome.name, told, n_none)
            if n_some:
                told = f"no value of some systems in {counted(n_some, self.asker)}, and these left out there"
                yield Note(SOME_VALUES, outcome.name, told, n_some)
            if outcome.preferred is None and self.tie_tolerance is None:
                _, query = np.nonzero(outcome.is_defined)
                if close := n_close(outcome.values[outcome.is_defined], query):
                    n_values = counted(close, "value")
                    told = f"{n_values} within {CLOSE:g} of the next of the {self.asker}, and not equal"
                    yield Note(NEARLY_TIED, outcome.name, told, close)

    def _same_systems(self) -> list[list[str]]:
        """Group the systems that no measure tells apart in any query; those like no other are left out."""
        measured = [(self._order(each), each.is_defined) for each in self.outcomes if not each.is_preference]
        is_tied = self._are_tied_by_preferences()
        groups: dict[bytes, list[list[int]]] = {}
        for system in range(len(self.systems)):
            alike = groups.setdefault(b"".join(part[system].tobytes() for both in measured for part in both), [])
            home = next((group for group in alike if is_tied[group[0], system]), None)
            if home is None:
                alike.append([system])
            else:
                home.append(system)
        found = (group for alike in groups.values() for group in alike if len(group) > 1)
        return [[self.systems[system] for system in group] for group in found]

    def _are_tied_by_preferences(self) -> BoolArray:
        """Give systems × systems: whether preferences tie the two in all queries, and compare them in some."""
        is_tied = np.ones((len(self.systems), len(self.systems)), bool)
        for each in self.outcomes:
            if each.is_preference:
                is_tied[self.pairs] &= ~self.signs(each).any(axis=1) & self.is_compared(each).any(axis=1)
        return is_tied


def _of_measurements(found: Measurements) -> Outcomes:
    measured = found.in_memory()
    # Queries that count for no system have no row of values: they are none, wherever values are.
    counts = np.asarray(measured.is_included.any(axis=0))
    is_included, values = measured.is_included[:, counts], measured.values[:, counts]
    values = np.where(is_included[:, :, None], values, np.nan)
    queries = tuple(compress(measured.queries, counts.tolist()))
    averaged: Averaged = "zero" if measured.profile.undefined == "zero" else "drop"
    outcomes = [
        Outcome(
            str(measure),
            # Sums over queries depend, in their last digits, on how values lie in memory.
            np.ascontiguousarray(values[:, :, m]),
            measure.is_smaller_better,
            is_included=is_included,
            undefined=averaged,
        )
        for m, measure in enumerate(measured.measures)
    ]
    notes = tuple(_of_comparison(found.notes_of_values, found.asker))
    return Outcomes(measured.systems, queries, tuple(outcomes), notes=notes, asker=found.asker)


def _of_preferences(found: Preferences) -> Outcomes:
    outcomes = []
    for comparison in found.comparisons:
        preferred = comparison.values.astype(np.float64)
        preferred[~found.is_compared(str(comparison.compared))] = np.nan
        outcomes.append(preference_outcome(str(comparison.compared), preferred, len(found.systems)))
    notes = tuple(_of_comparison(found.notes, found.asker))
    return Outcomes(found.systems, found.queries, tuple(outcomes), notes=notes, asker=found.asker)


def _of_saved(saved: SavedTable) -> Outcomes:
    notes = tuple(_of_comparison(saved.notes, saved.asker))
    return Outcomes(saved.systems, saved.queries, tuple(saved.outcomes()), notes=notes, asker=saved.asker)


def _of_comparison(notes: Iterable[Note], asker: schema.Asker) -> Iterator[Note]:
    """Give what notes say of a comparison, which sees itself what becomes of undefined values."""
    does = {NOT_JUDGED: "left out", NOT_JUDGED_COUNTED: "undefined"}
    for note in notes:
        if note.kind in does:
            yield replace(note, text=not_judged(note.count or 0, does[note.kind], asker))
        elif note.kind != UNDEFINED:
            yield note


def _joined(parts: Sequence[Outcomes]) -> Outcomes:
    """Put together what was measured in several ways; all systems and queries of any of them are there."""
    if not parts:
        raise UsageError("nothing was measured")
    systems = tuple(dict.fromkeys(system for part in parts for system in part.systems))
    queries = tuple(dict.fromkeys(query for part in parts for query in part.queries))
    for part in parts:
        if set(part.systems) != set(systems):
            missing = ", ".join(system for system in systems if system not in part.systems)
            raise UsageError(f"{part.names[0]} and others have no values of the systems {missing}: all need the same")
    outcomes = tuple(_reordered(each, part, systems, queries) for part in parts for each in part.outcomes)
    names = [each.name for each in outcomes]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{name} was measured twice: leave one of them out")
    notes = dict.fromkeys(note for part in parts for note in part.notes)
    asker: schema.Asker = schema.USER if all(part.asker == schema.USER for part in parts) else schema.QUERY
    return Outcomes(systems, queries, outcomes, notes=tuple(notes), asker=asker)


def _reordered(outcome: Outcome, part: Outcomes, systems: Sequence[str], queries: Sequence[str]) -> Outcome:
    """Give an outcome for these systems and queries in this order; there is none for queries it does not know."""
    if part.systems == tuple(systems) and part.queries == tuple(queries):
        return outcome
    system = np.array([part.systems.index(each) for each in systems])
    known = {each: number for number, each in enumerate(part.queries)}
    query = np.array([known.get(each, -1) for each in queries])
    is_known = query >= 0
    if outcome.preferred is not None:
        left, right = np.triu_indices(len(systems), k=1)
        preferred = part.differences(outcome, (system[left], system[right]))[:, query]
        return preference_outcome(outcome.name, np.where(is_known, preferred, np.nan), len(systems))
    values = np.ascontiguousarray(np.where(is_known, outcome.values[system][:, query], np.nan))
    included = outcome.is_included
    return replace(
        outcome, values=values, is_included=is_known if included is None else included[system][:, query] & is_known
    )
