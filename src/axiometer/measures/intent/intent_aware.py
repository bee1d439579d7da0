"""The intent-aware form of any measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.conventions.profiles import Habit
from axiometer.measures.base import Need, ratio
from axiometer.measures.parameters import BY_ITEM, BY_LINE
from axiometer.measures.parts.additive import Explained, Terms
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.projection.catalogue import ShownItems
from axiometer.projection.lists import AspectLists, RankedLists


@dataclass(frozen=True, kw_only=True)
class IA(Wrapper):
    """The intent-aware form of a measure M: Σ_t w(t) M_t, M_t what M says of the list when only aspect t counts.

    Written AP_IA, nDCG_IA@10, RBP_IA(p=0.8), … or IA(AP). Range as that of M. An aspect for which M is undefined is
    left out and the weights of the others are scaled to sum to 1; where weights are not scaled, it adds 0.
    Undefined when no aspect counts. Items that are unjudged for an aspect are unjudged in its list. ERR_IA
    is a measure of its own, since TREC's has another equation.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import IA, nDCG
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, IA(nDCG()))
    >>> round(measured.mean()["value"][0], 4)
    0.7099
    """

    cites: ClassVar[tuple[str, ...]] = ("agrawal2009",)
    habits: ClassVar[tuple[Habit, ...]] = (
        replace(BY_ITEM, only="of AP, P or Judged", holds=lambda its: its.measure.name in {"AP", "P", "Judged"}),
        replace(BY_LINE, only="of RBP", holds=lambda its: its.measure.name == "RBP"),
    )
    adds: ClassVar[frozenset[Need]] = frozenset({"aspects"})
    pattern: ClassVar[str] = "{}_IA"
    taken: ClassVar[tuple[str, ...]] = ("ERR",)

    def values(self, lists: RankedLists) -> FloatArray:
        """Average the values of the aspects."""
        aspects = lists.by_aspect(self.level)
        value = self.measure.values(aspects.lists)
        return ratio(aspects.of_list.sum(aspects.weight * np.nan_to_num(value)), _total_weight(aspects, value))

    def _parts(self, measure: Explained, lists: RankedLists) -> Sequence[Terms]:
        aspects = lists.by_aspect(self.level)
        total = _total_weight(aspects, measure.values(aspects.lists))
        return [_weighed(part, aspects, total) for part in measure.parts(aspects.lists)]


def _total_weight(aspects: AspectLists, value: FloatArray) -> FloatArray:
    """Add up the weights of the aspects that have a value."""
    is_defined = ~np.isnan(value)
    total = aspects.of_list.sum(aspects.weight * is_defined)
    n_defined = aspects.of_list.sum(is_defined)
    is_as_given = (n_defined > 0) & ((n_defined == aspects.n_aspects) | (not aspects.are_weights_scaled))
    return np.where(is_as_given, 1.0, total)


def _weighed(part: Terms, aspects: AspectLists, total: FloatArray) -> Terms:
    assert not isinstance(part.rows, ShownItems)  # a measure of aspects sees none of these
    seen = aspects.only(part.rows if isinstance(part.rows, RankedLists) else part.rows.lists)
    of_row = seen.lists.segments.of_row
    divisor = np.broadcast_to(part.divisor, aspects.weight.shape)[of_row]
    # Aspects for which the measure is undefined give nothing.
    gain = np.divide(part.gain * seen.row_weight, divisor, out=np.zeros(divisor.size), where=divisor != 0)
    return replace(part, rows=seen, gain=gain, divisor=total)
