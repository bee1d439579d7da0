"""Evaluation in chunks: rows are dealt out by query, and then one chunk is measured after the other."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl

from axiometer.checks import check_jobs
from axiometer.conventions.profiles import Profile, profile_for
from axiometer.data import Runs, schema
from axiometer.data.frames import Origin, has_repeated
from axiometer.data.runs import refuse_two_homes, repeated_item
from axiometer.data.scanned import ScannedJudgments, with_aspect
from axiometer.data.whole_files import whole_file
from axiometer.engines.batch_sums import Totals
from axiometer.engines.chunk import Chunk, ChunkEvaluator
from axiometer.engines.chunks.aggregates import Aggregates
from axiometer.engines.chunks.budget import Budget
from axiometer.engines.chunks.job import Job, opened
from axiometer.engines.chunks.partitioning import Dealt, ahead, in_turn
from axiometer.engines.chunks.stored import StoredMeasurements
from axiometer.engines.requirements import needs_of
from axiometer.errors import InputError
from axiometer.io import read_judgments
from axiometer.io.runs import runs_of
from axiometer.jobs import Progress
from axiometer.measures.names import Wanted, parse_wanted
from axiometer.notes import Note
from axiometer.projection.order import refuse_without_ranks, what_orders

_ITEMS: Final = "items.parquet"


def evaluate(
    judgments: Any,
    runs: Any,
    measures: str | Wanted | Iterable[str | Wanted],
    *,
    profile: str | Profile | None = None,
    memory: str | int | None = None,
    folder: str | Path | None = None,
    resume: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> StoredMeasurements:
    """Measure runs against judgments that need not fit into memory.

    Parameters
    ----------
    judgments, runs, measures, profile
        As for ``axiometer.evaluate``; what ``scan_runs``, ``scan_judgments`` and ``scan_ratings`` give is read piece by
        piece.
    memory
        How much may be used, such as ``"2GB"``; by default a quarter of the machine's.
    folder
        Where rows and values go; it must have room for about twice the rows. Without it, a temporary one that is
        deleted with the result.
    resume
        Whether to go on with the same work if the folder holds some that was interrupted.
    jobs
        How many parts are measured at the same time; by default as many as there are cores.
    progress
        Called with how much is done, and how much there is to do.

    Examples
    --------
    >>> import axiometer as ax
    >>> stored = ax.evaluate_in_chunks({"q": {"a": 1}}, {"q": ["x", "a"]}, "RR", memory="500MB")
    >>> stored.to_dict()
    {'run': {'RR': 0.5}}
    """
    engine = Streaming(memory=memory, folder=folder, resume=resume, jobs=jobs, progress=progress)
    return engine.evaluate(judgments, runs, measures, profile=profile)


@dataclass(frozen=True, kw_only=True)
class Streaming:
    """The engine for what is larger than memory; see ``evaluate``."""

    memory: str | int | None = None
    folder: str | Path | None = None
    resume: bool = False
    jobs: int | None = None
    progress: Progress | None = None

    def __post_init__(self) -> None:
        if self.jobs is not None:
            check_jobs(self.jobs)

    def evaluate(
        self,
        judgments: Any,
        runs: Any,
        measures: str | Wanted | Iterable[str | Wanted],
        *,
        profile: str | Profile | None = None,
    ) -> StoredMeasurements:
        """Measure runs against judgments."""
        scanned = (
            judgments if isinstance(judgments, ScannedJudgments) else ScannedJudgments.of(read_judgments(judgments))
        )
        profile = profile_for(scanned.shared, profile)
        wanted = tuple(parse_wanted(measures, profile=profile))
        runs = runs_of(runs)
        _refuse_early(wanted, scanned, profile)
        asked = {
            "runs": [[str(source), source.state] for source in runs.sources],
            **scanned.state,
            "measures": [str(each) for each in wanted],
            "profile": profile.conventions(),
        }
        budget, steps = Budget.of(self.memory, self.jobs), _Steps(self.progress)
        with _folder(self.folder) as folder, opened(folder, asked, resume=self.resume) as job:
            stored = _Work(job, runs, scanned, profile, wanted, budget, steps).done()
        if self.folder is None:
            weakref.finalize(stored, shutil.rmtree, folder, ignore_errors=True)
        return stored


@contextmanager
def _folder(named: str | Path | None) -> Iterator[Path]:
    """Give a folder, or a temporary one that is deleted if the work fails."""
    if named is not None:
        yield Path(named)
        return
    temporary = tempfile.mkdtemp(prefix="axiometer-")
    try:
        yield Path(temporary)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _refuse_early(wanted: tuple[Wanted, ...], scanned: ScannedJudgments, profile: Profile) -> None:
    """Refuse, before all is read, measures that need what is not there; aspects may still be found."""
    aggregates = Aggregates(max_grade=0.0, has_aspects=True, n_users=1)
    needs_of(wanted, aggregates.shared(scanned), profile)


class _Steps:
    """Tells how far the work is: reading everything is one half, measuring it the other."""

    def __init__(self, progress: Progress | None) -> None:
        self.progress, self.done, self.total = progress, 0, 1

    def start(self, total: int) -> None:
        self.done, self.total = 0, max(1, total)

    def add(self, n: int) -> None:
        self.done = min(self.total, self.done + n)
        if self.progress is not None:
            self.progress(self.done, self.total)


@dataclass(frozen=True, eq=False)
class _Work:
    """All that is read, and where it goes."""

    job: Job
    runs: Runs
    scanned: ScannedJudgments
    profile: Profile
    wanted: tuple[Wanted, ...]
    budget: Budget
    steps: _Steps

    def done(self) -> StoredMeasurements:
        """Deal out all rows, unless they are, and measure all parts that are not measured yet."""
        told = self.job.found() or self._deal()
        # Parts that were made for one job at a time would be too large for several.
        n_parts, jobs = told.pop("n_parts"), min(self.budget.jobs, told.pop("jobs"))
        aggregates = Aggregates(**told, items=pl.read_parquet(self.job.folder / _ITEMS))
        chunks = ChunkEvaluator.of(aggregates.systems, self.wanted, self.profile, aggregates.shared(self.scanned))
        self.steps.start(2 * n_parts)
        self.steps.add(n_parts)
        parts = _Parts(self.job, chunks, n_parts)
        with ThreadPoolExecutor(max_workers=jobs) as pool:
            totals = None
            try:
                for found in in_turn(pool, parts.measured, range(n_parts), 2 * jobs):
                    totals = found if totals is None else totals.merged(found)
                    self.steps.add(1)
            except _RepeatedItemError as error:
                pool.shutdown(cancel_futures=True)
                for source in self.runs.sources:
                    source.refuse_repeated(self.profile.order, self.budget.piece, error.query, error.item)
                raise
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        assert totals is not None
        ordered_by = what_orders(aggregates.columns, self.profile)
        text = f"measured in {n_parts} parts, for want of memory (--memory)"
        noted = [Note("parts", "", text, n_parts)] if n_parts > 1 else []
        where = {"folder": self.job.done, "n_parts": n_parts}
        return StoredMeasurements.of(chunks, totals, ordered_by, noted=noted, **where)

    def _deal(self) -> dict[str, Any]:
        """Deal out all rows to parts, and keep what was found out meanwhile."""
        self.job.start_dealing()
        scanned = self.scanned
        sizes = [source.size for source in self.runs.sources] + [scanned.judged.size]
        size = sum(sizes) + (scanned.train.size if scanned.train is not None else 0)
        n_parts, aggregates = self.budget.n_parts(size), Aggregates()
        self.steps.start(2 * size)
        for kind, see in (("judged", self._judged), ("train", self._train), ("lists", self._lists)):
            see(Dealt(self.job.dealt, kind, n_parts), aggregates)
        with whole_file(self.job.folder / _ITEMS) as beside:
            aggregates.items.write_parquet(beside)
        told = {**aggregates.told(), "n_parts": n_parts, "jobs": self.budget.jobs}
        self.job.keep_found(told)
        return told

    def _judged(self, dealt: Dealt, aggregates: Aggregates) -> None:
        are_ratings = self.scanned.shared.catalogue is not None
        for rows in ahead(self.scanned.judged.read(self.budget.piece)):
            aggregates.see_judged(rows, are_ratings=are_ratings)
            self._add(dealt, rows)

    def _train(self, dealt: Dealt, aggregates: Aggregates) -> None:
        if self.scanned.train is None:
            return
        for rows in ahead(self.scanned.train.read(self.budget.piece)):
            aggregates.see_train(rows)
            self._add(dealt, rows)
        users = (dealt.read(part, [schema.QUERY]) for part in range(dealt.n_parts))
        aggregates.n_users = sum(rows[schema.QUERY].n_unique() for rows in users if rows is not None)

    def _lists(self, dealt: Dealt, aggregates: Aggregates) -> None:
        homes, profiles = [], self.profile.for_measures(self.wanted).values()
        for source in self.runs.sources:
            numbers: dict[str, int] = {}
            for rows in ahead(source.read(self.budget.piece, self.profile.order)):
                refuse_without_ranks(rows.columns, profiles, str(source), source.columns_given)
                by = {what_orders(rows.columns, each) for each in profiles}
                columns = [schema.QUERY, schema.ITEM, *(name for name in (schema.SCORE, schema.RANK) if name in by)]
                aggregates.see_columns(columns, str(source))
                for tag in rows[schema.SYSTEM].unique(maintain_order=True):
                    numbers.setdefault(tag, len(aggregates.systems) + len(numbers))
                number = rows[schema.SYSTEM].replace_strict(numbers, return_dtype=pl.UInt32)
                self._add(dealt, rows.select(number, *columns))
            names = source.names(list(numbers))
            aggregates.systems += names
            homes.append((str(source), names))
        refuse_two_homes(homes)

    def _add(self, dealt: Dealt, rows: pl.DataFrame) -> None:
        dealt.add(rows)
        self.steps.add(int(rows.estimated_size()))


class _RepeatedItemError(InputError):
    """A list holds an item twice: where, only the file knows."""

    def __init__(self, system: str, query: str, item: str) -> None:
        self.query, self.item = query, item
        error = repeated_item(0, system, query, item, Origin(system, has_rows=False))
        super().__init__(error.found, error.expected, source=error.source)


@dataclass(frozen=True, eq=False)
class _Parts:
    """The parts, dealt out or measured."""

    job: Job
    chunks: ChunkEvaluator
    n_parts: int

    def measured(self, part: int) -> Totals:
        """Measure a part, or take what was measured before."""
        path = self.job.done / f"{part:06d}.parquet"
        summed = path.with_suffix(".npz")
        if path.exists():
            with np.load(summed) as kept:
                return Totals(**kept)
        chunk = self._chunk(part)
        try:
            rows, totals = self.chunks.measure(chunk)
        except InputError:
            key = (schema.SYSTEM, schema.QUERY, schema.ITEM)
            if has_repeated(chunk.lists, key):
                again = chunk.lists.filter(pl.struct(key).is_duplicated())
                raise _RepeatedItemError(*again.select(key).row(0)) from None
            raise
        with whole_file(summed) as beside, beside.open("wb") as file:
            np.savez(file, **vars(totals))
        with whole_file(path) as beside:
            rows.write_parquet(beside)
        for kind in ("judged", "train", "lists"):
            self._dealt(kind).delete(part)
        return totals

    def _dealt(self, kind: str) -> Dealt:
        return Dealt(self.job.dealt, kind, self.n_parts)

    def _chunk(self, part: int) -> Chunk:
        judged, train, lists = (self._dealt(kind).read(part) for kind in ("judged", "train", "lists"))
        no_judged = self.chunks.shared.frame[:0]
        systems = pl.Series(schema.SYSTEM, self.chunks.systems, dtype=pl.String)
        if lists is None:
            lists = pl.DataFrame(schema={schema.SYSTEM: pl.UInt32, schema.QUERY: pl.String, schema.ITEM: pl.String})
        return Chunk(
            lists.with_columns(systems.gather(lists[schema.SYSTEM])),
            no_judged if judged is None else with_aspect(judged).select(no_judged.columns),
            train,
        )
