"""Preferences between two ranked lists of one query: above 0 where the left one is better.

All compare the positions of the relevant items, recall level by recall level. Relevant items that a list has not
retrieved come after everything, at infinity and tied with each other (``imputation='pessimistic'``), or right after the
list (``optimistic``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from axiometer.reference.numbers import Grades, Known, Make, Number, log2
from axiometer.reference.query import is_relevant
from axiometer.reference.recall import positions_of


def lexirecall(
    left: Grades, right: Grades, pool: Grades, known: Known, *, rel: Number, imputation: str = "pessimistic"
) -> Number:
    pairs = _pairs(left, right, pool, known, rel=rel, imputation=imputation)
    return known.number(next((_sign(*pair) for pair in reversed(pairs) if _sign(*pair)), 0)) if pairs else None


def lexiprecision(
    left: Grades, right: Grades, pool: Grades, known: Known, *, rel: Number, imputation: str = "pessimistic"
) -> Number:
    pairs = _pairs(left, right, pool, known, rel=rel, imputation=imputation)
    return known.number(next((_sign(*pair) for pair in pairs if _sign(*pair)), 0)) if pairs else None


def rrlexiprecision(
    left: Grades, right: Grades, pool: Grades, known: Known, *, rel: Number, imputation: str = "pessimistic"
) -> Number:
    pairs, number = _pairs(left, right, pool, known, rel=rel, imputation=imputation), known.number
    sizes = (_reciprocal(p, number) - _reciprocal(q, number) for p, q in pairs if p != q)
    return next(sizes, number(0)) if pairs else None


def RPP(
    left: Grades,
    right: Grades,
    pool: Grades,
    known: Known,
    *,
    weights: str = "uniform",
    rel: Number,
    imputation: str = "pessimistic",
) -> Number:
    pairs, number = _pairs(left, right, pool, known, rel=rel, imputation=imputation), known.number
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
    left: Grades, right: Grades, pool: Grades, known: Known, *, rel: Number, imputation: str
) -> list[tuple[float, float]]:
    """Give the positions of both lists, recall level by recall level."""
    both = (_positions(ranking, pool, known, rel=rel, imputation=imputation) for ranking in (left, right))
    return list(zip(*both, strict=True))


def _positions(ranking: Grades, pool: Grades, known: Known, *, rel: Number, imputation: str) -> Sequence[float]:
    if imputation == "optimistic":
        return positions_of(ranking, pool, known, rel, "optimistic")
    found = [rank for rank, grade in enumerate(ranking, 1) if is_relevant(grade, rel)]
    n_missing = sum(is_relevant(grade, rel) for grade in pool) - len(found)
    return [*found, *[math.inf] * n_missing]


def _sign(of_left: float, of_right: float) -> int:
    """Say which position is the smaller one."""
    return (of_left < of_right) - (of_right < of_left)


def _reciprocal(position: float, number: Make) -> Number:
    return number(0) if position == math.inf else number(1) / number(position)
