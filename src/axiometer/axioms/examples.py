"""One case in plain numbers, for people to read, to store, and to compute again without rounding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from axiometer.arrays import BoolArray, IntArray
from axiometer.axioms.case_batch import NOBODY, WHOLE, Drafts
from axiometer.reference.cases import Case

ASPECTS = "abcdefghij"
"""Names of aspects."""


@dataclass(frozen=True)
class Example:
    """A query with its items, and lists of them.

    Attributes
    ----------
    weights
        Of the aspects.
    items
        Of each item the gain for each aspect.
    unrated
        The items that nobody rated; their gains only say which aspects they have.
    lists
        Of each list the items, from 0, in rank order.
    hidden
        For each list the items that do not exist for it; empty if all exist.
    """

    weights: tuple[Fraction, ...]
    items: tuple[tuple[Fraction, ...], ...]
    lists: tuple[tuple[int, ...], ...]
    unrated: frozenset[int] = frozenset()
    hidden: tuple[frozenset[int], ...] = ()

    @classmethod
    def of(cls, drafts: Drafts, order: IntArray, is_hidden: BoolArray | None, number: int) -> Example:
        """Write down one of many cases; items that are nowhere are left out."""
        gain, lists, weights = drafts.gain[number].tolist(), order[number].tolist(), drafts.weight[number].tolist()
        aspects = [aspect for aspect, weight in enumerate(weights) if weight]
        listed = {item for each in lists for item in each if item != NOBODY}
        used = sorted(listed | {item for item, gains in enumerate(gain) if any(gains)})
        place = {item: at for at, item in enumerate(used)}
        hidden = () if is_hidden is None else tuple(_chosen(place, np.flatnonzero(each)) for each in is_hidden[number])
        return cls(
            tuple(_share(weights[aspect], sum(weights)) for aspect in aspects),
            tuple(tuple(_share(gain[item][aspect], WHOLE) for aspect in aspects) for item in used),
            tuple(tuple(place[item] for item in each if item != NOBODY) for each in lists),
            _chosen(place, np.flatnonzero(drafts.is_unrated[number])),
            hidden if any(hidden) else (),
        )

    def to_text(self) -> str:
        """Write the numbers in one line: weights, gains of each item (? if unrated), lists, and what is hidden."""
        items = [
            ",".join(map(_written, gains)) + ("?" if item in self.unrated else "")
            for item, gains in enumerate(self.items)
        ]
        parts = [
            ",".join(map(str, self.weights)),
            " ".join(items),
            " ".join(",".join(map(str, each)) or "-" for each in self.lists),
            " ".join(",".join(map(str, sorted(each))) or "-" for each in self.hidden),
        ]
        return " | ".join(parts).rstrip(" |")

    @classmethod
    def from_text(cls, text: str) -> Example:
        """Read what ``to_text`` has written."""
        weights, items, lists, *hidden = (part.split() for part in text.split("|"))
        return cls(
            tuple(map(Fraction, weights[0].split(","))),
            tuple(tuple(map(Fraction, item.rstrip("?").split(","))) for item in items),
            tuple(map(_numbers, lists)),
            frozenset(number for number, item in enumerate(items) if item.endswith("?")),
            tuple(frozenset(_numbers(each)) for each in (hidden[0] if hidden else ())),
        )

    @property
    def unretrieved(self) -> tuple[int, ...]:
        """The items that no list has."""
        listed = {item for each in self.lists for item in each}
        return tuple(item for item in range(len(self.items)) if item not in listed)

    @property
    def aspects(self) -> tuple[str, ...]:
        """The names of the aspects."""
        return tuple(ASPECTS[: len(self.weights)])

    def grades(self, item: int) -> dict[str, Fraction]:
        """Give the gains of an item by aspect: of those it has, or 0 for one if it has none."""
        found = {aspect: gain for aspect, gain in zip(self.aspects, self.items[item], strict=True) if gain}
        return found or {self.aspects[0]: Fraction(0)}

    def cases(self) -> list[Case]:
        """Give each list as the scalar references want it."""
        return [self._case(number, order) for number, order in enumerate(self.lists)]

    def _case(self, number: int, order: tuple[int, ...]) -> Case:
        hidden = self.hidden[number] if self.hidden else frozenset()
        judged = [item for item in range(len(self.items)) if item not in self.unrated and item not in hidden]
        unrated = sorted(self.unrated - hidden)
        return _CaseOfPool(
            ranking=tuple(None if item in self.unrated else self.grades(item) for item in order),
            weights=dict(zip(self.aspects, self.weights, strict=True)),
            lengths=(100.0,) * len(order),
            unrated=tuple(self._has(item) for item in order if item in self.unrated),
            given_pool=tuple(self.grades(item) for item in judged),
            given_known=(*map(self._has, judged), *map(self._has, unrated)),
            given_places=tuple([*judged, *unrated].index(item) for item in order),
        )

    def _has(self, item: int) -> tuple[str, ...]:
        return tuple(aspect for aspect, gain in zip(self.aspects, self.items[item], strict=True) if gain)


@dataclass(frozen=True)
class _CaseOfPool(Case):
    """A case with the pool in an order that does not depend on the list, so that all lists have the same ideal."""

    given_pool: tuple[Any, ...] = ()
    given_known: tuple[tuple[str, ...], ...] = ()
    given_places: tuple[int, ...] = ()

    @property
    def pool(self) -> tuple[Any, ...]:
        return self.given_pool

    @property
    def known(self) -> tuple[tuple[str, ...], ...]:
        return self.given_known

    @property
    def places(self) -> tuple[int | None, ...]:
        return self.given_places


@lru_cache(maxsize=4096)
def _share(part: int, whole: int) -> Fraction:
    """Divide; there are few different gains and weights, and very many of them."""
    return Fraction(part, whole)


def _chosen(place: dict[int, int], items: Iterable[Any]) -> frozenset[int]:
    return frozenset(place[int(item)] for item in items if int(item) in place)


def _written(gain: Fraction) -> str:
    return f"{float(gain):g}"


def _numbers(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(map(int, text.split(",")))
