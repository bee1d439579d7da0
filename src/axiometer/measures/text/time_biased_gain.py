"""Time-biased gain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axiometer.measures.base import Need
from axiometer.measures.parameters import parameter
from axiometer.measures.parts.additive import Additive, Terms
from axiometer.measures.parts.gains import Gain, gain_parameter
from axiometer.measures.parts.graded import Graded
from axiometer.measures.parts.reading import Reading
from axiometer.projection.lists import RankedLists


@dataclass(frozen=True, kw_only=True)
class TBG(Graded, Additive):
    """Time-biased gain: Σ_i gain_i c s 2^(−T(i)/h), T(i) the time that the items above rank i take.

    An item takes the time for its summary and, with the chance c if it is relevant and c' if not, the time to read it,
    which grows with its length in words; s is the chance that a relevant item read is kept. Needs the lengths of all
    items of the lists. Range from 0. Gains are binary unless said otherwise. Always defined. Unjudged items are not
    relevant.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.measures import TBG
    >>> judgments = ax.read_judgments({"q": {"a": 2, "b": 1}}, lengths={"b": 400, "a": 900, "x": 250})
    >>> measured = ax.evaluate(judgments, {"q": ["b", "x", "a"]}, TBG() @ 3)
    >>> round(measured.mean()["value"][0], 4)
    0.9515
    """

    cites: ClassVar[tuple[str, ...]] = ("smucker2012",)
    needs: ClassVar[frozenset[Need]] = frozenset({"words", "text"})
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    half_life: float = parameter(
        224, "h, the seconds after which half the people have left", above=0, examples=(224, 9)
    )
    click: float = parameter(0.64, "c, the chance that a relevant item is opened", least=0, most=1)
    click_other: float = parameter(0.39, "c', the chance that another item is opened", least=0, most=1)
    save: float = parameter(0.77, "s, the chance that a relevant item, once opened, is kept", least=0, most=1)
    summary: float = parameter(4.4, "the seconds for a summary", least=0)
    per_word: float = parameter(0.018, "the seconds for a word of an opened item", least=0, examples=(0.018, 1))
    per_item: float = parameter(7.8, "the seconds for an opened item beside its words", least=0)
    gain: Gain = gain_parameter("binary")

    def terms(self, lists: RankedLists) -> Terms:
        """Let the gain of each relevant item decay with the time passed."""
        found = lists.keep(self.gains(lists) > 0)
        reading = Reading(self.summary, self.per_word, self.per_item, self.click, self.click_other)
        passed = reading.before(found)
        gain = self.gains(found) * self.click * self.save
        is_seen = found.rank <= (self.cutoff or np.inf)
        return Terms(found.keep(is_seen), gain[is_seen], discount=np.exp2(-passed / self.half_life)[is_seen])
