"""Measures of the positions of all relevant items, those not retrieved included, and of the worst off.

``imputation`` says where the u relevant items that a list has not retrieved are taken to stand: ``pessimistic`` at
n - u + 1, …, n, n being the size of the corpus, and ``optimistic`` right after the list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from axiometer.reference.aspects import Inner
from axiometer.reference.numbers import Grades, Known, Make, Number, log2, power
from axiometer.reference.query import is_relevant

Exposure = str | Callable[[int], Number]
Normalisation = str | Callable[[int, int], Number]


def TSE(
    ranking: Grades,
    pool: Grades,
    known: Known,
    *,
    exposure: Exposure,
    p: Number = None,
    imputation: str,
    rel: Number,
) -> Number:
    positions = positions_of(ranking, pool, known, rel, imputation)
    return exposure_at(positions[-1], known, exposure, p) if positions else None


def SL3(ranking: Grades, pool: Grades, known: Known, *, imputation: str, rel: Number) -> Number:
    positions = positions_of(ranking, pool, known, rel, imputation)
    return known.number(positions[-1] - len(positions)) if positions else None


def RE(ranking: Grades, pool: Grades, known: Known, *, imputation: str, rel: Number) -> Number:
    positions, number = positions_of(ranking, pool, known, rel, imputation), known.number
    m = len(positions)
    return number(sum(positions)) / number(m) - number(m + 1) / number(2) if m else None


def LexiRecallScore(
    ranking: Grades, pool: Grades, known: Known, *, epsilon: Number, imputation: str, rel: Number
) -> Number:
    positions, number = positions_of(ranking, pool, known, rel, imputation), known.number
    m, n = len(positions), number(known.corpus_size)
    if not m:
        return None
    total = number(0)
    for level, position in enumerate(positions, 1):
        total += level_weight(level, m, 1 / (n + number(epsilon)), number) * (n - number(position)) / n
    return total


def RecallLevel(
    ranking: Grades,
    pool: Grades,
    known: Known,
    *,
    normalisation: Normalisation,
    exposure: Exposure,
    p: Number = None,
    imputation: str,
    rel: Number,
) -> Number:
    positions, number = positions_of(ranking, pool, known, rel, imputation), known.number
    m = len(positions)
    if not m:
        return None
    seen = [exposure_at(position, known, exposure, p) for position in positions]
    if normalisation == "ndcg":
        best = sum((exposure_at(k, known, exposure, p) for k in range(1, m + 1)), number(0))
        return sum(seen, number(0)) / best if best else None
    return sum((e * _normalised(i, m, normalisation, number) for i, e in enumerate(seen, 1)), number(0))


def ProviderExposure(
    ranking: Grades,
    pool: Grades,
    known: Known,
    *,
    provider: str | None,
    exposure: Exposure,
    p: Number = None,
    imputation: str,
    rel: Number,
) -> Number:
    values = _of_providers(ranking, pool, known, exposure=exposure, p=p, imputation=imputation, rel=rel)
    if provider is not None:
        return values.get(provider)
    return sum(values.values(), known.number(0)) / known.number(len(values)) if values else None


def WorstProvider(
    ranking: Grades,
    pool: Grades,
    known: Known,
    *,
    exposure: Exposure,
    p: Number = None,
    imputation: str,
    rel: Number,
) -> Number:
    values = _of_providers(ranking, pool, known, exposure=exposure, p=p, imputation=imputation, rel=rel)
    return min(values.values(), default=None)


def WC(ranking: Grades, pool: Grades, known: Known, *, measure: Inner, users: str) -> Number:
    """Take the worst value for any user, of whom the measure sees in the list and in the pool what is wanted."""
    where = matched(ranking, pool) if known.items is None else known.items
    relevant = [item for item, grade in enumerate(pool) if is_relevant(grade, measure.level)]
    sizes = {"all": range(1, len(relevant) + 1), "single": [1]}[users]
    values = []
    for wanted in (user for size in sizes for user in combinations(relevant, size)):
        seen = [pool[item] if item is not None and item in wanted else None for item in where]
        values.append(measure.value(seen, [pool[item] for item in wanted], known))
    worst = max if measure.is_smaller_better else min
    return worst((value for value in values if value is not None), default=None)


def positions_of(ranking: Grades, pool: Grades, known: Known, rel: Number | None, imputation: str) -> list[int]:
    """Give p_1, …, p_m."""
    found = [rank for rank, grade in enumerate(ranking, 1) if is_relevant(grade, rel)]
    n_missing = sum(is_relevant(grade, rel) for grade in pool) - len(found)
    if not n_missing:
        return found
    if imputation == "optimistic":
        last = len(ranking)
    elif known.corpus_size is not None:
        last = known.corpus_size - n_missing
    else:
        raise ValueError(f"{n_missing} relevant items are not retrieved, and corpus_size is not known")
    return [*found, *range(last + 1, last + n_missing + 1)]


def exposure_at(position: int, known: Known, exposure: Exposure, p: Number) -> Number:
    """Give e of a position."""
    if callable(exposure):
        return exposure(position)
    number = known.number
    return {
        "ap": lambda: number(1) / number(position),
        "dcg": lambda: number(1) / log2(position + 1, number),
        "rbp": lambda: (1 - number(p)) * power(number(p), position - 1, number),
        "linear": lambda: 1 - number(position) / number(known.corpus_size),
    }[exposure]()


def level_weight(level: int, m: int, delta: Number, number: Make) -> Number:
    """Give w of a recall level: each outweighs all smaller levels together 1/Δ times."""
    if level == 1:
        return power(delta, m - 1, number) / power(1 + delta, m - 1, number)
    return power(delta, m - level, number) / power(1 + delta, m + 1 - level, number)


def matched(ranking: Sequence[Any], pool: Sequence[Any]) -> list[int | None]:
    """Find the items of a list in the pool: of those with equal grades, the first come first."""
    left, where = list(enumerate(pool)), list[int | None]()
    for grade in ranking:
        if grade is None:
            where.append(None)
            continue
        at = next(at for at, (_, judged) in enumerate(left) if judged == grade)
        where.append(left.pop(at)[0])
    return where


def _normalised(level: int, m: int, normalisation: Normalisation, number: Make) -> Number:
    """Give z of a recall level and m."""
    if callable(normalisation):
        return normalisation(level, m)
    return {
        "ap": number(level) / number(m),
        "rr": number(1 if level == 1 else 0),
        "rbp": number(1),
        "sl3": number(1 if level == m else 0),
        "recall": 1 / number(m),
    }[normalisation]


def _of_providers(
    ranking: Grades, pool: Grades, known: Known, *, exposure: Exposure, p: Number, imputation: str, rel: Number
) -> dict[str, Number]:
    """Give the exposure of each provider that has a relevant item.

    Items not retrieved are all at the last position, where any of them may be.
    """
    relevant = [item for item, grade in enumerate(pool) if is_relevant(grade, rel)]
    found = [item for item in known.items or () if item in relevant]
    positions = positions_of(ranking, pool, known, rel, imputation)
    where = dict.fromkeys(relevant, positions[-1] if positions else 0) | dict(zip(found, positions, strict=False))
    seen = {item: exposure_at(where[item], known, exposure, p) for item in [*found, *relevant]}
    total: dict[str, Number] = {}
    for item, each in seen.items():
        for name in sorted(known.providers[item]):
            total[name] = total.get(name, known.number(0)) + each
    return dict(sorted(total.items()))
