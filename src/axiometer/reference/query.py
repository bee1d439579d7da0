"""How the aspect judgments of one query are read: which aspects count, their weights, and the gains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from axiometer.reference.numbers import Gain, Make, Number, gain_of

Item = Mapping[str, Number]
Ranking = Sequence[Item | None]
Pool = Sequence[Item]


@dataclass(frozen=True)
class Query:
    """How the grades of one query are read: the aspects that count, in ``weights``, and the gains."""

    weights: Mapping[str, Number]
    counted: str
    level: Number | None
    gain: Gain
    rel: Number
    max_grade: Number | Mapping[str, Number]
    number: Make

    def relevant(self, item: Item | None, aspect: str) -> bool:
        """Say whether an item is relevant to an aspect; an unjudged item is to none."""
        return item is not None and is_relevant(item.get(aspect), self.level)

    def gain_of(self, item: Item | None, aspect: str) -> Number:
        """Give r of an item and an aspect; 0 without a grade."""
        grade = None if item is None else item.get(aspect)
        return gain_of(grade, self.gain, self.rel, self.max_grade_of(aspect), self.number)

    def max_grade_of(self, aspect: str) -> Number:
        """Give H of an aspect."""
        return self.max_grade.get(aspect) if isinstance(self.max_grade, Mapping) else self.max_grade


def read(
    pool: Pool,
    *,
    level: Number | None,
    gain: Gain = "binary",
    rel: Number = 1,
    weights: Mapping[str, Number] | None = None,
    counted: str = "relevant",
    max_grade: Number | Mapping[str, Number] = None,
    number: Make,
    **_: Any,
) -> Query:
    named = dict.fromkeys([*(aspect for item in pool for aspect in item), *(weights or {})])
    kept = [t for t in named if counted == "all" or any(is_relevant(item.get(t), level) for item in pool)]
    if weights is None:
        by_aspect = shares({t: number(1) for t in kept}, number)
    else:
        by_aspect = {t: number(weights.get(t, 0)) for t in kept}
        by_aspect = shares(by_aspect, number) if counted == "relevant" else by_aspect
    return Query(by_aspect, counted, level, gain, rel, max_grade, number)


def shares(weights: Mapping[str, Number], number: Make) -> dict[str, Number]:
    """Divide by the sum, unless it is 0."""
    total = sum(weights.values(), number(0))
    return {t: weight / total if total else number(0) for t, weight in weights.items()}


def level_of(gain: Gain, rel: Number) -> Number | None:
    """Give the grade from which an item is relevant; ``None`` for any above 0."""
    return rel if gain == "binary" else None


def is_relevant(grade: Number | None, level: Number | None) -> bool:
    return grade is not None and bool(grade > 0) and (level is None or bool(grade >= level))
