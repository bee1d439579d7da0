"""What a page has room for: of many systems the best, of many queries those on which systems differ most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from axiometer.arrays import FloatArray, IntArray
from axiometer.errors import counted, plural
from axiometer.meta.outcomes import Outcomes

MOST_VALUES: Final = 300_000
"""So many values of queries are in a page."""
MOST_CELLS: Final = 200_000
"""So many ranks of lists are in a page."""
FEWEST_SYSTEMS: Final = 20
"""So many systems are kept, if there are as many, before queries or measures are left out."""


@dataclass(frozen=True, eq=False)
class Kept:
    """What a page has in full: numbers of systems, of queries and of measures.

    Attributes
    ----------
    systems, measures
        Whose values of all queries are kept.
    list_systems, list_queries
        Whose lists are kept, and for which queries.
    n_listed
        For how many queries there are lists to keep.
    """

    systems: IntArray
    measures: IntArray
    list_systems: IntArray
    list_queries: IntArray
    n_listed: int


def choose(outcomes: Outcomes, order: Sequence[int], ranks: int, judged: Iterable[str] | None = None) -> Kept:
    """Choose what is kept: the first systems in an order, the first measures, the queries with the widest spread.

    Lists are shown for judged queries only.
    """
    n_systems, n_queries, n_measures = len(outcomes.systems), len(outcomes.queries), len(outcomes.names)
    best = np.array(order, dtype=np.int64)
    systems = _as_many(MOST_VALUES, n_queries * n_measures, n_systems)
    measures = max(1, min(n_measures, MOST_VALUES // (n_queries * systems)))
    if measures * systems * n_queries > MOST_VALUES:
        systems = max(2, MOST_VALUES // n_queries)
    list_systems = _as_many(MOST_CELLS, n_queries * ranks, n_systems)
    list_queries = max(1, min(n_queries, MOST_CELLS // (list_systems * ranks)))
    by_spread = np.argsort(-_spread(outcomes.outcomes[0].values), kind="stable")
    if judged is not None:
        is_judged = np.isin(outcomes.queries, list(judged))
        by_spread = by_spread[is_judged[by_spread]]
    return Kept(
        systems=np.sort(best[:systems]),
        measures=np.arange(measures),
        list_systems=np.sort(best[:list_systems]),
        list_queries=np.sort(by_spread[:list_queries]),
        n_listed=by_spread.size,
    )


def _as_many(room: int, of_each: int, there: int) -> int:
    """Give how many systems fit, at least a few."""
    return min(there, max(FEWEST_SYSTEMS, room // of_each))


def _spread(values: FloatArray) -> FloatArray:
    """Give the difference between the best and the worst system in each query; 0 where there is none."""
    high = np.where(np.isnan(values), -np.inf, values).max(axis=0)
    low = np.where(np.isnan(values), np.inf, values).min(axis=0)
    return np.where(high >= low, high - low, 0.0)


def left_out(kept: Kept, outcomes: Outcomes, *, has_lists: bool, baseline: str | None = None) -> Iterator[str]:
    """Say what the page has no room for."""
    n_systems, n_measures = len(outcomes.systems), len(outcomes.names)
    first = outcomes.names[0]
    best = f"best of {n_systems} systems by {first}" + (", the baseline among them," if baseline is not None else "")
    if kept.systems.size < n_systems or kept.measures.size < n_measures:
        of = [f"the {kept.systems.size} {best}"] * (kept.systems.size < n_systems)
        some = "the first" if kept.measures.size == 1 else f"the first {kept.measures.size}"
        of += [f"{some} of {n_measures} measures"] * (kept.measures.size < n_measures)
        values = f"Values of single {plural(outcomes.asker)}"
        yield f"{values} are here for {' and '.join(of)}; means and tests are here for all."
    if has_lists and (kept.list_systems.size < n_systems or kept.list_queries.size < kept.n_listed):
        of = [f"the {kept.list_systems.size} {best}"] * (kept.list_systems.size < n_systems)
        widest = (
            f"the {counted(kept.list_queries.size, outcomes.asker)} of {kept.n_listed} on which {first} differs most"
        )
        of += [widest] * (kept.list_queries.size < kept.n_listed)
        yield f"Ranked lists are here for {' and '.join(of)}."
