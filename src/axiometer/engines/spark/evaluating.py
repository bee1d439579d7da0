"""Evaluation in Spark: values of queries and preferences between systems stay where they were computed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from pyspark.sql import functions as f

from axiometer.conventions.profiles import Profile, get_profile, usual_profile
from axiometer.data import schema
from axiometer.data.schema import Order
from axiometer.engines.batch_sums import VALUES
from axiometer.engines.chunk import ChunkEvaluator
from axiometer.engines.prefer import check_tolerance, parse_compared
from axiometer.engines.preferences import Compared
from axiometer.engines.requirements import Asked
from axiometer.engines.spark.aggregates import Known, all_systems, plain_judgments, rated
from axiometer.engines.spark.serialization import Task, shipped
from axiometer.engines.spark.tables import JUDGMENTS, RUNS, TRAIN, Table, gathered
from axiometer.engines.spark.worker import Work
from axiometer.errors import UsageError, plural
from axiometer.measures.names import Wanted, parse_wanted
from axiometer.measures.preferences.base import Preference
from axiometer.projection.order import refuse_without_ranks, what_orders

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

COLUMNS: Final = {
    "records": (
        "system string, query string, values array<double>, totals binary, "
        "shown array<struct<system: int, measure: int, item: int, amount: double>>"
    ),
    "preferences": "preference string, query string, left string, right string, value float",
}
"""What each kind of work gives, in Spark's words."""


def evaluate(
    judgments: DataFrame,
    runs: DataFrame,
    measures: str | Wanted | Iterable[str | Wanted],
    *,
    profile: str | Profile | None = None,
    train: DataFrame | None = None,
    aspects: Any = None,
    weights: Any = None,
    lengths: Any = None,
    providers: Any = None,
    alpha: Any = None,
    beta: Any = None,
    systems: Sequence[str] | None = None,
    max_grade: float | None = None,
) -> DataFrame:
    """Measure runs against judgments; the values stay in Spark.

    The call itself runs small aggregations, whose results have a row for each system or item: the systems, unless
    ``systems`` names them or there is no such column; the largest grade, unless ``max_grade`` or the profile states the
    top; whether items were judged for aspects, if there is a column for these; with ratings all items, and the number
    of users if a measure asks for it. Lists are measured when somebody asks for the values. What is wrong with them is
    an error of Spark then, which has the message of an ``InputError``.

    Parameters
    ----------
    judgments, runs
        Frames of Spark with the usual column names; ids are text or whole numbers. Runs have a score or a rank: rows
        have no order in Spark.
    measures, profile
        As for ``axiometer.evaluate``.
    train
        The ratings that were known before, a frame of Spark. With it, or with ``aspects``, ``alpha`` or ``beta``, the
        judgments are ratings, and all items are those of ``aspects`` and of both parts.
    aspects, weights, lengths, providers, alpha, beta
        Small tables, as ``read_ratings`` and ``read_judgments`` take them, or frames of Spark; every worker gets them.
    systems
        The names of all systems, where they are known; without a column for the system, the name of the only one. A
        system that answers no judged query has empty lists, of which ``Spark(session).evaluate`` would complain.
    max_grade
        The top of the grading scale, where it is known. Larger ratings are refused.

    Returns
    -------
    DataFrame
        ``system``, ``query``, ``measure``, ``value``: a row for each value of a query that counts; undefined values
        are nan. With ratings, the column is called ``user``.

    Examples
    --------
    >>> import axiometer as ax
    >>> from pyspark.sql import SparkSession
    >>> session = SparkSession.builder.master("local[1]").getOrCreate()
    >>> judgments = session.createDataFrame([("q", "a", 1.0)], "query string, item string, grade double")
    >>> rows = [("x", "q", "a", 2.0), ("y", "q", "b", 1.0)]
    >>> runs = session.createDataFrame(rows, "system string, query string, item string, score double")
    >>> values = ax.spark.evaluate(judgments, runs, "AP")
    >>> sorted((row.system, row.value) for row in values.collect())
    [('x', 1.0), ('y', 0.0)]
    """
    known = Known.of(aspects=aspects, weights=weights, lengths=lengths, providers=providers, alpha=alpha, beta=beta)
    tables = Tables.of(runs, judgments, train, known, profile)
    wanted = parse_wanted(measures, profile=tables.profile)
    job = tables.job(wanted, systems, max_grade)
    if not job.work.chunks.executor.measures:
        told = f"the measures asked for have one value for each system, and none for {plural(job.asker)}: use Spark"
        raise UsageError(told)
    return job.values(job.frame("records"))


