"""Measures that are wrong on purpose: each breaks one of the eight axioms for recommendations, and keeps the others.

Most come from αβ-nDCG with β = 1/4, which keeps all but MoreAsp; they leave out the ideal list, which is the same for
both lists that are compared. Terms that are added say nothing of what the other axioms compare, or speak for the list
that must win. MoreAsp lets later items be anything, so only a measure can keep it whose later ranks weigh next to
nothing, and such a one breaks TopHeavComp: its mutant has another parent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

import axiometer as ax
from axiometer.arrays import FloatArray
from axiometer.measures.base import Need
from axiometer.measures.parameters import cutoff_parameter
from axiometer.measures.parts.satisfaction import gains, gains_alone
from axiometer.measures.recsys.alphabeta_ndcg import alphabeta_nDCG
from axiometer.projection.catalogue import UNKNOWN, ShownItems
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class Sound(alphabeta_nDCG):
    """αβ-nDCG without the ideal list."""

    def values(self, lists: RankedLists) -> FloatArray:
        shown = self.changed(lists.shown_within(self.cutoff))
        chance = self._chances(shown, self._rated(shown.catalogue))
        return shown.sum(self.gained(shown, chance) * self.discount(shown))

    def changed(self, shown: ShownItems) -> ShownItems:
        """Change what is known of users and items."""
        return shown

    def gained(self, shown: ShownItems, chance: FloatArray) -> FloatArray:
        """Give what each row adds to those above."""
        return gains(shown, chance)

    def discount(self, shown: ShownItems) -> FloatArray:
        """Give what the rank of each row leaves."""
        return np.asarray(1 / np.log2(shown.rank + 1))


def rating(shown: ShownItems) -> FloatArray:
    """Give the rating of each row; 0 for one that was not rated."""
    return np.where(shown.row == UNKNOWN, 0.0, shown.grade)


@dataclass(frozen=True, kw_only=True)
class BonusForTheEnd(Sound):
    """Breaks Pri: the last item seen is worth as much as ten first ones.

    In Deep the list that must win ends on the better item, if one of the four is last. In NonPriSatAsp the better item
    stays where it is in the list that must win, too.
    """

    def values(self, lists: RankedLists) -> FloatArray:
        shown = lists.shown_within(self.cutoff)
        is_last = shown.rank == shown.segments.count[shown.segments.of_row]
        return np.asarray(super().values(lists) + 10 * shown.sum(is_last * rating(shown)))


@dataclass(frozen=True, kw_only=True)
class EverSteeper(Sound):
    """Breaks Deep: the discount falls from rank to rank, by ever more."""

    def discount(self, shown: ShownItems) -> FloatArray:
        return np.asarray(1 - (shown.rank / 40) ** 1.5)


@dataclass(frozen=True, kw_only=True)
class NeverSatisfied(Sound):
    """Breaks NonPriSatAsp: an item is worth the same, whatever stands above it."""

    def gained(self, shown: ShownItems, chance: FloatArray) -> FloatArray:
        return gains_alone(shown, chance)


@dataclass(frozen=True, kw_only=True)
class CountsToTheEnd(Sound):
    """Breaks TopHeav: every item that is liked adds a little, at whatever rank, also below the cut-off.

    All other axioms compare lists of items with the same ratings, or TopHeavComp, which wants many items to win.
    """

    def values(self, lists: RankedLists) -> FloatArray:
        shown = lists.shown_within(None)
        return np.asarray(super().values(lists) + 0.1 * shown.sum(rating(shown)))


@dataclass(frozen=True, kw_only=True)
class FirstIsMost(Sound):
    """Breaks TopHeavComp: the rating of the first item outweighs all others.

    In Pri and Deep the better item is first in the list that must win, if any is. In NonPriSatAsp some stand above.
    """

    def values(self, lists: RankedLists) -> FloatArray:
        shown = lists.shown_within(self.cutoff)
        return np.asarray(super().values(lists) + 20 * shown.sum((shown.rank == 1) * rating(shown)))


@dataclass(frozen=True, kw_only=True)
class AllAspectsAlike(Sound):
    """Breaks AspRel: the user is thought to be interested in all aspects alike."""

    def changed(self, shown: ShownItems) -> ShownItems:
        is_aspect = shown.catalogue.interest > 0
        same = is_aspect / np.maximum(is_aspect.sum(axis=1, keepdims=True), 1)
        return replace(shown, catalogue=replace(shown.catalogue, interest=same))


@dataclass(frozen=True, kw_only=True)
class MissingIsDisliked(Sound):
    """Breaks MissOverNon: an item that nobody rated is worth nothing."""

    def gained(self, shown: ShownItems, chance: FloatArray) -> FloatArray:
        return gains(shown, np.where(shown.row == UNKNOWN, 0.0, chance))


def above(shown: ShownItems, column: FloatArray) -> FloatArray:
    """Add up, for each row, the numbers of the rows above it in its list."""
    before = np.cumsum(column, axis=0) - column
    return np.asarray(before - before[shown.segments.offsets[:-1][shown.segments.of_row]])


@dataclass(frozen=True, kw_only=True)
class RemainingInterest(ax.Measure):
    """Σ_i ε^i r (1 + Σ_a w(u, a) − w(i, a)): what remains, by eq. 23, of the interest in the aspects of each item.

    A rank weighs so little beside the one above that later items never turn a comparison; down to rank 3, doubles hold
    that. Where more remains, more is gained, so MoreAsp and AspRel are kept, and as the bracket is never 0, Pri too.
    """

    needs: ClassVar[frozenset[Need]] = frozenset({"catalogue"})
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    cutoff: int | None = cutoff_parameter()

    def values(self, lists: RankedLists) -> FloatArray:
        shown = lists.shown_within(self.cutoff)
        liked = rating(shown)
        has_aspect = shown.catalogue.has_aspect[shown.kind] * (shown.catalogue.interest[shown.query_of_row] > 0)
        given = has_aspect * liked[:, None]
        before = above(shown, given)
        share = before / np.maximum(before.sum(axis=1, keepdims=True), 1e-9)
        left = np.exp(above(shown, np.log1p(-given / 2)))
        remaining = self.remaining(shown.catalogue.interest[shown.query_of_row], share, left)
        remaining = (has_aspect * remaining).sum(axis=1)
        return shown.sum(1e-5 ** (shown.rank - 1.0) * liked * (1 + remaining))

    def remaining(self, interest: FloatArray, share: FloatArray, left: FloatArray) -> FloatArray:
        """Give what remains of the user's interest in each aspect."""
        del left
        return interest - share


