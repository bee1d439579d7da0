"""What measures need beside grades."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Needs:
    """What some measures need beside grades.

    Attributes
    ----------
    aspects
        Grades of aspects.
    characters, words
        Down to which rank the lengths of relevant items are needed.
    text
        Down to which rank the words of all items are needed.
    providers
        The providers of relevant items.
    described
        The aspects of the items of a catalogue, and the interests of users in them.
    popularity
        How many users had each item before.
    given
        Which parameters are given in tables: alpha, beta.
    shown
        Down to which rank all items are needed, judged or not, as numbers of the catalogue.
    """

    aspects: bool = False
    characters: float = 0
    words: float = 0
    text: float = 0
    providers: bool = False
    shown: float = 0
    described: bool = False
    popularity: bool = False
    given: frozenset[str] = frozenset()


NOTHING_MORE: Final = Needs()
