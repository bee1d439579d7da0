"""The engine that runs in Spark."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from pickle import loads
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, get_args

import polars as pl
from pyspark.sql import functions as f

from axiometer.arrays import FloatArray
from axiometer.conventions.profiles import Profile, Undefined, profile_for
from axiometer.data import Judgments, Runs, schema
from axiometer.data.ratings import NO_RATINGS
from axiometer.data.runs import refuse_two_homes
from axiometer.data.schema import Order
from axiometer.data.whole_files import whole_file, write_whole
from axiometer.engines.batch_sums import Totals
from axiometer.engines.chunk import ChunkEvaluator, refuse_other_columns
from axiometer.engines.measurements import checked_policy
from axiometer.engines.spark.aggregates import Known, collected, of_memory
from axiometer.engines.spark.errors import readable
from axiometer.engines.spark.evaluating import Job, Tables, orders_of
from axiometer.engines.spark.tables import Table, gathered, is_spark_frame
from axiometer.engines.spark.worker import SHOWN, TOTALS, Work
from axiometer.engines.summed import SummedMeasurements
from axiometer.errors import InputError, UsageError
from axiometer.io import read_judgments
from axiometer.io.results import BESIDE, encode
from axiometer.io.runs import runs_of
from axiometer.measures.names import Wanted, parse_wanted
from axiometer.projection.order import refuse_without_ranks, what_orders

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
Keep = Literal["nothing", "values"]
AT_ONCE: Final = 50_000
"""Rows that are written at a time."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SparkMeasurements(SummedMeasurements):
    """The means of some measures for some systems, whose values are in Spark.

    Attributes
    ----------
    values
        A frame of Spark with ``system``, ``query`` (``user`` with ratings), ``measure``, ``value``; undefined values
        are nan. They are computed again each time somebody asks for them, unless the engine keeps them.

    Examples
    --------
    >>> import axiometer as ax
    >>> from pyspark.sql import SparkSession
    >>> session = SparkSession.builder.master("local[1]").getOrCreate()
    >>> judgments = session.createDataFrame([("q", "a", 1.0)], "query string, item string, grade double")
    >>> rows = [("x", "q", "a", 2.0), ("y", "q", "b", 1.0)]
    >>> runs = session.createDataFrame(rows, "system string, query string, item string, score double")
    >>> measured = ax.spark.Spark(session).evaluate(judgments, runs, "AP RR")
    >>> measured.in_memory(["AP"]).to_dict(per_query=True)
    {'x': {'q': {'AP': 1.0}}, 'y': {'q': {'AP': 0.0}}}
    """

    values: DataFrame

    def _write(self, path: str, form: str) -> None:
        if form == "parquet":
            with readable():
                self.values.write.parquet(path)
            folder = Path(path.removeprefix("file://"))
            if folder.is_dir():  # not on a cluster
                write_whole(json.dumps(self.told).encode(), folder / BESIDE)
            return
        with whole_file(Path(path)) as beside, beside.open("wb") as file:
            write_rows(self.values, form, file)

    def _rows(self, measures: Sequence[str], systems: Sequence[str]) -> pl.DataFrame:
        return collected(self.values.where(f.col(schema.SYSTEM).isin(*systems) & f.col(schema.MEASURE).isin(*measures)))