@dataclass(frozen=True, kw_only=True)
class UnsatisfiedInterest(RemainingInterest):
    """The same with the interest that is not satisfied: w(u, a) (1 − s(a)), which is what MoreAsp/unsatisfied reads."""

    def remaining(self, interest: FloatArray, share: FloatArray, left: FloatArray) -> FloatArray:
        del share
        return interest * left


@dataclass(frozen=True, kw_only=True)
class ForgetsWhatWasShown(RemainingInterest):
    """Breaks MoreAsp: the interest in an aspect remains, however much of it the items above show."""

    def remaining(self, interest: FloatArray, share: FloatArray, left: FloatArray) -> FloatArray:
        del share, left
        return interest


PARENT = Sound(alpha=0.005, beta=0.25) @ 20
OTHER_PARENT = RemainingInterest() @ 3
BROKEN: dict[str, tuple[ax.Measure, ax.Measure]] = {
    "Pri": (BonusForTheEnd(beta=0.25) @ 20, PARENT),
    "Deep": (EverSteeper(beta=0.25) @ 20, PARENT),
    "NonPriSatAsp": (NeverSatisfied(beta=0.25) @ 20, PARENT),
    "TopHeav": (CountsToTheEnd(beta=0.25) @ 20, PARENT),
    "TopHeavComp": (FirstIsMost(beta=0.25) @ 20, PARENT),
    "AspRel": (AllAspectsAlike(beta=0.25) @ 20, PARENT),
    "MoreAsp": (ForgetsWhatWasShown() @ 3, OTHER_PARENT),
    "MissOverNon": (MissingIsDisliked(beta=0.25) @ 20, PARENT),
}
"""For each axiom a measure that breaks it, and the sound one it comes from."""
