"""Measures of one ranked list with one grade per item."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axiometer.reference.numbers import Gain, Grades, Make, Number, gain_of, log2


def P(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    rel: Number,
    cutoff: int | None,
    number: Make,
    divisor: str = "cutoff",
    **_: Any,
) -> Number:
    seen = ranking[:cutoff]
    n_seen = {"cutoff": cutoff or len(seen), "retrieved": len(seen)}[divisor]
    return number(_hits(seen, rel)) / number(n_seen) if n_seen else number(0)


def R(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    rel: Number,
    cutoff: int | None,
    number: Make,
    divisor: str = "all",
    **_: Any,
) -> Number:
    n_relevant = _hits(pool, rel)
    if not n_relevant:
        return None
    n_counted = n_relevant if divisor == "all" or cutoff is None else min(n_relevant, cutoff)
    return number(_hits(ranking[:cutoff], rel)) / number(n_counted)


def Rprec(ranking: Grades, pool: Sequence[Number], *, rel: Number, number: Make, **_: Any) -> Number:
    n_relevant = _hits(pool, rel)
    return number(_hits(ranking[:n_relevant], rel)) / number(n_relevant) if n_relevant else None


def AP(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    rel: Number,
    cutoff: int | None,
    number: Make,
    divisor: str = "all",
    **_: Any,
) -> Number:
    n_relevant, seen = _hits(pool, rel), ranking[:cutoff]
    if not n_relevant:
        return None
    total = number(0)
    for rank, grade in enumerate(seen, 1):
        if _is_relevant(grade, rel):
            total += number(_hits(seen[:rank], rel)) / number(rank)
    n_reachable = n_relevant if cutoff is None else min(n_relevant, cutoff)
    n_counted = {"all": n_relevant, "reachable": n_reachable, "retrieved": min(n_relevant, len(seen))}[divisor]
    return total / number(n_counted) if n_counted else number(0)


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
    gain: Gain,
    rel: Number,
    cutoff: int | None,
    max_grade: Number,
    number: Make,
    discount: str = "burges",
    **_: Any,
) -> Number:
    gains = [gain_of(grade, gain, rel, max_grade, number) for grade in ranking]
    return _discounted(gains[:cutoff], discount, number)


def nDCG(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
    max_grade: Number,
    number: Make,
    discount: str = "burges",
    ideal: str = "judged",
    **_: Any,
) -> Number:
    gains = [gain_of(grade, gain, rel, max_grade, number) for grade in ranking]
    best = sorted((gain_of(grade, gain, rel, max_grade, number) for grade in pool), reverse=True)
    if ideal == "full":
        best = best[:1] * cutoff  # type: ignore[operator]  # there is a cut-off with this ideal
    best_sum = _discounted(best[:cutoff], discount, number)
    return _discounted(gains[:cutoff], discount, number) / best_sum if best_sum else None


def ERR(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
    max_grade: Number,
    number: Make,
    **_: Any,
) -> Number:
    total, goes_on = number(0), number(1)
    for rank, grade in enumerate(ranking[:cutoff], 1):
        satisfies = gain_of(grade, gain, rel, max_grade, number)
        total += goes_on * satisfies / number(rank)
        goes_on *= 1 - satisfies
    return total


def RBP(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    p: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
    max_grade: Number,
    number: Make,
    **_: Any,
) -> Number:
    total, reaches = number(0), number(1)
    for grade in ranking[:cutoff]:
        total += reaches * gain_of(grade, gain, rel, max_grade, number)
        reaches *= number(p)
    return (1 - number(p)) * total


def Judged(ranking: Grades, pool: Sequence[Number], *, cutoff: int | None, number: Make, **_: Any) -> Number:
    seen = ranking[:cutoff]
    return number(sum(grade is not None for grade in seen)) / number(len(seen)) if seen else None


def Bpref(ranking: Grades, pool: Sequence[Number], *, rel: Number, number: Make, **_: Any) -> Number:
    n_relevant = _hits(pool, rel)
    n_other = sum(grade >= 0 and not _is_relevant(grade, rel) for grade in pool)
    if not n_relevant:
        return None
    total, others_above = number(0), 0
    for grade in ranking:
        if grade is None or grade < 0:
            continue
        if not _is_relevant(grade, rel):
            others_above += 1
        elif others_above:
            total += 1 - number(min(others_above, n_relevant)) / number(min(n_other, n_relevant))
        else:
            total += 1
    return total / number(n_relevant)


def Q(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    beta: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
    max_grade: Number,
    number: Make,
    **_: Any,
) -> Number:
    gains = [gain_of(grade, gain, rel, max_grade, number) for grade in ranking][:cutoff]
    ideal = sorted((gain_of(grade, gain, rel, max_grade, number) for grade in pool), reverse=True)
    n_relevant = sum(each > 0 for each in ideal)
    if not n_relevant:
        return None
    total = _sum_of_blended_ratios(gains, ideal, number(beta), number)
    return total / number(n_relevant if cutoff is None else min(n_relevant, cutoff))


def P_plus(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    beta: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
    max_grade: Number,
    number: Make,
    **_: Any,
) -> Number:
    gains = [gain_of(grade, gain, rel, max_grade, number) for grade in ranking][:cutoff]
    ideal = sorted((gain_of(grade, gain, rel, max_grade, number) for grade in pool), reverse=True)
    if not any(each > 0 for each in ideal):
        return None
    if not any(each > 0 for each in gains):
        return number(0)
    preferred_rank = gains.index(max(gains)) + 1
    seen = gains[:preferred_rank]
    return _sum_of_blended_ratios(seen, ideal, number(beta), number) / number(sum(each > 0 for each in seen))


def _is_relevant(grade: Number | None, rel: Number) -> bool:
    return grade is not None and bool(grade > 0) and bool(grade >= rel)


def _hits(grades: Grades, rel: Number) -> int:
    return sum(_is_relevant(grade, rel) for grade in grades)


def _discounted(gains: Sequence[Number], discount: str, number: Make) -> Number:
    total = number(0)
    for rank, gain in enumerate(gains, 1):
        total += gain / log2({"burges": rank + 1, "jarvelin": max(rank, 2)}[discount], number)
    return total


def _sum_of_blended_ratios(gains: Sequence[Number], ideal: Sequence[Number], beta: Number, number: Make) -> Number:
    """Sum (C(i) + β cg(i)) / (i + β cg*(i)) over the ranks i of relevant items."""
    total = number(0)
    for rank, gain in enumerate(gains, 1):
        if gain > 0:
            n_found = sum(each > 0 for each in gains[:rank])
            cumulative, best = sum(gains[:rank], number(0)), sum(ideal[:rank], number(0))
            total += (number(n_found) + beta * cumulative) / (number(rank) + beta * best)
    return total
