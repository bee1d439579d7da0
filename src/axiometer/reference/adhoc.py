"""Measures of one ranked list with one grade per item."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Number = Any
Grades = Sequence[Number | None]
Make = Callable[[Any], Number]


def P(ranking: Grades, pool: Sequence[Number], *, rel: Number, cutoff: int | None, number: Make, **_: Any) -> Number:
    n_seen = cutoff or len(ranking)
    return number(_hits(ranking[:n_seen], rel)) / number(n_seen) if n_seen else number(0)


def R(ranking: Grades, pool: Sequence[Number], *, rel: Number, cutoff: int | None, number: Make, **_: Any) -> Number:
    n_relevant = _hits(pool, rel)
    return number(_hits(ranking[:cutoff], rel)) / number(n_relevant) if n_relevant else None


def Rprec(ranking: Grades, pool: Sequence[Number], *, rel: Number, number: Make, **_: Any) -> Number:
    n_relevant = _hits(pool, rel)
    return number(_hits(ranking[:n_relevant], rel)) / number(n_relevant) if n_relevant else None


def AP(ranking: Grades, pool: Sequence[Number], *, rel: Number, cutoff: int | None, number: Make, **_: Any) -> Number:
    n_relevant = _hits(pool, rel)
    if not n_relevant:
        return None
    total = number(0)
    for rank, grade in enumerate(ranking[:cutoff], 1):
        if _is_relevant(grade, rel):
            total += number(_hits(ranking[:rank], rel)) / number(rank)
    return total / number(n_relevant)


def RR(ranking: Grades, pool: Sequence[Number], *, rel: Number, cutoff: int | None, number: Make, **_: Any) -> Number:
    for rank, grade in enumerate(ranking[:cutoff], 1):
        if _is_relevant(grade, rel):
            return number(1) / number(rank)
    return number(0)


def Success(
    ranking: Grades, pool: Sequence[Number], *, rel: Number, cutoff: int | None, number: Make, **_: Any
) -> Number:
    return number(1) if _hits(ranking[:cutoff], rel) else number(0)


def F(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    beta: Number,
    rel: Number,
    cutoff: int | None,
    number: Make,
    **_: Any,
) -> Number:
    precision = P(ranking, pool, rel=rel, cutoff=cutoff, number=number)
    recall = R(ranking, pool, rel=rel, cutoff=cutoff, number=number)
    if recall is None:
        return None
    if precision == 0 or recall == 0:
        return number(0)
    weight = number(beta) ** 2
    return (1 + weight) * precision * recall / (weight * precision + recall)


def DCG(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    gain: str | Mapping[Number, Number],
    rel: Number,
    cutoff: int | None,
    max_grade: Number,
    number: Make,
    **_: Any,
) -> Number:
    gains = [_gain(grade, gain, rel, max_grade, number) for grade in ranking]
    return _discounted(gains[:cutoff], number)


def nDCG(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    gain: str | Mapping[Number, Number],
    rel: Number,
    cutoff: int | None,
    max_grade: Number,
    number: Make,
    **_: Any,
) -> Number:
    gains = [_gain(grade, gain, rel, max_grade, number) for grade in ranking]
    ideal = sorted((_gain(grade, gain, rel, max_grade, number) for grade in pool), reverse=True)
    best = _discounted(ideal[:cutoff], number)
    return _discounted(gains[:cutoff], number) / best if best else None


def ERR(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    gain: str | Mapping[Number, Number],
    rel: Number,
    cutoff: int | None,
    max_grade: Number,
    number: Make,
    **_: Any,
) -> Number:
    total, goes_on = number(0), number(1)
    for rank, grade in enumerate(ranking[:cutoff], 1):
        satisfies = _gain(grade, gain, rel, max_grade, number)
        total += goes_on * satisfies / number(rank)
        goes_on *= 1 - satisfies
    return total


def RBP(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    p: Number,
    gain: str | Mapping[Number, Number],
    rel: Number,
    cutoff: int | None,
    max_grade: Number,
    number: Make,
    **_: Any,
) -> Number:
    total, reaches = number(0), number(1)
    for grade in ranking[:cutoff]:
        total += reaches * _gain(grade, gain, rel, max_grade, number)
        reaches *= number(p)
    return (1 - number(p)) * total


def Judged(ranking: Grades, pool: Sequence[Number], *, cutoff: int | None, number: Make, **_: Any) -> Number:
    seen = ranking[:cutoff]
    return number(sum(grade is not None for grade in seen)) / number(len(seen)) if seen else None


def Bpref(ranking: Grades, pool: Sequence[Number], *, rel: Number, number: Make, **_: Any) -> Number:
    n_relevant = _hits(pool, rel)
    n_other = sum(0 <= grade < rel for grade in pool)
    if not n_relevant:
        return None
    total, others_above = number(0), 0
    for grade in ranking:
        if grade is None or grade < 0:
            continue
        if grade < rel:
            others_above += 1
        elif others_above:
            total += 1 - number(min(others_above, n_relevant)) / number(min(n_other, n_relevant))
        else:
            total += 1
    return total / number(n_relevant)


def _is_relevant(grade: Number | None, rel: Number) -> bool:
    return grade is not None and bool(grade >= rel)


def _hits(grades: Grades, rel: Number) -> int:
    return sum(_is_relevant(grade, rel) for grade in grades)


def _gain(
    grade: Number | None, gain: str | Mapping[Number, Number], rel: Number, max_grade: Number, number: Make
) -> Number:
    if grade is None or grade <= 0:
        return number(0)
    if isinstance(gain, Mapping):
        return number(gain.get(grade, grade))
    return {
        "linear": lambda: number(grade) / number(max_grade),
        "exp": lambda: (number(2) ** number(grade) - 1) / number(2) ** number(max_grade),
        "binary": lambda: number(1 if grade >= rel else 0),
        "identity": lambda: number(grade),
    }[gain]()


def _discounted(gains: Sequence[Number], number: Make) -> Number:
    return sum((gain / _log2(rank + 1, number) for rank, gain in enumerate(gains, 1)), number(0))


def _log2(whole: int, number: Make) -> Number:
    """Take the binary logarithm in the number type; types that only hold fractions have none."""
    one = number(1)
    if isinstance(one, float):
        return math.log2(whole)
    logarithm = getattr(one, "ln", None)  # decimal.Decimal
    if logarithm is not None:
        return number(whole).ln() / number(2).ln()
    context = getattr(one, "context", None)  # mpmath.mpf
    if context is not None:
        return context.log(whole, 2)
    raise TypeError(f"log2({whole}) is irrational and cannot be a {type(one).__name__}")
