"""Cases as ranked lists: the same batches that evaluation makes of files, made of numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.axioms.case_batch import NOBODY, WHOLE, Drafts, largest
from axiometer.axioms.examples import Example
from axiometer.measures.base import Need, Rows
from axiometer.projection.catalogue import UNKNOWN, ItemCatalogue, QueryItems, ShownItems
from axiometer.projection.lists import RankedLists, Text
from axiometer.projection.pool import AspectPool, Pool
from axiometer.projection.segments import Segments

CORPUS_SIZE: Final = 1_000_000
"""How many items there are, for measures that want to know."""
ITEM_LENGTH: Final = 100.0
"""How long every item is, in characters or words."""
N_USERS: Final = 1


@dataclass(frozen=True, eq=False)
class Cases:
    """Lists of the same query side by side, for many queries.

    Attributes
    ----------
    gain
        Queries × items × aspects.
    weight
        Queries × aspects; an aspect without weight does not exist.
    is_judged
        Queries × items.
    order
        Queries × lists × ranks: items, −1 below the end.
    """

    gain: FloatArray
    weight: FloatArray
    is_judged: BoolArray
    order: IntArray

    @classmethod
    def of(cls, drafts: Drafts, order: IntArray, is_hidden: BoolArray | None = None) -> Cases:
        """Make lists, cases × lists × ranks, of drafts.

        Items that are hidden, cases × lists × items, do not exist for that list; each list then has a query of
        its own.
        """
        gain, weight = drafts.gain / WHOLE, drafts.weight / drafts.weight.sum(axis=1, keepdims=True)
        exists = drafts.top > 0
        listed = np.zeros((len(drafts), drafts.n_items + 1), bool)  # the last column is nobody's
        np.put_along_axis(listed, order.reshape(len(drafts), -1), values=np.True_, axis=1)
        exists |= listed[:, :-1]
        is_judged = exists & ~drafts.is_unrated
        if is_hidden is None:
            return cls(gain, weight, is_judged, order)
        n_lists = order.shape[1]
        hidden = is_hidden.reshape(-1, drafts.n_items)
        gain = np.where(hidden[:, :, None], 0.0, np.repeat(gain, n_lists, axis=0))
        return cls(
            gain,
            np.repeat(weight, n_lists, axis=0),
            np.repeat(is_judged, n_lists, axis=0) & ~hidden,
            order.reshape(-1, 1, order.shape[2]),
        )

    @classmethod
    def of_example(cls, example: Example) -> Cases:
        """Make the lists of one example, each with a query of its own."""
        n_lists, longest = len(example.lists), max(map(len, example.lists))
        order = [[[*each, *[NOBODY] * (longest - len(each))]] for each in example.lists]
        item = range(len(example.items))
        hidden = example.hidden or (frozenset[int](),) * n_lists
        is_there = np.array([[each not in some for each in item] for some in hidden])
        is_rated = np.array([each not in example.unrated for each in item])
        gain = np.array(example.items, dtype=np.float64).reshape(len(item), len(example.weights))
        return cls(
            gain * is_there[:, :, None],
            np.tile(np.array(example.weights, dtype=np.float64), (n_lists, 1)),
            is_there & is_rated,
            np.array(order, dtype=np.int64).reshape(n_lists, 1, longest),
        )

    def lists(self, rows: Rows, needs: frozenset[Need]) -> RankedLists:
        """Write the lists in columns: first all of the first query, then all of the second, and so on."""
        top = largest(self.gain)
        is_row = self.is_judged & (top > 0) if rows == "relevant" else self.is_judged
        pool_row = np.cumsum(is_row).reshape(is_row.shape) - 1
        segments = Segments.of_lengths(is_row.sum(axis=1))
        aspects = self._aspects(is_row, pool_row) if needs & {"aspects", "types"} else None
        pool = Pool(top[is_row], segments, 1.0, _lengths(int(segments.offsets[-1])), aspects=aspects)
        case, side, place, item, depth = self._places()
        is_kept = is_row[case, item]
        case, side, place, item = case[is_kept], side[is_kept], place[is_kept], item[is_kept]
        number = pool_row[case, item]
        n_lists = self.order.shape[1]
        lists = RankedLists(
            rank=place + 1,
            item=number,
            grade=pool.grade[number],
            segments=Segments.of_lengths(np.bincount(case * n_lists + side, minlength=depth.size)),
            depth=depth,
            query=np.repeat(np.arange(len(self.gain)), n_lists),
            pool=pool,
            corpus_size=CORPUS_SIZE,
            text=_text(depth) if "text" in needs else None,
            shown=self._shown(depth) if needs & {"catalogue", "popularity"} else None,
        )
        # All rows are relevant already: whoever asks for those need not look for them.
        return replace(lists, _views={0.0: lists}) if rows == "relevant" else lists

    def _places(self) -> tuple[IntArray, ...]:
        """Give query, list, place and item of all that is listed, and how many items each list has."""
        is_listed = self.order >= 0
        case, side, place = np.nonzero(is_listed)
        return case, side, place, self.order[is_listed], is_listed.sum(axis=2).ravel()

    def _aspects(self, is_row: BoolArray, pool_row: IntArray) -> AspectPool:
        """Give the same aspect by aspect."""
        is_aspect = self.weight > 0
        by_aspect = self.gain.transpose(0, 2, 1)
        is_cell = (by_aspect > 0) & is_row[:, None, :]
        case, _, item = np.nonzero(is_cell)
        n_aspects = is_aspect.sum(axis=1)
        return AspectPool(
            pool=Pool(
                by_aspect[is_cell], Segments.of_lengths(is_cell.sum(axis=2)[is_aspect]), 1.0, _lengths(case.size)
            ),
            row=pool_row[case, item],
            of_query=Segments.of_lengths(n_aspects),
            weight=self.weight[is_aspect],
            is_navigational=np.zeros(int(n_aspects.sum()), bool),
            label=np.nonzero(is_aspect)[1],
            counted="all",
            is_weighted=True,
        )

    def _shown(self, depth: IntArray) -> ShownItems:
        """Give all items, rated or not, from a catalogue that has every place and set of aspects once."""
        n_queries, n_items, n_aspects = self.gain.shape
        n_sets = 1 << n_aspects
        aspects = (self.gain > 0) @ (1 << np.arange(n_aspects))
        number = np.arange(n_items) * n_sets + aspects
        case, _, _, item, _ = self._places()
        rated_row = np.where(self.is_judged, np.cumsum(self.is_judged).reshape(self.is_judged.shape) - 1, UNKNOWN)
        of_each = Segments.of_lengths(self.is_judged.sum(axis=1))
        # What the catalogue has for other queries is no candidate: it counts as rated before.
        is_own = np.zeros((n_queries, n_items * n_sets), bool)
        np.put_along_axis(is_own, number, self.is_judged | (aspects > 0), axis=1)
        _, others = np.nonzero(~is_own)
        catalogue = ItemCatalogue(
            signature=np.tile(np.arange(n_sets), n_items),
            has_aspect=((np.arange(n_sets)[:, None] >> np.arange(n_aspects)) & 1).astype(np.float64),
            rated=QueryItems(number[self.is_judged], largest(self.gain)[self.is_judged], of_each, n_items * n_sets),
            profile=QueryItems(
                others,
                np.ones(others.size),
                Segments.of_lengths(n_items * n_sets - is_own.sum(axis=1)),
                n_items * n_sets,
            ),
            interest=self.weight,
            max_grade=1.0,
            popularity=np.zeros(n_items * n_sets, np.int64),
            n_users=N_USERS,
        )
        return ShownItems(
            item=number[case, item],
            row=rated_row[case, item],
            is_profile=np.zeros(item.size, bool),
            segments=Segments.of_lengths(depth),
            query=np.repeat(np.arange(n_queries), self.order.shape[1]),
            catalogue=catalogue,
        )


def _lengths(n_rows: int) -> dict[str, FloatArray]:
    return dict.fromkeys(("characters", "words"), np.broadcast_to(ITEM_LENGTH, n_rows))


def _text(depth: IntArray) -> Text:
    return Text(np.full(int(depth.sum()), ITEM_LENGTH), Segments.of_lengths(depth), np.arange(depth.size))
