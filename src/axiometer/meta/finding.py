"""What a criterion found: a table, how it was made, what to beware of, and how to draw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl

from axiometer.data import schema
from axiometer.data.frames import readable
from axiometer.errors import UsageError
from axiometer.notes import Note, lines_of
from axiometer.plots.drawing import Drawing
from axiometer.plots.style import PER_MM, WIDTHS, Columns
from axiometer.plots.writing import as_altair
from axiometer.sheets.html_tables import notebook

MOST_HEIGHT: Final = 1000
"""Millimetres."""
WHERE: Final = "see notes"
"""Where a reader finds all notes of a kind of which only the first are written."""


@dataclass(frozen=True, eq=False)
class Finding:
    """What was found about systems or measures.

    Attributes
    ----------
    criterion
        What was asked, such as ``unanimity``.
    table
        What was found, one row for each thing that was asked about.
    parameters
        How it was made: what was chosen, and how much data there was.
    notes
        What a reader must know before trusting the table: what was left out, and how much; what is too little.
    drawing
        How to draw it, if it can be drawn.
    more
        Further tables by name, such as the ``curve`` behind a number.
    asker
        Who asked for the lists that were measured, ``query`` or, of ratings, ``user``: tables and texts say so.

    Examples
    --------
    >>> import axiometer as ax
    >>> judgments = {"q1": {"a": 1}, "q2": {"b": 1}, "q3": {"c": 1}}
    >>> runs = {"x": {"q1": ["a"], "q2": ["b"], "q3": ["d", "c"]}, "y": {"q1": ["b"], "q2": ["a", "b"]}}
    >>> found = ax.compare(ax.evaluate(judgments, runs, "RR"))
    >>> found.table.select("left", "right", "wins", "losses").rows()
    [('x', 'y', 3, 0)]
    >>> [str(note.kind) for note in found.notes]
    ['missing', 'few_queries']
    """

    criterion: str
    table: pl.DataFrame
    parameters: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    drawing: Drawing | None = None
    more: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    asker: schema.Asker = schema.QUERY

    def to_polars(self) -> pl.DataFrame:
        """Give the table."""
        return self.table

    def to_vega_lite(
        self, columns: Columns = 2, *, height: float | None = None, title: str | None = None
    ) -> dict[str, Any]:
        """Give a chart in the language Vega-Lite, its data inside: for a page, an editor, a program.

        Parameters
        ----------
        columns, height, title
            As for ``plot``.

        Raises
        ------
        UsageError
            If there is nothing to draw, or the size is none.
        """
        if self.drawing is None:
            raise UsageError(f"a finding of {self.criterion} has no drawing")
        if columns not in WIDTHS:
            raise UsageError(f"{columns!r} columns; a figure fills 1 or 2 of a paper")
        if height is not None and not 5 <= height <= MOST_HEIGHT:
            raise UsageError(f"a height of {height!r} mm; expected 5 to {MOST_HEIGHT}")
        table = self.table if self.drawing.table is None else self.more[self.drawing.table]
        pixels = None if height is None else height * PER_MM
        return self.drawing.to_vega_lite(table, columns=columns, height=pixels, title=title)

    def plot(self, columns: Columns = 1, *, height: float | None = None, title: str | None = None) -> Any:
        """Draw it with Altair, sized for a paper: ``finding.plot().save("figure.pdf")``.

        Parameters
        ----------
        columns
            How many columns of a paper it fills: 1 (84 mm) or 2 (178 mm).
        height
            Of one panel in mm, without its axes; by default what its content needs.
        title
            Another title; an empty one leaves it out, as for papers with captions.

        Returns
        -------
        altair.Chart
            Or another of Altair's charts, to be shown, changed or saved.

        Raises
        ------
        UsageError
            If there is nothing to draw, or Altair is not installed.
        """
        return as_altair(self.to_vega_lite(columns, height=height, title=title))

    def __repr__(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.parameters.items())
        with readable():
            notes = "".join(f"\nnote: {line}" for line in lines_of(self.notes, WHERE))
            return f"{self.criterion} ({told})\n{self.table}{notes}"

    def _repr_html_(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.parameters.items())
        title = f"{self.criterion} ({told})" if told else self.criterion
        return notebook(title, self.table, lines_of(self.notes, WHERE))
