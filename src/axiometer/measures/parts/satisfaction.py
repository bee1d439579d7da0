"""Users with wishes for aspects, which the items shown satisfy one after the other."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
import polars as pl

from axiometer.arrays import FloatArray, IntArray
from axiometer.projection.catalogue import ShownItems
from axiometer.projection.segments import Segments

GIVEN: Final = "given"
"""What a parameter is that is given in a table."""
MOST_CELLS: Final = 1 << 21


def any_of(chances: FloatArray) -> FloatArray:
    """Give the chance that at least one of several things happens: 1 − Π_a (1 − p_a) over the first axis."""
    total = np.zeros(chances.shape[1:])
    for each in chances:
        total += each * (1 - total)
    return total


def gains(shown: ShownItems, chance: FloatArray) -> FloatArray:
    """Give what each row adds to the rows above it.

    The chance is that with which the item of a row satisfies a wish for one of its aspects.
    """
    gain = np.zeros(chance.size)
    catalogue, count = shown.catalogue, shown.segments.count
    aspects = np.ascontiguousarray(catalogue.has_aspect.T)

    def work(lists: IntArray) -> None:
        left = np.ascontiguousarray(catalogue.interest[shown.query[lists]].T)
        for rank in range(int(count[lists].max(initial=0))):
            is_there = count[lists] > rank
            if not is_there.all():
                lists, left = lists[is_there], left[:, is_there]
            row = shown.segments.offsets[lists] + rank
            satisfied = aspects[:, shown.kind[row]]
            satisfied *= chance[row]
            wanted = left * satisfied
            gain[row] = any_of(wanted)
            left -= wanted

    if aspects.size and gain.size:
        in_blocks(np.arange(count.size), max(1, MOST_CELLS // (8 * aspects.shape[0])), work)
    return gain


def gains_alone(shown: ShownItems, chance: FloatArray) -> FloatArray:
    """Give what each row would have given on the first rank."""
    first = Segments.of_lengths(np.ones(chance.size, np.int64))
    alone = ShownItems(shown.item, shown.row, shown.is_profile, first, shown.query_of_row, shown.catalogue)
    return gains(alone, chance)


def in_blocks(numbers: IntArray, size: int, work: Callable[[IntArray], None]) -> None:
    """Do some work for a few numbers at a time, on as many cores as Polars uses."""
    blocks = [numbers[at : at + size] for at in range(0, numbers.size, size)]
    if len(blocks) == 1 or pl.thread_pool_size() == 1:  # starting threads would take longer
        for block in blocks:
            work(block)
        return
    with ThreadPoolExecutor(max_workers=pl.thread_pool_size()) as threads:
        for _ in threads.map(work, blocks):
            pass
