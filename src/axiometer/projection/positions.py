"""Lists of which nothing is known but where the relevant items are."""

from __future__ import annotations

import numpy as np

from axiometer.arrays import IntArray
from axiometer.projection.catalogue import ShownItems
from axiometer.projection.lists import RankedLists, Text
from axiometer.projection.pool import Pool
from axiometer.projection.segments import Segments


def lists_at(
    rank: IntArray, segments: Segments, query: IntArray, n_relevant: IntArray, *, depth: int, corpus_size: int
) -> RankedLists:
    """Make lists of the ranks of their relevant items, all of grade 1.

    Parameters
    ----------
    rank, segments
        The ranks of the relevant items of each list, in ascending order.
    query, n_relevant
        The query that each list answers, and how many relevant items each query has.
    depth
        The lists end here: what has a greater rank is not retrieved.
    corpus_size
        How many items there are to retrieve.
    """
    pooled = Segments.of_lengths(n_relevant)
    item = pooled.offsets[query][segments.of_row] + segments.position - 1
    lists = RankedLists(
        rank=rank,
        item=item,
        grade=np.ones(rank.size),
        segments=segments,
        depth=np.full(len(segments), depth, dtype=np.int64),
        query=query,
        pool=Pool(np.ones(int(pooled.offsets[-1])), pooled, 1.0),
        corpus_size=corpus_size,
    )
    return lists.within(depth)


def together(parts: list[RankedLists]) -> RankedLists:
    """Put lists that share their pool one after the other."""
    first = parts[0]
    if len(parts) == 1:
        return first
    return RankedLists(
        rank=np.concatenate([part.rank for part in parts]),
        item=np.concatenate([part.item for part in parts]),
        grade=np.concatenate([part.grade for part in parts]),
        segments=Segments.of_lengths(np.concatenate([part.count for part in parts])),
        depth=np.concatenate([part.depth for part in parts]),
        query=np.concatenate([part.query for part in parts]),
        pool=first.pool,
        corpus_size=first.corpus_size,
        text=_text_of_all([part.text for part in parts if part.text is not None]),
        shown=_shown_of_all([part.shown for part in parts if part.shown is not None]),
    )


def _shown_of_all(shown: list[ShownItems]) -> ShownItems | None:
    if not shown:
        return None
    return ShownItems(
        np.concatenate([each.item for each in shown]),
        np.concatenate([each.row for each in shown]),
        np.concatenate([each.is_profile for each in shown]),
        Segments.of_lengths(np.concatenate([each.segments.count for each in shown])),
        np.concatenate([each.query for each in shown]),
        shown[0].catalogue,
    )


def _text_of_all(texts: list[Text]) -> Text | None:
    if not texts:
        return None
    shift = np.cumsum([0, *(len(text.segments) for text in texts)])
    return Text(
        np.concatenate([text.length for text in texts]),
        Segments.of_lengths(np.concatenate([text.segments.count for text in texts])),
        np.concatenate([text.of_list + start for text, start in zip(texts, shift, strict=False)]),
    )
