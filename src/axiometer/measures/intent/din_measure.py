"""D-measures for informational and navigational aspects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.errors import UsageError
from axiometer.measures.base import Need
from axiometer.measures.intent.d_measure import D
from axiometer.measures.parts.additive import Explained, Terms
from axiometer.measures.parts.graded import Graded
from axiometer.projection.lists import AspectLists, RankedLists
from axiometer.projection.segments import sums


@dataclass(frozen=True, kw_only=True)
class DIN(D):
    """The D-form of a measure M for informational and navigational aspects.

    As D, but in the list only the first relevant item of a navigational aspect has a gain for it; the ideal list is
    that of D. Written DIN_nDCG@10 or DIN(nDCG@10). Needs the types of the aspects (inf, nav) beside their weights.
    Range as that of M. Undefined when no aspect counts, or M is undefined. Unjudged items have no gain.
    Follows NTCIREVAL.

    Examples
    --------
    >>> import axiometer as ax
    >>> import polars as pl
    >>> from axiometer.measures import DIN, nDCG
    >>> weights = {"query": ["q", "q"], "aspect": ["x", "y"], "weight": [0.7, 0.3], "type": ["inf", "nav"]}
    >>> judgments = {"q": {"a": {"x": 2, "y": 1}, "b": {"y": 1}}}
    >>> judgments = ax.read_judgments(judgments, weights=pl.DataFrame(weights))
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, DIN(nDCG()))
    >>> round(measured.mean()["value"][0], 4)
    0.5293
    """

    cites: ClassVar[tuple[str, ...]] = ("sakai2013intent",)
    adds: ClassVar[frozenset[Need]] = frozenset({"aspects", "types"})
    pattern: ClassVar[str] = "DIN_{}"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.measure, Graded):
            raise UsageError(f"DIN: {self.measure} has no gains; take a graded measure, such as DIN_nDCG@10")

    def _seen(self, lists: RankedLists) -> RankedLists:
        seen, aspects = super()._seen(lists), lists.relevant(self.level).by_aspect()
        assert isinstance(self.measure, Graded)
        gain = sums(aspects.row, self._aspect_gain(self.measure, aspects), seen.rank.size)
        return replace(seen, grade=gain, _views={}).keep(gain > 0)

    def _parts(self, measure: Explained, lists: RankedLists) -> Sequence[Terms]:
        # Where gains only add up, what is redundant can be shown: the parts of D, less what is not new.
        whole = [_less_redundant(part) for part in D(measure).parts(lists)]
        total = np.sum([part.value() for part in whole], axis=0)
        is_sum = np.allclose(total, self.values(lists), rtol=1e-12, atol=1e-15, equal_nan=True)
        return whole if is_sum else super()._parts(measure, lists)

    def _aspect_gain(self, measure: Graded, seen: AspectLists) -> FloatArray:
        return super()._aspect_gain(measure, seen) * _is_new(seen)


def _is_new(seen: AspectLists) -> FloatArray:
    """0 for the second and later items of a navigational aspect, 1 for all others."""
    return np.where(seen.is_navigational[seen.lists.segments.of_row] & (seen.position > 1), 0.0, 1.0)


def _less_redundant(part: Terms) -> Terms:
    assert isinstance(part.rows, AspectLists)
    return replace(part, novelty=part.novelty * _is_new(part.rows))
