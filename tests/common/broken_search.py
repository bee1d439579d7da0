"""Measures that are wrong on purpose: each breaks one of the ten constraints for search results, and keeps the others.

Most come from a sound one, ``Soft``. With c_i the discount of rank i it is

    Q = Σ_t w(t) Σ_i c_i r(d_i, t) Π_{j<i} (1 − r(d_j, t)) − Σ_i p^i e
      = Σ_t w(t) Σ_i (c_i − c_{i+1}) (1 − Π_{j≤i} (1 − r(d_j, t))) − Σ_i p^i e,

so every c that falls and stays above 0 has Pri, AspDiv and AspRel. Red and MRed ask what is left open of an aspect, Sat
whether nothing is, and Conf for an effort.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import axiometer as ax
from axiometer.arrays import FloatArray, IntArray
from axiometer.measures.diversity.rbu import RBU
from axiometer.measures.parts.additive import Terms
from axiometer.projection.lists import AspectLists, RankedLists


@dataclass(frozen=True, kw_only=True)
class Soft(RBU):
    """RBU with gains below 1 halved: what many items leave open of an aspect is then never lost in rounding."""

    def probabilities(self, rows: Any) -> FloatArray:
        r = super().probabilities(rows)
        return np.where(r < 1, r / 2, r)


def list_of_row(seen: AspectLists) -> IntArray:
    return seen.of_list.of_row[seen.lists.segments.of_row]


def n_aspects_of_item(seen: AspectLists) -> IntArray:
    return np.bincount(seen.row)[seen.row]


@dataclass(frozen=True, kw_only=True)
class LastOfTwoFirst(Soft):
    """Breaks Pri: in a list of two, the second place is worth more than the first.

    Deep speaks of four items or more. The first place is worth the same in lists of one, two or three items, and the
    second never gains by a third, so Conf, Red, MRed and Sat stay. AspDiv: 0.1 of 1.01 is less than 1.
    """

    def terms(self, lists: RankedLists) -> Terms:
        terms = super().terms(lists)
        is_last_of_two = (terms.rows.rank == 2) & (lists.depth[list_of_row(terms.rows)] == 2)
        return replace(terms, discount=np.where(is_last_of_two, 1.01, terms.discount))


@dataclass(frozen=True, kw_only=True)
class FlatTop(Soft):
    """Breaks Deep: the step from rank 1 to 2 is smaller than that from 3 to 4; discounts fall all the same."""

    def terms(self, lists: RankedLists) -> Terms:
        terms = super().terms(lists)
        return replace(terms, discount=np.where(terms.rows.rank == 1, (1 + self.p) / 2, terms.discount))


@dataclass(frozen=True, kw_only=True)
class Tireless(Soft):
    """Breaks DeepTh: half of the worth is left at any depth. Discounts fall, and by ever less, so Deep stays."""

    def terms(self, lists: RankedLists) -> Terms:
        terms = super().terms(lists)
        return replace(terms, discount=(1 + terms.discount) / 2)


@dataclass(frozen=True, kw_only=True)
class OneThingAtATime(Soft):
    """Breaks AspDiv: an item of several aspects is worth nothing, though it makes later ones redundant, as MRed wants.

    Only AspDiv and MRed have such items.
    """

    def terms(self, lists: RankedLists) -> Terms:
        terms = super().terms(lists)
        return replace(terms, gain=np.where(n_aspects_of_item(terms.rows) > 1, 0.0, terms.gain))


@dataclass(frozen=True, kw_only=True)
class LostInAspects(Soft):
    """Breaks Red: with three aspects or more, an item makes later ones redundant only if it says all, with a gain of 1.

    MRed has two aspects; Sat has the gain of 1.
    """

    def terms(self, lists: RankedLists) -> Terms:
        terms = super().terms(lists)
        is_open = terms.rows.product_before(self.probabilities(terms.rows) < 1)
        is_lost = terms.rows.n_aspects[list_of_row(terms.rows)] > 2
        return replace(terms, novelty=np.where(is_lost, is_open, terms.novelty))


@dataclass(frozen=True, kw_only=True)
class ForgetsOverviews(Soft):
    """Breaks MRed: an item of several aspects makes no later one redundant.

    Only MRed and AspDiv have such items, and AspDiv gains by it.
    """

    def terms(self, lists: RankedLists) -> Terms:
        terms = super().terms(lists)
        left = np.where(n_aspects_of_item(terms.rows) > 1, 1.0, 1 - self.probabilities(terms.rows))
        return replace(terms, novelty=terms.rows.product_before(left))


@dataclass(frozen=True, kw_only=True)
class NeverFull(RBU):
    """Breaks Sat: also an item of gain 1 leaves half of its aspect open. This is RBU of gains that are at most 0.5."""

    def probabilities(self, rows: Any) -> FloatArray:
        return super().probabilities(rows) / 2


@dataclass(frozen=True, kw_only=True)
class Levelling(Soft):
    """Breaks AspRel: all aspects weigh the same. Red and MRed have equal weights, AspDiv and Sat hold for any."""

    def terms(self, lists: RankedLists) -> Terms:
        terms = super().terms(lists)
        n_aspects = terms.rows.n_aspects[list_of_row(terms.rows)]
        return replace(terms, gain=terms.gain / terms.rows.row_weight / n_aspects)


SOUND: tuple[ax.Measure, ...] = (RBU(p=0.9), Soft(p=0.9))
BROKEN: dict[str, ax.Measure] = {
    "Pri": LastOfTwoFirst(p=0.9),
    "Deep": FlatTop(p=0.9),
    "DeepTh": Tireless(p=0.9),
    # p^m (1 − p^m) / (1 − p) is at most 1 / 4(1 − p): m items after m others never outweigh the first one.
    "CloseTh": RBU(p=0.7),
    "Conf": RBU(p=0.9, e=0),
    "AspDiv": OneThingAtATime(p=0.9),
    "Red": LostInAspects(p=0.9),
    "MRed": ForgetsOverviews(p=0.9),
    "Sat": NeverFull(p=0.9),
    "AspRel": Levelling(p=0.9),
}
