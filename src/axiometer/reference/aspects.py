"""Measures of one ranked list with a grade per item and aspect.

An item is a mapping from aspect to grade. The pool is in the order that settles the ties of the greedy ideal list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, replace
from functools import partial

from axiometer.reference import adhoc
from axiometer.reference.novelty import (
    by_logarithm,
    by_power,
    by_rank,
    discounted,
    ideal_ideal,
    novelty_of,
    over_the_greedy_ideal,
    satisfaction,
)
from axiometer.reference.numbers import Gain, Grades, Known, Number, log2, power
from axiometer.reference.query import Item, Pool, Query, Ranking, read, read_level, shares


@dataclass(frozen=True, kw_only=True)
class Inner:
    """The measure that another one is made of.

    Attributes
    ----------
    value
        Its reference, which has its parameters.
    of_gains
        The same for grades that are gains; ``None`` for a measure without gains.
    gain, rel, cutoff, level, is_smaller_better
        Its parameters, the grade from which it takes an item for relevant (``None`` for any above 0), and whether the
        smaller of two values is the better one.
    """

    value: Callable[[Grades, Grades, Known], Number]
    of_gains: Callable[[Grades, Grades, Known], Number] | None = None
    gain: Gain = "binary"
    rel: Number = 1
    cutoff: int | None = None
    level: Number | None = None
    is_smaller_better: bool = False


def IA(ranking: Ranking, pool: Pool, known: Known, *, measure: Inner) -> Number:
    query = read_level(pool, known, measure.level)
    return _expectation({t: measure.value(*_of_aspect(ranking, pool, query, t)) for t in query.weights}, query)


def D(ranking: Ranking, pool: Pool, known: Known, *, measure: Inner) -> Number:
    if measure.of_gains is not None:
        return DIN(ranking, pool, replace(known, navigational=frozenset()), measure=measure)
    # Without gains an item is relevant if it is so for any aspect.
    if not read_level(pool, known, measure.level).weights:
        return None
    largest = [None if item is None else max(item.values()) for item in ranking]
    return measure.value(largest, [max(item.values()) for item in pool], known)


def Dsharp(ranking: Ranking, pool: Pool, known: Known, *, measure: Inner, gamma: Number) -> Number:
    met = S_Recall(ranking, pool, known, rel=measure.level, cutoff=measure.cutoff)
    relevance = D(ranking, pool, known, measure=measure)
    if met is None or relevance is None:
        return None
    return known.number(gamma) * met + (1 - known.number(gamma)) * relevance


def DIN(ranking: Ranking, pool: Pool, known: Known, *, measure: Inner) -> Number:
    query = read(pool, known, measure.gain, measure.rel)
    if not query.weights or measure.of_gains is None:
        return None
    gains: list[Number | None] = []
    for at, item in enumerate(ranking):
        met = {t for t in known.navigational if any(query.relevant(earlier, t) for earlier in ranking[:at])}
        gains.append(None if item is None else _global_gain(item, query, without=met))
    return measure.of_gains(gains, [_global_gain(item, query) for item in pool], known)


def P_plus_Q(
    ranking: Ranking, pool: Pool, known: Known, *, beta: Number, gain: Gain, rel: Number, cutoff: int | None
) -> Number:
    query, values = read(pool, known, gain, rel), {}
    for aspect in query.weights:
        inner = adhoc.P_plus if aspect in known.navigational else adhoc.Q
        seen = _of_aspect(ranking, pool, query, aspect)
        values[aspect] = inner(*seen, beta=beta, gain=gain, rel=rel, cutoff=cutoff)
    return _expectation(values, query)


def alpha_DCG(
    ranking: Ranking,
    pool: Pool,
    known: Known,
    *,
    scale: str,
    alpha: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
) -> Number:
    query = read(pool, known, gain, rel)
    total = discounted(ranking[:cutoff], partial(novelty_of, query, alpha), by_logarithm, query)
    depth = len(ranking) if cutoff is None else cutoff
    return {
        "none": lambda: total,
        "ndeval": lambda: total / ideal_ideal(depth, alpha, by_logarithm, query),
    }[scale]()


def alpha_nDCG(
    ranking: Ranking, pool: Pool, known: Known, *, alpha: Number, gain: Gain, rel: Number, cutoff: int | None
) -> Number:
    query = read(pool, known, gain, rel)
    return over_the_greedy_ideal(
        ranking, pool, cutoff, novelty=partial(novelty_of, query, alpha), discount=by_logarithm, query=query
    )


def NRBP(
    ranking: Ranking,
    pool: Pool,
    known: Known,
    *,
    beta: Number,
    alpha: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
) -> Number:
    query, number = read(pool, known, gain, rel), known.number
    if not query.weights:
        return None
    factor = 1 - (1 - number(alpha)) * number(beta)
    total = discounted(ranking[:cutoff], partial(novelty_of, query, alpha), by_power(beta), query)
    return factor / number(len(query.weights)) * total


def nNRBP(
    ranking: Ranking,
    pool: Pool,
    known: Known,
    *,
    beta: Number,
    alpha: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
) -> Number:
    query = read(pool, known, gain, rel)
    return over_the_greedy_ideal(
        ranking, pool, cutoff, novelty=partial(novelty_of, query, alpha), discount=by_power(beta), query=query
    )


def ERR_IA(
    ranking: Ranking, pool: Pool, known: Known, *, alpha: Number | None, gain: Gain, rel: Number, cutoff: int | None
) -> Number:
    query = read(pool, known, gain, rel)
    if not query.weights:
        return None
    if alpha is None:
        return discounted(ranking[:cutoff], partial(satisfaction, query), by_rank, query)
    depth = len(ranking) if cutoff is None else cutoff
    total = discounted(ranking[:cutoff], partial(novelty_of, query, alpha), by_rank, query)
    return total / ideal_ideal(depth, alpha, by_rank, query)


def nERR_IA(
    ranking: Ranking, pool: Pool, known: Known, *, alpha: Number | None, gain: Gain, rel: Number, cutoff: int | None
) -> Number:
    # The divisor of ERR_IA is the same for the list and for the ideal list and cancels.
    query = read(pool, known, gain, rel)
    novelty = partial(satisfaction, query) if alpha is None else partial(novelty_of, query, alpha)
    return over_the_greedy_ideal(ranking, pool, cutoff, novelty=novelty, discount=by_rank, query=query)


def S_Recall(ranking: Ranking, pool: Pool, known: Known, *, rel: Number | None, cutoff: int | None) -> Number:
    query = read_level(pool, known, rel)
    if not query.weights:
        return None
    met = [t for t in query.weights if any(query.relevant(item, t) for item in ranking[:cutoff])]
    return known.number(len(met)) / known.number(len(query.weights))


def S_RR(ranking: Ranking, pool: Pool, known: Known, *, rel: Number | None, cutoff: int | None) -> Number:
    query = read_level(pool, known, rel)
    wanted = [t for t in query.weights if any(query.relevant(item, t) for item in pool)]
    if not wanted:
        return None
    for rank in range(1, len(ranking[:cutoff]) + 1):
        if all(any(query.relevant(item, t) for item in ranking[:rank]) for t in wanted):
            return known.number(1) / known.number(rank)
    return known.number(0)


def EU(
    ranking: Ranking,
    pool: Pool,
    known: Known,
    *,
    e: Number,
    alpha: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
) -> Number:
    query, number = read(pool, known, gain, rel), known.number
    total = number(0)
    for rank, item in enumerate(ranking[:cutoff], 1):
        utility = novelty_of(query, alpha, item, ranking[: rank - 1], weights=query.weights) - number(e)
        total += utility / (1 + log2(rank, number))
    return total


def RBU(
    ranking: Ranking,
    pool: Pool,
    known: Known,
    *,
    p: Number,
    e: Number,
    scale: str,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
) -> Number:
    query, number = read(pool, known, gain, rel), known.number
    total = number(0)
    for rank, item in enumerate(ranking[:cutoff], 1):
        reaches = {
            "printed": power(number(p), rank, number),
            "normalised": (1 - number(p)) * power(number(p), rank - 1, number),
        }[scale]
        total += reaches * (satisfaction(query, item, ranking[: rank - 1]) - number(e))
    return total


def _of_aspect(ranking: Ranking, pool: Pool, query: Query, aspect: str) -> tuple[Grades, Grades, Known]:
    """Give the list and the pool of one aspect, of which providers and items of the whole pool would say nothing."""
    grades = [None if item is None else item.get(aspect) for item in ranking]
    known = replace(query.known, max_grade=query.max_grade_of(aspect), providers=(), items=None)
    return grades, [item[aspect] for item in pool if aspect in item], known


def _expectation(values: Mapping[str, Number | None], query: Query) -> Number:
    defined = {t: value for t, value in values.items() if value is not None}
    if not defined:
        return None
    weights, number = query.weights, query.known.number
    if query.known.counted == "relevant" and len(defined) < len(values):
        if not any(weights[t] for t in defined):
            return None
        weights = shares({t: weights[t] for t in defined}, number)
    return sum((weights[t] * value for t, value in defined.items()), number(0))


def _global_gain(item: Item, query: Query, without: Set[str] = frozenset()) -> Number:
    parts = (weight * query.gain_of(item, t) for t, weight in query.weights.items() if t not in without)
    return sum(parts, query.number(0))
