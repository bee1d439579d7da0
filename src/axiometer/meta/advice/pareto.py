"""How measures stand by several criteria, without a sum of them: ranks, and who is no worse in anything."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray

DIGITS: Final = 9
"""Values that are equal when rounded to so many digits are equal."""


@dataclass(frozen=True)
class Criterion:
    """Something by which measures are better or worse.

    Attributes
    ----------
    name
        Of the column.
    meaning
        What the value is.
    best, worse
        How to name the best value, and one that is worse than another.
    is_smaller_better
        Whether the smaller of two values is the better one.
    """

    name: str
    meaning: str
    best: str
    worse: str
    is_smaller_better: bool = False


AXIOMS: Final = Criterion(
    "axioms",
    "how many of the axioms that matter for these data the measure meets, of those that apply to it",
    best="the most axioms",
    worse="fewer axioms",
)
CRITERIA: Final = (
    AXIOMS,
    Criterion(
        "unanimity",
        "how well it sees what all other candidates see: 1 is always, 0 what a coin or a constant has",
        best="the most unanimity",
        worse="less unanimity",
    ),
    Criterion(
        "concordance",
        "where it and another candidate disagree and the gold standards decide: the share in which it is right",
        best="the most concordance",
        worse="less concordance",
    ),
    Criterion(
        "power",
        "the share of pairs of systems that it tells apart significantly",
        best="the most power",
        worse="less power",
    ),
    Criterion(
        "ties",
        "the share of pairs of comparable lists that it leaves tied; the fewer, the better",
        best="the fewest ties",
        worse="more ties",
        is_smaller_better=True,
    ),
    Criterion(
        "stability",
        "the share of its decisions between two lists that stay the same when labels are missing",
        best="the most stability",
        worse="less stability",
    ),
)


@dataclass(frozen=True, eq=False)
class Standings:
    """The values of measures by all criteria.

    Attributes
    ----------
    names
        Of the measures.
    values
        Measures × criteria; nan where nothing is known. Of axioms, the share of those met.
    met, asked
        For each measure, how many axioms it meets, and how many apply to it.
    """

    names: tuple[str, ...]
    values: FloatArray
    met: IntArray
    asked: IntArray

    @cached_property
    def scores(self) -> FloatArray:
        """Measures × criteria: the larger, the better; equal but for rounding is equal."""
        turned = np.where([each.is_smaller_better for each in CRITERIA], -1.0, 1.0)
        return np.round(self.values * turned, DIGITS)

    @cached_property
    def ranks(self) -> IntArray:
        """Measures × criteria: 1 for the best and all that equal it; 0 where nothing is known."""
        better = self.scores[None, :, :] > self.scores[:, None, :]
        return np.where(np.isnan(self.scores), 0, 1 + better.sum(axis=1))

    @cached_property
    def dominates(self) -> BoolArray:
        """Measures × measures: whether the first is no worse in anything, and better in something."""
        return dominance(self.scores)

    @cached_property
    def front(self) -> IntArray:
        """For each measure: 1 if no other dominates it, 2 if only such as have 1 do, and so on."""
        return fronts(self.dominates)

    def order(self) -> list[int]:
        """Give the measures by front and then, for the eye only, by the mean of their ranks."""
        ranks = np.where(self.ranks > 0, self.ranks, np.nan)
        is_known = ~np.isnan(ranks)
        mean = np.where(is_known, ranks, 0.0).sum(axis=1) / np.maximum(is_known.sum(axis=1), 1)
        return [int(number) for number in np.lexsort((np.arange(len(self.names)), mean, self.front))]

    @property
    def deciding(self) -> BoolArray:
        """For each criterion: whether measures differ by it."""
        is_deciding: BoolArray = self.ranks.max(axis=0, initial=0) > 1
        return is_deciding

    def last(self, criterion: int) -> int:
        """Give the rank of the worst."""
        return int(self.ranks[:, criterion].max(initial=0))

    def best(self, criterion: int) -> int | None:
        """Give the measure that is best, the first of several; None where nothing is known."""
        found = np.flatnonzero(self.ranks[:, criterion] == 1)
        return int(found[0]) if found.size else None


def dominance(scores: FloatArray) -> BoolArray:
    """Tell for measures × measures whether the first dominates the second: no worse in anything, better in something.

    Measures are compared only by what is known of both. Therefore some may dominate one another in a circle; these do
    not count as dominating each other.
    """
    ours, theirs = scores[:, None, :], scores[None, :, :]
    is_known = ~np.isnan(ours) & ~np.isnan(theirs)
    is_found = ~(is_known & (ours < theirs)).any(axis=2) & (is_known & (ours > theirs)).any(axis=2)
    is_reached: BoolArray = np.array(is_found)
    for between in range(len(scores)):
        is_reached |= is_reached[:, between, None] & is_reached[None, between, :]
    return np.asarray(is_found & ~is_reached.T)


def fronts(dominates: BoolArray) -> IntArray:
    """Give each measure a number: 1 for those that none dominates, 2 for those that only these dominate, and so on."""
    front = np.zeros(len(dominates), np.int64)
    number = 0
    while (is_open := front == 0).any():
        number += 1
        front[is_open & ~dominates[is_open].any(axis=0)] = number
    return front