def prefer(
    judgments: DataFrame,
    runs: DataFrame,
    preferences: str | Compared | Iterable[str | Compared] = "lexirecall",
    *,
    profile: str | Profile | None = None,
    train: DataFrame | None = None,
    systems: Sequence[str] | None = None,
    max_grade: float | None = None,
    tie_tolerance: float | None = None,
    **known: Any,
) -> DataFrame:
    """Compare systems pair by pair and query by query; the values stay in Spark.

    Parameters are those of ``evaluate`` and of ``axiometer.prefer``. Systems are in the order of their names unless
    ``systems`` gives another one.

    Returns
    -------
    DataFrame
        ``preference``, ``query`` (``user`` with ratings), ``left``, ``right``, ``value``: a row for each pair that was
        compared; the value is above 0 if the left list is better.

    Examples
    --------
    >>> import axiometer as ax
    >>> from pyspark.sql import SparkSession
    >>> session = SparkSession.builder.master("local[1]").getOrCreate()
    >>> judgments = session.createDataFrame([("q", "a", 1.0)], "query string, item string, grade double")
    >>> rows = [("x", "q", "a", 2.0), ("y", "q", "b", 1.0)]
    >>> runs = session.createDataFrame(rows, "system string, query string, item string, score double")
    >>> preferred = ax.spark.prefer(judgments, runs, "RPP")
    >>> [(row.left, row.right, row.value) for row in preferred.collect()]
    [('x', 'y', 1.0)]
    """
    check_tolerance(tie_tolerance)
    tables = Tables.of(runs, judgments, train, Known.of(**known), profile)
    asked = parse_compared(preferences, profile=tables.profile)
    job = tables.job(asked, systems, max_grade)
    found = job.work.chunks.systems
    if len(found) < 2:
        raise UsageError(f"a preference needs two systems to choose from; there is only {found[0]!r}")
    work = replace(job.work, tie_tolerance=tie_tolerance)
    return replace(job, work=work).frame("preferences").withColumnRenamed(schema.QUERY, job.asker)


@dataclass(frozen=True, eq=False)
class Job:
    """Rows, and what is done with them.

    Attributes
    ----------
    rows
        What ``gathered`` gave.
    work
        What is done.
    ordered_by
        The column that orders lists.
    """

    rows: DataFrame
    work: Work
    ordered_by: Order

    @property
    def asker(self) -> schema.Asker:
        """Who asks for lists."""
        return self.work.chunks.shared.asker

    def frame(self, task: Task) -> DataFrame:
        """Have the work done when somebody asks for the rows of the result."""
        return self.rows.mapInArrow(shipped(self.work, task), COLUMNS[task])

    def values(self, records: DataFrame) -> DataFrame:
        """Write a row for each value in the records."""
        measures = self.work.chunks.executor.measures
        names = f.array(*(f.lit(str(measure)) for measure in measures))
        rows = records.where(f.col(schema.QUERY).isNotNull())
        each = f.explode(f.arrays_zip(names.alias(schema.MEASURE), f.col(VALUES).alias(schema.VALUE))).alias("each")
        of_each = [f.col("each")[name].alias(name) for name in (schema.MEASURE, schema.VALUE)]
        whose = f.col(schema.QUERY).alias(self.asker)
        return rows.select(schema.SYSTEM, whose, each).select(schema.SYSTEM, self.asker, *of_each)


@dataclass(frozen=True, eq=False)
class Tables:
    """Tables in Spark, what else is known, and the conventions."""

    runs: Table
    judgments: Table
    train: Table | None
    known: Known
    profile: Profile

    @classmethod
    def of(cls, runs: Any, judgments: Any, train: Any, known: Known, profile: str | Profile | None) -> Tables:
        """Find the columns of all tables."""
        has_ratings = train is not None or known.is_of_ratings
        return cls(
            Table.of_runs(runs),
            Table.of_ratings(judgments, JUDGMENTS) if has_ratings else Table.of_judgments(judgments),
            None if train is None else Table.of_ratings(train, TRAIN),
            known,
            get_profile(profile or usual_profile(has_ratings=has_ratings)),
        )

    def job(
        self,
        asked: Sequence[Asked],
        systems: Sequence[str] | None = None,
        max_grade: float | None = None,
    ) -> Job:
        """Look for what is not known, and plan the work."""
        profiles = [*self.profile.for_measures(asked).values()]
        ordered_by = orders_of(self.runs.names, profiles, self.runs.frame.columns)
        found = all_systems(self.runs, systems)
        if self.train is None and not self.known.is_of_ratings:
            shared = plain_judgments(self.judgments, self.known, profiles, max_grade)
        else:
            measures = [each for each in asked if not isinstance(each, Preference)]
            has_popularity = any("popularity" in measure.needs for measure in measures)
            shared = rated(self.judgments, self.train, self.known, max_grade, has_popularity=has_popularity)
        max_rating = max_grade if shared.catalogue is not None else None
        chunks = ChunkEvaluator.of(found, asked, self.profile, shared)
        work = Work(chunks, ordered_by, self.train is not None, max_rating=max_rating)
        rows = gathered(self.runs, self.judgments, self.train, ordered_by)
        return Job(rows, work, what_orders(self.runs.names.keys(), profiles[0]))


def orders_of(
    columns: Iterable[str], profiles: Sequence[Profile], given: Sequence[str], source: str = RUNS
) -> tuple[str, ...]:
    """Give the columns that order lists; refuse conventions that look at the order of rows.

    Those that were given are named in messages.
    """
    columns = [*columns]
    names = [name for name in columns if name in {schema.SCORE, schema.RANK}]
    refuse_without_ranks(columns, profiles, source, lambda: [*given])
    for profile in profiles:
        if profile.order == "file" or what_orders(names, profile) == "file":
            lacking = (
                "the profile orders lists as they are written"
                if profile.order == "file"
                else "the runs have neither a score nor a rank"
            )
            raise UsageError(
                f"{lacking}, but rows have no order in Spark: give the runs a column for the score or the rank, and "
                "choose the order score or rank (--order, or get_profile(…, order=…))"
            )
        if profile.ties == "file-order" and what_orders(names, profile) == "score":
            raise UsageError(
                "equal scores would stay in the order in which they are written, but rows have no order in Spark: "
                "choose other ties, such as item-descending (--ties, or get_profile(…, ties=…)), or order by rank"
            )
    used = {what_orders(names, profile) for profile in profiles}
    return tuple(name for name in (schema.SCORE, schema.RANK) if name in used)
