"""Search with aspects whose truth is known: queries, judgments, and systems from the best to the worst."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray, IntArray, UnsignedArray
from axiometer.data import schema
from axiometer.errors import UsageError
from axiometer.simulate.random_numbers import hashed, normal, shuffled, uniform
from axiometer.simulate.system_lists import Pools, listed, runs_frame
from axiometer.simulate.systems import QUALITIES, Quality, SystemsWorld

__all__ = ["QUALITIES", "Quality", "SearchCollection", "SearchWorld", "simulate_search"]

EASE: Final = (0.5, 1.0)
"""Between these lies the ease of a query."""
RARER: Final = 3 / 4
"""A grade is so many times as frequent as the one below."""
MOST_ASPECTS: Final = 500
MOST_GRADES: Final = 30
WEIGHT_UNITS: Final = 10_000
"""Weights are whole numbers of so many parts."""
LENGTH: Final = (5000.0, 1.0)
"""The median of the lengths in characters, and the standard deviation of their logarithm."""

_ASPECTS, _WEIGHTS, _ASPECT_NAMES, _EASE, _IDS, _OVERLAP, _SECOND, _SECOND_GRADE = range(10, 18)
_LENGTH_STREAMS: Final = (20, 21)
_ENDLESS: Final = 1 << 40
_PLACES: Final = 1 << 18
"""Fewer places of a pool are used: a list of at most 10,000 takes its next item at most 20 places down."""


@dataclass(frozen=True, kw_only=True)
class SearchWorld(SystemsWorld):
    """What to simulate: queries with aspects, judgments of a pool, and systems of known quality.

    A query has n aspects, each number between the bounds as likely, and weights that are uniform between 1 and 2
    before they are scaled to sum to 1. Its ease is uniform between 0.5 and 1. Each aspect has relevant items of each
    grade, without end; a relevant item is of grade g with a chance in proportion to (3/4)^g. An item of the a-th
    heaviest aspect, a > 1, is with the chance overlap · n/(n − 1), but at most 1, also relevant to one of the heavier
    aspects, with a grade that is not larger: so a share ``overlap`` of the relevant items has two aspects, if all
    aspects have as many items. Lengths are log-normal, with the median of 5000 characters and σ = 1. How lists come
    about is said at ``listed``.

    Judged are the items that some system has among its first ``pool_depth``. Relevant items below stay unjudged.

    Attributes
    ----------
    queries
        How many queries.
    aspects
        The least and the most aspects of a query.
    grades
        The largest grade of a relevant item.
    pool_depth
        Judged are the items that some system has in its first so many.
    overlap
        The share of the relevant items that are relevant to a second aspect.
    systems, depth, relevance, diversity, redundancy, vary, spread, noise, seed
        The systems, see ``SystemsWorld``.

    Examples
    --------
    >>> import axiometer as ax
    >>> world = ax.simulate.SearchWorld(systems=3, queries=10, seed=1)
    >>> ax.simulate.simulate_search(world).runs["system"].unique(maintain_order=True).to_list()
    ['s01', 's02', 's03']
    """

    queries: int = 50
    aspects: tuple[int, int] = (2, 5)
    grades: int = 3
    pool_depth: int = 20
    overlap: float = 0.2

    def __post_init__(self) -> None:
        super().__post_init__()
        self._set_whole(1, "queries", "grades", "pool_depth")
        self._set_range(1, "aspects")
        self._set_shares("overlap")
        if self.pool_depth > self.depth:
            raise UsageError(
                f"the pool depth is {self.pool_depth}, but lists have {self.depth} items: take a smaller pool depth"
            )
        if self.aspects[1] > MOST_ASPECTS or self.grades > MOST_GRADES:
            raise UsageError(
                f"{self.aspects[1]} aspects and {self.grades} grades are too many: "
                f"at most {MOST_ASPECTS} and {MOST_GRADES}"
            )


@dataclass(frozen=True, eq=False)
class SearchCollection:
    """A simulated collection.

    Attributes
    ----------
    world
        What was asked for.
    runs
        ``system``, ``query``, ``item``, ``rank``, ``score``.
    judgments
        ``query``, ``aspect``, ``item``, ``grade``: a judged item has a row for each aspect of the query.
    weights
        ``query``, ``aspect``, ``weight``.
    lengths
        ``item``, ``length`` in characters, of all items that some system retrieved.
    truth
        ``system``, ``true_rank``, from 1, the best, and the levels ``relevance``, ``diversity``, ``redundancy``.

    Examples
    --------
    >>> import axiometer as ax
    >>> made = ax.simulate.simulate_search(ax.simulate.SearchWorld(systems=3, queries=10, seed=1))
    >>> made.judgments.columns, made.runs.columns
    (['query', 'aspect', 'item', 'grade'], ['system', 'query', 'item', 'rank', 'score'])
    """

    world: SearchWorld
    runs: pl.DataFrame
    judgments: pl.DataFrame
    weights: pl.DataFrame
    lengths: pl.DataFrame
    truth: pl.DataFrame


def simulate_search(world: SearchWorld) -> SearchCollection:
    """Simulate a search collection whose true order of systems is known.

    Examples
    --------
    >>> simulate_search(SearchWorld(queries=10, systems=3, vary=("redundancy",))).truth["redundancy"].to_list()
    [0.0, 0.4, 0.8]
    """
    queries = _Queries(world)
    pools = Pools(queries.n_aspects, queries.pool_sizes(), _shares(world.grades))
    in_lists = listed(pools, world, queries.ease)
    of_query = np.arange(world.queries)[:, None, None]
    code = ((of_query * pools.size.shape[1] + in_lists.pool) * _PLACES + in_lists.place).astype(np.uint64)
    codes, inverse = np.unique(code, return_inverse=True)
    items = _Items(world, queries, codes, pools.size.shape[1])
    number = inverse.reshape(code.shape)
    is_judged = np.zeros(codes.size, bool)
    is_judged[number[:, :, : world.pool_depth]] = True
    return SearchCollection(
        world=world,
        runs=runs_frame(world, queries.names, items.names, number),
        judgments=items.judgments(np.flatnonzero(is_judged)),
        weights=queries.weights(),
        lengths=pl.DataFrame({schema.ITEM: items.names, schema.LENGTH: items.lengths()}),
        truth=world.truth(),
    )


def _shares(grades: int) -> FloatArray:
    """Give the share of each grade of relevant items: a higher one is rarer."""
    frequency = RARER ** np.arange(grades)
    shares: FloatArray = frequency / frequency.sum()
    return shares


class _Queries:
    """The queries and their aspects, the heaviest first."""

    def __init__(self, world: SearchWorld) -> None:
        self.world = world
        seed, (fewest, most) = world.seed, world.aspects
        one, each = (world.queries,), (world.queries, most)
        self.n_aspects = fewest + np.floor(uniform(seed, _ASPECTS, size=one) * (most - fewest + 1)).astype(np.int64)
        self.ease = EASE[0] + (EASE[1] - EASE[0]) * uniform(seed, _EASE, size=one)
        self.has_aspect: BoolArray = np.arange(most) < self.n_aspects[:, None]
        heaviest_first = np.sort(np.where(self.has_aspect, 1 + uniform(seed, _WEIGHTS, size=each), 0.0))[:, ::-1]
        self.weight = _in_units(heaviest_first / heaviest_first.sum(axis=1, keepdims=True))
        key = np.where(self.has_aspect, uniform(seed, _ASPECT_NAMES, size=each), 2.0)
        self.aspect_number = key.argsort(axis=1).argsort(axis=1) + 1
        self.names = pl.Series(np.arange(1, world.queries + 1)).cast(pl.String)

    def pool_sizes(self) -> IntArray:
        size = np.repeat(np.where(self.has_aspect, _ENDLESS, 0), self.world.grades, axis=1)
        return np.column_stack([size, np.full(self.world.queries, _ENDLESS)])

    def weights(self) -> pl.DataFrame:
        query, aspect = np.nonzero(self.has_aspect)
        table = {
            "number": query,
            schema.QUERY: self.names.gather(query),
            schema.ASPECT: self.aspect_number[query, aspect],
            schema.WEIGHT: self.weight[query, aspect] / WEIGHT_UNITS,
        }
        in_order = pl.DataFrame(table).sort("number", schema.ASPECT).drop("number")
        return in_order.with_columns(pl.col(schema.ASPECT).cast(pl.String))


def _in_units(weights: FloatArray) -> IntArray:
    """Round weights down to whole units; the first, the heaviest, takes the rest, so that they sum to all units."""
    units = np.floor(weights * WEIGHT_UNITS).astype(np.int64)
    units[:, 0] += WEIGHT_UNITS - units.sum(axis=1)
    return units


class _Items:
    """The items that some system retrieved: all there is to know of them follows from their codes."""

    def __init__(self, world: SearchWorld, queries: _Queries, codes: UnsignedArray, n_pools: int) -> None:
        self.world, self.queries, self.codes = world, queries, codes
        of_pool = (codes // np.uint64(_PLACES)).astype(np.int64)
        self.query, pool = np.divmod(of_pool, n_pools)
        self.is_relevant = pool != n_pools - 1
        self.aspect = np.where(self.is_relevant, pool // world.grades, 0)
        self.grade = np.where(self.is_relevant, pool % world.grades + 1, 0)
        within = pool.astype(np.uint64) * np.uint64(_PLACES) + codes % np.uint64(_PLACES)
        # Other ids than the codes, which would tell what is relevant.
        ids = pl.Series(shuffled(within, world.seed, _IDS)).cast(pl.String).str.zfill(10)
        self.names = queries.names.gather(self.query) + "-" + ids

    def lengths(self) -> IntArray:
        median, deviation = LENGTH
        drawn = normal(*(hashed(self.codes, self.world.seed, stream) for stream in _LENGTH_STREAMS))
        return np.maximum(np.rint(median * np.exp(deviation * drawn)), 1).astype(np.int64)

    def judgments(self, judged: IntArray) -> pl.DataFrame:
        """Give a row for each judged item and aspect of its query."""
        n = self.queries.n_aspects[self.query[judged]]
        item = np.repeat(judged, n)
        aspect = np.arange(item.size) - np.repeat(np.cumsum(n) - n, n)
        grade = np.where(self.aspect[item] == aspect, self.grade[item], 0)
        second, second_grade = self._second()
        grade = np.where(second[item] == aspect, second_grade[item], grade)
        query = self.query[item]
        table = pl.DataFrame({
            "number": query,
            schema.QUERY: self.queries.names.gather(query),
            schema.ASPECT: self.queries.aspect_number[query, aspect],
            schema.ITEM: self.names.gather(item),
            schema.GRADE: grade,
        })
        in_order = table.sort("number", schema.ITEM, schema.ASPECT).drop("number")
        return in_order.with_columns(pl.col(schema.ASPECT).cast(pl.String))

    def _second(self) -> tuple[IntArray, IntArray]:
        """Give the second aspect of each item, a heavier one, or −1, and its grade there, not a larger one."""
        drawn = [hashed(self.codes, self.world.seed, stream) for stream in (_OVERLAP, _SECOND, _SECOND_GRADE)]
        n = self.queries.n_aspects[self.query]
        chance = self.world.overlap * n / np.maximum(n - 1, 1)
        has_second = self.is_relevant & (self.aspect > 0) & (drawn[0] < chance)
        second = np.where(has_second, np.floor(drawn[1] * self.aspect), -1).astype(np.int64)
        return second, np.floor(drawn[2] * self.grade).astype(np.int64) + 1
