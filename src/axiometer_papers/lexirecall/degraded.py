"""Figures 14 and 15: ties and agreement as labels are removed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import polars as pl

from axiometer.meta.degradation import SHARES, degradation
from axiometer.notes import lines_of
from axiometer.plots.drawing import Drawing
from axiometer_papers.lexirecall.cases import Case, cases_of
from axiometer_papers.lexirecall.degraded_statements import degradation_checks
from axiometer_papers.lexirecall.statements import COMPARABLE
from axiometer_papers.study import Figure, Part, Progress, Result, Setting, Table

COMPARED: Final = ["lexirecall", "R@1000", "Rprec", "AP", "nDCG"]
QUICK_SHARES: Final = (0.7, 0.4, 0.1)
WAYS: Final = {"agreement": "winners kept, of all that were decided", "same": "same outcome, ties included"}


def degradation_parts(setting: Setting) -> list[Part]:
    """Plan the removal of labels from each collection."""
    shares = list(QUICK_SHARES if setting.is_quick else SHARES)
    samples = 2 if setting.is_quick else 10
    parts = []
    for case in cases_of(setting):
        parameters = {
            **case.parameters,
            "measures": COMPARED,
            "comparable within": COMPARABLE,
            "shares of labels left": shares,
            "samples": samples,
            "removed": "uniformly at random, at least one relevant item left for each query",
            "seed": setting.seed,
        }
        make = partial(_make, case, shares, samples, setting)
        title = f"Figures 14 and 15: missing labels, {case.name}"
        parts.append(Part(f"figures-14-15-{case.name}", title, make, parameters, case.source.told, case.source.files))
    return parts


def _make(case: Case, shares: Sequence[float], samples: int, setting: Setting, progress: Progress) -> Result:
    found = degradation(
        case.judgments(),
        case.source.runs(),
        COMPARED,
        shares=shares,
        samples=samples,
        seed=setting.seed,
        jobs=setting.jobs,
        progress=progress,
    )
    table = found.table.with_columns((1 - pl.col("share")).round(6).alias("removed"))
    drawn = _with_ranges(table, found.more["samples"])
    name = case.name
    shown = table.pivot("measure", index="removed", values=["ties", "agreement", "same"], maintain_order=True)
    titles = {"removed": "share of labels removed", "value": "share"}
    ties = Drawing(
        title=f"Tied comparisons as labels are removed, {name}",
        mark="line",
        x="removed",
        y="value",
        colour="measure",
        low="low",
        high="high",
        titles=titles,
    )
    agreed = Drawing(
        title=f"Agreement with all labels as labels are removed, {name}",
        mark="line",
        x="removed",
        y="value",
        colour="measure",
        column="counted",
        low="low",
        high="high",
        titles=titles,
    )
    return Result(
        [Table(f"figures-14-15-{name}", "Ties, and agreement with all labels", table, shown)],
        [
            Figure.of(f"figure-14-{name}", ties, drawn.filter(pl.col("number") == "ties")),
            Figure.of(
                f"figure-15-{name}",
                agreed,
                drawn.filter(pl.col("number") != "ties").with_columns(
                    pl.col("number").replace_strict(WAYS, default="").alias("counted")
                ),
            ),
        ],
        degradation_checks(case, table),
        [
            f"Means of {samples} samples; vertical lines go from the smallest to the largest of them.",
            "The paper does not say of what its agreement is a share. agreement: of the comparisons decided with all "
            "labels, those with the same winner; same: of all comparisons, those with the same outcome, ties included. "
            "The statements are checked for same, since the text has ties that are kept as agreement.",
            *lines_of(found.notes),
        ],
    )


def _with_ranges(table: pl.DataFrame, samples: pl.DataFrame) -> pl.DataFrame:
    """Give the numbers below each other, each with its smallest and largest value in a sample."""
    numbers = ["ties", *WAYS]
    long = table.unpivot(numbers, index=["measure", "share", "removed"], variable_name="number")
    each = samples.unpivot(numbers, index=["measure", "share"], variable_name="number")
    ranges = each.group_by("measure", "share", "number").agg(
        pl.col("value").min().alias("low"), pl.col("value").max().alias("high")
    )
    joined = long.join(ranges, on=["measure", "share", "number"], how="left", maintain_order="left")
    return joined.with_columns(pl.col("low", "high").fill_null(pl.col("value")))
