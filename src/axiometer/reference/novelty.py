"""What an item adds to the items above it, summed over a list, and the greedy ideal list."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from axiometer.reference.numbers import Make, Number, log2, power
from axiometer.reference.query import Item, Pool, Query, Ranking

Novelty = Callable[[Item | None, Ranking], Number]
Discount = Callable[[int, Make], Number]


def novelty_of(
    query: Query,
    alpha: Number,
    item: Item | None,
    earlier: Ranking,
    *,
    weights: Mapping[str, Number] | None = None,
) -> Number:
    """Sum r (1−α)^c over the aspects, where c earlier items are relevant to the aspect."""
    total = query.number(0)
    for t in query.weights:
        if gain := query.gain_of(item, t):
            n_before = sum(query.relevant(each, t) for each in earlier)
            kept = power(1 - query.number(alpha), n_before, query.number)
            total += (1 if weights is None else weights[t]) * gain * kept
    return total


def satisfaction(query: Query, item: Item | None, earlier: Ranking) -> Number:
    """Sum w r Π(1−r) over the aspects, the product over the earlier items."""
    total = query.number(0)
    for t, weight in query.weights.items():
        if gain := query.gain_of(item, t):
            goes_on = math.prod((1 - query.gain_of(each, t) for each in earlier), start=query.number(1))
            total += weight * gain * goes_on
    return total


def by_logarithm(rank: int, number: Make) -> Number:
    return number(1) / log2(rank + 1, number)


def by_rank(rank: int, number: Make) -> Number:
    return number(1) / number(rank)


def by_power(beta: Number) -> Discount:
    return lambda rank, number: power(number(beta), rank - 1, number)


def discounted(ranking: Ranking, novelty: Novelty, discount: Discount, query: Query) -> Number:
    total = query.number(0)
    for rank, item in enumerate(ranking, 1):
        total += discount(rank, query.number) * novelty(item, ranking[: rank - 1])
    return total


def ideal_ideal(depth: int, alpha: Number, discount: Discount, query: Query) -> Number:
    """Give what a list would get if every item was relevant to every aspect; ndeval forgets it at depth 1."""
    number = query.number
    if depth < 2 or not query.weights:
        return number(1)
    kept = (power(1 - number(alpha), rank - 1, number) * discount(rank, number) for rank in range(1, depth + 1))
    return number(len(query.weights)) * sum(kept, number(0))


def over_the_greedy_ideal(
    ranking: Ranking,
    pool: Pool,
    cutoff: int | None,
    *,
    novelty: Novelty,
    discount: Discount,
    query: Query,
) -> Number:
    found = discounted(ranking[:cutoff], novelty, discount, query)
    best = discounted(_greedy(pool, cutoff, novelty, query.number), novelty, discount, query)
    return found / best if best else None


def _greedy(pool: Pool, cutoff: int | None, novelty: Novelty, number: Make) -> list[Item]:
    """Take the item with the most novelty at each rank, the earlier in the pool if they tie."""
    almost = 1 - number(1) / number(10**12)
    left, chosen = list(pool), list[Item]()
    while left and (cutoff is None or len(chosen) < cutoff):
        gains = [novelty(item, chosen) for item in left]
        best = max(gains)
        if not best > 0:  # nor will any later item bring something
            break
        chosen.append(left.pop(next(at for at, gain in enumerate(gains) if gain >= best * almost)))
    return chosen
