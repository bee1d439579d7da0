"""Runs and judgments meet: texts go in, ranked lists come out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from axiometer.data import Judgments, schema
from axiometer.data.frames import has_repeated
from axiometer.errors import InputError
from axiometer.projection.blocks import NOT_JUDGED, Blocks, find_blocks
from axiometer.projection.lists import Pool, RankedLists
from axiometer.projection.order import Ordered, order_rows
from axiometer.projection.profiles import Profile
from axiometer.projection.segments import BoolArray, IntArray, Segments

CODE = "code"
"""The number of a request among the judged ones."""

_HASHES_PER_ITEM = 32
_MOST_HASHES = 1 << 26


@dataclass(frozen=True, eq=False)
class JudgedItems:
    """Judgments made ready for joining: one grade per request and item, and the pool.

    An item judged for several aspects has the largest of its grades here.
    """

    requests: tuple[str, ...]
    codes: pl.DataFrame
    grades: pl.DataFrame
    pool: Pool
    max_grade: float
    source: str
    is_hash_used: BoolArray

    @classmethod
    def of(cls, judgments: Judgments) -> JudgedItems:
        """Give the requests numbers and sort the pool."""
        requests = judgments.requests
        codes = pl.DataFrame({schema.REQUEST: requests, CODE: np.arange(len(requests), dtype=np.int64)})
        frame = judgments.frame.lazy()
        if has_repeated(judgments.frame, (schema.REQUEST, schema.ITEM)):
            frame = frame.group_by(schema.REQUEST, schema.ITEM).agg(pl.col(schema.GRADE).max())
        grades = (
            frame
            .join(codes.lazy(), on=schema.REQUEST)
            .select(CODE, schema.ITEM, schema.GRADE)
            .sort(CODE, schema.GRADE, descending=[False, True])
            .collect()
        )
        lengths = np.bincount(grades[CODE].to_numpy(), minlength=len(requests))
        pool = Pool(grades[schema.GRADE].to_numpy(), Segments.of_lengths(lengths))
        n_hashes = min(1 << (_HASHES_PER_ITEM * grades.height).bit_length(), _MOST_HASHES)
        is_hash_used = np.zeros(n_hashes, bool)
        is_hash_used[_hashes(grades[schema.ITEM], n_hashes)] = True
        max_grade = float(pool.grade.max())
        return cls(tuple(requests), codes, grades, pool, max_grade, judgments.source, is_hash_used)

    def may_be_judged(self, items: pl.Series) -> BoolArray:
        """Rule out nearly all items that are not judged, at a fraction of what joining costs."""
        return self.is_hash_used[_hashes(items, self.is_hash_used.size)]


def _hashes(items: pl.Series, n_hashes: int) -> npt.NDArray[np.uint64]:
    return items.hash(0).to_numpy() & np.uint64(n_hashes - 1)


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
    n_tied_items, n_run_only
        For each system, how many items share their score with another of their list, and how many requests of the
        run have no judgments.
    ordered_by
        The column that ordered the lists.
    """

    systems: tuple[str, ...]
    lists: RankedLists
    is_answered: BoolArray
    n_tied_items: IntArray
    n_run_only: IntArray
    ordered_by: str


