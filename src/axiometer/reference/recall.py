"""Measures of the positions of all relevant items, those not retrieved included, and of the worst off.

``corpus_size`` is n, how many items there are; ``imputation`` says where the u relevant items that a list has not
retrieved are taken to stand: ``pessimistic`` at n - u + 1, …, n and ``optimistic`` right after the list. For measures
of providers, ``providers`` are those of each item of the pool, and ``items`` tells for each rank which item of the
pool stands there, ``None`` for an unjudged one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from typing import Any

from axiometer.reference.numbers import Grades, Make, Number, log2, power
from axiometer.reference.query import is_relevant

Exposure = str | Callable[[int], Number]
Normalisation = str | Callable[[int, int], Number]
Items = Sequence[int | None]
Providers = Sequence[Collection[str]]


def TSE(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    rel: Number,
    exposure: Exposure,
    p: Number = None,
    imputation: str,
    corpus_size: int | None = None,
    number: Make,
    **_: Any,
) -> Number:
    positions = positions_of(ranking, pool, rel, imputation, corpus_size)
    return exposure_at(positions[-1], exposure, p, corpus_size, number) if positions else None


def SL3(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    rel: Number,
    imputation: str,
    corpus_size: int | None = None,
    number: Make,
    **_: Any,
) -> Number:
    positions = positions_of(ranking, pool, rel, imputation, corpus_size)
    return number(positions[-1] - len(positions)) if positions else None


def RE(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    rel: Number,
    imputation: str,
    corpus_size: int | None = None,
    number: Make,
    **_: Any,
) -> Number:
    positions = positions_of(ranking, pool, rel, imputation, corpus_size)
    m = len(positions)
    return number(sum(positions)) / number(m) - number(m + 1) / number(2) if m else None


def LexiRecallScore(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    rel: Number,
    epsilon: Number,
    imputation: str,
    corpus_size: int,
    number: Make,
    **_: Any,
) -> Number:
    positions = positions_of(ranking, pool, rel, imputation, corpus_size)
    m, n = len(positions), number(corpus_size)
    if not m:
        return None
    total = number(0)
    for level, position in enumerate(positions, 1):
        total += level_weight(level, m, 1 / (n + number(epsilon)), number) * (n - number(position)) / n
    return total


def RecallLevel(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    rel: Number,
    exposure: Exposure,
    p: Number = None,
    normalisation: Normalisation,
    imputation: str,
    corpus_size: int | None = None,
    number: Make,
    **_: Any,
) -> Number:
    positions = positions_of(ranking, pool, rel, imputation, corpus_size)
    m = len(positions)
    if not m:
        return None
    seen = [exposure_at(position, exposure, p, corpus_size, number) for position in positions]
    if normalisation == "ndcg":
        best = sum((exposure_at(k, exposure, p, corpus_size, number) for k in range(1, m + 1)), number(0))
        return sum(seen, number(0)) / best if best else None
    return sum((e * _normalised(i, m, normalisation, number) for i, e in enumerate(seen, 1)), number(0))


def ProviderExposure(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    provider: str | None,
    rel: Number,
    exposure: Exposure,
    p: Number = None,
    imputation: str,
    providers: Providers,
    items: Items,
    corpus_size: int | None = None,
    number: Make,
    **_: Any,
) -> Number:
    if provider is None:
        how = {"rel": rel, "exposure": exposure, "p": p, "imputation": imputation, "corpus_size": corpus_size}
        values = _of_all_providers(ranking, pool, providers=providers, items=items, number=number, **how)
        return sum(values, number(0)) / number(len(values)) if values else None
    position = _position_of_items(ranking, pool, items, rel=rel, imputation=imputation, corpus_size=corpus_size)
    own = [position[item] for item in position if provider in providers[item]]
    if not own:
        return None
    return sum((exposure_at(i, exposure, p, corpus_size, number) for i in own), number(0))


def WorstProvider(ranking: Grades, pool: Sequence[Number], *, providers: Providers, **how: Any) -> Number:
    return min(_of_all_providers(ranking, pool, providers=providers, **how), default=None)


def _of_all_providers(ranking: Grades, pool: Sequence[Number], *, providers: Providers, **how: Any) -> list[Number]:
    """Give the exposure of each provider that has a relevant item."""
    names = sorted({name for each in providers for name in each})
    values = [ProviderExposure(ranking, pool, provider=name, providers=providers, **how) for name in names]
    return [value for value in values if value is not None]


def WC(
    ranking: Grades,
    pool: Sequence[Number],
    *,
    inner: Callable[..., Number],
    users: str,
    level: Number | None,
    is_smaller_better: bool = False,
    items: Items | None = None,
    **how: Any,
) -> Number:
    """Take the worst value for any user; ``inner`` sees of the list and of the pool what the user wants."""
    where = matched(ranking, pool) if items is None else items
    relevant = [item for item, grade in enumerate(pool) if is_relevant(grade, level)]
    sizes = {"all": range(1, len(relevant) + 1), "single": [1]}[users]
    values = []
    for wanted in (user for size in sizes for user in combinations(relevant, size)):
        seen = [item if item in wanted else None for item in where]
        values.append(inner([None if item is None else pool[item] for item in seen], [pool[i] for i in wanted], **how))
    worst = max if is_smaller_better else min
    return worst((value for value in values if value is not None), default=None)


def positions_of(
    ranking: Grades, pool: Sequence[Number], rel: Number | None, imputation: str, corpus_size: int | None
) -> list[int]:
    """Give p_1, …, p_m."""
    found = [rank for rank, grade in enumerate(ranking, 1) if is_relevant(grade, rel)]
    n_missing = sum(is_relevant(grade, rel) for grade in pool) - len(found)
    if not n_missing:
        return found
    if imputation == "optimistic":
        last = len(ranking)
    elif corpus_size is not None:
        last = corpus_size - n_missing
    else:
        raise ValueError(f"{n_missing} relevant items are not retrieved, and corpus_size is not known")
    return [*found, *range(last + 1, last + n_missing + 1)]


def exposure_at(position: int, exposure: Exposure, p: Number, corpus_size: int | None, number: Make) -> Number:
    """Give e of a position."""
    if callable(exposure):
        return exposure(position)
    return {
        "ap": lambda: number(1) / number(position),
        "dcg": lambda: number(1) / log2(position + 1, number),
        "rbp": lambda: (1 - number(p)) * power(number(p), position - 1, number),
        "linear": lambda: 1 - number(position) / number(corpus_size),
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


def _position_of_items(
    ranking: Grades, pool: Sequence[Number], items: Items, *, rel: Number, imputation: str, corpus_size: int | None
) -> dict[int, int]:
    """Give the position of each relevant item; those not retrieved are all at the last one, where any may be."""
    relevant = [item for item, grade in enumerate(pool) if is_relevant(grade, rel)]
    found = [item for item in items if item in relevant]
    missing = [item for item in relevant if item not in found]
    positions = positions_of(ranking, pool, rel, imputation, corpus_size)
    return dict(zip(found, positions, strict=False)) | dict.fromkeys(missing, positions[-1] if positions else 0)
