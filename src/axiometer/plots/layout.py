"""Where the panels of a chart go, so that all fits into the width of a column or a page, and names can be read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from axiometer.plots.style import MEDIUM, SMALL, TALLEST, WIDTHS, text_width, widest

GAP: Final = 14
"""Between panels."""
EDGES: Final = 14
"""What the padding on both sides, and the halves of the last labels, need."""
ROW: Final = 13.0
"""How tall a row with a name is if there is room, and at least so that names do not touch:"""
LEAST_ROW: Final = 10.5
THIN_ROW: Final = 2.0
"""How tall a row without a name is."""
ABOVE_AND_BELOW: Final = 46
"""What the heading and the axis of a panel need."""
MOST_OF_WIDTH: Final = 0.42
"""Names take at most this share of the width."""
LEAST_WIDTH: Final = {"line": 140.0, "point": 80.0, "bar": 80.0, "rect": 60.0}
LEAST_CELL: Final = 11.0
MOST_ACROSS: Final = 4
MOST_NAMED_BELOW: Final = 120.0
"""Names below an axis are at most so long."""


@dataclass(frozen=True, kw_only=True)
class Names:
    """The names along an axis of a chart.

    Attributes
    ----------
    texts
        In their order.
    what
        What they are names of.
    step
        How much of the axis each has, in pixels.
    limit
        Longer names end with dots.
    """

    texts: Sequence[str]
    what: str
    step: float
    limit: float

    @property
    def are_shown(self) -> bool:
        """Whether there is room for them."""
        return self.step >= LEAST_ROW or len(self.texts) == 1

    @property
    def note(self) -> str:
        """Say what is not shown."""
        return f"{self.what} ({len(self.texts)}, names left out)"

    def axis(self, *, is_below: bool, is_titled: bool) -> dict[str, Any]:
        """Tell how the axis is written."""
        if not self.are_shown:
            return {"labels": False, "ticks": False, "title": self.note}
        turned = is_below and widest(self.texts) > self.step - 2
        how = {"labelAngle": -90} if turned else {"labelAngle": 0}
        limit = self.limit if turned or not is_below else max(self.step, 30.0)
        title = self.what if is_titled else None
        return {"title": title, "labelLimit": math.ceil(limit), "labelOverlap": False, "ticks": False, **how}


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The sizes of a chart.

    Attributes
    ----------
    across
        How many panels are side by side.
    width, height
        Of one panel, in pixels.
    rows, steps
        The names along the two axes, if there are names.
    """

    across: int
    width: float
    height: float
    rows: Names | None = None
    steps: Names | None = None


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is to be laid out.

    Attributes
    ----------
    mark
        What is drawn.
    panels
        How many panels there are.
    y, x
        The names along the axes; None for numbers.
    y_title, x_title
        What the axes show.
    columns
        How many columns of a paper there are.
    height
        Of a panel in pixels, if somebody wants it.
    per_row
        How many points stand below each other in a row.
    """

    mark: str
    panels: int
    y: Sequence[str] | None
    x: Sequence[str] | None
    y_title: str
    x_title: str
    columns: int
    height: float | None = None
    per_row: int = 1

    def layout(self) -> Layout:
        """Find sizes that fit; without names where these would touch."""
        limit = WIDTHS[self.columns] * MOST_OF_WIDTH
        # Numbers need about five digits, and the title beside them one line.
        before = MEDIUM + 38.0 if self.y is None else min(limit, widest(self.y)) + 8
        found = self._beside(before, limit)
        return self._beside(MEDIUM + 8.0, limit) if found.rows and not found.rows.are_shown else found

    def _beside(self, before: float, limit: float) -> Layout:
        """Lay out the panels if so much is needed before each row of them."""
        room = WIDTHS[self.columns] - EDGES - before
        least = LEAST_WIDTH[self.mark]
        if self.x is not None:
            least = max(least, len(self.x) * LEAST_CELL)
        across = max(1, min(self.panels, MOST_ACROSS, math.floor((room + GAP) / (least + GAP))))
        across = math.ceil(self.panels / math.ceil(self.panels / across))
        width = (room - GAP * (across - 1)) / across
        height = self._height(width, math.ceil(self.panels / across))
        rows = steps = None
        if self.y is not None:
            rows = Names(texts=self.y, what=self.y_title, step=height / max(len(self.y), 1), limit=limit)
        if self.x is not None:
            step = width / max(len(self.x), 1)
            steps = Names(texts=self.x, what=self.x_title, step=step, limit=MOST_NAMED_BELOW)
        return Layout(across=across, width=width, height=height, rows=rows, steps=steps)

    def _height(self, width: float, panel_rows: int) -> float:
        if self.height is not None:
            return self.height
        most = max(TALLEST / panel_rows - ABOVE_AND_BELOW, 60.0)
        if self.y is None:
            return min(max(0.62 * width, 110.0), 240.0, most)
        n = len(self.y)
        row = (
            max(ROW, min(width / len(self.x), 26.0))
            if self.mark == "rect" and self.x
            else max(ROW, 5.0 * self.per_row + 4)
        )
        for step in (row, LEAST_ROW):
            if n * step <= most:
                return n * step
        return min(most, max(n * THIN_ROW, 160.0))


def legend_columns(names: Sequence[str], width: float) -> int:
    """Tell how many entries of a legend fit beside each other."""
    return max(1, math.floor(width / (widest(names) + 30)))


def shown_title(text: str, width: float) -> str:
    """Shorten the heading of a panel so that it is not wider than the panel."""
    if text_width(text, SMALL) <= width:
        return text
    kept = text
    while kept and text_width(f"{kept}…", SMALL) > width:
        kept = kept[:-1]
    return f"{kept}…"
