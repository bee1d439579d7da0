"""Runs and judgments meet: texts go in, ranked lists come out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from axiometer.data import schema
from axiometer.data.lengths import length_in
from axiometer.errors import InputError, counted
from axiometer.projection.blocks import NOT_JUDGED, Blocks, find_blocks
from axiometer.projection.catalogue import UNKNOWN, ShownItems
from axiometer.projection.ids import numbers_of
from axiometer.projection.judged import CODE, ROW, JudgedItems, length_of
from axiometer.projection.lists import RankedLists, Text
from axiometer.projection.order import Ordered, order_rows
from axiometer.projection.profiles import Profile
from axiometer.projection.segments import BoolArray, IntArray, Segments, ranges

_SHOWN = 5


@dataclass(frozen=True, eq=False)
class Projection:
    """The lists of some systems against all judged requests: list s · R + r answers request r for system s.

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
        ``system``, ``request`` of the lists of the run that have no judgments.
    ordered_by
        The column that ordered the lists.
    n_unknown, n_profile
        For each list, how many items shown are not in the catalogue, and how many the user had rated before.
    """

    systems: tuple[str, ...]
    lists: RankedLists
    is_answered: BoolArray
    n_tied_items: IntArray
    unjudged: pl.DataFrame
    ordered_by: str
    n_unknown: IntArray
    n_profile: IntArray


def project(
    frame: pl.DataFrame, judged: JudgedItems, profile: Profile, systems: Sequence[str] | None = None
) -> Projection:
    """Order the lists of a frame and keep the rows of their judged items.

    Parameters
    ----------
    frame
        Ranked lists.
    judged
        What they are measured against.
    profile
        The conventions.
    systems
        All systems there are, where the frame has only some of their lists. Without it they are those of the frame,
        and each must answer a judged request.
    """
    pairs, blocks = find_blocks(frame, judged.codes, None if systems is None else pl.Series(systems, dtype=pl.String))
    if systems is None:
        systems = tuple(pairs[schema.SYSTEM].unique(maintain_order=True))
        _refuse_strangers(systems, pairs, judged)
    systems = tuple(systems)
    is_judged = blocks.list != NOT_JUDGED
    if not is_judged.all():
        frame = frame.filter(np.repeat(is_judged, blocks.length))
        blocks = Blocks(blocks.list[is_judged], blocks.length[is_judged])

    n_requests, n_lists = len(judged.requests), len(systems) * len(judged.requests)
    length = blocks.lengths(n_lists)
    _refuse_longer_than_corpus(length, systems, judged, profile)
    ordered = order_rows(frame, blocks, n_lists, profile)
    needs = judged.needs
    shown = _shown(frame, blocks, ordered, judged, profile) if needs.shown else None
    rows = _judged_rows(frame, blocks, ordered, judged, profile) if shown is None else _rated_rows(shown)
    pool, item = judged.pool(profile), rows[ROW].to_numpy().astype(np.int64)
    lists = RankedLists(
        rank=rows[schema.RANK].to_numpy(),
        item=item,
        grade=pool.grade[item],
        segments=Segments.of_lengths(np.bincount(rows["list"].to_numpy(), minlength=n_lists)),
        depth=length if profile.depth is None else np.minimum(length, profile.depth),
        request=np.tile(np.arange(n_requests, dtype=np.int64), len(systems)),
        pool=pool,
        corpus_size=profile.corpus_size,
        shown=shown,
        text=_text(frame, blocks, ordered, judged, min(needs.text, profile.depth or np.inf)) if needs.text else None,
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
        unjudged=pairs.filter(list=NOT_JUDGED).select(schema.SYSTEM, schema.REQUEST),
        ordered_by=ordered.ordered_by,
        **_counted(lists),
    )


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


def _refuse_strangers(systems: tuple[str, ...], pairs: pl.DataFrame, judged: JudgedItems) -> None:
    """Refuse a run that answers no judged request: the files do not belong together."""
    met = set(pairs.filter(pl.col("list") != NOT_JUDGED)[schema.SYSTEM].unique())
    for system in systems:
        if system not in met:
            answered = pairs.filter(pl.col(schema.SYSTEM) == system)[schema.REQUEST]
            raise InputError(
                f"none of the {len(judged.requests)} judged requests of {judged.source} (such as "
                f"{judged.requests[0]!r}) among the {len(answered)} requests of the run (such as {answered[0]!r})",
                "a run that answers at least one judged request",
                source=system,
            )


def _refuse_longer_than_corpus(
    length: IntArray, systems: tuple[str, ...], judged: JudgedItems, profile: Profile
) -> None:
    if profile.corpus_size is not None and length.max(initial=0) > profile.corpus_size:
        system, request = divmod(int(length.argmax()), len(judged.requests))
        raise InputError(
            f"a list of {length.max()} items for request {judged.requests[request]!r}",
            f"at most as many as the corpus size, {profile.corpus_size}",
            source=systems[system],
        )


def _refuse_more_than_corpus(lists: RankedLists, systems: tuple[str, ...], judged: JudgedItems) -> None:
    """Refuse a corpus with no place for the relevant items that were not retrieved."""
    if lists.corpus_size is None:
        return
    relevant = lists.relevant()
    n_missing = relevant.n_pooled - relevant.count
    n_items = lists.depth + n_missing
    worst = int(n_items.argmax())
    if n_items[worst] > lists.corpus_size:
        system, request = divmod(worst, len(judged.requests))
        raise InputError(
            f"a list of {counted(int(lists.depth[worst]), 'item')} for request {judged.requests[request]!r}, to which "
            f"{counted(int(n_missing[worst]), 'relevant item')} not retrieved must be added",
            f"at most as many as the corpus size, {lists.corpus_size}",
            source=systems[system],
        )


def _judged_rows(
    frame: pl.DataFrame, blocks: Blocks, ordered: Ordered, judged: JudgedItems, profile: Profile
) -> pl.DataFrame:
    """Join with the grades; the result is sorted by list and rank."""
    codes = np.repeat(blocks.list % len(judged.requests), blocks.length)
    is_candidate, may_be_listed = judged.hashes.meet(codes, frame[schema.ITEM])
    lists, rank = _lists_and_ranks(np.flatnonzero(is_candidate), blocks, ordered)
    rows = pl.DataFrame({
        CODE: codes[is_candidate],
        schema.ITEM: frame[schema.ITEM].filter(pl.Series(is_candidate)),
        "list": lists,
        schema.RANK: rank,
    })
    if profile.depth is not None:
        rows = rows.filter(pl.col(schema.RANK) <= profile.depth)
    key = [CODE, schema.ITEM]
    items = judged.items.select(*key, ROW).filter(pl.Series(may_be_listed))
    joined = rows.join(items, on=key, how="inner", maintain_order="left")
    joined = joined.select("list", schema.RANK, ROW)
    return joined if ordered.is_in_place and blocks.is_ascending else joined.sort("list", schema.RANK)


def _rated_rows(shown: ShownItems) -> pl.DataFrame:
    """Take the items that were rated: items of the catalogue need no other join."""
    is_rated = shown.row != UNKNOWN
    lists, rank, row = shown.segments.of_row[is_rated], shown.rank[is_rated], shown.row[is_rated]
    return pl.DataFrame({"list": lists, schema.RANK: rank, ROW: row})


def _shown(frame: pl.DataFrame, blocks: Blocks, ordered: Ordered, judged: JudgedItems, profile: Profile) -> ShownItems:
    """Find the numbers of all items of the lists, as far down as somebody needs them."""
    depth = min(judged.needs.shown, profile.depth or np.inf)
    length = np.minimum(blocks.lengths(ordered.first_place.size), depth).astype(np.int64)
    rows = ordered.rows_at(ranges(ordered.first_place, length))
    item = numbers_of(frame[schema.ITEM].gather(rows), judged.catalogue_items)
    if profile.unknown_items == "error" and (item == UNKNOWN).any():
        _refuse_unknown(frame[rows[item == UNKNOWN]])
    return ShownItems.of(item, Segments.of_lengths(length), judged.catalogue(judged.top(profile)))


def _refuse_unknown(unknown: pl.DataFrame) -> None:
    """Refuse lists with items that the catalogue does not have."""
    first = unknown.row(0, named=True)
    more = f" and {counted(unknown.height - 1, 'more item')} that nobody knows" if unknown.height > 1 else ""
    raise InputError(
        f"item {first[schema.ITEM]!r} for user {first[schema.REQUEST]!r}{more}",
        "items that the ratings or the aspects have",
        source=first[schema.SYSTEM],
    )


def _text(frame: pl.DataFrame, blocks: Blocks, ordered: Ordered, judged: JudgedItems, depth: float) -> Text | None:
    """Find the lengths of all items of the lists."""
    lengths = judged.judgments.lengths
    known = None if lengths is None else length_in(schema.WORDS, lengths)
    if known is None:
        return None
    words = length_of(frame[schema.ITEM], known)
    lists, rank = _lists_and_ranks(np.arange(frame.height), blocks, ordered)
    is_missing = np.isnan(words) & (rank <= depth)
    if is_missing.any():
        missing = frame[schema.ITEM].filter(pl.Series(is_missing))
        _refuse_lengths(missing, "item of a list", depth, judged)
    segments = Segments.of_lengths(blocks.lengths(ordered.first_place.size))
    in_order = np.zeros(frame.height)
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
