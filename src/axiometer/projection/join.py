"""Runs and judgments meet: texts go in, ranked lists come out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from axiometer.data import Judgments, schema
from axiometer.errors import InputError
from axiometer.projection.lists import Pool, RankedLists
from axiometer.projection.order import order_rows
from axiometer.projection.profiles import Profile
from axiometer.projection.segments import BoolArray, IntArray, Segments

CODE = "code"
"""The number of a request among the judged ones."""

_HASHES_PER_ITEM = 8
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
        grades = (
            judgments.frame
            .lazy()
            .group_by(schema.REQUEST, schema.ITEM)
            .agg(pl.col(schema.GRADE).max())
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
    systems, pairs, pair_of_row = _pairs(frame, judged)
    _refuse_strangers(systems, pairs, judged)
    n_requests, n_lists = len(judged.requests), len(systems) * len(judged.requests)
    list_of_row = pairs["list"].to_numpy()[pair_of_row]
    is_judged = list_of_row >= 0
    if not is_judged.all():
        frame, list_of_row = frame.filter(is_judged), list_of_row[is_judged]

    ordered = order_rows(frame, list_of_row, profile)
    length = np.bincount(list_of_row, minlength=n_lists)
    _refuse_longer_than_corpus(length, systems, n_requests, profile)
    rank = np.empty(list_of_row.size, np.int64)
    rank[ordered.rows] = Segments.of_lengths(length).position

    rows = _judged_rows(frame, list_of_row, rank, judged, profile)
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
    tied = ordered.rows[ordered.is_tied]
    tied_lists = list_of_row[tied[rank[tied] <= (profile.depth or np.inf)]]
    return Projection(
        systems=systems,
        lists=lists,
        is_answered=length > 0,
        n_tied_items=np.bincount(tied_lists // n_requests, minlength=len(systems)),
        n_run_only=np.bincount(pairs.filter(pl.col("list") < 0)["system_code"].to_numpy(), minlength=len(systems)),
        ordered_by=ordered.ordered_by,
    )


def _pairs(frame: pl.DataFrame, judged: JudgedItems) -> tuple[tuple[str, ...], pl.DataFrame, IntArray]:
    """Find the pairs of system and request, number their lists (-1 if not judged), and the pair of each row."""
    system, request = pl.col(schema.SYSTEM), pl.col(schema.REQUEST)
    is_start = ((request != request.shift()) | (system != system.shift())).fill_null(value=True)
    starts = frame.select(is_start.arg_true()).to_series().to_numpy().astype(np.int64)
    blocks = frame.select(schema.SYSTEM, schema.REQUEST)[starts]
    systems = blocks[schema.SYSTEM].unique(maintain_order=True)
    system_codes = pl.DataFrame({
        schema.SYSTEM: systems,
        "system_code": np.arange(len(systems), dtype=np.int64),
    })
    pairs = (
        blocks
        .unique(maintain_order=True)
        .with_row_index("pair")
        .join(system_codes, on=schema.SYSTEM, how="left", maintain_order="left")
        .join(judged.codes, on=schema.REQUEST, how="left", maintain_order="left")
        .with_columns((pl.col("system_code") * len(judged.requests) + pl.col(CODE)).fill_null(-1).alias("list"))
    )
    pair_of_block = blocks.join(
        pairs.select(schema.SYSTEM, schema.REQUEST, "pair"),
        on=[schema.SYSTEM, schema.REQUEST],
        how="left",
        maintain_order="left",
    )["pair"].to_numpy()
    length_of_block = np.diff(np.append(starts, frame.height))
    return tuple(systems), pairs, np.repeat(pair_of_block.astype(np.int64), length_of_block)


def _refuse_strangers(systems: tuple[str, ...], pairs: pl.DataFrame, judged: JudgedItems) -> None:
    """Refuse a run that answers no judged request: the files do not belong together."""
    met = set(pairs.filter(pl.col("list") >= 0)[schema.SYSTEM])
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
    frame: pl.DataFrame, list_of_row: IntArray, rank: IntArray, judged: JudgedItems, profile: Profile
) -> pl.DataFrame:
    """Join with the grades; the result is sorted by list and rank."""
    is_candidate = judged.may_be_judged(frame[schema.ITEM])
    if profile.depth is not None:
        is_candidate &= rank <= profile.depth
    candidates = np.flatnonzero(is_candidate)
    rows = pl.DataFrame({
        CODE: list_of_row[candidates] % len(judged.requests),
        schema.ITEM: frame[schema.ITEM][candidates],
        "list": list_of_row[candidates],
        schema.RANK: rank[candidates],
    })
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
