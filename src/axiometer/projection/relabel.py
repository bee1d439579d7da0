"""Lists as they would be if less had been judged, or otherwise, or if fewer items had been retrieved."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.errors import UsageError, counted
from axiometer.projection.cache import Memory
from axiometer.projection.catalogue import UNKNOWN, ItemCatalogue, QueryItems, ShownItems
from axiometer.projection.lists import RankedLists
from axiometer.projection.pool import AspectPool, Pool


def with_labels(lists: RankedLists, is_kept: BoolArray) -> RankedLists:
    """Give the lists as if only these rows of the pool had been judged.

    The others become unjudged items: they keep their ranks, and nothing is known of them. The top of the grading scale,
    the aspects of queries and the interests of users stay what they are.
    """
    pool, new_row = lists.pool, np.cumsum(is_kept) - 1
    kept = lists.keep(is_kept[lists.item])
    labels = replace(
        pool.keep(is_kept),
        aspects=pool.aspects and _aspects_with_labels(pool.aspects, is_kept, new_row),
        providers=pool.providers and _aspects_with_labels(pool.providers, is_kept, new_row),
    )
    shown = lists.shown and _shown_with_labels(lists.shown, is_kept, new_row)
    return replace(kept, item=new_row[kept.item], pool=labels, shown=shown, _views={})


def with_grades(lists: RankedLists, grade: FloatArray) -> RankedLists:
    """Give the lists with another grade for each row of the pool, which the item then has for all its aspects.

    The top of the grading scale and the interests of users stay what they are.
    """
    return _regraded(lists, grade, None if lists.pool.aspects is None else grade[lists.pool.aspects.row])


def with_aspect_grades(lists: RankedLists, grade: FloatArray) -> RankedLists:
    """Give the lists with another grade for each row of the pool of aspects.

    The grade of an item is then the largest for its aspects; an item without aspects keeps its own.
    """
    row = _aspects_of(lists).row
    largest = np.full(lists.pool.grade.size, -np.inf)
    np.maximum.at(largest, row, grade)
    return _regraded(lists, np.where(largest == -np.inf, lists.pool.grade, largest), grade)


def with_weights(lists: RankedLists, weight: FloatArray) -> RankedLists:
    """Give the lists with other weights of aspects: one for each aspect of each query, summing to 1 for each."""
    aspects = _aspects_of(lists)
    weighted = replace(aspects, pool=replace(aspects.pool, memory=Memory()), weight=weight, is_weighted=True)
    return replace(lists, pool=replace(lists.pool, aspects=weighted, memory=Memory()), _views={})


def truncated(lists: RankedLists, depth: IntArray) -> RankedLists:
    """Give the lists cut off after so many items: a number for each list."""
    depth = np.minimum(lists.depth, depth)
    kept = lists.keep(lists.rank <= depth[lists.segments.of_row])
    shown = lists.shown and lists.shown.keep(lists.shown.rank <= depth[lists.shown.segments.of_row])
    return replace(kept, depth=depth, shown=shown, _views={})


def _aspects_of(lists: RankedLists) -> AspectPool:
    if lists.pool.aspects is None:
        raise ValueError("a measure that reads aspects must declare needs = {'aspects'}")
    return lists.pool.aspects


def _aspects_with_labels(aspects: AspectPool, is_kept: BoolArray, new_row: IntArray) -> AspectPool:
    in_kept = is_kept[aspects.row]
    return replace(aspects, pool=aspects.pool.keep(in_kept), row=new_row[aspects.row[in_kept]])


def _shown_with_labels(shown: ShownItems, is_kept: BoolArray, new_row: IntArray) -> ShownItems:
    catalogue = shown.catalogue
    _refuse_views(catalogue, is_kept.size)
    _refuse_without_alpha(catalogue, is_kept)
    row = np.where(np.append(is_kept, False)[shown.row], np.append(new_row, UNKNOWN)[shown.row], UNKNOWN)
    less = replace(
        catalogue,
        rated=catalogue.rated.keep(is_kept),
        beta=None if catalogue.beta is None else catalogue.beta[is_kept],
        memory=Memory(),
    )
    return ShownItems(shown.item, row, shown.is_profile, shown.segments, shown.query, less)


def _regraded(lists: RankedLists, grade: FloatArray, aspect_grade: FloatArray | None) -> RankedLists:
    pool = lists.pool
    graded = replace(
        pool,
        grade=grade,
        aspects=None if pool.aspects is None or aspect_grade is None else _aspects_with(pool.aspects, aspect_grade),
        providers=pool.providers and _aspects_with(pool.providers, grade[pool.providers.row]),
        memory=Memory(),
    )
    shown = lists.shown and _shown_with_grades(lists.shown, grade)
    return replace(lists, grade=grade[lists.item], pool=graded, shown=shown, _views={})


def _aspects_with(aspects: AspectPool, grade: FloatArray) -> AspectPool:
    pool: Pool = replace(aspects.pool, grade=grade, memory=Memory())
    return replace(aspects, pool=pool)


def _shown_with_grades(shown: ShownItems, grade: FloatArray) -> ShownItems:
    """Give the same with other ratings; a chance that somebody gave for a rating changes in proportion to it."""
    catalogue = shown.catalogue
    _refuse_views(catalogue, grade.size)
    before, beta = catalogue.rated.value, catalogue.beta
    if beta is not None:
        beta = beta * np.divide(np.maximum(grade, 0.0), before, out=np.ones(before.size), where=before > 0)
    changed = replace(catalogue, rated=replace(catalogue.rated, value=grade), beta=beta, memory=Memory())
    return ShownItems(shown.item, shown.row, shown.is_profile, shown.segments, shown.query, changed)


def _refuse_views(catalogue: ItemCatalogue, n_rows: int) -> None:
    """Refuse lists whose pool has lost rows that the catalogue still has."""
    if catalogue.rated.item.size != n_rows:
        raise ValueError("the pool and the rated items must have the same rows: change the lists before their views")


def _refuse_without_alpha(catalogue: ItemCatalogue, is_kept: BoolArray) -> None:
    """Refuse to take away ratings of items that nobody gave a chance to satisfy when they are not rated."""
    if not isinstance(catalogue.alpha, QueryItems):
        return
    gone = catalogue.rated.keep(~is_kept)
    n_missing = int((catalogue.alpha.find(gone.segments.of_row, gone.item) == UNKNOWN).sum())
    if n_missing:
        raise UsageError(
            f"the table of alpha has nothing for {counted(n_missing, 'rated item')} that would not be rated any more: "
            "give alpha for all items, or for users"
        )