@dataclass(frozen=True, eq=False)
class Spark:
    """Measures in Spark.

    Attributes
    ----------
    session
        The session, of Spark or of Spark Connect.
    keep
        Whether Spark keeps the ``values`` of queries, in memory or on its disks, when it has computed them for the
        means, or ``nothing``. Keeping them spares computing them again for ``values`` and ``to_polars``.

    Examples
    --------
    >>> import axiometer as ax
    >>> from pyspark.sql import SparkSession
    >>> session = SparkSession.builder.master("local[1]").getOrCreate()
    >>> judgments = session.createDataFrame([("q", "a", 1.0)], "query string, item string, grade double")
    >>> rows = [("x", "q", "a", 2.0), ("y", "q", "b", 1.0)]
    >>> runs = session.createDataFrame(rows, "system string, query string, item string, score double")
    >>> ax.spark.Spark(session).evaluate(judgments, runs, "AP").to_dict()
    {'x': {'AP': 1.0}, 'y': {'AP': 0.0}}
    """

    session: SparkSession
    keep: Keep = "nothing"

    def __post_init__(self) -> None:
        if self.keep not in get_args(Keep):
            raise UsageError(f"keep cannot be {self.keep!r}; choose one of {', '.join(get_args(Keep))}")

    def evaluate(
        self,
        judgments: Any,
        runs: Any,
        measures: str | Wanted | Iterable[str | Wanted],
        *,
        profile: str | Profile | None = None,
        systems: Sequence[str] | None = None,
        max_grade: float | None = None,
        train: Any = None,
        **known: Any,
    ) -> SparkMeasurements:
        """Measure runs against judgments; values stay in Spark, and their sums come back.

        Parameters
        ----------
        judgments, runs
            Frames of Spark; or, as for ``axiometer.evaluate``, runs, judgments, frames and dictionaries in memory,
            which are sent to Spark.
        measures, profile
            As for ``axiometer.evaluate``.
        systems, max_grade, train, **known
            As for ``axiometer.engines.spark.evaluate``, with frames of Spark.
        """
        if is_spark_frame(runs) and is_spark_frame(judgments):
            tables = Tables.of(runs, judgments, train, Known.of(**known), profile)
            wanted = parse_wanted(measures, profile=tables.profile)
            return self._evaluated(tables.job(wanted, systems, max_grade))
        if is_spark_frame(runs) or is_spark_frame(judgments):
            raise UsageError("give both runs and judgments as frames of Spark, or both as what is in memory")
        if train is not None or known or systems is not None or max_grade is not None:
            raise UsageError("train and what else is known belong to the judgments: see read_ratings, read_judgments")
        return self._evaluated(self._job_of_memory(runs_of(runs), read_judgments(judgments), measures, profile))

    def _evaluated(self, job: Job) -> SparkMeasurements:
        chunks = job.work.chunks
        records = job.frame("records")
        if self.keep == "values" or chunks.executor.system_measures:
            records = records.persist()  # otherwise all is measured again for exposures
        totals = None
        for packed in collected(records.where(f.col(TOTALS).isNotNull()).select(TOTALS))[TOTALS]:
            found: Totals = loads(packed)
            totals = found if totals is None else totals.merged(found)
        if totals is None:
            raise InputError("no rows", "at least one", source="the runs")
        has_exposures = bool(chunks.executor.system_measures)
        totals = replace(totals, exposures=_exposures(records, chunks) if has_exposures else chunks.no_exposures)
        if self.keep == "nothing":
            records.unpersist()
        return SparkMeasurements.of(chunks, totals, job.ordered_by, values=job.values(records))

    def _job_of_memory(
        self,
        runs: Runs,
        judgments: Judgments,
        measures: str | Wanted | Iterable[str | Wanted],
        profile: str | Profile | None,
    ) -> Job:
        """Send what is in memory to Spark."""
        conventions = profile_for(judgments, profile)
        wanted = parse_wanted(measures, profile=conventions)
        loaded = [(str(source), source.load(conventions.order)) for source in runs.sources]
        profiles = [*conventions.for_measures(wanted).values()]
        for source, (name, frame) in zip(runs.sources, loaded, strict=True):
            refuse_without_ranks(frame.columns, profiles, name, source.columns_given)
            refuse_other_columns(frame.columns, loaded[0][1].columns, name)
        systems = refuse_two_homes([(name, _systems_in(frame)) for name, frame in loaded])
        lists = pl.concat([frame for _, frame in loaded], how="diagonal")
        is_ranked = bool({schema.SCORE, schema.RANK} & set(lists.columns))
        if not is_ranked:
            place = pl.int_range(1, pl.len() + 1, dtype=pl.Int64).over(schema.SYSTEM, schema.QUERY)
            lists = lists.with_columns(place.alias(schema.RANK))
        ordered_by = orders_of(lists.columns, profiles, lists.columns)
        chunks = ChunkEvaluator.of(systems, wanted, conventions, of_memory(judgments))
        train = NO_RATINGS if judgments.catalogue is None else judgments.catalogue.train
        tables = (
            Table.of_runs(self._sent(lists)),
            Table.of_judgments(self._sent(judgments.frame)),
            Table.of_ratings(self._sent(train), "train") if train.height else None,
        )
        by: Order = what_orders(lists.columns, profiles[0]) if is_ranked else "file"
        return Job(gathered(*tables, ordered_by), Work(chunks, ordered_by, train.height > 0, are_checked=True), by)

    def _sent(self, frame: pl.DataFrame) -> DataFrame:
        table = frame.to_arrow(compat_level=pl.CompatLevel.oldest())
        kinds = {pl.String: "string", pl.Float64: "double", pl.Int64: "bigint"}
        columns = ", ".join(f"`{name}` {kinds[kind]}" for name, kind in frame.schema.items())  # type: ignore[index]
        if hasattr(self.session.range(0), "toArrow"):
            return self.session.createDataFrame(table, columns)
        return self.session.createDataFrame(table.to_pandas(), columns)  # Spark 3.5


