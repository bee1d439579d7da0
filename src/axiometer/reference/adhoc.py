"""Measures of one ranked list with one grade per item."""

from __future__ import annotations

from collections.abc import Sequence

from axiometer.reference.numbers import Gain, Grades, Known, Number, log2


def P(
    ranking: Grades, pool: Grades, known: Known, *, divisor: str = "cutoff", rel: Number, cutoff: int | None
) -> Number:
    seen, number = ranking[:cutoff], known.number
    n_seen = {"cutoff": cutoff or len(seen), "retrieved": len(seen)}[divisor]
    return number(_hits(seen, rel)) / number(n_seen) if n_seen else number(0)


def R(ranking: Grades, pool: Grades, known: Known, *, divisor: str = "all", rel: Number, cutoff: int | None) -> Number:
    n_relevant = _hits(pool, rel)
    if not n_relevant:
        return None
    n_counted = n_relevant if divisor == "all" or cutoff is None else min(n_relevant, cutoff)
    return known.number(_hits(ranking[:cutoff], rel)) / known.number(n_counted)


def Rprec(ranking: Grades, pool: Grades, known: Known, *, rel: Number) -> Number:
    n_relevant = _hits(pool, rel)
    return known.number(_hits(ranking[:n_relevant], rel)) / known.number(n_relevant) if n_relevant else None


def AP(ranking: Grades, pool: Grades, known: Known, *, divisor: str = "all", rel: Number, cutoff: int | None) -> Number:
    n_relevant, seen, number = _hits(pool, rel), ranking[:cutoff], known.number
    if not n_relevant:
        return None
    total = number(0)
    for rank, grade in enumerate(seen, 1):
        if _is_relevant(grade, rel):
            total += number(_hits(seen[:rank], rel)) / number(rank)
    n_reachable = n_relevant if cutoff is None else min(n_relevant, cutoff)
    n_counted = {"all": n_relevant, "reachable": n_reachable, "retrieved": min(n_relevant, len(seen))}[divisor]
    return total / number(n_counted) if n_counted else number(0)


def RR(ranking: Grades, pool: Grades, known: Known, *, rel: Number, cutoff: int | None) -> Number:
    for rank, grade in enumerate(ranking[:cutoff], 1):
        if _is_relevant(grade, rel):
            return known.number(1) / known.number(rank)
    return known.number(0)


def Success(ranking: Grades, pool: Grades, known: Known, *, rel: Number, cutoff: int | None) -> Number:
    return known.number(1 if _hits(ranking[:cutoff], rel) else 0)


def F(ranking: Grades, pool: Grades, known: Known, *, beta: Number, rel: Number, cutoff: int | None) -> Number:
    precision = P(ranking, pool, known, rel=rel, cutoff=cutoff)
    recall = R(ranking, pool, known, rel=rel, cutoff=cutoff)
    if recall is None:
        return None
    if precision == 0 or recall == 0:
        return known.number(0)
    weight = known.number(beta) ** 2
    return (1 + weight) * precision * recall / (weight * precision + recall)


def DCG(
    ranking: Grades,
    pool: Grades,
    known: Known,
    *,
    discount: str = "burges",
    gain: Gain,
    rel: Number,
    cutoff: int | None,
) -> Number:
    return _discounted(known.gains(ranking, gain, rel)[:cutoff], discount, known)


def nDCG(
    ranking: Grades,
    pool: Grades,
    known: Known,
    *,
    discount: str = "burges",
    ideal: str = "judged",
    gain: Gain,
    rel: Number,
    cutoff: int | None,
) -> Number:
    best = sorted(known.gains(pool, gain, rel), reverse=True)
    if ideal == "full":
        best = best[:1] * cutoff  # type: ignore[operator]  # there is a cut-off with this ideal
    best_sum = _discounted(best[:cutoff], discount, known)
    return _discounted(known.gains(ranking, gain, rel)[:cutoff], discount, known) / best_sum if best_sum else None


def ERR(ranking: Grades, pool: Grades, known: Known, *, gain: Gain, rel: Number, cutoff: int | None) -> Number:
    total, goes_on = known.number(0), known.number(1)
    for rank, satisfies in enumerate(known.gains(ranking, gain, rel)[:cutoff], 1):
        total += goes_on * satisfies / known.number(rank)
        goes_on *= 1 - satisfies
    return total


def RBP(
    ranking: Grades, pool: Grades, known: Known, *, p: Number, gain: Gain, rel: Number, cutoff: int | None
) -> Number:
    total, reaches = known.number(0), known.number(1)
    for each in known.gains(ranking, gain, rel)[:cutoff]:
        total += reaches * each
        reaches *= known.number(p)
    return (1 - known.number(p)) * total


def Judged(ranking: Grades, pool: Grades, known: Known, *, cutoff: int | None) -> Number:
    seen = ranking[:cutoff]
    return known.number(sum(grade is not None for grade in seen)) / known.number(len(seen)) if seen else None


def Bpref(ranking: Grades, pool: Grades, known: Known, *, rel: Number) -> Number:
    n_relevant, number = _hits(pool, rel), known.number
    n_other = sum(grade is not None and grade >= 0 and not _is_relevant(grade, rel) for grade in pool)
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
    ranking: Grades, pool: Grades, known: Known, *, beta: Number, gain: Gain, rel: Number, cutoff: int | None
) -> Number:
    ideal = sorted(known.gains(pool, gain, rel), reverse=True)
    n_relevant = sum(each > 0 for each in ideal)
    if not n_relevant:
        return None
    total = _sum_of_blended_ratios(known.gains(ranking, gain, rel)[:cutoff], ideal, beta, known)
    return total / known.number(n_relevant if cutoff is None else min(n_relevant, cutoff))


def P_plus(
    ranking: Grades, pool: Grades, known: Known, *, beta: Number, gain: Gain, rel: Number, cutoff: int | None
) -> Number:
    gains = known.gains(ranking, gain, rel)[:cutoff]
    ideal = sorted(known.gains(pool, gain, rel), reverse=True)
    if not any(each > 0 for each in ideal):
        return None
    if not any(each > 0 for each in gains):
        return known.number(0)
    seen = gains[: gains.index(max(gains)) + 1]
    return _sum_of_blended_ratios(seen, ideal, beta, known) / known.number(sum(each > 0 for each in seen))


def _is_relevant(grade: Number | None, rel: Number) -> bool:
    return grade is not None and bool(grade > 0) and bool(grade >= rel)


def _hits(grades: Grades, rel: Number) -> int:
    return sum(_is_relevant(grade, rel) for grade in grades)


def _discounted(gains: Sequence[Number], discount: str, known: Known) -> Number:
    total = known.number(0)
    for rank, gain in enumerate(gains, 1):
        total += gain / log2({"burges": rank + 1, "jarvelin": max(rank, 2)}[discount], known.number)
    return total


def _sum_of_blended_ratios(gains: Sequence[Number], ideal: Sequence[Number], beta: Number, known: Known) -> Number:
    """Sum (C(i) + β cg(i)) / (i + β cg*(i)) over the ranks i of relevant items."""
    number = known.number
    total = number(0)
    for rank, gain in enumerate(gains, 1):
        if gain > 0:
            n_found = sum(each > 0 for each in gains[:rank])
            cumulative, best = sum(gains[:rank], number(0)), sum(ideal[:rank], number(0))
            total += (number(n_found) + number(beta) * cumulative) / (number(rank) + number(beta) * best)
    return total
