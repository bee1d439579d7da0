"""What each row of a measure's sums gives and costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.measures.base import Measure
from axiometer.measures.names import Wanted
from axiometer.measures.parts.additive import Explained, Terms
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.projection.catalogue import ShownItems
from axiometer.projection.lists import AspectLists, RankedLists

Rows = RankedLists | AspectLists | ShownItems


def is_explained(measure: Wanted) -> TypeGuard[Explained]:
    """Tell whether a measure, and one inside it, says what its sums are."""
    return isinstance(measure, Explained) and (not isinstance(measure, Wrapper) or is_explained(measure.measure))


@dataclass(frozen=True, eq=False)
class Amounts:
    """What rows of a sum give: what was possible, what was lost to earlier items and to the place, what is left."""

    possible: FloatArray
    redundancy: FloatArray
    position: FloatArray
    value: FloatArray


def amounts_of(part: Terms, is_chosen: BoolArray | slice = slice(None)) -> Amounts:
    """Find what all rows of a sum give, or those chosen; nan where the divisor of their list is 0."""
    gain = part.gain[is_chosen] / divisors_of(part, owner_of(part.rows)[is_chosen])
    novelty, discount = (np.broadcast_to(each, part.gain.shape)[is_chosen] for each in (part.novelty, part.discount))
    return Amounts(gain, gain * (1 - novelty), gain * novelty * (1 - discount), gain * novelty * discount)


def n_looked_at(measure: Measure, depth: IntArray) -> IntArray:
    """Give for each list how many of its items are looked at, which may cost effort."""
    cutoff = getattr(measure, "cutoff", None)
    return depth if cutoff is None else np.minimum(depth, cutoff)


def effort_of(part: Terms, rank: IntArray, lists: IntArray) -> FloatArray:
    """Find what looking at the items of some ranks of some lists costs."""
    if part.effort_at is None:
        return np.zeros(rank.size)
    effort: FloatArray = part.effort_at(rank) / divisors_of(part, lists)
    return effort


def owner_of(rows: Rows) -> IntArray:
    """Find the list of each row."""
    return rows.of_list.of_row[rows.lists.segments.of_row] if isinstance(rows, AspectLists) else rows.segments.of_row


def divisors_of(part: Terms, lists: IntArray) -> FloatArray:
    """Give what the sums of some lists are divided by; nan instead of 0."""
    divisor = np.asarray(part.divisor, dtype=np.float64)
    its = np.full(lists.size, divisor) if divisor.ndim == 0 else divisor[lists]
    return np.where(its == 0, np.nan, its)