def project(frame: pl.DataFrame, judged: JudgedItems, profile: Profile) -> Projection:
    """Order the lists of a frame and keep the rows of their judged items."""
    pairs, blocks = find_blocks(frame, judged.codes)
    systems = tuple(pairs[schema.SYSTEM].unique(maintain_order=True))
    _refuse_strangers(systems, pairs, judged)
    is_judged = blocks.list != NOT_JUDGED
    if not is_judged.all():
        frame = frame.filter(np.repeat(is_judged, blocks.length))
        blocks = Blocks(blocks.list[is_judged], blocks.length[is_judged])

    n_requests, n_lists = len(judged.requests), len(systems) * len(judged.requests)
    length = blocks.lengths(n_lists)
    _refuse_longer_than_corpus(length, systems, n_requests, profile)
    ordered = order_rows(frame, blocks, n_lists, profile)
    rows = _judged_rows(frame, blocks, ordered, judged, profile)
    lists = RankedLists(
        rank=rows[schema.RANK].to_numpy(),
        grade=rows[schema.GRADE].to_numpy(),
        segments=Segments.of_lengths(np.bincount(rows["list"].to_numpy(), minlength=n_lists)),
        depth=length if profile.depth is None else np.minimum(length, profile.depth),
        request=np.tile(np.arange(n_requests, dtype=np.int64), len(systems)),
        pool=judged.pool,
        max_grade=_max_grade(judged, profile),
        corpus_size=profile.corpus_size,
    )
    tied_list, tied_rank = _lists_and_ranks(ordered.tied, blocks, ordered)
    tied_list_within = tied_list[tied_rank <= (profile.depth or np.inf)]
    return Projection(
        systems=systems,
        lists=lists,
        is_answered=length > 0,
        n_tied_items=np.bincount(tied_list_within // n_requests, minlength=len(systems)),
        n_run_only=np.bincount(pairs.filter(list=NOT_JUDGED)["system_code"].to_numpy(), minlength=len(systems)),
        ordered_by=ordered.ordered_by,
    )


def _lists_and_ranks(rows: IntArray, blocks: Blocks, ordered: Ordered) -> tuple[IntArray, IntArray]:
    lists = blocks.list_of(rows)
    return lists, ordered.place[rows] - ordered.first_place[lists] + 1


def _refuse_strangers(systems: tuple[str, ...], pairs: pl.DataFrame, judged: JudgedItems) -> None:
    """Refuse a run that answers no judged request: the files do not belong together."""
    met = set(pairs.filter(pl.col("list") != NOT_JUDGED)[schema.SYSTEM])
    for system in systems:
        if system not in met:
            answered = pairs.filter(pl.col(schema.SYSTEM) == system)[schema.REQUEST]
            raise InputError(
                f"none of the {len(judged.requests)} judged requests of {judged.source} (such as "
                f"{judged.requests[0]!r}) among the {len(answered)} requests of the run (such as {answered[0]!r})",
                "a run that answers at least one judged request",
                source=system,
            )


def _refuse_longer_than_corpus(length: IntArray, systems: tuple[str, ...], n_requests: int, profile: Profile) -> None:
    if profile.corpus_size is not None and length.max(initial=0) > profile.corpus_size:
        raise InputError(
            f"a list of {length.max()} items",
            f"at most as many as the corpus size, {profile.corpus_size}",
            source=systems[int(length.argmax()) // n_requests],
        )


def _judged_rows(
    frame: pl.DataFrame, blocks: Blocks, ordered: Ordered, judged: JudgedItems, profile: Profile
) -> pl.DataFrame:
    """Join with the grades; the result is sorted by list and rank."""
    is_candidate = judged.may_be_judged(frame[schema.ITEM])
    lists, rank = _lists_and_ranks(np.flatnonzero(is_candidate), blocks, ordered)
    rows = pl.DataFrame({
        CODE: lists % len(judged.requests),
        schema.ITEM: frame[schema.ITEM].filter(pl.Series(is_candidate)),
        "list": lists,
        schema.RANK: rank,
    })
    if profile.depth is not None:
        rows = rows.filter(pl.col(schema.RANK) <= profile.depth)
    joined = rows.join(judged.grades, on=[CODE, schema.ITEM], how="inner")
    return joined.select("list", schema.RANK, schema.GRADE).sort("list", schema.RANK)


def _max_grade(judged: JudgedItems, profile: Profile) -> float:
    if profile.max_grade is None:
        return judged.max_grade
    if judged.max_grade > profile.max_grade:
        raise InputError(
            f"the grade {judged.max_grade:g}",
            f"grades up to the maximum of the profile {profile.name}, {profile.max_grade:g}",
            source=judged.source,
        )
    return profile.max_grade
