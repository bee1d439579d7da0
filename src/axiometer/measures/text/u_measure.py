"""U-measure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.errors import UsageError
from axiometer.measures.base import Need
from axiometer.measures.parameters import function_parameter, parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.gains import Gain, gain_parameter
from axiometer.measures.parts.graded import Graded
from axiometer.projection.lists import RankedLists

Decay = str | Callable[[float], float]
NAMED: Final = ("linear", "exponential")


@dataclass(frozen=True, kw_only=True)
class U(Graded, Additive):
    """U-measure: Σ_i gain_i D(pos_i), pos_i the text read until the end of item i, in characters.

    All read the snippet of each rank and the share F of each relevant item; D(pos) = max(0, 1 − pos/L) unless said
    otherwise. Needs the lengths of the relevant items. Range from 0. Gains are (2^g − 1) / 2^H unless said otherwise.
    Always defined. Unjudged items have no gain, and only their snippets are read. Papers have k = 10: U@10, and D_U@10
    and U_IA@10 for judgments with aspects.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import U
    >>> judgments = ax.read_judgments({"q": {"a": 2, "b": 1}}, lengths={"b": 400, "a": 900, "x": 250})
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, U() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.9946
    """

    cites: ClassVar[tuple[str, ...]] = ("sakai2013u", "sakai2013concordance")
    needs: ClassVar[frozenset[Need]] = frozenset({"characters"})
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    snippet: float = parameter(200, "the length of a snippet", least=0, examples=(200, 0))
    read: float = parameter(0.2, "F, the share of a relevant item that is read", least=0, most=1, examples=(0.2, 1))
    text: float = parameter(
        132000, "L, the text after which nothing is worth anything", above=0, examples=(132000, 500)
    )
    decay: Decay = function_parameter(
        "linear",
        "what is left of an item's worth after so much text: linear max(0, 1 − pos/L), exponential 2^(−pos/L)",
        "the position",
        names=NAMED,
    )
    gain: Gain = gain_parameter("exp")

    def terms(self, lists: RankedLists) -> Terms:
        """Let the gain of each relevant item decay with the text read."""
        seen = lists.within(self.cutoff)
        seen = seen.keep(self.gains(seen) > 0)
        read = self.read * seen.length("characters")
        position = self.snippet * seen.rank + seen.segments.sum_before(read) + read
        return Terms(seen, self.gains(seen), discount=self._decayed(position))

    def _decayed(self, position: FloatArray) -> FloatArray:
        """Give D(pos)."""
        if callable(self.decay):
            return self._checked(np.array([float(self.decay(each)) for each in position]))
        if self.decay == "linear":
            return np.maximum(0.0, 1 - position / self.text)
        return np.exp2(-position / self.text)

    def _checked(self, left: FloatArray) -> FloatArray:
        is_share = (left >= 0) & (left <= 1)
        if not is_share.all():
            raise UsageError(f"{self}: the decay gives {left[~is_share][0]:g}; it must give numbers from 0 to 1")
        return left
