"""Preferences between two ranked lists of one query: above 0 where the left one is better.

All compare the positions of the relevant items, recall level by recall level. Relevant items that a list has not
retrieved come after everything, at infinity and tied with each other (``imputation='pessimistic'``), or right after the
list (``optimistic``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from axiometer.reference.numbers import Grades, Make, Number, log2
from axiometer.reference.query import is_relevant
from axiometer.reference.recall import positions_of


def lexirecall(
    left: Grades,
    right: Grades,
    pool: Sequence[Number],
    *,
    rel: Number,
    imputation: str = "pessimistic",
    number: Make,
    **_: Any,
) -> Number:
    pairs = _pairs(left, right, pool, rel, imputation)
    return number(next((_sign(*pair) for pair in reversed(pairs) if _sign(*pair)), 0)) if pairs else None


def lexiprecision(
    left: Grades,
    right: Grades,
    pool: Sequence[Number],
    *,
    rel: Number,
    size: str = "sign",
    imputation: str = "pessimistic",
    number: Make,
    **_: Any,
) -> Number:
    pairs = _pairs(left, right, pool, rel, imputation)
    if not pairs:
        return None
    for of_left, of_right in pairs:
        if of_left != of_right:
            return {
                "sign": number(_sign(of_left, of_right)),
                "reciprocal-rank": _reciprocal(of_left, number) - _reciprocal(of_right, number),
            }[size]
    return number(0)


def rrlexiprecision(left: Grades, right: Grades, pool: Sequence[Number], **how: Any) -> Number:
    return lexiprecision(left, right, pool, size="reciprocal-rank", **how)


def RPP(
    left: Grades,
    right: Grades,
    pool: Sequence[Number],
    *,
    rel: Number,
    weights: str = "uniform",
    imputation: str = "pessimistic",
    number: Make,
    **_: Any,
) -> Number:
    pairs = _pairs(left, right, pool, rel, imputation)
    if not pairs:
        return None
    won, whole = number(0), number(0)
    for level, pair in enumerate(pairs, 1):
        weight = _weight(level, weights, number)
        won += weight * _sign(*pair)
        whole += weight
    return won / whole


def _weight(level: int, weights: str, number: Make) -> Number:
    """Give w of a recall level."""
    return {
        "uniform": lambda: number(1),
        "inverse": lambda: number(1) / number(level),
        "dcg": lambda: number(1) / log2(level + 1, number),
    }[weights]()


def _pairs(
    left: Grades, right: Grades, pool: Sequence[Number], rel: Number, imputation: str
) -> list[tuple[float, float]]:
    """Give the positions of both lists, recall level by recall level."""
    both = (_positions(ranking, pool, rel, imputation) for ranking in (left, right))
    return list(zip(*both, strict=True))


def _positions(ranking: Grades, pool: Sequence[Number], rel: Number, imputation: str) -> Sequence[float]:
    if imputation == "optimistic":
        return positions_of(ranking, pool, rel, "optimistic", None)
    found = [rank for rank, grade in enumerate(ranking, 1) if is_relevant(grade, rel)]
    n_missing = sum(is_relevant(grade, rel) for grade in pool) - len(found)
    return [*found, *[math.inf] * n_missing]


def _sign(of_left: float, of_right: float) -> int:
    """Say which position is the smaller one."""
    return (of_left < of_right) - (of_right < of_left)


def _reciprocal(position: float, number: Make) -> Number:
    return number(0) if position == math.inf else number(1) / number(position)
