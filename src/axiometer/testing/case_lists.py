"""Ranked lists written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.conventions.profiles import CountedAspects
from axiometer.measures.base import Measure
from axiometer.projection.lists import RankedLists, Text
from axiometer.projection.pool import AspectPool, Pool
from axiometer.projection.segments import Segments
from axiometer.reference.cases import CORPUS_SIZE, PROVIDERS, Case, by_aspect, top_grade
from axiometer.testing.case_recommendations import shown_items


def ranked_lists(
    cases: Sequence[Case],
    *,
    max_grade: float | None = None,
    counted: CountedAspects = "relevant",
    corpus_size: int = CORPUS_SIZE,
) -> RankedLists:
    """Write cases as ranked lists, each with its own query.

    Examples
    --------
    >>> from axiometer.testing import Case, ranked_lists
    >>> ranked_lists([Case(ranking=(0, 2, None), unretrieved=(1,))]).rank.tolist()
    [1, 2]
    """
    return _written(cases, is_shown=True, max_grade=max_grade, counted=counted, corpus_size=corpus_size)


def _written(
    cases: Sequence[Case],
    *,
    is_shown: bool,
    max_grade: float | None = None,
    counted: CountedAspects = "relevant",
    corpus_size: int = CORPUS_SIZE,
) -> RankedLists:
    """Write cases; the items shown only where they are wanted, since writing them takes as long as all the rest."""
    pool = replace(_pool(cases, max_grade, counted), providers=_providers(cases))
    rank = [[rank for rank, grade in enumerate(case.ranking, 1) if grade is not None] for case in cases]
    n_rows = _lengths(rank)
    # The rows of a list are the first of its pool.
    item = np.repeat(pool.segments.offsets[:-1], n_rows) + Segments.of_lengths(n_rows).position - 1
    depth = _lengths([case.ranking for case in cases])
    return RankedLists(
        rank=np.array([rank for ranks in rank for rank in ranks], dtype=np.int64),
        item=item,
        grade=pool.grade[item],
        segments=Segments.of_lengths(n_rows),
        depth=depth,
        query=np.arange(len(cases), dtype=np.int64),
        pool=pool,
        corpus_size=corpus_size,
        text=Text(_text(cases), Segments.of_lengths(depth), np.arange(len(cases))),
        shown=shown_items(cases, float(np.max(pool.max_grade))) if is_shown else None,
    )


def values_of(measure: Measure, cases: Sequence[Case], **how: Any) -> FloatArray:
    """Compute a measure for cases; the keywords are those of ``ranked_lists``.

    Examples
    --------
    >>> import axiometer as ax
    >>> from axiometer.testing import Case, values_of
    >>> case = Case(ranking=(0, 2, None), unretrieved=(1,))
    >>> values_of(ax.parse_measure("RR"), [case]).tolist()
    [0.5]
    """
    lists = _written(cases, is_shown=bool(measure.needs & {"catalogue", "popularity"}), **how)
    return measure.values(lists if measure.rows == "judged" else lists.relevant())


def _pool(cases: Sequence[Case], max_grade: float | None, counted: CountedAspects) -> Pool:
    grade = _floats(top_grade(grade) for case in cases for grade in case.pool)
    segments = Segments.of_lengths(_lengths([case.pool for case in cases]))
    top = float(grade.max(initial=0.0)) if max_grade is None else float(max_grade)
    length = _floats(length for case in cases for length in _pool_lengths(case))
    pools = [[by_aspect(grade) for grade in case.pool] for case in cases]
    pairs = [(number, aspect) for number, case in enumerate(cases) for aspect in case.aspects]
    graded = [
        [
            (row, grade[aspect])
            for row, grade in enumerate(pools[number], int(segments.offsets[number]))
            if aspect in grade
        ]
        for number, aspect in pairs
    ]
    row = np.array([row for rows in graded for row, _ in rows], dtype=np.int64)
    weights = [cases[number].weights for number, _ in pairs]
    aspects = AspectPool(
        pool=Pool(
            _floats(grade for rows in graded for _, grade in rows),
            Segments.of_lengths(_lengths(graded)),
            top,
            _in_both_units(length[row]),
        ),
        row=row,
        of_query=Segments.of_lengths(_lengths([case.aspects for case in cases])),
        weight=_floats(
            1.0 if given is None else given.get(aspect, 0.0) for given, (_, aspect) in zip(weights, pairs, strict=True)
        ),
        is_navigational=np.array([aspect in cases[number].navigational for number, aspect in pairs], bool),
        label=np.arange(len(pairs)),
        counted=counted,
        is_weighted=any(case.weights is not None for case in cases),
    )
    return Pool(grade, segments, top, _in_both_units(length), aspects)


def _providers(cases: Sequence[Case]) -> AspectPool:
    """Give the items of each case provider by provider."""
    first = np.cumsum([0, *(len(case.pool) for case in cases)])
    groups = [
        (number, label, [row for row, names in enumerate(provided, int(first[number])) if provider in names])
        for number, case in enumerate(cases)
        for provided in [case.providers or ((PROVIDERS[0],),) * len(case.pool)]
        for label, provider in enumerate(PROVIDERS)
    ]
    groups = [group for group in groups if group[2]]
    row = np.array([row for _, _, rows in groups for row in rows], dtype=np.int64)
    grade = _floats(top_grade(grade) for case in cases for grade in case.pool)
    return AspectPool(
        pool=Pool(grade[row], Segments.of_lengths(_lengths([rows for _, _, rows in groups])), 1.0),
        row=row,
        of_query=Segments.of_lengths(np.bincount([number for number, _, _ in groups], minlength=len(cases))),
        weight=np.ones(len(groups)),
        is_navigational=np.zeros(len(groups), bool),
        label=np.array([label for _, label, _ in groups], dtype=np.int64),
        numbers=dict(zip(PROVIDERS, range(len(PROVIDERS)), strict=True)),
    )


def _text(cases: Sequence[Case]) -> FloatArray:
    return _floats(length for case in cases for length in _length(case))


def _length(case: Case) -> Sequence[float]:
    return [np.nan] * len(case.ranking) if case.lengths is None else case.lengths


def _pool_lengths(case: Case) -> list[float]:
    found = [length for length, grade in zip(_length(case), case.ranking, strict=True) if grade is not None]
    return found + [np.nan] * len(case.unretrieved)


def _in_both_units(length: FloatArray) -> dict[str, FloatArray]:
    return {"characters": length, "words": length}


def _floats(numbers: Any) -> FloatArray:
    return np.array([float(number) for number in numbers], dtype=np.float64)


def _lengths(things: Sequence[Sequence[Any]]) -> IntArray:
    return np.array([len(thing) for thing in things], dtype=np.int64)
