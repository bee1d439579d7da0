"""What a criterion found: a table, how it was made, what to beware of, and how to draw it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

import polars as pl

from axiometer.data.frames import readable
from axiometer.meta.drawing import Drawing


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
    caveats
        What a reader must know before trusting the table: what was left out, and how much; what is too little. What
        is said alike of several measures or systems is said once, of all of them.
    drawing
        How to draw it, if it can be drawn.
    more
        Further tables by name, such as the ``curve`` behind a number.
    """

    criterion: str
    table: pl.DataFrame
    parameters: Mapping[str, Any] = field(default_factory=dict)
    caveats: tuple[str, ...] = ()
    drawing: Drawing | None = None
    more: Mapping[str, pl.DataFrame] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "caveats", merged(self.caveats))

    def to_polars(self) -> pl.DataFrame:
        """Give the table."""
        return self.table

    def to_vega_lite(self) -> dict[str, Any]:
        """Give a chart in the language Vega-Lite, its data inside: for Altair (``Chart.from_dict``), a page, an editor.

        Raises
        ------
        ValueError
            If there is nothing to draw.
        """
        if self.drawing is None:
            raise ValueError(f"a finding of {self.criterion} has no drawing")
        table = self.table if self.drawing.table is None else self.more[self.drawing.table]
        return self.drawing.to_vega_lite(table)

    def __repr__(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.parameters.items())
        with readable():
            return f"{self.criterion} ({told})\n{self.table}" + "".join(f"\nnote: {each}" for each in self.caveats)

    def _repr_html_(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.parameters.items())
        notes = "".join(f"<li>{escape(each)}</li>" for each in self.caveats)
        with readable():
            table = self.table._repr_html_()
        return f"<p>{escape(self.criterion)} ({escape(told)})</p>{table}<ul>{notes}</ul>"


_NAMES = re.compile(r", (?![^()]*\))")
"""Stands between names, which may have such in brackets."""


def merged(caveats: Iterable[str]) -> tuple[str, ...]:
    """Say of several at once what is said alike of each, as in “A: too few” and “B: too few”; and nothing twice."""
    found: dict[str, list[str]] = {}
    for caveat in dict.fromkeys(caveats):
        of, colon, told = caveat.partition(": ")
        found.setdefault(colon + told if colon else caveat, []).append(of if colon else "")
    return tuple(
        f"{', '.join(dict.fromkeys(name for each in of for name in _NAMES.split(each)))}{told}"
        for told, of in found.items()
    )
