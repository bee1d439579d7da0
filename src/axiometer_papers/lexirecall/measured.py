"""What measures say of the systems of a collection: agreement with lexirecall, ties, and power."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import comb
from typing import Any, Final

import numpy as np
import polars as pl

import axiometer as ax
from axiometer_papers.lexirecall.collections import Case
from axiometer_papers.study import Progress, Result, Table

LEXIRECALL: Final = "lexirecall"
METRICS: Final = ["R@1000", "Rprec", "AP", "nDCG", "RR", "nDCG@10"]
COMPARED: Final = [LEXIRECALL, *METRICS]
ALPHA: Final = 0.05
SHALLOW, STANDARD = 100, 1000
"""The greatest depths of shallow and of standard lists."""
COLUMNS: Final = {
    "agreement": ("measure", "share", "low", "high", "preferred"),
    "ties": ("measure", "share", "low", "high", "comparisons"),
    "paired": ("measure", "share", "significant", "tested", "test"),
    "tukey": ("measure", "share", "significant", "tested", "test"),
}
"""The tables of numbers."""


@dataclass(frozen=True)
class How:
    """How numbers of collections are made: resamples of queries for intervals, seed, and jobs."""

    resamples: int
    seed: int
    jobs: int

    @property
    def parameters(self) -> dict[str, Any]:
        """All that the numbers depend on."""
        return {"measures": COMPARED, "resamples": self.resamples, "alpha": ALPHA, "seed": self.seed}


@dataclass(frozen=True, eq=False)
class Facts:
    """How large a collection is.

    Attributes
    ----------
    queries, runs
        How many.
    relevant, labels
        The relevant items per query, and the labels, which are more where items are relevant to several aspects.
    depth, deepest
        The mean and the greatest number of items of a list.
    short, single
        The share of the lists that have fewer items than there are relevant ones, and of those with at most one
        relevant item.
    """

    queries: int
    runs: int
    relevant: float
    labels: float
    depth: float
    deepest: int
    short: float
    single: float

    @property
    def label(self) -> str:
        """How deep the lists are: shallow, standard or deep."""
        return "shallow" if self.depth <= SHALLOW else "standard" if self.depth <= STANDARD else "deep"


@dataclass(frozen=True, eq=False)
class Numbers:
    """What was found on a collection.

    Attributes
    ----------
    case, facts
        Which one, and how large it is.
    agreement
        ``measure``, ``share`` of what it prefers that lexirecall prefers, too, ``low``, ``high``, ``preferred``.
    ties
        ``measure``, ``share`` of tied comparisons, ``low``, ``high``, ``comparisons``.
    paired, tukey
        ``measure``, ``share`` of all pairs of systems that differ significantly, ``significant``, ``tested``: by the t
        test, or the sign test for lexirecall, with Holm's correction; and by Tukey's test.
    notes
        What the criteria say must be known.
    """

    case: Case
    facts: Facts
    agreement: pl.DataFrame
    ties: pl.DataFrame
    paired: pl.DataFrame
    tukey: pl.DataFrame
    notes: Sequence[ax.Note] = ()

    def of(self, table: str) -> dict[str, float]:
        """Give the shares of a table by measure."""
        frame: pl.DataFrame = getattr(self, table)
        return dict(frame.select("measure", "share").iter_rows())

    def to_tables(self, shown: pl.DataFrame | None = None) -> list[Table]:
        """Give all tables below each other, and the facts, so that ``numbers_in`` can take them from there.

        Parameters
        ----------
        shown
            Another form of the first table for people.
        """
        frames = []
        for number, columns in COLUMNS.items():
            which = pl.lit(self.case.name).alias("collection"), pl.lit(number).alias("number")
            frames.append(getattr(self, number).select(*which, *columns))
        long, facts = pl.concat(frames, how="diagonal"), pl.DataFrame([asdict(self.facts)])
        return [
            Table(f"numbers-{self.case.name}", "Agreement with lexirecall, ties, and power", long, shown),
            Table(f"facts-{self.case.name}", "How large the collection is", facts),
        ]


def numbers_in(case: Case, result: Result) -> Numbers:
    """Take the numbers of a collection from the result that has its tables first."""
    long, facts = (table.frame for table in result.tables[:2])
    agreed, tied, paired, tukey = (
        long.filter(pl.col("number") == number).select(columns) for number, columns in COLUMNS.items()
    )
    return Numbers(case, Facts(**facts.row(0, named=True)), agreed, tied, paired, tukey)


def measured(case: Case, how: How, progress: Progress | None = None) -> Numbers:
    """Read and measure a collection."""
    judgments, runs = case.judgments(), case.source.runs()
    values = ax.evaluate(judgments, runs, METRICS, jobs=how.jobs, progress=progress)
    preferred = ax.prefer(judgments, runs, LEXIRECALL, jobs=how.jobs)
    outcomes = ax.meta.Outcomes.of([values, preferred]).only(COMPARED)
    facts = _facts(case, judgments, runs)
    agreed = ax.meta.agreement(outcomes, resamples=how.resamples, seed=how.seed)
    tied = ax.meta.ties(outcomes, resamples=how.resamples, seed=how.seed)
    paired = ax.meta.power(outcomes, alpha=ALPHA, seed=how.seed, jobs=how.jobs)
    tukey = ax.meta.power(outcomes, tests="tukey-hsd", alpha=ALPHA, seed=how.seed, jobs=how.jobs)
    return Numbers(
        case,
        facts,
        agreed.table.filter(pl.col("other") == LEXIRECALL).select(COLUMNS["agreement"]),
        tied.table.select(COLUMNS["ties"]),
        of_all_pairs(paired.table, facts.runs),
        of_all_pairs(tukey.table, facts.runs),
        [*agreed.notes, *tied.notes, *paired.notes, *tukey.notes],
    )


def _facts(case: Case, judgments: ax.Judgments, runs: ax.Runs) -> Facts:
    """Count items; a system without a list for a query has an empty one."""
    relevant = judgments.frame.filter(pl.col("grade") > 0).select("query", "item", is_found=pl.lit(value=True))
    of_query = relevant.group_by("query").agg(pl.len().alias("relevant"))
    items = runs.to_polars().select("system", "query", "item")
    systems = items["system"].unique().to_frame()
    of_list = (
        items
        .join(relevant, on=["query", "item"], how="left")
        .group_by("system", "query")
        .agg(pl.len().alias("depth"), pl.col("is_found").count().alias("found"))
    )
    lists = systems.join(of_query, how="cross").join(of_list, on=["system", "query"], how="left")
    lists = lists.with_columns(pl.col("depth", "found").fill_null(0))
    depth = lists["depth"].to_numpy()
    return Facts(
        queries=of_query.height,
        runs=systems.height,
        relevant=float(lists["relevant"].to_numpy().mean()),
        labels=case.labels_per_query(),
        depth=float(depth.mean()),
        deepest=int(depth.max()),
        short=float(np.mean(depth < lists["relevant"].to_numpy())),
        single=float(np.mean(lists["found"].to_numpy() <= 1)),
    )


def of_all_pairs(table: pl.DataFrame, n_systems: int) -> pl.DataFrame:
    """Give the share of all pairs of systems; those without any difference are not significant."""
    share = pl.col("significant") / comb(n_systems, 2)
    return table.select("measure", share.alias("share"), "significant", pl.col("pairs").alias("tested"), "test")
