"""Recommendations written by hand: all items of lists, with one catalogue for all cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.projection.catalogue import UNKNOWN, ItemCatalogue, QueryItems, ShownItems
from axiometer.projection.segments import Segments
from axiometer.reference.cases import N_RATINGS, N_USERS, Case, aspects_of, top_grade


def shown_items(cases: Sequence[Case], max_grade: float) -> ShownItems:
    """Give all items of each list.

    Every case has items of its own. Those of the others are in its profile, and so is one more that nobody is shown,
    which has all the ratings that the cases leave of the sum: so a case has the same value alone and among others.
    """
    first = np.cumsum([0, *(len(case.known) for case in cases)])
    rated_before = np.cumsum([0, *(len(case.pool) for case in cases)])
    item = [UNKNOWN if at is None else int(first[n]) + at for n, case in enumerate(cases) for at in case.places]
    row = [
        UNKNOWN if at is None or at >= len(case.pool) else int(rated_before[n]) + at
        for n, case in enumerate(cases)
        for at in case.places
    ]
    return ShownItems(
        item=_whole(item),
        row=_whole(row),
        is_profile=np.zeros(len(item), bool),
        segments=_segments(case.ranking for case in cases),
        query=np.arange(len(cases), dtype=np.int64),
        catalogue=_catalogue(cases, first, max_grade),
    )


def interest_of(case: Case) -> dict[str, float]:
    """Give the weights of aspects or, without any, the share of each in the ratings; 0 where nothing is liked."""
    if case.weights is not None:
        return {aspect: float(weight) for aspect, weight in case.weights.items()}
    sums: dict[str, float] = {}
    for grade in case.pool:
        for aspect in aspects_of(grade):
            sums[aspect] = sums.get(aspect, 0.0) + max(float(top_grade(grade)), 0.0)
    whole = sum(sums.values())
    return {aspect: liked / whole if whole else 0.0 for aspect, liked in sums.items()}


def _catalogue(cases: Sequence[Case], first: IntArray, max_grade: float) -> ItemCatalogue:
    sets = [frozenset(aspects) for case in cases for aspects in case.known]
    interests = [interest_of(case) for case in cases]
    names = sorted({*(aspect for each in sets for aspect in each), *(aspect for each in interests for aspect in each)})
    kinds = list(dict.fromkeys([*sets, frozenset[str]()]))
    popularity = [seen for case in cases for seen in case.popularity]
    rated = _rated(cases, first)
    return ItemCatalogue(
        signature=_whole(kinds.index(each) for each in (*sets, frozenset[str]())),
        has_aspect=np.array([[float(name in kind) for name in names] for kind in kinds]).reshape(
            len(kinds), len(names)
        ),
        rated=rated,
        profile=_profile(first),
        interest=np.array([[each.get(name, 0.0) for name in names] for each in interests]).reshape(
            len(cases), len(names)
        ),
        max_grade=max_grade,
        popularity=_whole([*popularity, N_RATINGS - sum(popularity)]),
        n_users=N_USERS,
        alpha=np.array([*(chance for case in cases for chance in _chances(case, len(case.known))), 0.0]),
        beta=np.array([chance for case in cases for chance in _chances(case, len(case.pool))], dtype=np.float64),
    )


def _rated(cases: Sequence[Case], first: IntArray) -> QueryItems:
    item = [int(first[number]) + at for number, case in enumerate(cases) for at in range(len(case.pool))]
    value = [float(top_grade(grade)) for case in cases for grade in case.pool]
    segments = _segments(case.pool for case in cases)
    return QueryItems(_whole(item), np.array(value, dtype=np.float64), segments, int(first[-1]) + 1)


def _profile(first: IntArray) -> QueryItems:
    """Give each query all items of other cases, and the one that nobody is shown."""
    n_items = int(first[-1]) + 1
    every = np.arange(n_items, dtype=np.int64)
    others = [np.delete(every, slice(start, end)) for start, end in pairwise(first)]
    item = np.concatenate([*others, every[:0]])
    return QueryItems(item, np.ones(item.size), _segments(others), n_items)


def _chances(case: Case, n_items: int) -> FloatArray:
    """Give the chances of the first so many items."""
    return np.resize(np.array(case.chances, dtype=np.float64), n_items)


def _segments(rows: Iterable[Any]) -> Segments:
    return Segments.of_lengths(_whole(len(each) for each in rows))


def _whole(numbers: Iterable[int]) -> IntArray:
    return np.array(list(numbers), dtype=np.int64)
