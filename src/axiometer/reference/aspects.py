"""Measures of one ranked list with a grade per item and aspect.

An item is a mapping from aspect to grade. The pool is in the order that settles the ties of the greedy ideal list.
Besides its own parameters every function takes ``how`` the query is read: ``weights`` of the aspects (``None`` for
uniform), which of them are ``counted``, ``max_grade`` (one, or one per aspect) and ``number``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial
from typing import Any

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
from axiometer.reference.numbers import Gain, Make, Number, log2, power
from axiometer.reference.query import Item, Pool, Query, Ranking, level_of, read, shares

Inner = Callable[..., Number]


def IA(
    ranking: Ranking,
    pool: Pool,
    *,
    inner: Inner,
    level: Number | None,
    lengths: Sequence[Number] | None = None,
    **how: Any,
) -> Number:
    query = read(pool, level=level, **how)
    values = {
        aspect: inner(
            _grades(ranking, aspect),
            _judged(pool, aspect),
            max_grade=query.max_grade_of(aspect),
            **_known(lengths),
        )
        for aspect in query.weights
    }
    return _expectation(values, query)


def D(
    ranking: Ranking,
    pool: Pool,
    *,
    inner: Inner,
    gain: Gain,
    rel: Number,
    lengths: Sequence[Number] | None = None,
    **how: Any,
) -> Number:
    return DIN(ranking, pool, inner=inner, gain=gain, rel=rel, navigational=frozenset(), lengths=lengths, **how)


def Dsharp(
    ranking: Ranking,
    pool: Pool,
    *,
    inner: Inner,
    gain: Gain,
    rel: Number,
    gamma: Number,
    cutoff: int | None,
    number: Make,
    lengths: Sequence[Number] | None = None,
    **how: Any,
) -> Number:
    recall = S_Recall(ranking, pool, rel=level_of(gain, rel), cutoff=cutoff, number=number, **how)
    relevance = D(ranking, pool, inner=inner, gain=gain, rel=rel, number=number, lengths=lengths, **how)
    if recall is None or relevance is None:
        return None
    return number(gamma) * recall + (1 - number(gamma)) * relevance


def DIN(
    ranking: Ranking,
    pool: Pool,
    *,
    inner: Inner,
    gain: Gain,
    rel: Number,
    navigational: Set[str],
    lengths: Sequence[Number] | None = None,
    **how: Any,
) -> Number:
    query = read(pool, gain=gain, rel=rel, level=level_of(gain, rel), **how)
    if not query.weights:
        return None
    gains: list[Number | None] = []
    for at, item in enumerate(ranking):
        met = {t for t in navigational if any(query.relevant(earlier, t) for earlier in ranking[:at])}
        gains.append(None if item is None else _global_gain(item, query, without=met))
    return inner(gains, [_global_gain(item, query) for item in pool], **_known(lengths))


def P_plus_Q(
    ranking: Ranking,
    pool: Pool,
    *,
    beta: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
    navigational: Set[str],
    **how: Any,
) -> Number:
    query = read(pool, gain=gain, rel=rel, level=level_of(gain, rel), **how)
    values = {}
    for aspect in query.weights:
        inner = adhoc.P_plus if aspect in navigational else adhoc.Q
        values[aspect] = inner(
            _grades(ranking, aspect),
            _judged(pool, aspect),
            beta=beta,
            gain=gain,
            rel=rel,
            cutoff=cutoff,
            max_grade=query.max_grade_of(aspect),
            number=query.number,
        )
    return _expectation(values, query)


def alpha_DCG(
    ranking: Ranking,
    pool: Pool,
    *,
    alpha: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
    scale: str,
    **how: Any,
) -> Number:
    query = read(pool, gain=gain, rel=rel, level=level_of(gain, rel), **how)
    total = discounted(ranking[:cutoff], partial(novelty_of, query, alpha), by_logarithm, query)
    depth = len(ranking) if cutoff is None else cutoff
    return {
        "none": lambda: total,
        "ndeval": lambda: total / ideal_ideal(depth, alpha, by_logarithm, query),
    }[scale]()


def alpha_nDCG(
    ranking: Ranking, pool: Pool, *, alpha: Number, gain: Gain, rel: Number, cutoff: int | None, **how: Any
) -> Number:
    query = read(pool, gain=gain, rel=rel, level=level_of(gain, rel), **how)
    return over_the_greedy_ideal(
        ranking, pool, cutoff, novelty=partial(novelty_of, query, alpha), discount=by_logarithm, query=query
    )


def NRBP(
    ranking: Ranking,
    pool: Pool,
    *,
    alpha: Number,
    beta: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
    **how: Any,
) -> Number:
    query = read(pool, gain=gain, rel=rel, level=level_of(gain, rel), **how)
    if not query.weights:
        return None
    factor = 1 - (1 - query.number(alpha)) * query.number(beta)
    total = discounted(ranking[:cutoff], partial(novelty_of, query, alpha), by_power(beta), query)
    return factor / query.number(len(query.weights)) * total


def nNRBP(
    ranking: Ranking,
    pool: Pool,
    *,
    alpha: Number,
    beta: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
    **how: Any,
) -> Number:
    query = read(pool, gain=gain, rel=rel, level=level_of(gain, rel), **how)
    return over_the_greedy_ideal(
        ranking, pool, cutoff, novelty=partial(novelty_of, query, alpha), discount=by_power(beta), query=query
    )


def ERR_IA(
    ranking: Ranking, pool: Pool, *, alpha: Number | None, gain: Gain, rel: Number, cutoff: int | None, **how: Any
) -> Number:
    query = read(pool, gain=gain, rel=rel, level=level_of(gain, rel), **how)
    if not query.weights:
        return None
    if alpha is None:
        return discounted(ranking[:cutoff], partial(satisfaction, query), by_rank, query)
    depth = len(ranking) if cutoff is None else cutoff
    total = discounted(ranking[:cutoff], partial(novelty_of, query, alpha), by_rank, query)
    return total / ideal_ideal(depth, alpha, by_rank, query)


def nERR_IA(
    ranking: Ranking, pool: Pool, *, alpha: Number | None, gain: Gain, rel: Number, cutoff: int | None, **how: Any
) -> Number:
    # The divisor of ERR_IA is the same for the list and for the ideal list and cancels.
    query = read(pool, gain=gain, rel=rel, level=level_of(gain, rel), **how)
    novelty = partial(satisfaction, query) if alpha is None else partial(novelty_of, query, alpha)
    return over_the_greedy_ideal(ranking, pool, cutoff, novelty=novelty, discount=by_rank, query=query)


def S_Recall(ranking: Ranking, pool: Pool, *, rel: Number | None, cutoff: int | None, **how: Any) -> Number:
    query = read(pool, level=rel, **how)
    if not query.weights:
        return None
    met = [t for t in query.weights if any(query.relevant(item, t) for item in ranking[:cutoff])]
    return query.number(len(met)) / query.number(len(query.weights))


def S_RR(ranking: Ranking, pool: Pool, *, rel: Number | None, cutoff: int | None, **how: Any) -> Number:
    query = read(pool, level=rel, **how)
    wanted = [t for t in query.weights if any(query.relevant(item, t) for item in pool)]
    if not wanted:
        return None
    for rank in range(1, len(ranking[:cutoff]) + 1):
        if all(any(query.relevant(item, t) for item in ranking[:rank]) for t in wanted):
            return query.number(1) / query.number(rank)
    return query.number(0)


def EU(
    ranking: Ranking,
    pool: Pool,
    *,
    alpha: Number,
    e: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
    **how: Any,
) -> Number:
    query = read(pool, gain=gain, rel=rel, level=level_of(gain, rel), **how)
    total = query.number(0)
    for rank, item in enumerate(ranking[:cutoff], 1):
        utility = novelty_of(query, alpha, item, ranking[: rank - 1], weights=query.weights) - query.number(e)
        total += utility / (1 + log2(rank, query.number))
    return total


def RBU(
    ranking: Ranking,
    pool: Pool,
    *,
    p: Number,
    e: Number,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
    scale: str,
    **how: Any,
) -> Number:
    query = read(pool, gain=gain, rel=rel, level=level_of(gain, rel), **how)
    number = query.number
    total = number(0)
    for rank, item in enumerate(ranking[:cutoff], 1):
        reaches = {
            "printed": power(number(p), rank, number),
            "normalised": (1 - number(p)) * power(number(p), rank - 1, number),
        }[scale]
        total += reaches * (satisfaction(query, item, ranking[: rank - 1]) - number(e))
    return total


def _grades(ranking: Ranking, aspect: str) -> list[Number | None]:
    return [None if item is None else item.get(aspect) for item in ranking]


def _judged(pool: Pool, aspect: str) -> list[Number]:
    return [item[aspect] for item in pool if aspect in item]


def _known(lengths: Sequence[Number] | None) -> dict[str, Any]:
    return {} if lengths is None else {"lengths": lengths}


def _expectation(values: Mapping[str, Number | None], query: Query) -> Number:
    defined = {t: value for t, value in values.items() if value is not None}
    if not defined:
        return None
    weights = query.weights
    if query.counted == "relevant" and len(defined) < len(values):
        if not any(weights[t] for t in defined):
            return None
        weights = shares({t: weights[t] for t in defined}, query.number)
    return sum((weights[t] * value for t, value in defined.items()), query.number(0))


def _global_gain(item: Item, query: Query, without: Set[str] = frozenset()) -> Number:
    parts = (weight * query.gain_of(item, t) for t, weight in query.weights.items() if t not in without)
    return sum(parts, query.number(0))
