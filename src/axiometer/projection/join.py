"""Runs and judgments meet: texts go in, ranked lists come out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl

from axiometer.arrays import BoolArray, FloatArray, IntArray
from axiometer.conventions.profiles import Profile
from axiometer.data import schema
from axiometer.data.lengths import length_in
from axiometer.data.schema import Order
from axiometer.errors import InputError, counted, plural
from axiometer.projection.blocks import NOT_JUDGED, Blocks, find_blocks
from axiometer.projection.catalogue import UNKNOWN, ShownItems
from axiometer.projection.judged import JudgedItems, length_of
from axiometer.projection.lists import RankedLists, Text
from axiometer.projection.order import Ordered
from axiometer.projection.positions import together
from axiometer.projection.rows import FrameRows, Rows
from axiometer.projection.segments import Segments, ranges

_SHOWN = 5
DEPTH_OF_COUNTS: Final = 10
"""How far down lists are looked at to count what is judged."""


@dataclass(frozen=True, eq=False)
class Projection:
    """The lists of some systems against all judged queries: list s · R + r answers query r for system s.

    Attributes
    ----------
    systems
        The names of the systems.
    lists
        Their lists, with a row for every judged item.
    is_answered
        For each list, whether the run has it.
    n_tied_items
        For each list, how many items share their score with another.
    unjudged
        ``system``, ``query`` of the lists of the run that have no judgments.
    ordered_by
        For each system, what ordered its lists.
    n_unknown, n_profile
        For each list, how many items shown are not in the catalogue, and how many the user had rated before.
    judged_at_10
        For each list, the share of judged items among the first ten; undefined for an empty one.
    """

    systems: tuple[str, ...]
    lists: RankedLists
    is_answered: BoolArray
    n_tied_items: IntArray
    unjudged: pl.DataFrame
    ordered_by: tuple[Order, ...]
    n_unknown: IntArray
    n_profile: IntArray
    judged_at_10: FloatArray

    @classmethod
    def together(cls, parts: Sequence[Projection]) -> Projection:
        """Put the lists of other systems after those of the first."""
        if len(parts) == 1:
            return parts[0]
        return cls(
            systems=tuple(system for part in parts for system in part.systems),
            lists=together([part.lists for part in parts]),
            unjudged=pl.concat([part.unjudged for part in parts]),
            ordered_by=tuple(by for part in parts for by in part.ordered_by),
            **{
                name: np.concatenate([getattr(part, name) for part in parts])
                for name in ("is_answered", "n_tied_items", "n_unknown", "n_profile", "judged_at_10")
            },
        )


@dataclass(frozen=True, eq=False)
class Batch:
    """Lists of some systems for judged queries, not yet in order: list s · R + r answers query r for system s.

    Attributes
    ----------
    systems
        The names of the systems.
    blocks
        Where the lists are among the rows.
    rows
        Their items, and what orders them.
    unjudged
        ``system``, ``query`` of the lists that have no judgments; their rows are not there.
    judged
        What they are measured against.
    """

    systems: tuple[str, ...]
    blocks: Blocks
    rows: Rows
    unjudged: pl.DataFrame
    judged: JudgedItems

    @cached_property
    def found(self) -> tuple[IntArray, IntArray]:
        """The rows whose item is judged, and that judged item, whatever the order."""
        return self.rows.judged(self.blocks, self.judged)

    def listed(self, profile: Profile, lists: IntArray, most: int | None = None) -> tuple[IntArray, pl.Series]:
        """Give some lists as a profile orders them: how many items of each count, or so many at most; and the items."""
        n_lists = len(self.systems) * len(self.judged.queries)
        ordered = self.rows.ordered(self.blocks, n_lists, profile)
        ends = [each for each in (profile.depth, most) if each is not None]
        length = np.minimum.reduce([self.blocks.lengths(n_lists)[lists], *(np.full(lists.size, end) for end in ends)])
        return length, self.rows.names(ordered.rows_at(ranges(ordered.first_place[lists], length)))

    @classmethod
    def of(cls, frame: pl.DataFrame, judged: JudgedItems, systems: Sequence[str] | None = None) -> Batch:
        """Find the lists of a frame.

        Parameters
        ----------
        frame
            Ranked lists.
        judged
            What they are measured against.
        systems
            All systems there are, where the frame has only some of their lists. Without it they are those of the frame,
            and each must answer a judged query.
        """
        known = None if systems is None else pl.Series(systems, dtype=pl.String)
        pairs, blocks = find_blocks(frame, judged.codes, known)
        if systems is None:
            systems = pairs[schema.SYSTEM].unique(maintain_order=True).to_list()
            _refuse_strangers(systems, pairs, judged)
        is_judged = blocks.list != NOT_JUDGED
        if not is_judged.all():
            frame = frame.filter(np.repeat(is_judged, blocks.length))
            blocks = Blocks(blocks.list[is_judged], blocks.length[is_judged])
        unjudged = pairs.filter(list=NOT_JUDGED).select(schema.SYSTEM, schema.QUERY)
        return cls(tuple(systems), blocks, FrameRows(frame), unjudged, judged)


def project(batch: Batch, profile: Profile) -> Projection:
    """Order the lists of a batch as a profile has it, and keep the rows of their judged items."""
    systems, blocks, judged, needs = batch.systems, batch.blocks, batch.judged, batch.judged.needs
    n_queries, n_lists = len(judged.queries), len(systems) * len(judged.queries)
    length = blocks.lengths(n_lists)
    _refuse_longer_than_corpus(length, systems, judged, profile)
    ordered = batch.rows.ordered(blocks, n_lists, profile)
    _refuse_ties(batch, ordered, profile)
    shown = _shown(batch, ordered, profile) if needs.shown else None
    of_list, rank, item = _judged_rows(batch, ordered, profile) if shown is None else _rated_rows(shown)
    pool = judged.pool(profile)
    lists = RankedLists(
        rank=rank,
        item=item,
        grade=pool.grade[item],
        segments=Segments.of_lengths(np.bincount(of_list, minlength=n_lists)),
        depth=length if profile.depth is None else np.minimum(length, profile.depth),
        query=np.tile(np.arange(n_queries, dtype=np.int64), len(systems)),
        pool=pool,
        corpus_size=profile.corpus_size,
        shown=shown,
        text=_text(batch, ordered, min(needs.text, profile.depth or np.inf)) if needs.text else None,
    )
    _refuse_more_than_corpus(lists, systems, judged)
    _refuse_missing_lengths(lists, judged)
    tied_list, tied_rank = _lists_and_ranks(ordered.tied, blocks, ordered)
    tied_list_within = tied_list[tied_rank <= (profile.depth or np.inf)]
    return Projection(
        systems=systems,
        lists=lists,
        is_answered=length > 0,
        n_tied_items=np.bincount(tied_list_within, minlength=n_lists),
        unjudged=batch.unjudged,
        ordered_by=(ordered.ordered_by,) * len(systems),
        judged_at_10=_share_judged(lists),
        **_counted(lists),
    )


def _refuse_ties(batch: Batch, ordered: Ordered, profile: Profile) -> None:
    """Refuse a rank that a list has twice and, if the profile says so, a score."""
    if ordered.tied.size and (ordered.ordered_by == schema.RANK or profile.ties == "error"):
        queries, first = batch.judged.queries, ordered.tied[:1]
        system, query = divmod(int(batch.blocks.list_of(first)[0]), len(queries))
        column = ordered.ordered_by
        raise InputError(
            f"the {column} of item {batch.rows.names(first)[0]!r} more than once for "
            f"{batch.judged.asker} {queries[query]!r}",
            f"different {column}s within a list",
            source=batch.systems[system],
        )


def _share_judged(lists: RankedLists) -> FloatArray:
    n_judged = np.bincount(lists.segments.of_row[lists.rank <= DEPTH_OF_COUNTS], minlength=len(lists))
    n_seen = np.minimum(lists.depth, DEPTH_OF_COUNTS)
    share: FloatArray = np.divide(n_judged, n_seen, out=np.full(len(lists), np.nan), where=n_seen > 0)
    return share


def _counted(lists: RankedLists) -> dict[str, IntArray]:
    """Count what should not have been recommended."""
    if lists.shown is None:
        return dict.fromkeys(("n_unknown", "n_profile"), np.zeros(len(lists), np.int64))
    of_row = lists.shown.segments.of_row
    return {
        "n_unknown": np.bincount(of_row[lists.shown.item == UNKNOWN], minlength=len(lists)),
        "n_profile": np.bincount(of_row[lists.shown.is_profile], minlength=len(lists)),
    }


def _lists_and_ranks(rows: IntArray, blocks: Blocks, ordered: Ordered) -> tuple[IntArray, IntArray]:
    lists = blocks.list_of(rows)
    return lists, ordered.place[rows] - ordered.first_place[lists] + 1


def _refuse_strangers(systems: Sequence[str], pairs: pl.DataFrame, judged: JudgedItems) -> None:
    """Refuse a run that answers no judged query: the files do not belong together."""
    met = set(pairs.filter(pl.col("list") != NOT_JUDGED)[schema.SYSTEM].unique())
    for system in systems:
        if system not in met:
            answered, askers = pairs.filter(pl.col(schema.SYSTEM) == system)[schema.QUERY], plural(judged.asker)
            raise InputError(
                f"none of the {len(judged.queries)} judged {askers} of {judged.source} (such as "
                f"{judged.queries[0]!r}) among the {len(answered)} {askers} of the run (such as {answered[0]!r})",
                f"a run that answers at least one judged {judged.asker}",
                source=system,
            )


def _refuse_longer_than_corpus(
    length: IntArray, systems: tuple[str, ...], judged: JudgedItems, profile: Profile
) -> None:
    if profile.corpus_size is not None and length.max(initial=0) > profile.corpus_size:
        system, query = divmod(int(length.argmax()), len(judged.queries))
        found = f"a list of {length.max()} items for {judged.asker} {judged.queries[query]!r}"
        expected = f"at most as many as the corpus size, {profile.corpus_size}"
        raise InputError(found, expected, source=systems[system])


def _refuse_more_than_corpus(lists: RankedLists, systems: tuple[str, ...], judged: JudgedItems) -> None:
    """Refuse a corpus with no place for the relevant items that were not retrieved."""
    if lists.corpus_size is None:
        return
    relevant = lists.relevant()
    n_missing = relevant.n_pooled - relevant.count
    n_items = lists.depth + n_missing
    worst = int(n_items.argmax())
    if n_items[worst] > lists.corpus_size:
        system, query = divmod(worst, len(judged.queries))
        raise InputError(
            f"a list of {counted(int(lists.depth[worst]), 'item')} for {judged.asker} {judged.queries[query]!r}, "
            f"to which {counted(int(n_missing[worst]), 'relevant item')} not retrieved must be added",
            f"at most as many as the corpus size, {lists.corpus_size}",
            source=systems[system],
        )


def _judged_rows(batch: Batch, ordered: Ordered, profile: Profile) -> tuple[IntArray, IntArray, IntArray]:
    """Find the rows that are judged, list after list, best rank first: their lists, ranks and judged items."""
    at, item = batch.found
    if not (ordered.is_in_place and batch.blocks.is_ascending):
        order = _in_order(ordered.place[at], batch.blocks.list_of(at))
        at, item = at[order], item[order]
    of_list, rank = _lists_and_ranks(at, batch.blocks, ordered)
    if profile.depth is None:
        return of_list, rank, item
    is_within = rank <= profile.depth
    return of_list[is_within], rank[is_within], item[is_within]


def _in_order(place: IntArray, of_list: IntArray) -> IntArray:
    """Sort rows by list and place; rows of ascending lists whose places ascend, too, need no comparisons."""
    at_place = np.full(int(place.max(initial=-1)) + 1, -1, dtype=np.int64)
    at_place[place] = np.arange(place.size)
    order: IntArray = at_place[at_place >= 0]
    return order if (np.diff(of_list[order]) >= 0).all() else np.lexsort((place, of_list))


def _rated_rows(shown: ShownItems) -> tuple[IntArray, IntArray, IntArray]:
    """Take the items that were rated: items of the catalogue need no other join."""
    is_rated = shown.row != UNKNOWN
    return shown.segments.of_row[is_rated], shown.rank[is_rated], shown.row[is_rated]


def _shown(batch: Batch, ordered: Ordered, profile: Profile) -> ShownItems:
    """Find the numbers of all items of the lists, as far down as somebody needs them."""
    judged = batch.judged
    depth = min(judged.needs.shown, profile.depth or np.inf)
    length = np.minimum(batch.blocks.lengths(ordered.first_place.size), depth).astype(np.int64)
    rows = ordered.rows_at(ranges(ordered.first_place, length))
    item = batch.rows.numbers(rows, judged)
    if profile.unknown_items == "error" and (item == UNKNOWN).any():
        _refuse_unknown(batch, rows[item == UNKNOWN])
    return ShownItems.of(item, Segments.of_lengths(length), judged.catalogue(judged.top(profile)))


def _refuse_unknown(batch: Batch, rows: IntArray) -> None:
    """Refuse lists with items that the catalogue does not have."""
    queries = batch.judged.queries
    system, query = divmod(int(batch.blocks.list_of(rows[:1])[0]), len(queries))
    raise InputError(
        f"item {batch.rows.names(rows[:1])[0]!r} for user {queries[query]!r}",
        "items that the ratings or the aspects have",
        source=batch.systems[system],
    )


def _text(batch: Batch, ordered: Ordered, depth: float) -> Text | None:
    """Find the lengths of all items of the lists."""
    lengths = batch.judged.judgments.lengths
    known = None if lengths is None else length_in(schema.WORDS, lengths)
    if known is None:
        return None
    rows = np.arange(int(batch.blocks.length.sum()))
    items = batch.rows.names(rows)
    words = length_of(items, known)
    lists, rank = _lists_and_ranks(rows, batch.blocks, ordered)
    is_missing = np.isnan(words) & (rank <= depth)
    if is_missing.any():
        _refuse_lengths(items.filter(pl.Series(is_missing)), "item of a list", depth, batch.judged)
    segments = Segments.of_lengths(batch.blocks.lengths(ordered.first_place.size))
    in_order = np.zeros(rows.size)
    in_order[segments.offsets[lists] + rank - 1] = words
    return Text(in_order, segments, np.arange(len(segments)))


def _refuse_missing_lengths(lists: RankedLists, judged: JudgedItems) -> None:
    for unit, depth in ((schema.CHARACTERS, judged.needs.characters), (schema.WORDS, judged.needs.words)):
        if depth:
            is_missing = np.isnan(lists.length(unit)) & (lists.grade > 0) & (lists.rank <= depth)
            if is_missing.any():
                items = judged.items[schema.ITEM][np.unique(lists.item[is_missing])]
                _refuse_lengths(items, "relevant item of a list", depth, judged)


def _refuse_lengths(items: pl.Series, whose: str, depth: float, judged: JudgedItems) -> None:
    missing = items.unique(maintain_order=True)
    more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
    shown = ", ".join(map(repr, missing[:_SHOWN]))
    where = "" if depth == np.inf else f" down to rank {depth:.0f}"
    raise InputError(
        f"no length for {counted(len(missing), 'item')}: {shown}{more}",
        f"the length of every {whose}{where}",
        source=judged.judgments.lengths_source,
    )
