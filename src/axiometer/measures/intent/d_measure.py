"""D-measures: the gains of all aspects become one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.measures.base import Measure, Need
from axiometer.measures.parts.additive import Explained, Terms
from axiometer.measures.parts.graded import Graded
from axiometer.measures.parts.wrapper import Wrapper
from axiometer.projection.cache import Memory
from axiometer.projection.lists import AspectLists, RankedLists
from axiometer.projection.pool import Pool
from axiometer.projection.segments import sums


@dataclass(frozen=True, kw_only=True)
class D(Wrapper):
    """The D-form of a measure M: M of the global gains Σ_t w(t) gain(g_t), for the list and for the ideal list alike.

    Written D_nDCG@10, D_Q@10, D_U@10, … or D(nDCG@10). Range as that of M. The grades of each aspect become gains as
    M says; a measure without gains, such as AP, sees an item as relevant if it is so for any aspect. Undefined when no
    aspect counts, or M is undefined. Unjudged items have no gain.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import D, nDCG
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, D(nDCG()))
    >>> round(measured.mean()["value"][0], 4)
    0.6885
    """

    cites: ClassVar[tuple[str, ...]] = ("sakai2011",)
    adds: ClassVar[frozenset[Need]] = frozenset({"aspects"})
    pattern: ClassVar[str] = "D_{}"

    def values(self, lists: RankedLists) -> FloatArray:
        """Let the measure see global gains."""
        value = _plain(self.measure).values(self._seen(lists))
        return np.where(lists.by_aspect(self.level).n_aspects > 0, value, np.nan)

    def _seen(self, lists: RankedLists) -> RankedLists:
        """Give the lists with global gains for grades."""
        return _with_global_gains(lists, self.measure) if isinstance(self.measure, Graded) else lists

    def _parts(self, measure: Explained, lists: RankedLists) -> Sequence[Terms]:
        inside = _plain(measure)
        assert isinstance(inside, Explained)
        n_aspects = lists.by_aspect(self.level).n_aspects
        parts = [
            replace(part, divisor=np.where(n_aspects > 0, part.divisor, 0.0))
            for part in inside.parts(self._seen(lists))
        ]
        return [self._by_aspect(part, measure) for part in parts] if isinstance(measure, Graded) else parts

    def _by_aspect(self, part: Terms, measure: Graded) -> Terms:
        """Share what each item gives among its aspects, by their part in its global gain."""
        assert isinstance(part.rows, RankedLists)
        seen = part.rows.by_aspect()
        gain = self._aspect_gain(measure, seen)
        total = sums(seen.row, gain, part.rows.rank.size)[seen.row]
        share = np.divide(gain, total, out=np.zeros_like(gain), where=total > 0)
        novelty, discount = (np.broadcast_to(f, part.gain.shape)[seen.row] for f in (part.novelty, part.discount))
        return replace(part, rows=seen, gain=part.gain[seen.row] * share, novelty=novelty, discount=discount)

    def _aspect_gain(self, measure: Graded, seen: AspectLists) -> FloatArray:
        """Give what each row adds to the global gain of its item."""
        return seen.row_weight * measure.gains(seen)


def _plain(measure: Measure) -> Measure:
    """Give the measure that takes gains as they are."""
    return replace(measure, gain="identity", rel=1) if isinstance(measure, Graded) else measure


def _with_global_gains(lists: RankedLists, measure: Graded) -> RankedLists:
    relevant = lists.relevant(measure.level)

    def make() -> Pool:
        aspects = relevant.pool.aspects.counting(0.0)  # type: ignore[union-attr]
        weight = aspects.weight[aspects.pool.segments.of_row]
        gain = sums(aspects.row, weight * measure.gains(aspects.pool), relevant.pool.grade.size)
        return replace(relevant.pool, grade=gain, max_grade=1.0, aspects=aspects, memory=Memory())

    pool = relevant.pool.remembered(("global", measure.gain, measure.rel), make)
    return replace(relevant, grade=pool.grade[relevant.item], pool=pool, _views={})
