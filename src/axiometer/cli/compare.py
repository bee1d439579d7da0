"""``axiometer compare``."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from axiometer.cli.arguments import AlphaOption, BaselinesOption, DrawsOption, SeedOption, ToleranceOption, option
from axiometer.cli.commands import new_app, sharing
from axiometer.cli.findings import CorrectionOption, OfSystems, TestOption
from axiometer.meta.compare import OF_MEANS
from axiometer.meta.compare import compare as compare_systems
from axiometer.meta.significance import DRAWS

app = new_app()


@app.command(cls=sharing(OfSystems))
def compare(
    context: typer.Context,
    baseline: BaselinesOption = None,
    test: TestOption = None,
    correction: CorrectionOption = None,
    alpha: AlphaOption = 0.05,
    draws: DrawsOption = DRAWS,
    seed: SeedOption = 0,
    tie_tolerance: ToleranceOption = None,
    pairs: Annotated[bool, option("--pairs", help="Show all pairs, however many there are.")] = False,
    means: Annotated[bool, option("--means", help="Means of the systems instead of pairs.")] = False,
) -> None:
    """Compare systems: differences of means, their confidence intervals, and significance tests.

    For all pairs of systems, or for all against a baseline: the difference of means, its confidence interval, the
    effect size, the p-value, the p-value corrected for all pairs, and the queries won, tied and lost. The table of
    systems marks what is significant.

    t, wilcoxon, sign, randomisation and bootstrap are paired tests, one for each pair. tukey-hsd tests all pairs
    together, in the two-way layout of systems and queries; randomised-tukey-hsd does so by permuting the values of
    each query among the systems, and assumes nothing of their distribution.

    [bold]Examples[/bold]

    axiometer compare qrels.txt "runs/*.gz" -m "nDCG@10 AP" --baseline bm25

    axiometer compare qrels.txt "runs/*.gz" -m nDCG@10 --test randomised-tukey-hsd --format latex

    axiometer compare qrels.txt "runs/*.gz" -m "nDCG@10 AP" --figure differences.pdf --columns 2

    axiometer evaluate qrels.txt "runs/*.gz" -m "nDCG@10 AP" -q -f parquet -o values.parquet && axiometer compare
    values.parquet
    """
    asked: OfSystems = context.obj
    outcomes = asked.outcomes()
    with asked.progress("testing") as progress:
        found = compare_systems(
            outcomes,
            baseline=baseline or None,
            test=test,
            correction=correction,
            alpha=alpha,
            draws=draws,
            tie_tolerance=tie_tolerance,
            seed=seed,
            jobs=asked.jobs,
            progress=progress,
        )
    if means:
        found = replace(found, drawing=OF_MEANS)
    table = found.more["means"].drop("is_smaller_better") if means else None
    asked.deliver(found, table=table, is_detailed=pairs)
