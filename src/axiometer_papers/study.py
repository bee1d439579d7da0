"""What an experiment is made of: parts that can be run one by one, and what each of them gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
import polars as pl

import axiometer as ax

Progress = Callable[[int, int], None]
"""Is told how much of a part is done, and of how much."""
Same = Literal["yes", "no", "not comparable"]
ROUNDING: Final = 1e-12
"""Numbers that differ by no more of their size are the same but for rounding."""
FEWEST_SYSTEMS: Final = 5
"""Of fewer systems nothing much can be said."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """How experiments are run.

    Attributes
    ----------
    data
        The folder with collections; without it, all data are simulated.
    is_quick
        Whether smaller grids, fewer samples and smaller simulated collections do.
    lengths
        A file with the lengths of items; without it, lengths that no collection has are simulated.
    seed
        Where all randomness starts.
    jobs
        How much is worked on at the same time.
    """

    data: Path | None = None
    is_quick: bool = False
    lengths: Path | None = None
    seed: int = 0
    jobs: int = 2


@dataclass(frozen=True, eq=False)
class Table:
    """A table of the page, which is also a file.

    Attributes
    ----------
    name
        The name of the file, without its ending: ``table-2-web2011``.
    title
        What it shows.
    frame
        All of it.
    shown
        Another form of it for people, if there is a better one.
    """

    name: str
    title: str
    frame: pl.DataFrame
    shown: pl.DataFrame | None = None


@dataclass(frozen=True, eq=False)
class Figure:
    """A figure of the page, which is also a file.

    Attributes
    ----------
    name
        The name of the file, without its ending.
    caption
        What it shows.
    chart
        The chart in Vega-Lite, its data inside.
    """

    name: str
    caption: str
    chart: Mapping[str, Any]

    @classmethod
    def of(cls, name: str, drawing: ax.Drawing, table: pl.DataFrame) -> Figure:
        """Draw a table; the title of the drawing is the caption."""
        chart = drawing.to_vega_lite(table)
        del chart["title"]
        return cls(name, drawing.title, chart)


@dataclass(frozen=True)
class Check:
    """A number, cell or statement that a paper prints, beside what was found here.

    Attributes
    ----------
    where
        The table, figure or section of the paper.
    what
        Which number of it, or the statement.
    published, ours
        What the paper prints, and what was found, written with as many digits.
    same
        Whether they are the same; ``not comparable`` where they cannot be, as when the paper had other data.
    why
        Why they are not the same or cannot be compared; or within which bounds they are the same.
    """

    where: str
    what: str
    published: str
    ours: str
    same: Same
    why: str = ""


@dataclass(frozen=True, eq=False)
class Result:
    """What a part gave.

    Attributes
    ----------
    tables, figures, checks
        What it shows.
    notes
        What a reader must know: how something was read that the paper leaves open, what is missing and why.
    """

    tables: Sequence[Table] = ()
    figures: Sequence[Figure] = ()
    checks: Sequence[Check] = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Part:
    """A piece of an experiment that is run, kept and shown by itself.

    Attributes
    ----------
    name
        Its name among the parts of the paper, also that of a file: ``table-2-web2011``.
    title
        The heading: ``Table 2: metric unanimity, web2011``.
    make
        Runs it: takes whom to tell how far it is, and the results of the parts that it is made of.
    parameters
        All numbers, names and seeds that the result depends on, to be shown, and to tell whether a kept result is
        still that of this part; of plain numbers, texts, lists and dictionaries.
    data
        Which data it uses, in words: ``web2011: 9 runs, 50 queries`` or ``simulated, seed 0``.
    files
        The files that it reads.
    made_of
        The names of earlier parts whose results it takes, so that they need not be run again for it.
    """

    name: str
    title: str
    make: Callable[..., Result]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    data: str = ""
    files: Sequence[Path] = ()
    made_of: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Study:
    """The experiments of a paper.

    Attributes
    ----------
    name
        As on the command line: ``rbu``.
    title
        Of the page.
    about
        What is done again here, which data the paper had, and which of them are not to be had.
    plan
        Gives the parts for a setting.
    citation
        The key of the paper among the references of measures.
    """

    name: str
    title: str
    about: Sequence[str]
    plan: Callable[[Setting], Sequence[Part]]
    citation: str


def claim(where: str, what: str, published: str, ours: str, why: str = "", *, holds: bool | None) -> Check:
    """Put a statement of a paper beside what was found.

    Parameters
    ----------
    where, what, published, ours
        As for ``Check``: the place, what the statement is about, the statement, and what was found.
    why
        The reason, told only where it does not hold or cannot be told.
    holds
        Whether it holds; None if there is nothing to tell it from.
    """
    same: Same = "not comparable" if holds is None else "yes" if holds else "no"
    return Check(where, what, published, ours, same, "" if holds else why)


def few_systems(name: str, n: int) -> list[str]:
    """Warn of collections with few systems."""
    if n >= FEWEST_SYSTEMS:
        return []
    return [f"{name} has only {n} systems, which make {n * (n - 1) // 2} pairs: what follows from it says little."]


def is_close(published: str, ours: float, within: float = 0.0) -> bool:
    """Tell whether a number is what was printed: the same when rounded, or off by no more than allowed besides."""
    decimals = len(published.partition(".")[2])
    return abs(float(published) - ours) <= 0.5 * 10.0**-decimals + within + 1e-12


def listed(numbers: Mapping[str, float], decimals: int = 3) -> str:
    """Write numbers with their names."""
    return ", ".join(f"{name} {written(number, decimals)}" for name, number in numbers.items())


def written(number: float, decimals: int = 3) -> str:
    """Write a number, or that there is none."""
    return "undefined" if np.isnan(number) else f"{number:.{decimals}f}"


def counted(number: int, thing: str) -> str:
    """Write a number with its thing."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
