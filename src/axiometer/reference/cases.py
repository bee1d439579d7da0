"""One ranked list and all that is known of its query, written by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from axiometer.reference.recall import matched

Grade = Any
"""A number, or for each aspect a number."""
ONLY_ASPECT = "1"
NO_ASPECTS = "-"
"""Stands for the aspect of a rated item that has none: {"-": 4}."""
PROVIDERS = ("x", "y", "z")
"""Those there are; the first one provides what nobody else is said to provide."""
CORPUS_SIZE = 1000
N_USERS = 50
"""How many users have a profile."""
N_RATINGS = 100_000
"""How many ratings their profiles have together."""


@dataclass(frozen=True)
class Case:
    """One ranked list.

    Attributes
    ----------
    ranking
        The grades in rank order, None for an unjudged item; a grade is a number or, for each aspect, a number.
    unretrieved
        The grades of judged items not retrieved.
    weights
        Of the aspects; uniform if not given, and for recommendations each aspect's share of the ratings.
    navigational
        The aspects of which one item is all that is wanted.
    lengths
        Of the items of the ranking.
    providers
        Of each item of the pool.
    unrated
        The aspects of the unjudged items of the ranking; None, or nothing, for one that is not in the catalogue.
    catalogue
        The aspects of further items, neither judged nor retrieved.
    seen
        How many users have each item of the ranking in their profile; nobody where nothing is said. Items that are not
        in the catalogue are in no profile.
    chances
        The chances that the items of the catalogue satisfy, for measures to which these are given. They are taken in
        turn, and start again when all are used.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.testing import Case, values_of
    >>> case = Case(ranking=(0, 2, None), unretrieved=(1,))
    >>> values_of(ax.parse_measure("RR"), [case]).tolist()
    [0.5]
    """

    ranking: tuple[Grade | None, ...]
    unretrieved: tuple[Grade, ...] = ()
    weights: Mapping[str, Any] | None = None
    navigational: frozenset[str] = frozenset()
    lengths: tuple[float, ...] | None = None
    providers: tuple[tuple[str, ...], ...] | None = None
    unrated: tuple[tuple[str, ...] | None, ...] = ()
    catalogue: tuple[tuple[str, ...], ...] = ()
    seen: tuple[int, ...] | None = None
    chances: tuple[float, ...] = (0.01, 0.3, 0.0, 0.125)

    @cached_property
    def pool(self) -> tuple[Grade, ...]:
        """The grades of all judged items, in the order that settles ties of ideal lists."""
        return (*(grade for grade in self.ranking if grade is not None), *self.unretrieved)

    @cached_property
    def aspects(self) -> tuple[str, ...]:
        """All aspects that are judged or have a weight."""
        judged = [aspect for grade in self.pool for aspect in by_aspect(grade) if aspect != NO_ASPECTS]
        return tuple(dict.fromkeys([*judged, *(self.weights or {})]))

    @cached_property
    def known(self) -> tuple[tuple[str, ...], ...]:
        """The aspects of all items of the catalogue, in the order that settles ties of ideal lists.

        Those of the pool come first, then those of the ranking that were not judged, then all others.
        """
        return (*map(aspects_of, self.pool), *(each for each in self.unrated if each is not None), *self.catalogue)

    @cached_property
    def places(self) -> tuple[int | None, ...]:
        """For each rank, where the catalogue has its item; None if it does not have it."""
        judged = matched(self.ranking, self.pool)
        unjudged = iter(self.unrated)
        new = iter(range(len(self.pool), len(self.known)))
        return tuple(
            (None if next(unjudged, None) is None else next(new)) if place is None else place for place in judged
        )

    @cached_property
    def popularity(self) -> tuple[int, ...]:
        """How many users have each item of the catalogue in their profile."""
        seen = dict(zip(self.places, self.seen or (), strict=False))
        return tuple(seen.get(place, 0) for place in range(len(self.known)))


def by_aspect(grade: Grade) -> Mapping[str, Any]:
    """Give a grade aspect by aspect."""
    return grade if isinstance(grade, Mapping) else {ONLY_ASPECT: grade}


def aspects_of(grade: Grade) -> tuple[str, ...]:
    """Give the aspects of a judged item."""
    return tuple(aspect for aspect in by_aspect(grade) if aspect != NO_ASPECTS)


def top_grade(grade: Grade) -> Any:
    """Give the largest grade of an item."""
    return max(by_aspect(grade).values())
