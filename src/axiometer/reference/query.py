"""How the aspect judgments of one query are read: which aspects count, their weights, and the gains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from axiometer.reference.numbers import Gain, Known, Make, Number, gain_of

Item = Mapping[str, Number]
Ranking = Sequence[Item | None]
Pool = Sequence[Item]


@dataclass(frozen=True)
class Query:
    """How the grades of one query are read: the aspects that count, in ``weights``, and the gains."""

    weights: Mapping[str, Number]
    known: Known
    level: Number | None
    gain: Gain = "binary"
    rel: Number = 1

    @property
    def number(self) -> Make:
        """What makes numbers."""
        return self.known.number

    def relevant(self, item: Item | None, aspect: str) -> bool:
        """Say whether an item is relevant to an aspect; an unjudged item is to none."""
        return item is not None and is_relevant(item.get(aspect), self.level)

    def gain_of(self, item: Item | None, aspect: str) -> Number:
        """Give r of an item and an aspect; 0 without a grade."""
        grade = None if item is None else item.get(aspect)
        return gain_of(grade, self.gain, self.rel, self.max_grade_of(aspect), self.number)

    def max_grade_of(self, aspect: str) -> Number:
        """Give H of an aspect."""
        top = self.known.max_grade
        return top.get(aspect) if isinstance(top, Mapping) else top


def read(pool: Pool, known: Known, gain: Gain, rel: Number) -> Query:
    """Read a query with gains: an item is relevant if it has one."""
    level = rel if gain == "binary" else None
    return Query(_weights(pool, known, level), known, level, gain, rel)


def read_level(pool: Pool, known: Known, level: Number | None) -> Query:
    """Read a query without gains: an item is relevant from a level on; ``None`` is any grade above 0."""
    return Query(_weights(pool, known, level), known, level)


def _weights(pool: Pool, known: Known, level: Number | None) -> Mapping[str, Number]:
    weights, counted, number = known.weights, known.counted, known.number
    named = dict.fromkeys([*(aspect for item in pool for aspect in item), *(weights or {})])
    kept = [t for t in named if counted == "all" or any(is_relevant(item.get(t), level) for item in pool)]
    if weights is None:
        return shares({t: number(1) for t in kept}, number)
    by_aspect = {t: number(weights.get(t, 0)) for t in kept}
    return shares(by_aspect, number) if counted == "relevant" else by_aspect


def shares(weights: Mapping[str, Number], number: Make) -> dict[str, Number]:
    """Divide by the sum, unless it is 0."""
    total = sum(weights.values(), number(0))
    return {t: weight / total if total else number(0) for t, weight in weights.items()}


def is_relevant(grade: Number | None, level: Number | None) -> bool:
    return grade is not None and bool(grade > 0) and (level is None or bool(grade >= level))
