"""What an item adds to the items above it, summed over a list, and the greedy ideal list."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from axiometer.reference.numbers import Make, Number, log2, power
from axiometer.reference.request import Item, Pool, Ranking, Request

Novelty = Callable[[Item | None, Ranking], Number]
Discount = Callable[[int, Make], Number]


def novelty_of(
    request: Request,
    alpha: Number,
    item: Item | None,
    earlier: Ranking,
    *,
    weights: Mapping[str, Number] | None = None,
) -> Number:
    """Sum r (1−α)^c over the aspects, where c earlier items are relevant to the aspect."""
    total = request.number(0)
    for t in request.weights:
        if gain := request.gain_of(item, t):
            n_before = sum(request.relevant(each, t) for each in earlier)
            kept = power(1 - request.number(alpha), n_before, request.number)
            total += (1 if weights is None else weights[t]) * gain * kept
    return total


def satisfaction(request: Request, item: Item | None, earlier: Ranking) -> Number:
    """Sum w r Π(1−r) over the aspects, the product over the earlier items."""
    total = request.number(0)
    for t, weight in request.weights.items():
        if gain := request.gain_of(item, t):
            goes_on = math.prod((1 - request.gain_of(each, t) for each in earlier), start=request.number(1))
            total += weight * gain * goes_on
    return total


def by_logarithm(rank: int, number: Make) -> Number:
    return number(1) / log2(rank + 1, number)


def by_rank(rank: int, number: Make) -> Number:
    return number(1) / number(rank)


def by_power(beta: Number) -> Discount:
    return lambda rank, number: power(number(beta), rank - 1, number)


def discounted(ranking: Ranking, novelty: Novelty, discount: Discount, request: Request) -> Number:
    total = request.number(0)
    for rank, item in enumerate(ranking, 1):
        total += discount(rank, request.number) * novelty(item, ranking[: rank - 1])
    return total


def ideal_ideal(depth: int, alpha: Number, discount: Discount, request: Request) -> Number:
    """Give what a list would get if every item was relevant to every aspect; ndeval forgets it at depth 1."""
    number = request.number
    if depth < 2 or not request.weights:
        return number(1)
    kept = (power(1 - number(alpha), rank - 1, number) * discount(rank, number) for rank in range(1, depth + 1))
    return number(len(request.weights)) * sum(kept, number(0))


def over_the_greedy_ideal(
    ranking: Ranking,
    pool: Pool,
    cutoff: int | None,
    *,
    novelty: Novelty,
    discount: Discount,
    request: Request,
) -> Number:
    found = discounted(ranking[:cutoff], novelty, discount, request)
    best = discounted(_greedy(pool, cutoff, novelty, request.number), novelty, discount, request)
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
