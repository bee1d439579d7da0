"""Ranked lists written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from axiometer.measures.base import Measure
from axiometer.projection.lists import Pool, RankedLists
from axiometer.projection.segments import FloatArray, Segments

Grade = Any


@dataclass(frozen=True)
class Case:
    """One ranked list: the grades in rank order, None for an unjudged item, and those of judged items not retrieved."""

    ranking: tuple[Grade | None, ...]
    unretrieved: tuple[Grade, ...] = ()

    @property
    def pool(self) -> tuple[Grade, ...]:
        """The grades of all judged items."""
        return (*(grade for grade in self.ranking if grade is not None), *self.unretrieved)


def ranked_lists(cases: Sequence[Case], *, max_grade: float | None = None) -> RankedLists:
    """Write cases as ranked lists, each with its own request."""
    rows = [[(rank, grade) for rank, grade in enumerate(case.ranking, 1) if grade is not None] for case in cases]
    pools = [sorted(map(float, case.pool), reverse=True) for case in cases]
    flat = [row for list_rows in rows for row in list_rows]
    pool_grade = np.array([grade for pool in pools for grade in pool], dtype=np.float64)
    return RankedLists(
        rank=np.array([rank for rank, _ in flat], dtype=np.int64),
        grade=np.array([float(grade) for _, grade in flat], dtype=np.float64),
        segments=Segments.of_lengths(np.array([len(list_rows) for list_rows in rows], dtype=np.int64)),
        depth=np.array([len(case.ranking) for case in cases], dtype=np.int64),
        request=np.arange(len(cases), dtype=np.int64),
        pool=Pool(pool_grade, Segments.of_lengths(np.array([len(pool) for pool in pools], dtype=np.int64))),
        max_grade=float(pool_grade.max(initial=0.0)) if max_grade is None else max_grade,
    )


def values_of(measure: Measure, cases: Sequence[Case], *, max_grade: float | None = None) -> FloatArray:
    """Compute a measure for cases."""
    lists = ranked_lists(cases, max_grade=max_grade)
    return measure.values(lists if measure.rows == "judged" else lists.relevant())
