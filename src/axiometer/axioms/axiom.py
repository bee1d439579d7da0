"""What an axiom is: a statement, how cases for it are made, and what must hold in each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from axiometer.arrays import BoolArray, IntArray
from axiometer.axioms.case_batch import STAR, WHOLE, Drafts
from axiometer.measures.base import Measure

Family = Literal["search", "recommendation", "properties"]
Values = npt.NDArray[Any]
"""Cases × lists; numbers of any type."""
FAMILIES: Final[dict[Family, str]] = {
    "search": "ten constraints for search results",
    "recommendation": "eight axioms for recommendations",
    "properties": "properties of measures of recall",
}
SMALL: Final = 100
"""Gains "far below 1" are up to 0.1."""


@dataclass(frozen=True)
class Sizes:
    """What cases of an axiom look like.

    Attributes
    ----------
    aspects
        The fewest and the most aspects.
    shortest
        How many items a list has at least.
    added
        By how many items the axiom makes lists longer.
    extras
        How many items there are beside the list, for the axiom to put into it.
    spare
        How many further items nobody retrieves.
    most, grid
        The largest gain, and those that small cases have, in thousandths.
    places
        How many places of the list the axiom speaks of: none, one (``first``), or two different ones.
    is_weighted
        Whether aspects may have different weights.
    is_rated
        Whether gains are ratings: whole stars, the same for all aspects of an item, and perhaps missing.
    """

    aspects: tuple[int, int] = (1, 1)
    shortest: int = 1
    added: int = 0
    extras: int = 0
    spare: int = 1
    most: int = SMALL
    grid: tuple[int, ...] = (0, SMALL // 10, SMALL)
    places: int = 2
    is_weighted: bool = False
    is_rated: bool = False


def _as_it_is(drafts: Drafts) -> Drafts:
    return drafts


def _always(drafts: Drafts) -> BoolArray:
    return np.ones(len(drafts), bool)


@dataclass(frozen=True, kw_only=True)
class Statement:
    """What all kinds of axioms have in common.

    Attributes
    ----------
    name, title
        As the paper calls it.
    family
        The set it belongs to.
    statement
        What it says, as an equation where there is one.
    cites, equation
        The paper, and the number that the equation has there.
    assumptions
        What it assumes of a case.
    reading
        How it is read where the paper leaves a choice, or prints another thing than it says.
    variant_of
        The axiom of which this is another reading.
    needs_values
        Whether it speaks of values, so that a preference cannot be tested.
    """

    name: str
    title: str
    family: Family
    statement: str
    cites: str
    equation: str = ""
    assumptions: tuple[str, ...] = ()
    reading: str = ""
    variant_of: str = ""
    needs_values: bool = False


@dataclass(frozen=True, kw_only=True)
class Axiom(Statement):
    """Something that must hold in every case.

    Attributes
    ----------
    sizes
        What cases look like.
    premise
        Tells which drafts are cases of it.
    lists
        The lists that it compares, cases × lists × ranks.
    relation
        What the first list must be to the second, ``>``, ``≥`` or ``=``; of other margins, what they must be to 0.
    arrange
        Changes drafts so that more of them are cases.
    margin
        By how much it holds, of the values of the lists; without it, by how much the first is better than the second.
    hidden
        Cases × lists × items that do not exist for a list, if any.
    is_past_cutoff
        Whether the axiom speaks of what comes after the cut-off only.
    """

    sizes: Sizes = field(default_factory=Sizes)
    premise: Callable[[Drafts], BoolArray] = _always
    lists: Callable[[Drafts], IntArray]
    relation: Literal[">", "≥", "="] = ">"
    arrange: Callable[[Drafts], Drafts] = _as_it_is
    margin: Callable[[Values, Measure], Values] | None = None
    hidden: Callable[[Drafts], BoolArray] | None = None
    is_past_cutoff: bool = False

    @property
    def is_pairwise(self) -> bool:
        """Whether it compares the values of two lists."""
        return self.margin is None


@dataclass(frozen=True, kw_only=True)
class Existential(Statement):
    """Something that must hold beyond some bounds; a measure satisfies it if bounds are found.

    Attributes
    ----------
    bounds
        What is tried, in words, and the axiom that must then hold; tried in this order. There are several such lists
        where bounds may depend on the user: each must have one that holds.
    """

    bounds: tuple[tuple[tuple[str, Axiom], ...], ...]


@dataclass(frozen=True, kw_only=True)
class Threshold(Statement):
    """One relevant item on top of a list against n of them after n others: who wins from some n on, or at some n.

    Attributes
    ----------
    gains
        The gains, in thousandths, for each of which there must be an n.
    is_top_better
        Whether the list with one relevant item on top must win.
    is_forever
        Whether it must hold for all larger n, too.
    """

    gains: tuple[int, ...]
    is_top_better: bool
    is_forever: bool


AnyAxiom = Axiom | Existential | Threshold


ANY_GAIN: Final = (0, WHOLE // 2, WHOLE)
"""What small cases have where gains may be large."""
STARS: Final = (0, STAR, 2 * STAR, WHOLE)
"""What small cases of ratings have."""


def full_name(axiom: AnyAxiom) -> str:
    """Give the name with that of the set."""
    return f"{axiom.family}:{axiom.name}"
