"""Measures that are wrong on purpose: each breaks one of the fifteen properties, and keeps what else its parent has.

No measure has all fifteen, so there are several parents. Some properties cannot be broken alone:

* what is not increasing is not strictly increasing either, and likewise for the other strict forms;
* a value that falls with a relevant item at the end falls with retrieval size;
* where an item at the end that is not relevant changes nothing (IncSize and DecNonrel), a relevant one that changes
  nothing can also take its place for nothing: StrictIncRel is broken alone only where IncSize is no matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

import axiometer as ax
from axiometer.arrays import FloatArray, IntArray
from axiometer.measures.base import ratio
from axiometer.measures.parameters import cutoff_parameter
from axiometer.projection.lists import RankedLists

P = 0.8


@dataclass(frozen=True, kw_only=True)
class Geometric(ax.Measure):
    """Sound: Σ_i (1 − p) p^(p_i − 1), as RBP."""

    def weight(self, rank: IntArray) -> FloatArray:
        return np.asarray((1 - P) * P ** (rank - 1.0))

    def values(self, lists: RankedLists) -> FloatArray:
        return lists.sum(self.weight(lists.rank))

    def of_all_ranks(self, depth: IntArray) -> FloatArray:
        """Give the weights of all ranks of a list together."""
        return np.asarray(1 - P**depth)


@dataclass(frozen=True, kw_only=True)
class Effort(Geometric):
    """Breaks IncSize: every item costs a hundredth of what a relevant one is worth. Has StrictDecNonrel for it."""

    bounds: ClassVar[tuple[float, float]] = (-1.0, 1.0)

    def values(self, lists: RankedLists) -> FloatArray:
        return super().values(lists) - 0.01 * self.of_all_ranks(lists.depth)


@dataclass(frozen=True, kw_only=True)
class Bonus(Geometric):
    """Breaks DecNonrel: every item is worth a hundredth of a relevant one."""

    def values(self, lists: RankedLists) -> FloatArray:
        return 0.99 * super().values(lists) + 0.01 * self.of_all_ranks(lists.depth)


@dataclass(frozen=True, kw_only=True)
class TiredEffort(Effort):
    """Breaks StrictDecNonrel: items after the third cost nothing."""

    def values(self, lists: RankedLists) -> FloatArray:
        return Geometric.values(self, lists) - 0.01 * self.of_all_ranks(np.minimum(lists.depth, 3))


@dataclass(frozen=True, kw_only=True)
class DearSecond(Geometric):
    """Breaks IncRel: a second item costs more than it is worth. Lists of one length stay in their order."""

    bounds: ClassVar[tuple[float, float]] = (-1.0, 1.0)

    def values(self, lists: RankedLists) -> FloatArray:
        return super().values(lists) - 0.5 * (lists.depth >= 2)


@dataclass(frozen=True, kw_only=True)
class JustPaidThird(Effort):
    """Breaks StrictIncRel: a third item costs what a relevant one is worth there."""

    def values(self, lists: RankedLists) -> FloatArray:
        third = self.weight(np.array([3]))[0]
        return np.asarray(super().values(lists) - 0.99 * third * (lists.depth >= 3))


@dataclass(frozen=True, kw_only=True)
class LateTop(Geometric):
    """Breaks IncSwap: if one relevant item is found only, it is worth less on top than after another.

    Concave and StrictConcave speak of lists with two.
    """

    share: ClassVar[float] = 0.99

    def values(self, lists: RankedLists) -> FloatArray:
        is_on_top = lists.sum(lists.rank == 1) == 1
        second = self.weight(np.array([2]))[0]
        return np.where((lists.count == 1) & is_on_top, self.share * second, super().values(lists))


@dataclass(frozen=True, kw_only=True)
class LevelTop(LateTop):
    """Breaks StrictIncSwap: if one relevant item is found only, the first two ranks are worth the same."""

    share: ClassVar[float] = 1.0


@dataclass(frozen=True, kw_only=True)
class FlatTop(Geometric):
    """Breaks Concave: the step from rank 2 to rank 1 is smaller than that from 4 to 3."""

    step: ClassVar[float] = 0.5

    def weight(self, rank: IntArray) -> FloatArray:
        second, third, fourth = super().weight(np.array([2, 3, 4]))
        return np.where(rank == 1, second + self.step * (third - fourth), super().weight(rank))


@dataclass(frozen=True, kw_only=True)
class EvenSteps(FlatTop):
    """Breaks StrictConcave: the step from rank 2 to rank 1 is that from 4 to 3."""

    step: ClassVar[float] = 1.0


@dataclass(frozen=True, kw_only=True)
class TopOnly(ax.Measure):
    """Sound: 1 if the first item is relevant, else 0. The only thing that has SuffixInv without a cut-off."""

    def values(self, lists: RankedLists) -> FloatArray:
        return lists.sum(lists.rank == 1)


@dataclass(frozen=True, kw_only=True)
class TopTwo(TopOnly):
    """Breaks SuffixInv: the second item counts half if the first is not relevant."""

    def values(self, lists: RankedLists) -> FloatArray:
        return np.maximum(lists.sum(lists.rank == 1), lists.sum(lists.rank == 2) / 2)


@dataclass(frozen=True, kw_only=True)
class Share(ax.Measure):
    """Sound: the relevant items within a cut-off, over one more than that."""

    cutoff: int | None = cutoff_parameter()
    over: ClassVar[int] = 0

    def values(self, lists: RankedLists) -> FloatArray:
        assert self.cutoff is not None
        return lists.within(self.cutoff + self.over).count / (self.cutoff + 1)


@dataclass(frozen=True, kw_only=True)
class OneTooMany(Share):
    """Breaks SuffixInv: one item after the cut-off counts."""

    over: ClassVar[int] = 1


@dataclass(frozen=True, kw_only=True)
class Found(ax.Measure):
    """Sound: recall, which has PrefixInv."""

    def values(self, lists: RankedLists) -> FloatArray:
        return ratio(lists.count, lists.n_pooled)


@dataclass(frozen=True, kw_only=True)
class FoundSoon(Found):
    """Breaks PrefixInv: half of the value is the reciprocal rank."""

    def values(self, lists: RankedLists) -> FloatArray:
        return (super().values(lists) + lists.sum((lists.position == 1) / lists.rank)) / 2


@dataclass(frozen=True, kw_only=True)
class Double(Geometric):
    """Breaks Bounded: values are up to 2, and it says up to 1."""

    def weight(self, rank: IntArray) -> FloatArray:
        return 2 * super().weight(rank)


@dataclass(frozen=True, kw_only=True)
class Harmonic(Geometric):
    """Breaks Bounded: Σ_i 1 / p_i has no bound, as it says."""

    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)

    def weight(self, rank: IntArray) -> FloatArray:
        return np.asarray(1 / rank)


@dataclass(frozen=True, kw_only=True)
class Convergent(Harmonic):
    """Sound: Σ_i 1 / p_i² is bounded, though it does not say so."""

    def weight(self, rank: IntArray) -> FloatArray:
        return np.asarray(1.0 / rank**2)


@dataclass(frozen=True, kw_only=True)
class Divided(Geometric):
    """Breaks Localised: it is divided by the number of relevant items."""

    def values(self, lists: RankedLists) -> FloatArray:
        return np.asarray(super().values(lists) / np.maximum(lists.n_pooled, 1))


@dataclass(frozen=True, kw_only=True)
class Silent(Geometric):
    """Breaks Complete: it is undefined when there is no relevant item."""

    def values(self, lists: RankedLists) -> FloatArray:
        return np.where(lists.n_pooled == 0, np.nan, super().values(lists))


@dataclass(frozen=True, kw_only=True)
class Normalised(Geometric):
    """Sound: over the value of the best list, so that all sets of relevant items have a list of value 1."""

    def values(self, lists: RankedLists) -> FloatArray:
        return ratio(super().values(lists), self.of_all_ranks(lists.n_pooled))


@dataclass(frozen=True, kw_only=True)
class NeverSure(Normalised):
    """Breaks Realisable: with m relevant items, no list has more than m / (m + 1)."""

    def values(self, lists: RankedLists) -> FloatArray:
        return np.asarray(super().values(lists) * lists.n_pooled / (lists.n_pooled + 1))


BROKEN: dict[str, tuple[tuple[ax.Measure, ax.Measure, frozenset[str]], ...]] = {
    "IncSize": ((Effort(), Geometric(), frozenset()),),
    "DecNonrel": ((Bonus(), Geometric(), frozenset({"StrictDecNonrel"})),),
    "StrictDecNonrel": ((TiredEffort(), Effort(), frozenset()),),
    "IncRel": ((DearSecond(), Geometric(), frozenset({"StrictIncRel", "IncSize"})),),
    "StrictIncRel": ((JustPaidThird(), Effort(), frozenset()),),
    "IncSwap": ((LateTop(), Geometric(), frozenset({"StrictIncSwap"})),),
    "StrictIncSwap": ((LevelTop(), Geometric(), frozenset()),),
    "Concave": ((FlatTop(), Geometric(), frozenset({"StrictConcave"})),),
    "StrictConcave": ((EvenSteps(), Geometric(), frozenset()),),
    "SuffixInv": ((TopTwo(), TopOnly(), frozenset()), (OneTooMany() @ 5, Share() @ 5, frozenset())),
    "PrefixInv": ((FoundSoon(), Found(), frozenset()),),
    "Bounded": ((Double(), Geometric(), frozenset()), (Harmonic(), Geometric(), frozenset())),
    "Localised": ((Divided(), Geometric(), frozenset()),),
    "Complete": ((Silent(), Geometric(), frozenset()),),
    "Realisable": ((NeverSure(), Normalised(), frozenset()),),
}
"""For each property the measures that break it, with their parents, and what breaks of necessity with it."""

SATISFIED: dict[ax.Measure, frozenset[str]] = {}
"""What sound measures have."""


def _has(measure: ax.Measure, names: str) -> None:
    SATISFIED[measure] = frozenset(names.split())


_ALL_SWAPS = "IncSwap StrictIncSwap Concave StrictConcave"
_has(Geometric(), f"IncSize DecNonrel IncRel StrictIncRel {_ALL_SWAPS} Bounded Localised Complete")
_has(Convergent(), f"IncSize DecNonrel IncRel StrictIncRel {_ALL_SWAPS} Bounded Localised Complete")
_has(Normalised(), f"IncSize DecNonrel IncRel StrictIncRel {_ALL_SWAPS} Bounded Realisable")
_has(Effort(), f"DecNonrel StrictDecNonrel IncRel StrictIncRel {_ALL_SWAPS} Bounded Localised Complete")
_has(TopOnly(), "IncSize DecNonrel IncRel IncSwap Concave SuffixInv Bounded Localised Complete Realisable")
_has(
    Share() @ 5, "IncSize DecNonrel IncRel StrictIncRel IncSwap Concave SuffixInv PrefixInv Bounded Localised Complete"
)
_has(Found(), "IncSize DecNonrel IncRel StrictIncRel IncSwap Concave PrefixInv Bounded Realisable")
