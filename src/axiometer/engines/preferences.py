"""Preferences between systems: for every pair and query, which of the two lists is better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.conventions.profiles import Profile
from axiometer.data import schema
from axiometer.engines.measurements import WHERE
from axiometer.engines.notes import notes_of_systems
from axiometer.errors import counted
from axiometer.measures.base import Measure
from axiometer.measures.preferences.base import Preference
from axiometer.notes import Note, lines_of
from axiometer.projection.segments import sums
from axiometer.sheets.html_tables import notebook
from axiometer.stats.corrections import holm
from axiometer.stats.sign_test import sign_test

Compared = Measure | Preference
Signs = npt.NDArray[np.int8]
MOST_AT_ONCE: Final = 1 << 20
"""Comparisons."""
EQUAL: Final = 1e-12
"""Scores of systems that differ by at most this are tied."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """What one preference says of all pairs of systems.

    Attributes
    ----------
    compared
        The preference, or the measure whose values are compared.
    values
        Pairs × queries, above 0 where the left system's list is better: signs as int8, or other numbers as float32;
        0 where the pair is not compared.
    is_compared
        Systems × queries: whether the system takes part.
    total
        For each pair, the sum of its values before they were rounded to float32.
    n_close
        How many values of a measure differ from the next of their query, but by less than 1e-9 of their size.
    """

    compared: Compared
    values: Signs | npt.NDArray[np.float32]
    is_compared: BoolArray
    total: FloatArray
    n_close: int = 0


@dataclass(frozen=True, eq=False)
class Preferences:
    """Which of two systems has the better list, for every pair and query.

    Attributes
    ----------
    systems, queries
        What was compared.
    comparisons
        One for each preference.
    profile
        The conventions.
    tie_tolerance
        Lists are tied whose values of a measure, or whose preference and 0, differ by at most this; without it, those
        that differ by rounding.
    counts
        One row per system: what a reader should know.
    noted
        What else a reader should know of judgments and what was compared.
    asker
        Who asks for lists, ``query`` or, of ratings, ``user``: tables and texts say so.

    Examples
    --------
    >>> import axiometer as ax
    >>> runs = {"x": {"q": ["a", "c"]}, "y": {"q": ["c", "a"]}}
    >>> preferences = ax.prefer({"q": {"a": 1}}, runs, "RPP lexirecall")
    >>> preferences.to_polars().rows()
    [('RPP', 'q', 'x', 'y', 1.0), ('lexirecall', 'q', 'x', 'y', 1.0)]
    """

    systems: tuple[str, ...]
    queries: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    profile: Profile
    tie_tolerance: float | None
    counts: pl.DataFrame
    noted: tuple[Note, ...] = ()
    asker: schema.Asker = schema.QUERY

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What a reader must know before trusting the preferences."""
        return (*notes_of_systems(self.counts, self.profile, self.asker), *self.noted)

    @property
    def names(self) -> tuple[str, ...]:
        """The full names of the preferences."""
        return tuple(str(each.compared) for each in self.comparisons)

    @cached_property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """The left and the right system of each pair, as numbers."""
        left, right = np.triu_indices(len(self.systems), k=1)
        return left.astype(np.int64), right.astype(np.int64)

    @property
    def n_pairs(self) -> int:
        """How many pairs of systems there are."""
        return self.pairs[0].size

    def values(self, preference: str) -> Signs | npt.NDArray[np.float32]:
        """Give pairs × queries, above 0 where the left list is better; 0 also where a pair is not compared."""
        return self._find(preference).values

    def signs(self, preference: str) -> Signs:
        """Give pairs × queries: 1 where the left list is better, −1 where the right one is."""
        signs: Signs = np.sign(self._find(preference).values).astype(np.int8, copy=False)
        return signs

    def is_compared(self, preference: str) -> BoolArray:
        """Give pairs × queries: whether the pair was compared."""
        taking_part = self._find(preference).is_compared
        left, right = self.pairs
        return taking_part[left] & taking_part[right]

    def summary(self) -> pl.DataFrame:
        """Give one row per preference and pair.

        ``wins``, ``losses`` and ``ties`` of the left system, the ``mean`` of the values, the ``p_value`` of the
        two-sided binomial test of wins against losses, and ``p_holm``, corrected for all pairs of the preference.
        """
        left, right = (pl.Series(self.systems).gather(side) for side in self.pairs)
        frames = []
        for name, each in zip(self.names, self.comparisons, strict=True):
            wins, losses, n = self._outcomes[name]
            p_value = sign_test(wins, losses)
            with np.errstate(invalid="ignore"):
                mean = each.total / n
            frames.append(
                pl.DataFrame({
                    schema.PREFERENCE: pl.repeat(name, len(left), eager=True),
                    schema.PAIR[0]: left,
                    schema.PAIR[1]: right,
                    "wins": wins,
                    "losses": losses,
                    "ties": n - wins - losses,
                    "mean": mean,
                    "p_value": p_value,
                    "p_holm": holm(p_value),
                })
            )
        return pl.concat(frames)

    def to_polars(self) -> pl.DataFrame:
        """Give one row per preference, query and pair that was compared: ``value`` is above 0 if left is better.

        The column of queries is ``query`` or, with ratings, ``user``.
        """
        systems, queries = pl.Series(self.systems), pl.Series(self.queries)
        frames = []
        for name in self.names:
            query, pair = np.nonzero(self.is_compared(name).T)
            left, right = (systems.gather(side[pair]) for side in self.pairs)
            frames.append(
                pl.DataFrame({
                    schema.PREFERENCE: pl.repeat(name, pair.size, eager=True),
                    self.asker: queries.gather(query),
                    schema.PAIR[0]: left,
                    schema.PAIR[1]: right,
                    "value": self.values(name)[pair, query].astype(np.float32, copy=False),
                })
            )
        return pl.concat(frames)

    def order(self) -> pl.DataFrame:
        """Put the systems of each preference in order, in three ways; equal ranks are ties.

        ``win_rate`` is the mean over opponents of wins / (wins + losses), ``borda`` the mean number of systems beaten
        in a query, a tie counting one half, and ``mc4`` the share of time in which a walk stays at a system when it
        goes to systems that win more queries than they lose against the one before.
        """
        frames = []
        for name in self.names:
            wins = self._square(name)
            scores = {"win_rate": _win_rate(wins), "borda": self._borda(name), "mc4": limit_of_majorities(wins)}
            columns = {
                column: content
                for way, score in scores.items()
                for column, content in ((way, score), (f"{way}_rank", _ranks(score)))
            }
            frame = pl.DataFrame({
                schema.PREFERENCE: [name] * len(self.systems),
                schema.SYSTEM: self.systems,
                **columns,
            })
            frames.append(frame.sort("win_rate_rank", "borda_rank", "mc4_rank", maintain_order=True))
        return pl.concat(frames)

    def __repr__(self) -> str:
        return f"{self._told()}\n{self.order()}" + "".join(f"\nnote: {line}" for line in lines_of(self.notes, WHERE))

    def _repr_html_(self) -> str:
        return notebook(self._told(), self.order(), lines_of(self.notes, WHERE))

    def _told(self) -> str:
        what = f"{counted(len(self.systems), 'system')} × {counted(len(self.queries), self.asker)}"
        return f"{what}, compared by {', '.join(self.names)} (profile {self.profile.name})"

    @cached_property
    def _outcomes(self) -> dict[str, tuple[IntArray, IntArray, IntArray]]:
        """Wins, losses and comparisons of each pair."""
        return {name: self._counted(each) for name, each in zip(self.names, self.comparisons, strict=True)}

    def _counted(self, comparison: Comparison) -> tuple[IntArray, IntArray, IntArray]:
        left, right = self.pairs
        wins, losses, n = (np.zeros(left.size, dtype=np.int64) for _ in range(3))
        for part in self._parts():
            wins[part] = (comparison.values[part] > 0).sum(axis=1)
            losses[part] = (comparison.values[part] < 0).sum(axis=1)
            n[part] = (comparison.is_compared[left[part]] & comparison.is_compared[right[part]]).sum(axis=1)
        return wins, losses, n

    def _parts(self) -> Iterator[slice]:
        step = max(1, MOST_AT_ONCE // max(1, len(self.queries)))
        return (slice(start, start + step) for start in range(0, self.pairs[0].size, step))

    def _square(self, name: str) -> FloatArray:
        """Give systems × systems: how often the one wins against the other."""
        wins, losses, _ = self._outcomes[name]
        square = np.zeros((len(self.systems), len(self.systems)))
        left, right = self.pairs
        square[left, right], square[right, left] = wins, losses
        return square

    def _borda(self, name: str) -> FloatArray:
        wins, losses, n = self._outcomes[name]
        left, right = self.pairs
        share = np.full(left.size, 0.5)
        np.divide(wins + (n - wins - losses) / 2, n, out=share, where=n > 0)
        size = len(self.systems)
        return sums(left, share, size) + sums(right, 1 - share, size)

    def _find(self, preference: str) -> Comparison:
        if preference not in self.names:
            raise KeyError(f"no preference {preference!r}; there are: {', '.join(self.names)}")
        return self.comparisons[self.names.index(preference)]


def _win_rate(wins: FloatArray) -> FloatArray:
    """Average over opponents the share of wins among the queries that were decided; one half where none was."""
    decided = wins + wins.T
    rate = np.divide(wins, decided, out=np.full_like(wins, 0.5), where=decided > 0)
    np.fill_diagonal(rate, 0.0)
    mean: FloatArray = rate.sum(axis=1) / (len(wins) - 1)
    return mean


def _ranks(score: FloatArray) -> IntArray:
    """Rank from 1, the largest first; scores that are equal up to rounding share the better rank."""
    order = np.argsort(-score, kind="stable")
    is_lower = np.concatenate([[False], -np.diff(score[order]) > EQUAL])
    rank = np.empty(score.size, dtype=np.int64)
    rank[order] = 1 + np.maximum.accumulate(np.where(is_lower, np.arange(score.size), 0))
    return rank


RESTART = 0.05


def limit_of_majorities(wins: FloatArray) -> FloatArray:
    """Give the limit distribution of the chain MC4 over things that were compared.

    From each thing the walk looks at any of them with equal chance, and goes there if that one wins more often than it
    loses against where it is; otherwise it stays. With a chance of 1/20 it starts anew anywhere, so that also things
    that lose to one another in a row are told apart.

    Parameters
    ----------
    wins
        How often the thing of the row won against that of the column.
    """
    n = len(wins)
    go = np.where(wins < wins.T, 1.0 / n, 0.0)
    np.fill_diagonal(go, 0.0)
    np.fill_diagonal(go, 1.0 - go.sum(axis=1))
    limit: FloatArray = np.linalg.solve(np.eye(n) - (1 - RESTART) * go.T, np.full(n, RESTART / n))
    return limit
