"""The Cube Test: how fast a list fills the aspects of a query."""

from __future__ import annotations

from axiometer.reference.numbers import Gain, Known, Number, power
from axiometer.reference.query import Pool, Query, Ranking, read


def CT(
    ranking: Ranking,
    pool: Pool,
    known: Known,
    *,
    gamma: Number,
    height: Number,
    cap: str,
    first: str,
    time: str,
    batch: int,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
) -> Number:
    query, seen, number = read(pool, known, gain, rel), ranking[:cutoff], known.number
    fills = _fills(seen, query, gamma=gamma, height=height, cap=cap, first=first)
    if time == "per-item":
        return number(height) * sum((gained / number(rank) for rank, gained in enumerate(fills, 1)), number(0))
    return sum(fills, number(0)) / _times(seen, query, time, batch)[-1] if seen else number(0)


def ACT(
    ranking: Ranking,
    pool: Pool,
    known: Known,
    *,
    gamma: Number,
    height: Number,
    cap: str,
    first: str,
    time: str,
    batch: int,
    gain: Gain,
    rel: Number,
    cutoff: int | None,
) -> Number:
    how = {"gamma": gamma, "height": height, "cap": cap, "first": first, "time": time, "batch": batch}
    n_seen, number = len(ranking[:cutoff]), known.number
    speeds = (CT(ranking, pool, known, gain=gain, rel=rel, cutoff=k, **how) for k in range(1, n_seen + 1))
    return sum(speeds, number(0)) / number(n_seen) if n_seen else number(0)


def _fills(seen: Ranking, query: Query, *, gamma: Number, height: Number, cap: str, first: str) -> list[Number]:
    """Give what each item adds to the cube, as a share of its height."""
    number = query.number
    full = number(height)
    held = {t: number(0) for t in query.weights}
    met = dict.fromkeys(query.weights, 0)
    fills = []
    for item in seen:
        total = number(0)
        for t, weight in query.weights.items():
            if not query.relevant(item, t):
                continue
            worth = query.gain_of(item, t) * power(number(gamma), met[t] + (first == "discounted"), number)
            if cap == "truncate":
                worth = min(worth, full - held[t])
            elif held[t] >= full:
                worth = number(0)
            held[t] += worth
            met[t] += 1
            total += weight * worth / full
        fills.append(total)
    return fills


def _times(seen: Ranking, query: Query, time: str, batch: int) -> list[Number]:
    """Give the time after each item: how many batches, or seconds of reading."""
    number = query.number
    if time == "items":
        return [number(-(-rank // batch)) for rank in range(1, len(seen) + 1)]
    passed, times = number(0), []
    for item, length in zip(seen, query.known.lengths, strict=False):
        is_relevant = item is not None and any(query.relevant(item, t) for t in item)
        chance = number(0.64 if is_relevant else 0.39)
        passed += number(4.4) + chance * (number(0.018) * number(length) + number(7.8))
        times.append(passed)
    return times