def _systems_in(frame: pl.DataFrame) -> tuple[str, ...]:
    return tuple(frame[schema.SYSTEM].unique(maintain_order=True))


def _exposures(records: DataFrame, chunks: ChunkEvaluator) -> FloatArray:
    """Add up how much each item is shown."""
    shown = records.where(f.col(SHOWN).isNotNull()).select(f.inline(SHOWN))
    found = collected(shown.groupBy("system", "measure", "item").agg(f.sum("amount").alias("amount")))
    exposures = chunks.no_exposures
    exposures[tuple(found[name].to_numpy() for name in ("system", "measure", "item"))] = found["amount"].to_numpy()
    return exposures


def means(values: DataFrame, *, undefined: Undefined = "zero") -> DataFrame:
    """Average the values that ``evaluate`` gave; Spark puts the sums of its parts together.

    Parameters
    ----------
    values
        ``system``, ``query`` or ``user``, ``measure``, ``value``.
    undefined
        Undefined values count as ``zero``, are left out, ``drop``, or make the mean undefined, ``nan``.

    Returns
    -------
    DataFrame
        ``system``, ``measure``, ``value``, ``queries`` or ``users``, ``undefined``, ``standard_error``.

    Examples
    --------
    >>> import axiometer as ax
    >>> from pyspark.sql import SparkSession
    >>> session = SparkSession.builder.master("local[1]").getOrCreate()
    >>> judgments = session.createDataFrame([("q", "a", 1.0)], "query string, item string, grade double")
    >>> rows = [("x", "q", "a", 2.0), ("y", "q", "b", 1.0)]
    >>> runs = session.createDataFrame(rows, "system string, query string, item string, score double")
    >>> means = ax.spark.means(ax.spark.evaluate(judgments, runs, "AP"))
    >>> sorted((row.system, row.value, row.queries) for row in means.collect())
    [('x', 1.0, 1), ('y', 0.0, 1)]
    """
    policy = checked_policy(undefined)
    value, nan = f.col(schema.VALUE), f.lit(math.nan)
    if policy != "nan":
        value = f.when(f.isnan(value), f.lit(0.0) if policy == "zero" else f.lit(None)).otherwise(value)
    deviation = f.stddev_samp(value)
    return values.groupBy(schema.SYSTEM, schema.MEASURE).agg(
        f.coalesce(f.avg(value), nan).alias(schema.VALUE),
        f.count(value).alias("users" if schema.USER in values.columns else "queries"),
        f.sum(f.isnan(schema.VALUE).cast("bigint")).alias("undefined"),
        f.coalesce(deviation / f.sqrt(f.count(value)), nan).alias(schema.STANDARD_ERROR),
    )


def write_rows(values: DataFrame, form: str, file: BinaryIO) -> None:
    """Write rows as they come, partition after partition."""
    is_first = True
    with readable():
        for table in _some_at_a_time(values):
            data = encode(table, form)
            file.write(data if is_first or form == "jsonl" else data.partition(b"\n")[2])
            is_first = False


def _some_at_a_time(values: DataFrame) -> Iterator[pl.DataFrame]:
    kinds = {name: pl.Float64 if name == schema.VALUE else pl.String for name in values.columns}
    rows = iter(values.toLocalIterator())
    yield pl.DataFrame(list(islice(rows, AT_ONCE)), kinds, orient="row")
    while some := list(islice(rows, AT_ONCE)):
        yield pl.DataFrame(some, kinds, orient="row")
