"""How long it takes to read a list."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from axiometer.arrays import FloatArray
from axiometer.projection.lists import RankedLists
from axiometer.projection.segments import Segments


@dataclass(frozen=True)
class Reading:
    """The time, in seconds, that people need: a summary first, then perhaps the item.

    Attributes
    ----------
    summary
        To read a summary.
    per_word, per_item
        To read an item.
    click, click_other
        The chance that a relevant and another item is opened.
    """

    summary: float = 4.4
    per_word: float = 0.018
    per_item: float = 7.8
    click: float = 0.64
    click_other: float = 0.39

    def before(self, found: RankedLists) -> FloatArray:
        """Give, for each row, the time that the items above it take; the rows are the relevant items."""
        text = found.text
        if text is None:
            raise ValueError("a measure that reads lengths must declare needs = {'lengths'}")
        words = text.before[text.place(found.segments.of_row, found.rank)]
        n_above = found.rank - 1
        time = n_above * (self.summary + self.click_other * self.per_item) + self.click_other * self.per_word * words
        more = (self.click - self.click_other) * (self.per_word * found.length("words") + self.per_item)
        return time + found.segments.sum_before(more)

    def after(self, lists: RankedLists, found: RankedLists, looked_at: Segments) -> FloatArray:
        """Give the time after each of the first so many items of each list, judged or not."""
        text = lists.text
        if text is None:
            raise ValueError("a measure that reads lengths must declare needs = {'lengths'}")
        words = text.length[text.place(looked_at.of_row, looked_at.position)]
        chance = np.full(words.size, self.click_other)
        is_inside = found.rank <= looked_at.count[found.segments.of_row]
        chance[(looked_at.offsets[found.segments.of_row] + found.rank - 1)[is_inside]] = self.click
        each = self.summary + chance * (self.per_word * words + self.per_item)
        return looked_at.sum_before(each) + each
